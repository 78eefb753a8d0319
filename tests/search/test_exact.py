"""Exact solving: small graphs by hand, and the approach of Optio against plain minimax by the game's own rules."""

from functools import cache
from itertools import product

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import copy, new, ops
from sandtable.games.optio.data.approach import NO_BATTLE, PAIRS, phase
from sandtable.games.optio.data.battle import BATTLES, PLACES, battle_number
from sandtable.games.optio.data.maps import CLASSES
from sandtable.games.optio.rules.moves import MOST_ACTIONS, legal
from sandtable.games.optio.rules.turns import TEMPLATE, apply
from sandtable.games.optio.schema import BLOCKS, GONE, KIND, PHASE, STATE
from sandtable.search.exact import PhaseMoves, solve

KUDOS = 2


def phase_of(ends, *positions):
    """A phase of `ends` ends and positions (mover, leads)."""
    first = np.cumsum([0] * (ends + 1) + [len(leads) for _, leads in positions])
    leads = np.array([lead for _, leads in positions for lead in leads], np.int32)
    return PhaseMoves(ends, first, leads, np.array([0] * ends + [mover for mover, _ in positions], np.int8))


def solved(graph, *values):
    return solve(graph, np.array(values, np.float32)).tolist()


def test_an_end_leads_to_itself():
    assert solved(phase_of(3), 0.5, -1, 0) == [0, 1, 2]


def test_seat_0_wants_the_highest_and_seat_1_the_lowest():
    graph = phase_of(3, (0, [0, 1, 2]), (1, [0, 1, 2]))
    assert solved(graph, 0.25, 0.75, -0.5)[3:] == [1, 2]


def test_a_single_move_is_forced():
    assert solved(phase_of(2, (0, [0]), (1, [1]), (0, [3])), -1, 1)[2:] == [0, 1, 1]


def test_of_equal_ends_the_first_is_taken():
    assert solved(phase_of(3, (0, [2, 1, 0]), (1, [1, 2])), 0, 0, 0)[3:] == [2, 1]


def test_the_other_seat_answers():
    # seat 0 may go to 4, where seat 1 gives it -1, or to 5, where seat 1 cannot do worse than 0.5
    graph = phase_of(4, (1, [0, 1]), (1, [2, 3]), (0, [4, 5]), (1, [6, 3]))
    assert solved(graph, 1, -1, 0.5, 0.75)[4:] == [1, 2, 2, 2]


def test_a_long_way_to_the_end():
    chain = phase_of(2, (0, [0, 1]), *[(n % 2, [n + 1]) for n in range(1, 1000)])
    assert solved(chain, -0.5, 0.5)[2:] == [1] * 1000


def test_the_approach_has_every_position_once():
    graph = phase(6)
    assert graph.movers.size == BATTLES + len(PAIRS) * 2 * 7 * 7 == BATTLES + 58_800
    sources = np.repeat(np.arange(graph.movers.size), np.diff(graph.first))
    assert (graph.leads < sources).all()
    # every position has a move, no battle has one
    assert (np.diff(graph.first) > 0).tolist() == [False] * BATTLES + [True] * 58_800


def approaching(setup, navy, oxblood, kudos, mover):
    """A state of the approach: the armies are blocks 0 and 6."""
    state = new(STATE)[0]
    ops.deal(setup, state)
    for b in range(2 * BLOCKS):
        block = state.block[b]
        block.kind, block.square = (
            (KIND.ARMY, (navy, oxblood)[b // BLOCKS]) if b % BLOCKS == 0 else (KIND.DUMMY, GONE)
        )
        block.revealed = b % BLOCKS == 0
    state.phase, state.to_move, state.turn, state.first = PHASE.APPROACH, mover, 10, mover
    state.kudos[0], state.kudos[1] = kudos
    return state


def place(state):
    """What a state of the approach or at the template is known by."""
    if state.phase == PHASE.TEMPLATE:
        return battle_number(int(state.second), int(state.battle), int(state.battle_side))
    navy, oxblood = state.block[0].square, state.block[BLOCKS].square
    kudos = (int(state.kudos[0]), int(state.kudos[1]))
    return int(navy), int(oxblood), *kudos, int(state.to_move)


@cache
def by_the_rules():
    """Where every action of every position of the approach leads; it is the same on all maps."""
    setup = st.load("optio", kudos=KUDOS).setup
    actions, after = np.empty(MOST_ACTIONS, np.int64), new(STATE)[0]
    graph = {}
    armies, hands = product(range(PLACES), repeat=2), list(product(range(KUDOS + 1), repeat=2))
    positions = [(a, b, *hand, mover) for a, b in armies if a != b for hand in hands for mover in (0, 1)]
    for position in positions:
        state = approaching(setup, *position[:2], position[2:4], position[4])
        graph[position] = []
        for action in actions[: legal(setup, state, actions)]:
            copy(after, state)
            apply(setup, after, action)
            graph[position].append(place(after))
    return graph


def battle_values(setup):
    """Navy's score of every battle, by trying every place of the template that the rules allow."""
    actions, state, found = np.empty(MOST_ACTIONS, np.int64), new(STATE)[0], []
    ops.deal(setup, state)
    state.phase = PHASE.TEMPLATE
    for number in range(BATTLES):
        second, (square, side) = number // (4 * PLACES), divmod(number % (4 * PLACES), 4)
        state.battle, state.second, state.battle_side, state.to_move = square, second, side, 1 - second
        shifts = [TEMPLATE.unpack(a)[0] for a in actions[: legal(setup, state, actions)]]
        scores = setup.score[second, square, side, shifts]
        found.append(float(scores.max() if second == 1 else scores.min()))
    return found


def minimax(values):
    """Navy's value of every position; plain recursion over `by_the_rules` with a memory."""
    graph, known = by_the_rules(), {}

    def value(position):
        if isinstance(position, int):
            return values[position]
        if position not in known:
            results = [value(after) for after in graph[position]]
            known[position] = max(results) if position[4] == 0 else min(results)
        return known[position]

    return {position: value(position) for position in graph}


def compare(kind, seed):
    setup = st.load("optio", map=f"{kind.replace(' ', '-')}:{seed}", kudos=KUDOS).setup
    values = battle_values(setup)
    assert setup.value.tolist() == values
    expected = minimax(values)
    assert len(expected) == len(PAIRS) * (KUDOS + 1) ** 2 * 2
    for position, value in expected.items():
        number = setup.approach[position]
        assert number != NO_BATTLE
        assert setup.value[number] == np.float32(value), (kind, seed, position)


def test_the_approach_is_plain_minimax():
    for kind in (CLASSES[0], CLASSES[-1]):
        compare(kind, 1)


@pytest.mark.study
def test_the_approach_is_plain_minimax_on_fifty_maps():
    for number in range(50):
        compare(CLASSES[number % len(CLASSES)], 100 + number)
