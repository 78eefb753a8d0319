"""The compiled rules and a plain twin written from the rule book agree on every position of random matches."""

from typing import Any

import pytest

from sandtable import OVER, load, stream
from sandtable.game import Position
from sandtable.games.assault.board import board
from sandtable.games.assault.text import coordinate, stats
from tests.knowledge.play import CROWDED, VARIANTS
from tests.perft.naive import LETTERS, STATS, Twin

SHORT: list[dict[str, Any]] = [
    {"board": CROWDED, "health": 3, "meditation_rounding": "nearest"},
    {"board": "skirmish", "health": 1, "round_cap": 7, "meditation_rounding": "up"},
    {"board": "grand", "health": 2, "stay_triggers": True, "corners": "diagonal"},
    {
        "board": "S...S\n.....\n..M..\n.....\nS...S",
        "health": 4,
        "stay_triggers": True,
    },
    {"board": CROWDED, "stat_cap": "8", "held_may_attack": False, "health": 6},
]


def twin_of(settings: dict[str, Any]) -> tuple[Position, Twin]:
    game = load("assault", **settings)
    return game.start(), Twin(list(board(str(game.settings["board"])).rows), dict(game.settings))


def told(position: Position) -> list[Any]:
    """What the two must agree on of each pawn."""
    setup, state = position.game.setup, position.state
    return [
        [
            int(pawn.health),
            coordinate(setup, int(pawn.tile)),
            stats(state, p),
            bool(pawn.held),
            int(pawn.rested).bit_count(),
        ]
        for p, pawn in enumerate(state.pawn)
    ]


def of_twin(twin: Twin) -> list[Any]:
    return [
        [
            pawn.health,
            f"{LETTERS[pawn.place[0]]}{pawn.place[1] + 1}",
            [pawn.stats[stat] for stat in STATS] if pawn.stats else None,
            pawn.held,
            len(pawn.rested),
        ]
        for pawn in twin.pawns
    ]


def agree(seed: int, match: int, settings: dict[str, Any]) -> int:
    """Plays a random match on both sides and compares them; returns its plies."""
    (position, twin), rng = twin_of(settings), stream(seed, match)
    while True:
        sentences = [position.game.describe(action) for action in position.actions()]
        assert sorted(sentences) == sorted(twin.legal())
        if position.phase != "allocate":
            assert told(position) == of_twin(twin)
            assert int(position.state.turn) == twin.turn
        if position.over:
            break
        action = position.sample(rng)
        position.play(action)
        twin.play(position.game.describe(action))
    assert position.to_move == OVER
    assert position.score == (twin.score, -twin.score)
    return position.ply


@pytest.mark.parametrize("settings", [*VARIANTS, *SHORT])
def test_random_matches_agree(settings: dict[str, Any]) -> None:
    assert sum(agree(1, match, {**settings, "round_cap": 12}) for match in range(2)) > 60


@pytest.mark.slow
@pytest.mark.parametrize("settings", [*VARIANTS, *SHORT])
def test_many_random_matches_agree(settings: dict[str, Any]) -> None:
    for match in range(15):
        agree(2, match, settings)
