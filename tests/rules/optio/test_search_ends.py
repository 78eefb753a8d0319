"""A search ends by itself: the limit of turns is a limit, not the way in which armies are found (O2.8b)."""

import numpy as np
import pytest

from sandtable import load
from sandtable.lab.run import trial
from sandtable.lab.run.rows import run_batch
from tests.rules.scenario import clause

PAIRS = 200


@clause("O2.8b")
@pytest.mark.long
@pytest.mark.parametrize("show_army", [True, False])
def test_the_limit_reveals_an_army_in_fewer_than_one_match_of_ten(show_army: bool) -> None:
    made = trial.make(load("optio", show_army=show_army), (2, 2), 8)
    found = run_batch(made, 0, PAIRS).select("timed_out_0", "timed_out_1").to_numpy()
    assert found.shape == (2 * PAIRS, 2)
    # at most 5.5 % with, 8.8 % without in 2,000 matches
    share = np.mean(found.sum(axis=1) > 0)
    assert share < (0.1 if show_army else 0.13)
