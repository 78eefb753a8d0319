"""Evolution of plans: it finds what to do and in which order, and keeps to what it is given."""

from collections import Counter
from itertools import product

import pytest

from sandtable.authoring import stream
from sandtable.search import plan
from sandtable.search.plan import evolve

SAFE, RISKY, USELESS = 1, 2, 3


def gain(plan):
    """A safe action brings 1, once; a risky one brings 3 and ends everything with one half."""
    total, alive, done = 0.0, 1.0, set()
    for action in plan:
        if action == SAFE and SAFE not in done:
            total += alive
        elif action == RISKY and RISKY not in done:
            total += 3.0 * alive
            alive /= 2
        done.add(action)
        total -= 0.01
    return total


def test_the_risk_comes_last():
    found = evolve(gain, [(RISKY,), (SAFE,)], [SAFE, RISKY, USELESS], 5, 60, stream(1))
    assert found == ((SAFE, RISKY), pytest.approx(3.98))


def test_more_plans_are_never_worse():
    def order(plan):
        return sum(1.0 / (1 + place) for place, action in enumerate(plan) if action == place)

    values = [
        evolve(order, [(n,) for n in range(6)], list(range(6)), 6, budget, stream(3))[1]
        for budget in (1, 10, 50, 400)
    ]
    assert values == sorted(values)
    assert values[-1] > values[0] + 1.0


def test_every_plan_is_weighed_once_and_within_the_budget():
    weighed = []

    def count(plan):
        weighed.append(plan)
        return -float(len(plan))

    evolve(count, [(1,), (1,), (2,)], [1, 2, 3], 4, 30, stream(2))
    assert len(weighed) == len(set(weighed)) == 30
    assert all(1 <= len(plan) <= 4 for plan in weighed)
    # only what a seed begins with begins a plan
    assert {plan[0] for plan in weighed} == {1, 2}


def test_the_same_stream_finds_the_same_plan():
    found = [evolve(gain, [(USELESS,)], [SAFE, USELESS], 5, 12, stream(4)) for _ in range(2)]
    assert found[0] == found[1]


def test_it_stops_when_it_is_told():
    asked = []

    def cancelled():
        asked.append(True)
        return True

    assert evolve(gain, [(SAFE,), (RISKY,)], [SAFE], 5, 1000, stream(1), cancelled)[0] == (SAFE,)
    assert len(asked) == 1


def test_where_nothing_is_new_it_ends():
    assert evolve(gain, [(SAFE,)], [SAFE], 1, 1000, stream(1)) == ((SAFE,), pytest.approx(0.99))


def test_there_is_a_plan_to_begin_with():
    with pytest.raises(ValueError, match="at least one plan"):
        evolve(gain, [], [SAFE], 5, 10, stream(1))


def children(living, pool):
    """How likely each child is: one of six kinds, of which two put an action in, from the better of two plans."""
    shares = Counter()

    def one_of(chance, plans):
        for child in plans:
            shares[child] += chance / len(plans)

    n = len(living)
    for number, parent in enumerate(living):
        # both draws are this plan, or one is and the other is a worse one
        chance, places = (2 * (n - number) - 1) / n**2, range(len(parent))
        left_out = [(parent[:i] + parent[i + 1 :], parent[i]) for i in places]
        one_of(chance / 3, [(*parent[:i], a, *parent[i:]) for i in range(len(parent) + 1) for a in pool])
        one_of(chance / 6, [(*parent[:i], a, *parent[i + 1 :]) for i in places for a in pool])
        one_of(chance / 6, [rest for rest, _ in left_out])
        one_of(chance / 6, [(*rest[:to], a, *rest[to:]) for (rest, a), to in product(left_out, places)])
        for other in living:
            one_of(
                chance / 6 / n, [parent[: i + 1] + other[j:] for i, j in product(places, range(len(other)))]
            )
    return shares


@pytest.mark.parametrize("living", [[(1, 2, 3)], [(1, 2), (3, 4, 5), (6,)]])
def test_children_are_of_each_kind_as_often_as_they_should(living):
    drawn, rng, pool = Counter(), stream(8), [7, 8]
    for _ in range(6000):
        drawn[plan._child(living, pool, rng)] += 1
    expected = children(living, pool)
    assert drawn.keys() <= expected.keys()
    assert sum(expected.values()) == pytest.approx(1.0)
    for child, share in expected.items():
        # four standard errors and a little
        assert drawn[child] / 6000 == pytest.approx(share, abs=4 * (share / 6000) ** 0.5 + 0.001), child


def test_of_equals_the_shorter_is_found_and_the_first_of_these():
    assert evolve(lambda _: 1.0, [(3, 1), (2, 1), (1,), (2,)], [1], 3, 4, stream(1))[0] == (1,)


def test_the_twelve_best_live(monkeypatch):
    living, child = [], plan._child
    monkeypatch.setattr(plan, "_child", lambda *given: living.append(list(given[0])) or child(*given))
    evolve(lambda made: float(made[0]), [(n,) for n in range(20)], [0], 3, 21, stream(1))
    assert living[0] == [(n,) for n in range(19, 7, -1)]
