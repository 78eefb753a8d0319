"""The armies' profiles: what each kind of ground is worth to them, read from `profiles.toml` (O4.5)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sandtable.games.optio.ground import EDGE_NAME, GROUNDS

NAMES = (*(ground.name for ground in GROUNDS), EDGE_NAME)
NONE = "none"


@dataclass(frozen=True)
class Worth:
    """What one cell of a kind of ground is worth in the own half and in the enemy's, and why."""

    own: float
    enemy: float
    own_reason: str
    enemy_reason: str


@dataclass(frozen=True)
class Profile:
    """An army; `worth` holds one entry a kind of ground in the order of NAMES, empty for an army without wishes."""

    id: str
    name: str
    text: str
    worth: tuple[Worth, ...]


@cache
def profiles() -> Mapping[str, Profile]:
    """All profiles by id, "none" first: an army without wishes."""
    read = tomllib.loads((Path(__file__).parent / "profiles.toml").read_text(encoding="utf-8"))
    made = {NONE: Profile(NONE, "no profile", "Any ground is as good as any other.", ())}
    for name, entry in read.items():
        worth = tuple(_worth(entry["own"][ground], entry["enemy"][ground]) for ground in NAMES)
        made[name] = Profile(name, entry["name"], entry["text"], worth)
    return made


def _worth(own: tuple[float, str], enemy: tuple[float, str]) -> Worth:
    return Worth(own[0], enemy[0], own[1], enemy[1])
