"""The ground that two armies fight on, as shown and exported, and the account of its score (O4, O5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct

from sandtable.authoring import Setup, View
from sandtable.games.optio.data.battle import HALF, UNSHIFTED, frame, under
from sandtable.games.optio.data.ground import (
    EAST,
    EDGE,
    EDGE_SIGN,
    GROUNDS,
    IMPASSABLE,
    NORTH,
    SOUTH,
    WEST,
    square_name,
)
from sandtable.games.optio.data.mapfile import Map
from sandtable.games.optio.data.profiles import NAMES, NONE, Profile, army, profiles
from sandtable.games.optio.schema import EVEN, NO_SHIFT, OWN_PROFILE, SCORE_FROM

# whose game it is, also for printed pages
CREDIT = "The terrain pre-game of Optio is its author's, who published it for everybody."
SOURCE = "Its rules are made from that publication; maps and profiles of armies are filled in."


@dataclass(frozen=True)
class Battlefield:
    """A battlefield as Navy sees it: 8 rows of 16 cells, row 7 nearest to Navy.

    `cells` holds kinds from `ground.GROUNDS`, or `ground.EDGE`; `up` is the compass side (0 north, 1 east, 2 south, 3 west)
    that the top of a sheet points to; `near` and `far` name the armies at the bottom and at the top; `match` is "" outside a
    match.
    """

    title: str
    match: str
    cells: tuple[tuple[int, ...], ...]
    up: int
    near: str
    far: str


Half = Literal["own", "enemy"]


class AccountRow(Struct, frozen=True):
    """The value to an army of the cells of one kind of ground in one half, and the reason."""

    ground: str
    half: Half
    count: int
    weight: float
    points: float
    reason: str


class AccountSide(Struct, frozen=True):
    """The value of the ground to a seat's army."""

    seat: int
    profile: str
    total: float
    rows: list[AccountRow]


class Field(Struct, frozen=True):
    """The ground as Navy sees it: a string for each row; `up` is the compass side at its top."""

    cells: list[str]
    up: int


class Account(Struct, frozen=True):
    """How the score came about, ground by ground (O4.5)."""

    value: float
    even: float
    difference: float
    score_from: Literal["average", "zero"]
    mean: float
    scale: float
    sides: tuple[AccountSide, AccountSide]
    field: Field


SEATS = ("Navy", "Oxblood")
# quarter turns anticlockwise that bring Navy's side to the bottom
TURNS = {SOUTH: 0, WEST: 1, NORTH: 2, EAST: 3}


def map_name(setup: Setup) -> str:
    """The name of the map."""
    return bytes(setup.name).rstrip(b"\0").decode(errors="ignore")


def profile_of(setup: Setup, seat: int) -> Profile:
    """The profile of a seat's army (O4.5)."""
    number = int(setup.profile[seat])
    if number == OWN_PROFILE:
        return army("profile", bytes(setup.own_profile[seat]).rstrip(b"\0").decode())
    return list(profiles().values())[number]


def navys_side(second: int, side: int) -> int:
    """The side of the field that is Navy's (O4.1)."""
    return side if second == 0 else (side + 2) % 4


def seen_by_navy(cells: np.ndarray, square: int, side: int, shift: int, second: int) -> np.ndarray:
    """The kinds of ground under the template, uint8[8, 16], the last row nearest to Navy."""
    return np.rot90(under(cells, frame(square, side, shift)), TURNS[navys_side(second, side)])


def template(cells: np.ndarray, square: int, side: int, shift: int) -> dict[str, Any]:
    """The position of the template on a map, and how many cells of each kind it covers (O4.2 to O4.4)."""
    place = frame(square, side, shift)
    counts = np.bincount(under(cells, place).ravel(), minlength=EDGE + 1)
    return {
        "shift": shift,
        **place._asdict(),
        "counts": {NAMES[kind]: int(n) for kind, n in enumerate(counts) if n and kind != EDGE},
        "impassable": int(counts[list(IMPASSABLE)].sum()),
        "edge": int(counts[EDGE]),
    }


def objection(still: Mapping[str, Any], there: Mapping[str, Any]) -> str:
    """Why the template may not be shifted from `still` to `there`, both as returned by `template`; "" if it may."""
    for of_kind, cells in (("impassable", "Impassable cells"), ("edge", "Cells beyond the map")):
        if there[of_kind] > still[of_kind]:
            return f"{cells} would rise from {still[of_kind]} to {there[of_kind]} (O4.4)."
    return ""


