"""Battlefields in plain Python, cell by cell, written from the rule text: what lies under a template, and what it is worth.

Nothing of the game's code is used; the profiles are the game's data.
"""

import tomllib
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

SIGNS = {
    "open": ".",
    "gentle hill": "h",
    "steep hill": "H",
    "wood": "w",
    "rough": "r",
    "marsh": "m",
    "cultivated": "c",
    "stream": "s",
    "road": "=",
    "ford": "f",
    "bridge": "b",
    "lake": "L",
    "cliff": "X",
    "river": "R",
    "beyond the map": "#",
}
IMPASSABLE, EDGE = "LXR", "#"
COMPASS = ("north", "east", "south", "west")
# where a player at a side of the field looks to, and what is to the right of him: steps east and south
FORWARD = {"south": (0, -1), "north": (0, 1), "west": (1, 0), "east": (-1, 0)}
RIGHT = {"south": (1, 0), "north": (-1, 0), "west": (0, 1), "east": (0, -1)}
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
SQUARES = [f"{column}{row}" for column in "ABCDE" for row in "12345"]
# east and south
SHIFTS = [(east, south) for south in (-1, 0, 1) for east in (-1, 0, 1)]
STAY = (0, 0)


@cache
def profiles() -> dict[str, Any]:
    """The profiles as they are written."""
    return tomllib.loads(
        files("sandtable.games.optio").joinpath("data", "profiles.toml").read_text(encoding="utf-8")
    )


def own_text(text: str) -> dict[tuple[str, str], float]:
    """The weights of a player's own profile, by half and sign; a ground that it does not name weighs nothing."""
    half, weights = (
        "",
        dict.fromkeys(((half, sign) for sign in SIGNS.values() for half in ("own", "enemy")), 0.0),
    )
    for line in text.splitlines():
        name, _, rest = line.partition(":")
        if not line.startswith(" "):
            half = name
        elif half in ("own", "enemy"):
            weights[half, SIGNS[name.strip()]] = float(rest.split(",")[0])
    return weights


class Judge:
    """A map, 40 rows of 40 signs, north first, the profiles of both armies, and what scores 0."""

    def __init__(
        self, rows: list[str], navy: str = "none", oxblood: str = "none", score_from: str = "average"
    ) -> None:
        self.rows = rows
        self.from_zero = score_from == "zero"
        self.worths = [self._worth(navy), self._worth(oxblood)]

    @staticmethod
    def _worth(profile: str) -> dict[tuple[str, str], float]:
        # half and sign -> weight
        if profile == "none":
            return {}
        if "\n" in profile:
            return own_text(profile)
        entry = profiles()[profile]
        return {
            (half, sign): entry[half][name][0] for name, sign in SIGNS.items() for half in ("own", "enemy")
        }

    def cell(self, east: int, south: int) -> str:
        inside = 0 <= east < 40 and 0 <= south < 40
        return self.rows[south][east] if inside else EDGE

    def field(self, square: str, navys_side: str, shift: tuple[int, int] = STAY) -> list[str]:
        """The battlefield as Navy sees it: 8 rows of 16 signs, the last row nearest to it (O4.2, O4.3)."""
        # in half cells from the map's corner, so that the middle of the field is whole
        middle = (16 * "ABCDE".index(square[0]) + 8, 16 * (5 - int(square[1])) + 8)
        forward, right = FORWARD[navys_side], RIGHT[navys_side]

        def sign(ahead: int, aside: int) -> str:
            east = middle[0] + ahead * forward[0] + aside * right[0]
            south = middle[1] + ahead * forward[1] + aside * right[1]
            return self.cell(east // 2 + shift[0], south // 2 + shift[1])

        return ["".join(sign(ahead, aside) for aside in range(-15, 16, 2)) for ahead in range(7, -8, -2)]

    def bad(self, square: str, side: str, shift: tuple[int, int]) -> tuple[int, int]:
        """How many cells under the template are impassable, and how many beyond the map."""
        cells = "".join(self.field(square, side, shift))
        return sum(cells.count(sign) for sign in IMPASSABLE), cells.count(EDGE)

    def may(self, square: str, side: str, shift: tuple[int, int]) -> bool:
        """Whether the template may be shifted so (O4.4)."""
        impassable, edge = self.bad(square, side, shift)
        before = self.bad(square, side, STAY)
        return impassable <= before[0] and edge <= before[1]

    def suits(self, seat: int, field: list[str]) -> float:
        """What a field, as Navy sees it, is worth to the army of a seat (O4.5)."""
        worth = self.worths[seat]
        halves = (
            {"enemy": field[:4], "own": field[4:]} if seat == 0 else {"own": field[:4], "enemy": field[4:]}
        )
        return sum(worth.get((half, sign), 0.0) for half, part in halves.items() for sign in "".join(part))

    def difference(self, square: str, navys_side: str, shift: tuple[int, int] = STAY) -> float:
        field = self.field(square, navys_side, shift)
        return self.suits(0, field) - self.suits(1, field)

    @cached_property
    def mean(self) -> float:
        """What scores 0: the average difference over every square and side, the template where it lies, or no difference."""
        if self.from_zero:
            return 0.0
        return sum(self.difference(square, side) for square in SQUARES for side in COMPASS) / 100

    @cached_property
    def scale(self) -> float:
        """The largest distance from the average that any allowed template has."""
        return max(
            abs(self.difference(square, side, shift) - self.mean)
            for square in SQUARES
            for side in COMPASS
            for shift in SHIFTS
            if self.may(square, side, shift)
        )

    def value(self, square: str, navys_side: str, shift: tuple[int, int] = STAY) -> float:
        """Navy's score before small ones count as a draw."""
        return (self.difference(square, navys_side, shift) - self.mean) / self.scale if self.scale else 0.0
