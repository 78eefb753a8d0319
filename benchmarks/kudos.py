"""Are six kudos enough? What the k-th kudo is worth, on the maps that come with Optio: `python -m benchmarks.kudos [--json]`.

"one more" and "against six": the mean gain in score, by best play of the approach, of having k kudos instead of k - 1 while the
enemy has k - 1, or 6; both seats count alike. "both": how much the score changes, up or down, where both have k, not k - 1.
The mean is over the starts of the approach in matches of level 2 against itself ("met") or over all pairs of squares and both
movers ("all"). The maps are the sample: the interval is Student's, 95 %.
"""

import argparse
import json
from math import sqrt
from statistics import mean, stdev
from time import perf_counter
from typing import Any

import numpy as np

import sandtable as st
from sandtable import agents
from sandtable.authoring import stream
from sandtable.games.optio.data.approach import MOST_KUDOS, phase, solved
from sandtable.games.optio.data.battle import PLACES
from sandtable.games.optio.data.maps import shipped

ENOUGH = 6
# Student's t for 95 % and 13 degrees of freedom, for the fourteen maps
QUANTILE = 2.160
PAIRS = (("heavy_foot", "warband"), ("heavy_foot", "heavy_foot"), ("pike_phalanx", "light_foot"))
Starts = np.ndarray


def matches(name: str, pair: tuple[str, str], count: int) -> dict[str, Any]:
    """Matches of level 2 against itself: where approaches began, and what was spent in them."""
    game = st.load("optio", map=name, navy_profile=pair[0], oxblood_profile=pair[1], kudos=ENOUGH)
    player = agents.make(game, 2)
    starts, spent = np.zeros((PLACES, PLACES, 2)), []
    for number in range(count):
        position, rng = game.start(), stream(11, number)
        began = False
        while not position.over:
            if position.phase == "approach" and not began:
                began = True
                starts[tuple(army_squares(position))][position.to_move] += 1
            seat = position.to_move
            position.play(position.sample(rng) if seat < 0 else player.act(position.view(seat), seat, rng))
        if began:
            spent.append([ENOUGH - int(left) for left in position.state.kudos])
    return {"starts": starts, "spent": spent}


def army_squares(position: Any) -> list[int]:
    """The squares of both armies in the approach, where no other block is left."""
    return [int(block.square) for block in position.state.block if block.square < PLACES]


def gains(setup: Any, starts: Starts) -> dict[str, list[float]]:
    """What each kudo from the first to the last is worth."""
    value = np.append(setup.value, np.zeros(256 - len(setup.value)))[setup.approach]

    def average(values: Starts) -> float:
        return float((values * starts).sum() / starts.sum())

    def gain(k: int, enemy: int) -> float:
        navy = value[:, :, k, enemy] - value[:, :, k - 1, enemy]
        oxblood = value[:, :, enemy, k - 1] - value[:, :, enemy, k]
        return average((navy + oxblood) / 2)

    counts = range(1, MOST_KUDOS + 1)
    return {
        "one more": [gain(k, k - 1) for k in counts],
        "against six": [gain(k, ENOUGH) for k in counts],
        "both": [average(abs(value[:, :, k, k] - value[:, :, k - 1, k - 1])) for k in counts],
    }


def interval(values: list[float]) -> list[float]:
    """Mean and half width of its interval."""
    return [mean(values), QUANTILE * stdev(values) / sqrt(len(values))]


def study(pair: tuple[str, str], count: int) -> dict[str, Any]:
    """Everything about one pair of profiles."""
    played = [matches(name, pair, count) for name in shipped()]
    everywhere = np.repeat(~np.eye(PLACES, dtype=bool)[:, :, None], 2, axis=2).astype(float)
    setups = [
        st.load("optio", map=name, navy_profile=pair[0], oxblood_profile=pair[1], kudos=MOST_KUDOS).setup
        for name in shipped()
    ]
    starts = {"met": [match["starts"] for match in played], "all": [everywhere] * len(played)}
    rows: dict[str, list[list[float]]] = {}
    for where, weights in starts.items():
        by_map = [gains(setup, weight) for setup, weight in zip(setups, weights, strict=True)]
        for name in by_map[0]:
            columns = zip(*(found[name] for found in by_map), strict=True)
            rows[f"{where}, {name}"] = [interval(list(column)) for column in columns]
    spent = np.array([hand for match in played for hand in match["spent"]])
    return {
        "profiles": list(pair),
        "gains": rows,
        "matches": count * len(played),
        "spent": float(spent.mean()),
        "spent by one": float((spent == ENOUGH).mean()),
        "spent by both": float((spent == ENOUGH).all(axis=1).mean()),
        "by spent": np.bincount(spent.ravel(), minlength=ENOUGH + 1).tolist(),
    }


def solving() -> float:
    """Milliseconds in which the approach of one map is solved, at six kudos; the mean over the maps."""
    setups = [st.load("optio", map=name, kudos=ENOUGH).setup for name in shipped()]
    phase(ENOUGH)
    began = perf_counter()
    for setup in setups:
        solved(ENOUGH, setup.value)
    return 1000 * (perf_counter() - began) / len(setups)


def table(report: dict[str, Any]) -> str:
    """The report as text."""
    lines = [f"solving the approach of a map: {report['solving_ms']:.1f} ms"]
    for part in report["studies"]:
        lines += ["", f"{' against '.join(part['profiles'])}, score x 1000 by the k-th kudo"]
        names = list(part["gains"])
        lines.append("  k" + "".join(f"{name:>18}" for name in names))
        for k in range(MOST_KUDOS):
            cells = ("{:7.0f} +- {:4.0f}".format(*(1000 * x for x in part["gains"][n][k])) for n in names)
            lines.append(f"{k + 1:3}" + "".join(f"{cell:>18}" for cell in cells))
        lines.append(
            f"  level 2 spends {part['spent']:.1f} of {ENOUGH} an army; all are spent by {part['spent by one']:.0%} "
            f"of the armies, by both in {part['spent by both']:.0%} of the matches; spent 0 to 6: {part['by spent']}"
        )
    return "\n".join(lines)


def main() -> None:
    """Runs and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.kudos", description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument("--matches", type=int, default=40, help="matches a map and pair of profiles")
    chosen = options.parse_args()
    report = {
        "solving_ms": solving(),
        "studies": [study(pair, chosen.matches) for pair in PAIRS],
    }
    print(json.dumps(report, indent=2) if chosen.json else table(report))


if __name__ == "__main__":
    main()
