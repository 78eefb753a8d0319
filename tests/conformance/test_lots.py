"""`check_game` on what is rarely hidden: a `determinize` that misses it is found, and a correct one is left in peace."""

import numpy as np
import pytest
from scipy.stats import binom

import sandtable as st
from sandtable.testing import FaultError, check_game, conformance
from tests.conformance import lots


@pytest.mark.parametrize("black", [2, conformance.DRAWS + 1])
def test_a_rare_value_that_can_be_drawn_is_no_fault(black):
    # one black lot in DRAWS + 1 is what all draws from one view miss most often
    assert check_game(st.Game(lots.SPEC, black=black), matches=1000, plain=100)["matches"] == 1000


@pytest.mark.parametrize(("black", "matches"), [(2, 40), (20, 1000)])
def test_a_value_that_is_never_drawn_is_found(black, matches):
    with pytest.raises(FaultError, match=r"where all draws agree on a value.* field lot\]"):
        check_game(st.Game(lots.NO_BLACK, black=black), matches=matches, plain=100)


def test_a_correct_game_is_refused_less_than_once_in_a_million():
    chances = np.linspace(0.0, 1.0, 100_001)
    assert (chances * (1 - chances) ** conformance.DRAWS).max() <= conformance.STUCK
    for matches in (1, 4, 30, 200, 1000, 2000, 100_000):
        for size in (1, 40, 4000):  # bytes of a state, each a chance to be wrong
            refused = next(
                n
                for n in range(1, matches + 2)
                if n > matches or conformance._tail(n, matches) * size < conformance.FALSE_ALARM
            )
            assert size * binom.sf(refused - 1, matches, conformance.STUCK) < 1e-6
