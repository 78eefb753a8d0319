#!/usr/bin/env python3
"""The texts that people read, with their places. As a program it prints some of each kind, the same for a seed."""

from __future__ import annotations

import argparse
import random
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cache
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STRING = r'"(?:[^"\\\n]|\\.)*"'
PYTHON = re.compile(
    rf"""(?P<comment>\#[^\n]*)|[rfb]{{0,2}}(?P<docstring>\"{{3}}(?s:.*?)\"{{3}})|[rfb]{{0,2}}(?P<string>{STRING})"""
)
# the last part is a regular expression, which may hold quotes
SCRIPT = re.compile(
    rf"""(?P<comment>//[^\n]*|/\*(?s:.*?)\*/)|(?P<string>{STRING}|`(?:[^`\\]|\\.)*`)|(?<=[=(,:] )/(?:[^/\\\n]|\\.)+/"""
)
TOML = re.compile(rf"(?P<comment>^#[^\n]*)|(?P<string>{STRING})", re.M)
# in a page: what is no text, what separates two texts, an attribute
CODE = re.compile(r"<(script|style)\b.*?</\1>", re.S)
REMARK = re.compile(r"<!--(.*?)-->", re.S)
INLINE = re.compile(r"</?(?:a|abbr|b|code|em|i|kbd|small|span|strong|sub|sup)\b[^<>]*>")
ATTRIBUTE = re.compile(
    rf"(?<![\w-])(?!(?:class|d|href|points|style|transform|viewBox)=)[\w-]+=(?P<string>{STRING})"
)
# what begins a text of its own in Markdown
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*>|#]|\d+\.)\s)")
# blocks of code, and what pulls in docstrings
FENCE = re.compile(r"^ *```.*?^ *```|^:::.*?(?=\n\n|\Z)", re.S | re.M)
GAMES = "src/sandtable/games"
# in the place of code among words
GAP = "…"
# between two texts of a page
BREAK = "\x00"


@dataclass(frozen=True)
class Text:
    """A text with its lines as they are in the file, of which `line` is the first; `before` is the code in front of it."""

    path: str
    line: int
    source: str
    text: str
    before: str = ""

    @property
    def flat(self) -> str:
        """The text on one line."""
        return " ".join(self.text.split())


def blank(found: re.Match[str] | str, filler: str = "") -> str:
    """What takes the place of a match: `filler`, and its line breaks."""
    return filler + "\n" * (found if isinstance(found, str) else found[0]).count("\n")


def pieces(path: str, source: str, pattern: re.Pattern[str]) -> Iterator[Text]:
    """The comments, docstrings and strings that `pattern` finds; those that only white space separates are one text."""
    start, end, kind, text = 0, 0, "", ""
    for found in pattern.finditer(source):
        if not found.lastgroup:
            continue
        piece = spoken(found)
        if kind == found.lastgroup != "docstring" and not (between := source[end : found.start()]).strip():
            text += between.replace(" ", "") + piece
        else:
            if text:
                yield place(path, source, start, kind, text)
            start, kind, text = found.start(), found.lastgroup, piece
        end = found.end()
    if text:
        yield place(path, source, start, kind, text)


def place(path: str, source: str, start: int, kind: str, text: str) -> Text:
    return Text(path, source.count("\n", 0, start) + 1, kind, text, source[max(0, start - 80) : start])


def spoken(found: re.Match[str]) -> str:
    """The words of a piece of a source, without its marks."""
    piece = found[found.lastgroup or 0]
    if found.lastgroup == "comment":
        return re.sub(r"^\s*(?:#|//|/\*\*?|\*/|\*)\s?|\s*\*/$", "", piece, flags=re.M)
    text = piece.strip('"`')
    if piece.startswith("`"):
        return re.sub(r"\$\{[^{}]*\}", GAP, text)
    formatted = "f" in found[0].partition('"')[0]
    return re.sub(r"\{[^{}]*\}", GAP, text) if formatted else text


def page(path: str, source: str) -> Iterator[Text]:
    """The texts of a Svelte component or a template: its words and attributes, and the strings and comments of its code."""
    script = (
        re.sub(r"\A.*?<script[^>]*>|</script>.*?(?:<script[^>]*>|\Z)", blank, source, flags=re.S)
        if "<script" in source
        else ""
    )
    yield from pieces(path, script, SCRIPT)
    markup = CODE.sub(blank, source)
    for remark in REMARK.finditer(markup):
        yield place(path, markup, remark.start(1), "comment", remark[1])
    markup = REMARK.sub(blank, markup)
    # blocks of a template separate texts; values are gaps in them; from the inside outwards
    markup = (
        re.sub(r"\{[%#].*?[%#]\}", lambda found: blank(found, BREAK), markup)
        if path.endswith(".html")
        else markup
    )
    while found := re.search(r"\$?\{[^{}]*\}", markup):
        inner = found[0]
        yield from (
            place(path, markup, found.start() + at.start(), "string", spoken(at))
            for at in SCRIPT.finditer(inner)
            if at.lastgroup == "string"
        )
        markup = (
            markup[: found.start()]
            + blank(inner, BREAK if re.match(r"\{[#:/@]", inner) else GAP)
            + markup[found.end() :]
        )
    for at in ATTRIBUTE.finditer(markup):
        yield place(path, markup, at.start(), "string", spoken(at))
    words = re.sub(r"<[^<>]*>", lambda tag: blank(tag, BREAK), INLINE.sub(blank, markup))
    for at in re.finditer(rf"[^{BREAK}\s][^{BREAK}]*", words):
        yield place(path, words, at.start(), "words", at[0])


