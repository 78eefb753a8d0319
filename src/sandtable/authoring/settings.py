"""Settings of a game: typed, with a range, a default and the clause they belong to."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sandtable.authoring.naming import listed, meant, quoted, shown

Value = int | str | bool

WHOLE = re.compile("-?[0-9]{1,18}")


def _no_words() -> Mapping[str, str]:
    return {}


def _no_bounds() -> Mapping[str, tuple[int, int]]:
    return {}


class SettingError(ValueError):
    """Raised for a setting that is unknown or out of range; the message names the setting, the range and the clause."""


@dataclass(frozen=True)
class Integer:
    """A whole number from `low` to `high`; `words` are shown to people in place of some numbers."""

    name: str
    low: int
    high: int
    default: int
    clause: str
    text: str
    words: Mapping[str, str] = field(default_factory=_no_words)

    def read(self, value: object) -> int:
        """`value` as a whole number in range; digits in a string are accepted too."""
        if isinstance(value, str) and WHOLE.fullmatch(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            range_text = f"a whole number from {self.low} to {self.high}"
            raise SettingError(f"{self.name} must be {range_text}, not {shown(value)} ({self.clause})")
        return value


@dataclass(frozen=True)
class Choice:
    """One of several names; `words` are shown to people in place of a name."""

    name: str
    options: tuple[str, ...]
    default: str
    clause: str
    text: str
    words: Mapping[str, str] = field(default_factory=_no_words)

    def read(self, value: object) -> str:
        """`value` if it is one of the names."""
        if not isinstance(value, str) or value not in self.options:
            near = meant(value, self.options)
            raise SettingError(
                f"{self.name} must be one of {', '.join(self.options)}, not {shown(value)}{near} ({self.clause})"
            )
        return value


@dataclass(frozen=True)
class Flag:
    """Yes or no."""

    name: str
    default: bool
    clause: str
    text: str

    def read(self, value: object) -> bool:
        """`value` as a bool; "yes", "no", "true" and "false" are accepted too."""
        if isinstance(value, str):
            value = {"yes": True, "true": True, "no": False, "false": False}.get(value.lower(), value)
        if not isinstance(value, bool):
            raise SettingError(f"{self.name} must be yes or no, not {shown(value)} ({self.clause})")
        return value


@dataclass(frozen=True)
class Data:
    """The name of shipped data, or a custom text of more than one line, which `check` validates.

    `form` explains the format of such a text; `pictured` says that the setting is visible on the board at the start.
    `source` returns the text for a name, as a starting point for a custom one; None if there is no such text. `bounds`
    gives the minimum and maximum of the numbers in such a text, by name, for an editor in the game's client.
    """

    name: str
    options: tuple[str, ...]
    default: str
    clause: str
    text: str
    check: Callable[[str], object]  # raises SettingError
    words: Mapping[str, str] = field(default_factory=_no_words)
    form: str = ""
    pictured: bool = False
    source: Callable[[str], str] | None = None
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=_no_bounds)

    def read(self, value: object) -> str:
        """`value` if it is one of the names or a valid text."""
        if not isinstance(value, str):
            raise SettingError(
                f"{self.name} must be one of {', '.join(self.options)} or your own text, not {shown(value)} ({self.clause})"
            )
        self.check(value)
        return value


Setting = Integer | Choice | Flag | Data


@dataclass(frozen=True)
class Told:
    """The description of a setting: its `choices` if its values have names, otherwise its range from `low` to `high`; a
    flag has neither.

    `own` says that a custom text of more than one line is accepted as well as the choices, and `form` explains its
    format. `words` are shown to people in place of values. `pictured` says that the setting is visible on the board at the
    start, and `sourced` that the text of each choice is available as a starting point for a custom one. `bounds` gives the
    minimum and maximum of the numbers in a custom text, by name.
    """

    name: str
    kind: Literal["integer", "choice", "flag"]
    default: Value
    text: str
    clause: str
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    own: bool = False
    words: Mapping[str, str] = field(default_factory=_no_words)
    form: str = ""
    pictured: bool = False
    sourced: bool = False
    bounds: Mapping[str, tuple[int, int]] = field(default_factory=_no_bounds)

    def values(self) -> tuple[str, ...]:
        """The values that have names."""
        return ("yes", "no") if self.kind == "flag" else self.choices

    def allowed(self) -> str:
        """The accepted values, in words."""
        if self.kind == "integer":
            named = ", ".join(f"{value}: {words}" for value, words in self.words.items())
            return f"{self.low} to {self.high}" + (f" ({named})" if named else "")
        named = ", ".join(
            f"{value} ({self.words[value]})" if value in self.words else value for value in self.values()
        )
        return named + (", or @FILE for your own text" if self.own else "")


def tell(setting: Setting) -> Told:
    """The description of a setting."""
    about = (setting.default, setting.text, setting.clause)
    if isinstance(setting, Integer):
        return Told(setting.name, "integer", *about, low=setting.low, high=setting.high, words=setting.words)
    if isinstance(setting, Flag):
        return Told(setting.name, "flag", *about)
    told = Told(setting.name, "choice", *about, choices=setting.options, words=setting.words)
    if isinstance(setting, Data):
        sourced = setting.source is not None
        return replace(
            told,
            own=True,
            form=setting.form,
            pictured=setting.pictured,
            sourced=sourced,
            bounds=setting.bounds,
        )
    return told


def refuse_default(setting: Setting) -> None:
    """Raises `SettingError` if the default of a setting is not a valid value. Shipped texts are not parsed for this."""
    if isinstance(setting, Data) and setting.default in setting.options:
        return
    if setting.read(setting.default) != setting.default:
        raise SettingError(
            f"{setting.name} must be a value, not its text {setting.default!r} ({setting.clause})"
        )


def resolve(declared: Sequence[Setting], given: Mapping[str, object]) -> dict[str, Value]:
    """All settings by name: those `given`, checked, and defaults for the others. Raises `SettingError`."""
    known = {setting.name for setting in declared}
    for name in given:
        if name not in known:
            names = f"the settings are {', '.join(sorted(known)) or 'none'}"
            raise SettingError(f"there is no setting {quoted(name)}{listed(name, known, names)}")
    return {s.name: s.read(given[s.name]) if s.name in given else s.default for s in declared}
