"""The armies' profiles: the value of each kind of ground to them, from `profiles.toml` or a custom text (O4.5)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from sandtable.authoring import SettingError
from sandtable.authoring.naming import meant
from sandtable.games.optio.data.ground import EDGE_NAME, GROUNDS
from sandtable.games.optio.data.textfile import Line, Source, cut

NAMES = (*(ground.name for ground in GROUNDS), EDGE_NAME)
NONE = "none"
# the longest custom text, in bytes of UTF-8: thirty weights with reasons take about 2,000
LONGEST_TEXT = 4096
LONGEST_NAME, LONGEST_SENTENCE = 24, 120
KEYS = ("name", "text", "own", "enemy")
MOST_WEIGHT = 3
# O4.5, for a profile editor: lengths of a name and of a sentence, and the value of a cell
BOUNDS = {"name": (1, LONGEST_NAME), "sentence": (1, LONGEST_SENTENCE), "weight": (-MOST_WEIGHT, MOST_WEIGHT)}
WEIGHT = re.compile(r"[+-]?[0-9](\.[0-9]{1,2})?")


@dataclass(frozen=True)
class Worth:
    """The value of one cell of a kind of ground in the army's own half and in the enemy's, and the reasons."""

    own: float
    enemy: float
    own_reason: str
    enemy_reason: str


@dataclass(frozen=True)
class Profile:
    """An army; `worth` has one entry per kind of ground in the order of NAMES, and is empty for an army without wishes.

    `id` is "own" for a custom text.
    """

    id: str
    name: str
    text: str
    worth: tuple[Worth, ...]


@cache
def profiles() -> Mapping[str, Profile]:
    """All shipped profiles by id, "none" first: an army without wishes."""
    read = tomllib.loads((Path(__file__).parent / "profiles.toml").read_text(encoding="utf-8"))
    made = {NONE: Profile(NONE, "no profile", "Any ground is as good as any other.", ())}
    for name, entry in read.items():
        worth = tuple(_worth(entry["own"][ground], entry["enemy"][ground]) for ground in NAMES)
        made[name] = Profile(name, entry["name"], entry["text"], worth)
    return made


@lru_cache(maxsize=64)
def army(setting: str, value: str) -> Profile:
    """The shipped profile with that id, or the one in the text `value`, for the setting with this name.

    `SettingError` says in one sentence what is wrong and, for a text, at what line and column.
    """
    if "\n" in value:
        return _parse(Source(setting, "profile", "O4.5", LONGEST_TEXT), value)
    if value not in profiles():
        raise SettingError(
            f"{setting} must be one of {', '.join(profiles())}, or the text of a profile, "
            f"not {value[:40]!r}{meant(value[:40], profiles())} (O4.5)"
        )
    return profiles()[value]


def source(name: str) -> str:
    """The shipped profile with that id as the text of a custom one."""
    told = profiles()[name]
    own = [
        f"  {ground}: {one.own:g}, {one.own_reason}" for ground, one in zip(NAMES, told.worth, strict=False)
    ]
    enemy = [
        f"  {ground}: {one.enemy:g}, {one.enemy_reason}"
        for ground, one in zip(NAMES, told.worth, strict=False)
    ]
    return "\n".join([f"name: {told.name}", f"text: {told.text}", "own:", *own, "enemy:", *enemy, ""])


def _worth(own: tuple[float, str], enemy: tuple[float, str]) -> Worth:
    return Worth(own[0], enemy[0], own[1], enemy[1])


def _parse(source: Source, text: str) -> Profile:
    lines = source.lines(text)
    if len(text.encode()) > LONGEST_TEXT:
        raise SettingError(f"{source.setting}: the text must be at most {LONGEST_TEXT} bytes long (O4.5)")
    keys: dict[str, Line] = {}
    halves: dict[str, dict[str, tuple[float, str]]] = {"own": {}, "enemy": {}}
    last = ""
    for line in lines:
        if last in halves and line.indent:
            ground, weight = _weight(source, line)
            if ground in halves[last]:
                source.fail(line, line.indent + 1, f"{ground!r} is already in this half")
            halves[last][ground] = weight
        else:
            last = _key(source, line, keys)
    for key in KEYS:
        if key not in keys:
            source.fail(lines[-1] if lines else Line(1, ""), 1, f"the line '{key}:' is missing")
    name = _sentence(source, keys["name"], LONGEST_NAME)
    told = _sentence(source, keys["text"], LONGEST_SENTENCE)
    unnamed = (0.0, "no wish")
    own, enemy = halves["own"], halves["enemy"]
    return Profile(
        "own", name, told, tuple(_worth(own.get(g, unnamed), enemy.get(g, unnamed)) for g in NAMES)
    )


def _key(source: Source, line: Line, keys: dict[str, Line]) -> str:
    key, colon, value = line.content.partition(":")
    if not colon or key not in KEYS:
        expected = ", ".join(f"'{known}:'" for known in KEYS)
        source.fail(line, 1, f"expected one of {expected}, not {cut(line.content)}")
    if key in keys:
        source.fail(line, 1, f"'{key}:' is already in line {keys[key].number}")
    if key in ("own", "enemy") and value.strip():
        source.fail(line, len(key) + 2, f"nothing may follow '{key}:' on its line, not {cut(value.strip())}")
    keys[key] = line
    return key


def _weight(source: Source, line: Line) -> tuple[str, tuple[float, str]]:
    # the ground of a line, its weight and the reason
    ground, colon, _ = line.content.strip().partition(":")
    if not colon or ground not in NAMES:
        known = ", ".join(NAMES)
        source.fail(line, line.indent + 1, f"{cut(ground)} is not a ground; the grounds are {known}")
    weight, _, reason = line.value.partition(",")
    column = line.indent + len(ground) + 2
    if not WEIGHT.fullmatch(weight.strip()) or abs(float(weight)) > MOST_WEIGHT:
        source.fail(
            line, column, f"a weight must be a number from -3 to 3, such as 1.5, not {cut(weight.strip())}"
        )
    if not 1 <= len(reason.strip()) <= LONGEST_SENTENCE:
        source.fail(
            line,
            column,
            f"a weight must be followed by a comma and a reason of 1 to {LONGEST_SENTENCE} characters",
        )
    return ground, (float(weight), reason.strip())


def _sentence(source: Source, line: Line, longest: int) -> str:
    if not 1 <= len(line.value) <= longest:
        key = line.content.partition(":")[0]
        source.fail(
            line, len(key) + 2, f"'{key}:' must have 1 to {longest} characters, not {len(line.value)}"
        )
    return line.value
