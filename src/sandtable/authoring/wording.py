"""Texts that follow the settings in force: a game's rules, and the short explanations that boards, sheets and lessons show.

Such a text is a Jinja template. Each setting is available by name; a flag is true or false. The rules can also refer to
what the game adds (`Presentation.terms`), and to `varied`: whether any setting differs from its default.

A file of short explanations (`Presentation.words`) is TOML. Each entry `[group.name]` has a `clause` and other lines of text:

    [tile.injury]
    clause = "A3.4"
    text = "The opponent lowers one of its stats by 1{% if held_if == 'landed' %}; it is held either way{% endif %}."
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from sandtable.authoring.marks import MARKS

if TYPE_CHECKING:
    from jinja2 import Environment, Template

# an entry's lines by name, one of them its clause; and a game's entries by `group.name`
Explanation = Mapping[str, str]
Explanations = Mapping[str, Explanation]

CLAUSE = "clause"
# groups of explanations that lessons and sheets quote but a table's page does not show
ELSEWHERE = ("lesson.", "sheet.", "paper.")

HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
NUMBERED = re.compile(r"^\s{0,3}(?:[-*+]\s+)?\*\*([A-Za-z]+\d+(?:\.\w+)*)\.?\*\*[ \t]*(.*)$")
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


class WordingError(ValueError):
    """Raised for a text that cannot be filled in; the message is one sentence with the place and the reason."""


def filled(text: str, values: Mapping[str, object], where: str = "the text") -> str:
    """`text` with its conditional passages resolved by `values`; `WordingError` names `where` it is from."""
    if "{" not in text:
        return text
    # slow to import, and most commands need no texts
    from jinja2 import TemplateError

    try:
        return _template(text).render(values)
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        raise WordingError(f"{where}{f', line {line}' if line else ''}: {error}") from None


@lru_cache(1024)
def _template(text: str) -> "Template":
    return _environment().from_string(text)


@lru_cache(1)
def _environment() -> "Environment":
    from jinja2 import Environment, StrictUndefined

    # the texts are Markdown, whose renderer escapes HTML; a heading may have an anchor, such as {#C1}
    return Environment(
        undefined=StrictUndefined,
        autoescape=False,
        keep_trailing_newline=True,
        comment_start_string="{##",
        comment_end_string="##}",
    )


def explanations(path: Path, values: Mapping[str, object]) -> dict[str, dict[str, str]]:
    """The entries of a file of short explanations, filled in with `values`, by `group.name`; empty lines are left out."""
    return {
        name: {line: text for line, text in _entry(path, name, lines, values) if text}
        for name, lines in _read(path).items()
    }


def _entry(
    path: Path, name: str, lines: Explanation, values: Mapping[str, object]
) -> "list[tuple[str, str]]":
    return [(line, filled(text, values, f"{path.name}, [{name}] {line}")) for line, text in lines.items()]


@lru_cache(64)
def _read(path: Path) -> dict[str, dict[str, str]]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        groups = msgspec.convert(data, dict[str, dict[str, dict[str, str]]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise WordingError(f"{path.name}: {error}") from None
    found = {f"{group}.{name}": lines for group, named in groups.items() for name, lines in named.items()}
    without = [name for name, lines in found.items() if CLAUSE not in lines]
    if without:
        raise WordingError(f"{path.name}: [{without[0]}] is not a clause")
    return found


@dataclass(frozen=True)
class ClauseText:
    """A numbered clause of a rule text: its heading, and its lines of Markdown."""

    number: str
    heading: str
    lines: Sequence[str]


def clauses(text: str) -> list[ClauseText]:
    """The clauses of a rule text in Markdown: paragraphs that begin with `**A4.2**`, with all that follows up to the next."""
    found: list[ClauseText] = []
    heading, lines = "", list[str]()
    for line in text.splitlines():
        titled, begun = HEADING.match(line), NUMBERED.match(line)
        if titled is not None:
            heading, lines = titled[1], []
        elif begun is not None:
            lines = [begun[2]]
            found.append(ClauseText(begun[1], heading, lines))
        else:
            # lines outside clauses go to a list that is thrown away
            lines.append(line)
    return found


def differences(printed: str, here: str) -> list[tuple[str, str]]:
    """The numbers of the clauses whose wording differs between `here` and `printed`, each with its changed sentences."""
    before = {clause.number: _sentences(clause) for clause in clauses(printed)}
    found: list[tuple[str, str]] = []
    for clause in clauses(here):
        now, then = _sentences(clause), before.get(clause.number, [])
        if now != then:
            # if the only change is that sentences are left out, the whole clause is shown
            found.append((clause.number, " ".join([one for one in now if one not in then] or now)))
    return found


def _sentences(clause: ClauseText) -> list[str]:
    found: list[str] = []
    for line in clause.lines:
        plain = re.sub(rf"\*({'|'.join(MARKS)})\* ?", "", line.lstrip("> "))
        # a list item counts as a sentence
        plain = (
            f"{plain[2:]}."
            if plain.startswith("- ") and not plain.endswith(".")
            else plain.removeprefix("- ")
        )
        found += _SENTENCE.split(plain.strip())
    return [one for one in found if one]
