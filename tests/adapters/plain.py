"""The naive twin of `BatchEnv`: positions in plain Python, one after the other, and an agent for the opponent."""

import numpy as np

import sandtable as st
from sandtable.authoring import new
from sandtable.authoring.rng import STREAM, bits, mix


def keyed(key):
    """A fresh stream of this key."""
    made = new(STREAM)[0]
    made.key = key
    return made


class PlainBatch:
    """What `BatchEnv` says of itself, made the slow way; fields have its names."""

    def __init__(self, game, n, seed=0, opponent=None, first=0, forgiving=False):
        self.game, self.n, self.opponent = game, n, opponent and st.agents.make(game, opponent)
        self.keys = [st.stream(seed, first + i, 0) for i in range(n)]
        self.learners = [(first + i) % 2 for i in range(n)]
        self.positions, self.dice, self.rivals = [None] * n, [None] * n, [None] * n
        self.forgiving, self.refusals, self.finals = forgiving, [""] * n, [None] * n
        self.rewards, self.done = np.zeros((n, 2), np.float32), np.zeros(n, bool)
        for i in range(n):
            self._begin(i)

    def _begin(self, i):
        self.positions[i] = self.game.start()
        self.dice[i] = keyed(bits(self.keys[i]))
        self.rivals[i] = keyed(mix(self.dice[i].key))
        self._run_on(i)
        if self.positions[i].over:
            self._begin(i)

    def _run_on(self, i):
        position = self.positions[i]
        while not position.over:
            if position.to_move == st.CHANCE:
                position.play(position.sample(self.dice[i]))
            elif self.opponent and position.to_move != self.learners[i]:
                view = position.view(position.to_move)
                position.play(self.opponent.act(view, position.to_move, self.rivals[i]))
            else:
                break

    def step(self, actions):
        """As `BatchEnv.step`."""
        for i, position in enumerate(self.positions):
            try:
                position.play(int(actions[i]))
            except st.IllegalAction as refused:
                if not self.forgiving:
                    raise
                self.refusals[i], self.rewards[i], self.done[i] = str(refused), 0, True
                self.rewards[i, self.learners[i]] = -1
            else:
                self._run_on(i)
                self.refusals[i], self.done[i] = "", position.over
                self.rewards[i] = position.score if position.over else 0
            if self.done[i]:
                seat = self.learners[i]
                self.finals[i] = position.view(seat).features(seat)
                self._begin(i)

    @property
    def seats(self):
        """Whose choice each env waits for."""
        return [position.to_move for position in self.positions]

    @property
    def views(self):
        """What those seats know."""
        return [position.view(position.to_move) for position in self.positions]


def assert_same(env, plain):
    """Every array of `env` holds, bit for bit, what the twin makes of its positions."""
    assert env.seats.tolist() == plain.seats
    assert env.done.tolist() == plain.done.tolist()
    assert env.rewards.tobytes() == plain.rewards.tobytes()
    for i, view in enumerate(plain.views):
        actions = view.actions()
        assert env.features[i].tobytes() == view.features(plain.seats[i]).tobytes()
        assert env.listed[i, : env.counts[i]].tolist() == actions
        if env.masks is not None:
            assert np.flatnonzero(env.masks[i]).tolist() == actions
