"""`sandtable new`: writes a small complete game as a starting point."""

import keyword
import re
import shutil
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from sandtable.cli.console import WRONG_USAGE, fail, reason, say

# for each file of a new game: its name, its template, and what it contains
FILES = (
    ("$name.py", "game.py.txt", "the rules and the declaration; start with STATE, ACTIONS and apply"),
    ("rules.md", "rules.md", "the rules as players read them, clause by clause"),
    ("test_$name.py", "test_game.py.txt", "tests of the clauses, with fixed dice"),
)
COMMANDS = """
Commands to try:

  sandtable check $name/$name.py
  sandtable play --game $name/$name.py
  sandtable simulate $name/$name.py --agents search:30,random --games 200
  python -m pytest $name

Continue with docs/adding-a-game.md, step by step."""

app = typer.Typer()


@app.command()
def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="Name of the game, its folder and its file: lower-case letters, digits and underscores.",
        ),
    ],
) -> None:
    """Start a game of your own from a small working one."""
    if wrong := _wrong_name(name):
        fail(wrong, WRONG_USAGE)
    folder, words = Path(name), {"name": name, "title": name.replace("_", " ").strip().capitalize()}
    made = {Template(file).substitute(words): _filled(source, words) for file, source, _ in FILES}
    try:
        folder.mkdir()
    except OSError as error:
        fail(f"the folder {name} cannot be created: {reason(error)}", WRONG_USAGE)
    try:
        for file, text in made.items():
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        fail(f"the game cannot be written: {reason(error)}", WRONG_USAGE)
    width = max(map(len, made))
    say(f"Created a complete game in {name}/. Files to edit:\n")
    for file, (_, _, holds) in zip(made, FILES, strict=True):
        say(f"  {file:<{width}}  {holds}")
    say(Template(COMMANDS).substitute(words))


def _wrong_name(name: str) -> str:
    """Why a new game cannot have this name, in a sentence; empty if it can."""
    from sandtable.games import installed

    if not re.fullmatch("[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        return (
            f"{name!r} cannot be the name of a game: use lower-case letters, digits and underscores, start with a letter, "
            "and avoid Python keywords"
        )
    if name in installed():
        return f"a game called {name!r} is already installed: choose another name"
    if Path(name).exists():
        return f"{name} already exists here: choose another name, or work in another folder"
    found = find_spec(name)
    # a folder without an `__init__.py` hides nothing
    if found is not None and found.origin is not None:
        return f"Python already has a module {name!r}, which the game's file would hide: choose another name"
    return ""


def _filled(source: str, words: dict[str, str]) -> str:
    text = files("sandtable.cli").joinpath("template", source).read_text(encoding="utf-8")
    return Template(text).substitute(words)
