"""How Rush is played by its levels: `python -m benchmarks.rush [--json] [--matches N] [--preset P]`.

Level against level: strikes and points a match, matches drawn and matches without a strike, sudden deaths, and the milliseconds
that a decision and a whole action's first step take. A strike is seen where the lead changes.
"""

import argparse
import json
from time import perf_counter
from typing import Any

import sandtable as st
from sandtable import agents
from sandtable.authoring import stream

PAIRINGS = ((0, 0), (1, 1), (2, 2), (3, 3), (1, 0), (2, 1), (3, 2))
# where a token is used, and with it a whole action chosen
TOKEN = "rush"


def play(game: Any, pair: tuple[int, int], seed: int) -> dict[str, Any]:
    """One match, the first of the pair in seat 0 for even seeds."""
    seated = pair if seed % 2 == 0 else pair[::-1]
    players = [agents.make(game, level) for level in seated]
    position, dice, own = game.start(), stream(5, seed), [stream(5, seed, seat) for seat in (1, 2)]
    strikes, points, seconds, decisions, tokens, longer = 0, 0, 0.0, 0, list[float](), False
    while not position.over:
        seat, lead, token = position.to_move, int(position.state.lead), position.phase == TOKEN
        longer = longer or (position.state.rush >= game.setup.rushes)
        if seat < 0:
            position.play(position.sample(dice))
        else:
            began = perf_counter()
            action = players[seat].act(position.view(seat), seat, own[seat])
            took = perf_counter() - began
            if seated[seat] == pair[0]:
                seconds, decisions = seconds + took, decisions + 1
                tokens += [took] if token else []
            position.play(action)
        points += abs(int(position.state.lead) - lead)
        strikes += int(position.state.lead) != lead
    return {
        "strikes": strikes,
        "points": points,
        "drawn": position.score[0] == 0,
        "sudden": bool(longer),
        "seconds": seconds,
        "decisions": decisions,
        "tokens": tokens,
    }


def study(preset: str, pair: tuple[int, int], matches: int) -> dict[str, Any]:
    """What `matches` matches of a pair of levels come to."""
    game = st.load("rush", preset=preset)
    play(game, pair, matches)
    played = [play(game, pair, seed) for seed in range(matches)]
    took = sorted(1000 * second for match in played for second in match["tokens"])
    return {
        "levels": pair,
        "strikes": sum(match["strikes"] for match in played) / matches,
        "points": sum(match["points"] for match in played) / matches,
        "draws": sum(match["drawn"] for match in played) / matches,
        "sudden": sum(match["sudden"] for match in played) / matches,
        "scoreless": sum(match["strikes"] == 0 for match in played) / matches,
        "decision_ms": 1000 * sum(m["seconds"] for m in played) / max(1, sum(m["decisions"] for m in played)),
        "token_ms": took[len(took) // 2],
        "token_99_ms": took[int(0.99 * (len(took) - 1))],
    }


def table(rows: list[dict[str, Any]]) -> str:
    """The rows as text."""
    names = [name for name in rows[0] if name != "levels"]
    lines = [f"{'levels':8}" + "".join(f"{name:>13}" for name in names)]
    for row in rows:
        lines.append(
            f"{'{} : {}'.format(*row['levels']):8}" + "".join(f"{row[name]:13.2f}" for name in names)
        )
    return "\n".join(lines)


def main() -> None:
    """Runs and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.rush", description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument("--matches", type=int, default=40, help="matches a pairing")
    options.add_argument("--preset", default="standard", help="the size of the match")
    chosen = options.parse_args()
    rows = [study(chosen.preset, pair, chosen.matches) for pair in PAIRINGS]
    print(json.dumps(rows) if chosen.json else table(rows))


if __name__ == "__main__":
    main()
