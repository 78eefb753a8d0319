"""Actions: packing, unpacking, text and parsing undo each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from sandtable.authoring import Actions, Kind

TILES = [f"{column}{row}" for row in range(1, 5) for column in "abcd"]
LABELS = {"tile": TILES, "side": ["the left", "the Right"]}
ACTIONS = Actions(
    Kind("pass", "pass"),
    Kind("move", "move {pawn} to {tile}", pawn=2, tile=16),
    Kind("strike", "strike from {tile} on {side}", tile=16, side=2),
)
numbers = some.integers(0, ACTIONS.count - 1)


def test_kinds_follow_each_other_without_gaps():
    assert (ACTIONS.base("pass"), ACTIONS.end("pass")) == (0, 1)
    assert (ACTIONS.base("move"), ACTIONS.end("move")) == (1, 33)
    assert (ACTIONS.base("strike"), ACTIONS.end("strike"), ACTIONS.count) == (33, 65, 65)


def test_the_last_field_is_the_fastest():
    assert ACTIONS.pack("move", pawn=1, tile=5) == ACTIONS.base("move") + 16 + 5


@given(numbers)
def test_pack_undoes_unpack(action):
    taken = ACTIONS.unpack(action)
    assert ACTIONS.pack(taken.kind, **taken.fields) == action


@given(numbers)
def test_parse_undoes_text(action):
    assert ACTIONS.parse(ACTIONS.text(action, LABELS), LABELS) == action


@given(numbers)
def test_parse_undoes_text_without_labels(action):
    assert ACTIONS.parse(ACTIONS.text(action, {}), {}) == action


@given(numbers)
def test_parse_does_not_mind_case_and_space(action):
    assert ACTIONS.parse(f"  {ACTIONS.text(action, LABELS).upper()}".replace(" ", "  "), LABELS) == action


@given(some.text())
def test_any_text_is_read_or_refused_with_the_forms(text):
    said = ""
    try:
        said = ACTIONS.text(ACTIONS.parse(text, LABELS), LABELS)
    except ValueError as error:
        said = str(error)
    assert "move {pawn} to {tile}" in said or said.lower() == " ".join(text.split()).lower()


@pytest.mark.parametrize("action", [-1, 65, 2**40])
def test_a_number_that_is_no_action_is_refused_with_the_range(action):
    with pytest.raises(ValueError, match=f"from 0 to 64, not {action}"):
        ACTIONS.unpack(action)


def test_a_field_out_of_range_is_named():
    with pytest.raises(ValueError, match="tile of move must be from 0 to 15, not 16"):
        ACTIONS.pack("move", pawn=0, tile=16)


def test_a_missing_or_unknown_field_is_named():
    with pytest.raises(ValueError, match="move takes pawn, tile, not pawn"):
        ACTIONS.pack("move", pawn=0)
    with pytest.raises(ValueError, match="pass takes no field, not tile"):
        ACTIONS.pack("pass", tile=0)


def test_a_field_may_be_called_kind():
    actions = Actions(Kind("deal", "deal {kind}", kind=3))
    assert actions.pack("deal", kind=2) == actions.parse("deal 2", {}) == 2
