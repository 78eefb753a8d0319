"""Seat 0's chance of winning from a position, averaged over playouts (see `playouts`).

Which policy plays on, for how many plies, and how an evaluation becomes a chance were chosen for each game and policy on
matches of the computer against itself; `judges.json` keeps the choice with the figures that support it. A game
without an entry is played to the end by the policy of its searches.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.agents import up_to
from sandtable.analysis import playouts
from sandtable.authoring import defaults, ops, rng
from sandtable.authoring.records import CHANCE, OVER, copy, new
from sandtable.engine.game import Game, Position
from sandtable.search import policy

Values = NDArray[np.float64]
# evaluations beyond this are clipped
SURE = 0.995
# how a lean is found: the place of its random numbers, the number of playouts, and the largest lean
START, LEANING, MOST_LEAN = 2**40, 4096, 4.0
# the place of the random numbers of continuations
CONTINUED = 2**41
# the judge's policy if no level is named
QUICK = "quick"


class AnalysisError(ValueError):
    """Raised for a match that cannot be analysed; the message is a sentence."""


class Calibration(msgspec.Struct, frozen=True):
    """How well a judge's chances predicted the winners of `matches` matches between the players `agents`.

    `loss` is the mean logarithmic loss in nats, to be compared with `even`, that of 50 % in every position; `bias` is
    the mean chance of seat 0 minus its mean result.
    """

    agents: tuple[str, ...]
    matches: int
    positions: int
    loss: float
    even: float
    bias: float


class Judge(msgspec.Struct, frozen=True):
    """A way of judging a game's positions.

    `policy` plays on for `plies` plies, 0 for the whole match; an evaluation v then means the chance
    1 / (1 + exp(-slope * arctanh(v) - lean)). The lean is 0 or, if `leans`, is found in each match, since one side may have the
    better setup; with this lean, the chance at the start is that of playouts to the end. `samples` is the number of playouts
    per position in a first, rough round.
    """

    policy: str = QUICK
    plies: int = 0
    slope: float = 2.0
    leans: bool = False
    samples: int = 64
    calibration: Calibration | None = None


def judge_of(game: Game, level: int | None = None) -> Judge:
    """The judge for a game: the best one known, or one that plays as `level` does.

    Raises `AnalysisError` for a game that cannot be judged, and `ValueError` for a level that cannot judge.
    """
    spec = game.spec
    if spec.rules.functions["evaluate"] is defaults.evaluate and spec.players.policies is None:
        raise AnalysisError(
            f"{spec.name} cannot be analysed: the game declares neither an evaluation nor players that could play on."
        )
    known = {judge.policy: judge for judge in _known().get(spec.id, ())}
    if level is None:
        return next(iter(known.values()), Judge())
    able = {
        one.level: known.get(one.kind, Judge(one.kind))
        for one in spec.players.levels
        if one.kind in spec.policy_names and (one.kind in known or not known)
    }
    up_to(spec, level)
    if level not in able:
        allowed = f"use {' or '.join(map(str, able))}" if able else "leave out the level"
        raise ValueError(f"level {level} of {spec.name} cannot judge positions quickly enough: {allowed}")
    return able[level]


@cache
def _known() -> dict[str, tuple[Judge, ...]]:
    text = files("sandtable.analysis").joinpath("judges.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, tuple[Judge, ...]])


class Sampler:
    """Takes samples of the chance of seat 0 in positions of a game; the judge's `lean` is found here unless it is given."""

    def __init__(self, game: Game, judge: Judge, seed: int, lean: float | None = None) -> None:
        self.game, self.judge, self.seed = game, judge, seed
        names = ("random", *game.spec.policy_names)
        self._number = playouts.QUICK if judge.policy == QUICK else names.index(judge.policy)
        self._state, self._before = (new(game.spec.rules.state)[0] for _ in range(2))
        self._luck = new(rng.STREAM)[0]
        self._keys: dict[int, int] = {}
        self.lean = lean if lean is not None else self._leaning() if judge.leans else 0.0

    def chances(
        self,
        position: Position,
        place: int,
        first: int,
        count: int,
        lead: tuple[int, ...] = (),
        seat: int = playouts.TRUTH,
        performs: bool = False,
    ) -> Values:
        """Samples `first` to `first + count - 1` at a `place` of the match: the chance of seat 0 if `lead` is played
        first in `position`, or in the worlds that fit it if it is the view of `seat`.
        """
        values, ended = self._play_out(position, place, first, count, self.judge.plies, lead, seat, performs)
        return chance_of(values, ended, self.judge.slope, self.lean)

    def _leaning(self) -> float:
        """The lean with which the start has the chance that playouts to the end give it."""
        start, slope = self.game.start(), self.judge.slope
        values, ended = self._play_out(start, START, 0, LEANING, 0)
        whole = chance_of(values, ended, slope).mean()
        values, ended = self._play_out(start, START, 0, LEANING, self.judge.plies)
        low, high = -MOST_LEAN, MOST_LEAN
        while high - low > 1e-3:
            middle = (low + high) / 2.0
            if chance_of(values, ended, slope, middle).mean() < whole:
                low = middle
            else:
                high = middle
        return low

    def _play_out(
        self,
        position: Position,
        place: int,
        first: int,
        count: int,
        plies: int,
        lead: tuple[int, ...] = (),
        seat: int = playouts.TRUTH,
        performs: bool = False,
    ) -> tuple[Values, NDArray[np.bool_]]:
        out = np.zeros((count, 2))
        playouts.play_out(
            self.game.setup,
            position.state,
            seat,
            np.array(lead, np.int64),
            performs,
            self._number,
            plies,
            self._key(place),
            first,
            self._state,
            self._luck,
            out,
        )
        return out[:, 0], out[:, 1] > 0.0

    def continued(
        self,
        view: Position,
        place: int,
        first: int,
        count: int,
        lead: Sequence[int],
        performs: bool,
        plies: int,
    ) -> Iterator[Iterator[tuple[Any, int, Any]]]:
        """Samples `first` to `first + count - 1` of how a match goes on from the view of the seat to move, in steps: the state
        before, the action or outcome, and the state after. Each step overwrites the states of the one before.

        Worlds are drawn and leads are played as by `chances`, with random numbers of their own; after the lead, both seats
        follow the judge's policy, for at most `plies` steps in all.
        """
        for n in range(first, first + count):
            luck = rng.stream(self.seed, CONTINUED, place, n)
            policy.guess(view.game.setup, view.state, view.to_move, luck, self._state)
            yield self._steps(view, lead, performs, plies, luck)

    def _steps(
        self, view: Position, lead: Sequence[int], performs: bool, plies: int, luck: Any
    ) -> Iterator[tuple[Any, int, Any]]:
        setup, state, before = view.game.setup, self._state, self._before
        for n in range(plies):
            if state.to_move == OVER:
                return
            # as in `playouts.play_out`: policies may begin with what `check` refuses, such as an aimed flick
            leads = n < len(lead) and (
                n == 0 or (state.to_move == view.to_move and ops.check(setup, state, lead[n]) == 0)
            )
            if not leads:
                lead = ()
            action = lead[n] if leads else self._next(setup, state, luck)
            if leads and n == 0 and performs:
                action = int(policy.perform(setup, state, action, luck))
            copy(before, state)
            ops.apply(setup, state, action)
            yield before, action, state

    def _next(self, setup: Any, state: Any, luck: Any) -> int:
        if state.to_move == CHANCE:
            return int(ops.sample(setup, state, luck))
        if self._number == playouts.QUICK:
            return int(policy.quick(setup, state, state.to_move, luck))
        return int(policy.choose(setup, state, state.to_move, self._number, luck))

    def proposals(self, view: Position, place: int, draws: int) -> list[int]:
        """What the game's policies would do in the view of the seat to move, each asked `draws` times."""
        stream = rng.stream(self.seed, place)
        setup, seat = view.game.setup, view.to_move
        count = len(view.game.spec.policy_names)
        return [
            int(policy.choose(setup, view.state, seat, number, stream))
            for number in range(1, count + 1)
            for _ in range(draws)
        ]

    def _key(self, place: int) -> Any:
        key = self._keys.get(place)
        if key is None:
            key = self._keys[place] = int(rng.stream(self.seed, place).key)
        return np.uint64(key)


def chance_of(values: Values, ended: NDArray[np.bool_], slope: float, lean: float = 0.0) -> Values:
    """The chance of seat 0 from scores of finished matches and evaluations of the others."""
    won = (np.sign(values) + 1.0) / 2.0
    likely = 1.0 / (1.0 + np.exp(-slope * np.arctanh(np.clip(values, -SURE, SURE)) - lean))
    return np.where(ended, won, likely)
