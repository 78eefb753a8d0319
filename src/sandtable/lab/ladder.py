"""The ladder: each level of the computer against the one below, in pairs of matches with equal dice and swapped seats."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter

from sandtable import __version__, agents
from sandtable.game import Game
from sandtable.games import load
from sandtable.lab.simulate import Pair, play_pairs
from sandtable.lab.stats import elo, interval
from sandtable.rng import stream

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Row:
    """One level against the one below: score (W + D/2) with a 95 % interval, Elo, draws a match, milliseconds a decision."""

    upper: int
    lower: int
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
    seconds: float

    @property
    def stronger(self) -> bool:
        """Whether the whole interval is above one half."""
        return self.low > 0.5


@dataclass(frozen=True)
class Report:
    """The ladder of a game; `budgets` are the simulations a decision of each level."""

    game: str
    version: str
    seed: int
    budgets: tuple[int, ...]
    rows: tuple[Row, ...]

    def to_json(self) -> str:
        """The report as JSON; an endless Elo difference is null."""
        plain = asdict(self)
        for row in plain["rows"]:
            row["elo"] = row["elo"] if abs(row["elo"]) < float("inf") else None
        return json.dumps(plain)

    def table(self) -> list[str]:
        """The rows as lines of text under a heading."""
        head = f"{'levels':8} {'name':10} {'score':>7} {'95 % interval':>17} {'Elo':>6}"
        head += f" {'draws':>6} {'ms/decision':>12} {'pairs':>7}"
        return [head, *(_line(row) for row in self.rows)]


def _line(row: Row) -> str:
    bounds = f"{100 * row.low:.1f} - {100 * row.high:.1f}"
    return (
        f"{f'{row.upper} : {row.lower}':8} {row.name:10} {100 * row.score:6.1f}% {bounds:>17} "
        f"{row.elo:6.0f} {100 * row.draws:5.1f}% {row.decision_ms:12.3f} {row.pairs:7d}"
    )


def run(
    game_id: str,
    pairs: int = 1000,
    seed: int = 1,
    workers: int | None = None,
    progress: Progress | None = None,
    levels: Sequence[int] | None = None,
) -> Report:
    """The scores of neighbours over `pairs` pairs; `levels` limits it to these upper ones, `progress` gets `(done, total)`.

    The scores depend on the seed only, not on the machine or on `workers`.
    """
    known = agents.levels(game_id)
    chosen = range(1, len(known)) if levels is None else sorted(set(levels))
    if not all(1 <= upper < len(known) for upper in chosen):
        raise ValueError(f"the levels of {game_id} that have one below are 1 to {len(known) - 1}")
    rows: list[Row] = []
    for index, upper in enumerate(chosen):
        shifted = _shift(progress, index * pairs, len(chosen) * pairs)
        rows.append(_row(game_id, known[upper], pairs, seed, workers, shifted))
    return Report(game_id, __version__, seed, tuple(level.simulations for level in known), tuple(rows))


def _shift(progress: Progress | None, before: int, total: int) -> Progress | None:
    return None if progress is None else lambda done, _: progress(before + done, total)


def _row(
    game_id: str, level: agents.Level, pairs: int, seed: int, workers: int | None, progress: Progress | None
) -> Row:
    game = load(game_id)
    pair = (agents.make(game, level.level), agents.make(game, level.level - 1))
    began = perf_counter()
    played = play_pairs(game, pair, pairs, seed, workers, progress)
    seconds = perf_counter() - began
    found = interval([result.scores for result in played])
    return Row(
        upper=level.level,
        lower=level.level - 1,
        name=level.name,
        pairs=pairs,
        score=found.score,
        low=found.low,
        high=found.high,
        sums=found.sums,
        elo=elo(found.score),
        draws=sum(score == 0.0 for result in played for score in result.scores) / (2 * pairs),
        first_seat=_first_seat(played),
        plies=sum(result.plies for result in played) / (2 * pairs),
        decision_ms=decision_ms(game, pair[0], seed),
        seconds=seconds,
    )


def _first_seat(played: Sequence[Pair]) -> float:
    """The score of seat 0 over all matches, whoever sat there."""
    total = sum(result.scores[0] - result.scores[1] for result in played)
    return 0.5 + total / (4 * len(played))


def decision_ms(game: Game, agent: agents.Agent, seed: int, matches: int = 2) -> float:
    """The mean milliseconds that `agent` takes for a decision where there is a choice, in matches against itself."""
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
