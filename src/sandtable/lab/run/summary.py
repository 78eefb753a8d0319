"""The short summary of a simulation: who won how often, how long matches were, and how quickly they were played."""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, TypedDict

from sandtable.engine.game import Game
from sandtable.lab.run import trial as trials

if TYPE_CHECKING:
    import polars as pl

    from sandtable.lab.run.backends import Backend


class Share(TypedDict):
    """A share of the points with its 95 % interval over pairs."""

    value: float
    low: float
    high: float


class Summary(TypedDict):
    """The results of matches for the trial's first agent."""

    games: int
    wins: int
    draws: int
    losses: int
    score: Share
    seat_0_wins: int
    seat_0_score: Share
    plies_a_match: float
    seconds: float
    matches_a_second: float


def simulate(
    game: Game,
    games: int = 1000,
    agents: tuple[str | int, str | int] = ("random", "random"),
    seed: int = 0,
    backend: "Backend | None" = None,
    progress: Callable[[int, int], None] | None = None,
) -> Summary:
    """The first agent's results in `games` matches (rounded up to an even number) between two agents, named as in
    `agents.make`. The matches are played in this process, one after another, unless a backend of `sandtable.lab.run.backends`
    is given. Scores are shares of the points, from 0 to 1, with 95 % intervals over pairs. Raises `ValueError` for an unknown
    agent.
    """
    from sandtable.lab.run import simulate as simulation

    trial = trials.make(game, agents, seed)
    began = perf_counter()
    rows = simulation.simulate(trial, pairs_of(games), backend, progress=progress)
    return summary(rows, perf_counter() - began, rows.height)


def pairs_of(games: int) -> int:
    """The number of pairs for at least `games` matches; at least one."""
    return max(1, (games + 1) // 2)


def summary(rows: "pl.DataFrame", seconds: float, played: int) -> Summary:
    """The summary of the rows; `played` of the matches were played just now, which took `seconds`."""
    from sandtable.lab.statistics import scores
    from sandtable.lab.statistics.stats import share

    pairs = scores.by_pair(rows)
    score, seat = (share(pairs[name].to_list()) for name in ("score", "seat_0"))
    won = (rows["score_0"] - rows["score_1"]).sign()
    own = won * (1 - 2 * rows["swapped"].cast(int))
    return {
        "games": rows.height,
        "wins": int((own > 0).sum()),
        "draws": int((own == 0).sum()),
        "losses": int((own < 0).sum()),
        "score": {"value": score.value, "low": score.low, "high": score.high},
        "seat_0_wins": int((won > 0).sum()),
        "seat_0_score": {"value": seat.value, "low": seat.low, "high": seat.high},
        "plies_a_match": float(rows["plies"].sum()) / rows.height,
        "seconds": seconds,
        "matches_a_second": played / seconds,
    }
