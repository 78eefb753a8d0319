"""What it costs to watch a match: `python -m benchmarks.watching [--json] [--matches N] [--rounds N] [GAME ...]`.

The first policy of a game against itself, by processor time, the best of some rounds: a match that is only played, one that
is watched for what rows hold, and one whose positions are judged too. All three are the same matches, played in one call: those
of a long trial, in one of `rows.THEN` pairs of which all actions are counted.
"""

import argparse
import json
from time import process_time
from typing import Any

import numpy as np

import sandtable as st
from sandtable.authoring import CHANCE, OVER, copy, jit, new, ops, stream
from sandtable.authoring.rng import STREAM
from sandtable.games import installed
from sandtable.lab.run import watch
from sandtable.lab.run.rows import COUNTED, MatchMemory, counted
from sandtable.search import policy

# the first that a game declares
SCRIPT = 1
WAYS = ("played", "watched", "judged")


@jit
def played(setup: Any, states: Any, number: Any, streams: Any) -> None:
    """Plays each of `states` to the end in place, both seats by policy `number`, with its three `streams`, unwatched."""
    for match in range(states.shape[0]):
        state = states[match]
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                action = ops.sample(setup, state, streams[match, 0])
            elif state.to_move == 0:
                action = policy.choose(setup, state, 0, number, streams[match, 1])
            else:
                action = policy.choose(setup, state, 1, number, streams[match, 2])
            ops.apply(setup, state, action)


@jit
def watched(
    setup: Any,
    states: Any,
    number: Any,
    streams: Any,
    watches: Any,
    counts: Any,
    spare: Any,
    actions: Any,
    weights: Any,
    partial: Any,
    moves: Any,
) -> None:
    """Does the same and observes it (see `watch`)."""
    for match in range(states.shape[0]):
        own = streams[match]
        watch.play_policies(
            setup,
            states[match],
            number,
            number,
            own[0],
            own[1],
            own[2],
            watches[match],
            counts[match],
            spare,
            actions,
            weights,
            partial,
            moves,
        )


def seconds(game: Any, matches: int, how: str) -> float:
    """Processor time of a match, `how` being one of WAYS."""
    desk, states = MatchMemory(game, matches), new(game.spec.rules.state, matches)
    streams = new(STREAM, 3 * matches).reshape(matches, 3)
    for match in range(matches):
        copy(states[match], game.start().state)
        for part in range(3):
            streams[match, part] = stream(1, match, part)
        if how == "judged" or counted(COUNTED + match // 2):
            desk.count(match)
        if how == "judged":
            desk.judge(match, stream(1, match, 3))
    began = process_time()
    if how == "played":
        played(game.setup, states, SCRIPT, streams)
    else:
        room = (desk.spare, desk.actions, desk.weights, desk.partial, desk.moves)
        watched(game.setup, states, SCRIPT, streams, desk.watches, desk.counts, *room)
    return (process_time() - began) / matches


def study(name: str, matches: int, rounds: int) -> dict[str, Any]:
    """The best of `rounds` for each way, in microseconds a match, and what they cost compared with plain play."""
    game = st.load(name)
    for how in WAYS:
        seconds(game, 2, how)
    best = dict.fromkeys(WAYS, np.inf)
    for _ in range(rounds):
        for how in WAYS:
            best[how] = min(best[how], seconds(game, matches, how))
    micro = {how: 1e6 * took for how, took in best.items()}
    ratios = {"watching": micro["watched"] / micro["played"], "judging": micro["judged"] / micro["played"]}
    return {"game": name, **micro, **ratios}


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.watching", description=__doc__)
    options.add_argument("games", nargs="*", choices=(*installed(), []), default=[], metavar="GAME")
    options.add_argument("--json", action="store_true", help="print JSON, not a table")
    options.add_argument("--matches", type=int, default=200, help="matches of a round")
    options.add_argument("--rounds", type=int, default=7, help="rounds in which the ways take turns")
    chosen = options.parse_args()
    found = [study(name, chosen.matches, chosen.rounds) for name in chosen.games or ("assault", "rush")]
    if chosen.json:
        print(json.dumps(found, indent=2))
        return
    print("| game | played, us | watched | judged | watching costs | judging costs |")
    print("|---|---:|---:|---:|---:|---:|")
    for one in found:
        times = " | ".join(f"{one[how]:,.0f}" for how in WAYS)
        print(f"| {one['game']} | {times} | {one['watching']:.2f} | {one['judging']:.2f} |")


if __name__ == "__main__":
    main()
