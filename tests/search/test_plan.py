"""Evolution of plans: it finds what to do and in which order, and keeps to what it is given."""

import pytest

from sandtable.rng import stream
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
