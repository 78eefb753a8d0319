"""Replays matches of a trial move by move: the same matches as in the rows, to find out what the rows do not say."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sandtable import agents
from sandtable.authoring.choices import ActionGroup
from sandtable.authoring.records import CHANCE
from sandtable.engine.game import Game, Position
from sandtable.engine.match import Entry, Match
from sandtable.lab.run.rows import PlayedEntry, lately
from sandtable.lab.run.trial import DICE, FIRST, SECOND, Trial


def steps(trial: Trial, pair: int, swapped: bool) -> Generator[tuple[Position, int]]:
    """Each position in a match, with what is played in it; the position changes when the next one is requested.

    Matches played recently in this process are not computed again.
    """
    game, seated = _ready(trial)
    known = lately(trial, pair, swapped)
    if known is not None:
        yield from _again(game.start(), known)
        return
    order = (SECOND, FIRST) if swapped else (FIRST, SECOND)
    dice, own = trial.stream(pair, DICE), [trial.stream(pair, part) for part in order]
    position = game.start()
    while not position.over:
        seat = position.to_move
        if seat == CHANCE:
            action = position.sample(dice)
        else:
            action = int(seated[order[seat] - FIRST].act(position.view(seat), seat, own[seat]))
        yield position, action
        position.play(action)


def _again(position: Position, moves: Sequence[PlayedEntry]) -> Generator[tuple[Position, int]]:
    for action, _ in moves:
        yield position, action
        position.play(action)


def match_of(trial: Trial, pair: int, swapped: bool) -> Match:
    """A match of the trial as a `Match`, which can be written to a match file; its dice come from the pair's stream."""
    game, _ = _ready(trial)
    first, second = trial.agents
    names = (second, first) if swapped else (first, second)
    made = Match(game, b"", f"lab-{trial.seed}-{pair}", names, dice=(trial.seed, pair, DICE))
    for number, (position, action) in enumerate(steps(trial, pair, swapped), 1):
        kind = "outcome" if position.to_move == CHANCE else "action"
        made.extend([Entry(number, kind, position.to_move, action)])
    return made


@dataclass
class Use:
    """How often a group was played in some matches, how often its player had an alternative, and whether any side could
    ever have played it. Anything that only chance does is never a side's choice.
    """

    group: ActionGroup
    done: int = 0
    free: int = 0
    offered: bool = False


def uses(trial: Trial, pair: int, swapped: bool) -> list[Use]:
    """How often each action group of the game is used in a match of the trial."""
    game, _ = _ready(trial)
    found = [Use(group) for group in game.spec.lab.action_groups]
    for position, action in steps(trial, pair, swapped):
        if position.to_move != CHANCE:
            _note(found, position, action)
    return found


def _note(found: Sequence[Use], position: Position, action: int) -> None:
    game, view = position.game, position.view(position.to_move)
    taken = game.unpack(action)
    done = [use for use in found if use.group.does(game.setup, view.state, taken)]
    missing = [use for use in found if not use.offered]
    others = [game.unpack(other) for other in view.actions()] if done or missing else []
    for use in missing:
        use.offered = any(use.group.does(game.setup, view.state, other) for other in (taken, *others))
    for use in done:
        use.done += 1
        use.free += any(not use.group.does(game.setup, view.state, other) for other in others)


@lru_cache(maxsize=2)
def _ready(trial: Trial) -> tuple[Game, list[Any]]:
    game = trial.load()
    return game, [agents.make(game, name) for name in trial.agents]
