"""Match files from strangers: whatever they hold, there is one plain sentence, and nothing of Python in it."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given

import sandtable as st
from sandtable.engine.match import MatchError, OtherRulesError
from sandtable.engine.matchfile import read, verify, words
from tests.damaged_files import DEEP, damaged, is_plain
from tests.engine.test_match_file import GOLDEN, load
from tests.engine.test_match_file import lines as present

TEXT = GOLDEN.read_text(encoding="utf-8")
# as files are written now
PRESENT = "\n".join(present()) + "\n"
# of a real game, whose settings and texts are read by the game
REAL = (Path(__file__).parents[1] / "golden" / "resigned.jsonl").read_text(encoding="utf-8")


def changed(number, **fields):
    """The golden file with other values in the line of this number."""
    lines = TEXT.splitlines()
    lines[number - 1] = msgspec.json.encode(msgspec.json.decode(lines[number - 1]) | fields).decode()
    return "\n".join(lines) + "\n"


def said(text):
    """What `read` says of a file."""
    with pytest.raises(MatchError) as refused:
        read(text, load)
    assert is_plain(str(refused.value))
    return str(refused.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: the file is empty."),
        ("\ufeff \n\n", "Line 1: the file is empty."),
        (changed(1, game=None), "Line 1: game must be text, not null."),
        (changed(1, game=5), "Line 1: game must be text, not 5."),
        (changed(1, game=True), "Line 1: game must be text, not true."),
        (changed(1, game="x"), "Line 1: there is no game 'x'."),
        (changed(1, settings=[]), "Line 1: settings must be a table, not a list."),
        (changed(1, settings={"a": {}}), "Line 1: settings, a must be a whole number or text or true or false, not a table."),
        (changed(1, settings={"game": 1}), "Line 1: there is no setting 'game'; the settings are none."),
        (changed(1, settings={"self": 1}), "Line 1: there is no setting 'self'; the settings are none."),
        (changed(1, seats=["Ann"]), "Line 1: seats must be a list of 2 items, not of 1."),
        (changed(1, seats=["Ann", 2]), "Line 1: seats, item 2 must be text, not 2."),
        (changed(1, rules=None), "Line 1: rules must be a whole number, not null."),
        (changed(1, sandtable="2"), "Line 1: sandtable must be a whole number, not '2'."),
        (changed(1, commitment=7), "Line 1: commitment must be text, not 7."),
        (changed(2, keep=0.5), "Line 2: keep must be a whole number, not 0.5."),
        (changed(3, kind="jump"), "Line 3: kind must be action, finish, hint, outcome, resign, undo or void, not 'jump'."),
        (changed(12, secret=None), "Line 12: secret must be text, not null."),
        (changed(12, secret="zz"), "Line 12: the secret must be written in hex."),
        (TEXT.replace('"seats":["Ann","Bob"]', f'"seats":{DEEP}'), "Line 1: lists and tables are nested too deeply."),
        (TEXT.replace('"action":7', f'"action":{DEEP}'), "Line 5: lists and tables are nested too deeply."),
        (TEXT.replace('"action":7', f'"action":{"7" * 5000}'), "Line 5: it contains a number that is too long."),
        (TEXT.replace('"action":7', '"action":7,"action":5'), "Line 5: 'action' is given twice."),
        (TEXT.replace('"action":7', '"action":'), "Line 5: not valid JSON at column 44."),
        (TEXT.replace('"Ann"', '"\\ud800"'), "Line 1: it contains a lone surrogate, which is not valid Unicode."),
        (TEXT.replace("look in the well", "look\0"), "Line 5: not valid JSON at column 68."),
        ("[]\n[]\n", "Line 1: this must be a JSON object, not a list."),
    ],
)  # fmt: skip
def test_what_is_wrong_and_where_is_one_sentence(text, sentence):
    assert said(text) == sentence


@pytest.mark.parametrize("end", ["\n", "", "\n\n", "\r\n", "\n \t\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_a_byte_order_mark_and_blank_last_lines_are_no_fault(start, end):
    assert read(start + TEXT.rstrip("\n") + end, load).file() == read(TEXT, load).file()


@pytest.mark.parametrize("name", ["An\u2028n", "An\u0085n", "A\x0bnn", "A\x1cnn", "Ann\u2029"])
def test_a_name_with_the_end_of_a_line_in_it_is_exported_and_read_back(name):
    match = st.Match(load("hide_and_seek"), bytes(32), seats=(name, "Bob"))
    rng = st.stream(3)
    while not match.over:
        match.play(match.position.sample(rng))
    assert read(match.file(), load).seats == (name, "Bob")
    assert len(words(match.file())) == len(match.entries)


@pytest.mark.parametrize("fields", [{"seq": []}, {"seq": None}, {"text": 5}])
def test_the_words_of_a_damaged_file_are_refused_too(fields):
    with pytest.raises(MatchError, match=r"^Line 3: (seq|text) must be ") as refused:
        words(changed(3, **fields))
    assert is_plain(str(refused.value))


@given(damaged(TEXT))
def test_any_damage_gets_one_plain_sentence(text):
    judged(text, load)


@given(damaged(PRESENT))
def test_any_damage_to_a_file_of_today_gets_one_plain_sentence(text):
    judged(text, load)


@given(damaged(REAL))
def test_any_damage_to_a_match_of_a_real_game_gets_one_plain_sentence(text):
    judged(text, None)


def judged(text, loader):
    """Reads a damaged file, which is refused in one plain sentence with its line, or after all as good as before."""
    said, other = refusal(lambda: verify(text) if loader is None else read(text, loader))
    assert not said or (re.match(r"Line \d+: ", said) and is_plain(said)), said
    if other:
        damage, _ = refusal(lambda: words(text))
        assert not damage or is_plain(damage), damage


def refusal(reading):
    """What is said of a file that is refused, "" if it is not, and whether other rules are the reason."""
    try:
        reading()
    except MatchError as error:
        return str(error), isinstance(error, OtherRulesError)
    return "", False
