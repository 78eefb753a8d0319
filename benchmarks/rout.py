"""How ROUT! is played by its levels: `python -m benchmarks.rout [--json] [--pairs N] [--hand H]`.

Level against level: the score with its interval, matches a second, and the share of attacks that break an enemy unit. Then the
milliseconds that a decision of each level takes, and each that errs on purpose against its twin that takes its hand not to err.
"""

import argparse
import json
from time import perf_counter
from typing import Any

import sandtable as st
from sandtable import agents
from sandtable.authoring import stream
from sandtable.games.rout.schema import DEED, HANDS
from sandtable.lab.run import trial as trials
from sandtable.lab.run.ladder import decision_ms
from sandtable.lab.run.rows import run_batch
from sandtable.lab.statistics.scores import scores
from sandtable.lab.statistics.stats import interval

PAIRINGS = ((1, 0), (2, 1), (3, 2))
HALVING = (2, 3)
SEED = 5


class Blind:
    """An agent of a level that takes all hands to be steady, whatever the settings say."""

    def __init__(self, game: Any, level: int) -> None:
        errors = dict.fromkeys(("ivory_turn", "ivory_pace", "ink_turn", "ink_pace"), -1)
        self.agent = agents.make(game, level)
        self.game = st.load("rout", **{**game.settings, **errors, "hand": "none"})

    def act(self, view: Any, seat: int, rng: Any) -> int:
        """What it would play if that were so."""
        return self.agent.act(self.game.from_bytes(bytes(view)), seat, rng)


def duel(game: Any, levels: tuple[int, int], pairs: int, players: Any = None) -> dict[str, Any]:
    """The score of the first of two levels, or of two `players` in their place, and how fast matches went on one core."""
    began = perf_counter()
    rows = run_batch(trials.make(game, levels, SEED), 0, pairs, players)
    seconds = perf_counter() - began
    found = interval(scores(rows))
    return {
        "score": found.score,
        "low": found.low,
        "high": found.high,
        "plies": rows["plies"].sum() / (2 * pairs),
        "matches_per_s": 2 * pairs / seconds,
    }


def accuracy(game: Any, level: int, matches: int) -> float:
    """The share of attacks of a level that break a unit, in matches against itself."""
    agent, attacks, hits = agents.make(game, level), 0, 0
    for number in range(matches):
        position, rng, seen = game.start(), stream(SEED, number), 0
        while not position.over:
            seat = position.to_move
            position.play(position.sample(rng) if seat < 0 else agent.act(position.view(seat), seat, rng))
            state = position.state
            if state.last_ply != seen and state.last.deed != DEED.MOVE:
                attacks, hits = attacks + 1, hits + (state.hit >= 0)
            seen = int(state.last_ply)
    return hits / max(1, attacks)


def study(hand: str, pairs: int) -> dict[str, Any]:
    """All figures at one steadiness of the hands."""
    game = st.load("rout", hand=hand)
    known = agents.levels("rout")
    made = [agents.make(game, level.level) for level in known]
    return {
        "hand": hand,
        "levels": {f"{a} : {b}": duel(game, (a, b), pairs) for a, b in PAIRINGS},
        "blind": {
            f"{n} : its blind twin": duel(game, (n, n), pairs, (made[n], Blind(game, n))) for n in HALVING
        },
        "hits": {level.name: accuracy(game, level.level, max(1, pairs // 4)) for level in known[1:]},
        "decision_ms": {level.name: decision_ms(game, made[level.level], SEED) for level in known},
    }


def lines(report: dict[str, Any]) -> list[str]:
    """The report as text."""
    text = [f"hands: {report['hand']}"]
    for name, row in {**report["levels"], **report["blind"]}.items():
        score = f"{100 * row['score']:.1f} % ({100 * row['low']:.1f} - {100 * row['high']:.1f})"
        text.append(f"{name:22} {score:24} {row['plies']:5.0f} plies {row['matches_per_s']:8.2f} matches/s")
    for name, took in report["decision_ms"].items():
        share = report["hits"].get(name)
        hits = f"{100 * share:.1f} % of attacks hit" if share is not None else ""
        text.append(f"{name:12} {took:8.2f} ms a decision  {hits}")
    return text


def main() -> None:
    """Runs and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.rout", description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument("--pairs", type=int, default=40, help="pairs of matches of each comparison")
    options.add_argument("--hand", choices=tuple(HANDS), default="casual", help="how steady the hands are")
    chosen = options.parse_args()
    report = study(chosen.hand, chosen.pairs)
    print(json.dumps(report, indent=2) if chosen.json else "\n".join(lines(report)))


if __name__ == "__main__":
    main()
