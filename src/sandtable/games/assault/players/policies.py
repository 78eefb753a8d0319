"""The quick players of All Out Assault for searches and agents, by number (see `sandtable.search.policy`)."""

from sandtable.authoring import jit
from sandtable.games.assault.players.lookahead import choose_lookahead, rate_actions
from sandtable.games.assault.players.script import choose_quick, choose_script

# see `policy.quick` and `policy.rate`
quick, rate = choose_quick, rate_actions

NAMES = ("script", "lookahead")
SCRIPT, LOOKAHEAD = 1, 2


@jit
def choose(setup, view, seat, number, rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_lookahead(setup, view, seat, rng)
