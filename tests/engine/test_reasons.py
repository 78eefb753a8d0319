"""Reasons by the codes of an enum: every code but 0 has one, in the order of the codes."""

from enum import IntEnum

import pytest

from sandtable.authoring import Reason, by_code


class Refusal(IntEnum):
    OK = 0
    TAKEN = 1
    FAR = 2


class Gappy(IntEnum):
    OK = 0
    FAR = 2


TAKEN, FAR = Reason("That place is taken.", "C1"), Reason("That place is too far.", "C2")


def test_reasons_stand_by_their_codes_whatever_their_order():
    reasons = by_code({Refusal.FAR: FAR, Refusal.TAKEN: TAKEN})
    assert (reasons[Refusal.TAKEN], reasons[Refusal.FAR], len(reasons)) == (TAKEN, FAR, 3)


def test_a_code_without_a_reason_is_named():
    with pytest.raises(ValueError, match=r"and each except 0 must have a reason; wrong: \['FAR'\]"):
        by_code({Refusal.TAKEN: TAKEN})


def test_codes_have_no_gaps():
    with pytest.raises(ValueError, match="codes must be 0, 1, 2 and so on"):
        by_code({Gappy.FAR: FAR})
