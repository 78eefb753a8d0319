"""Turns a visitor's request into an order for the lab, and a measurement into what a page shows.

Only ids of offered games, level numbers and setting values go from a request into an order.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from sandtable import games
from sandtable.authoring.settings import Setting, resolve
from sandtable.lab.statistics import known
from sandtable.lab.work.measurement import Folder, Order, Range, Wanted
from sandtable.server.lab.jobs import FoundMeasurement, Measurements, NotTakenError
from sandtable.server.loading.catalog import Catalog
from sandtable.server.protocol import Aimed, MeasuredFigure, Measurement, NewMeasurement, SweptSetting

MOST_CELLS = 60
MOST_SWEPT, MOST_TUNED = 2, 6


def order(body: NewMeasurement, catalog: Catalog, most: int) -> Order:
    """The order for a request, checked; `ValueError` says what is not allowed.

    Its subclass `NotTakenError` says what is contradictory or exceeds a limit.
    """
    spec = catalog.games[body.game]
    if spec.table.companion_of:
        raise NotTakenError("a companion only tracks a match at a real table: there is nothing to measure")
    tuning = body.kind == "tuning"
    pairs = max(body.pairs, body.confirm if tuning else 0)
    if pairs > most:
        raise NotTakenError(
            f"a measurement on this server must have at most {most:,} pairs of matches, not {pairs:,}"
        )
    there = [level.level for level in catalog.levels(body.game)]
    for level in body.levels:
        if level not in there:
            raise ValueError(f"the level must be one of {_listed(there)}, not {level}")
    place = games.place_of(spec)
    if not place:
        raise NotTakenError("this game cannot be measured: other processes cannot import it")
    if body.search_picks and body.kind != "report":
        raise NotTakenError("only a report can search for better picks")
    if body.search_picks and not any(pick.searchable for pick in spec.lab.picks):
        raise NotTakenError(
            f"{spec.name} already lists all or nearly all possible picks: there is nothing to search for"
        )
    settings = resolve(spec.rules.settings, body.settings)
    if body.kind == "comparison" and settings == resolve(spec.rules.settings, {}):
        raise NotTakenError("a comparison needs at least one changed setting: change one first")
    _check_ranges(body, spec.rules.settings)
    _check_aims(body, known.names(spec))
    first, second = map(str, body.levels)
    return Order(
        body.kind,
        body.game,
        place,
        (first, second),
        body.pairs,
        body.seed,
        body.settings,
        [Range(one.name, one.values) for one in body.ranges],
        [Wanted(one.figure, one.low, one.high) for one in body.aims],
        body.candidates if tuning else 0,
        body.confirm if tuning else 0,
        body.search_picks,
        " ".join(body.name.split()),
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _check_ranges(body: NewMeasurement, declared: Sequence[Setting]) -> None:
    tuning = body.kind == "tuning"
    if not tuning and body.kind != "sweep":
        if body.ranges:
            raise NotTakenError("only a sweep or a tuning run can have ranges of settings")
        return
    names = [one.name for one in body.ranges]
    if not names or len(set(names)) < len(names) or len(names) > (MOST_TUNED if tuning else MOST_SWEPT):
        over = f"1 to {MOST_TUNED} settings, all different" if tuning else "one setting or two different ones"
        raise NotTakenError(f"a {'tuning run' if tuning else 'sweep'} must have {over}")
    cells = 1
    for one in body.ranges:
        cells *= len(one.values)
        seen: list[object] = []
        for given in one.values:
            value = resolve(declared, {one.name: given})[one.name]
            if value in seen:
                raise NotTakenError(f"{one.name} is given {value} more than once")
            seen.append(value)
    if cells > MOST_CELLS and not tuning:
        raise NotTakenError(f"a sweep on this server must have at most {MOST_CELLS} cells, not {cells}")
    if cells < 2:
        raise NotTakenError(f"a {body.kind} needs at least two values of a setting")


def _check_aims(body: NewMeasurement, figures: Sequence[str]) -> None:
    if body.kind != "tuning":
        if body.aims:
            raise NotTakenError("only a tuning run can have targets")
        return
    names = [one.figure for one in body.aims]
    if not names or len(set(names)) < len(names):
        raise NotTakenError("a tuning run must have one or more targets, each for a different figure")
    for one in body.aims:
        if one.figure not in figures:
            raise NotTakenError(f"the figure must be one of {', '.join(figures)}, not {one.figure!r}")
        if one.low is None and one.high is None:
            raise NotTakenError(f"the target for {one.figure} needs a lowest or a highest value")
        if one.low is not None and one.high is not None and one.low >= one.high:
            raise NotTakenError(
                f"the lowest value of the target for {one.figure} must be below the highest, not {one.low:g} and {one.high:g}"
            )


def listed(measurements: Measurements) -> list[Measurement]:
    """All measurements, newest first."""
    return [_told(one) for one in measurements.all()]


# the same object as long as nothing has changed in its folder
@lru_cache(maxsize=1024)
def _told(found: FoundMeasurement) -> Measurement:
    return told(found.id, found.folder, found.order)


def told(measurement: str, folder: Folder, asked: Order) -> Measurement:
    """The current state of a measurement."""
    assert asked.kind != "analysis"
    standing, progress = folder.standing(), folder.progress()
    done = standing.state == "done"
    return Measurement(
        id=measurement,
        kind=asked.kind,
        game=asked.game,
        name=asked.name,
        levels=[int(agent) for agent in asked.agents],
        pairs=asked.pairs,
        seed=asked.seed,
        settings=asked.settings,
        ranges=[SweptSetting(one.name, one.values) for one in asked.ranges],
        aims=[Aimed(one.figure, one.low, one.high) for one in asked.aims],
        candidates=asked.candidates,
        confirm=asked.confirm,
        search_picks=asked.search_picks,
        created=asked.created,
        state=standing.state,
        sentence=standing.sentence,
        share=1.0 if done else progress.share,
        left=0.0 if done else progress.left,
        matches=progress.matches,
        measured=progress.pairs,
        figures=msgspec.convert(progress.figures, list[MeasuredFigure], from_attributes=True),
        page=folder.page.is_file(),
        data=folder.data.is_file(),
    )
