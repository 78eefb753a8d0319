"""Optio's files: the battlefield of a match, and files that need no match, namely maps and reports about them (O1.2, O5)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from secrets import randbelow
from typing import Any, TypeVar

import msgspec

from sandtable.authoring import Export, Made, Service, Setup, View
from sandtable.authoring.decoding import convert
from sandtable.authoring.encoding import encode
from sandtable.authoring.naming import meant
from sandtable.games.optio.data.battle import SHIFTS, UNSHIFTED, allowed
from sandtable.games.optio.data.generator import LEAST_SHARE, MOST_SEED, faults, generate, open_cells
from sandtable.games.optio.data.ground import CELLS, SIDES, SQUARES, square_name
from sandtable.games.optio.data.mapfile import Map, parse, write
from sandtable.games.optio.data.maps import AIMS, densities, shipped, terrain
from sandtable.games.optio.show.battlefield import (
    Battlefield,
    battlefield,
    battlefield_at,
    battlefield_of,
    objection,
    template,
)
from sandtable.games.optio.show.export import CELL_MM, FORMATS, export

OPTIONS = ("sheet", "cell_mm", "match")


def _maker(form: str) -> Export:
    def make(setup: Setup, view: View, options: Mapping[str, str]) -> Made:
        """The battlefield in this format; `ValueError` for an invalid option, or if the match has no battlefield."""
        field = battlefield(setup, view)
        if field is None:
            raise ValueError("There is no battlefield until the template is placed (O4.3).")
        return _made(form, field, options)

    return make


def _made(form: str, field: Battlefield, options: Mapping[str, str]) -> Made:
    unknown = sorted(set(options) - set(OPTIONS))
    if unknown:
        raise ValueError(f"There is no option {unknown[0]!r}; the options are {', '.join(OPTIONS)}.")
    field = replace(field, match=options.get("match", ""))
    return export(field, form, options.get("sheet", "A4"), millimetres(options.get("cell_mm", str(CELL_MM))))


def millimetres(text: str) -> float:
    """The number in `text`; `ValueError` with a one-sentence message."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"cell_mm must be a number of millimetres, not {text[:20]!r}.") from None


EXPORTS: dict[str, Export] = {f"battlefield.{form}": _maker(form) for form in FORMATS}


def exported(setup: Setup, view: View) -> Sequence[str]:
    """The names of the files that are available now."""
    return tuple(EXPORTS) if battlefield(setup, view) is not None else ()


def scene_files(scene: Mapping[str, Any]) -> Mapping[str, Callable[[Mapping[str, str]], Made]]:
    """The files of the battlefield that a scene shows."""
    field = battlefield_of(scene)
    return {f"battlefield.{form}": partial(_made, form, field) for form in FORMATS} if field else {}


SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARES * SQUARES))


class _Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


class _Generated(msgspec.Struct, forbid_unknown_fields=True, rename={"kind": "class"}):
    kind: str
    seed: int | None = None


class _Checked(msgspec.Struct, forbid_unknown_fields=True):
    text: str


class _Placed(msgspec.Struct, forbid_unknown_fields=True):
    map: str
    square: int | str  # by number or by name
    side: int | str


class _Exported(msgspec.Struct, forbid_unknown_fields=True):
    map: str
    square: int | str
    side: int | str
    format: str
    shift: int = UNSHIFTED
    sheet: str = "A4"
    cell_mm: float = 100.0


Order = TypeVar("Order", bound=msgspec.Struct)


def _read(given: Mapping[str, Any], order: type[Order]) -> Order:
    return convert(dict(given), order)


def _json(name: str, content: object) -> Made:
    return Made(f"{name}.json", "application/json", encode(content))


def survey(shown: Map) -> dict[str, Any]:
    """The survey of a map: shares and the targets of its class, open shares by large square, and violations of O1.2."""
    aims = AIMS[shown.kind]
    return {
        "name": shown.name,
        "class": shown.kind,
        "rows": shown.rows,
        "densities": {
            group: {"share": share, "aim": aims.get(group)} for group, share in densities(shown).items()
        },
        "least_open": LEAST_SHARE,
        "squares": [count / CELLS**2 for count in open_cells(shown.cells)],
        "notes": faults(shown.cells),
    }


def field_file(shown: Map, square: str, side: str, shift: int, form: str, sheet: str, cell_mm: float) -> Made:
    """The battlefield of `square` ("C3") as a file, with Navy arriving second across `side`; a `ValueError`'s message is one
    sentence.
    """
    at = _entered(square, side)
    if not 0 <= shift < SHIFTS:
        raise ValueError(f"shift must be a whole number from 0 to {SHIFTS - 1}, not {shift} (O4.3)")
    if not allowed(shown.cells)[*at, shift]:
        raise ValueError(
            f"shift {shift} would take in more impassable ground, or more of the area beyond the map, than no shift (O4.4)"
        )
    field = battlefield_at(shown, *at, shift)
    return export(field, form, sheet, cell_mm)


def _entered(square: str, side: str) -> tuple[int, int]:
    if square not in SQUARE_NAMES:
        raise ValueError(f"square must be from A1 to E{SQUARES}, not {square[:20]!r} (O1.1)")
    if side not in SIDES:
        raise ValueError(
            f"side must be one of {', '.join(SIDES)}, not {side[:20]!r}{meant(side[:20], SIDES)} (O4.1)"
        )
    return SQUARE_NAMES.index(square), SIDES.index(side)


def _maps(given: Mapping[str, Any]) -> Made:
    _read(given, _Nothing)
    found = ((name, terrain(name)) for name in shipped())
    return _json(
        "maps",
        [{"id": name, "name": m.name, "class": m.kind, "text": write(m)} for name, m in found],
    )


def _generate(given: Mapping[str, Any]) -> Made:
    order = _read(given, _Generated)
    seed = randbelow(MOST_SEED + 1) if order.seed is None else order.seed
    made = generate(order.kind, seed)
    return _json("map", {"class": made.kind, "seed": seed, "text": write(made)})


def _check(given: Mapping[str, Any]) -> Made:
    return _json("check", survey(parse(_read(given, _Checked).text)))


def _templates(given: Mapping[str, Any]) -> Made:
    # the nine positions of the template, each with its contents and why it may not be used
    o = _read(given, _Placed)
    at = _entered(_named(o.square, SQUARE_NAMES), _named(o.side, SIDES))
    places = [template(terrain(o.map).cells, *at, shift) for shift in range(SHIFTS)]
    still = places[UNSHIFTED]
    return _json("templates", [{**there, "why": objection(still, there)} for there in places])


def _export(given: Mapping[str, Any]) -> Made:
    o = _read(given, _Exported)
    square, side = _named(o.square, SQUARE_NAMES), _named(o.side, SIDES)
    return field_file(terrain(o.map), square, side, o.shift, o.format, o.sheet, o.cell_mm)


def _named(value: int | str, names: tuple[str, ...]) -> str:
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else str(value)


SERVICES: dict[str, Service] = {
    "maps": _maps,
    "generate": _generate,
    "check": _check,
    "templates": _templates,
    "export": _export,
}
