"""The players' rules of a game as anchored clauses of safe HTML.

A rule text is Markdown: `## heading` begins a section, and a paragraph or a list item that begins with `**A4.2**` is the
clause of that number. Whatever follows up to the next clause belongs to it. What stands between the title and the first section
or clause is the introduction; other text outside of clauses is left out.
"""

import re
from itertools import takewhile

from markdown_it import MarkdownIt

from sandtable.marks import labelled
from sandtable.server.protocol import Clause, Rulebook

_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
_CLAUSE = re.compile(r"^\s{0,3}(?:[-*+]\s+)?\*\*([A-Za-z]+\d+(?:\.\w+)*)\.?\*\*[ \t]*(.*)$")

# no HTML of the text's own, and links only to places that a browser opens safely
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def parse(text: str, about: str = "") -> Rulebook:
    """The clauses of a rule text in order, each under its heading, and its introduction; `about` says whose game it is."""
    lines = text.splitlines()
    clauses = [Clause(name, title, _html(within)) for name, title, within in _clauses(lines)]
    return Rulebook(_html(_introduction(lines)), clauses, about)


def _introduction(lines: list[str]) -> list[str]:
    after_title = lines[1:] if lines and lines[0].startswith("# ") else lines
    return list(takewhile(lambda line: not _HEADING.match(line) and not _CLAUSE.match(line), after_title))


def _clauses(lines: list[str]) -> list[tuple[str, str, list[str]]]:
    """Number, heading and lines of each clause."""
    found: list[tuple[str, str, list[str]]] = []
    heading, inside = "", False
    for line in lines:
        titled, begun = _HEADING.match(line), _CLAUSE.match(line)
        if titled is not None:
            heading, inside = titled[1], False
        elif begun is not None:
            found.append((begun[1], heading, [begun[2]]))
            inside = True
        elif inside:
            found[-1][2].append(line)
    return found


def _html(lines: list[str]) -> str:
    return labelled(_markdown.render("\n".join(lines)).strip())
