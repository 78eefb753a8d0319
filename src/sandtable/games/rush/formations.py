"""Ready-made formations, read from `formations.toml` (R2.4)."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.games.rush.pitch import hex_of, mirrored, pitch
from sandtable.games.rush.presets import MOST_PLAYERS

FORMATIONS = 6


def read(text: str) -> dict[str, tuple[int, ...]]:
    """The formations that a text lists: Home's hexes by name; `ValueError` says in one sentence what is wrong."""
    listed = tomllib.loads(text).get("formation")
    if not isinstance(listed, list) or len(listed) != FORMATIONS:
        raise ValueError(f"formations: there must be {FORMATIONS} tables [[formation]] (R2.4)")
    made: dict[str, tuple[int, ...]] = {}
    for number, entry in enumerate(listed, 1):
        name = entry["name"] if isinstance(entry, dict) and set(entry) == {"name", "home"} else None
        if not isinstance(name, str) or not name or name in made:
            raise ValueError(
                f"formations, number {number}: it must have a name of its own, home, and nothing else (R2.4)"
            )
        made[name] = _hexes(name, entry["home"])
    return made


def _hexes(name: str, listed: object) -> tuple[int, ...]:
    where = f"formations, {name!r}"
    if not isinstance(listed, list) or len(listed) != MOST_PLAYERS:
        raise ValueError(f"{where}: home must be a list of {MOST_PLAYERS} hexes (R2.4)")
    try:
        hexes = tuple(hex_of(str(entry)) for entry in listed)
    except ValueError as fault:
        raise ValueError(f"{where}: {fault}") from None
    for slot, h in enumerate(hexes):
        if pitch().half[h] != 0:
            raise ValueError(f"{where}: every hex must lie in Home's half, not {listed[slot]} (R2.4)")
        if h in hexes[:slot]:
            raise ValueError(
                f"{where}: every player needs a hex of his own, {listed[slot]} stands there twice (R2.4)"
            )
    return hexes


@cache
def _shipped() -> dict[str, tuple[int, ...]]:
    return read((Path(__file__).parent / "formations.toml").read_text(encoding="utf-8"))


NAMES = tuple(_shipped())


@cache
def formations() -> Any:
    """uint8[2, FORMATIONS, MOST_PLAYERS]: the hex of each player of the roster for Home, and for Visitor its mirror image."""
    home = list(_shipped().values())
    made = np.array([home, [[mirrored(h) for h in hexes] for hexes in home]], np.uint8)
    made.flags.writeable = False
    return made
