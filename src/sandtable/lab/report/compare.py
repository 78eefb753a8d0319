"""The effects of a change: the figures of two reports side by side, their differences, and which ones are more than
noise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

import msgspec

from sandtable.authoring.provenance import head
from sandtable.authoring.settings import Value
from sandtable.lab.report.document import Bar, Chart, Provenance, Report, unpack
from sandtable.lab.report.sections import BALANCE
from sandtable.lab.statistics import metrics, stats
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import counted, difference, value

LEVEL = 0.05
# units of figures whose differences are given in points (hundredths)
HUNDREDTHS = ("share", "points", "moves")


class FigureChange(msgspec.Struct, frozen=True):
    """A figure in both reports and the difference; `stands` if it is more than noise, judged together with its section
    (Holm). `paired` if it was taken pair by pair, with the same dice.
    """

    name: str
    before: Figure
    after: Figure
    difference: Figure
    p: float
    stands: bool
    paired: bool = False

    @property
    def sentence(self) -> str:
        """Says what has changed, or that no change is certain; a figure's name is quoted, since it may be a plural."""
        part, _, name = self.name.rpartition(": ")
        figure = f"{part}: “{name}”" if part else f"“{name}”"
        if not self.stands:
            return f"{figure} is not known to change: {difference(self.difference)}."
        way = "rises" if self.difference.value > 0.0 else "falls"
        return (
            f"{figure} {way} from {value(self.before)} to {value(self.after)}: {difference(self.difference)}."
        )


class Comparison(msgspec.Struct, frozen=True):
    """All figures that two reports share, section by section as in a report, the win rate first; in each section the surest
    change first.

    `changed` are the settings that differ: (before, after). `other` is what else differs in how the reports were made;
    `before` and `after` are the complete provenance.
    """

    game: str
    title: str
    before: Provenance
    after: Provenance
    changed: dict[str, tuple[Value, Value]]
    other: dict[str, tuple[str, str]]
    changes: list[FigureChange]
    only_before: list[str]
    only_after: list[str]
    about: str = ""  # the credits of the game
    whose: tuple[str, str] = ("", "")  # the credits of the board, map or teams measured, before and after
    variants: tuple[str, str] = ("", "")  # the names of their settings, "" if they have none

    @property
    def named(self) -> list[str]:
        """A line that names the two variants compared; none if neither has a name."""
        if self.variants == ("", ""):
            return []
        first, second = (
            _called(name, made.changed)
            for name, made in zip(self.variants, (self.before, self.after), strict=True)
        )
        return [f"{second[0].upper()}{second[1:]}, compared with {first}."]

    @property
    def told(self) -> list[FigureChange]:
        """The comparison in sentences: who wins, whether or not that has changed, and what else has changed."""
        first = [change for change in self.changes if change.name.startswith(f"{BALANCE}: ")]
        return [*first, *(change for change in self.changes if change.stands and change not in first)]

    def table(self) -> list[str]:
        """The comparison as lines of text."""
        settings = [f"{name}: {old} -> {new}" for name, (old, new) in self.changed.items()]
        lines = [*self.named, "What changed: " + ("; ".join(settings) or "nothing in the settings.")]
        lines += [
            f"Note that the {name.replace('_', ' ')} differ too: {old} -> {new}"
            for name, (old, new) in self.other.items()
        ]
        sure = sum(change.stands for change in self.changes)
        lines.append(
            f"{sure} of {counted(len(self.changes), 'figure')} {'differs' if sure == 1 else 'differ'} by more than noise "
            f"(marked *; Holm's method at {100 * LEVEL:.0f} %, part by part)."
        )
        lines += ["", *(change.sentence for change in self.told), ""]
        width = max((len(change.name) for change in self.changes), default=0)
        for change in self.changes:
            mark = "*" if change.stands else " "
            old, new = value(change.before), value(change.after)
            lines.append(
                f"{mark} {change.name:{width}}  {old:>16} -> {new:<16} {difference(change.difference)}"
            )
        return lines


def _called(name: str, changed: Mapping[str, Value]) -> str:
    if name:
        return f"the variant {name!r}"
    return "settings without a name" if changed else "the game as printed"


