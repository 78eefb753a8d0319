"""Vectors mean legal actions, and every action that a seat may play has a vector that means it."""

from dataclasses import replace

import numpy as np
import pytest

import sandtable as st
from sandtable.adapters import vectors
from sandtable.engine.game import Game
from tests.fixtures import connect_four

# all phases, both halves and both ways of placing
SETTINGS = [
    {"split": "open", "placing": "in_turn", "rally": 4},
    {"split": "diagonal", "width": 700, "height": 1400, "ivory_units": 12, "ink_units": 12, "turn_cap": 60},
    {"rally": 6, "ivory_units": 3, "ink_units": 3},
]


def moments(game, seed, matches):
    """Positions in which a seat is to move, of matches of the script in which every third action is meant by a vector."""
    script = st.agents.make(game, "script")
    for match in range(matches):
        position, rng, draws = game.start(), st.stream(seed, match), np.random.default_rng((seed, match))
        while not position.over:
            if position.to_move < 0:
                position.play(position.sample(rng))
                continue
            yield position, rng, draws
            vector = draws.uniform(-1, 1, vectors.width(game.spec)).astype(np.float32)
            if draws.random() < 1 / 3:
                position.play(int(vectors.decode(game.setup, position.state, vector)))
            else:
                seat = position.to_move
                position.play(script.act(position.view(seat), seat, rng))


@pytest.mark.parametrize("settings", SETTINGS)
def test_vectors_and_actions(settings):
    game = st.load("rout", **settings)
    width = vectors.width(game.spec)
    out, phases, kinds = np.zeros(width, np.float32), set(), set()
    for position, rng, draws in moments(game, 3, 3):
        view = position.view(position.to_move)
        phases.add(position.phase)
        for vector in (
            *draws.uniform(-1, 1, (4, width)).astype(np.float32),
            draws.choice([-1, 0, 1], width).astype(np.float32),
        ):
            action = int(vectors.decode(game.setup, position.state, vector))
            assert position.refusal(action) is None
            assert action == vectors.decode(game.setup, view.state, vector)
            kinds.add(game.unpack(action).kind)
        for action in (
            position.sample(rng),
            position.sample(rng),
            position.actions()[0],
            position.actions()[-1],
        ):
            vectors.encode(game.setup, view.state, action, out)
            assert (abs(out) <= 1).all()
            assert vectors.decode(game.setup, view.state, out) == action
    assert phases >= {"place", "turn"}
    assert kinds >= {"place", "formation", "move", "melee", "range", "pass"}


def test_every_phase_was_seen():
    seen = set()
    for settings in SETTINGS:
        seen |= {position.phase for position, _, _ in moments(st.load("rout", **settings), 3, 3)}
    assert seen == {"split", "place", "turn", "rally", "remove"}


def test_a_direction_is_told_from_the_own_side():
    game = st.load("rout", hand="none", first="0")
    north = np.array([-1, -1, 0, 1, 0, 0], np.float32)
    directions = {}
    for position, _, _ in moments(game, 5, 2):
        if position.phase == "turn":
            action = game.unpack(int(vectors.decode(game.setup, position.state, north)))
            directions[position.to_move] = action.fields["direction"]
    assert directions == {0: 900, 1: 2700}


def test_a_kind_of_block_is_told_by_its_place_among_those_that_wait():
    game = st.load("rout", first="0")
    position, out = game.start(), np.zeros(vectors.width(game.spec), np.float32)
    while position.phase != "place":
        position.play(position.sample(st.stream(7)))
    kinds = np.flatnonzero(position.state.waiting[position.to_move])
    told = []
    for kind, angle in zip(kinds, (0, 3), strict=True):
        action = game.spec.rules.actions.pack("place", kind=int(kind), x=500, y=100, angle=angle)
        vectors.encode(game.setup, position.state, action, out)
        assert vectors.decode(game.setup, position.state, out) == action
        told.append(out[1])
    assert told == pytest.approx([-0.5, 0.5])


def test_a_game_without_vectors_says_so():
    game = Game(
        replace(
            connect_four.SPEC,
            rules=replace(connect_four.SPEC.rules, partial=("drop",)),
        )
    )
    with pytest.raises(ValueError, match="connect_four declares no action vectors"):
        vectors.decode(game.setup, game.start().state, np.zeros(1, np.float32))
