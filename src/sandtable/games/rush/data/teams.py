"""The sizes of a match (R2.3), ready-made formations (R2.4), and shipped or custom teams (R2.1, R2.2)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import IntEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from sandtable.authoring import SettingError, names_of
from sandtable.authoring.decoding import DecodingError, toml_of
from sandtable.authoring.naming import meant, shown
from sandtable.games.rush.data.pitch import hex_of, mirrored, pitch

MOST_PLAYERS = 8
# the maximum for any number; the minimum is 1
MOST = {
    "rushes": 40,
    "tokens": 10,
    "team": MOST_PLAYERS,
    "on_pitch": MOST_PLAYERS,
    "sudden_rushes": 40,
    "winning_lead": 40,
}


@dataclass(frozen=True)
class Preset:
    """A size of a match."""

    rushes: int  # of both sides together
    tokens: int  # in a rush
    team: int  # players in a team
    on_pitch: int
    sudden_rushes: int  # of sudden death (R2.5)
    winning_lead: int  # the lead that wins at once (R2.5)


@cache
def presets() -> Mapping[str, Preset]:
    """The shipped presets by name, the default first."""
    return read_presets((Path(__file__).parent / "presets.toml").read_text(encoding="utf-8"))


def read_presets(text: str) -> Mapping[str, Preset]:
    """The presets listed in a text, by name; `ValueError` says in one sentence what is wrong."""
    return {name: _preset(name, figures) for name, figures in tomllib.loads(text).items()}


def _preset(name: str, figures: Any) -> Preset:
    where, names = f"presets, [{name}]", [field.name for field in fields(Preset)]
    if not isinstance(figures, dict) or set(figures) != set(names):
        raise ValueError(f"{where}: a preset must have {', '.join(names)} and nothing else (R2.3)")
    for key, figure in figures.items():
        if type(figure) is not int or not 1 <= figure <= MOST[key]:
            raise ValueError(
                f"{where}: {key} must be a whole number from 1 to {MOST[key]}, not {figure!r} (R2.3)"
            )
    made = Preset(**figures)
    if made.on_pitch > made.team:
        raise ValueError(
            f"{where}: on_pitch must be at most the team size, {made.team}, not {made.on_pitch} (R2.3)"
        )
    return made


FORMATIONS = 6


def read_formations(text: str) -> dict[str, tuple[int, ...]]:
    """The formations listed in a text: Home's hexes by name; `ValueError` says in one sentence what is wrong."""
    listed = tomllib.loads(text).get("formation")
    if not isinstance(listed, list) or len(listed) != FORMATIONS:
        raise ValueError(f"formations: there must be {FORMATIONS} [[formation]] tables (R2.4)")
    made: dict[str, tuple[int, ...]] = {}
    for number, entry in enumerate(listed, 1):
        name = entry["name"] if isinstance(entry, dict) and set(entry) == {"name", "home"} else None
        if not isinstance(name, str) or not name or name in made:
            raise ValueError(
                f"formations, number {number}: it must have a unique name and a home, and nothing else (R2.4)"
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
                f"{where}: every player needs a hex of his own, but {listed[slot]} is listed twice (R2.4)"
            )
    return hexes


@cache
def _shipped() -> dict[str, tuple[int, ...]]:
    return read_formations((Path(__file__).parent / "formations.toml").read_text(encoding="utf-8"))


NAMES = tuple(_shipped())


@cache
def formations() -> Any:
    """uint8[2, FORMATIONS, MOST_PLAYERS]: the hex of each player of the roster for Home, and mirrored for Visitor."""
    home = list(_shipped().values())
    made = np.array([home, [[mirrored(h) for h in hexes] for hexes in home]], np.uint8)
    made.flags.writeable = False
    return made


FOLDER = Path(__file__).parent / "rosters"
DEFAULT = "humans"
OWN = "own"
MOST_TEXT = 3000  # characters
LONGEST_ROSTER, LONGEST_PLAYER = 24, 16  # bytes of a name
# R2.1: hexes of a move, and what a die must show in a test
STATISTICS = {"move": (1, 9), "strength": (2, 6), "speed": (2, 6), "skill": (2, 6), "armour": (2, 6)}
# R2.1 and R2.2, for a roster editor
BOUNDS = {
    **STATISTICS,
    "players": (1, MOST_PLAYERS),
    "roster_name": (1, LONGEST_ROSTER),
    "player_name": (1, LONGEST_PLAYER),
}


class Role(IntEnum):
    """The role of a player (R2.1)."""

    STRIKER, JACK, GUARD = range(3)


ROLES = names_of(Role)


