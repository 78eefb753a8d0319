"""Positions that a seat cannot tell apart look the same to its learner: observations, infos, masks, texts, meanings."""

import numpy as np
import pytest

import sandtable as st
from sandtable.adapters import gymnasium, pettingzoo, stepping, vectors
from sandtable.adapters.batch import masked
from sandtable.authoring import new
from sandtable.engine.game import Game
from tests.fixtures import bowls, hide_and_seek
from tests.markers import quick

# how many pairs must differ for the test to say anything
LEAST = 20
SECRETIVE = [
    (lambda: st.load("assault", health=4), 60),
    (lambda: st.load("optio", kudos=2), 60),
    (lambda: st.load("rout", ivory_units=3, ink_units=3, turn_cap=30), 60),
    (lambda: Game(hide_and_seek.SPEC), 400),
    (lambda: Game(bowls.SPEC), 400),
]
# each compiles its own steps
FEW = (SECRETIVE[0], SECRETIVE[3])


def pairs(game, most):
    """Positions, each with another one that looks the same to the seat that is returned too."""
    found, match = 0, 0
    while found < most:
        position, rng = game.start(), st.stream(11, match)
        match += 1
        while not position.over and found < most:
            for seat in (0, 1):
                other = position.view(seat).determinize(seat, rng)
                if other != position and position.to_move >= 0:
                    found += 1
                    yield position, other, seat
            position.play(position.sample(rng))


def put(env, position):
    """Makes `position` the one that the environment is in."""
    env.play._state[0], env.play._seat[0] = position.state, position.to_move


def shown(env, position, seat):
    """All that the environments tell of `position` to `seat`."""
    put(env, position)
    env._go_on()
    env.agent_selection = pettingzoo.AGENTS[seat]
    observation, *_, info = env.last()
    parts = [observation, info.get("action_mask", np.zeros(0))]
    if position.to_move == seat and env.play.width:
        parts += [
            np.array(env.play.meant(np.full(env.play.width, part, np.float32))) for part in (-0.7, 0.1, 0.8)
        ]
    return [part.tobytes() for part in parts]


@pytest.mark.parametrize(("make", "most"), quick(*FEW, of=SECRETIVE))
def test_environments_keep_secrets(make, most):
    env = pettingzoo.raw_env(make())
    env.reset(seed=1)
    for position, other, seat in pairs(env.play.game, most):
        assert position.view(seat) == other.view(seat)
        assert shown(env, position, seat) == shown(env, other, seat)


def test_gymnasium_keeps_secrets():
    env = gymnasium.SeatEnv("assault", health=4, render_mode="ansi")
    env.reset(seed=1)
    for position, other, seat in pairs(env.play.game, LEAST):
        env.seat, told = seat, []
        for truth in (position, other):
            put(env, truth)
            observation, _, _, _, info = env._result(0.0, False, {})
            told.append((observation.tobytes(), info["action_mask"].tobytes(), env.render()))
        assert told[0] == told[1]


@pytest.mark.parametrize(("make", "most"), quick(*FEW, of=SECRETIVE))
def test_batches_keep_secrets(make, most):
    game = make()
    spec = game.spec
    for position, other, seat in pairs(game, most):
        if position.to_move != seat:
            continue
        told = []
        for truth in (position, other):
            features, listed = (
                np.zeros(spec.rules.features, np.float32),
                np.zeros(spec.rules.max_actions, np.int64),
            )
            mask = np.zeros(spec.rules.actions.count, bool) if masked(game) else None
            count = stepping.show(
                game.setup, truth.state, new(spec.rules.state)[0], seat, features, mask, listed
            )
            told.append(
                (features.tobytes(), listed[:count].tolist(), None if mask is None else mask.tobytes())
            )
        assert told[0] == told[1]


def test_a_leak_would_be_found():
    game = st.load("assault", health=4)
    leaks = [
        position.features(1 - seat).tobytes() != other.features(1 - seat).tobytes()
        for position, other, seat in pairs(game, LEAST)
    ]
    assert any(leaks)


def test_what_a_vector_means_does_not_tell_secrets():
    game = Game(bowls.SPEC)
    for position, other, seat in pairs(game, LEAST):
        if position.to_move == seat:
            vector = np.array([0.3], np.float32)
            assert vectors.decode(game.setup, position.state, vector) == vectors.decode(
                game.setup, other.state, vector
            )
