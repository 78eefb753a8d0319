"""What of a score comes at which steps: `python -m benchmarks.steps [--matches N] [--seed N] [--levels L] [GAME ...]`.

A score is its mean and what each step of a match adds to the expectation. The steps of chance add up to a share of its variance
and the seats' random choices to the rest. If all that chance brought is taken from a score, by whatever value, the share of
the choices is left: no control variate at chance steps can take more. Levels that are policies of the game play
against themselves.

Of a match one step of a kind is drawn, each as likely, and done twice; what came of it is played on again and again, in two
halves. The product of the halves' differences is twice the variance of the expectation after that step, on the average; times
the steps that there were, and divided by the variance of the score, that is the share.
"""

import argparse
from typing import Any

import numpy as np

import sandtable as st
from sandtable import agents
from sandtable.authoring import CHANCE, OVER, below, copy, jit, new, ops, stream
from sandtable.games import installed
from sandtable.search import policy

# times that what came of a step is played on in each half: the more, the less the other steps show
AGAIN = 16


@jit
def act(setup: Any, state: Any, number: Any, rng: Any) -> int:
    """What comes next: drawn where chance is to move, else chosen by policy `number`."""
    seat = np.int64(state.to_move)
    return ops.sample(setup, state, rng) if seat == CHANCE else policy.choose(setup, state, seat, number, rng)


@jit
def play_on(setup: Any, state: Any, number: Any, rng: Any) -> float:
    """Plays `state` to the end in place; returns the score of seat 0."""
    while state.to_move != OVER:
        ops.apply(setup, state, act(setup, state, number, rng))
    return np.float64(state.score[0])


@jit
def swing(
    setup: Any, kept: Any, steps: Any, number: Any, rng: Any, done: Any, scratch: Any, scores: Any
) -> float:
    """Does a step from `kept` twice and plays each on; returns what all `steps` of its kind bring to the variance."""
    if steps == 0:
        return 0.0
    for way in range(2):
        copy(done, kept)
        ops.apply(setup, done, act(setup, kept, number, rng))
        for half in range(2):
            total = 0.0
            for _ in range(AGAIN):
                copy(scratch, done)
                total += play_on(setup, scratch, number, rng)
            scores[way, half] = total / AGAIN
    return steps * (scores[0, 0] - scores[1, 0]) * (scores[0, 1] - scores[1, 1]) / 2


@jit
def study(setup: Any, start: Any, number: Any, rng: Any, room: Any, scores: Any, out: Any) -> None:
    """Plays a match for each row of `out` (float64[matches, 3]): its score, and the swings of chance and of choices."""
    state, done, scratch = room[0], room[1], room[2]
    for match in range(out.shape[0]):
        copy(state, start)
        chances, choices = 0, 0
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                chances += 1
                if below(rng, chances) == 0:
                    copy(room[3], state)
            else:
                choices += 1
                if below(rng, choices) == 0:
                    copy(room[4], state)
            ops.apply(setup, state, act(setup, state, number, rng))
        out[match, 0] = state.score[0]
        out[match, 1] = swing(setup, room[3], chances, number, rng, done, scratch, scores)
        out[match, 2] = swing(setup, room[4], choices, number, rng, done, scratch, scores)


def shares(name: str, level: int, matches: int, seed: int) -> tuple[list[float], list[float]]:
    """What chance and choices bring to the variance of a score, as shares, and the standard error of each."""
    game = st.load(name)
    number = agents.make(game, str(level)).number
    out, room = np.zeros((matches, 3)), new(game.spec.rules.state, 5)
    study(game.setup, game.start().state, number, stream(seed), room, np.zeros((2, 2)), out)
    variance = out[:, 0].var()
    found, errors = out[:, 1:].mean(axis=0), out[:, 1:].std(axis=0) / matches**0.5
    return list(found / variance), list(errors / variance)


def main() -> None:
    """Measures and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.steps", description=__doc__)
    options.add_argument("games", nargs="*", choices=(*installed(), []), default=[], metavar="GAME")
    options.add_argument(
        "--matches", type=int, default=10_000, help="matches of which a step of each kind is done again"
    )
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--levels", default="1,2", help="levels of the computer, with commas between")
    chosen = options.parse_args()
    print("| game | level | at chance steps | at choices |")
    print("|---|---:|---:|---:|")
    for name in chosen.games or ("assault", "rush"):
        for level in map(int, chosen.levels.split(",")):
            found, errors = shares(name, level, chosen.matches, chosen.seed)
            told = " | ".join(f"{100 * f:.1f} ± {196 * e:.1f} %" for f, e in zip(found, errors, strict=True))
            print(f"| {name} | {level} | {told} |", flush=True)


if __name__ == "__main__":
    main()
