"""The ledger of an analysis: the sums of all samples taken so far, from which the findings are computed.

It can be written as JSON and read back, so an analysis can stop after any round and resume later.
"""

from math import sqrt

import msgspec
import numpy as np
from numpy.typing import NDArray

# sums are kept in multiples of this, so they are exact and do not depend on the order in which workers finish
GRAIN = 2.0**-24


class Tally(msgspec.Struct):
    """A count of samples, their sum and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, other: "Tally") -> None:
        """Adds the samples of another tally."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean; 0 without samples."""
        return self.total / self.count if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite with fewer than two samples."""
        if self.count < 2:
            return float("inf")
        spread = max(0.0, self.squares / self.count - self.mean**2)
        return sqrt(spread / (self.count - 1))


def tally(samples: NDArray[np.float64]) -> Tally:
    """The tally of some samples."""
    grains = np.round(samples / GRAIN) * GRAIN
    return Tally(len(samples), float(grains.sum()), float((np.round(samples**2 / GRAIN) * GRAIN).sum()))


class ThrowTally(msgspec.Struct):
    """Samples after the outcome that came up, whose probability is `share`, and of the weighted sum over all others."""

    came: Tally
    others: Tally
    share: float
    exact: bool

    def add(self, other: "ThrowTally") -> None:
        """Adds the samples of another tally of the same throw."""
        self.came.add(other.came)
        self.others.add(other.others)

    @property
    def luck(self) -> float:
        """The chance of seat 0 after the throw, minus the chance expected before."""
        return (1.0 - self.share) * self.came.mean - self.others.mean

    @property
    def error(self) -> float:
        """The standard error of the luck."""
        return sqrt(((1.0 - self.share) * self.came.error) ** 2 + self.others.error**2)


class OptionTally(msgspec.Struct):
    """An option of a decision, the actions in `lead` being played first, and how much better it was for the seat than
    the choice made; if the decision is `whole`, `beyond` is how much better it was than what the seat then really did.
    """

    lead: tuple[int, ...]
    better: Tally
    beyond: Tally


class ChoiceTally(msgspec.Struct):
    """The options of a decision. First comes the choice made, which is never better than itself; if `whole`, the same choice
    comes next, followed by what the seat then really did.

    Each stage compares fewer options, or uses more samples. `best` is the option that led before the last stage; it is 0 if
    none was ahead of the choice. `fresh` is how much better it was in the last stage alone, so that having been picked because
    it was lucky does not flatter it; `truth` is the same figure with things as they really stood.
    """

    options: list[OptionTally]
    whole: bool
    stages: int = 0
    best: int = 0
    fresh: Tally = msgspec.field(default_factory=Tally)
    truth: Tally = msgspec.field(default_factory=Tally)

    @property
    def samples(self) -> int:
        """The number of samples of the choice made, which is in every stage."""
        return self.options[0].better.count

    def add(self, other: "ChoiceTally") -> None:
        """Adds samples of some of the options from one stage."""
        by_lead = {option.lead: option for option in self.options}
        for option in other.options:
            by_lead[option.lead].better.add(option.better)
            by_lead[option.lead].beyond.add(option.beyond)
        self.fresh.add(other.fresh)
        self.truth.add(other.truth)

    @property
    def own(self) -> int:
        """The better of the one or two options that are what the seat did."""
        return 1 if self.whole and self._mean(1) > 0.0 else 0

    def leader(self) -> int:
        """The option with the highest mean so far; 0 if it is what the seat did."""
        return self._ahead() if self.gap()[0] > 0.0 else 0

    def gap(self) -> tuple[float, float]:
        """How much better the best other option was than what the seat did, in all its samples, with its error."""
        ahead = self.options[self._ahead()]
        difference = ahead.beyond if self.own else ahead.better
        return difference.mean, difference.error

    def _ahead(self) -> int:
        first = 2 if self.whole else 1
        return max(range(first, len(self.options)), key=self._mean, default=0)

    def survivors(self, keep: int) -> list[int]:
        """What the seat did, and the `keep` best other options."""
        first = 2 if self.whole else 1
        others = sorted(range(first, len(self.options)), key=lambda n: (-self._mean(n), n))
        return [*range(first), *sorted(others[:keep])]

    def _mean(self, option: int) -> float:
        return self.options[option].better.mean


class Ledger(msgspec.Struct):
    """All tallies of an analysis by ply, after some rounds.

    `truth` has the chance of seat 0 at decisions, as things really stood, and `known` as the seat to move could know
    it, in games with secrets.
    """

    seed: int
    level: int | None
    rounds: int = 0
    playouts: int = 0
    truth: dict[int, Tally] = msgspec.field(default_factory=dict[int, Tally])
    throws: dict[int, ThrowTally] = msgspec.field(default_factory=dict[int, ThrowTally])
    known: dict[int, Tally] = msgspec.field(default_factory=dict[int, Tally])
    choices: dict[int, ChoiceTally] = msgspec.field(default_factory=dict[int, ChoiceTally])


def kept(data: bytes) -> Ledger | None:
    """A ledger read back from JSON; None if another version wrote it, with tallies that cannot be continued."""
    try:
        return msgspec.json.decode(data, type=Ledger)
    except msgspec.ValidationError:
        return None
