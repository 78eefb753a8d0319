"""Builds the documentation site into build/site, with every warning an error: `python docs/build.py`.

The pages of this folder are collected in build/docs: Mermaid diagrams become pictures, links to files outside this folder
become plain text, and three pages are generated from the program itself: the commands from their own help, settings and
features from the games' declarations.
"""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import Any

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
CONFIG = ROOT / "zensical.toml"
PAGES, SITE = ROOT / "build" / "docs", ROOT / "build" / "site"
PAGE_FILES = {".md", ".css", ".gif", ".png", ".svg"}
# a fence, or a word in code: there is no link in it
CODE = re.compile(r"(^```.*?^```|`[^`\n]*`)", re.S | re.M)
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^()\s]+)\)")
MERMAID = re.compile(r"^```mermaid\n(.*?)^```$", re.S | re.M)
# folders whose pages are left out of the site's search: they would crowd out the guides
UNSEARCHED = ("decisions/", "studies/")
# the source of a function in the site's search index, which leaves it out too
SOURCE = re.compile(r" ?Source code in <code>[^<]*</code> <pre><code>.*?</code></pre>", re.S)
EXCLUDE = "---\nsearch:\n  exclude: true\n---\n\n"
ABOUT_SETTINGS = """\
# Settings of the games

This page is generated from the games. To change a setting, use `--set NAME=VALUE` on the command line, an argument of
`st.load` in Python, or the form for a new table in the browser. The error for an invalid value gives the range and the clause.
"""
ABOUT_FEATURES = """\
# What learners see

This page is generated from the games. Each writes *features*, float32, for a seat. They come only from what that seat may
know, and show the board from its own side: if you turn a position round and exchange the sides, the other seat sees the
same numbers, except for the one that says which seat this is. Actions keep their numbers, so a learner that plays both
seats needs it. Where a row lists values, there is a number for each of them. In Python,
`game.spec.learning.named_features` has the name and the range of every number.
"""
# how many names of a row are listed
MOST_NAMES = 17
ABOUT_COMMANDS = """\
# Commands

This page is generated from the program's help. A command exits with status 0 if it succeeds, 1 if a check has failed, 2 if it
is used wrongly, 3 if a check is incomplete, and 130 if it is interrupted. An error is one sentence on standard error.
"""
# what a warning begins with; zensical stops at its own, and passes over those of what reads the docstrings
WARNING = re.compile(r"^(?:griffe|mkdocstrings|autorefs|warning|error)\b", re.I | re.M)
COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def main() -> None:
    """Builds the site; ends the process with one sentence where something is wrong."""
    for folder in (PAGES, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    for name, data in sorted(pages().items()):
        path = PAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "--config-file", str(CONFIG)]
    done = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    said = COLOUR.sub("", done.stdout)
    if done.returncode or WARNING.search(said):
        sys.exit(f"{said}\nThe documentation has warnings, which count as errors.")
    index = SITE / "search.json"
    index.write_text(without_sources(index.read_text(encoding="utf-8")), encoding="utf-8")
    found = [f"{page.relative_to(SITE)} fetches {address}" for page, address in fetched()]
    if found:
        sys.exit("\n".join((*found, "The site must work without a network.")))
    sys.stdout.write(f"The documentation is at {SITE.relative_to(ROOT) / 'index.html'}.\n")


def pages() -> dict[str, bytes]:
    """Every file of the site's source by its name: those in this folder, and those that are generated."""
    made: dict[str, bytes] = {name: text().encode() for name, text in WRITTEN.items()}
    for path in sorted(FOLDER.rglob("*")):
        name = path.relative_to(FOLDER).as_posix()
        if path.suffix == ".md":
            text, drawings = drawn(path.read_text(encoding="utf-8"), name)
            made[name] = prepared(text, name).encode()
            made |= {file: svg.encode() for file, svg in drawings.items()}
        elif path.suffix in PAGE_FILES:
            made[name] = path.read_bytes()
    return made


def drawn(text: str, name: str) -> tuple[str, dict[str, str]]:
    """A page with pictures in place of its drawings in Mermaid, and the pictures by name."""
    from mermaidx import render

    made: dict[str, str] = {}

    def picture(found: re.Match[str]) -> str:
        file = f"{PurePosixPath(name).stem}-{len(made) + 1}.svg"
        made[str(PurePosixPath(name).parent / file)] = render(found[1]).svg()
        return f"[![A diagram of what the text says]({file}){{ .drawing }}]({file})"

    return MERMAID.sub(picture, text), made


def prepared(text: str, name: str) -> str:
    """A page as the site's generator reads it."""
    return EXCLUDE * name.startswith(UNSEARCHED) + inside(text, name)


def inside(text: str, name: str) -> str:
    """A page whose links to files outside of the folder are words only."""
    parts = CODE.split(text)
    return "".join(
        part if n % 2 else LINK.sub(lambda found: _kept(found, name), part) for n, part in enumerate(parts)
    )


def _kept(found: re.Match[str], name: str) -> str:
    return found[0] if found[1] or not leaves(found[3], name) else found[2]


def leaves(target: str, name: str) -> bool:
    """Whether a link of the page `name` leads to a file outside of this folder."""
    place = (FOLDER / name).parent / target.partition("#")[0]
    return not re.match(r"\w+:", target) and not place.resolve().is_relative_to(FOLDER)


