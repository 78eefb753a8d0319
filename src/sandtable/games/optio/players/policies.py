"""The quick players of Optio for searches and agents, by number (see `sandtable.search.policy`)."""

from sandtable.authoring import Rng, Setup, View, jit
from sandtable.games.optio.players.lookahead import choose_lookahead, rate_actions
from sandtable.games.optio.players.rollout import choose_brief
from sandtable.games.optio.players.script import choose_script

# see `policy.quick` and `policy.rate`
quick, rate = choose_brief, rate_actions

NAMES = ("script", "lookahead")
SCRIPT, LOOKAHEAD = 1, 2


@jit
def choose(setup: Setup, view: View, seat, number, rng: Rng):
    """See `policy.choose`."""
    if number == SCRIPT:
        return choose_script(setup, view, seat, rng)
    return choose_lookahead(setup, view, seat, rng)
