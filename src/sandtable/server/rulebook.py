"""The players' rules of a game as anchored clauses of safe HTML.

A rule text is Markdown: `## heading` begins a section, and a paragraph or a list item that begins with `**A4.2**` is the
clause of that number. Whatever follows up to the next clause belongs to it; text before the first is left out.
"""

import re

from markdown_it import MarkdownIt

from sandtable.server.protocol import Clause

_HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*\s*$")
_CLAUSE = re.compile(r"^\s{0,3}(?:[-*+]\s+)?\*\*([A-Za-z]+\d+(?:\.\w+)*)\.?\*\*[ \t]*(.*)$")

# no HTML of the text's own, and links only to places that a browser opens safely
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")


def parse(text: str) -> list[Clause]:
    """The clauses of a rule text in order, each under its heading."""
    found: list[tuple[str, str, list[str]]] = []
    heading, inside = "", False
    for line in text.splitlines():
        titled, begun = _HEADING.match(line), _CLAUSE.match(line)
        if titled is not None:
            heading, inside = titled[1], False
        elif begun is not None:
            found.append((begun[1], heading, [begun[2]]))
            inside = True
        elif inside:
            found[-1][2].append(line)
    return [Clause(name, title, _html(lines)) for name, title, lines in found]


def _html(lines: list[str]) -> str:
    return _markdown.render("\n".join(lines)).strip()
