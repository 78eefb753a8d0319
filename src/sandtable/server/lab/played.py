"""Real matches that people agreed should be counted: how they ended, how long they took and what was chosen, but not who
played.

Every player must have agreed after the match, and may withdraw at any time. Only groups of at least FEWEST matches are
published. For custom texts among the settings, only their presence is shown.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles
from time import monotonic
from typing import TYPE_CHECKING

from sandtable.authoring.settings import Value, resolve
from sandtable.server.protocol import Played, PlayedChoice, PlayedGroup, Spread
from sandtable.server.storage.store import Store
from sandtable.server.tables.numbering import CONSENT
from sandtable.server.tables.table import ENTRIES, Table
from sandtable.server.tables.tables import ShutError

if TYPE_CHECKING:
    from sandtable.authoring.spec import Spec
    from sandtable.server.tables.tables import Tables

FEWEST = 5
# how many of a game's newest tables are checked, and how many logs are read at a time
MOST, AT_ONCE = 1000, 40
# seconds for which a result is cached
KEPT = 60.0
OWN = "\n"


@dataclass(frozen=True)
class Counted:
    """The result of a match for a person, or for seat 0 if two people played: `result` is 1, 0 or -1; `minutes` is -1
    if unknown.

    As in a report, a decision is a moment with more than one action. `resigned` says that someone resigned.
    """

    level: int | None
    settings: Mapping[str, Value]
    result: int
    resigned: bool
    decisions: int
    minutes: float
    choices: Mapping[str, int]


class Real:
    """The real matches at a server's tables; matches are cached once read, and figures are refreshed after a
    minute.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, Counted | None] = {}
        self._told: dict[str, tuple[float, Played]] = {}
        self._reading = asyncio.Lock()

    async def played(self, spec: "Spec", tables: "Tables") -> Played:
        """The counted matches of a game."""
        async with self._reading:
            since, told = self._told.get(spec.id, (-KEPT, None))
            if told is None or monotonic() - since >= KEPT:
                told = await self._look(spec, tables)
                self._told[spec.id] = monotonic(), told
            return told

    async def _look(self, spec: "Spec", tables: "Tables") -> Played:
        agreed = await self._store.agreed(spec.id, CONSENT, MOST)
        fresh = [table for table in agreed if table not in self._read]
        for name in fresh[:AT_ONCE]:
            self._read[name] = await _counted(name, tables)
        found = [one for name in agreed if (one := self._read.get(name)) is not None]
        return told(spec, found, len(fresh[AT_ONCE:]))


async def _counted(name: str, tables: "Tables") -> Counted | None:
    try:
        table = await tables.table(name)
    except ShutError:
        # it cannot be continued, so its result is unknown
        return None
    # an archived one was played under different rules
    return await table.work(count, table) if isinstance(table, Table) else None


def count(table: Table) -> Counted | None:
    """The result of a finished match; None for void and practice matches, which are not comparable."""
    match = table.match
    if not match.over or match.practice or match.void:
        return None
    levels = {seat.seat: seat.level for seat in table.seats if seat.kind == "computer"}
    level = next(iter(levels.values()), None)
    choices: Counter[str] = Counter()
    decisions = 0
    for ply, action in enumerate(match.moves_from(0)):
        position = match.at(ply)
        if position.to_move >= 0 and position.forced() is None:
            decisions += 1
            if position.to_move not in levels:
                choices[match.game.unpack(action).kind] += 1
    own = next(seat for seat in (0, 1) if seat not in levels)
    first, second = match.score
    lead = first - second if own == 0 else second - first
    times = [event.time for event in table.events if event.kind in ENTRIES and event.time]
    return Counted(
        level,
        match.game.settings,
        (lead > 0) - (lead < 0),
        match.resigned is not None,
        decisions,
        (times[-1] - times[0]) / 60_000 if times else -1.0,
        choices,
    )


def told(spec: "Spec", found: Sequence[Counted], unread: int) -> Played:
    """The published figures for a game's matches, largest groups first."""
    printed = resolve(spec.rules.settings, {})
    groups: dict[tuple[int | None, tuple[tuple[str, Value], ...]], list[Counted]] = {}
    for one in found:
        changed = tuple(
            (name, OWN if isinstance(value, str) and "\n" in value else value)
            for name, value in one.settings.items()
            if value != printed[name]
        )
        groups.setdefault((one.level, changed), []).append(one)
    large = sorted((one for one in groups.items() if len(one[1]) >= FEWEST), key=lambda one: -len(one[1]))
    return Played(
        spec.id,
        len(found),
        unread,
        FEWEST,
        [_group(spec, level, dict(changed), matches) for (level, changed), matches in large],
    )


def _group(
    spec: "Spec", level: int | None, settings: dict[str, Value], matches: Sequence[Counted]
) -> PlayedGroup:
    sentences = {kind.name: re.sub(r"{\w+}", "…", kind.sentence) for kind in spec.rules.actions.kinds}
    results = Counter(one.result for one in matches)
    minutes = [one.minutes for one in matches if one.minutes >= 0.0]
    kinds = Counter[str]()
    for one in matches:
        kinds.update(one.choices)
    return PlayedGroup(
        level,
        settings,
        len(matches),
        results[1],
        results[0],
        results[-1],
        sum(one.resigned for one in matches),
        _spread([one.decisions for one in matches]),
        _spread(minutes) if len(minutes) >= FEWEST else None,
        [
            PlayedChoice(kind, sentences[kind], fmean(one.choices.get(kind, 0) for one in matches))
            for kind, _ in kinds.most_common()
        ],
    )


def _spread(values: Sequence[float]) -> Spread:
    return Spread(*(round(value, 1) for value in quantiles(values, n=4, method="inclusive")))
