"""The quick players of ROUT! for searches and agents, by number, and candidate flicks (see `sandtable.search.policy`)."""

from sandtable._jit import jit
from sandtable.games.rout.beliefs import guess
from sandtable.games.rout.candidates import propose, vary
from sandtable.games.rout.script import choose_quick, choose_script

__all__ = ["NAMES", "choose", "guess", "propose", "quick", "rate", "vary"]

# see `policy.quick`
quick = choose_quick

NAMES = ("script", "marksman")
SCRIPT, MARKSMAN = 1, 2


@jit
def choose(setup, view, seat, number, rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_quick(setup, view, seat, rng)


@jit
def rate(setup, view, seat, actions, count, out):
    """See `policy.rate`: what a flick is worth is told by running it only."""
    return False
