"""The course of a match: its positions, and what happened at each (a free decision, a throw, or nothing that matters)."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sandtable.agents.script import ratings
from sandtable.analysis.judgement import Sampler
from sandtable.authoring.records import CHANCE
from sandtable.engine.game import Game, Position
from sandtable.search import policy

# maximum number of other options of a decision that are compared
MOST_OPTIONS = 48
# how often each policy is asked what it would do
DRAWS = 2


class Deed(NamedTuple):
    """A decision or throw at a position: `seat` is CHANCE for a throw."""

    ply: int
    seat: int
    action: int


class Course:
    """The positions of a match and what was done at each; `moves` are its actions and outcomes in order."""

    def __init__(self, game: Game, moves: Sequence[int], resigned: int | None = None) -> None:
        self.game, self.moves, self.resigned = game, list(moves), resigned
        self.positions = [game.start()]
        for action in self.moves:
            self.positions.append(self.positions[-1].copy().play(action))
        free = [ply for ply in range(len(self.moves)) if not _is_settled(self.positions[ply])]
        self.throws = [self.deed(ply) for ply in free if self.positions[ply].to_move == CHANCE]
        self.decisions = [self.deed(ply) for ply in free if self.positions[ply].to_move != CHANCE]

    @property
    def ply(self) -> int:
        """The number of actions and outcomes."""
        return len(self.moves)

    def deed(self, ply: int) -> Deed:
        """What was done at a position."""
        return Deed(ply, self.positions[ply].to_move, self.moves[ply])

    def view(self, ply: int, seat: int) -> Position:
        """What a seat could know at a position."""
        return self.positions[ply].view(seat)

    def carried_on(self, ply: int) -> tuple[int, ...]:
        """What the seat to move did from here on, until another seat or chance was to move."""
        end, seat = ply, self.positions[ply].to_move
        while end < self.ply and self.positions[end].to_move == seat:
            end += 1
        return tuple(self.moves[ply:end])

    def began(self, ply: int) -> int:
        """The earliest position from which the same seat has been to move without a break up to `ply`."""
        seat = self.positions[ply].to_move
        while ply > 0 and self.positions[ply - 1].to_move == seat:
            ply -= 1
        return ply

    def others(self, ply: int, sampler: Sampler) -> list[int]:
        """What is compared with the choice made at a position: other actions that were possible."""
        return [
            action
            for action in worth_comparing(
                self.positions[ply], self.view(ply, self.positions[ply].to_move), ply, sampler
            )
            if action != self.moves[ply]
        ]


def _is_settled(position: Position) -> bool:
    """Whether only one thing can happen in a position."""
    if position.to_move == CHANCE:
        return len(position.chances()) == 1
    return position.forced() is not None


def worth_comparing(position: Position, view: Position, place: int, sampler: Sampler) -> list[int]:
    """Legal actions of a position worth comparing: all if there are few; otherwise what the game's players propose or rate
    highest in the `view` of the seat to move, and some spread over all of them.
    """
    spec = position.game.spec
    if policy.proposes(spec.players.policies):
        out = np.zeros(MOST_OPTIONS, np.int64)
        count = policy.propose(view.game.setup, view.state, view.to_move, out)
        # a game may propose an action for more than one reason
        return list(dict.fromkeys(out[:count].tolist()))
    actions = position.actions()
    if len(actions) <= MOST_OPTIONS:
        return actions
    found = sampler.proposals(view, place, DRAWS)
    rated = ratings(view.game.setup, view.state, view.to_move, actions)
    if rated is not None:
        found += [actions[n] for n in np.argsort(-rated, kind="stable")[: MOST_OPTIONS // 2]]
    spread = actions[:: -(-len(actions) // (MOST_OPTIONS // 2))]
    legal = set(actions)
    return [action for action in dict.fromkeys([*found, *spread]) if action in legal][:MOST_OPTIONS]
