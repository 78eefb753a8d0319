"""What a change did: the figures of two reports beside each other, their differences, and which are more than noise."""

from collections.abc import Mapping
from typing import Any

import msgspec

from sandtable.lab.report.document import Provenance, Report
from sandtable.lab.statistics import metrics
from sandtable.lab.statistics.stats import Figure
from sandtable.lab.statistics.wording import difference, value
from sandtable.provenance import head
from sandtable.settings import Value

LEVEL = 0.05


class Change(msgspec.Struct, frozen=True):
    """A figure in both reports and the difference; `stands` where it is more than noise, for all figures together (Holm)."""

    name: str
    before: Figure
    after: Figure
    difference: Figure
    p: float
    stands: bool


class Comparison(msgspec.Struct, frozen=True):
    """All figures that two reports share, the surest change first.

    `changed` are the settings that differ: (before, after); `other` is what else differs in how they were made, `before` and
    `after` are all of it.
    """

    game: str
    title: str
    before: Provenance
    after: Provenance
    changed: dict[str, tuple[Value, Value]]
    other: dict[str, tuple[str, str]]
    changes: list[Change]
    only_before: list[str]
    only_after: list[str]
    about: str = ""  # whose game it is
    whose: tuple[str, str] = ("", "")  # whose board, map or teams were measured, before and after

    def table(self) -> list[str]:
        """The comparison in lines of text."""
        settings = [f"{name}: {old} -> {new}" for name, (old, new) in self.changed.items()]
        lines = ["What changed: " + ("; ".join(settings) or "nothing in the settings.")]
        lines += [
            f"Beware, the {name.replace('_', ' ')} differ too: {old} -> {new}"
            for name, (old, new) in self.other.items()
        ]
        sure = [change for change in self.changes if change.stands]
        lines.append(
            f"{len(sure)} of {len(self.changes)} figures differ by more than noise (marked *; judged together by Holm, at "
            f"{100 * LEVEL:.0f} %)."
        )
        width = max((len(change.name) for change in self.changes), default=0)
        for change in self.changes:
            mark = "*" if change.stands else " "
            old, new = value(change.before), value(change.after)
            lines.append(
                f"{mark} {change.name:{width}}  {old:>16} -> {new:<16} {difference(change.difference)}"
            )
        return lines


def compare(before: Report, after: Report) -> Comparison:
    """The comparison of two reports on one game; `ValueError` for two games."""
    if before.game != after.game:
        raise ValueError(
            f"the two reports are on {before.game} and {after.game}: compare reports on one game"
        )
    old, new = dict(before.figures()), dict(after.figures())
    shared = [name for name in old if name in new]
    differences = [metrics.difference(name, new[name], old[name]) for name in shared]
    chances = [metrics.p_value(difference) for difference in differences]
    stands = metrics.holm(chances, LEVEL)
    changes = [
        Change(name, old[name], new[name], difference, p, sure)
        for name, difference, p, sure in zip(shared, differences, chances, stands, strict=True)
    ]
    return Comparison(
        before.game,
        before.title,
        before.provenance,
        after.provenance,
        _changed(before.provenance.settings, after.provenance.settings),
        _other(before.provenance, after.provenance),
        sorted(changes, key=lambda change: change.p),
        [name for name in old if name not in new],
        [name for name in new if name not in old],
        after.about,
        (before.whose, after.whose),
    )


def _changed(before: Mapping[str, Value], after: Mapping[str, Value]) -> dict[str, tuple[Value, Value]]:
    return {
        name: (before[name], after[name]) for name in before if name in after and before[name] != after[name]
    }


def _other(before: Provenance, after: Provenance) -> dict[str, tuple[str, str]]:
    """What is no setting and makes figures differ all the same."""
    found = {
        "players": (" against ".join(before.agents), " against ".join(after.agents)),
        "compiled_rules": (before.rules, after.rules),
    }
    return {name: (old, new) for name, (old, new) in found.items() if old != new}


def plain(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain data for JSON."""
    return {**head(comparison.game), **msgspec.to_builtins(comparison)}
