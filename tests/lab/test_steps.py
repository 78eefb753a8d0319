"""What of a score comes at which steps: the shares of a game that is known, and that they make the whole."""

import numpy as np
import pytest

from benchmarks import steps
from sandtable.authoring import new, stream
from sandtable.engine.game import Game
from sandtable.search.policy import UNIFORM
from tests.fixtures.tug.declaration import SPEC


def test_what_chance_and_choices_bring_is_the_whole_variance(monkeypatch):
    monkeypatch.setattr(steps, "AGAIN", 4)
    game, out = Game(SPEC), np.zeros((1500, 3))
    steps.study(
        game.setup,
        game.start().state,
        UNIFORM,
        stream(1),
        new(game.spec.rules.state, 5),
        np.zeros((2, 2)),
        out,
    )
    shares = out[:, 1:] / out[:, 0].var()
    error = shares.sum(axis=1).std() / len(out) ** 0.5
    assert error < 0.1
    assert shares.sum(axis=1).mean() == pytest.approx(1.0, abs=3 * error)
    # both matter here: a roll decides whether who pulls hard slips
    assert (shares.mean(axis=0) > 2 * shares.std(axis=0) / len(out) ** 0.5).all()
