"""The short explanations of ROUT! under given settings, and the rules' descriptions of the field and of hands."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sandtable.authoring import Explanations, Value, explanations
from sandtable.games.rout.schema import AS_EDGE, EDGE_NAMES, HANDS, SIDES
from sandtable.games.rout.show.words import listed

FILE = Path(__file__).parents[1] / "words.toml"
EDGES = ("Ivory's edge", "the edge at Ivory's right", "Ink's edge", "the edge at Ivory's left")
METRE = 1000  # mm


def words(settings: Mapping[str, Value]) -> Explanations:
    """The explanations by `group.name`."""
    return explanations(FILE, {**terms(settings), **settings})


def terms(settings: Mapping[str, Value]) -> dict[str, Any]:
    """What the `field` is like, and how steady the `hands` are, in words (T1.1, T3.2)."""
    own = [settings[f"{name}_edge"] for name in EDGE_NAMES]
    edges = [str(settings["edge"] if edge == AS_EDGE else edge) for edge in own]
    ends = {kind: listed([EDGES[n] for n in range(4) if edges[n] == kind]) for kind in ("drop", "tape")}
    return {
        "field": {
            "square_metre": settings["width"] == settings["height"] == METRE,
            "dropping": ends["drop"],
            "taped": ends["tape"],
        },
        "hands": _hands(settings),
    }


def _hands(settings: Mapping[str, Value]) -> str:
    degrees, share = HANDS[str(settings["hand"])]
    errors: list[tuple[float, float]] = []
    for side in SIDES:
        turn, pace = (int(settings[f"{side.lower()}_{what}"]) for what in ("turn", "pace"))
        errors.append((degrees if turn < 0 else turn / 10, 100 * share if pace < 0 else pace))
    if errors[0] == errors[1]:
        return _hand("A hand", errors[0])
    return " ".join(_hand(f"{side}'s hand", error) for side, error in zip(SIDES, errors, strict=True))


def _hand(whose: str, error: tuple[float, float]) -> str:
    degrees, percent = error
    if not degrees and not percent:
        return f"{whose} makes no error."
    turn = f"{degrees:g} {'degree' if degrees == 1 else 'degrees'}"
    return f"{whose} is usually within {turn} and {percent:g} percent of its aim."
