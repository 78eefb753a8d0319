"""Shaped rewards: they add up to what they should, tell no secrets, and are the same in every environment."""

import numpy as np
import pytest

import sandtable as st
from sandtable.adapters.gymnasium import SeatEnv, SeatVectorEnv
from sandtable.adapters.shaping import WORLDS, Shaping
from sandtable.authoring import defaults, jit, new
from sandtable.engine.game import Game
from sandtable.search.keys import fingerprint
from tests.adapters import kuhn
from tests.adapters.plain import keyed
from tests.adapters.test_batch import SHORT
from tests.adapters.test_secrets import pairs
from tests.markers import quick

GAMES = quick("assault", of=("assault", "optio", "rush"))


@jit
def key_of(record):
    """`fingerprint`, which is only called by compiled functions."""
    return fingerprint(record)


def judged(position, seat):
    """What `seat` thinks of its position, in plain Python: the mean over states drawn by a key of its view."""
    if position.over:
        return 0.0
    view = position.view(seat)
    rng, worlds = keyed(key_of(view.state)), WORLDS if position.game.spec.secret else 1
    return sum(view.determinize(seat, rng).evaluate(seat) for _ in range(worlds)) / worlds


@pytest.mark.parametrize("name", GAMES)
def test_shaping_adds_up_to_the_first_position(name):
    discount, game = 0.9, st.load(name, **SHORT[name])
    env = st.BatchEnv(game, 4, seed=2, opponent="random", shaping=discount)
    rows, ended, told = np.arange(4), 0, 0
    first = [judged(env.position(i), env.learners[i]) for i in rows]
    total, factor = np.zeros(4), np.ones(4)
    assert env.shaped.tolist() == [0.0] * 4
    for _ in range(400):
        env.step(env.sample())
        added = env.shaped - env.rewards[rows, env.learners]
        told += np.count_nonzero(added)
        total += factor * added
        factor *= discount
        for i in np.flatnonzero(env.done):
            assert total[i] == pytest.approx(-first[i], abs=1e-9)
            first[i], total[i], factor[i] = judged(env.position(i), env.learners[i]), 0.0, 1.0
            ended += 1
    assert ended >= 8
    assert told > 100


def test_single_environments_and_vectors_shape_alike():
    single = SeatEnv("assault", seat=1, opponent="script", shaping=0.5, **SHORT["assault"])
    many = SeatVectorEnv("assault", 3, seat=None, opponent="script", shaping=0.5, **SHORT["assault"])
    draws = np.random.default_rng(1)
    _, info = single.reset(seed=1)
    _, infos = many.reset(seed=1)
    mine, before = judged(single.play.position, 1), [judged(many.batch.position(i), i % 2) for i in range(3)]
    ended = 0
    for _ in range(150):
        _, reward, over, _, info = single.step(int(draws.choice(np.flatnonzero(info["action_mask"]))))
        now = judged(single.play.position, 1)
        assert reward == pytest.approx(info.get("score", 0.0) + 0.5 * now - mine, abs=1e-9)
        assert ("score" in info) == over
        if over:
            _, info = single.reset()
            now = judged(single.play.position, 1)
        mine = now
        masks = infos["action_mask"]
        _, rewards, done, _, infos = many.step((masks * draws.random(masks.shape)).argmax(1))
        for i in range(3):
            now, score = judged(many.batch.position(i), i % 2), infos["score"][i] if done[i] else 0.0
            assert rewards[i] == pytest.approx(score + 0.5 * now * (not done[i]) - before[i], abs=1e-9)
            before[i], ended = now, ended + done[i]
    assert ended > 3


def test_an_illegal_action_takes_back_what_was_given():
    env = SeatEnv("assault", shaping=0.5, **SHORT["assault"])
    env.reset(seed=1)
    before = judged(env.play.position, 0)
    _, reward, over, _, info = env.step(env.play.game.parse("do not attack"))
    assert (reward, over, info["score"]) == (-1.0 - before, True, -1.0)


@pytest.mark.parametrize("name", quick("assault", of=("assault", "optio", "rout")))
def test_shaping_tells_no_secrets(name):
    game = st.load(name, **SHORT[name])
    for position, other, seat in pairs(game, 30):
        told = []
        for truth in (position, other):
            states = new(game.spec.rules.state)
            states[0] = truth.state
            shaping = Shaping(game, 1.0, states, np.array([seat], np.int8))
            shaping.begin()
            told.append(float(shaping.potentials[0]))
        assert told[0] == told[1]
        assert told[0] == pytest.approx(judged(position, seat) if not position.over else position.score[seat])


@pytest.mark.parametrize("wrong", [0, -0.5, 1.01, True, "0.9", float("nan")])
def test_a_wrong_discount_is_refused(wrong):
    with pytest.raises(
        ValueError, match=f"shaping must be the learner's discount, above 0 .*, not {wrong!r}"
    ):
        st.BatchEnv(st.load("assault"), 2, opponent="random", shaping=wrong)


def test_shaping_needs_to_know_whose_reward_it_is():
    with pytest.raises(ValueError, match="shaping needs an opponent"):
        st.BatchEnv(st.load("assault"), 2, shaping=0.9)


def test_a_game_that_evaluates_nothing_is_refused(monkeypatch):
    monkeypatch.setitem(kuhn.SPEC.rules.functions, "evaluate", defaults.evaluate)
    with pytest.raises(
        ValueError, match="shaping needs a game with its own evaluate, which kuhn does not have"
    ):
        st.BatchEnv(Game(kuhn.SPEC), 2, opponent="random", shaping=0.9)
