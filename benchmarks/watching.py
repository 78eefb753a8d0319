"""What it costs to watch a match: `python -m benchmarks.watching [--json] [--matches N] [--rounds N]`.

The first policy of a game against itself, by processor time, the best of some rounds: a match that is only played, one that
is watched for what rows hold, and one whose positions are judged too. All three are the same matches.
"""

import argparse
import json
from time import process_time
from typing import Any

import numpy as np

import sandtable as st
from sandtable import ops
from sandtable._jit import jit
from sandtable.lab.run import watch
from sandtable.lab.run.rows import Desk
from sandtable.records import CHANCE, OVER, new
from sandtable.rng import STREAM, stream
from sandtable.search import policy

# the first that a game declares
SCRIPT = 1


@jit
def played(setup: Any, state: Any, number: Any, dice: Any, first: Any, second: Any) -> None:
    """Plays `state` to the end in place, both seats by policy `number`, unwatched."""
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = ops.sample(setup, state, dice)
        elif state.to_move == 0:
            action = policy.choose(setup, state, 0, number, first)
        else:
            action = policy.choose(setup, state, 1, number, second)
        ops.apply(setup, state, action)


def seconds(game: Any, matches: int, how: str) -> float:
    """Processor time of a match, `how` being played, watched or judged."""
    desk, streams = Desk(game, matches), new(STREAM, 3)
    fresh = [[stream(1, number, part) for part in range(4)] for number in range(matches)]
    states = [game.start().state for _ in range(matches)]
    if how == "judged":
        for number in range(matches):
            desk.judge(number, fresh[number][3])
    began = process_time()
    for number in range(matches):
        for part in range(3):
            streams[part] = fresh[number][part]
        if how == "played":
            played(game.setup, states[number], SCRIPT, *streams)
        else:
            watch.play_policies(game.setup, states[number], SCRIPT, SCRIPT, *streams, *desk.of(number))
    return (process_time() - began) / matches


def study(name: str, matches: int, rounds: int) -> dict[str, Any]:
    """The best of `rounds` for each way, in microseconds a match, and what they cost beside plain play."""
    game = st.load(name)
    for how in ("played", "watched", "judged"):
        seconds(game, 2, how)
    best = dict.fromkeys(("played", "watched", "judged"), np.inf)
    for _ in range(rounds):
        for how in best:
            best[how] = min(best[how], seconds(game, matches, how))
    micro = {how: 1e6 * took for how, took in best.items()}
    return {
        "game": name,
        **micro,
        "watching": micro["watched"] / micro["played"],
        "judging": micro["judged"] / micro["played"],
    }


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.watching", description=__doc__)
    options.add_argument("--json", action="store_true")
    options.add_argument("--matches", type=int, default=200)
    options.add_argument("--rounds", type=int, default=7)
    chosen = options.parse_args()
    found = [study(name, chosen.matches, chosen.rounds) for name in ("assault", "rush")]
    if chosen.json:
        print(json.dumps(found, indent=2))
        return
    print(
        "| game | played, us | watched | judged | watching costs | judging costs |\n|---|---:|---:|---:|---:|---:|"
    )
    for one in found:
        print(
            "| {game} | {played:,.0f} | {watched:,.0f} | {judged:,.0f} | {watching:.2f} | {judging:.2f} |".format(
                **one
            )
        )


if __name__ == "__main__":
    main()
