"""How long Rush's planning takes: `python -m benchmarks.rush_planning [--json]`. Microseconds, medians over positions.

"run", "sprint": the best path of one player to every hex; "tackles", "throws": the best place for each target, the paths
included; "offers": all that a team can do, as the page gets it. The positions are those of random matches in which a team
begins an action. Kernels are called from compiled code.
"""

import argparse
import json
from statistics import median
from time import perf_counter
from typing import Any

import sandtable as st
from sandtable.authoring import jit, records
from sandtable.games.rush.rules.acts import begin
from sandtable.games.rush.rules.chances import ACT, best_passes, best_strikes, best_tackles
from sandtable.games.rush.rules.paths import REACH, reach_now
from sandtable.games.rush.rules.tests import stands
from sandtable.games.rush.schema import CARRIED, DOING, STATE
from sandtable.games.rush.show.offers import offers

AIM_MS = 0.2  # for one player's reach
ROUNDS = 20


@jit
def reaches(setup, move, reach, times):
    """The reach of the player in action, `times` times."""
    for _ in range(times):
        reach_now(setup, move, reach)


@jit
def throws(setup, move, reach, trial, acts, times):
    """The throws of the player in action, `times` times."""
    for _ in range(times):
        best_passes(setup, move, reach, trial, acts)
        best_strikes(setup, move, reach, trial, acts)


@jit
def tackles(setup, move, reach, trial, acts, times):
    """The Slams of the player in action, `times` times."""
    for _ in range(times):
        best_tackles(setup, move, reach, trial, acts)


def positions(game: st.Game, matches: int) -> list[st.Position]:
    """Positions from random matches in which a team is about to act."""
    found: list[st.Position] = []
    for number in range(matches):
        position, rng = game.start(), st.stream(5, number)
        while not position.over:
            if position.phase == "rush" and position.ply % 7 == 0:
                found.append(position.copy())
            position.play(position.sample(rng))
    return found


def in_action(position: st.Position, player: int, doing: int) -> Any:
    """The state in which a player has begun an action; a thrower has the ball."""
    move = position.copy().state
    if doing == DOING.THROW:
        move.ball, move.carrier = CARRIED, player
    begin(position.game.setup, move, player, doing, 0)
    return move


def took(work: Any, times: int) -> float:
    """Microseconds for one of `times` runs."""
    began = perf_counter()
    work(times)
    return 1e6 * (perf_counter() - began) / times


def measure(matches: int) -> dict[str, float]:
    """The median time of each piece of work."""
    game = st.load("rush")
    setup, reach = game.setup, records.new(REACH)[0]
    trial, acts = records.new(STATE)[0], records.new(ACT, 8)
    works = {
        "run": (DOING.RUN, (0, 1, 3), lambda move, n: reaches(setup, move, reach, n)),
        "sprint": (DOING.SPRINT, (0, 1, 3), lambda move, n: reaches(setup, move, reach, n)),
        "tackles": (DOING.SLAM, (0, 1), lambda move, n: tackles(setup, move, reach, trial, acts, n)),
        "throws": (DOING.THROW, (1, 3), lambda move, n: throws(setup, move, reach, trial, acts, n)),
    }
    times: dict[str, list[float]] = {name: [] for name in (*works, "offers")}
    for position in positions(game, matches):
        for name, (doing, players, work) in works.items():
            for player in players:
                if stands(position.state.player[player]):
                    move = in_action(position, player, doing)
                    work(move, 1)
                    times[name].append(took(lambda n, move=move, work=work: work(move, n), ROUNDS))
        offers(setup, position.state)
        times["offers"].append(took(lambda _, s=position.state: offers(setup, s), 1))
    return {name: median(each) for name, each in times.items()} | {"positions": len(times["offers"])}


def main() -> None:
    """Runs and prints."""
    options = argparse.ArgumentParser(prog="python -m benchmarks.rush_planning", description=__doc__)
    options.add_argument("--json", action="store_true", help="print JSON")
    options.add_argument(
        "--matches", type=int, default=4, help="random matches that positions are taken from"
    )
    chosen = options.parse_args()
    report = measure(chosen.matches)
    if chosen.json:
        print(json.dumps(report, indent=2))
        return
    for name, figure in report.items():
        print(
            f"{name:>10} {figure:8.0f}" + (f"   aim {1000 * AIM_MS:.0f}" if name in ("run", "sprint") else "")
        )


if __name__ == "__main__":
    main()
