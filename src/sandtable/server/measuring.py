"""What a visitor asks of the lab, as an order that it takes, and a measurement as a page shows it.

Of what is asked, only ids of games that are offered, numbers of levels and values of settings go into an order.
"""

from collections.abc import Sequence

import msgspec

from sandtable import games
from sandtable.lab.work.measurement import Folder, Order, Range
from sandtable.server.catalog import Catalog
from sandtable.server.measurements import Measurements, NotTakenError
from sandtable.server.protocol import MeasuredFigure, Measurement, NewMeasurement, SweptSetting
from sandtable.settings import Setting, resolve

MOST_CELLS = 60


def order(body: NewMeasurement, catalog: Catalog, most: int) -> Order:
    """What is asked for, checked; `ValueError` says what is not allowed.

    `NotTakenError`, which is one, says what does not go together or is too much.
    """
    spec = catalog.games[body.game]
    if body.pairs > most:
        raise NotTakenError(f"a measurement has {most:,} pairs of matches here at most, not {body.pairs:,}")
    known = [level.level for level in catalog.levels(body.game)]
    for level in body.levels:
        if level not in known:
            raise ValueError(f"the computer's levels at this game are {_listed(known)}, not {level}")
    place = games.place_of(spec)
    if not place:
        raise NotTakenError("no other process finds this game, so it cannot be measured")
    settings = resolve(spec.settings, body.settings)
    if body.kind == "comparison" and settings == resolve(spec.settings, {}):
        raise NotTakenError("a comparison is of changed settings with the game's own: change one first")
    _check_ranges(body, spec.settings)
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
        " ".join(body.name.split()),
    )


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def _check_ranges(body: NewMeasurement, declared: Sequence[Setting]) -> None:
    if body.kind != "sweep":
        if body.ranges:
            raise NotTakenError("only a sweep has ranges of settings")
        return
    names = [one.name for one in body.ranges]
    if not names or len(set(names)) < len(names):
        raise NotTakenError("a sweep is over one or two different settings")
    cells = 1
    for one in body.ranges:
        cells *= len(one.values)
        seen: list[object] = []
        for given in one.values:
            value = resolve(declared, {one.name: given})[one.name]
            if value in seen:
                raise NotTakenError(f"{one.name} is given {value} more than once")
            seen.append(value)
    if cells > MOST_CELLS:
        raise NotTakenError(f"a sweep has {MOST_CELLS} cells here at most, not {cells}")
    if cells < 2:
        raise NotTakenError("a sweep needs two values of a setting at least")


def listed(measurements: Measurements) -> list[Measurement]:
    """All measurements, the newest first."""
    return [told(*one) for one in measurements.all()]


def told(measurement: str, folder: Folder, asked: Order) -> Measurement:
    """A measurement as it stands."""
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
