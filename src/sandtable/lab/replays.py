"""A match of a plan played again, move by move: the same matches as in the rows, for what rows do not hold."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sandtable import agents
from sandtable.choices import Deed
from sandtable.game import Game, Position
from sandtable.lab.plan import Plan
from sandtable.lab.rows import DICE, FIRST, SECOND
from sandtable.match import Entry, Match
from sandtable.records import CHANCE
from sandtable.rng import stream


def steps(plan: Plan, pair: int, swapped: bool) -> Generator[tuple[Position, int]]:
    """Each position of a match with what is played in it; a position changes once the next is asked for."""
    game, seated = _ready(plan)
    order = (SECOND, FIRST) if swapped else (FIRST, SECOND)
    dice, own = stream(plan.seed, pair, DICE), [stream(plan.seed, pair, part) for part in order]
    position = game.start()
    while not position.over:
        seat = position.to_move
        if seat == CHANCE:
            action = position.sample(dice)
        else:
            action = int(seated[order[seat] - FIRST].act(position.view(seat), seat, own[seat]))
        yield position, action
        position.play(action)


def match_of(plan: Plan, pair: int, swapped: bool) -> Match:
    """A match of the plan as a `Match`, which can be written to a match file; its dice are those of the pair's stream."""
    game, _ = _ready(plan)
    first, second = plan.agents
    names = (second, first) if swapped else (first, second)
    made = Match(game, b"", f"lab-{plan.seed}-{pair}", names, dice=(plan.seed, pair, DICE))
    for number, (position, action) in enumerate(steps(plan, pair, swapped), 1):
        kind = "outcome" if position.to_move == CHANCE else "action"
        made.extend([Entry(number, kind, position.to_move, action)])
    return made


@dataclass
class Use:
    """How often a deed was done in some matches, and how often its doer could have done something else."""

    deed: Deed
    done: int = 0
    free: int = 0


def uses(plan: Plan, pairs: int) -> tuple[list[Use], int]:
    """How often each deed of the game is done in the first `pairs` pairs of the plan, and how many matches these are."""
    game, _ = _ready(plan)
    found = [Use(deed) for deed in game.spec.deeds]
    for pair in range(pairs):
        for swapped in (False, True):
            for position, action in steps(plan, pair, swapped):
                if position.to_move != CHANCE:
                    _note(found, position, action)
    return found, 2 * pairs


def _note(found: Sequence[Use], position: Position, action: int) -> None:
    game, view = position.game, position.view(position.to_move)
    taken = game.unpack(action)
    done = [use for use in found if use.deed.does(game.setup, view.state, taken)]
    others = [game.unpack(other) for other in view.actions()] if done else []
    for use in done:
        use.done += 1
        use.free += any(not use.deed.does(game.setup, view.state, other) for other in others)


@lru_cache(maxsize=2)
def _ready(plan: Plan) -> tuple[Game, list[Any]]:
    game = plan.load()
    return game, [agents.make(game, name) for name in plan.agents]
