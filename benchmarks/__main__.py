"""Prints the comparison: `python -m benchmarks [--json] [--rounds N] [--seconds S]`. Markdown without `--json`."""

import argparse
import json
import os
import platform
import statistics
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from benchmarks import contenders
from benchmarks.contenders import Work


def size_for(work: Work, seconds: float) -> int:
    """How much work takes about so long."""
    # the first call compiles, or loads what was compiled
    work(1)
    size, took = 1, 0.0
    while took < seconds / 4:
        size *= 2
        began = perf_counter()
        work(size)
        took = perf_counter() - began
    return max(1, int(size * seconds / took))


def race(works: dict[str, Work], rounds: int, seconds: float) -> dict[str, list[float]]:
    """Units of work a second of each contender in each round; the contenders take turns."""
    sizes = {name: size_for(work, seconds) for name, work in works.items()}
    rates: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            began = perf_counter()
            done = work(sizes[name])
            rates[name].append(done / (perf_counter() - began))
    return rates


def row(rates: dict[str, list[float]], name: str) -> dict[str, float]:
    """Median and extremes of a contender, and how much faster Sandtable was in the median round."""
    ratios = [ours / theirs for ours, theirs in zip(rates["Sandtable"], rates[name], strict=True)]
    return {
        "median": statistics.median(rates[name]),
        "lowest": min(rates[name]),
        "highest": max(rates[name]),
        "sandtable_is": statistics.median(ratios),
    }


def run(rounds: int, seconds: float) -> dict[str, dict[str, dict[str, float]]]:
    """All comparisons; the C program must have played the very same matches as the compiled rules."""
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = contenders.sandtable_play(), contenders.c_play(Path(folder))
        plies, same = ours(100_000), theirs(100_000)
        if plies != same:
            raise ValueError(f"the C program played {same} plies and the compiled rules {plies}")
        play = {
            "Sandtable": ours,
            "C, same layout": theirs,
            "OpenSpiel C++ rollouts": contenders.openspiel_play(plies / 100_000),
        }
        search = {
            "Sandtable": contenders.sandtable_search(),
            "OpenSpiel C++ MCTSBot": contenders.openspiel_search(),
        }
        raced = {
            "random play, actions/s": race(play, rounds, seconds),
            "tree search, simulations/s": race(search, rounds, seconds),
        }
    return {title: {name: row(rates, name) for name in rates} for title, rates in raced.items()}


def markdown(report: dict[str, dict[str, dict[str, float]]]) -> str:
    """The report as a table a comparison."""
    lines: list[str] = []
    for title, rows in report.items():
        lines += [f"Connect four, {title} on one core:", "", "| | median | lowest | highest | Sandtable is |"]
        lines += ["|---|---:|---:|---:|---:|"]
        for name, figures in rows.items():
            rates = " | ".join(f"{figures[column]:,.0f}" for column in ("median", "lowest", "highest"))
            lines.append(f"| {name} | {rates} | {figures['sandtable_is']:.2f} x |")
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Runs and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=contenders.__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument("--rounds", type=int, default=7, help="rounds in which the contenders take turns")
    options.add_argument("--seconds", type=float, default=0.5, help="length of a turn")
    chosen = options.parse_args()
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    try:
        report = run(chosen.rounds, chosen.seconds)
    except ImportError as error:
        sys.exit(f"The comparison needs OpenSpiel: pip install 'sandtable[bench]' ({error}).")
    print(json.dumps({"machine": machine, **report}, indent=2) if chosen.json else markdown(report) + machine)


if __name__ == "__main__":
    main()
