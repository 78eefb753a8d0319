"""Outcomes that players enter at the companion of a real table, and nowhere else."""

import json
from dataclasses import replace

import pytest

import sandtable as st
from sandtable.authoring import CHANCE, OVER, SPECTATOR, records, rng, stream
from sandtable.engine.match import Entry, MatchError
from sandtable.engine.matchfile import check_record, read
from tests.server.guess import SPEC
from tests.server.guess.rules import FIRST_GUESS, FIRST_ROLL, HIDDEN, PASS

SECRET = bytes(range(32))
LEDGER = replace(SPEC, table=replace(SPEC.table, companion_of="guessing"))


def ledger(game=LEDGER, **settings):
    """A match in which both have picked a number and a die is due."""
    match = st.Match(st.Game(game, **settings), SECRET, seats=("Ann", "Bob"))
    for seat, number in ((0, 7), (1, 8)):
        match.extend(match.next_entries(seat, number))
    return match


def enter(match, seat, face):
    match.extend([match.enter_entry(seat, FIRST_ROLL + face - 1)])


def loaded(_game, **settings):
    return st.Game(LEDGER, **settings)


def ended():
    """A finished match: three dice were drawn, five entered, one of them by Bob and one taken back."""
    match = ledger(
        replace(
            LEDGER,
            rules=replace(LEDGER.rules, settings=SPEC.rules.settings),
        )
    )
    enter(match, 0, 6)
    match.extend([match.undo_entry(0, 2)])
    for turn in range(7):
        if turn < 3:
            match.extend([match.roll_entry()])
        else:
            enter(match, int(turn == 6), 2)
        match.extend(match.next_entries(match.to_move, PASS))
    match.extend([match.resign_entry(0)])
    return match


def unconfirmed(face=5):
    """A match whose only turn is over, after a die that was entered."""
    match = ledger(turns=1)
    enter(match, 0, face)
    match.extend(match.next_entries(0, PASS))
    return match


def test_an_outcome_waits_until_it_is_drawn_or_entered():
    match = ledger()
    assert (match.to_move, match.ply) == (CHANCE, 2)
    enter(match, 1, 5)
    assert match.entries[-1] == Entry(3, "outcome", 1, FIRST_ROLL + 4, note="entered")
    assert (match.position.state.die, match.to_move) == (5, 0)
    match.extend(match.next_entries(0, PASS))
    match.extend([match.roll_entry()])
    assert match.entries[-1].seat == CHANCE
    assert (match.rolled, match.entered) == (1, (0, 1))


def test_a_drawn_outcome_is_the_one_that_the_secret_gives():
    drawn = {ledger().roll_entry() for _ in range(3)}
    at_once = st.Match(st.Game(LEDGER), SECRET, seats=("Ann", "Bob"))
    for number in (7, 8):
        at_once.play(number)
    assert drawn == {at_once.entries[-1]}


def test_a_match_played_on_its_own_waits_for_nobody():
    match = st.Match(st.Game(LEDGER), SECRET)
    match.play(7)
    assert [entry.kind for entry in match.play(8)] == ["action", "outcome"]


def test_the_log_says_who_entered_it():
    match = ledger()
    enter(match, 1, 5)
    assert [line.told.text for line in match.lines(0)][-1] == "A 5 is rolled. Entered by Bob."
    assert match.entries[-1].words(match.game) == "roll a 5, entered by seat 1"


def test_at_other_tables_an_entered_outcome_is_refused():
    match = ledger(SPEC)
    before = match.position.digest()
    for attempt in (match.roll_entry, lambda: match.enter_entry(0, FIRST_ROLL)):
        with pytest.raises(MatchError, match="only in the companion for a real table"):
            attempt()
    with pytest.raises(MatchError):
        match.extend([Entry(len(match.entries) + 1, "outcome", 0, FIRST_ROLL, note="entered")])
    assert match.position.digest() == before


def test_what_no_die_can_show_and_what_is_not_due_is_refused():
    match = ledger()
    with pytest.raises(st.IllegalAction, match=r"not what is asked for now\. \(G2\)"):
        match.enter_entry(0, PASS)
    enter(match, 0, 1)
    for attempt in (match.roll_entry, lambda: match.enter_entry(0, FIRST_ROLL)):
        with pytest.raises(MatchError, match=r"^No roll or card is pending\.$"):
            attempt()


