"""What an analysis finds, as data that can be written as JSON.

Chances are shares from 0 to 1, and gains and losses are differences of chances; an `error` is a standard error. Plies are
actions and outcomes, counted as in a match file, without undone ones; position `n` is the one after ply `n`.
"""

from typing import Literal

import msgspec

FORMAT = 1

# a figure is only claimed if it exceeds this many standard errors
SURE = 2.0

Mark = Literal["", "good", "inaccuracy", "mistake", "blunder"]


class Point(msgspec.Struct, frozen=True):
    """The chance to win at a position. `to_move` is a seat, -1 for chance, or -2 at the end.

    `chance` is seat 0's chance in the true position, hidden things included; seat 1 has the rest. `known` is seat 0's
    chance judged from what the seat to move could know; null where nobody has a choice, and in games without secrets.
    """

    ply: int
    to_move: int
    chance: float
    error: float
    known: float | None = None


class DecisionFinding(msgspec.Struct, frozen=True):
    """A choice by `seat` at position `ply`, compared with the best one found.

    `loss` is what the choice cost the seat on average over all worlds that it could have been in; 0 if nothing better
    was found. `loss_in_truth` is what it cost as things really stood; it may be negative, and is null if the two are the
    same. `candidates` is the number of choices compared. `why` says what happens more often after one of them, or gives the
    chances of both, where the game states them; it is empty for all but the costliest decisions, and where nothing
    stands out.
    """

    ply: int
    seat: int
    phase: str
    text: str
    action: int
    best: int
    best_text: str
    loss: float
    error: float
    mark: Mark
    loss_in_truth: float | None
    candidates: int
    why: str = ""


class Throw(msgspec.Struct, frozen=True):
    """An outcome of chance at position `ply`: `luck` is the chance of seat 0 after it, minus the chance expected before.

    The expectation is over all outcomes by their weights if `exact`; otherwise they cannot be listed, and it is over
    outcomes drawn at random.
    """

    ply: int
    text: str
    luck: float
    error: float
    exact: bool


class Side(msgspec.Struct, frozen=True):
    """How a seat did. `luck` is what all throws gained it, and `skill` what everything else did: its own decisions, the
    other seat's, and guesses about hidden things. These two and the chance at the start add up to its result, which is 1, 0
    or, for a draw, 0.5. `average_luck` is the result as it would have been with average luck; like every such estimate
    it may be below 0 or above 1. `loss` is what the seat's decisions cost in all; in it, noise cancels
    out, unlike in the sum of their losses, none of which is below 0. `loss_error` is null in findings of a version that
    lacked it. `verdict` puts luck and skill into a sentence.
    """

    name: str
    start: float
    luck: float
    luck_error: float
    skill: float
    skill_error: float
    result: float
    average_luck: float
    loss: float
    decisions: int
    marks: dict[str, int]
    verdict: str
    loss_error: float | None = None

    @property
    def costs(self) -> bool:
        """Whether what the decisions cost in all exceeds SURE standard errors."""
        return self.loss_error is not None and self.loss > SURE * self.loss_error


class TurningPoint(msgspec.Struct, frozen=True):
    """The decision of `seat` at position `ply` that seems to have helped the winner most, with the dice that it led to (see
    `turning`). Since it is the largest of many measured gains, `gain` is probably a little too high.
    """

    ply: int
    seat: int
    gain: float
    text: str


class Findings(msgspec.Struct, frozen=True):
    """The analysis of a match so far. `rounds` of work are done, and the next one sharpens it.

    `costliest` names decisions by their position. `points` has one entry for each position, and after a resignation one
    more for the result.
    """

    format: int
    game: str
    level: int | None
    seed: int
    rounds: int
    playouts: int
    names: tuple[str, str]
    score: tuple[float, float]
    points: list[Point]
    decisions: list[DecisionFinding]
    throws: list[Throw]
    sides: tuple[Side, Side]
    costliest: list[int]
    turning: TurningPoint | None
