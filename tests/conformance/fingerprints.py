"""What the conformance suite looks at in a few matches of games that keep the interface: `told` says it, `KEPT` is what it was.

Run as a script, this prints it as JSON, for `fingerprints.json`, in which it stands.
"""

import json
import sys
from pathlib import Path

import sandtable as st
from sandtable.authoring import rng as streams
from sandtable.testing import faces, kernels
from sandtable.testing import sentences as say
from sandtable.testing.faults import moves_of
from tests.fixtures import bowls, connect_four, hide_and_seek

GAMES = {spec.id: spec for spec in (bowls.SPEC, connect_four.SPEC, hide_and_seek.SPEC)}
KEPT = json.loads(Path(__file__).with_name("fingerprints.json").read_text(encoding="utf-8"))
MATCHES, SEED, PLAIN = 6, 3, 40


def told(name):
    """Limits of a game, of each match how long it was and what its streams gave next, where samples fell, the texts read."""
    game, drawn = st.Game(GAMES[name]), []
    room, limits = kernels.room(game), kernels.limits(game)
    for match in range(MATCHES):
        moves, checks = moves_of(SEED, match), st.stream(SEED, match)
        assert kernels.walk(game.setup, room, limits, moves, checks) == say.HOLDS
        drawn.append([int(room.found[0]), *(int(streams.below(rng, 10**9)) for rng in (moves, checks))])
    texts = faces.check_matches(game, MATCHES, SEED, PLAIN)
    return {"limits": limits._asdict(), "drawn": drawn, "fell": room.draws.tolist(), "texts": texts}


if __name__ == "__main__":
    json.dump({name: told(name) for name in GAMES}, sys.stdout, indent=1)
