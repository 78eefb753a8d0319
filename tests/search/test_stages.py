"""The pieces of the halving search one by one."""

from dataclasses import replace

import numpy as np
import pytest

from sandtable.authoring import new, ops, rng
from sandtable.search import halving
from tests.fixtures.putting import policies as putters
from tests.fixtures.putting import rules as putting
from tests.fixtures.tug import rules as tug
from tests.search import stairs
from tests.search.trees import pulling, where_bounds_are_looked_at

where_bounds_are_looked_at()


def sampled(action, depth=0, moves=9, seed=1, guessing=False):
    """One sample of an action on the stairs, in steps."""
    setup, state = stairs.foot(moves)
    room = new(stairs.STATE)[0], np.zeros(10), rng.stream(seed)
    return round(100 * halving.sample(setup, state, 0, room, action, depth, guessing))


def test_a_sample_looks_as_far_as_it_is_told():
    assert [sampled(4, depth) for depth in (0, 1, 2, 5)] == [4, 5, 6, 9]
    # the other seat is to move: no further
    assert [sampled(stairs.PASS, depth) for depth in (0, 1, 3)] == [7, 7, 7]
    # a slip is drawn on the way, and then it goes on
    assert {sampled(stairs.SLIP, 0, seed=seed) for seed in range(20)} == {4, 5, 6}
    assert {sampled(stairs.SLIP, 2, seed=seed) for seed in range(20)} == {6, 7, 8}
    # a coin that can be listed is left to the judgement
    assert {sampled(stairs.COIN, depth, seed=seed) for depth in (0, 2) for seed in range(9)} == {9}
    # and the end is the end
    assert sampled(4, 5, moves=2) == 5
    assert sampled(4, 5, guessing=True) == 9


@pytest.mark.parametrize("guessing", [False, True])
def test_a_sample_begins_at_what_is_seen(guessing):
    setup, view = stairs.foot(9)
    view.step, view.moved = 30, 7
    room = new(stairs.STATE)[0], np.zeros(10), rng.stream(1)
    # two moves are left
    assert halving.sample(setup, view, 0, room, 4, 5, guessing) == pytest.approx(0.35)
    assert (view.step, view.moved) == (30, 7)


def searched(simulations=1000, cancelled=None, moves=9, **options):
    setup, state = stairs.foot(moves)
    return halving.best_action(
        setup, state, 0, 30, simulations, halving.Options(**options), rng.stream(1), cancelled
    )


def test_a_search_spends_what_it_was_given_stage_by_stage():
    # ten candidates to one: 4 rounds of 10, 5, 3 and 2
    def spent(budget, keep, count=10):
        rounds = 1
        while count > keep << rounds:
            rounds += 1
        total = 0
        for turn in range(rounds):
            total += count * max(1, budget // (rounds * count))
            count = keep if turn == rounds - 1 else (count + 1) // 2
        return total

    assert searched(candidates=10, halve=True) == (9, pytest.approx(0.09), spent(1000, 1))
    # without halving all get the same
    assert searched(candidates=10, halve=False) == (9, pytest.approx(0.09), 1000)
    # and one sample each, however few there are
    assert searched(5, candidates=10, halve=False).spent == 10
    # half of the simulations for the first stage, the rest for the stages after it, alike
    first = spent(500, 4)
    assert searched(candidates=10, refine=1).spent == first + spent(1000 - first, 1, 4)
    second = spent((1000 - first) // 2, 4, 4)
    assert searched(candidates=10, refine=2).spent == first + second + spent(1000 - first - second, 1, 4)
    assert searched(candidates=10, refine=1, first=0.2, keep=2).spent == spent(200, 2) + spent(
        1000 - spent(200, 2), 1, 2
    )


def test_a_search_is_asked_to_stop_before_each_stage_but_the_first():
    asked = []

    def cancelled():
        asked.append(True)
        return len(asked) == 2

    found = searched(candidates=10, refine=3, cancelled=cancelled)
    assert len(asked) == 2
    assert found.action == 9
    asked.clear()
    assert searched(candidates=10, cancelled=cancelled).spent > 0
    assert not asked


def test_a_search_looks_as_deep_as_its_options_say():
    assert searched(candidates=10, moves=1).value == pytest.approx(0.09)
    # a 6 with four steps after it is worth 10, a 9 stops at the coin; an 8 slips by 3 or so, and a 7 ends the turn
    assert searched(candidates=10, depth=4, halve=False)[:2] == (6, pytest.approx(0.10))
    assert searched(candidates=10, depth=2, halve=False)[:2] == (9, pytest.approx(0.09))


def test_the_better_of_two_candidates_is_found():
    setup, view = new(putting.SETUP)[0], new(putting.STATE)[0]
    ops.register("putting", putting.FUNCTIONS, policies=putters.POLICIES)
    ops.deal(setup, view)
    # one leaves the ball on the tee, the other brings it close to the hole
    options = halving.Options(candidates=2, varied=2, halve=False)
    found = halving.best_action(setup, view, 0, putting.EXAMPLES, 20, options, rng.stream(1))
    assert found.action == putting.LENGTH // 2


@pytest.mark.parametrize(("guessing", "slopes"), [(True, {1}), (False, {0, 1})])
def test_a_sample_guesses_as_the_game_does_or_takes_all_worlds_alike(guessing, slopes):
    setup, view, drawn = new(putting.SETUP)[0], new(putting.STATE)[0], new(putting.STATE)[0]
    ops.register("putting", putting.FUNCTIONS, policies=putters.POLICIES)
    ops.deal(setup, view)
    # the caddie knows that every slope is steep; a view alone does not tell
    setup.steep = 100
    seen = set()
    for seed in range(20):
        halving.sample(setup, view, 0, (drawn, np.zeros(2), rng.stream(seed)), 1, 0, guessing)
        seen.add(int(drawn.slope))
    assert seen == slopes


def test_a_single_candidate_needs_no_sample():
    setup, state = pulling()
    state.rope = tug.END - 1
    found = halving.best_action(setup, state, 0, 300, 100, halving.Options(), rng.stream(1))
    assert found == (tug.GENTLE, 0.0, 0)


def test_variations_stop_where_nothing_new_is_found():
    setup, view = new(putting.SETUP)[0], new(putting.STATE)[0]
    asked = []

    def vary(setup, view, action, scale, stream):
        asked.append((int(action), scale))
        return 5

    ops.register("putting", putting.FUNCTIONS, policies=replace(putters.POLICIES, vary=vary))
    ops.deal(setup, view)
    try:
        actions = np.array([1, 2, 0, 0, 0])
        assert halving.widen(setup, view, actions, 2, 0.25, rng.stream(1)) == 3
    finally:
        ops.register("putting", putting.FUNCTIONS, policies=putters.POLICIES)
    assert actions[:3].tolist() == [1, 2, 5]
    # four tries for each place, the kept ones in turn
    assert asked == [(1 + n % 2, 0.25) for n in range(12)]
    assert halving._has(actions, 2, 2)
    assert not halving._has(actions, 2, 5)


def test_a_search_has_its_defaults():
    assert halving.Options() == (32, 4, 16, 0, 0.5, True, 0, True)
