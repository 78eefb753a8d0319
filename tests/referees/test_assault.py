"""All Out Assault is played as its rule book says: an independent referee follows random matches at every ply."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

import sandtable as st
from tests.referees.assault import Referee
from tests.referees.following import Objection, follow

CROWDED = "S.....S\n..RBM..\n.ITMTI.\n..MBR..\nS.....S\n"
SETTINGS: list[dict[str, Any]] = [
    {},
    {"board": "grand"},
    {"board": CROWDED, "health": 8, "tile_once": "turn", "barred": "used"},
    {
        "board": CROWDED,
        "corners": "diagonal",
        "stay_triggers": True,
        "held_if": "landed",
        "stat_cap": "6",
        "meditation_rounding": "nearest",
        "health": 30,
    },
    {
        "board": CROWDED,
        "held_may_attack": False,
        "meditation_rounding": "up",
        "first": "1",
        "reveal": "numbers",
        "round_cap": 8,
    },
]
# what can be played and rolled, by clause
PLAYED = {
    f"{clause} {kind}"
    for clause, kinds in {
        "A1.4": "allocate",
        "A1.6": "opening",
        "A2.1": "choose roll",
        "A2.2": "move",
        "A3.2": "tile_roll red",
        "A3.3": "tile_roll blue",
        "A3.4": "injure",
        "A3.5": "train decline",
        "A3.6": "rest_roll",
        "A3.7": "use decline",
        "A4.3": "attack hold",
        "A4.4": "damage",
        "A4.5": "tiebreak",
    }.items()
    for kind in kinds.split()
}
followed = partial(follow, "assault", Referee)


def test_the_engine_plays_by_the_rule_book() -> None:
    assert {kind for settings in SETTINGS for kind in followed(range(2), settings)} == PLAYED


@pytest.mark.long
@pytest.mark.parametrize(
    "settings",
    [SETTINGS[0], *(pytest.param(settings, marks=pytest.mark.study) for settings in SETTINGS[1:])],
    ids=["default", "grand", "turn", "landed", "short"],
)
def test_the_engine_plays_hundreds_of_matches_by_the_rule_book(settings: dict[str, Any]) -> None:
    played = followed(range(200), settings)
    assert played == PLAYED - ({"A1.6 opening"} if "first" in settings else set())


@pytest.mark.parametrize(
    ("setting", "value", "clause"),
    [
        ("corners", "diagonal", "A1.4"),
        ("health", 11, "A1.4"),
        ("first", "1", "A2.1"),
        ("tile_once", "turn", "A2.2"),
        ("held_may_attack", False, "A2.1"),
        ("stay_triggers", True, "A3"),
        ("held_if", "landed", "A2.2"),
        ("stat_cap", "6", "A3.5"),
        ("meditation_rounding", "up", "A3.6"),
        ("barred", "used", "A4.3"),
        ("round_cap", 3, "A5"),
    ],
)
def test_a_referee_with_another_rule_objects(setting: str, value: object, clause: str) -> None:
    with pytest.raises(Objection, match=f"^{clause}"):
        followed(range(20), {"board": CROWDED}, book={setting: value})


def a_wrong_number(position: Any) -> None:
    """All numbers of a pawn grow by 1 when an attack is due."""
    if position.phase == "attack":
        position.state.pawn[0].now[:] += 1


def a_wrong_tile(position: Any) -> None:
    """The second pawn of seat 1 is off by one tile."""
    if position.state.turn == 1:
        position.state.pawn[3].tile += 1


def a_wrong_score(position: Any) -> None:
    """Winner and loser change places."""
    if position.to_move == st.OVER:
        position.state.score[:] = position.state.score[::-1].copy()


def a_second_helping(position: Any) -> None:
    """No Meditation tile is ever used up."""
    position.state.pawn["rested"][:] = 0


@pytest.mark.parametrize(
    ("falsify", "message"),
    [
        (a_wrong_number, "numbers of seat 0's pawn 0: the engine has"),
        (a_wrong_tile, "tile of seat 1's pawn 1: the engine has"),
        (a_wrong_score, "^A5.1, seed 0, ply [0-9]+, over: score: the engine has"),
        (a_second_helping, "to move: the engine has"),
    ],
)
def test_a_falsified_outcome_is_found(falsify: Callable[[Any], None], message: str) -> None:
    with pytest.raises(Objection, match=message):
        followed(range(20), {"board": CROWDED}, falsify=falsify)