def test_the_last_deed_is_taken_back_whoever_did_it():
    match = ledger()
    enter(match, 1, 5)
    assert (match.undo_target(1), match.undo_target(0)) == ((2, True), (2, False))
    match.extend(match.next_entries(0, PASS))
    assert match.undo_target(1) == (3, False)
    match.extend([match.roll_entry()])
    # a drawn die falls again as it fell
    fell, (keep, free) = match.position.state.die, match.undo_target(0)
    assert (keep, free) == (3, False)
    match.extend([match.undo_entry(1, keep)])
    match.extend(match.next_entries(0, PASS))
    match.extend([match.roll_entry()])
    assert match.position.state.die == fell


def test_a_take_back_that_taught_something_is_said_without_a_word_of_practice():
    match = ledger()
    enter(match, 0, 5)
    match.extend([match.undo_entry(0, 2, learned=True)])
    assert match.lines(0)[-1].told.text == "Ann took back to position 2, knowing more than before."
    assert not match.practice


def test_after_the_end_nothing_is_taken_back():
    match = ended()
    before = match.file()
    assert (match.undo_target(0), match.undo_target(1)) == (None, None)
    with pytest.raises(MatchError, match=r"^The match is over\.$"):
        match.undo_entry(1, 2)
    for late in (Entry(20, "undo", 1, keep=2), Entry(20, "resign", 1), Entry(20, "action", 0, PASS)):
        with pytest.raises(MatchError, match="Entry 20 comes after the end of the match"):
            match.extend([late])
    assert match.file() == before
    # nor by a file, in which dice that are known by now could be rolled
    *lines, last = before.splitlines()
    undone = json.loads(lines[-1]) | {"seq": 20, "kind": "undo", "seat": 1, "keep": 2}
    with pytest.raises(MatchError, match="Entry 20 comes after the end of the match"):
        read("\n".join([*lines, json.dumps(undone), last]), loaded)


def test_a_file_keeps_what_was_entered_and_by_whom():
    text = ended().file()
    again = read(text, loaded)
    assert (again.rolled, again.entered) == (3, (4, 1))
    line = json.loads(text.splitlines()[3])
    assert (line["note"], line["seat"], line["text"]) == ("entered", 0, "roll a 6, entered by seat 0")


def test_an_entered_die_of_a_game_of_its_own_spoils_its_file():
    with pytest.raises(MatchError, match="Line 4: At this table every die"):
        read(ended().file(), lambda _game, **settings: st.Game(SPEC, **settings))


def test_a_drawn_die_cannot_be_passed_off_as_another():
    lines = ended().file().splitlines()
    at = next(n for n, line in enumerate(lines) if '"seat":-1' in line)
    entry = json.loads(lines[at])
    lines[at] = json.dumps(entry | {"action": FIRST_ROLL + (entry["action"] - FIRST_ROLL + 1) % 6})
    with pytest.raises(MatchError, match=f"Line {at + 1}: the secret gives the outcome"):
        read("\n".join(lines), loaded)


@pytest.mark.parametrize(
    "wrong",
    [
        Entry(3, "outcome", -1, FIRST_ROLL, note="entered"),
        Entry(3, "outcome", 0, FIRST_ROLL),
        Entry(3, "outcome", 0, FIRST_ROLL, note="learned"),
        Entry(3, "outcome", 0, FIRST_ROLL, keep=1, note="entered"),
        Entry(3, "action", 0, FIRST_ROLL, note="entered"),
        Entry(3, "undo", 0, keep=1, note="entered"),
    ],
)
def test_an_entry_that_says_too_much_is_refused(wrong):
    with pytest.raises(MatchError):
        ledger().extend([wrong])


def test_the_last_entry_of_a_match_can_be_corrected_until_it_is_finished():
    match = unconfirmed()
    assert (match.to_move, match.over, match.unconfirmed) == (OVER, False, True)
    assert match.undo_target(0) == (3, True)
    match.extend([match.undo_entry(0, 3)])
    assert (match.to_move, match.unconfirmed) == (0, False)
    match.extend(match.next_entries(0, FIRST_GUESS + 8))
    assert (match.score, match.over) == ((1.0, -1.0), False)
    match.extend([match.finish_entry(1)])
    assert (match.over, match.score, match.undo_target(0)) == (True, (1.0, -1.0), None)
    assert match.lines(0)[-1].told.text == "Bob finished the match."
    with pytest.raises(MatchError, match=r"^The match is over\.$"):
        match.undo_entry(0, 2)
    late = len(match.entries) + 1
    for entry in (Entry(late, "undo", 1, keep=2), Entry(late, "finish", 0), Entry(late, "resign", 1)):
        with pytest.raises(MatchError, match=f"Entry {late} comes after the end of the match"):
            match.extend([entry])


