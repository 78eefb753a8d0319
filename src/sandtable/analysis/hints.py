"""Hints for a player: what to play in a position, or how good a move is, judged from what that player knows.

A hint sees nothing but the player's view, and its random numbers are keyed by that view. So it reveals no secret and no
dice to come, and the same question always gets the same answer, unless the time runs out.
"""

from collections.abc import Callable
from functools import lru_cache
from math import inf
from time import monotonic

import msgspec
import numpy as np

from sandtable.analysis.course import worth_comparing
from sandtable.analysis.findings import SURE, Mark
from sandtable.analysis.judgement import AnalysisError, Judge, Sampler, Values, judge_of
from sandtable.analysis.ledger import Tally, tally
from sandtable.analysis.summing import certain, mark_of
from sandtable.engine.game import Game, Position

# seconds after which a hint makes do with what it has
SECONDS = 3.0
# the places of its random numbers (see `Sampler.chances`): for finding the best move, and for judging it afterwards
FINDING, JUDGING = 0, 1
# how many moves go on to each stage, and how many times the judge's samples each of them then gets; in the last stage, fresh
# samples compare the best move with the one in question
STAGES = ((10**6, 1), (6, 6), (2, 24))
LAST = 32


class HintFinding(msgspec.Struct, frozen=True):
    """What a hint has found: the best move, the chance to win after it, and, for a move in question, what that costs in
    chance to win, with the standard error and the mark.
    """

    best: int
    chance: float
    loss: float = 0.0
    error: float = 0.0
    mark: Mark = ""


def why_not(game: Game) -> str:
    """A sentence on why there are no hints in a game; "" if there are."""
    spec = game.spec
    if game.agent_setup is not None or not spec.rules.zero_sum:
        return "There are no hints with these settings: nobody wins or loses."
    try:
        judge_of(game)
    except AnalysisError:
        return f"There are no hints in {spec.name}: the game declares neither an evaluation nor players that could play on."
    return ""


def hint(
    view: Position, asked: int | None = None, seconds: float = SECONDS, cancelled: Callable[[], bool] = bool
) -> HintFinding:
    """What to play in the `view` of the seat to move, or how good the legal move `asked` is there."""
    search = _Search(view, asked, monotonic() + seconds, cancelled)
    return search.found()


class _Search:
    """Compares moves with the same worlds and the same luck, in stages with fewer moves and more samples."""

    def __init__(self, view: Position, asked: int | None, end: float, cancelled: Callable[[], bool]) -> None:
        self._view, self._asked, self._end, self._cancelled = view, asked, end, cancelled
        self._seat = view.to_move
        self._judge, lean = _judged(view.game)
        self._sampler = Sampler(view.game, self._judge, int(view.digest(), 16), lean)
        moves = worth_comparing(view, view, FINDING, self._sampler)
        self._tallies = {move: Tally() for move in ([] if asked is None else [asked]) + moves}

    def found(self) -> HintFinding:
        for keep, times in STAGES:
            kept = sorted(self._tallies, key=self._mean, reverse=True)[:keep]
            if self._asked is not None and self._asked not in kept:
                kept.append(self._asked)
            self._compare(kept, times)
        best = max(self._tallies, key=self._mean)
        return self._judged(best)

    def _compare(self, moves: list[int], times: int) -> None:
        first = max(self._tallies[move].count for move in moves)
        for begun in range(first, first + times * self._judge.samples, self._judge.samples):
            if begun > 0 and self._late:
                return
            for move in moves:
                self._tallies[move].add(tally(self._chances(move, FINDING, begun)))

    def _judged(self, best: int) -> HintFinding:
        chance, loss = Tally(), Tally()
        for begun in range(0, LAST * self._judge.samples, self._judge.samples):
            if begun > 0 and self._late:
                break
            values = self._chances(best, JUDGING, begun)
            chance.add(tally(values))
            if self._asked is not None and self._asked != best:
                loss.add(tally(values - self._chances(self._asked, JUDGING, begun)))
        if self._asked is None or self._asked == best:
            return HintFinding(best, chance.mean, mark="" if self._asked is None else "good")
        measured = loss.mean, loss.error
        return HintFinding(best, chance.mean, *measured, mark_of(*measured, certain([measured])[0]))

    def _chances(self, move: int, place: int, first: int) -> Values:
        # what is suggested still has to be carried out by hand; what is asked about is done already
        found = self._sampler.chances(
            self._view, place, first, self._judge.samples, (move,), self._seat, performs=move != self._asked
        )
        return found if self._seat == 0 else 1.0 - found

    def _mean(self, move: int) -> float:
        return self._tallies[move].mean if self._tallies[move].count else -inf

    @property
    def _late(self) -> bool:
        return self._cancelled() or monotonic() >= self._end


@lru_cache(maxsize=16)
def _judged(game: Game) -> tuple[Judge, float]:
    """A game's judge, and its lean with these settings (see `Judge`)."""
    judge = judge_of(game)
    return judge, Sampler(game, judge, 0).lean


def told(found: HintFinding, asked: bool) -> str:
    """A finding in words: without `asked`, the chance that the best move leaves."""
    if not asked:
        return chances_in_words(found.chance)
    loss, error = _points(found.loss), _points(SURE * found.error)
    if found.mark == "good":
        return "Good: no clearly better move was found."
    if found.mark:
        return f"{found.mark.capitalize()}: it costs about {loss} of your chance to win (± {error})."
    return f"Not clearly different: the best move found is about {loss} better (± {error})."


def _points(share: float) -> str:
    count = max(1, round(100 * share))
    return f"{count} point{'s' * (count > 1)}"


def chances_in_words(chance: float) -> str:
    """A chance to win as a number of matches in 100."""
    count = int(np.rint(100 * chance))
    if count < 1:
        return "Less than 1 in 100"
    return "More than 99 in 100" if count > 99 else f"About {count} in 100"