# a figure before and after, the difference with its p-value, and whether it was taken pair by pair
_Compared = tuple[Figure, Figure, Figure, float, bool]


def _differences(before: Report, after: Report, shared: Sequence[str]) -> list[_Compared]:
    """Each figure before and after, and the difference: pair by pair for reports with the same seed, whose pairs share
    dice.

    If one report has more pairs than the other, only those that both have are compared.
    """
    old, new = dict(before.figures()), dict(after.figures())
    same = before.provenance.seed == after.provenance.seed
    earlier, later = ({pairs.name: pairs.values for pairs in report.paired} for report in (before, after))
    made: list[_Compared] = []
    for name in shared:
        if same and name in earlier and name in later:
            first, second = unpack(later[name]), unpack(earlier[name])
            count = min(len(first), len(second))
            unit = new[name].unit
            found = stats.difference(first[:count], second[:count], name, unit, unit == "share")
            ends = (_of_first(count, second, old[name]), _of_first(count, first, new[name]))
            made.append((*ends, found.figure, found.p, True))
        else:
            apart = metrics.difference(name, new[name], old[name])
            made.append((old[name], new[name], apart, metrics.p_value(apart), False))
    return made


def _of_first(count: int, values: Sequence[float], figure: Figure) -> Figure:
    """A mean over the first `count` pairs of `figure`."""
    if count == len(values):
        return figure
    found = (stats.share if figure.unit == "share" else stats.mean)(values[:count], figure.name)
    return replace(found, unit=figure.unit)


def compare(before: Report, after: Report) -> Comparison:
    """The comparison of two reports on the same game; `ValueError` if they are on different games."""
    if before.game != after.game:
        raise ValueError(
            f"the two reports are about {before.game} and {after.game}: compare reports about the same game"
        )
    old, new = dict(before.figures()), dict(after.figures())
    shared = [name for name in old if name in new]
    differences = _differences(before, after, shared)
    parts = [name.partition(": ")[0] for name in shared]
    changes: list[FigureChange] = []
    for part in dict.fromkeys(parts):
        own = [index for index, other in enumerate(parts) if other == part]
        stands = metrics.holm([differences[index][3] for index in own], LEVEL)
        made = [
            FigureChange(shared[index], *differences[index][:4], sure, differences[index][4])
            for index, sure in zip(own, stands, strict=True)
        ]
        changes += sorted(made, key=lambda change: change.p)
    return Comparison(
        before.game,
        before.title,
        before.provenance,
        after.provenance,
        _changed(before.provenance.settings, after.provenance.settings),
        _other(before.provenance, after.provenance),
        changes,
        [name for name in old if name not in new],
        [name for name in new if name not in old],
        after.about,
        (before.whose, after.whose),
        (before.variant, after.variant),
    )


def _changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, tuple[Value, Value]]:
    return {
        name: (before[name], after[name]) for name in before if name in after and before[name] != after[name]
    }


def _other(before: Provenance, after: Provenance) -> dict[str, tuple[str, str]]:
    """Differences, other than in settings, that can change figures."""
    found = {
        "players": (" against ".join(before.agents), " against ".join(after.agents)),
        "compiled_rules": (before.rules, after.rules),
    }
    return {name: (old, new) for name, (old, new) in found.items() if old != new}


def charts(comparison: Comparison) -> list[Chart]:
    """The differences of each section with their intervals, for figures whose differences are given in points.

    A section's name may have two parts, like that of a pick: both are given above the chart, whose labels are shortened.
    """
    found: dict[str, list[Bar]] = {}
    for change in comparison.changes:
        gap = change.difference
        if gap.unit in HUNDREDTHS and isfinite(gap.low) and isfinite(gap.high):
            part, _, name = change.name.rpartition(": ")
            ends = (100.0 * end for end in (gap.value, gap.low, gap.high))
            found.setdefault(part, []).append(Bar(name, *ends))
    return [Chart("intervals", part, "difference, points", bars, 0.0) for part, bars in found.items()]


def plain(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data for JSON."""
    return {**head(comparison.game), **msgspec.to_builtins(comparison)}
