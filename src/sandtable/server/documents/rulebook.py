"""The players' rules of a game as anchored clauses of safe HTML.

A rule text is Markdown: `## heading` begins a section, and a paragraph or a list item that begins with `**A4.2**` is the clause
with that number. Everything up to the next clause belongs to it. The text between the title and the first section with clauses
is the introduction, after the aim; later sections without clauses are notes. Other text outside clauses is left out.

Quoted text (`> `) is a detail, which the page folds away: a player reads the rest first. It becomes an HTML `details`
element.
"""

import re
from collections.abc import Mapping, Sequence
from html import escape
from itertools import groupby, takewhile
from typing import TYPE_CHECKING, Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sandtable.authoring import wording
from sandtable.authoring.marks import labelled
from sandtable.authoring.wording import HEADING, NUMBERED
from sandtable.graphics.drawing import Illustration
from sandtable.graphics.svg import to_svg
from sandtable.server.protocol import Clause, Diagram, Rulebook

if TYPE_CHECKING:
    from sandtable.authoring.settings import Value
    from sandtable.authoring.spec import Spec

# no HTML from the text itself, and links only to places that are safe to open
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")

_FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
_SUMMARY = re.compile(r"<summary>.*?</summary>")
# shown next to the text, or read out in its place, but not part of it
_LABEL = re.compile(r'<span class="mark.*?</span></span>')
_TAG = re.compile(r"<[^>]*>")


def _fold(_self: Any, tokens: Sequence[Token], at: int, _options: Any, env: Mapping[str, str]) -> str:
    if tokens[at].level:
        return "<blockquote>"
    return f'<details><summary>more<span class="hidden-text">: {escape(env["of"])}</span></summary>\n'


def _fold_end(_self: Any, tokens: Sequence[Token], at: int, _options: Any, _env: Any) -> str:
    return "</blockquote>\n" if tokens[at].level else "</details>\n"


_markdown.add_render_rule("blockquote_open", _fold)
_markdown.add_render_rule("blockquote_close", _fold_end)


def parse(spec: "Spec", settings: "Mapping[str, Value] | None" = None) -> Rulebook:
    """The rules of a game under some settings: clauses in order, each under its heading, with what comes before and
    after.

    Settings that are left out have their defaults.
    """
    text = spec.rules_text(settings)
    lines = text.splitlines()[1:]
    figures = spec.presentation.figures(spec.complete(settings))
    clauses = [
        Clause(one.number, one.heading, _html(one.lines, one.number), _diagram(spec, figures.get(one.number)))
        for one in wording.clauses(text)
    ]
    sections = _sections(lines)
    with_clauses = [n for n, section in enumerate(sections) if any(NUMBERED.match(line) for line in section)]
    first = with_clauses[0] if with_clauses else len(sections)
    before = [line for section in sections[:first] for line in section]
    if first == 0:
        before = list(takewhile(lambda line: not NUMBERED.match(line), sections[0]))
    after = [section for n, section in enumerate(sections) if n > first and n not in with_clauses]
    # the aim has its own field
    intro = _html(["\n".join(before).strip().removeprefix(spec.summary)], "before the clauses")
    notes = "\n".join(_html(section, section[0].strip("# ")) for section in after)
    told = [
        spec.summary,
        intro,
        notes,
        spec.about,
        *(title for title, _ in groupby(c.heading for c in clauses)),
    ]
    told += [text for c in clauses for text in (c.html, c.diagram.caption if c.diagram else "")]
    words, all_words = sum(map(_words, map(_open, told))), sum(map(_words, told))
    return Rulebook(spec.summary, intro, clauses, notes, spec.about, words, all_words - words)


def _open(html: str) -> str:
    return _FOLDED.sub(" ", html)


def _words(html: str) -> int:
    return len(_TAG.sub("", _LABEL.sub("", _SUMMARY.sub("", html))).split())


def _diagram(spec: "Spec", figure: Illustration | None) -> Diagram | None:
    return Diagram(to_svg(spec.painted(figure.drawing)), figure.caption) if figure else None


def _sections(lines: list[str]) -> list[list[str]]:
    """The lines before the first heading, and those of each section with its heading."""
    found: list[list[str]] = [[]]
    for line in lines:
        if HEADING.match(line):
            found.append([])
        found[-1].append(line)
    return found


def _html(lines: Sequence[str], of: str) -> str:
    """Lines of Markdown as HTML; `of` names what their details belong to."""
    return labelled(_markdown.render("\n".join(lines), {"of": of}).strip())
