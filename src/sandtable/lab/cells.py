"""The cells of a sweep: all combinations of one or two settings over some values.

`NAME=VALUES` names the values: `6..14` or `6..14:2` for whole numbers, `a,b,c` for any kind, `yes,no` for flags, `@FILE` for
the text of a file where a setting takes one.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from sandtable.game import Game
from sandtable.settings import Data, Setting, Value, resolve

MOST_SETTINGS = 2
MOST_CELLS = 400
RANGE = re.compile(r"(-?[0-9]{1,18})\.\.(-?[0-9]{1,18})(?::([0-9]{1,18}))?")


@dataclass(frozen=True)
class Axis:
    """One setting with the values it shall have; `labels` are their short names."""

    name: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """One combination: the labels of the swept settings, and all settings; `default` marks the cell compared with."""

    labels: tuple[str, ...]
    settings: Mapping[str, Value]
    default: bool = False


def axis(declared: Sequence[Setting], text: str) -> Axis:
    """The setting and the values that `NAME=VALUES` names; `ValueError` says what is allowed."""
    name, sign, values = text.partition("=")
    known = {setting.name: setting for setting in declared}
    if not sign or not values:
        raise ValueError(f"a sweep takes NAME=VALUES with values as in 6..14, 6..14:2 or a,b,c, not {text!r}")
    if name not in known:
        # the sentence of a wrong setting
        resolve(declared, {name: values})
    setting, span = known[name], RANGE.fullmatch(values)
    items = _whole(setting, span) if span else [part.strip() for part in values.split(",")]
    read = tuple(setting.read(_content(setting, item)) for item in items)
    twice = next((item for item, value in zip(items, read, strict=True) if read.count(value) > 1), None)
    if twice is not None:
        raise ValueError(f"{name} is given {twice} more than once")
    return Axis(name, read, tuple(items))


def _whole(setting: Setting, span: re.Match[str]) -> list[str]:
    low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
    for end in (low, high):
        setting.read(str(end))
    if low > high or step < 1:
        raise ValueError(f"a range goes from the lower to the higher in steps of 1 or more, not {span[0]!r}")
    if (high - low) // step >= MOST_CELLS:
        raise ValueError(f"a sweep has {MOST_CELLS} cells at most, and {span[0]} alone are more")
    return [str(number) for number in range(low, high + 1, step)]


def _content(setting: Setting, item: str) -> str:
    if not (item.startswith("@") and isinstance(setting, Data)):
        return item
    try:
        return Path(item[1:]).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{item[1:]} is not a text file") from None
    except OSError as error:
        raise ValueError(f"{item[1:]} cannot be read: {error.strerror}") from None


def cells(game: Game, axes: Sequence[Axis]) -> list[Cell]:
    """All combinations of the `axes` over the settings of `game`, the first axis slowest; `ValueError` where one does not fit.

    The default cell has the values that `game` has; where it is not among them it comes first.
    """
    names = [one.name for one in axes]
    if not 1 <= len(axes) <= MOST_SETTINGS or len(set(names)) < len(names):
        raise ValueError(f"a sweep takes one or two different settings, not {', '.join(names) or 'none'}")
    count = 1
    for one in axes:
        count *= len(one.values)
    if count > MOST_CELLS:
        raise ValueError(f"a sweep has {MOST_CELLS} cells at most, not {count}")
    base = game.settings
    home = tuple(base[name] for name in names)
    made: list[Cell] = []
    for chosen in product(*(tuple(zip(one.values, one.labels, strict=True)) for one in axes)):
        values = tuple(value for value, _ in chosen)
        settings = {**base, **dict(zip(names, values, strict=True))}
        made.append(Cell(tuple(label for _, label in chosen), settings, values == home))
    if not any(cell.default for cell in made):
        made.insert(0, Cell(tuple(_label(value) for value in home), base, default=True))
    for cell in made:
        # a setup that cannot be built is found before anything is played
        game.spec.build(cell.settings)
    return made


def _label(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return "own text" if "\n" in text else text
