"""The vector environments of Gymnasium: what they return, how matches end, and that Gymnasium's wrappers accept them."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import sandtable as st
import sandtable.adapters.gymnasium as adapter


def vector(n=6, **options):
    return gymnasium.make_vec("sandtable/Assault-v0", n, **{"health": 2, **options})


def choose(env, mask, draws):
    """A random legal action for every env."""
    return (mask * draws.random(mask.shape)).argmax(1)


def test_a_vector_is_the_default_of_make_vec():
    env = vector()
    assert isinstance(env.unwrapped, adapter.SeatVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    count = env.unwrapped.batch.game.spec.rules.actions.count
    assert env.action_space == gymnasium.spaces.MultiDiscrete([count] * 6)
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    assert info["action_mask"].shape == (6, count)
    assert np.array_equal(info["action_mask"], env.unwrapped.action_masks())


@pytest.mark.parametrize("masks", ["info", "observation"])
def test_a_vector_plays_what_a_batch_plays(masks):
    env, draws = vector(masks=masks, seat=None, opponent="script"), np.random.default_rng(1)
    batch = st.BatchEnv(env.unwrapped.batch.game, 6, seed=7, opponent="script", forgiving=True)
    told, info = env.reset(seed=7)
    ended = 0
    for _ in range(120):
        seen, mask = (
            (told["observation"], told["action_mask"])
            if masks == "observation"
            else (told, info["action_mask"])
        )
        assert seen.tobytes() == batch.features.tobytes()
        assert np.array_equal(mask, batch.masks)
        assert mask.any(1).all()
        actions = choose(env, mask, draws)
        told, rewards, over, cut, info = env.step(actions)
        batch.step(actions)
        assert rewards.tolist() == batch.rewards[np.arange(6), batch.learners].tolist()
        assert (rewards[~over] == 0).all()
        assert over.tolist() == batch.done.tolist()
        assert not cut.any()
        assert "illegal" not in info
        assert ("final_obs" in info) == over.any()
        for i in np.flatnonzero(over):
            assert info["_final_obs"].tolist() == over.tolist()
            last = info["final_obs"][i]
            if masks == "observation":
                assert not last["action_mask"].any()
                last = last["observation"]
            assert last.tobytes() == batch.finals[i].tobytes()
            ended += 1
    assert ended > 0


def test_an_illegal_action_loses_one_match_and_says_why():
    env = vector(3)
    _, info = env.reset(seed=1)
    actions = info["action_mask"].argmax(1)
    actions[1] = wrong = env.unwrapped.batch.game.parse("do not attack")
    _, rewards, over, _, info = env.step(actions)
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert over.tolist() == info["_illegal"].tolist() == [False, True, False]
    assert info["illegal"].tolist() == [None, "You cannot do that now: another step is due. (A2.1)", None]
    single = adapter.SeatEnv("assault", health=2)
    single.reset(seed=1)
    assert single.step(wrong)[-1]["illegal"] == info["illegal"][1]
    # the next match has begun
    assert info["action_mask"][1].any()


def test_the_same_seed_gives_the_same_matches():
    def matches(env, seed):
        _, info = env.reset(seed=seed)
        draws, seen = np.random.default_rng(1), []
        for _ in range(30):
            observation, rewards, _, _, info = env.step(choose(env, info["action_mask"], draws))
            seen.append((observation.tobytes(), rewards.tobytes()))
        return seen

    env = vector()
    first, again, other = matches(env, 3), matches(env, 3), matches(env, 4)
    assert first == again == matches(vector(), 3)
    assert first != other
    # without a seed, the streams continue
    assert matches(env, None) != other
    # and nobody knows those of an environment that was never given one
    assert matches(vector(), None) != matches(vector(), None)


def test_statistics_of_episodes_are_recorded_by_gymnasium():
    env, draws = RecordEpisodeStatistics(vector(4)), np.random.default_rng(2)
    _, info = env.reset(seed=1)
    lengths, played = [], np.zeros(4, int)
    for _ in range(80):
        _, rewards, over, _, info = env.step(choose(env, info["action_mask"], draws))
        played += 1
        for i in np.flatnonzero(over):
            assert info["episode"]["r"][i] == rewards[i]
            assert info["episode"]["l"][i] == played[i]
            lengths.append(played[i])
        played[over] = 0
    assert len(lengths) > 4


def test_vectors_need_no_mask():
    env = gymnasium.make_vec("sandtable/Rout-v0", 2, ivory_units=1, ink_units=1)
    observation, info = env.reset(seed=1)
    assert info == {}
    assert env.action_space.shape == (2, 6)
    with pytest.raises(ValueError, match="rout has no action masks"):
        env.unwrapped.action_masks()
    observation, rewards, *_, info = env.step(env.action_space.sample())
    assert observation in env.observation_space
    assert rewards.tolist() == [0.0, 0.0]
    assert "illegal" not in info


def test_boards_are_rendered_as_the_learners_see_them():
    env = vector(2, render_mode="ansi", seat=None)
    env.reset(seed=1)
    positions = [env.unwrapped.batch.position(i) for i in range(2)]
    assert env.render() == tuple(positions[i].view(i).text() for i in range(2))
    pictures = vector(2, render_mode="rgb_array")
    pictures.reset(seed=1)
    assert [frame.shape[2] for frame in pictures.render()] == [3, 3]
    assert vector(2).render() is None


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"opponent": "search:9"},
            "the opponent at assault must be one of random, script, lookahead, 0, 1, 2, not",
        ),
        ({"opponent": st.agents.make("assault", 1)}, 'vectorization_mode="sync" takes any player'),
        ({"render_mode": "human"}, "render_mode must be one of ansi, rgb_array, not 'human'"),
        ({"seat": 2}, "seat must be 0, 1 or None, not 2"),
        ({"masks": "no"}, "masks must be 'info' or 'observation'"),
    ],
)
def test_bad_arguments_are_refused(options, said):
    with pytest.raises(ValueError, match=said):
        adapter.SeatVectorEnv("assault", 2, **options)


def test_bad_calls_are_refused():
    env = vector(2)
    with pytest.raises(ValueError, match="no match has begun: call reset"):
        env.step([0, 0])
    with pytest.raises(ValueError, match="seed must be one number"):
        env.reset(seed=[1, 2])
    env.reset(seed=1)
    with pytest.raises(ValueError, match="actions must be 2 whole numbers"):
        env.step([0])
