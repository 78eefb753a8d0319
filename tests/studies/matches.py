"""Thousands of matches of every shipped game and of companions, checked against the interface and against a plain twin."""

from collections.abc import Iterator
from typing import Any

from sandtable import Game, load
from sandtable.games import companion, installed
from sandtable.testing import check_game
from tests.perft.test_twin import CASES, whole_match

CHECKED = 10_000
# a match of ROUT! takes a hundred times as long as others, and in plain Python still more
FEW = {"rout": 1000}
COMPANIONS = 100
BESIDE_THE_TWIN = 200
TWIN_FEW = {"rout": 20}


def run() -> Iterator[str]:
    """What was played."""
    yield "| game | matches that keep the interface | actions and outcomes | matches compared with a plain twin | actions |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for game in installed():
        checked = check_game(load(game), matches=FEW.get(game, CHECKED), seed=7)
        values: list[Any] = [case.values for case in CASES]
        cases = [(module, settings) for module, settings in values if game == module.GAME]
        each = TWIN_FEW.get(game, BESIDE_THE_TWIN)
        plies = sum(whole_match(module, 8, n, settings) for module, settings in cases for n in range(each))
        yield (
            f"| {load(game).spec.name} | {checked['matches']} | {checked['plies']} | {each * len(cases)} under "
            f"{len(cases)} settings | {plies} |"
        )
    books = [Game(spec) for game in installed() if (spec := companion(game))]
    played = sum(check_game(game, matches=COMPANIONS, plain=200)["matches"] for game in books)
    yield f"\n{played} matches of {len(books)} companions keep the interface compiled as they do in plain Python."
