"""Hints: what to play and how good a move is, against the exact chances of a small game, and in words."""

import pytest

from sandtable.analysis.hints import HintFinding, chances_in_words, hint, told
from sandtable.authoring.rng import stream
from tests.analysis.test_analysis import GAME, exact
from tests.fixtures.tug.rules import GENTLE, HARD


def choices():
    """Positions with a free choice, from random matches."""
    found = {}
    for seed in range(6):
        position, luck = GAME.start(), stream(seed)
        while not position.over:
            if position.to_move >= 0 and position.forced() is None:
                found[position.digest()] = position.copy()
            position.play(position.sample(luck))
    return list(found.values())


def worth(position, action):
    """The exact chance of the seat to move once it has pulled."""
    chance = exact(position.copy().play(action).state)
    return chance if position.to_move == 0 else 1.0 - chance


def test_a_hint_finds_the_best_move_and_its_chance():
    # compiling uses up the time of the first one
    hint(choices()[0].view(choices()[0].to_move))
    clear = 0
    for position in choices():
        view, values = (
            position.view(position.to_move),
            {force: worth(position, force) for force in (GENTLE, HARD)},
        )
        best, worst = sorted(values, key=values.get, reverse=True)
        found = hint(view)
        assert found == hint(view)
        assert found.chance == pytest.approx(values[found.line[0]], abs=0.06)
        loss = values[best] - values[worst]
        if loss > 0.08:
            clear += 1
            assert found.line == (best,)
            judged = hint(view, (worst,))
            assert (*judged.line, judged.mark) in ((best, "mistake"), (best, "blunder"))
            assert judged.loss == pytest.approx(loss, abs=0.04)
            assert hint(view, (best,)).mark == "good"
    assert clear > 3


def test_a_hint_without_time_still_answers():
    position = choices()[0]
    found = hint(position.view(position.to_move), seconds=0.0)
    assert (found.line in ((GENTLE,), (HARD,)), 0.0 <= found.chance <= 1.0) == (True, True)


@pytest.mark.parametrize(
    ("loss", "error", "mark", "text"),
    [
        (0.07, 0.01, "mistake", "Mistake: it costs about 7 points of your chance to win (± 2 points)."),
        (0.012, 0.001, "", "Not clearly different: the best move found is about 1 point better (± 1 point)."),
        (-0.001, 0.001, "good", "Good: no clearly better move was found."),
    ],
)
def test_a_judgement_in_words(loss, error, mark, text):
    assert told(HintFinding((0,), 0.5, loss, error, mark), asked=True) == text


def test_a_chance_in_words():
    assert told(HintFinding((0,), 0.584), asked=False) == "About 58 in 100"
    assert chances_in_words(0.004) == "Less than 1 in 100"
    assert chances_in_words(0.996) == "More than 99 in 100"
