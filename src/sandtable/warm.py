"""Compiling ahead: everything that a match of a game and its computer players need."""

from sandtable import agents
from sandtable.games import load
from sandtable.match import Match, verify
from sandtable.records import SPECTATOR
from sandtable.rng import stream


def warm(game: str) -> None:
    """Plays, reads and verifies a random match of a shipped game and asks each level once."""
    match, rng = Match(load(game), bytes(32)), stream(0)
    match.begin()
    while not match.over:
        match.play(match.position.sample(rng))
    for viewer in (0, 1, SPECTATOR):
        match.lines(viewer, since=len(match.entries) - 1)
    verify(match.file())
    agents.warm(game)
