"""A codec numbers the actions of a kind as their declaration does, alike in plain Python and in kernels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable._compiler.kernels import CACHE
from sandtable.authoring import Actions, Kind, jit

ACTIONS = Actions(
    Kind("pass", "pass"),
    Kind("move", "move {pawn} to {tile}", pawn=2, tile=16),
    Kind("aim", "aim {unit} at {way}, {speed}, {side}", unit=5, way=3600, speed=191, side=2),
)
PASS, MOVE, AIM = (ACTIONS.codec(kind.name) for kind in ACTIONS.kinds)
actions = some.integers(-5, ACTIONS.count + 5)


def taken(action):
    """The number of the kind and the fields, by way of every method."""
    if PASS.holds(action):
        return 0, 0, 0, 0, 0
    if MOVE.holds(action):
        pawn, tile = MOVE.unpack(action)
        return 1, pawn, tile, 0, 0
    if AIM.holds(action):
        unit, way, speed, side = AIM.unpack(action)
        return 2, unit, way, speed, side
    return -1, 0, 0, 0, 0


def made(kind, a, b, c, d):
    """The action of what `taken` gives."""
    if kind == 0:
        return PASS.pack()
    if kind == 1:
        return MOVE.pack(a, b)
    return AIM.pack(a, b, c, d)


def ends():
    """First, count and end of each kind."""
    return (
        (PASS.first, PASS.count, PASS.end),
        (MOVE.first, MOVE.count, MOVE.end),
        (AIM.first, AIM.count, AIM.end),
    )


ALIKE = Actions(
    Kind("pass", "pass"),
    Kind("run", "run with {player}", player=8),
    Kind("sprint", "sprint with {player}", player=8),
    Kind("turn", "turn {hand}", hand=2),
)
compiled_taken, compiled_made, compiled_ends = jit(taken), jit(made), jit(ends)


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    compiled_made(*compiled_taken(0))


def test_the_kinds_lie_where_the_declaration_says():
    found = ends()
    assert found == tuple((ACTIONS.base(k.name), k.count, ACTIONS.end(k.name)) for k in ACTIONS.kinds)
    assert compiled_ends() == found


@given(actions)
def test_fields_are_those_of_the_declaration(action):
    kind, *fields = taken(action)
    assert compiled_taken(action) == (kind, *fields)
    if 0 <= action < ACTIONS.count:
        said = ACTIONS.unpack(action)
        assert ACTIONS.kinds[kind].name == said.kind
        assert fields[: len(said.fields)] == list(said.fields.values())
    else:
        assert kind == -1


@given(some.integers(0, ACTIONS.count - 1))
def test_packing_undoes_unpacking(action):
    assert made(*taken(action)) == compiled_made(*taken(action)) == action


def test_kinds_with_the_same_fields_have_a_codec_in_common():
    go = ALIKE.codec("run", "sprint")
    assert (go.first, go.count, go.sizes) == (1, 16, (2, 8))
    for action in range(go.first, go.end):
        which, player = go.unpack(action)
        assert ALIKE.pack(("run", "sprint")[which], player=player) == go.pack(which, player) == action


@pytest.mark.parametrize("kinds", [("run", "turn"), ("sprint", "run"), ("sprint", "turn"), ("turn", "run")])
def test_kinds_that_do_not_follow_or_have_other_fields_have_none(kinds):
    with pytest.raises(ValueError, match=f"{kinds[0]}, {kinds[1]} must be declared one after another"):
        ALIKE.codec(*kinds)


def test_a_span_counts_the_actions_of_all_its_kinds():
    span = ALIKE.span("run", "turn")
    assert (span.first, span.end) == (ALIKE.base("run"), ALIKE.count)
    assert span.unpack(ALIKE.pack("turn", hand=1)) == (17,)
    assert span.pack(8) == ALIKE.pack("sprint", player=0)


def test_narrow_numbers_of_records_do_not_wrap():
    last = [np.uint8(4), np.uint16(3599), np.uint8(190), np.int8(1)]
    assert AIM.pack(*last) == compiled_made(2, *last) == ACTIONS.count - 1
    assert int(AIM.unpack(np.int64(ACTIONS.count - 1))[1]) == 3599


@pytest.mark.skipif(CACHE is None, reason="nothing is compiled here, or it cannot be kept")
def test_a_kernel_with_a_codec_is_found_in_the_cache():
    compiled_taken(3)
    again = jit(taken)
    assert again(3) == taken(3)
    assert again.stats.cache_hits
    assert not again.stats.cache_misses
