"""The battlefield of a match as files (O5)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.declaration import Export, Made
from sandtable.games.optio.export import CELL_MM, FORMATS, export
from sandtable.games.optio.fields import battlefield

OPTIONS = ("sheet", "cell_mm", "match")


def _maker(form: str) -> Export:
    def make(setup: Any, view: Any, options: Mapping[str, str]) -> Made:
        """The battlefield in this format; `ValueError` for an option that does not fit, or where there is none."""
        field = battlefield(setup, view)
        if field is None:
            raise ValueError("There is no battlefield before the template is placed (O4.3).")
        unknown = sorted(set(options) - set(OPTIONS))
        if unknown:
            raise ValueError(f"There is no option {unknown[0]!r}; the options are {', '.join(OPTIONS)}.")
        field = replace(field, match=options.get("match", ""))
        return export(
            field, form, options.get("sheet", "A4"), millimetres(options.get("cell_mm", str(CELL_MM)))
        )

    return make


def millimetres(text: str) -> float:
    """The number that `text` says; `ValueError` in one sentence."""
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"cell_mm must be a number of millimetres, not {text[:20]!r}.") from None


EXPORTS: dict[str, Export] = {f"battlefield.{form}": _maker(form) for form in FORMATS}


def exported(setup: Any, view: Any) -> Sequence[str]:
    """The names of the files that can be made now."""
    return tuple(EXPORTS) if battlefield(setup, view) is not None else ()
