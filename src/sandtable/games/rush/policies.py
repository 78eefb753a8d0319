"""The quick players of Rush for searches and agents, by number (see `sandtable.search.policy`)."""

from sandtable._jit import jit
from sandtable.games.rush.lookahead import choose_lookahead
from sandtable.games.rush.script import choose_script

# see `policy.quick`; a step of it takes about a microsecond
quick = choose_script

NAMES = ("script", "lookahead")
SCRIPT, LOOKAHEAD = 1, 2


@jit
def choose(setup, view, seat, number, rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_lookahead(setup, view, seat, rng)


@jit
def rate(setup, view, seat, actions, count, out):
    """See `policy.rate`: single steps have no values of their own, whole actions have."""
    return False
