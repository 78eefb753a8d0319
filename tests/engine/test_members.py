"""The numbers of an enum are the same in plain Python and in kernels."""

from enum import IntEnum

import numpy as np
import pytest

from sandtable._compiler.kernels import CACHE, COMPILED
from sandtable.authoring import jit, numbers


class Tile(IntEnum):
    PLAIN, RED, NOWHERE = 0, 7, -1


class Other(IntEnum):
    PLAIN, RED, NOWHERE = 4, 5, 6


TILE, OTHER = numbers(Tile), numbers(Other)


def named(tile):
    """Which of the tiles a number is, and what others call so."""
    if tile == TILE.RED:
        return TILE.RED, OTHER.RED
    return (TILE.PLAIN, OTHER.PLAIN) if tile == TILE.PLAIN else (TILE.NOWHERE, OTHER.NOWHERE)


compiled = jit(named)


def test_members_are_plain_numbers():
    assert [(name, type(number)) for name, number in vars(TILE).items()] == [(m.name, int) for m in Tile]
    assert [*vars(TILE).values()] == [*Tile]


@pytest.mark.parametrize("tile", [0, 7, -1])
def test_kernels_and_plain_python_see_the_same(tile):
    expected = Tile(tile), Other[Tile(tile).name]
    assert named(np.int8(tile)) == compiled(np.int8(tile)) == expected


def test_a_name_that_no_member_has_is_refused():
    def wrong():
        return TILE.BLUE

    with pytest.raises(Exception, match="BLUE"):
        jit(wrong)()


@pytest.mark.skipif(CACHE is None or not COMPILED, reason="nothing is compiled here, or it cannot be kept")
def test_a_kernel_with_members_is_found_in_the_cache():
    named_before = compiled(np.int8(7))
    again = jit(named)
    assert again(np.int8(7)) == named_before
    assert again.stats.cache_hits
    assert not again.stats.cache_misses