def without_sources(index: str) -> str:
    """The site's search index without the source code that the reference shows."""
    found = json.loads(index)
    for item in found["items"]:
        item["text"] = SOURCE.sub("", item["text"])
    return json.dumps(found, ensure_ascii=False)


def settings() -> str:
    """The page of all settings, from the declarations."""
    from sandtable.authoring.settings import tell
    from sandtable.games import installed, spec

    lines = [ABOUT_SETTINGS]
    for game in installed():
        declared = spec(game)
        lines += [f"## {declared.name}", "", declared.summary, "", f"`st.load({game!r})`", ""]
        lines += ["| setting | default | values | what it is | clause |", "|---|---|---|---|---|"]
        for one in map(tell, declared.rules.settings):
            default = (
                {True: "yes", False: "no"}[one.default] if isinstance(one.default, bool) else one.default
            )
            cells = (f"`{one.name}`", f"`{default}`", *map(_cell, (one.allowed(), one.text, one.clause)))
            lines.append(f"| {' | '.join(cells)} |")
        lines += ["", "| level of the computer | name | what it does |", "|---|---|---|"]
        lines += [*(f"| {one.level} | {one.name} | {one.text} |" for one in declared.players.levels), ""]
    return "\n".join(lines) + "\n"


def features() -> str:
    """The page of all features, from the declarations."""
    from sandtable.games import installed, spec

    lines = [ABOUT_FEATURES]
    for game in installed():
        declared, at = spec(game), 0
        lines += [f"## {declared.name}", "", f"{declared.rules.features:,} numbers.", ""]
        for block in declared.learning.features:
            first = at
            if block.of:
                first = 0
                lines += [
                    f"From {at} on, {block.size} for each of {len(block.of)}: {_some(block.of, 4)}.",
                    "",
                ]
            lines += ["| number | what it says | range |", "|---|---|---|"]
            for feature in block.features:
                last = first + feature.count - 1
                numbers = f"{first}" if first == last else f"{first} to {last}"
                says = f"{feature.name}: {_some(feature.of, MOST_NAMES)}" if feature.of else feature.name
                lines.append(f"| {numbers} | {_cell(says)} | {feature.low:g} to {feature.high:.3g} |")
                first = last + 1
            lines.append("")
            at += block.count
    return "\n".join(lines) + "\n"


def _some(names: Sequence[str], most: int) -> str:
    """The names, if there are too many the first two and the last."""
    return ", ".join(names if len(names) <= most else (*names[:2], "…", names[-1]))


def commands() -> str:
    """The page of all commands, from their own help."""
    import click
    from typer.main import get_command

    from sandtable.cli import app

    lines = [ABOUT_COMMANDS]
    for name, command in _below("sandtable", get_command(app)):
        context = click.Context(command, info_name=name)
        lines += [f"## {name}", "", command.help or "", "", "```text"]
        lines += [command.get_usage(context).removeprefix("Usage: "), "```", ""]
        told = (parameter.get_help_record(context) for parameter in command.get_params(context))
        rows = [record for record in told if record is not None]
        if rows:
            lines += ["| argument or option | what it is |", "|---|---|"]
            lines += [*(f"| <code>{_cell(names)}</code> | {_cell(text)} |" for names, text in rows), ""]
    return "\n".join(lines) + "\n"


def _below(name: str, command: Any) -> Iterator[tuple[str, Any]]:
    """Every command of a group with its whole name, a group before those below it."""
    below = getattr(command, "commands", {})
    if not below:
        yield name, command
    for word, one in below.items():
        yield from _below(f"{name} {word}", one)


def _cell(text: str) -> str:
    for sign, safe in (("&", "&amp;"), ("<", "&lt;"), ("|", "&#124;"), ("[", "&#91;")):
        text = text.replace(sign, safe)
    return text


WRITTEN = {
    "reference/commands.md": commands,
    "reference/features.md": features,
    "reference/settings.md": settings,
}


def listed() -> list[str]:
    """The pages of the navigation, in its order."""
    return list(_leaves(tomllib.loads(CONFIG.read_text(encoding="utf-8"))["project"]["nav"]))


def _leaves(part: Any) -> Iterator[str]:
    if isinstance(part, str):
        yield part
    else:
        for below in part.values() if isinstance(part, dict) else part:
            yield from _leaves(below)


class _Fetched(HTMLParser):
    """Collects the addresses of other machines that a browser would ask for as it shows a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        asked = [given.get("src"), given.get("srcset"), given.get("data")]
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev", "alternate"):
            asked.append(given.get("href"))
        self.found += [address for address in asked if address and re.match(r"(?:https?:)?//", address)]


def fetched() -> Iterator[tuple[Path, str]]:
    """What the built pages would fetch from other machines: each page with an address."""
    for page in sorted(SITE.rglob("*.html")):
        reader = _Fetched()
        reader.feed(page.read_text(encoding="utf-8"))
        yield from ((page, address) for address in reader.found)
    for sheet in sorted(SITE.rglob("*.css")):
        text = sheet.read_text(encoding="utf-8")
        yield from (
            (sheet, address)
            for address in re.findall(r"(?:url\(|@import )[\"']?((?:https?:)?//[^\"')]+)", text)
        )


if __name__ == "__main__":
    main()
