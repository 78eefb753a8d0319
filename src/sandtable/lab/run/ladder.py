"""The ladder: players against each other, in pairs of matches with the same dice and swapped seats.

By default each level of the computer meets the one below. That is cheap and answers the question a ladder asks: is every
step a step up? Pairings of levels further apart almost always give the same result and cost the most; `every` plays them too.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations, pairwise
from math import isfinite
from pathlib import Path
from time import perf_counter
from typing import Any

from sandtable import agents
from sandtable.authoring.provenance import head
from sandtable.authoring.rng import stream
from sandtable.engine.game import Game, load
from sandtable.lab.run import trial as trials
from sandtable.lab.run.backends import Backend, Processes
from sandtable.lab.run.extras import extra
from sandtable.lab.run.playing import Player, Progress, Request
from sandtable.lab.run.trial import Trial
from sandtable.lab.statistics import scores, sprt, wording
from sandtable.lab.statistics.ratings import MOVE, rate
from sandtable.lab.statistics.stats import Figure, elo, expected, interval, share

with extra("lab"):
    import polars as pl

# pairs per pairing between two rounds of a sequential test; later rounds are a quarter of what has been played
ROUND = 2 * sprt.BATCH
SEAT = "seat 0"


@dataclass(frozen=True)
class LadderRow:
    """One pairing, for `upper`: score (W + D/2) with a 95 % interval, Elo, draws per match and milliseconds per decision.

    `sums` counts the pairs by their sum of points: 0, 1/2, 1, 3/2, 2. If matches are judged (`Trial.judged`), control
    variates sharpen the score; without them it would take `worth` times as many pairs. `test` is the state of its
    sequential test, if any.
    """

    upper: str
    lower: str
    name: str
    pairs: int
    score: float
    low: float
    high: float
    sums: tuple[int, ...]
    elo: float
    draws: float
    first_seat: float
    plies: float
    decision_ms: float
    worth: float
    test: sprt.State | None = None

    @property
    def stronger(self) -> bool:
        """Whether the whole interval is above one half."""
        return self.low > 0.5


@dataclass(frozen=True)
class Rating:
    """One player: the rating, relative to the mean of all players, and the milliseconds per decision against itself."""

    player: str
    name: str
    rating: Figure
    decision_ms: float


@dataclass(frozen=True)
class LadderReport:
    """The ladder of a game under `settings`.

    `first_move` is the value of moving first, in Elo points; if the game does not record who does, this is named "seat 0"
    and is the value of that seat.
    """

    game: str
    rules: str
    seed: int
    settings: dict[str, Any]
    rows: tuple[LadderRow, ...]
    standings: tuple[Rating, ...]
    first_move: Figure
    test: sprt.Test | None
    seconds: float
    variant: str = ""  # the name given to these settings

    def to_json(self) -> str:
        """The report as JSON; an infinite Elo difference is null."""
        players = [standing.player for standing in self.standings]
        plain = {**head(self.game, self.settings, players, self.seed), **asdict(self)}
        for row in plain["rows"]:
            row["elo"] = row["elo"] if isfinite(row["elo"]) else None
        return json.dumps(plain, indent=2)

    def table(self) -> list[str]:
        """The report as lines of text: the pairings, the cross-table if there is more than a chain, and the ratings."""
        tested = ["test"] if self.test else []
        head = ["players", "name", "score", "95 % interval", "Elo", "draws", "ms/decision", "pairs", *tested]
        lines = wording.aligned([head, *map(_cells, self.rows)], left=2)
        if len(self.rows) > len(self.standings) - 1:
            lines += ["", *self._cross()]
        return [*lines, "", *self._ratings(), *self._notes()]

    def _cross(self) -> list[str]:
        """The score of each player against each of the others."""
        found = {(row.upper, row.lower): row.score for row in self.rows}
        found |= {(row.lower, row.upper): 1.0 - row.score for row in self.rows}
        names = [standing.player for standing in self.standings]
        cells = [
            [one, *(f"{100 * found[one, other]:.1f}%" if (one, other) in found else "" for other in names)]
            for one in names
        ]
        return wording.aligned([["against", *names], *cells])

    def _ratings(self) -> list[str]:
        head = ["player", "name", "rating", "95 % interval", "ms/decision"]
        cells = [
            [
                standing.player,
                standing.name,
                f"{standing.rating.value:z.0f}",
                f"{standing.rating.low:z.0f} to {standing.rating.high:z.0f}",
                f"{standing.decision_ms:.3f}",
            ]
            for standing in self.standings
        ]
        return wording.aligned([head, *cells], left=2)

    def _notes(self) -> list[str]:
        move = self.first_move
        worth = f"{move.value:z.0f} Elo ({move.low:z.0f} to {move.high:z.0f})"
        what = "Moving first" if move.name == MOVE else "Seat 0"
        notes = [f"{what} is worth {worth}, a score of {100 * expected(move.value):.1f}% among equals."]
        notes += wording.worth([row.worth for row in self.rows])
        if self.test:
            notes.append(
                f"test: a score of {100 * self.test.low:.1f}% (low) against one of {100 * self.test.high:.1f}% (high), "
                f"wrong in {100 * self.test.alpha:g}% of cases. A score at which a test has ended leans to its side."
            )
        return notes


def _cells(row: LadderRow) -> list[str]:
    cells = [
        f"{row.upper} : {row.lower}",
        row.name,
        f"{100 * row.score:.1f}%",
        f"{100 * row.low:.1f} - {100 * row.high:.1f}",
        f"{row.elo:z.0f}",
        f"{100 * row.draws:.1f}%",
        f"{row.decision_ms:.3f}",
        str(row.pairs),
    ]
    return [*cells, f"{row.test.decision or 'open'} ({row.test.ratio:+.2f})"] if row.test else cells


def run(
    game: str | Game,
    pairs: int = 1000,
    seed: int = 1,
    players: Sequence[str | int] | None = None,
    every: bool = False,
    test: sprt.Test | None = None,
    backend: Backend | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> LadderReport:
    """The scores of neighbours among `players` (default: the game's levels), or of all of them against each other if `every` is
    set, over `pairs` pairs each.

    With a `test`, a pairing ends when it is decided, or at `pairs` pairs. The scores depend only on the seed, not on
    the machine or the backend; with `out`, rows are stored there and reused. Raises `ValueError` for invalid arguments.
    """
    loaded = load(game) if isinstance(game, str) else game
    names = _names(loaded, players)
    meetings = [(upper, lower) for lower, upper in (combinations(names, 2) if every else pairwise(names))]
    series = [
        trials.make(loaded, meeting, seed, judged=trials.thinks(loaded, meeting)) for meeting in meetings
    ]
    player = Player(backend or Processes(), out)
    began = perf_counter()
    played = _play(player, series, pairs, test, progress)
    player.finish()
    seconds = perf_counter() - began
    found = rate([result for rows in played for result in scores.results(rows)], names)
    times = {name: decision_ms(loaded, agents.make(loaded, name), seed) for name in names}
    titles = {name: _title(loaded, name) for name in names}
    return LadderReport(
        game=loaded.id,
        rules=series[0].rules(),
        seed=seed,
        settings=dict(loaded.settings),
        rows=tuple(
            _row(meeting, rows, titles[meeting[0]], times[meeting[0]], test)
            for meeting, rows in zip(meetings, played, strict=True)
        ),
        standings=tuple(
            Rating(name, titles[name], rating, times[name])
            for name, rating in zip(names, found.players, strict=True)
        ),
        first_move=found.first_move
        if scores.tells_first(played[0])
        else replace(found.first_move, name=SEAT),
        test=test,
        seconds=seconds,
        variant=loaded.variant,
    )


def _names(game: Game, players: Sequence[str | int] | None) -> list[str]:
    if players is None:
        players = [level.level for level in game.spec.players.levels]
    names = [trials.make(game, (name, name)).agents[0] for name in players]
    if len(names) < 2 or len(set(names)) < len(names):
        raise ValueError(f"a ladder needs at least two different players, not {', '.join(names) or 'none'}")
    return names


def _title(game: Game, player: str) -> str:
    return game.spec.players.levels[int(player)].name if player.isdigit() else player


def _play(
    player: Player, series: Sequence[Trial], pairs: int, test: sprt.Test | None, progress: Progress | None
) -> list[pl.DataFrame]:
    """The rows of each trial: all its pairs, or those up to the end of its test."""
    total, spent = pairs * len(series), 0
    played = [pl.DataFrame()] * len(series)
    going, start = list(range(len(series))), 0
    while going and start < pairs:
        stop = (
            pairs if test is None else min(pairs, start + max(ROUND, start // 4 // sprt.BATCH * sprt.BATCH))
        )
        found = player.play(
            [Request(series[index], start, stop) for index in going],
            None if progress is None else lambda done, _, spent=spent: progress(spent + done, total),
        )
        spent += (stop - start) * len(going)
        for index, rows in zip(tuple(going), found, strict=True):
            played[index] = pl.concat([played[index], rows], how="diagonal")
            if test is not None and (now := _follow(played[index], test)).decision:
                played[index] = played[index].head(2 * now.pairs)
                going.remove(index)
        start = stop
    if progress is not None:
        progress(total, total)
    return played


def _follow(rows: pl.DataFrame, test: sprt.Test) -> sprt.State:
    return sprt.follow([round(first + second + 2.0) for first, second in scores.scores(rows)], test)


def _row(
    meeting: tuple[str, str], rows: pl.DataFrame, name: str, took: float, test: sprt.Test | None
) -> LadderRow:
    found = interval(scores.scores(rows))
    means = scores.by_pair(rows)
    score = share(scores.steadied(means)["score"].to_list())
    return LadderRow(
        upper=meeting[0],
        lower=meeting[1],
        name=name,
        pairs=means.height,
        score=score.value,
        low=score.low,
        high=score.high,
        sums=found.sums,
        elo=elo(score.value),
        draws=_mean(means, "draws"),
        first_seat=_mean(means, "seat_0"),
        plies=_mean(means, "plies"),
        decision_ms=took,
        worth=scores.factor(means, "score"),
        test=None if test is None else _follow(rows, test),
    )


def _mean(table: pl.DataFrame, name: str) -> float:
    values: list[float] = table[name].to_list()
    return sum(values) / len(values)


def decision_ms(game: Game, agent: agents.Agent, seed: int, matches: int = 2) -> float:
    """The mean time in milliseconds that `agent` takes to choose between several actions, in matches against itself."""
    seconds, decisions = 0.0, 0
    for number in range(matches):
        position, dice, rng = game.start(), stream(seed, number, 0), stream(seed, number, 1)
        while not position.over:
            seat = position.to_move
            if seat < 0:
                position.play(position.sample(dice))
                continue
            view = position.view(seat)
            began = perf_counter()
            action = agent.act(view, seat, rng)
            seconds += perf_counter() - began
            decisions += position.forced() is None
            position.play(action)
    return 1000.0 * seconds / max(1, decisions)
