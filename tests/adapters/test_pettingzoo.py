"""The environments pass PettingZoo's own tests, warnings being errors, and keep to what the documentation says."""

import subprocess
import sys
import warnings
from dataclasses import replace

import numpy as np
import pytest

import sandtable as st
from sandtable.adapters import pettingzoo
from sandtable.engine.game import Game
from tests.fixtures import connect_four
from tests.markers import quick

with warnings.catch_warnings():
    # where pygame is installed, these import a game of PettingZoo's own in a way that it warns of
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, render_test, seed_test

# settings with matches that end within a test
GAMES = {
    "assault": {"health": 4},
    "optio": {"kudos": 2, "reveal_after": 10},
    "rush": {"preset": "demo", "rushes": 4},
    "rout": {"ivory_units": 2, "ink_units": 2, "turn_cap": 20},
}


@pytest.mark.parametrize("game", quick("assault", of=GAMES))
def test_api(game):
    api_test(pettingzoo.env(game, **GAMES[game]), num_cycles=300)


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize("game", quick("assault", of=GAMES))
def test_api_with_masks_in_observations(game):
    # both warnings are for every dict but those of PettingZoo's own environments
    api_test(pettingzoo.env(game, masks="observation", **GAMES[game]), num_cycles=100)


@pytest.mark.parametrize("masks", ["info", "observation"])
@pytest.mark.parametrize("game", quick("assault", of=GAMES))
def test_seeds(game, masks):
    seed_test(lambda: pettingzoo.env(game, masks=masks, **GAMES[game]), num_cycles=150)


@pytest.mark.parametrize("game", quick("assault", of=GAMES))
@pytest.mark.parametrize("masks", ["info", "observation"])
def test_rendering(game, masks, capsys):
    render_test(lambda render_mode: pettingzoo.env(game, render_mode=render_mode, masks=masks))
    assert capsys.readouterr().out


def test_what_people_watch_is_shown_at_every_step(capsys):
    env = pettingzoo.env("assault", render_mode="human")
    env.reset(seed=1)
    for _ in range(5):
        assert capsys.readouterr().out == f"{env.unwrapped.play.text()}\n"
        env.step(int(np.flatnonzero(env.last()[-1]["action_mask"])[0]))


def play(env, seed, choose):
    """The observations, rewards and texts of a match, in order."""
    env.reset(seed=seed)
    seen = []
    for agent in env.agent_iter():
        observation, reward, over, _, info = env.last()
        seen.append((agent, np.asarray(observation).tobytes(), reward, over, env.render()))
        env.step(None if over else choose(env.action_space(agent), info))
    return seen


@pytest.mark.parametrize("game", quick("assault", of=GAMES))
def test_a_seed_brings_the_same_matches_again(game):
    def match(seed):
        env = pettingzoo.env(game, render_mode="ansi", **GAMES[game])
        draws = np.random.default_rng(1)

        def choose(space, info):
            if "action_mask" in info:
                return int(draws.choice(np.flatnonzero(info["action_mask"])))
            return draws.uniform(-1, 1, space.shape).astype(np.float32)

        return play(env, seed, choose) + play(env, None, choose)

    assert match(5) == match(5)
    assert match(5) != match(6)


def test_rewards_are_scores_and_both_seats_are_told():
    env = pettingzoo.env("assault", health=1)
    env.reset(seed=2)
    draws, told = np.random.default_rng(1), {}
    for agent in env.agent_iter():
        _, reward, over, cut, info = env.last()
        assert not cut
        if over:
            told[agent] = reward
            assert not info["action_mask"].any()
        env.step(None if over else int(draws.choice(np.flatnonzero(info["action_mask"]))))
    assert set(told) == {"seat_0", "seat_1"}
    assert sorted(told.values()) == [-1.0, 1.0]
    assert env.agents == []


def test_masks_can_stand_in_observations():
    env, other = (pettingzoo.env("assault", masks=masks) for masks in ("observation", "info"))
    for made in (env, other):
        made.reset(seed=3)
    observation, _, _, _, info = env.last()
    assert info == {}
    assert env.observation_space("seat_0").contains(observation)
    numbers, _, _, _, info = other.last()
    assert observation["observation"].tobytes() == numbers.tobytes()
    assert observation["action_mask"].tobytes() == info["action_mask"].tobytes()
    assert not env.observe("seat_1")["action_mask"].any()


def test_an_illegal_action_loses_or_is_refused():
    env = pettingzoo.env("assault")
    env.reset(seed=1)
    wrong = env.unwrapped.play.game.parse("do not attack")
    env.step(wrong)
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0}
    raw = pettingzoo.raw_env("assault")
    raw.reset(seed=1)
    before = bytes(raw.play.position)
    with pytest.raises(st.IllegalAction, match=r"You cannot do that now: another step is due. \(A2.1\)"):
        raw.step(wrong)
    assert bytes(raw.play.position) == before


def test_a_vector_must_fit():
    env = pettingzoo.env("rout")
    env.reset(seed=1)
    wrong = (
        np.zeros(5, np.float32),
        np.full(6, np.nan, np.float32),
        np.full(6, 1.5, np.float32),
        "a",
        [[1], [1, 2]],
    )
    for vector in wrong:
        with pytest.raises(ValueError, match="6 finite numbers from -1 to 1"):
            env.step(vector)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "assault", "health": 99}, "health"),
        ({"game": st.load("assault"), "health": 9}, "a loaded game already has its settings"),
        ({"game": None}, "the id of a game or a game"),
        ({"game": "assault", "masks": "both"}, "masks must be 'info' or 'observation', not 'both'"),
        ({"game": "assault", "render_mode": "rgb"}, "render_mode must be one of ansi, human, rgb_array"),
        (
            {
                "game": Game(
                    replace(
                        connect_four.SPEC,
                        rules=replace(connect_four.SPEC.rules, partial=("drop",)),
                    )
                )
            },
            "no action vectors",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(arguments, said):
    with pytest.raises(ValueError, match=said):
        pettingzoo.env(**arguments)


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium"])
def test_a_missing_library_is_named(library):
    code = f"import sys; sys.modules[{library!r}] = None\nimport sandtable.adapters.{library}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert last.endswith(f": pip install 'sandtable[{library}]'.")
