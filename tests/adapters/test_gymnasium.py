"""The environments pass Gymnasium's checker, warnings being errors, and keep to what the documentation says."""

from dataclasses import replace

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sandtable as st
import sandtable.adapters.gymnasium as adapter
from sandtable.adapters.play import PIXELS
from tests.fixtures import hide_and_seek
from tests.markers import quick

IDS = {"assault": "Assault", "optio": "Optio", "rush": "Rush", "rout": "Rout"}


def choose(env, info, draws):
    """A random action: by the mask, or a vector."""
    if "action_mask" in info:
        return int(draws.choice(np.flatnonzero(info["action_mask"])))
    return draws.uniform(-1, 1, env.action_space.shape).astype(np.float32)


@pytest.mark.parametrize("name", quick("Assault", of=IDS.values()))
def test_the_checker_has_nothing_to_say(name, capsys):
    check_env(gymnasium.make(f"sandtable/{name}-v0").unwrapped)
    assert capsys.readouterr().out


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("masks", ["info", "observation"])
def test_the_checker_has_nothing_to_say_of_any_seat(seat, masks):
    check_env(gymnasium.make("sandtable/Assault-v0", seat=seat, masks=masks, opponent="script").unwrapped)


def test_every_shipped_game_is_registered_once():
    before = set(gymnasium.registry)
    adapter.register()
    assert set(gymnasium.registry) == before
    assert {name for name in before if name.startswith("sandtable/")} == {
        f"sandtable/{name}-v0" for name in IDS.values()
    }


def test_a_game_from_outside_can_be_registered():
    (name,) = adapter.register(hide_and_seek.SPEC)
    try:
        assert name == "sandtable/Hide_and_seek-v0"
        check_env(gymnasium.make(name).unwrapped, skip_render_check=True)
        # again is no fault
        assert adapter.register(hide_and_seek.SPEC) == [name]
    finally:
        gymnasium.registry.pop(name)
    with pytest.raises(
        ValueError, match="hide_and_seek cannot be registered: it must be the SPEC of an importable module"
    ):
        adapter.register(replace(hide_and_seek.SPEC, name="Hide"))


def test_a_name_can_bring_its_module():
    made = gymnasium.make("sandtable.adapters.gymnasium:sandtable/Rush-v0", preset="demo")
    assert made.spec.id == "sandtable/Rush-v0"
    assert made.unwrapped.play.game.settings["preset"] == "demo"


def play(env, seed, draws):
    """Observations, rewards and texts of a match, and its score."""
    observation, info = env.reset(seed=seed)
    seen, reward, over = [observation.tobytes()], 0.0, False
    while not over:
        observation, reward, over, cut, info = env.step(choose(env, info, draws))
        assert not cut
        assert over or reward == 0
        seen.append((observation.tobytes(), reward, env.render()))
    return seen, reward


SEATS = [
    ("Assault", {"health": 3, "opponent": "script", "seat": 1}),
    ("Optio", {"kudos": 2, "opponent": 0}),
    ("Rush", {"preset": "demo", "rushes": 2}),
    ("Rout", {"ivory_units": 1, "ink_units": 2, "turn_cap": 12, "seat": 1}),
]


@pytest.mark.parametrize(("name", "settings"), quick(SEATS[0], of=SEATS))
def test_a_seed_brings_the_same_matches_again(name, settings):
    def matches(seed):
        env, draws = (
            gymnasium.make(f"sandtable/{name}-v0", render_mode="ansi", **settings),
            np.random.default_rng(2),
        )
        return play(env, seed, draws), play(env, None, draws)

    first = matches(7)
    assert first == matches(7)
    assert first[0] != first[1]
    assert first != matches(8)


def test_the_reward_is_the_score_of_the_seat():
    for seat in (0, 1):
        env, draws = adapter.SeatEnv("assault", seat=seat, health=2), np.random.default_rng(4)
        rewards = {play(env, seed, draws)[1] for seed in range(8)}
        assert rewards == {-1.0, 1.0}
        assert env.play.position.score[seat] in rewards


def test_an_illegal_action_loses_and_says_why():
    env = adapter.SeatEnv("assault")
    env.reset(seed=1)
    wrong = env.play.game.parse("do not attack")
    assert not env.action_masks()[wrong]
    _, reward, over, cut, info = env.step(wrong)
    assert (reward, over, cut) == (-1.0, True, False)
    assert info["illegal"] == "You cannot do that now: another step is due. (A2.1)"


@pytest.mark.parametrize("action", [3.0, None, "3", [3], np.array([3])])
def test_an_action_is_a_whole_number(action):
    env = adapter.SeatEnv("assault")
    env.reset(seed=1)
    before = bytes(env.play.position)
    with pytest.raises(ValueError, match="an action must be a whole number, not"):
        env.step(action)
    assert bytes(env.play.position) == before


