"""Parses custom texts line by line and reports every error with its place (O1.2, O4.5)."""

from dataclasses import dataclass
from typing import NamedTuple, NoReturn

from sandtable.authoring import SettingError


class Line(NamedTuple):
    """A line of a text: its number, counting from 1, and its content without the line ending."""

    number: int
    content: str

    @property
    def indent(self) -> int:
        """The number of leading spaces."""
        return len(self.content) - len(self.content.lstrip())

    @property
    def value(self) -> str:
        """The part after the first colon."""
        return self.content.partition(":")[2].strip()


@dataclass(frozen=True)
class Source:
    """Describes a text in error messages: the setting, its kind in words, the clause, and the maximum length."""

    setting: str
    kind: str
    clause: str
    most: int

    def fail(self, line: Line, column: int, what: str) -> NoReturn:
        """Raises the `SettingError` that names the line and column."""
        raise SettingError(f"{self.setting}, line {line.number}, column {column}: {what} ({self.clause})")

    def lines(self, text: str) -> list[Line]:
        """All lines that are neither empty nor comments; `SettingError` for a text that is too long or has unprintable
        characters.
        """
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
    """A fragment of a text as quoted in a sentence."""
    return repr(text if len(text) <= 30 else text[:29] + "…")
