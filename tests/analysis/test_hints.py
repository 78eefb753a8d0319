"""Hints: what to play and how good a move is, against the exact chances of a small game, and in words."""

from math import inf

import numpy as np
import pytest

from sandtable.analysis import hints
from sandtable.analysis.hints import HintFinding, hint, told
from sandtable.analysis.judgement import Judge, Sampler
from sandtable.analysis.summing import certain, mark_of
from sandtable.authoring.rng import stream
from sandtable.engine.game import Game
from tests.analysis.test_analysis import GAME, exact
from tests.fixtures.tug.declaration import SPEC as TUG
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


def test_the_clock_starts_once_the_lean_is_known(monkeypatch):
    now = [0.0]

    def leaning(_sampler):
        now[0] += 100.0
        return 0.0

    monkeypatch.setattr(hints, "monotonic", lambda: now[0])
    monkeypatch.setattr(hints, "judge_of", lambda _game: Judge(leans=True, samples=4))
    monkeypatch.setattr(Sampler, "_leaning", leaning)
    # the lean is found once for each game
    game = Game(TUG)
    assert hint(game.start().view(0), seconds=3.0) == hint(game.start().view(0), seconds=inf)
    assert now == [100.0]


def test_a_move_dropped_early_is_not_the_best_for_its_lucky_samples(monkeypatch):
    picks = [0.9, 0.9, 0.8, 0.1]
    late = [0.5, 0.4]

    def chances(_sampler, _view, place, first, count, lead, _seat, _performs):
        # in the last stage, the two that are left do worse than the third did before
        share = picks[lead[0]] if place == hints.FINDING and first < 7 * count else late[lead[0]]
        return np.full(count, share)

    monkeypatch.setattr(hints, "worth_comparing", lambda *_: list(range(len(picks))))
    monkeypatch.setattr(Sampler, "chances", chances)
    found = hint(GAME.start().view(0))
    assert (found.line, found.chance) == ((0,), pytest.approx(0.5, abs=1e-6))


def test_a_hint_compares_all_moves_where_none_stands_out(monkeypatch):
    monkeypatch.setattr(hints, "worth_comparing", lambda *_: [])
    assert hint(GAME.start().view(0), seconds=0.0).line in ((GENTLE,), (HARD,))


@pytest.mark.parametrize(
    ("loss", "error", "text"),
    [
        (0.07, 0.01, "Mistake: it costs about 7 points of your chance to win (± 2 points)."),
        (0.012, 0.01, "Not clearly different: the best move found is about 1 point better (± 2 points)."),
        (0.03, 0.021, "Not clearly different: the best move found is about 3 points better (± 5 points)."),
        (0.004, 0.02, "Not clearly different from the best move found."),
        (-0.03, 0.04, "Not clearly different from the best move found."),
        (-0.001, 0.001, "Good: no clearly better move was found."),
    ],
)
def test_a_judgement_in_words(loss, error, text):
    (sure,) = certain([(loss, error)])
    found = HintFinding((0,), 0.5, 0.01, loss, error, mark_of(loss, error, sure))
    assert told(found, asked=True) == text


@pytest.mark.parametrize(
    ("chance", "error", "text"),
    [
        (0.584, 0.018, "About 58 in 100 (± 4)"),
        (0.584, 0.0, "About 58 in 100 (± 1)"),
        (0.0, 0.0, "Less than 1 in 100"),
        (0.004, 0.02, "Less than 5 in 100"),
        (1.0, 0.0, "More than 99 in 100"),
        (0.996, 0.02, "More than 95 in 100"),
    ],
)
def test_a_chance_in_words(chance, error, text):
    assert told(HintFinding((0,), chance, error), asked=False) == text
