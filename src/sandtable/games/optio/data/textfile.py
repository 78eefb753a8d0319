"""Texts of a player's own, line by line, and every fault with its place (O1.2, O4.5)."""

from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from sandtable.authoring import SettingError


class Line(NamedTuple):
    """A line of a text: its number, from 1, and its content without what ends it."""

    number: int
    content: str

    @property
    def indent(self) -> int:
        """How many spaces it begins with."""
        return len(self.content) - len(self.content.lstrip())

    @property
    def value(self) -> str:
        """What follows the first colon."""
        return self.content.partition(":")[2].strip()


@dataclass(frozen=True)
class Source:
    """What a text is, for the sentences about its faults: the setting, its kind in words, the clause, the most signs."""

    setting: str
    kind: str
    clause: str
    most: int

    def fail(self, line: Line, column: int, what: str) -> NoReturn:
        """Raises the `SettingError` that names line and column."""
        raise SettingError(f"{self.setting}, line {line.number}, column {column}: {what} ({self.clause})")

    def lines(self, text: str) -> list[Line]:
        """All lines that are neither empty nor remarks; `SettingError` for a text too long and for signs that do not print."""
        if len(text) > self.most:
            long = f"the text must be at most {self.most} characters long, not {len(text)}"
            raise SettingError(f"{self.setting}: {long} ({self.clause})")
        found: list[Line] = []
        for number, content in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            line = Line(number, content.rstrip(" \r"))
            for column, sign in enumerate(line.content, 1):
                if sign == "\t":
                    self.fail(line, column, f"a {self.kind} cannot contain tabs: use spaces")
                if not sign.isprintable():
                    self.fail(
                        line, column, f"a {self.kind} cannot contain {sign!r}: use printable characters"
                    )
            if line.content.strip() and not line.content.lstrip().startswith("#"):
                found.append(line)
        return found


def cut(text: str) -> str:
    """A piece of a text as it is quoted in a sentence."""
    return repr(text if len(text) <= 30 else text[:29] + "…")