def test_until_a_match_is_finished_nothing_is_shown_of_what_is_hidden():
    match = unconfirmed()
    for viewer, known in ((0, [8, HIDDEN]), (1, [HIDDEN, 9]), (SPECTATOR, [HIDDEN, HIDDEN])):
        view = match.view(match.position, viewer)
        assert (view.over, view.state.secret.tolist()) == (True, known)
        # the log ends with how it ended
        said = [line.told.text for line in match.lines(viewer)]
        assert said[-1] == "Left passes. Nobody guessed it."
        assert said[0] == ("Left picks 7." if viewer == 0 else "Left picks a number.")
    with pytest.raises(MatchError, match="export the match once it is over"):
        match.file()
    match.extend([match.finish_entry(0)])
    assert match.view(match.position, 1).state.secret.tolist() == [8, 9]
    assert match.lines(1)[0].told.text == "Left picks 7."


def test_what_taught_nothing_is_corrected_freely_at_the_end_too():
    match = ledger(turns=1)
    enter(match, 0, 5)
    before = match.ply
    match.extend(match.next_entries(0, PASS))
    drawn = records.new(rng.STREAM, 8)
    for n in range(8):
        drawn[n] = stream(n)
    assert match.fixes(0, before, drawn)
    match.extend([match.undo_entry(0, before)])
    # a wrong guess tells what the other number is not
    match.extend(match.next_entries(0, FIRST_GUESS + 1))
    assert match.unconfirmed
    assert not match.fixes(0, before, drawn)


def test_only_an_end_by_the_rules_is_finished_and_nothing_else_follows_it():
    match = ledger(turns=1)
    with pytest.raises(MatchError, match="has not reached its end yet"):
        match.finish_entry(0)
    with pytest.raises(MatchError, match="Entry 3 finishes a match that has not reached its end"):
        match.extend([Entry(3, "finish", 0)])
    other = st.Match(st.Game(SPEC, turns=1), SECRET)
    while not other.over:
        other.play(7 if other.ply < 2 else PASS)
    with pytest.raises(MatchError, match=r"^The match is over\.$"):
        other.finish_entry(0)
    match = unconfirmed()
    with pytest.raises(MatchError, match="finish it, or undo the last entry"):
        match.resign_entry(0)
    with pytest.raises(MatchError, match="Entry 5 resigns a match that is already over"):
        match.extend([Entry(5, "resign", 0)])
    with pytest.raises(MatchError, match="Entry 5 has values that this kind of entry cannot have"):
        match.extend([Entry(5, "finish", CHANCE)])


def test_a_match_played_on_its_own_is_finished_at_its_end():
    match = st.Match(st.Game(LEDGER, turns=1), SECRET)
    while not match.over:
        match.play(7 if match.ply < 2 else PASS)
    assert [entry.kind for entry in match.entries] == ["action", "action", "outcome", "action", "finish"]


def test_a_file_keeps_who_finished_the_match_and_needs_no_rules_for_that():
    match = unconfirmed()
    match.extend([match.finish_entry(1)])
    text = match.file()
    assert read(text, loaded).file() == text
    lines = text.splitlines()
    assert json.loads(lines[-2])["text"] == "seat 1 finishes the match"
    check_record(text)
    # nothing comes after it, with rules and without
    late = json.dumps(
        json.loads(lines[-2]) | {"seq": 6, "kind": "undo", "keep": 2, "text": "seat 1 takes back to 2"}
    )
    for check in (lambda text: read(text, loaded), check_record):
        with pytest.raises(MatchError, match=r"(?i)entry 6 comes after the end of the match"):
            check("\n".join([*lines[:-1], late, lines[-1]]))


def test_a_file_from_before_ends_were_confirmed_is_of_a_finished_match():
    match = unconfirmed()
    match.settle()
    assert match.over
    text = match.file()
    assert '"finish"' not in text
    again = read(text, loaded)
    assert (again.over, again.file()) == (True, text)
    # a match that still runs is not settled by that
    running = ledger(turns=1)
    running.settle()
    assert not running.over