@dataclass(frozen=True)
class KindOfPlayer:
    """The statistics of players of the same name: move in hexes, and what a die must show in the other four tests."""

    name: str
    role: str
    move: int
    strength: int
    speed: int
    skill: int
    armour: int


@dataclass(frozen=True)
class Roster:
    """A team in order: if a match has fewer players, the first ones play, in the first places of a formation."""

    id: str  # of a shipped roster, or OWN
    name: str
    team: tuple[KindOfPlayer, ...]  # 1 to MOST_PLAYERS


@lru_cache(maxsize=1)
def shipped() -> tuple[str, ...]:
    """The ids of the rosters in the package, the default first."""
    return tuple(
        sorted((path.stem for path in FOLDER.glob("*.toml")), key=lambda name: (name != DEFAULT, name))
    )


@lru_cache(maxsize=64)
def roster(value: str) -> Roster:
    """The shipped roster with the given id, or the roster in the text `value`; `SettingError` says what is wrong and where."""
    if "\n" in value:
        return _parse(value, OWN)
    if value in shipped():
        return _parse(source(value), value)
    wrong = f"{value[:40]!r}{meant(value[:40], shipped())}"
    raise SettingError(
        f"roster must be one of {', '.join(shipped())} or the text of a roster, not {wrong} (R2.2)"
    )


def source(name: str) -> str:
    """The text of the shipped roster with the given id."""
    return (FOLDER / f"{name}.toml").read_text(encoding="utf-8")


def _parse(text: str, name: str) -> Roster:
    if len(text) > MOST_TEXT:
        _fail("text", f"a roster must be at most {MOST_TEXT} characters long, not {len(text)}", "R2.2")
    try:
        read = toml_of(text)
    except DecodingError as fault:
        _fail("text", str(fault), "R2.2")
    _only(read, ("name", "team", "player"), "text")
    title = _name(read["name"], LONGEST_ROSTER, "name")
    entries = _table(read["player"], "player", "a table of each kind of player by name")
    kinds = {entry: _kind(entry, entries[entry]) for entry in entries}
    return Roster(name, title, _team(read["team"], kinds))


def _kind(entry: str, figures: object) -> KindOfPlayer:
    where = f"player {entry[:40]!r}"
    _name(entry, LONGEST_PLAYER, where)
    given = _table(figures, where, "a table with a role and statistics")
    _only(given, ("role", *STATISTICS), where)
    if given["role"] not in ROLES:
        _fail(
            f"{where}, role", f"a role must be one of {', '.join(ROLES)}, not {shown(given['role'])}", "R2.1"
        )
    for name, (low, high) in STATISTICS.items():
        figure = given[name]
        if type(figure) is not int or not low <= figure <= high:
            range_text = f"a whole number from {low} to {high}"
            _fail(f"{where}, {name}", f"{name} must be {range_text}, not {shown(figure)}", "R2.1")
    return KindOfPlayer(entry, **given)


def _team(listed: object, kinds: Mapping[str, KindOfPlayer]) -> tuple[KindOfPlayer, ...]:
    known = ", ".join(kinds) or "none"
    allowed = f"a team must be a list of 1 to {MOST_PLAYERS} kinds of player"
    if not isinstance(listed, list):
        _fail("team", f"{allowed}, not {shown(listed)}", "R2.2")
    if not 1 <= len(listed) <= MOST_PLAYERS:
        _fail("team", f"{allowed}, not of {len(listed)}", "R2.2")
    for number, name in enumerate(listed, 1):
        if not isinstance(name, str) or name not in kinds:
            wrong = f"{shown(name)} is not a kind of player here; the kinds are {known}"
            _fail(f"team, player {number}", wrong, "R2.2")
    return tuple(kinds[name] for name in listed)


def _name(value: object, longest: int, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        _fail(where, f"a name must be printable text on one line, not {shown(value)}", "R2.2")
    if len(value.encode()) > longest:
        _fail(where, f"a name must be at most {longest} bytes long, not {len(value.encode())}", "R2.2")
    return value


def _table(value: object, where: str, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        _fail(where, f"this must be {what}, not {shown(value)}", "R2.2")
    return value


def _only(given: Mapping[str, object], names: tuple[str, ...], where: str) -> None:
    for name in given:
        if name not in names:
            _fail(where, f"the keys must be {', '.join(names)}, not {shown(name)}", "R2.2")
    for name in names:
        if name not in given:
            _fail(where, f"{name} is missing; the keys must be {', '.join(names)}", "R2.2")


def _fail(where: str, what: str, clause: str) -> NoReturn:
    raise SettingError(f"roster, {where}: {what} ({clause})")
