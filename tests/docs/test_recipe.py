"""The recipe in examples/ppo learns, and its gradients are right."""

import importlib.util
import sys

import numpy as np
import pytest

from tests.house.tree import ROOT


@pytest.fixture(scope="module")
def recipe():
    place = importlib.util.spec_from_file_location("ppo", ROOT / "examples" / "ppo" / "ppo.py")
    module = importlib.util.module_from_spec(place)
    # dataclasses look their module up
    sys.modules["ppo"] = module
    try:
        place.loader.exec_module(module)
        yield module
    finally:
        del sys.modules["ppo"]


def test_it_learns(recipe):
    settings = recipe.Settings(
        opponent="random",
        steps=16_384,
        envs=64,
        rollout=32,
        hidden=32,
        minibatch=512,
        matches=64,
        evaluate=100,
    )
    (_, _, before, _), (steps, _, after, wins) = recipe.train(settings)
    assert steps == 16_384
    assert after > max(before, 0.2)
    assert wins > 0.5


def test_the_gradients_of_the_network_are_its_slopes(recipe):
    draws = np.random.default_rng(1)
    net = recipe.Net((5, 4, 3), seed=1)
    net.weights = [weight.astype(np.float64) for weight in net.weights]
    inputs, by_logits, by_values = draws.normal(size=(6, 5)), draws.normal(size=(6, 3)), draws.normal(size=6)

    def total():
        *_, logits, values = net.forward(inputs)
        return (logits * by_logits).sum() + (values * by_values).sum()

    first, second, *_ = net.forward(inputs)
    for weight, gradient in zip(
        net.weights, net.backward(inputs, first, second, by_logits, by_values), strict=True
    ):
        for place in np.ndindex(weight.shape):
            kept, ends = weight[place], []
            for side in (1, -1):
                weight[place] = kept + side * 1e-5
                ends.append(total())
            weight[place] = kept
            assert gradient[place] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=1e-6)


def test_advantages_add_up(recipe):
    settings = recipe.Settings(discount=0.5, trace=1.0)
    rewards, ends = [np.array([1.0]), np.array([2.0]), np.array([4.0])], np.array([[False], [True], [False]])
    found = recipe.advantages(rewards, ends, np.zeros((3, 1)), np.array([8.0]), settings)
    # the second step ends a match, and what follows it does not count
    assert found[:, 0].tolist() == [2.0, 2.0, 8.0]
