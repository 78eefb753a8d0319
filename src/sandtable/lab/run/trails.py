"""Trails: what is recorded about a match step by step, in addition to its row.

They contain the game's quick evaluation from decision to decision, from which a chance of winning is fitted; the phase of
each decision; each side's groups (`choices.Grouping`); where pieces were, and where events happened
(`choices.BoardEvent`); and how often each group of actions was played (`choices.ActionGroup`).
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from sandtable.authoring.choices import ActionGroup, BoardEvent
from sandtable.authoring.records import CHANCE
from sandtable.engine.game import Position
from sandtable.graphics.drawing import Drawing, Place, Thing
from sandtable.lab.run import watch
from sandtable.lab.run.extras import extra
from sandtable.lab.run.replays import Use, steps, uses
from sandtable.lab.run.trial import Trial

with extra("lab"):
    import polars as pl

# one row per match; the lists have an entry for each moment at which a side is to move
SCHEMA: dict[str, Any] = {
    "pair": pl.Int64,
    "swapped": pl.Boolean,
    "score": pl.Float64,  # for seat 0: 1 won, 0.5 drawn, 0 lost
    "values": pl.List(pl.Float64),  # the evaluation for seat 0
    "movers": pl.List(pl.Int8),
    "plies": pl.List(pl.Int64),
    "phases": pl.List(pl.String),
    "outcomes": pl.Int64,  # of chance
    "sorts": pl.List(pl.Struct({"seat": pl.Int8, "sort": pl.String, "told": pl.String})),
}
_SPOT = {"seat": pl.Int8, "x": pl.Float64, "y": pl.Float64, "name": pl.String, "times": pl.Int64}
# one row per match: how many of a side's pieces were seen at each place, over all of its decisions, and how often events
# happened there
STOOD: dict[str, Any] = {
    "pair": pl.Int64,
    "swapped": pl.Boolean,
    "stood": pl.List(pl.Struct(_SPOT)),
    "happened": pl.List(pl.Struct({"happening": pl.String, **_SPOT})),
}
# one row per match, with an entry for each action group of the game
USED: dict[str, Any] = {
    "pair": pl.Int64,
    "swapped": pl.Boolean,
    "uses": pl.List(pl.Struct({"done": pl.Int64, "free": pl.Int64, "offered": pl.Boolean})),
}
# if pieces can be anywhere, positions no further apart than this share of the board's longer side count as one place
FINE = 1 / 16


def run_trails(trial: Trial, start: int, stop: int) -> pl.DataFrame:
    """The trails of the pairs `start` to `stop - 1`, the same matches as in their rows."""
    made = [_trail(trial, pair, swapped) for pair in range(start, stop) for swapped in (False, True)]
    return pl.DataFrame(made, schema=SCHEMA, orient="row")


def _trail(trial: Trial, pair: int, swapped: bool) -> Sequence[Any]:
    values: list[float] = []
    movers: list[int] = []
    plies: list[int] = []
    phases: list[str] = []
    groupings: dict[tuple[int, str], str] = {}
    outcomes, seen = 0, list[Position]()
    for ply, (position, action) in enumerate(steps(trial, pair, swapped)):
        seen = [position]
        if position.to_move == CHANCE:
            outcomes += 1
            continue
        values.append(float(watch.judge(position.game.setup, position.state)))
        movers.append(position.to_move)
        plies.append(ply)
        phases.append(position.phase)
        _sort(groupings, position, action)
    # by now the position is the end of its match
    won = sum(float(np.sign(position.score[0] - position.score[1])) for position in seen)
    told = [{"seat": seat, "sort": sort, "told": told} for (seat, sort), told in groupings.items()]
    return pair, swapped, 0.5 + 0.5 * won, values, movers, plies, phases, outcomes, told


def _sort(groupings: dict[tuple[int, str], str], position: Position, action: int) -> None:
    """Records those groups of the side to move that are not yet known."""
    game, seat = position.game, position.to_move
    open_ones = [sort for sort in game.spec.lab.groupings if (seat, sort.name) not in groupings]
    if not open_ones:
        return
    taken = game.unpack(action)
    for sort in open_ones:
        told = sort.told(game.setup, position.state, taken)
        if told:
            groupings[seat, sort.name] = told


def run_stood(trial: Trial, start: int, stop: int) -> pl.DataFrame:
    """Where pieces were, and where events happened, in the pairs `start` to `stop - 1`, the same matches as in their
    rows.
    """
    made = [
        (pair, swapped, *_stood(trial, pair, swapped))
        for pair in range(start, stop)
        for swapped in (False, True)
    ]
    return pl.DataFrame(made, schema=STOOD, orient="row")


def _stood(trial: Trial, pair: int, swapped: bool) -> Sequence[Any]:
    stood, happened = Counter[Place](), Counter[tuple[str, Place]]()
    events = trial.load().spec.lab.events
    for position, action in steps(trial, pair, swapped):
        if position.to_move != CHANCE:
            stood.update(places(position.drawing()))
        happened.update(happens(events, position, action))
    return (
        [{**place._asdict(), "times": times} for place, times in stood.items()],
        [{"happening": name, **place._asdict(), "times": times} for (name, place), times in happened.items()],
    )


def run_uses(trial: Trial, start: int, stop: int) -> pl.DataFrame:
    """How often each action group was used in the pairs `start` to `stop - 1`, the same matches as in their rows."""
    made = [
        (pair, swapped, [_told(use) for use in uses(trial, pair, swapped)])
        for pair in range(start, stop)
        for swapped in (False, True)
    ]
    return pl.DataFrame(made, schema=USED, orient="row")


def _told(use: Use) -> dict[str, Any]:
    return {"done": use.done, "free": use.free, "offered": use.offered}


def used(action_groups: Sequence[ActionGroup], rows: pl.DataFrame) -> list[Use]:
    """How often each of the action groups was used in all matches of `rows`, whose columns are USED."""
    found = [Use(group) for group in action_groups]
    for row in rows["uses"].to_list():
        for use, told in zip(found, row, strict=True):
            use.done += told["done"]
            use.free += told["free"]
            use.offered |= told["offered"]
    return found


def places(drawing: Drawing) -> Iterator[Place]:
    """Where the drawing shows pieces."""
    for shape in drawing.shapes:
        if isinstance(shape, Thing) and shape.place:
            yield _rounded(shape.place, drawing)


def happens(events: Sequence[BoardEvent], position: Position, action: int) -> Iterator[tuple[str, Place]]:
    """The events and places when `action` is played in `position`, which does not change."""
    if not events:
        return
    game, after, drawing = position.game, position.copy(), None
    after.play(action)
    taken = game.unpack(action)
    for event in events:
        for place in event.places(game.setup, position.state, taken, after.state):
            drawing = drawing or position.drawing()
            yield event.name, _rounded(place, drawing)


def _rounded(place: Place, drawing: Drawing) -> Place:
    """The place itself if it has a name, or else the rounded place under which it is counted."""
    fine = FINE * max(drawing.width, drawing.height)
    seat, x, y, name = place
    return place if name else Place(seat, round(x / fine) * fine, round(y / fine) * fine)
