"""Evolution of plans: sequences of whole actions, numbered as the game likes, of which a game says what they are worth.

Steady-state evolution: a parent is the better of two at random; a child has an action put in, left out, exchanged, moved to
another place, or the rest of another plan; it takes the place of the worst plan if it is better. So what is done and in which
order evolves together: an action that may end everything comes late where that is better. Values are exact or at least
the same for the same plan, so every plan is weighed once.
Source: Perez Liebana, Samothrakis, Lucas, Rohlfshagen, "Rolling horizon evolution versus tree search for navigation in
single-player real-time games", GECCO 2013.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from itertools import dropwhile

from sandtable.authoring import Rng
from sandtable.authoring.rng import below

Plan = tuple[int, ...]

# plans that live at a time
POPULATION = 12
# tries for a child that is new before the search is over
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
    """The best plan found and its worth, after weighing at most `budget` plans, at least one.

    `seeds` are the first plans, the most hopeful first; `pool` the actions that children get, at most `longest` a plan. What a
    seed begins with can begin a plan, nothing else. `ValueError` if there is no seed.
    """
    if not seeds:
        raise ValueError("evolution needs at least one plan to begin with")
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
        # of equals the shorter
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
