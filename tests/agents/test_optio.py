"""Optio's players: exact in the approach and at the template, and moves that do not tell which block is the army."""

import numpy as np
import pytest

import sandtable as st
from sandtable import rng
from sandtable.games.optio.advice import best_battle
from sandtable.games.optio.beliefs import suspects
from sandtable.games.optio.rules import END, TEMPLATE, army
from sandtable.games.optio.setup import ARMY, BLOCKS, DUMMY
from sandtable.search import policy


@pytest.fixture(scope="module")
def game():
    return st.load("optio")


def along(game, seed, level=1):
    """Every position of a match of a level against itself in which a seat has a choice."""
    agent, position, stream = st.agents.make(game, level), game.start(), rng.stream(seed)
    while not position.over:
        seat = position.to_move
        if seat >= 0 and len(position.actions()) > 1:
            yield position.copy()
        position.play(position.sample(stream) if seat < 0 else agent.act(position.view(seat), seat, stream))


def ratings(position):
    """What the look ahead thinks of each legal action."""
    actions = np.array(position.actions())
    values = np.zeros(actions.size)
    assert policy.rate(position.game.setup, position.state, position.to_move, actions, actions.size, values)
    return dict(zip(actions.tolist(), values.tolist(), strict=True))


def test_the_look_ahead_keeps_the_value_of_the_approach(game):
    agent, seen = st.agents.make(game, 2), 0
    for seed in range(8):
        for position in along(game, seed):
            if position.phase != "approach":
                continue
            seat, before = position.to_move, game.setup.value[best_battle(game.setup, position.state)]
            position.play(agent.act(position.view(seat), seat, rng.stream(seed)))
            # of moves that are as good as equal it may prefer the one that leaves more to the enemy's errors
            loss = before - game.setup.value[best_battle(game.setup, position.state)]
            assert (loss if seat == 0 else -loss) < 0.005
            seen += 1
    assert seen > 20


@pytest.mark.parametrize("level", [1, 2])
def test_the_template_lies_where_it_is_best(game, level):
    agent, seen = st.agents.make(game, level), 0
    for seed in range(30):
        for position in along(game, seed):
            if position.phase == "template":
                seat = position.to_move
                scores = game.setup.score[
                    position.state.second, position.state.battle, position.state.battle_side
                ]
                likings = {a: scores[a - TEMPLATE] * (1 - 2 * seat) for a in position.actions()}
                chosen = agent.act(position.view(seat), seat, rng.stream(seed))
                assert likings[chosen] == max(likings.values())
                seen += 1
    assert seen > 3


def test_a_step_is_worth_the_same_whatever_the_hidden_block_is(game):
    compared = 0
    for position in along(game, 3, 2):
        if position.phase != "move":
            continue
        seat, state = position.to_move, position.state
        lead = army(state, seat)
        dummies = [
            b
            for b in range(BLOCKS * seat, BLOCKS * seat + BLOCKS)
            if state.block[b].kind == DUMMY and not state.block[b].revealed
        ]
        if not dummies or state.block[lead].revealed:
            continue
        before = ratings(position)
        state.block[lead].kind, state.block[dummies[0]].kind = DUMMY, ARMY
        assert ratings(position) == before
        compared += 1
    assert compared > 20


def test_suspects_are_the_hidden_blocks_until_the_army_is_found(game):
    position = game.start()
    while position.phase != "move":
        position.play(position.sample(rng.stream(1)))
    state = position.state
    assert suspects(state, 1) == 0b111111
    dummy = next(b for b in range(BLOCKS, 2 * BLOCKS) if state.block[b].kind == DUMMY)
    state.block[dummy].revealed = 1
    assert suspects(state, 1) == 0b111111 & ~(1 << dummy - BLOCKS)
    state.block[army(state, 1)].revealed = 1
    assert suspects(state, 1) == 1 << army(state, 1) - BLOCKS


def test_the_army_is_on_the_map_before_it_has_to_be(game):
    for level in (1, 2):
        for position in along(game, 5, level):
            last = position
        seats = [last.state.block[army(last.state, seat)].square for seat in (0, 1)]
        assert all(square < 25 for square in seats)


def test_the_last_turn_brings_the_army_in(game):
    position, agent = game.start(), st.agents.make(game, 2)
    while position.phase != "move":
        position.play(position.sample(rng.stream(2)))
    state, seat = position.state, position.to_move
    state.turn = 2 * game.setup.reveal_after - 2
    rated = ratings(position)
    assert END not in rated
    # whatever moves first, the turn does not end with the army in reserve
    while position.to_move == seat and position.phase == "move":
        position.play(agent.act(position.view(seat), seat, rng.stream(3)))
    assert state.block[army(state, seat)].square < 25
