"""The quick players of All Out Assault for searches and agents, by number (see `sandtable.search.policy`)."""

from sandtable.authoring import Rng, Setup, View, jit
from sandtable.games.assault.players.lookahead import choose_lookahead, rate_actions
from sandtable.games.assault.players.script import choose_quick, choose_script

# see `policy.quick` and `policy.rate`
quick, rate = choose_quick, rate_actions

NAMES = ("script", "lookahead")
SCRIPT, LOOKAHEAD = 1, 2


@jit
def choose(setup: Setup, view: View, seat, number, rng: Rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_lookahead(setup, view, seat, rng)
