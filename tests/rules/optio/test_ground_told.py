"""What a step of the approach is said to lead to is what comes of it (O3.2, O4.3, O4.5)."""

import pytest

import sandtable as st
from sandtable.engine.game import Position
from sandtable.games.optio.show.battlefield import account
from sandtable.games.optio.show.text import best_action, best_battle
from tests.rules.scenario import clause


def value(position: Position) -> float:
    told = account(position.game.setup, position.state)
    assert told is not None
    return told.value


def best_placed(position: Position) -> float:
    """Navy's score once whoever places the template has placed it best."""
    scores: list[float] = []
    for action in position.actions():
        after = position.copy()
        after.play(action)
        scores.append(value(after))
    return max(scores) if position.to_move == 0 else min(scores)


def steps(seed: int) -> list[tuple[Position, int]]:
    """The decisions of the approach of a match between two that play anything."""
    rng, found = st.stream(seed), list[tuple[Position, int]]()
    position = st.load("optio", reveal_after=6).start()
    while not position.over:
        if position.phase == "approach":
            found += [(position.copy(), action) for action in position.actions()]
        position.play(position.sample(rng))
    return found


@clause("O3.2", "O4.3", "O4.5")
def test_a_step_says_whether_the_armies_meet_and_what_that_ground_is_worth() -> None:
    meetings, others = 0, 0
    for before, action in [step for seed in range(4) for step in steps(seed)]:
        odds = before.game.spec.presentation.odds(before.game.setup, before.state, before.to_move, action)
        assert odds is not None
        after = before.copy()
        after.play(action)
        assert odds["ends"] == float(after.phase == "template")
        said = before.game.spec.presentation.chances(before.game.setup, before.state, before.to_move, action)
        if odds["ends"]:
            assert said == f"the armies meet for a battle that scores {odds['navy']:+.2f} for Navy"
            assert odds["navy"] == pytest.approx(best_placed(after), abs=1e-6)
            meetings += 1
        else:
            assert -1 <= odds["least"] <= odds["most"] <= 1
            assert (
                said
                == f"battles in the army's square score from {odds['least']:+.2f} to {odds['most']:+.2f} for Navy"
            )
            # should the other come there now, it is one of these battles
            for answer in after.actions():
                then = after.copy()
                then.play(answer)
                mine = int(before.state.to_move)
                if then.phase == "template" and int(then.state.second) == 1 - mine:
                    assert odds["least"] - 1e-6 <= best_placed(then) <= odds["most"] + 1e-6
                    others += 1
    assert meetings >= 3
    assert others >= 3


@clause("O4.5")
def test_where_nobody_wins_no_score_is_told() -> None:
    rng, position = st.stream(1), st.load("optio", reveal_after=4, result="ground").start()
    while position.phase != "approach":
        position.play(position.sample(rng))
    told = [
        position.game.spec.presentation.odds(position.game.setup, position.state, position.to_move, action)
        for action in position.actions()
    ]
    assert {name for odds in told if odds is not None for name in odds} == {"ends"}


@clause("O4.3", "O4.5")
def test_the_step_that_is_advised_keeps_the_value_of_best_play() -> None:
    passed_over = 0
    for seed in range(3):
        for before in {bytes(position): position for position, _ in steps(seed)}.values():
            setup, sign = before.game.setup, 1 - 2 * before.to_move
            worth = {}
            for action in before.actions():
                after = before.copy().play(action)
                worth[action] = sign * float(setup.value[best_battle(setup, after.state)])
            chosen = best_action(setup, before.state)
            assert worth[chosen] == max(worth.values())
            assert max(worth.values()) == pytest.approx(
                sign * float(setup.value[best_battle(setup, before.state)])
            )
            passed_over += worth[before.actions()[0]] < worth[chosen]
    # the first that is listed is not always as good
    assert passed_over
