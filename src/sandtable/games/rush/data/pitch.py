"""The pitch: its hexes, halves, strike zones, launch hexes and entries, read from `pitch.toml` (R1)."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring.hexgrid import HexGrid, grid

HEXES, ZONES, LAUNCHES = 201, 6, 5
LETTERS = "ABCDEFGHIJK"
ROWS = (16, 17, 18, 19, 20, 21, 20, 19, 18, 17, 16)  # number of hexes in each row, R1.1
FIRST = tuple(sum(ROWS[:n]) for n in range(len(ROWS)))  # first hex of each row
SIDES = ("Home", "Visitor")
APART = 4  # distance between the strike hex and the bonus hex of a zone, R1.3


@dataclass(frozen=True)
class Pitch:
    """Tables of the hexes, numbered row by row from the north and, within a row, from the west; zones 0-2 lie in Home's
    half.
    """

    grid: HexGrid
    half: Any  # uint8[201]: the seat whose half it is, 2 for neutral
    zone: Any  # uint8[201]: 0-5, 6 for none
    strike: Any  # uint8[6]: strike hexes
    bonus: Any  # uint8[6]: bonus hexes
    scorer: Any  # uint8[6]: the seat that scores there
    points: Any  # uint8[6, 2]: points for a strike from any hex, and from the bonus hex
    launch: Any  # uint8[2, 5]: launch hexes from each seat's left
    gate: Any  # uint8[2, 2]: entry hexes of each seat, north and south
    zone_names: tuple[str, ...]


@dataclass(frozen=True)
class _Zone:
    # a zone in Visitor's half
    name: str
    hexes: tuple[int, ...]
    strike: int
    bonus: int
    points: tuple[int, int]


def hex_name(h: int) -> str:
    """The name of a hex: the letter of its row from the north and its number from the west, such as F11."""
    row = int(np.searchsorted(FIRST, h, "right")) - 1
    return f"{LETTERS[row]}{h - FIRST[row] + 1}"


def hex_of(name: str) -> int:
    """The hex with the given name; `ValueError` if there is none."""
    row, number = LETTERS.find(name[:1]), name[1:]
    if name and row >= 0 and number in map(str, range(1, ROWS[row] + 1)):
        return FIRST[row] + int(number) - 1
    raise ValueError(
        f"{name[:40]!r} is not a hex: give a row from A to {LETTERS[-1]} and a number counted from the west, "
        "such as A1 or F21 (R1.1)"
    )


def mirrored(h: int) -> int:
    """The corresponding hex in the other half."""
    row = int(np.searchsorted(FIRST, h, "right")) - 1
    return 2 * FIRST[row] + ROWS[row] - 1 - h


@cache
def pitch() -> Pitch:
    """The shipped pitch."""
    return read((Path(__file__).parent / "pitch.toml").read_text(encoding="utf-8"))


def read(text: str) -> Pitch:
    """The pitch described by a text; `ValueError` says in one sentence what is wrong."""
    given = tomllib.loads(text)
    if set(given) != {"launch", "entries", "zone"}:
        raise ValueError("pitch: the keys must be launch, entries and zone, and nothing else (R1)")
    field = grid(
        [(2 * n + 1 - size, row - len(ROWS) // 2) for row, size in enumerate(ROWS) for n in range(size)]
    )
    zones = _zones(given["zone"], field)
    launch = _hexes(given["launch"], LAUNCHES, "launch", "R1.2")
    if any(field.x[launch]) or any(np.diff(field.row[launch]) <= 0):
        raise ValueError(
            "pitch, launch: the launch hexes must lie on the centre line, listed from north to south (R1.2)"
        )
    gates = _hexes(given["entries"], 2, "entries", "R1.4")
    if any(field.x[gates] <= 0) or list(field.row[gates]) != [field.row.min(), field.row.max()]:
        raise ValueError(
            "pitch, entries: one must lie in the northernmost row and one in the southernmost, both in the east (R1.4)"
        )
    return _tables(field, zones, launch, gates)


def _hexes(listed: object, count: int, where: str, clause: str) -> list[int]:
    if not isinstance(listed, list) or len(listed) != count:
        raise ValueError(f"pitch, {where}: there must be a list of {count} hexes ({clause})")
    return [_hex(name, where) for name in listed]


def _hex(name: object, where: str) -> int:
    try:
        return hex_of(str(name))
    except ValueError as fault:
        raise ValueError(f"pitch, {where}: {fault}") from None


def _zones(listed: object, field: HexGrid) -> list[_Zone]:
    # R1.3
    if not isinstance(listed, list) or len(listed) != ZONES // 2:
        raise ValueError(f"pitch: there must be {ZONES // 2} [[zone]] tables (R1.3)")
    zones = [_zone(entry, number, field) for number, entry in enumerate(listed, 1)]
    hexes = [h for zone in zones for h in zone.hexes]
    if len(set(hexes)) < len(hexes) or any(field.x[hexes] <= 0):
        raise ValueError("pitch: the zones must lie in the east, apart from each other (R1.3)")
    return zones


def _zone(entry: Any, number: int, field: HexGrid) -> _Zone:
    where, names = f"zone {number}", {"name", "centre", "strike", "bonus", "points"}
    if not isinstance(entry, dict) or set(entry) != names or not isinstance(entry["name"], str):
        raise ValueError(f"pitch, {where}: the keys must be name, centre, strike, bonus and points (R1.3)")
    centre, strike, bonus = (_hex(entry[name], where) for name in ("centre", "strike", "bonus"))
    flower = tuple(int(h) for h in np.flatnonzero(field.distance[centre] <= 1))
    ends = field.distance[strike, bonus], field.distance[centre, strike], field.distance[centre, bonus]
    if len(flower) < 7 or ends != (APART, APART // 2, APART // 2):
        raise ValueError(
            f"pitch, {where}: the strike hex and the bonus hex must lie {APART} apart, with the centre and "
            "the six hexes around it between them (R1.3)"
        )
    points = entry["points"]
    if (
        not isinstance(points, list)
        or [type(n) for n in points] != [int, int]
        or not 0 < points[0] <= points[1] < 8
    ):
        raise ValueError(
            f"pitch, {where}: points must be two whole numbers from 1 to 7, the second at least as large as the first (R1.3)"
        )
    return _Zone(entry["name"], (*flower, strike, bonus), strike, bonus, (points[0], points[1]))


def _tables(field: HexGrid, east: Sequence[_Zone], launch: list[int], gates: list[int]) -> Pitch:
    # R1.2 to R1.4: the west mirrors the east; a side scores in the other's half
    west = [
        _Zone(z.name, tuple(map(mirrored, z.hexes)), mirrored(z.strike), mirrored(z.bonus), z.points)
        for z in east
    ]
    zones = [*west, *east]
    zone = np.full(HEXES, ZONES, np.uint8)
    for number, made in enumerate(zones):
        zone[list(made.hexes)] = number
    half = np.select([field.x < 0, field.x > 0], [0, 1], 2).astype(np.uint8)
    strike = np.array([z.strike for z in zones], np.uint8)
    return Pitch(
        grid=field,
        half=half,
        zone=zone,
        strike=strike,
        bonus=np.array([z.bonus for z in zones], np.uint8),
        scorer=1 - half[strike],
        points=np.array([z.points for z in zones], np.uint8),
        launch=np.array([launch, launch[::-1]], np.uint8),
        gate=np.array([[mirrored(h) for h in gates], gates], np.uint8),
        zone_names=tuple(f"{SIDES[half[z.strike]]}'s {z.name}" for z in zones),
    )