def battlefield_at(shown: Map, square: int, side: int, shift: int = UNSHIFTED) -> Battlefield:
    """The battlefield in a square of a map if Navy entered it second, by `side`."""
    return _field(shown.cells, shown.name, square, side, shift, 0, SEATS)


def battlefield(setup: Setup, s: View) -> Battlefield | None:
    """The battlefield of a match, or None if it has none or its template is not placed yet."""
    return None if s.shift == NO_SHIFT else ground_under(setup, s, int(s.shift))


def ground_under(setup: Setup, s: View, shift: int) -> Battlefield | None:
    """The battlefield of a match with the template at `shift`, or None if it has none."""
    if s.battle < 0:
        return None
    names = [_army(seat, profile_of(setup, seat)) for seat in (0, 1)]
    where = (int(s.battle), int(s.battle_side), shift, int(s.second))
    return _field(setup.cell, map_name(setup), *where, (names[0], names[1]))


def _army(seat: int, profile: Profile) -> str:
    return f"{SEATS[seat]}, {profile.name}" if profile.worth else SEATS[seat]


class _Named(Struct):
    name: str
    id: str = ""


class _Battle(Struct):
    square: int


class _Account(Struct):
    field: Field


class _Scene(Struct):
    map: _Named
    profiles: list[_Named]
    battle: _Battle | None
    account: _Account | None


def battlefield_of(scene: Mapping[str, Any]) -> Battlefield | None:
    """The battlefield shown by a scene of the page, perhaps one made under older rules, or None if it shows none."""
    try:
        shown = msgspec.convert(scene, _Scene)
    except msgspec.ValidationError:
        return None
    if shown.battle is None or shown.account is None:
        return None
    kinds = {_sign(kind): kind for kind in range(EDGE + 1)}
    near, far = (
        seat if army.id == NONE else f"{seat}, {army.name}"
        for seat, army in zip(SEATS, shown.profiles, strict=True)
    )
    return Battlefield(
        title=f"{shown.map.name}, {square_name(shown.battle.square)}",
        match="",
        cells=tuple(tuple(kinds[sign] for sign in row) for row in shown.account.field.cells),
        up=shown.account.field.up,
        near=near,
        far=far,
    )


def _field(
    cells: np.ndarray, name: str, square: int, side: int, shift: int, second: int, names: tuple[str, str]
) -> Battlefield:
    rows = seen_by_navy(cells, square, side, shift, second)
    return Battlefield(
        title=f"{name}, {square_name(square)}",
        match="",
        cells=tuple(tuple(int(kind) for kind in row) for row in rows),
        up=(navys_side(second, side) + 2) % 4,
        near=names[0],
        far=names[1],
    )


def account(setup: Setup, s: View) -> Account | None:
    """How the score came about, ground by ground, or None without a battlefield (O4.5)."""
    made = battlefield(setup, s)
    if made is None:
        return None
    rows = np.array(made.cells)
    sides = _side(0, profile_of(setup, 0), rows), _side(1, profile_of(setup, 1), rows)
    difference = sides[0].total - sides[1].total
    scale = float(setup.scale)
    return Account(
        value=(difference - float(setup.centre)) / scale if scale > 0 else 0.0,
        even=EVEN,
        difference=difference,
        score_from=SCORE_FROM[int(setup.from_zero)],
        mean=float(setup.centre),
        scale=scale,
        sides=sides,
        field=Field(["".join(_sign(kind) for kind in row) for row in made.cells], made.up),
    )


def _sign(kind: int) -> str:
    return EDGE_SIGN if kind == EDGE else GROUNDS[kind].sign


def _side(seat: int, profile: Profile, rows: np.ndarray) -> AccountSide:
    own, enemy = (rows[HALF:], rows[:HALF]) if seat == 0 else (rows[:HALF], rows[HALF:])
    halves: list[tuple[Half, np.ndarray]] = [("own", own), ("enemy", enemy)]
    told = [
        _row(kind, half, int((part == kind).sum()), profile)
        for half, part in halves
        for kind in range(EDGE + 1)
        if profile.worth and (part == kind).any()
    ]
    return AccountSide(seat=seat, profile=profile.id, total=float(sum(row.points for row in told)), rows=told)


def _row(kind: int, half: Half, count: int, profile: Profile) -> AccountRow:
    worth = profile.worth[kind]
    own = half == "own"
    weight, reason = (worth.own, worth.own_reason) if own else (worth.enemy, worth.enemy_reason)
    return AccountRow(
        ground=NAMES[kind], half=half, count=count, weight=weight, points=weight * count, reason=reason
    )
