"""The cells of a sweep, and what is said about those that cannot be."""

from dataclasses import replace

import pytest

import sandtable as st
from sandtable.authoring import Integer
from sandtable.engine.game import Game
from sandtable.lab.run.sweep import MOST_CELLS, axis, cells
from tests.fixtures.connect_four import SPEC

GAME = "assault"


def read(text: str):
    return axis(st.load(GAME).spec.rules.settings, text)


def test_ranges_of_whole_numbers():
    assert read("health=6..9").values == (6, 7, 8, 9)
    assert read("health=6..14:4").values == (6, 10, 14)
    assert read("health=6..13:4").labels == ("6", "10")
    assert read("health=7..7").values == (7,)


def test_lists_of_any_kind():
    assert read("health=9, 6").values == (9, 6)
    assert read("corners=diagonal,side").values == ("diagonal", "side")
    assert read("held_may_attack=yes,no").values == (True, False)
    assert read("held_may_attack=yes,no").labels == ("yes", "no")


def test_a_file_stands_for_its_text(tmp_path):
    file = tmp_path / "own.txt"
    text = (st.load(GAME).spec.presentation.rulebook.parent / "data" / "grand.txt").read_text(
        encoding="utf-8"
    )
    file.write_text(text, encoding="utf-8")
    found = read(f"board=skirmish,@{file}")
    assert found.values == ("skirmish", text)
    assert found.labels == ("skirmish", f"@{file}")


WRONG = {
    "health": "must be NAME=VALUES",
    "health=": "must be NAME=VALUES",
    "strength=1,2": r"there is no setting 'strength'; the settings are .*health",
    "health=6..99": r"health must be a whole number from 1 to 40, not 99 \(A1.5\)",
    "health=6,many": r"health must be a whole number from 1 to 40, not 'many' \(A1.5\)",
    "health=9..6": r"from the lower to the higher value in steps of 1 or more, not '9\.\.6'",
    "health=6..9:0": "in steps of 1 or more",
    "health=6,7,6": "health is given 6 more than once",
    "held_may_attack=true,yes": "held_may_attack is given true more than once",
    "held_may_attack=maybe": "held_may_attack must be yes or no, not 'maybe'",
    "corners=side,round": "corners must be one of side, diagonal, not 'round'",
    "corners=1..2": "corners must be one of",
    "board=@nowhere.txt": "nowhere.txt cannot be read: No such file",
    "health=@nowhere.txt": "health must be a whole number",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_with_what_is_allowed(text):
    with pytest.raises(ValueError, match=WRONG[text]):
        read(text)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    file = tmp_path / "own.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ValueError, match="the text is in UTF-16: save it as UTF-8"):
        read(f"board=@{file}")


def test_all_combinations_with_the_default_among_them():
    game = st.load(GAME, health=8)
    made = cells(game, [read("health=7,8"), read("held_may_attack=no,yes")])
    assert [cell.labels for cell in made] == [("7", "no"), ("7", "yes"), ("8", "no"), ("8", "yes")]
    assert [cell.default for cell in made] == [False, False, False, True]
    assert made[0].settings == {**game.settings, "health": 7, "held_may_attack": False}


def test_a_default_that_is_not_asked_for_comes_first():
    made = cells(Game(SPEC), [axis(SPEC.rules.settings, "columns=4,5")])
    assert [(cell.labels, cell.default) for cell in made] == [
        (("7",), True),
        (("4",), False),
        (("5",), False),
    ]
    flagged = cells(st.load(GAME), [read("held_may_attack=no")])
    assert [cell.labels for cell in flagged] == [("yes",), ("no",)]


def test_one_or_two_settings():
    one = read("health=6..8")
    for axes in ([], [one, one], [one, read("corners=side"), read("held_may_attack=no")]):
        with pytest.raises(ValueError, match="one setting or two different ones"):
            cells(st.load(GAME), axes)


def test_a_sweep_has_a_size():
    wide = read("round_cap=1..150")
    assert len(wide.values) * 3 > MOST_CELLS
    with pytest.raises(ValueError, match="at most 400 cells, not 450"):
        cells(st.load(GAME), [wide, read("health=6..8")])


def test_a_long_range_is_refused_before_it_is_counted_out():
    setting = Integer("length", 0, 10**17, 5, "X1", "How long it is.")
    with pytest.raises(ValueError, match=r"at most 400 cells, but 0\.\.1000000000000 alone has more"):
        axis([setting], f"length=0..{10**12}")
    assert axis([setting], f"length=0..{10**12}:{10**11}").values[-1] == 10**12


def test_values_that_do_not_go_together_are_refused_before_anything_is_played():
    def build(settings):
        if settings["columns"] == 5:
            raise st.SettingError("five columns do not stand")
        return SPEC.rules.build(settings)

    game = Game(
        replace(
            SPEC,
            rules=replace(SPEC.rules, build=build),
        )
    )
    with pytest.raises(st.SettingError, match="do not stand"):
        cells(game, [axis(SPEC.rules.settings, "columns=4..6")])
