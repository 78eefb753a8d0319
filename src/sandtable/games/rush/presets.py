"""The sizes of a match, read from `presets.toml` (R2.3)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

MOST_PLAYERS = 8
# the most that a figure may be; the least is 1
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
    team: int  # players of a team
    on_pitch: int
    sudden_rushes: int  # of sudden death (R2.5)
    winning_lead: int  # the lead that wins at once (R2.5)


@cache
def presets() -> Mapping[str, Preset]:
    """The presets in the package by name, the default first."""
    return read((Path(__file__).parent / "presets.toml").read_text(encoding="utf-8"))


def read(text: str) -> Mapping[str, Preset]:
    """The presets that a text lists by name; `ValueError` says in one sentence what is wrong."""
    return {name: _preset(name, figures) for name, figures in tomllib.loads(text).items()}


def _preset(name: str, figures: Any) -> Preset:
    where, names = f"presets, [{name}]", [field.name for field in fields(Preset)]
    if not isinstance(figures, dict) or set(figures) != set(names):
        raise ValueError(f"{where}: a preset says {', '.join(names)} and nothing else (R2.3)")
    for key, figure in figures.items():
        if type(figure) is not int or not 1 <= figure <= MOST[key]:
            raise ValueError(
                f"{where}: {key} must be a whole number from 1 to {MOST[key]}, not {figure!r} (R2.3)"
            )
    made = Preset(**figures)
    if made.on_pitch > made.team:
        raise ValueError(
            f"{where}: on_pitch must be at most the team of {made.team}, not {made.on_pitch} (R2.3)"
        )
    return made
