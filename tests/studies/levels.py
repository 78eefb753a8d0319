"""Each level of the computer against the one below, and ROUT!'s against one that knows nothing of its hand's error.

What a level plays is held by the goldens of its choices; whether that is any good takes many matches.
"""

from collections.abc import Iterator
from typing import Any

from sandtable import Game, agents, load
from sandtable.games import installed
from sandtable.lab.run import trial as trials
from sandtable.lab.run.ladder import run as ladder
from sandtable.lab.run.rows import run_batch
from sandtable.lab.statistics.scores import scores

PAIRS = 200
# a match of theirs takes a hundred times as long as one of the others
FEW = {"rout": 24, "rush": 24}
BLIND = 120


class Blind:
    """A player of ROUT! who takes all hands to be steady."""

    def __init__(self, game: Game, level: int) -> None:
        self.agent = agents.make(game, level)
        self.game = load("rout", **{**game.settings, "hand": "none"})

    def act(self, view: Any, seat: int, stream: Any) -> int:
        return self.agent.act(self.game.from_bytes(bytes(view)), seat, stream)


def run() -> Iterator[str]:
    """A line a step."""
    yield "| game | step | score | pairs |"
    yield "| --- | --- | ---: | ---: |"
    weak: list[str] = []
    for game in installed():
        for row in ladder(game, FEW.get(game, PAIRS)).rows:
            yield (
                f"| {load(game).spec.name} | {row.upper} : {row.lower} | {100 * row.score:.1f} % "
                f"({100 * row.low:.1f} to {100 * row.high:.1f}) | {row.pairs} |"
            )
            weak += [] if row.stronger else [f"{game} {row.upper}"]
    assert not weak, f"these are not surely stronger than those below: {weak}"
    game = load("rout", hand="novice")
    players = (agents.make(game, 2), Blind(game, 2))
    won = sum(map(sum, scores(run_batch(trials.make(game, (2, 2), 3), 0, BLIND, players))))
    yield (
        f"\nWith a novice's hand, level 2 of ROUT! beats a twin that assumes that every hand is steady: "
        f"{100 * (0.5 + won / (4 * BLIND)):.1f} % of {BLIND} pairs."
    )
    assert won > 0, "a twin that is blind to its hand's error does not lose"
