"""What `check_game` asks its parts for and adds up; the parts are played here by stand-ins."""

import pytest

import sandtable as st
from sandtable.testing import FaultError, conformance, kernels
from sandtable.testing import sentences as say
from tests.fixtures import connect_four

GAME = st.Game(connect_four.SPEC)


def test_a_check_is_asked_for_as_it_is_told(monkeypatch):
    asked = []

    def part(found):
        return lambda game, *given: asked.append((game, *given)) or found

    monkeypatch.setattr(conformance, "_check_matches", part(70))
    monkeypatch.setattr(conformance.faces, "check_matches", part(500))
    monkeypatch.setattr(conformance.modes, "check_modes", part(None))
    assert conformance.check_game(GAME) == {"matches": 1000, "plies": 70, "texts": 500}
    assert asked == [
        (GAME, 1000, 0, None),
        (GAME, 5, 0, 1000),
        (GAME, 2, 0, 1000),
    ]
    asked.clear()
    assert conformance.check_game(GAME, 3, 2, print, 9) == {"matches": 3, "plies": 70, "texts": 500}
    assert asked == [(GAME, 3, 2, print), (GAME, 3, 2, 9), (GAME, 2, 2, 9)]


@pytest.fixture
def walked(monkeypatch):
    """`walked(*ends)`: the next matches end so, each with what was found and a sentence; returns what each of all was given."""
    given = []

    def walk(setup, room, limits, moves, stream):
        given.append((moves.copy(), stream.copy()))
        *found, fault = ends[len(given) - 1]
        room.found[:] = found
        room.states[kernels.NOW].to_move = 1
        room.draws[0, 0] = falls[0]
        return fault

    ends, falls = [], [0]
    monkeypatch.setattr(kernels, "walk", walk)

    def use(*wanted, fallen=0):
        ends.extend(wanted)
        falls[0] = fallen
        return given

    return use


def test_plies_are_added_up_and_told_as_they_come(walked):
    given, told = walked((4, -1, -1, say.HOLDS), (6, -1, -1, say.HOLDS), (9, -1, -1, say.HOLDS)), []
    assert conformance._check_matches(GAME, 3, 5, lambda *done: told.append(done)) == 19
    assert told == [(1, 3), (2, 3), (3, 3)]
    # each match has two streams of its own, of which no other has one
    assert given == [(st.stream(5, match, 1), st.stream(5, match)) for match in range(3)]


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ((4, 3, -1, say.SAMPLE_LEGAL), "ply 4, seat 1, action 3 (drop in column 4)"),
        ((4, -1, 0, say.FEATURES_COUNT), "ply 4, seat 0"),
        ((4, -1, 2, say.OBSERVE_HEADER), "ply 4, a spectator, field to_move"),
    ],
)
def test_a_fault_is_told_with_its_place(walked, end, told):
    walked((1, -1, -1, say.HOLDS), end)
    with pytest.raises(FaultError) as raised:
        conformance._check_matches(GAME, 9, 5, None)
    assert raised.value.sentence.endswith(f"does not hold: {say.SENTENCES[end[3]]} [seed 5, match 1, {told}]")


def test_draws_are_judged_where_there_are_enough_of_them(walked):
    few, enough = conformance.FEWEST_DRAWS - 1, conformance.FEWEST_DRAWS
    walked((1, -1, -1, say.HOLDS), fallen=few)
    assert conformance._check_matches(GAME, 1, 5, None) == 1
    walked((1, -1, -1, say.HOLDS), fallen=enough)
    with pytest.raises(FaultError, match=f"falls .{enough}, 0, .*, seed 5"):
        conformance._check_matches(GAME, 1, 5, None)
