"""Rewards that teach before a match ends: potential-based shaping by the game's own judgement.

After each step a learner gets `discount * potential(after) - potential(before)` in addition to its reward. The potential is
`evaluate` for its seat, and 0 once the match is over, so what the learner gets over a match, discounted, adds up to
-potential(first position) whatever it plays, and the best policy stays the best. Source: Ng, Harada, Russell, "Policy
invariance under reward transformations", ICML 1999.

`evaluate` takes full states, and a learner must not see one. So the potential is the mean over states that fit the view of its
seat, drawn from a stream that is keyed by the view: the potential is a function of what the seat knows and of nothing else.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.authoring import Setup, State, View, defaults, jit, ops, records
from sandtable.authoring.rng import STREAM
from sandtable.engine.game import Game
from sandtable.search.keys import fingerprint

# states drawn for a view that hides something
WORLDS = 8


class Shaping:
    """What shaping adds to the rewards of `learners`, the seats in the matches with these `states`; `discount` is theirs."""

    def __init__(self, game: Game, discount: float, states: Any, learners: NDArray[np.int8]) -> None:
        self.discount = _discount(discount)
        if game.spec.rules.functions["evaluate"] is defaults.evaluate:
            raise ValueError(f"shaping needs a game with its own evaluate, which {game.id} does not have")
        self.potentials = np.zeros(len(learners))
        scratch = (records.new(game.spec.rules.state) for _ in range(2))
        setups = records.new(game.setup.dtype)
        setups[0] = game.setup
        worlds = WORLDS if game.spec.secret else 1
        self._all = (setups, states, *scratch, records.new(STREAM), learners, worlds)

    def begin(self) -> None:
        """Notes the potentials of the first positions."""
        judge(*self._all, self.potentials)

    def step(self, done: Any) -> NDArray[np.float64]:
        """What is added for a step; where `done`, a match has just ended, and the state may be that of the next."""
        before = self.potentials.copy()
        judge(*self._all, self.potentials)
        return self.discount * np.where(done, 0.0, self.potentials) - before


def _discount(given: Any) -> float:
    try:
        fits = 0 < given <= 1 and not isinstance(given, bool)
    except TypeError:
        fits = False
    if not fits:
        raise ValueError(f"shaping must be the learner's discount, above 0 and at most 1, not {given!r}")
    return float(given)


@jit
def judge(
    setups: Any,
    states: Any,
    views: Any,
    worlds: Any,
    streams: Any,
    learners: Any,
    count: Any,
    potentials: Any,
):
    """Writes the potential of every state for its learner into `potentials`; `views`, `worlds` and `streams` are scratch
    space.
    """
    for i in range(states.size):
        potentials[i] = potential(
            setups[0], states[i], views[0], worlds[0], streams[0], np.int64(learners[i]), count
        )


@jit
def potential(setup: Setup, state: State, view: View, world: State, stream: Any, seat: Any, count: Any):
    """The mean of `evaluate` for `seat` over `count` states that fit its view of `state`."""
    ops.observe(setup, state, seat, view)
    stream.key = fingerprint(view)
    stream.count = 0
    total = 0.0
    for _ in range(count):
        ops.determinize(setup, view, seat, stream, world)
        total += ops.evaluate(setup, world, seat)
    return total / count
