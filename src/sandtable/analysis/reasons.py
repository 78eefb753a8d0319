"""Says why a choice was worse than another: the chances of both by the rules, and what happens more often after one of them.

What happens is counted in playouts in worlds that fit the view of the seat that chose, with the same worlds for both
choices. Of everything that a game declares to be a gain or a loss (`spec.Counters`), the largest difference that speaks
for the better choice is picked, measured again with fresh samples, and said only if it is still there.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.analysis.course import Course
from sandtable.analysis.judgement import Sampler
from sandtable.lab.run import watch

# playouts after each of the two choices to pick from, and again to measure with
SAMPLES = 128
# the smallest difference between shares that is worth saying, and how many standard errors it must be
LEAST, SURE = 0.1, 3.0
# how many moves are looked at if the judge's playouts go on to the end of the match
WINDOW = 30

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
        self._known: dict[tuple[int, tuple[int, ...], tuple[int, ...]], str] = {}

    def why(self, ply: int, played: tuple[int, ...], better: tuple[int, ...]) -> str:
        """Why `better` would have been better than `played` at a position, in sentences; "" if nothing can be said.

        Both are actions in a row of the seat to move.
        """
        key = ply, played, better
        if key not in self._known:
            said = self._by_the_rules(ply, played[0], better[0]), self._in_playouts(ply, played, better)
            self._known[key] = " ".join(filter(None, said))
        return self._known[key]

    def _by_the_rules(self, ply: int, played: int, better: int) -> str:
        view = self.course.view(ply, self.course.positions[ply].to_move)
        chances = self.course.game.spec.presentation.chances
        told = [chances(view.game.setup, view.state, view.to_move, action) for action in (played, better)]
        return " ".join(
            f"{which}: {words}." for which, words in zip(("As played", "Better"), told, strict=True) if words
        )

    def _in_playouts(self, ply: int, played: tuple[int, ...], better: tuple[int, ...]) -> str:
        effects = list(self._effects(self.course.positions[ply].to_move))
        if not effects:
            return ""
        shares = self._shares(ply, played, better, 0)
        picked = max(effects, key=lambda effect: _sureness(shares, effect))
        if _sureness(shares, picked) <= 0.0:
            return ""
        shares = self._shares(ply, played, better, SAMPLES)
        before, after = shares[:, picked.seat, picked.counter].tolist()
        if abs(after - before) < LEAST or _sureness(shares, picked) < SURE:
            return ""
        return (
            f"Within the next {self.window} moves, {self.names[picked.seat]} {picked.words} "
            f"in {before:.0%} of playouts as played, and in {after:.0%} after the better choice.".replace(
                "%", " %"
            )
        )

    def _effects(self, seat: int) -> Iterator[_Effect]:
        counters = self.course.game.spec.lab.counters
        if counters is None:
            return
        for gain, told in ((True, counters.gains), (False, counters.losses)):
            for name, words in told.items():
                for who in (seat, 1 - seat):
                    yield _Effect(who, counters.names.index(name), gain == (who == seat), words)

    def _shares(self, ply: int, played: tuple[int, ...], better: tuple[int, ...], first: int) -> Shares:
        """In which share of SAMPLES playouts after each choice each counter of each seat counted something."""
        return np.array([self._counted(ply, lead, lead[0] != played[0], first) for lead in (played, better)])

    def _counted(self, ply: int, lead: Sequence[int], performs: bool, first: int) -> Shares:
        view = self.course.view(ply, self.course.positions[ply].to_move)
        count = len(watch.names(self.course.game.spec))
        found = np.zeros((2, count))
        for played in self.sampler.continued(view, ply, first, SAMPLES, lead, performs, self.window):
            counts = np.zeros((2, count))
            for before, action, after in played:
                watch.tally(view.game.setup, before, action, after, counts)
            found += counts > 0.0
        return found / SAMPLES


def _sureness(shares: Shares, effect: _Effect) -> float:
    """By how many standard errors an effect speaks for the better choice."""
    before, after = shares[:, effect.seat, effect.counter].tolist()
    error = sqrt((before * (1.0 - before) + after * (1.0 - after) + 1.0 / SAMPLES) / SAMPLES)
    return (after - before if effect.good else before - after) / error
