"""The quick players of All Out Assault for searches and agents, by number (see `sandtable.search.policy`)."""

from sandtable._jit import jit
from sandtable.games.assault.lookahead import choose_lookahead, rate_actions
from sandtable.games.assault.script import choose_quick, choose_script

NAMES = ("script", "lookahead", "quick")
SCRIPT, LOOKAHEAD, QUICK = 1, 2, 3


@jit
def choose(setup, view, seat, number, rng):
    """See `policy.choose`."""
    if number == QUICK:
        return choose_quick(setup, view, seat, rng)
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_lookahead(setup, view, seat, rng)


@jit
def rate(setup, view, seat, actions, count, out):
    """See `policy.rate`."""
    rate_actions(setup, view, seat, actions, count, out)