@pytest.mark.parametrize("action", [-1, 5000, 2**80])
def test_a_number_that_there_is_not_is_illegal(action):
    env = adapter.SeatEnv("assault")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(action)
    assert (reward, over, info["illegal"]) == (-1.0, True, f"There is no action {action}.")


def test_after_the_end_a_reset_is_due():
    env, draws = adapter.SeatEnv("assault", health=1), np.random.default_rng(1)
    play(env, 1, draws)
    with pytest.raises(ValueError, match="the match is over: call reset"):
        env.step(0)
    env.reset(seed=1)
    env.step(-1)
    with pytest.raises(ValueError, match="the match is over: call reset"):
        env.step(0)


def test_vectors_need_no_mask():
    env = adapter.SeatEnv("rout")
    _, info = env.reset(seed=1)
    assert info == {}
    assert env.action_space == gymnasium.spaces.Box(-1, 1, (6,))
    with pytest.raises(ValueError, match="rout has no action masks"):
        env.action_masks()


def test_rendering_is_what_the_seat_sees():
    env = gymnasium.make("sandtable/Assault-v0", render_mode="ansi", seat=1)
    env.reset(seed=1)
    inner = env.unwrapped
    assert env.render() == inner.play.position.view(1).text()
    assert env.render() != inner.play.position.view(0).text()


@pytest.mark.parametrize("name", quick("Assault", of=IDS.values()))
def test_a_picture_shows_what_the_seat_sees(name):
    env = gymnasium.make(f"sandtable/{name}-v0", render_mode="rgb_array")
    env.reset(seed=1)
    shown = env.render()
    assert shown.dtype == np.uint8
    assert max(shown.shape) == PIXELS
    assert shown.shape[2] == 3
    # a drawing has edges and colours
    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 4


def test_the_pictures_of_two_seats_differ_by_their_secrets():
    env, other = (gymnasium.make("sandtable/Optio-v0", render_mode="rgb_array", seat=seat) for seat in (0, 1))
    for one in (env, other):
        one.reset(seed=1)
    assert np.array_equal(env.render(), env.unwrapped.play.pixels(0))
    assert not np.array_equal(env.unwrapped.play.pixels(0), env.unwrapped.play.pixels(1))


def test_vector_environments_render_pictures():
    # as Stable-Baselines3 makes them, without being asked for pictures
    envs = gymnasium.make_vec("sandtable/Assault-v0", 2, vectorization_mode="sync", render_mode="rgb_array")
    envs.reset(seed=1)
    assert [frame.shape[2] for frame in envs.render()] == [3, 3]
    envs.close()


def test_what_people_watch_is_shown_at_every_step(capsys):
    env, draws = adapter.SeatEnv("assault", health=2, render_mode="human"), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(5):
        assert capsys.readouterr().out == f"{env.play.text(0)}\n"
        info = env.step(choose(env, info, draws))[-1]


@pytest.mark.parametrize("masks", ["info", "observation"])
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_many_side_by_side(mode, masks):
    env = gymnasium.make_vec("sandtable/Assault-v0", 3, vectorization_mode=mode, health=2, masks=masks)
    (observation, info), draws, ended = env.reset(seed=5), np.random.default_rng(1), 0
    for _ in range(60):
        told = info if masks == "info" else observation
        legal = [np.flatnonzero(mask) for mask in told["action_mask"]]
        # an env that has ended is reset by the next step, whatever it is given
        actions = np.array([draws.choice(row) if row.size else 0 for row in legal])
        observation, _, over, _, info = env.step(actions)
        assert "illegal" not in info
        ended += over.sum()
    env.close()
    assert ended > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seat": 2}, "seat must be 0 or 1, not 2"),
        ({"opponent": 9}, "assault has levels"),
        ({"opponent": "nobody"}, "nobody"),
        ({"opponent": None}, "assault has no player 'None'"),
        ({"render_mode": "rgb"}, "render_mode must be one of ansi, human, rgb_array, not 'rgb'"),
        ({"health": 0}, "health"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(arguments, said):
    with pytest.raises(ValueError, match=said):
        adapter.SeatEnv("assault", **arguments)


def test_a_game_from_elsewhere_can_be_given():
    env = adapter.SeatEnv(st.load("assault", health=2), opponent="script")
    assert play(env, 3, np.random.default_rng(1))[1] in (-1.0, 1.0)


def test_a_game_has_its_settings_already():
    with pytest.raises(ValueError, match="a loaded game already has its settings: give its id with health"):
        adapter.SeatEnv(st.load("assault"), health=2)
    with pytest.raises(ValueError, match="game must be the id of a game or a game"):
        adapter.SeatEnv(5)


def test_the_opponent_may_be_any_agent():
    class First:
        def act(self, view, seat, rng, budget=None, cancelled=None):
            assert view.to_move == seat == 1
            return view.actions()[0]

    env = adapter.SeatEnv("assault", opponent=First(), health=2)
    assert play(env, 3, np.random.default_rng(1))[1] in (-1.0, 1.0)
