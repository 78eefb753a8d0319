"""Information-set search on Kuhn poker, whose solution is known, and on hide and seek."""

import numpy as np
import pytest

from sandtable.authoring import new, ops, rng
from sandtable.search import ismcts
from sandtable.search import tree as trees
from tests.search import kuhn
from tests.search.kuhn import PASS, PUSH

LOW, MIDDLE, HIGH = range(3)


def search(
    own, seat, *actions, other=None, simulations=20000, nodes=2000, edges=4000, flag=0, seed=1, **options
):
    """Action -> share of the visits for `seat` with the card `own` after `actions`, and the simulations made."""
    other = (own + 1) % 3 if other is None else other
    cards = (own, other) if seat == 0 else (other, own)
    setup, state = kuhn.position(*cards, *actions)
    view = new(kuhn.STATE)[0]
    ops.observe(setup, state, seat, view)
    tree = trees.grow(5, nodes, edges)
    ismcts.begin(view, seat, tree)
    done = ismcts.search(
        setup,
        view,
        seat,
        new(kuhn.STATE, 2),
        tree,
        rng.stream(seed),
        ismcts.options(**options),
        simulations,
        np.full(1, flag, np.uint8),
    )
    taken, visits, values = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros(5)
    count = trees.result(tree, ismcts.root(tree, view), taken, visits, values)
    total = max(1, int(visits[:count].sum()))
    return (
        {int(a): float(n) / total for a, n in zip(taken[:count], visits[:count], strict=True)},
        done,
        visits[:count].tolist(),
    )


def test_fingerprint():
    _, done, visits = search(LOW, 1, PASS, simulations=1000)
    assert done == 1000
    assert visits == [517, 271]


def test_bluffs_sometimes():
    # the solution bets a checked-to lowest card in a third of the cases; never and always are both mistakes
    shares, _, _ = search(LOW, 1, PASS)
    assert 0.1 < shares[PUSH] < 0.5


def test_opens_with_the_lowest_card_sometimes():
    shares, _, _ = search(LOW, 0)
    assert 0.05 < shares[PUSH] < 0.4


def test_never_bets_for_nothing():
    # a bet with the middle card is called by the higher and folded to by the lower only
    shares, _, _ = search(MIDDLE, 1, PASS)
    assert shares[PASS] > 0.75


@pytest.mark.parametrize(
    ("card", "seat", "actions", "best"),
    [
        (HIGH, 1, (PASS,), PUSH),
        (HIGH, 1, (PUSH,), PUSH),
        (LOW, 1, (PUSH,), PASS),
        (LOW, 0, (PASS, PUSH), PASS),
        (HIGH, 0, (PASS, PUSH), PUSH),
    ],
)
def test_plays_what_is_plain(card, seat, actions, best):
    shares, _, _ = search(card, seat, *actions)
    assert shares[best] > 0.9


def test_without_doubt_the_answer_is_pure():
    # the other seat then follows its quick policy, here uniform, and folds too often: the best answer is to bluff always
    shares, _, _ = search(LOW, 1, PASS, doubt=0.0, smooth=0)
    assert shares[PUSH] > 0.9


def test_equal_views_give_equal_searches():
    assert search(MIDDLE, 0, other=LOW) == search(MIDDLE, 0, other=HIGH)


def test_cancelled_before_it_begins():
    shares, done, _ = search(LOW, 0, flag=1)
    assert (shares, done) == ({}, 0)


def test_the_budget_is_kept():
    _, done, visits = search(HIGH, 1, PUSH, simulations=501, doubt=0.0)
    assert done == 501
    assert sum(visits) == 501


@pytest.mark.parametrize("room", [{"nodes": 1}, {"nodes": 3}, {"edges": 2}, {"edges": 5}])
def test_goes_on_when_a_buffer_is_full(room):
    shares, done, _ = search(HIGH, 1, PASS, simulations=2000, **room)
    assert done == 2000
    assert shares[PUSH] > 0.5


def test_limited_playouts_are_judged_by_the_evaluation():
    _, done, _ = search(HIGH, 0, simulations=300, limit=1)
    assert done == 300


def test_wide_nodes_search_some_candidates():
    shares, _, _ = search(HIGH, 0, simulations=300, wide=1)
    assert len(shares) == 1


def test_unknown_options_are_refused():
    with pytest.raises((KeyError, ValueError)):
        ismcts.options(depth=3)


def test_rarely_visited_actions_are_not_drawn():
    drawn = [ismcts.choose_by_visits([1, 50, 40], rng.stream(seed), 2.0) for seed in range(400)]
    assert set(drawn) == {1, 2}
    assert drawn.count(1) / 400 == pytest.approx(2500 / 4100, abs=0.08)
