"""Evolves plans: sequences of whole actions, which the game numbers as it likes and evaluates.

Steady-state evolution: a parent is the better of two random plans; a child has an action inserted, removed, replaced or moved,
or gets the rest of another plan; the child replaces the worst plan if it is better. So the actions and their order evolve
together: an action that may end everything comes late if that is better. Values are exact, or at least the same for the same
plan, so every plan is evaluated once. Source: Perez Liebana, Samothrakis, Lucas, Rohlfshagen, "Rolling horizon evolution versus
tree search for navigation in single-player real-time games", GECCO 2013.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import dropwhile

from sandtable.authoring import Rng
from sandtable.authoring.rng import below

Plan = tuple[int, ...]

# population size
POPULATION = 12
# attempts at a new child before the search ends
TRIES = 40


def evolve(
    worth: Callable[[Plan], float],
    seeds: Sequence[Plan],
    pool: Sequence[int],
    longest: int,
    budget: int,
    rng: Rng,
    cancelled: Callable[[], bool] | None = None,
) -> tuple[Plan, float]:
    """The best plan found and its value, after evaluating at most `budget` plans, but at least one.

    `seeds` are the first plans, most promising first; `pool` holds the actions that children get, at most `longest` per
    plan. Only the first action of a seed can start a plan. Raises `ValueError` without seeds.
    """
    if not seeds:
        raise ValueError("evolution needs at least one plan to start from")
    firsts = {seed[0] for seed in seeds}
    known: dict[Plan, float] = {}
    living: list[Plan] = []
    waiting = list(dict.fromkeys(seeds))
    while len(known) < max(1, budget) and not (known and cancelled is not None and cancelled()):
        child = waiting.pop(0) if waiting else _new_child(living, pool, longest, rng, known, firsts)
        if child is None:
            break
        known[child] = worth(child)
        living.append(child)
        # ties go to the shorter plan
        living.sort(key=lambda plan: (-known[plan], len(plan)))
        del living[POPULATION:]
    return living[0], known[living[0]]


def _new_child(
    living: Sequence[Plan],
    pool: Sequence[int],
    longest: int,
    rng: Rng,
    known: Mapping[Plan, float],
    firsts: Set[int],
) -> Plan | None:
    for _ in range(TRIES):
        child = tuple(dropwhile(lambda action: action not in firsts, _child(living, pool, rng)))[:longest]
        if child and child not in known:
            return child
    return None


def _child(living: Sequence[Plan], pool: Sequence[int], rng: Rng) -> Plan:
    def drawn(count: int) -> int:
        return int(below(rng, count))

    plan = living[min(drawn(len(living)), drawn(len(living)))]
    place, how = drawn(len(plan)), drawn(6)
    if how <= 1:
        gene, place = pool[drawn(len(pool))], drawn(len(plan) + 1)
        return (*plan[:place], gene, *plan[place:])
    if how == 2:
        return (*plan[:place], pool[drawn(len(pool))], *plan[place + 1 :])
    if how == 3:
        return (*plan[:place], *plan[place + 1 :])
    if how == 4:
        rest = (*plan[:place], *plan[place + 1 :])
        to = drawn(len(plan))
        return (*rest[:to], plan[place], *rest[to:])
    other = living[drawn(len(living))]
    return (*plan[: place + 1], *other[drawn(len(other)) :])