def prose(path: str, source: str) -> Iterator[Text]:
    """The paragraphs, list items, rows and headings of a Markdown file, without blocks of code."""
    source = re.sub(r"\{[%#].*?[%#]\}", "", FENCE.sub(blank, source))
    start = 0
    for end in [*(found.end() for found in BLOCK.finditer(source)), len(source)]:
        if source[start:end].strip():
            yield place(path, source, start, "words", source[start:end])
        start = end


@cache
def texts(path: str) -> list[Text]:
    """The texts in a file below `ROOT`. A string is one if it has a space in it."""
    source = (ROOT / path).read_text(encoding="utf-8")
    ending = Path(path).suffix
    if ending == ".md":
        found = prose(path, source)
    elif ending in (".svelte", ".html"):
        found = page(path, source)
    else:
        found = pieces(path, source, {".py": PYTHON, ".toml": TOML}.get(ending, SCRIPT))
    return [text for text in found if text.source != "string" or " " in text.text.strip()]


def files(*patterns: str) -> list[str]:
    """The files in version control, or that could be added, whose path one of the patterns matches."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return sorted({path for path in listed.split("\0") for each in patterns if path and fnmatch(path, each)})


def entries(path: str, *parts: str) -> Iterator[Text]:
    """The texts of those tables of a words.toml whose name begins with one of `parts`."""
    source = (ROOT / path).read_text(encoding="utf-8")
    table = dict(enumerate(tables(source), 1))
    return (text for text in texts(path) if text.source == "string" and table[text.line].startswith(parts))


def tables(source: str) -> Iterator[str]:
    """For each line of a TOML file the table that it is in."""
    name = ""
    for line in source.splitlines():
        name = line.strip("[]") if line.startswith("[") else name
        yield name


def of(sources: Iterable[str], *patterns: str) -> Iterator[Text]:
    """The texts of some sources in the files that match `patterns`."""
    return (text for path in files(*patterns) for text in texts(path) if text.source in sources)


def errors() -> Iterator[Text]:
    """What the package raises."""
    raised = re.compile(r"raise \w[\w.]*\(\s*(?:\w+, )?[rf]{0,2}\"?$")
    return (text for text in of(["string"], "src/sandtable/*.py") if raised.search(text.before))


def helps() -> Iterator[Text]:
    """What `--help` says: docstrings of commands, and the help of their options."""
    command = re.compile(r'^@\w+\.(?:command|callback)\(.*?(?=""")', re.S | re.M)
    for path in files("src/sandtable/cli/*.py", f"{GAMES}/*/commands.py"):
        source = (ROOT / path).read_text(encoding="utf-8")
        lines = {source.count("\n", 0, found.end()) + 1 for found in command.finditer(source)}
        for text in texts(path):
            if text.line in lines if text.source == "docstring" else re.search(r"help=\s*f?$", text.before):
                yield text


KINDS = {
    "pages": lambda: of(
        ["words", "string"], "web/src/pages/*.svelte", "web/src/ui/*.svelte", "web/src/games/*.svelte"
    ),
    "logs": lambda: of(["string"], f"{GAMES}/*/show/log.py"),
    "refusals": lambda: chain(
        of(["string"], "src/sandtable/server/tables/commands.py"),
        *(entries(path, "refused.") for path in files(f"{GAMES}/*/words.toml")),
    ),
    "rules": lambda: of(["words"], f"{GAMES}/*/rules.md"),
    "lessons": lambda: chain.from_iterable(
        entries(path, "lesson.") for path in files(f"{GAMES}/*/words.toml")
    ),
    "reports": lambda: of(
        ["words", "string"], "src/sandtable/lab/report/*.py", "src/sandtable/lab/report/templates/*.html"
    ),
    "help": helps,
    "errors": errors,
    "docs": lambda: of(["words"], "[A-Z]*.md", "docs/[!s]*.md"),
    "docstrings": lambda: of(["docstring", "comment"], "src/sandtable/*.py"),
}


def sample(kind: str, count: int, seed: int) -> list[Text]:
    """`count` texts of a kind, no two with the same words; the same for the same sources and seed."""
    distinct = list(
        {
            text.flat: text for text in KINDS[kind]() if len(re.findall(r"[A-Za-z]{2,}", text.text)) > 2
        }.values()
    )
    return random.Random(f"{seed} {kind}").sample(distinct, count)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20, help="texts of each kind")
    arguments = parser.parse_args()
    number = 0
    for kind in KINDS:
        print(f"\n{kind}")
        for text in sample(kind, arguments.count, arguments.seed):
            number += 1
            print(f"{number:4}. {text.path}:{text.line}  {text.flat}")


if __name__ == "__main__":
    main()
