"""Settings: what does not fit is refused with the name, the range and the clause."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

import sandtable as st
from sandtable.authoring import Choice, Data, Flag, Integer, SettingError, resolve
from sandtable.authoring.settings import tell
from sandtable.games import installed, spec
from tests.fixtures import connect_four


def check_rows(value):
    """A text of equal rows."""
    if "\n" in value and len({len(row) for row in value.split()}) > 1:
        raise SettingError("rows must be equally long (X4)")


HEALTH = Integer("health", 6, 40, 20, "X1", "Health of a pawn.")
BOARD = Choice("board", ("small", "large"), "small", "X2", "The board.")
BLUFF = Flag("bluff", True, "X3", "Whether to bluff.")
MAP = Data("map", ("plain",), "plain", "X4", "The map.", check_rows)
ALL = (HEALTH, BOARD, BLUFF, MAP)


def test_what_is_not_given_has_its_default():
    assert resolve(ALL, {"health": 7}) == {"health": 7, "board": "small", "bluff": True, "map": "plain"}


@given(some.integers())
def test_whole_numbers_are_read_in_their_range_only(value):
    if 6 <= value <= 40:
        assert HEALTH.read(value) == HEALTH.read(str(value)) == value
    else:
        with pytest.raises(SettingError, match=r"health must be a whole number from 6 to 40, not .*\(X1\)"):
            HEALTH.read(value)


@pytest.mark.parametrize("value", [True, 7.0, "7.0", "", "--7", None, [7], "²", "٣", "9" * 5000])
def test_other_values_are_no_whole_numbers(value):
    with pytest.raises(SettingError, match="whole number from 6 to 40"):
        HEALTH.read(value)


@pytest.mark.parametrize("value", ["Small", 1, None, ["small"]])
def test_a_choice_lists_its_names(value):
    with pytest.raises(SettingError, match=r"board must be one of small, large, not .*\(X2\)"):
        BOARD.read(value)


@pytest.mark.parametrize(("value", "read"), [(True, True), ("no", False), ("YES", True), ("false", False)])
def test_a_flag_reads_words(value, read):
    assert BLUFF.read(value) is read


@pytest.mark.parametrize("value", [1, "maybe", None])
def test_a_flag_refuses_the_rest(value):
    with pytest.raises(SettingError, match=r"bluff must be yes or no, not .*\(X3\)"):
        BLUFF.read(value)


def test_a_text_of_ones_own_is_checked():
    assert MAP.read("ab\ncd\n") == "ab\ncd\n"
    with pytest.raises(SettingError, match=r"equally long \(X4\)"):
        MAP.read("ab\nc\n")
    with pytest.raises(SettingError, match=r"map must be one of plain or your own text, not 3 \(X4\)"):
        MAP.read(3)


def test_the_texts_of_what_is_shipped_are_taken_as_ones_own():
    begun = [
        (one, option)
        for game in installed()
        for one in spec(game).rules.settings
        if isinstance(one, Data) and one.source is not None
        for option in one.options
    ]
    for one, option in begun:
        text = one.source(option)
        assert "\n" in text
        assert one.read(text) == text
    assert {one.name for one, _ in begun} >= {"board", "map", "home", "navy_profile"}
    assert tell(MAP).sourced is False


def test_an_unknown_setting_lists_those_there_are():
    with pytest.raises(SettingError, match="no setting 'colour'; the settings are bluff, board, health, map"):
        resolve(ALL, {"colour": 1})


def test_a_game_refuses_its_settings_in_the_same_way():
    with pytest.raises(st.SettingError, match=r"columns must be a whole number from 4 to 9, not 3 \(C1\)"):
        st.Game(connect_four.SPEC, columns=3)


@pytest.mark.parametrize("game", installed())
def test_no_setting_takes_a_fraction(game):
    settings = spec(game).rules.settings
    for setting in settings:
        for value in (0.5, 1.0):
            with pytest.raises(SettingError, match=setting.name):
                resolve(settings, {setting.name: value})


def test_a_setting_tells_what_it_takes():
    assert [tell(setting).allowed() for setting in ALL] == [
        "6 to 40",
        "small, large",
        "yes, no",
        "plain, or @FILE for your own text",
    ]
    assert (tell(HEALTH).low, tell(HEALTH).high, tell(BOARD).choices, tell(MAP).own) == (
        6,
        40,
        ("small", "large"),
        True,
    )


def test_a_value_that_is_nearly_right_is_told_which_was_meant():
    with pytest.raises(SettingError, match=r"not 'Smal'; did you mean small\? \(X2\)"):
        BOARD.read("Smal")
    with pytest.raises(
        SettingError, match=r"no setting 'heath'; did you mean health\? The settings are bluff, "
    ):
        resolve(ALL, {"heath": 7})
