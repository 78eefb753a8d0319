"""Says why a choice was worse than another: what happens more often after one of them, or the chances of both by the rules.

What happens is counted in playouts in worlds that fit the view of the seat that chose, with the same worlds for both
choices. Of what a game declares to be a gain or a loss (`spec.Counters`), and of winning the match, the largest
difference in favour of the better choice is picked, measured again with fresh samples, and reported only if it is still
there.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.analysis.course import Course
from sandtable.analysis.judgement import Sampler
from sandtable.authoring.records import OVER
from sandtable.lab.run import watch

# playouts after each of the two choices to pick from, and again to measure with
SAMPLES = 128
# the smallest difference between shares that is reported, and how many standard errors it must be
LEAST, SURE = 0.1, 3.0
# how many moves are looked at if the judge's playouts go on to the end of the match
WINDOW = 30
# in place of a counter
WINS = -1

Shares = NDArray[np.float64]


class _Effect(NamedTuple):
    """Something that can happen to a seat: its counter, whether it is good for the seat that chooses, and its words."""

    seat: int
    counter: int
    good: bool
    words: str


class Reasons:
    """Explains the decisions of a match between players called `names`."""

    def __init__(self, course: Course, sampler: Sampler, names: tuple[str, str]) -> None:
        self.course, self.sampler, self.names = course, sampler, names
        self.window = sampler.judge.plies or WINDOW

    def why(self, ply: int, played: tuple[int, ...], better: tuple[int, ...]) -> str:
        """Why `better` would have been better than `played` at a position, in sentences; "" if nothing stands out.

        Both are actions in a row of the seat to move.
        """
        # what decides may lie beyond the odds of the moment, so they are given only if nothing else stands out
        return self._in_playouts(ply, played, better) or self._by_the_rules(ply, played[0], better[0])

    def _by_the_rules(self, ply: int, played: int, better: int) -> str:
        view = self.course.view(ply, self.course.positions[ply].to_move)
        chances = self.course.game.spec.presentation.chances
        before, after = (
            chances(view.game.setup, view.state, view.to_move, action) for action in (played, better)
        )
        if before == after:
            return ""
        return " ".join(
            f"{which}: {words}." for which, words in (("As played", before), ("Better", after)) if words
        )

    def _in_playouts(self, ply: int, played: tuple[int, ...], better: tuple[int, ...]) -> str:
        shares = self._shares(ply, played, better, 0)
        effects = self._effects(self.course.positions[ply].to_move)
        clear = [effect for effect in effects if _is_clear(shares, effect)]
        if not clear:
            return ""
        picked = max(clear, key=lambda effect: _gain(shares, effect))
        shares = self._shares(ply, played, better, SAMPLES)
        if not _is_clear(shares, picked):
            return ""
        before, after = (
            f"{round(100 * share)} %" for share in shares[:, picked.seat, picked.counter].tolist()
        )
        return (
            f"Within the next {self.window} moves, {self.names[picked.seat]} {picked.words} "
            f"at least once in {before} of playouts as played, and in {after} after the better choice."
        )

    def _effects(self, seat: int) -> Iterator[_Effect]:
        for who in (seat, 1 - seat):
            yield _Effect(who, WINS, who == seat, "wins the match")
        counters = self.course.game.spec.lab.counters
        if counters is None:
            return
        for gain, told in ((True, counters.gains), (False, counters.losses)):
            for name, words in told.items():
                for who in (seat, 1 - seat):
                    yield _Effect(who, counters.names.index(name), gain == (who == seat), words)

    def _shares(self, ply: int, played: tuple[int, ...], better: tuple[int, ...], first: int) -> Shares:
        """For each choice, the share of playouts in which each counter of each seat was above 0, and in which it won."""
        return np.array([self._counted(ply, lead, lead[0] != played[0], first) for lead in (played, better)])

    def _counted(self, ply: int, lead: Sequence[int], performs: bool, first: int) -> Shares:
        view = self.course.view(ply, self.course.positions[ply].to_move)
        names = watch.names(self.course.game.spec)
        found = np.zeros((2, len(names) + 1))
        for played in self.sampler.continued(view, ply, first, SAMPLES, lead, performs, self.window):
            counts = np.zeros((2, len(names)))
            won = np.zeros(2)
            for before, action, after in played:
                watch.tally(view.game.setup, before, action, after, counts)
                if after.to_move == OVER:
                    won[:] = after.score > 0.0
            found[:, : len(names)] += counts > 0.0
            found[:, WINS] += won
        return found / SAMPLES


def _gain(shares: Shares, effect: _Effect) -> float:
    """The difference in favour of the better choice."""
    before, after = shares[:, effect.seat, effect.counter].tolist()
    return after - before if effect.good else before - after


def _is_clear(shares: Shares, effect: _Effect) -> bool:
    """Whether an effect is large enough to be reported, and more than noise."""
    # a share of 0 or 1 in so few playouts is not certainty
    spread = sum(share * (1.0 - share) for share in shares[:, effect.seat, effect.counter].tolist())
    error = sqrt((spread + 1.0 / SAMPLES) / SAMPLES)
    return _gain(shares, effect) >= max(LEAST, SURE * error)
