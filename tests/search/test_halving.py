"""Halving on a toy with a known best action: it reckons with the error that its hand will make, and with what is hidden."""

import numpy as np
import pytest

from sandtable.agents.halving import HalvingAgent
from sandtable.authoring import new, ops, rng
from sandtable.games import spec
from sandtable.search import policy
from sandtable.search.halving import Options, best_action, halve, widen
from tests.fixtures.putting import rules
from tests.fixtures.putting.policies import POLICIES
from tests.markers import quick

ops.register("putting", rules.FUNCTIONS, policies=POLICIES)
FINE = Options(candidates=20, keep=4, refine=3)


def green(error=rules.ERROR, steep=0):
    """A setup and the view of seat 0."""
    setup, state, view = new(rules.SETUP)[0], new(rules.STATE)[0], new(rules.STATE)[0]
    setup.error, setup.steep = error, steep
    ops.deal(setup, state)
    ops.observe(setup, state, 0, view)
    return setup, view


def searched(options, simulations=4000, seed=1, **given):
    setup, view = green(**given)
    return best_action(setup, view, 0, rules.EXAMPLES, simulations, options, rng.stream(seed))


def mean(aim, steep=0):
    """What an aim is worth, all errors and slopes weighed."""
    flat = aim + np.arange(-rules.ERROR, rules.ERROR + 1)
    values = [
        np.where(balls > rules.PIT, -1.0, 1.0 - abs(balls - rules.HOLE) / rules.HOLE).mean()
        for balls in (flat, flat + rules.SLOPE)
    ]
    return (values[0] * (100 - steep) + values[1] * steep) / 100


def best(steep=0):
    """The best aim, all of them looked at."""
    aims = range(4000, 6600, 10)
    return max(aims, key=lambda aim: mean(aim, steep))


@pytest.mark.parametrize("seed", quick(0, of=range(3)))
def test_it_aims_short_of_the_hole_for_fear_of_the_pit(seed):
    found = searched(FINE, seed=seed)
    assert best() == rules.PIT - rules.ERROR
    assert abs(found.action - best()) < 150
    assert mean(found.action) > mean(best()) - 0.04
    assert found.value == pytest.approx(mean(found.action), abs=0.05)


def test_a_twin_without_error_aims_at_the_hole_and_is_worse():
    blind, seeing = searched(FINE, error=0), searched(FINE)
    assert abs(blind.action - rules.HOLE) < 100
    assert mean(blind.action) < mean(seeing.action) - 0.4


def test_refining_beats_the_best_candidate():
    coarse, fine = searched(Options(candidates=7)), searched(FINE._replace(candidates=7))
    assert mean(fine.action) > mean(coarse.action) + 0.08


def test_it_guesses_what_is_hidden_as_the_game_does():
    # where a slope is sure the best aim is shorter by its length; all that fits being as likely, the risk is the same
    many = 40_000
    sure, none = searched(FINE, many, steep=100), searched(FINE, many, steep=0)
    assert best(100) == best() - rules.SLOPE
    assert abs(sure.action - best(100)) < 150
    even = searched(FINE._replace(guess=False), many, steep=0)
    assert mean(even.action, 50) > mean(best(50), 50) - 0.05
    assert none.action > even.action + 100


def test_the_same_stream_finds_the_same():
    assert searched(FINE, seed=4) == searched(FINE, seed=4)
    assert searched(FINE, 400, seed=4) != searched(FINE, 400, seed=5)


@pytest.mark.parametrize("options", [FINE, Options(candidates=20), Options(candidates=20, halve=False)])
def test_it_keeps_to_its_simulations(options):
    assert 0.8 * 4000 <= searched(options).spent <= 4000
    # too few for all: one each
    assert searched(options._replace(refine=0), 3).spent >= 20


def test_it_stops_between_stages():
    setup, view = green()
    asked = []

    def cancelled():
        asked.append(True)
        return len(asked) == 2

    found = best_action(setup, view, 0, rules.EXAMPLES, 4000, FINE, rng.stream(1), cancelled)
    assert len(asked) == 2
    assert found.spent < 3000
    assert rules.check(setup, view, found.action) == 0


def room():
    return new(rules.STATE)[0], np.zeros(rules.EXAMPLES), new(rng.STREAM)[0]


def test_halving_keeps_the_best_and_gives_it_the_most_samples():
    setup, view = green()
    actions, values = np.arange(0, 8000, 500), np.zeros(16)
    spent = halve(setup, view, 0, room(), actions, values, 2, 1600, (True, 0, True), rng.stream(2))
    # 16 with 33 samples each, 8 with 66, 4 with 133
    assert spent == 16 * 33 + 8 * 66 + 4 * 133
    assert sorted(actions[:2].tolist()) == [4500, 5000]
    assert values[0] >= values[1]
    assert values[:2] == pytest.approx([mean(aim) for aim in actions[:2]], abs=0.12)


def test_actions_are_compared_under_equal_luck():
    # two aims far from pit and hole differ by just their distance, whatever the error: no noise is left
    setup, view = green()
    actions, values = np.array([3000, 3600]), np.zeros(2)
    halve(setup, view, 0, room(), actions, values, 2, 20, (False, 0, True), rng.stream(2))
    assert actions.tolist() == [3600, 3000]
    assert values[0] - values[1] == pytest.approx(0.1)


def test_variations_are_new_and_come_closer():
    setup, view = green()
    for scale, reach in ((1.0, 600), (0.1, 60)):
        actions = np.zeros(30, np.int64)
        actions[:2] = 2000, 8000
        count = widen(setup, view, actions, 2, scale, rng.stream(3))
        assert 20 < count <= 30
        assert len(set(actions[:count].tolist())) == count
        assert all(min(abs(a - 2000), abs(a - 8000)) <= reach for a in actions[:count])


def test_a_game_that_proposes_nothing_is_refused():
    assert not policy.proposes(spec("optio").players.policies)
    with pytest.raises(ValueError, match="optio has no policy that proposes actions"):
        HalvingAgent(spec("optio"), 10, {})
