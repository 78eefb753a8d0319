"""The match file: it verifies, and a damaged one gets one sentence that names the line."""

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

import sandtable as st
from sandtable.engine.match import Entry, MatchError, OtherRulesError
from sandtable.engine.matchfile import check_record, coverage, read, words
from tests.engine.test_match import finished, hiding
from tests.fixtures import connect_four, hide_and_seek

GAMES = {spec.id: spec for spec in (connect_four.SPEC, hide_and_seek.SPEC)}
GOLDEN = Path(__file__).with_name("hide_and_seek.jsonl")


def load(game, **settings):
    """A fixture game; the reader's `load`."""
    if game not in GAMES:
        raise ValueError(f"there is no game {game!r}")
    return st.Game(GAMES[game], **settings)


@cache
def lines():
    """The file of a match with an undo and a hint, as lines."""
    match = hiding(0, 0)
    match.extend([match.undo_entry(1, 1)])
    match.extend([match.hint_entry(1)])
    # other outcomes are due by the other way of drawing, and at other tables
    rng = st.stream(17)
    while not match.over:
        match.play(match.position.sample(rng))
    return tuple(match.file().splitlines())


def complaint(changed):
    """What `read` says of a file, which must be one sentence that begins with a line's number."""
    with pytest.raises(MatchError) as raised:
        read("\n".join(changed) + "\n", load)
    said = str(raised.value)
    assert re.fullmatch(r"Line \d+: .+\.( \([A-Z]\d+\))?", said), said
    assert "\n" not in said
    return said


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_read_back(game, seed):
    match = finished(load(game), seed)
    again = read(match.file(), load)
    assert (again.entries, again.score, again.seats) == (match.entries, match.score, match.seats)
    assert again.file() == match.file()


def test_a_resigned_match_is_read_back():
    match = hiding(0, 1)
    match.extend([match.resign_entry(1)])
    assert read(match.file(), load).score == (1.0, -1.0)


DICE = (7, 3, 1)


def diced(key=DICE):
    """The file of a match whose outcomes come from a stream, as the lab plays it, as lines."""
    match = st.Match(load("hide_and_seek"), b"", "lab", ("one", "two"), dice=key)
    dice, own = st.stream(*key), st.stream(5)
    while not match.over:
        position = match.position
        chance = position.to_move == st.CHANCE
        action = position.sample(dice if chance else own)
        kind = "outcome" if chance else "action"
        match.extend([Entry(len(match.entries) + 1, kind, position.to_move, action)])
    return match.file().splitlines()


def with_dice(dice):
    """That file, as if its outcomes came from another stream."""
    head, *rest = diced()
    return [msgspec.json.encode(msgspec.json.decode(head) | {"dice": dice}).decode(), *rest]


def test_a_match_whose_dice_come_from_a_stream_is_read_back():
    again = read("\n".join(diced()) + "\n", load)
    assert again.file().splitlines() == diced()
    assert (again.dice, again.table, again.seats) == (DICE, "lab", ("one", "two"))
    head = msgspec.json.decode(diced()[0])
    assert (head["dice"], head["commitment"]) == (list(DICE), "")


def test_another_stream_of_dice_is_named():
    named = []
    for key in range(2, 9):
        try:
            read("\n".join(with_dice([7, 3, key])) + "\n", load)
        except MatchError as error:
            named.append(str(error))
    # a short match may fall as well from another stream
    assert len(named) > 2
    for said in named:
        assert re.fullmatch(r"Line \d+: the stream of dice gives the outcome 'seat . seeks' here\.", said)


def test_a_stream_of_dice_may_have_a_key_of_nought():
    assert read("\n".join(diced((0,))) + "\n", load).dice == (0,)


@pytest.mark.parametrize("dice", [[-1], [1] * 5, "7", [0.5], None])
def test_dice_that_are_no_key_are_refused(dice):
    assert (
        complaint(with_dice(dice)) == "Line 1: dice must be a list of one to four whole numbers of 0 or more."
    )


def test_a_running_match_has_no_file():
    with pytest.raises(MatchError, match="once it is over"):
        hiding(0).file()


def test_the_golden_file_is_read_and_written_the_same():
    # its version may be another one, and it is older than what lines say of hidden actions
    text = GOLDEN.read_text(encoding="utf-8")
    passing = r'"version":"[^"]*"|,"seen":-1|,"share":\[[^]]*\]'
    assert re.sub(passing, "", read(text, load).file()) == re.sub(passing, "", text)


def retold(**changed):
    """The file with other values in its head."""
    head = msgspec.json.decode(lines()[0]) | changed
    return "\n".join([msgspec.json.encode(head).decode(), *lines()[1:]]) + "\n"


@pytest.mark.parametrize(
    ("version", "said"),
    [
        ({"rules": 2}, "version 2 of the rules of Hide and seek, but this program has version 1"),
        ({"draws": 7}, "version 7 of how dice are drawn, but this program has version 3"),
    ],
)
def test_a_match_by_other_rules_is_not_played_again_and_can_be_read(version, said):
    # its settings may be unknown by now
    text = retold(**version, settings={"gone": 1})
    with pytest.raises(OtherRulesError) as raised:
        read(text, load)
    assert str(raised.value) == f"Line 1: This match was played with {said}."
    told = words(text)
    assert len(told) == len(lines()) - 2
    assert told[0] == "   1  " + msgspec.json.decode(lines()[1])["text"]


