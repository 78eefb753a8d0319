"""`Battlefield`: the ground that two armies fight on, as it is exported (O4.2, O5.1)."""

from dataclasses import dataclass

# whose game it is, on printed pages too
CREDIT = "The terrain pre-game of Optio is its author's, who published it for everybody."
SOURCE = "Its rules are made from that publication; maps and profiles of armies are filled in."


@dataclass(frozen=True)
class Battlefield:
    """A battlefield as Navy sees it: 8 rows of 16 cells, row 7 nearest to Navy.

    `cells` holds kinds of `ground.GROUNDS` or `ground.EDGE`; `up` is the compass side (0 north, 1 east, 2 south, 3 west) that
    the top of a sheet points to; `near` and `far` name the armies at the bottom and at the top; `match` is "" outside a match.
    """

    title: str
    match: str
    cells: tuple[tuple[int, ...], ...]
    up: int
    near: str
    far: str
