"""The available maps: shipped, generated and custom ones; and the shares of ground on a map (O1.2)."""

import re
from functools import lru_cache
from pathlib import Path

from sandtable.authoring import SettingError
from sandtable.authoring.naming import meant
from sandtable.games.optio.data.generator import generate
from sandtable.games.optio.data.ground import (
    CULTIVATED,
    GENTLE_HILL,
    IMPASSABLE,
    MARSH,
    OPEN,
    ROUGH,
    SIGNS,
    STEEP_HILL,
    WOOD,
)
from sandtable.games.optio.data.mapfile import CLASSES, Map, parse, write

__all__ = ["AIMS", "CLASSES", "GROUPS", "Map", "densities", "parse", "shipped", "terrain", "write"]

FOLDER = Path(__file__).parent / "shipped"
DEFAULT = "crossways"
GENERATED = re.compile("([a-z-]+):([0-9]{1,9})")

# the kinds of ground that a share counts together
GROUPS = {
    "hill": (GENTLE_HILL, STEEP_HILL),
    "wood": (WOOD,),
    "rough": (ROUGH, MARSH),
    "cultivated": (CULTIVATED,),
    "impassable": IMPASSABLE,
    "open": (OPEN,),
}
# O1.2: the shares of a class, in the order of GROUPS without open; "less than 1 %" has a target of half that
AIMS = {
    kind: dict(zip(GROUPS, (percent / 100 for percent in percents), strict=False))
    for kind, percents in {
        "very open": (3, 2, 2, 0, 0.5),
        "open": (8, 5, 4, 2, 1),
        "average": (15, 10, 7, 4, 2),
        "mountainous": (34, 7, 7, 0, 7),
        "wooded": (10, 35, 6, 2, 1),
        "cultivated": (6, 6, 3, 35, 2),
        "desert": (8, 0, 12, 0, 2),
    }.items()
}


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """The ids of the shipped maps, the default first."""
    return tuple(
        sorted((path.stem for path in FOLDER.glob("*.txt")), key=lambda name: (name != DEFAULT, name))
    )


@lru_cache(maxsize=64)
def terrain(value: str) -> Map:
    """The shipped map with that id, the generated map of "CLASS:SEED", or the map in the text `value`.

    `SettingError` says in one sentence what is wrong and, for a text, at what line and column.
    """
    if "\n" in value:
        return parse(value)
    if value in shipped():
        return parse(source(value))
    asked = GENERATED.fullmatch(value)
    kind = asked[1].replace("-", " ") if asked else ""
    if asked and kind in CLASSES:
        return generate(kind, int(asked[2]))
    raise SettingError(
        f"map must be one of {', '.join(shipped())}, a class and a seed such as wooded:17, or the text of a map, "
        f"not {value[:40]!r}{meant(value[:40], shipped())} (O1.2)"
    )


def source(name: str) -> str:
    """The text of the shipped map with that id."""
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def densities(shown: Map) -> dict[str, float]:
    """The share of the cells for each group in GROUPS; open counts only the kind open, not roads or fords."""
    cells = "".join(shown.rows)
    return {
        group: sum(cells.count(SIGNS[kind]) for kind in kinds) / len(cells) for group, kinds in GROUPS.items()
    }
