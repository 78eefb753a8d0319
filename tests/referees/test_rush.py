"""Rush is played as its rule book says: an independent referee follows matches at every ply."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pytest

import sandtable as st
from tests.referees.following import Objection, any_settings, at_random, by_level, follow
from tests.referees.rush import Referee
from tests.rules.rush.matches import choose

# what can be played and rolled, by clause
PLAYED = {
    f"{clause} {kind}"
    for clause, kinds in {
        "R2.4": "first formation place",
        "R3.2": "run sprint slam steal throw stand enter end",
        "R3.3": "launch bounce",
        "R5.1": "step dash turn wheel face tackle aim",
        "R5.2": "roll",
        "R5.3": "roll",
        "R5.5": "roll face run throw decline",
        "R6.1": "roll",
        "R6.2": "slamback dodge roll",
        "R6.3": "follow decline",
        "R6.5": "face sidestep decline",
        "R6.6": "push",
        "R6.7": "roll",
        "R7.1": "roll",
        "R7.4": "roll",
        "R8.1": "scatter",
        "R9.1": "roll face run slam steal decline",
    }.items()
    for kind in kinds.split()
}
SHORT: dict[str, Any] = {"preset": "demo", "rushes": 2}
followed = partial(follow, "rush", Referee, player=choose)


def a_roster(random: Random) -> str:
    """A team of a few kinds of players with any statistics."""
    kinds = "ABC"[: random.randint(1, 3)]
    lines = ['name = "Any"', f"team = {[random.choice(kinds) for _ in range(8)]}"]
    for kind in kinds:
        role = random.choice(["guard", "jack", "striker"])
        lines += [f"[player.{kind}]", f'role = "{role}"', f"move = {random.randint(1, 9)}"]
        lines += [f"{name} = {random.randint(2, 6)}" for name in ("strength", "speed", "skill", "armour")]
    return "\n".join(lines)


def test_the_engine_plays_by_the_rule_book() -> None:
    assert followed(range(2), {**SHORT, "exploding_sixes": True}) > {"R5.5 roll", "R6.6 push", "R7.1 roll"}


@pytest.mark.long
def test_the_engine_plays_matches_under_any_settings_by_the_rule_book() -> None:
    played: set[str] = set()
    for seed in range(60):
        settings = any_settings("rush", Random(seed), home=a_roster, visitor=a_roster)
        played |= followed([seed], settings, player=choose if seed % 4 else at_random)
    assert played == PLAYED


@pytest.mark.long
@pytest.mark.parametrize(("level", "matches"), [(1, 6), (2, 6), (3, 2)])
def test_the_computer_plays_by_the_rule_book(level: int, matches: int) -> None:
    assert followed(range(matches), {}, player=by_level("rush", level)) > {
        "R8.1 scatter",
        "R6.6 push",
        "R7.1 roll",
    }


@pytest.mark.parametrize(
    ("setting", "value", "message"),
    [
        ("tokens", 2, "R2.4.*tokens"),
        ("on_pitch", 4, "R2.4.*place of"),
        ("exploding_sixes", True, "R[0-9.]+.*allowed"),
        ("opponent_threatens", False, "R6.1.*allowed"),
        ("rushes", 1, "R2.5.*over"),
        ("first", "1", "R2.4.*rushing side"),
        ("player_cap", 1, "R3.2.*allowed"),
    ],
)
def test_a_referee_with_another_rule_objects(setting: str, value: object, message: str) -> None:
    with pytest.raises(Objection, match=f"^{message}"):
        followed(range(20), SHORT, book={setting: value})


def a_hex_too_many(position: st.Position) -> None:
    """A player who moves gets one more hex."""
    if position.phase == "move":
        position.state.now.points += 1


def a_die_too_many(position: st.Position) -> None:
    """A die more is rolled."""
    if position.phase == "test":
        position.state.dice += 1


def a_turned_player(position: st.Position) -> None:
    """Home's first player turns after each ply."""
    position.state.player[0].facing = (position.state.player[0].facing + 1) % 6


def a_ball_lost(position: st.Position) -> None:
    """The ball is out of play."""
    if position.phase == "rush":
        position.state.ball = 202


def a_wrong_score(position: st.Position) -> None:
    """Home has won."""
    if position.to_move == st.OVER:
        position.state.score[:] = 1, -1


@pytest.mark.parametrize(
    ("falsify", "message"),
    [
        (a_hex_too_many, "R5.1.*allowed"),
        (a_die_too_many, "R.*(allowed|chance)"),
        (a_turned_player, "R2.4.*facing of seat 0's player 0"),
        (a_ball_lost, "R.*ball"),
        (a_wrong_score, "R2.5.*score"),
    ],
)
def test_a_falsified_outcome_is_found(falsify: Callable[[st.Position], None], message: str) -> None:
    with pytest.raises(Objection, match=f"^{message}.*the engine has"):
        followed(range(20), {**SHORT, "tie": "draw"}, falsify=falsify)