def test_a_file_of_an_older_format_is_refused():
    head = msgspec.json.decode(lines()[0])
    older = {name: value for name, value in head.items() if name not in ("rules", "draws")} | {"sandtable": 1}
    text = "\n".join([msgspec.json.encode(older).decode(), *lines()[1:]])
    with pytest.raises(OtherRulesError):
        read(text, load)
    # but its words can be read
    assert words(text) == words("\n".join(lines()))
    assert (
        complaint([msgspec.json.encode(older).decode(), *lines()[1:]])
        == "Line 1: the format must be 2, not 1."
    )


def test_every_deleted_line_is_noticed():
    for index in range(len(lines())):
        complaint(lines()[:index] + lines()[index + 1 :])


def test_every_pair_of_swapped_lines_is_noticed():
    for first in range(len(lines())):
        for second in range(first):
            changed = list(lines())
            changed[first], changed[second] = changed[second], changed[first]
            complaint(changed)


def test_every_doubled_line_is_noticed():
    for index in range(len(lines())):
        complaint(lines()[: index + 1] + lines()[index:])


def test_every_truncation_is_noticed():
    for length in range(len(lines())):
        complaint(lines()[:length])
    assert complaint(lines()[:1]) == "Line 1: the file ends before the match does."
    # a head and an end are whole, and nothing is played between them
    assert complaint([lines()[0], lines()[-1]]) == "Line 2: the score does not match the entries before it."


VALUES = (None, True, -1, 0, 1, 2, 3, 10**6, 10**30, 0.5, "", "x", "undo", [], [1, 2], {}, {"a": 1})
# what a file says about itself and nobody relies on
FREE = {(1, "version")}


def test_every_edited_value_is_noticed():
    for number, line in enumerate(lines(), 1):
        fields = msgspec.json.decode(line)
        free = {"undo": "seat", "hint": "action"}.get(fields.get("kind"))
        for name, value in fields.items():
            for other in VALUES:
                worded = name == "text" and isinstance(other, str)
                # `coverage` says that it does not cover these
                if (number, name) in FREE or other == value or worded or name == free:
                    continue
                changed = list(lines())
                changed[number - 1] = msgspec.json.encode({**fields, name: other}).decode()
                complaint(changed)


def test_the_words_of_an_entry_are_commentary():
    changed = [msgspec.json.decode(line) for line in lines()]
    for line in changed[1:-1]:
        line["text"] = "worded by another version"
    match = read("\n".join(msgspec.json.encode(line).decode() for line in changed), load)
    assert match.position.digest() == read("\n".join(lines()), load).position.digest()
    uncovered = coverage("\n".join(lines()), match).uncovered
    assert "the text of each entry: it is commentary, and only the action counts" in uncovered
    assert {"which seat undid a move", "what the hints were about"} < set(uncovered)
    # the rules say which seat is to move
    by_seat = "which seat asked for a hint: that it was the one to move takes the rules"
    assert by_seat in set(check_record("\n".join(lines())).uncovered) - set(uncovered)


def test_every_missing_value_is_named():
    for number, line in enumerate(lines(), 1):
        fields = msgspec.json.decode(line)
        for name in fields.keys() - {"version", "seen", "share"}:
            changed = list(lines())
            changed[number - 1] = msgspec.json.encode({k: v for k, v in fields.items() if k != name}).decode()
            assert complaint(changed) == f"Line {number}: {name} is missing."


def test_another_die_is_named():
    index = next(i for i, line in enumerate(lines()) if '"outcome"' in line)
    fields = msgspec.json.decode(lines()[index])
    fields["action"] = 7 - fields["action"]
    changed = list(lines())
    changed[index] = msgspec.json.encode(fields).decode()
    assert re.match(
        rf"Line {index + 1}: the secret gives the outcome 'seat . seeks' here", complaint(changed)
    )


def test_another_secret_is_named():
    changed = [*lines()[:-1], lines()[-1].replace('"secret":"00', '"secret":"01')]
    assert complaint(changed) == f"Line {len(changed)}: the secret does not match the commitment in line 1."


@given(some.data())
def test_any_edit_of_the_text_is_noticed_or_harmless(data):
    text = "\n".join(lines()) + "\n"
    at = data.draw(some.integers(0, len(text) - 1))
    cut = data.draw(some.integers(0, 3))
    edited = text[:at] + data.draw(some.text(max_size=3)) + text[at + cut :]
    assert read_moves(edited) == [msgspec.json.decode(line)["action"] for line in lines()[1:-1]]


def read_moves(text):
    """The actions of a file; those of the unedited one where it is refused as it should be."""
    try:
        return [entry.action for entry in read(text, load).entries]
    except MatchError as error:
        return read_moves("\n".join(lines())) if re.match(r"Line \d+: ", str(error)) else []


@given(some.text())
def test_any_text_gets_a_sentence(text):
    with pytest.raises(MatchError, match=r"^Line \d+: "):
        read(text, load)
