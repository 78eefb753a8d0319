"""A game's id is in its own folder, in `games/__init__`, in its web folder and in data: nowhere else."""

import re
from pathlib import Path

from sandtable.games import installed, spec
from tests.house.tree import PACKAGE, ROOT, name, tracked

GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "__init__.py").is_file())
WEB = ROOT / "web" / "src"
# tables of facts about games, read by code that knows none, and the reports on them
DATA = {".toml", ".json", ".txt", ".md", ".html"}


def mentions(game: str, text: str) -> list[int]:
    """The lines of `text` with the game's id as a word of its own, in any case and as part of a longer name."""
    word = re.compile(
        rf"(?<![a-z]){game}(?![a-z])|(?<![A-Z]){game.capitalize()}(?![a-z])|{game.upper()}(?![A-Z])"
    )
    return [number for number, line in enumerate(text.splitlines(), 1) if word.search(line)]


def elsewhere(game: str) -> list[Path]:
    """The code files in which `game` must not be named."""
    own = (PACKAGE / "games" / game, WEB / "games" / game)
    return [
        path
        for path in tracked()
        if (path.is_relative_to(PACKAGE) or path.is_relative_to(WEB))
        and path != PACKAGE / "games" / "__init__.py"
        and path.suffix not in DATA
        and ".test." not in path.name
        and not any(path.is_relative_to(folder) for folder in own)
    ]


def test_there_are_games() -> None:
    assert GAMES


def test_no_other_code_names_a_game() -> None:
    assert [
        f"{name(path)}:{line} names {game}"
        for game in GAMES
        for path in elsewhere(game)
        for line in mentions(game, path.read_text(encoding="utf-8"))
    ] == []


def test_words_that_contain_an_id_are_not_mentions() -> None:
    assert mentions("rout", "route, router, ROUTES, trout, Route, createRouter") == []
    for text in (
        'if game == "rout":',
        "rout_board",
        "RoutBoard",
        "import Rout from",
        "ROUT_LIMIT",
        "games/rout/a",
    ):
        assert mentions("rout", text) == [1], text


def test_games_that_say_so_have_a_client_of_their_own_and_no_others() -> None:
    there = {path.parent.name for path in (WEB / "games").glob("*/index.ts")}
    assert there == {game for game in installed() if spec(game).presentation.client}
