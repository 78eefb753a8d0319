"""What the features of a game mean: a declaration names the numbers that `ops.features` writes, in order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Feature:
    """A number that a learner sees, or one for each of the things in `of`, and the least and greatest values it can have."""

    name: str
    low: float = 0.0
    high: float = 1.0
    of: Sequence[str] = ()

    @property
    def count(self) -> int:
        """How many numbers this comprises."""
        return len(self.of) or 1


@dataclass(frozen=True)
class FeatureBlock:
    """Features that follow each other, repeated for each of the things in `of`, or present once."""

    features: Sequence[Feature]
    of: Sequence[str] = ()

    @property
    def size(self) -> int:
        """How many numbers one repetition has."""
        return sum(feature.count for feature in self.features)

    @property
    def count(self) -> int:
        """How many numbers this comprises."""
        return self.size * (len(self.of) or 1)


class NamedFeature(NamedTuple):
    """One number that a learner sees."""

    name: str
    low: float
    high: float


def size_of(blocks: Sequence[FeatureBlock]) -> int:
    """How many numbers these blocks have in all."""
    return sum(block.count for block in blocks)


def named(blocks: Sequence[FeatureBlock]) -> Iterator[NamedFeature]:
    """Every number by itself, in order."""
    for block in blocks:
        for whose in block.of or ("",):
            for feature in block.features:
                for what in feature.of or ("",):
                    words = ": ".join(filter(None, (whose, feature.name, what)))
                    yield NamedFeature(words, feature.low, feature.high)
