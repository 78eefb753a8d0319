"""Matches of ROUT! that are played for what people read of them, by players who flick at enemies and at broken blocks."""

from functools import cache
from math import atan2, pi
from typing import Any, NamedTuple

from sandtable import load
from sandtable.authoring import SPECTATOR, LogLine, below, stream
from sandtable.engine.game import Position
from sandtable.games.rout.rules.moves import by_finger, flick, usable
from sandtable.games.rout.rules.push import middle
from sandtable.games.rout.schema import BY, DEEDS, DIRECTIONS

VIEWERS = (0, 1, SPECTATOR)
SMALL: dict[str, object] = {"ivory_units": 3, "ink_units": 3, "width": 600, "height": 600}
# seeds and settings of the matches that are played
MATCHES: tuple[tuple[int, dict[str, object]], ...] = (
    (1, {"hand": "steady", "ivory_units": 4, "ink_units": 4, "turn_cap": 60}),
    (2, {**SMALL, "best_of": "3", "turn_cap": 40}),
    (3, {**SMALL, "hand": "none", "split": "open", "placing": "in_turn", "rout_in_one": True}),
    (
        4,
        {
            **SMALL,
            "edge": "tape",
            "north_edge": "drop",
            "split": "diagonal",
            "rally": 1,
            "own_rout": False,
            "history": "all",
            "turn_cap": 60,
        },
    ),
    (5, {**SMALL, "broken_shown": "owner", "turn_cap": 50, "ivory_units": 5}),
)


class Step(NamedTuple):
    """An action of a match, and what each viewer read of it."""

    before: Position
    action: int
    told: tuple[LogLine, ...]
    after: Position


def choose(position: Position, rng: Any) -> int:
    """Mostly a flick at a block that is not an unbroken friend; else anything."""
    if position.phase != "turn" or below(rng, 12) == 0:
        return position.sample(rng)
    setup, s = position.game.setup, position.state
    count = int(s.count)
    units = [n for n in range(count) if usable(s, n)]
    targets = [n for n in range(count) if s.block[n].broken or s.block[n].side != s.side]
    deeds = [n for n in range(len(DEEDS)) if int(s.may) >> n & 1]
    unit, deed, aim = one(units, rng), one(deeds, rng), one(targets, rng)
    block, target = s.block[unit], s.block[aim]
    angle = atan2(int(target.y) - int(block.y), int(target.x) - int(block.x))
    direction = round(angle / (2 * pi) * DIRECTIONS) % DIRECTIONS
    contact = middle(setup, block, deed, direction)
    action = flick(deed, unit, contact, direction, 60 + below(rng, 130))
    # T3.0: now and then by a finger
    finger = setup.flick == BY.FINGER or (setup.flick == BY.EITHER and below(rng, 5) == 0)
    return int(by_finger(action) if finger else action)


def one(choices: list[int], rng: Any) -> int:
    return choices[int(below(rng, len(choices)))]


def tell(before: Position, action: int, after: Position, viewer: int) -> LogLine:
    """The line of an action that one viewer reads."""
    seen = before.observed_action(viewer, action)
    spec, views = before.game.spec, (before.view(viewer).state, after.view(viewer).state)
    return spec.presentation.tell(before.game.setup, views[0], seen, views[1])


@cache
def played() -> tuple[Step, ...]:
    """Every step of all matches."""
    steps: list[Step] = []
    for seed, settings in MATCHES:
        position, rng = load("rout", **settings).start(), stream(seed)
        while not position.over:
            before, action = position.copy(), choose(position, rng)
            position.play(action)
            told = tuple(tell(before, action, position, viewer) for viewer in VIEWERS)
            steps.append(Step(before, action, told, position.copy()))
    return tuple(steps)


@cache
def flicks() -> tuple[Step, ...]:
    """The steps in which a flick was carried out."""
    return tuple(step for step in played() if step.after.state.last_ply == step.after.ply)
