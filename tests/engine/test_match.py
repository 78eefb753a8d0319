"""A match: its log, take-backs, resignation, and what each viewer reads."""

from dataclasses import replace

import pytest

import sandtable as st
from sandtable.authoring import rng
from sandtable.engine.match import Entry, MatchError, asked
from sandtable.engine.matchfile import transcript
from tests.changed import changed
from tests.fixtures import connect_four, hide_and_seek
from tests.fixtures.hide_and_seek import rules as seek

SECRET = bytes(range(32))


def hiding(*places):
    """A match of hide and seek with these hiding places."""
    match = st.Match(st.Game(hide_and_seek.SPEC), SECRET)
    for place in places:
        match.play(place)
    return match


def finished(game=None, seed=0):
    """A random match, played to its end."""
    match = st.Match(game or st.Game(hide_and_seek.SPEC), SECRET, seats=("Ann", "Bob"))
    rng = st.stream(seed)
    match.begin()
    while not match.over:
        match.play(match.position.sample(rng))
    return match


def test_entries_count_from_one_and_outcomes_follow_actions():
    match = hiding(0, 1)
    assert [(entry.seq, entry.kind, entry.seat) for entry in match.entries] == [
        (1, "action", 0),
        (2, "action", 1),
        (3, "outcome", st.CHANCE),
    ]
    assert match.position.phase == "seek"


def test_the_log_is_the_match():
    match = finished()
    again = st.Match(match.game, SECRET)
    again.extend(match.entries)
    assert again.position == match.position
    assert again.score == match.score
    assert match.game.replay(match.moves) == match.position


def test_outcomes_depend_on_secret_and_table_only():
    assert finished().entries == finished().entries
    tables = {tuple(e.action for e in st.Match(finished().game, SECRET, str(n)).play(0)) for n in range(3)}
    assert tables == {(0,)}


def test_drawn_outcomes_have_their_weights():
    game = st.Game(hide_and_seek.SPEC)
    tosses = 0
    for table in range(2000):
        match = st.Match(game, SECRET, str(table))
        match.play(0)
        match.play(0)
        tosses += match.entries[-1].action == seek.TOSSES
    # a quarter of 2000, five standard deviations wide
    assert abs(tosses - 500) < 97


def test_an_illegal_action_changes_nothing():
    match = hiding(0)
    digest = match.position.digest()
    with pytest.raises(st.IllegalAction, match=r"not the time for that\. \(H1\)") as raised:
        match.play(seek.SEEKS)
    assert raised.value.reason.clause == "H1"
    with pytest.raises(st.IllegalAction, match=r"^There is no action 99\.$"):
        match.play(99)
    assert match.position.digest() == digest
    assert len(match.entries) == 1


def test_only_the_seat_to_move_may_play():
    with pytest.raises(MatchError, match="It is not your turn"):
        hiding().next_entries(1, 0)


def test_a_match_begins_with_the_outcomes_that_nobody_chooses_and_only_once():
    match = st.Match(st.load("rout"), SECRET)
    first = match.opening_entries()
    assert [entry.kind for entry in first] == ["outcome"] * len(first) != []
    assert match.begin() == match.entries == first
    assert match.begin() == []
    assert match.to_move >= 0
    assert match.opening_entries() == []
    assert st.Match(st.Game(connect_four.SPEC), SECRET).opening_entries() == []


def test_actions_that_do_not_fit_are_not_replayed():
    game = st.Game(connect_four.SPEC)
    with pytest.raises(st.IllegalAction):
        game.replay([3, 3, 3, 3, 3, 3, 3])
    assert game.replay([3]) == game.start().play(3)


def test_the_position_after_new_entries_is_known_before_they_are_added():
    match = st.Match(st.Game(hide_and_seek.SPEC), SECRET, seats=("Ann", "Bob"))
    for seat, action in ((0, 0), (1, 2)):
        new = match.next_entries(seat, action)
        foreseen = match.digest_after(new)
        match.extend(new)
        assert foreseen == match.position.digest()
    back = [match.undo_entry(0, 1)]
    assert match.digest_after(back) == match.at(1).digest()
    given_up = [match.resign_entry(1)]
    assert match.digest_after(given_up) == match.position.digest()
    match.extend(back)
    assert match.position.digest() == match.digest_after(back)


def test_next_entries_changes_nothing():
    match = hiding(0)
    assert len(match.next_entries(1, 2)) == 2
    assert match.ply == 1


def tossed(table, *plays, draws=rng.VERSION):
    """The outcomes of both tosses where seat 1 hides, takes that back and hides again."""
    match = st.Match(st.Game(hide_and_seek.SPEC), SECRET, str(table), draws=draws)
    match.play(0)
    outcomes = []
    for place in plays:
        outcomes.append(match.play(place)[-1].action)
        match.extend([match.undo_entry(1, 1)])
    return outcomes


def test_the_same_decision_meets_the_same_outcome():
    again = [tossed(table, 1, 1, 1) for table in range(40)]
    assert all(len(set(outcomes)) == 1 for outcomes in again)
    assert len({outcomes[0] for outcomes in again}) == 2
    # where one hides is hidden, so it moves no dice
    assert [tossed(table, 1, 2) for table in range(40)] == [tossed(table, 1, 1) for table in range(40)]
    # of old an outcome hung on the number of its entry
    of_old = [tossed(table, 1, 1, draws=1) for table in range(40)]
    assert 0 < sum(first != second for first, second in of_old) < 40


def test_another_decision_that_all_can_see_is_another_event():
    game, chains = st.Game(connect_four.SPEC), set()
    for columns in ((1, 2), (2, 1), (1, 1)):
        match = st.Match(game, SECRET)
        for column in columns:
            match.play(column)
        chains.add(match.chain)
    assert len(chains) == 3


def test_what_a_computer_draws_from_hangs_on_what_stands():
    match = hiding(0, 1)
    seeds = match.seed(0), match.seed(1)
    match.extend([match.undo_entry(1, 1)])
    assert match.seed(0) not in seeds
    match.play(1)
    assert (match.seed(0), match.seed(1)) == seeds
    assert len(set(seeds)) == 2
    assert hiding(1, 1).seed(0) in seeds


def test_a_take_back_that_keeps_what_was_learned_makes_it_practice():
    match = hiding(0, 1)
    match.extend([match.undo_entry(1, 1)])
    assert not match.practice
    match.play(1)
    match.extend([match.undo_entry(1, 1, learned=True)])
    assert match.practice
    assert match.entries[-1].words(match.game) == "seat 1 takes back to 1, having learned something"
    assert match.lines(0)[-1].told.text.endswith("knowing more than before: this match is for practice.")
    with pytest.raises(MatchError, match="Entry 8 has values that this kind of entry cannot have"):
        match.extend([Entry(8, "action", 1, 0, note="learned")])


def test_a_hint_changes_nothing_but_makes_it_practice():
    match, plain = hiding(0), hiding(0)
    match.extend([match.hint_entry(1)])
    assert (match.practice, match.relearned, plain.practice) == (True, False, False)
    assert (match.ply, match.position, match.seed(1)) == (plain.ply, plain.position, plain.seed(1))
    assert match.entries[-1].words(match.game) == "seat 1 asks for a hint"
    assert match.lines(0)[-1].told.text == "Seat 1 asked for a hint."
    # dice and undo go on as without it
    for one in (match, plain):
        one.play(1)
    assert (match.moves, match.chain) == (plain.moves, plain.chain)
    match.extend([match.undo_entry(1, 1)])
    assert match.hint_at(1, -1) in match.hints
    assert match.hint_at(1, 0) not in match.hints


def test_a_hint_is_about_an_action_or_several():
    assert (asked([]), asked([5])) == (-1, 5)
    assert len({asked([5, 6]), asked([5, 7]), asked([6, 5]), asked([56, 7])}) == 4
    assert 0 <= asked([5, 6]) < 2**52


def test_a_hint_is_for_the_seat_to_move():
    match = hiding(0)
    with pytest.raises(MatchError, match="It is not your turn"):
        match.hint_entry(0)
    with pytest.raises(MatchError, match="Entry 2 was not made by the seat to move"):
        match.extend([Entry(2, "hint", 0)])
    for wrong in (Entry(2, "hint", 1, -2), Entry(2, "hint", 1, keep=0), Entry(2, "hint", 1, note="learned")):
        with pytest.raises(MatchError, match="Entry 2 has values that this kind of entry cannot have"):
            match.extend([wrong])
    match.extend([match.resign_entry(1)])
    with pytest.raises(MatchError, match="The match is over"):
        match.hint_entry(1)


def test_a_take_back_keeps_the_log_and_goes_on_with_new_numbers():
    match = hiding(0, 1)
    match.extend([match.undo_entry(1, 1)])
    assert (match.ply, match.to_move, len(match.entries)) == (1, 1, 4)
    match.play(1)
    assert [entry.seq for entry in match.entries] == [1, 2, 3, 4, 5, 6]
    assert match.moves[:2] == [0, 1]


@pytest.mark.parametrize(("alike", "times"), [(True, 5), (False, 8)])
def test_what_all_read_alike_is_told_once(alike, times):
    told = []

    def tell(setup, before, action, after):
        told.append((action, [int(place) for place in after.place]))
        return hide_and_seek.SPEC.presentation.tell(setup, before, action, after)

    match = st.Match(
        st.Game(
            replace(
                hide_and_seek.SPEC,
                presentation=replace(hide_and_seek.SPEC.presentation, tell=tell, shared_log=alike),
            )
        ),
        SECRET,
    )
    match.play(0)
    match.play(2)
    lines = [match.lines(viewer) for viewer in (0, 1, st.SPECTATOR)]
    # a place to hide in is known to its own seat; the toss is in everybody's log, as far as a spectator knows it
    assert len(told) == times
    assert (seek.TOSSES + 1, [seek.NOWHERE, seek.NOWHERE]) in told
    assert [[line.told.text for line in of] for of in lines] == [
        [line.told.text for line in hiding(0, 2).lines(viewer)] for viewer in (0, 1, st.SPECTATOR)
    ]


@pytest.mark.parametrize("game", ["assault", "optio"])
def test_a_match_at_rest_goes_on_as_if_it_had_not_rested(game):
    made, rng = st.load(game), st.stream(4)
    awake, rested = st.Match(made, SECRET), st.Match(made, SECRET)
    awake.begin()
    rested.extend(awake.entries)
    viewers = (0, 1, st.SPECTATOR)
    while awake.ply < 70:
        rested.extend(awake.play(awake.position.sample(rng)))
        for viewer in viewers:
            awake.lines(viewer)
        if awake.ply % 7 == 0:
            # what was read before is let go too
            rested.lines(0)
            rested.rest()
            assert len(rested._positions) <= rested.ply // 16 + 2
    taken = awake.undo_entry(0, 50, learned=True)
    for match in (awake, rested):
        match.extend([taken])
    rested.rest()
    assert [rested.lines(viewer) for viewer in viewers] == [awake.lines(viewer) for viewer in viewers]
    rested.rest()
    assert [rested.at(ply) for ply in (37, 3, 50, 49, 16)] == [awake.at(ply) for ply in (37, 3, 50, 49, 16)]
    assert rested.position == awake.position
    assert rested.undo_target(1) == awake.undo_target(1)
    assert rested.play(move := awake.position.sample(rng)) == awake.play(move)
    assert rested.chain == awake.chain


def test_what_happens_beside_the_board_is_told_by_names():
    match = st.Match(st.Game(hide_and_seek.SPEC), SECRET, seats=("Ann", "Bob"))
    match.play(0)
    match.extend([match.undo_entry(0, 0)])
    match.play(1)
    match.extend([match.resign_entry(1)])
    lines = match.lines(1)
    assert [(line.told.kind, line.ply) for line in lines] == [
        ("hide", 1),
        ("undo", 0),
        ("hide", 1),
        ("resign", 1),
    ]
    assert [lines[n].told.text for n in (1, 3)] == ["Ann took back to position 0.", "Bob resigned."]
    assert [entry.words(match.game) for entry in match.entries] == [
        match.game.describe(0),
        "seat 0 takes back to 0",
        match.game.describe(1),
        "seat 1 resigns",
    ]
    # the number of the entry that led to each position: what was taken back leads nowhere
    assert [match.number_of(ply) for ply in (0, 1)] == [0, 3]
    assert (match.score, match.to_move, match.undo_target(0)) == ((1.0, -1.0), st.OVER, None)


def test_a_take_back_to_nowhere_is_refused():
    with pytest.raises(MatchError, match="positions 0 to 1, not 5"):
        hiding(0).undo_entry(0, 5)


def test_undo_target_is_free_until_a_die_or_the_other():
    match = st.Match(st.Game(connect_four.SPEC), SECRET)
    assert match.undo_target(0) is None
    match.play(3)
    assert match.undo_target(0) == (0, False)
    match.play(4)
    assert match.undo_target(0) == (0, False)
    assert match.undo_target(1) == (1, False)


def test_an_answer_is_given_at_once_where_everybody_sees_that_there_is_no_other():
    spec = changed(connect_four.SPEC, open_choice=lambda _setup, _view: True)
    game = st.Game(spec, columns=4)
    for seed in range(40):
        match, moves = st.Match(game, SECRET), st.stream(seed)
        while not match.over:
            before, action = match.position, match.position.sample(moves)
            seat, alone = before.to_move, match.next_entries(before.to_move, action)
            made = match.next_entries(seat, action, answered=(0, 1))
            assert made[: len(alone)] == alone
            assert match.next_entries(seat, action, answered=(seat,)) == alone
            match.extend(made)
            # after its own decision, a seat is never answered for
            assert [entry.seat for entry in made] == [seat, 1 - seat][: len(made)]
            after = before.copy().play(action)
            assert (len(made) == 2) == (after.to_move >= 0 and after.forced() is not None)
            if len(made) == 2 and not match.over:
                # nobody has decided anything since
                assert match.undo_target(seat) == (before.ply, True)
                return
    pytest.fail("no column was ever the last one that is free")


def test_a_resignation_loses():
    match = hiding(0, 1)
    match.extend([match.resign_entry(0)])
    assert (match.over, match.to_move, match.score) == (True, st.OVER, (-1.0, 1.0))
    with pytest.raises(MatchError, match="The match is over"):
        match.resign_entry(1)
    with pytest.raises(MatchError, match="The match is over"):
        match.play(0)


def test_entries_must_follow_each_other():
    match = hiding(0)
    with pytest.raises(MatchError, match="Entry 2 is expected here, not entry 5"):
        match.extend([Entry(5, "action", 1, 0)])
    with pytest.raises(MatchError, match="not made by the seat to move"):
        match.extend([Entry(2, "action", 0, 0)])


@pytest.mark.parametrize(("viewer", "mine", "other"), [(0, 0, 1), (1, 1, 0)])
def test_a_seat_reads_its_own_secret_and_not_the_others(viewer, mine, other):
    lines = hiding(0, 2).lines(viewer)
    places = ["in the barn", "in the well"]
    assert lines[mine].told.text == f"Seat {mine} hides {places[mine]}."
    assert lines[other].told.text == f"Seat {other} hides."


def test_a_spectator_reads_no_secret():
    assert [line.told.text for line in hiding(0, 2).lines(st.SPECTATOR)][:2] == [
        "Seat 0 hides.",
        "Seat 1 hides.",
    ]


def test_taken_back_entries_stay_readable():
    match = hiding(0, 1)
    one_by_one = list(match.lines(1))
    match.extend([match.undo_entry(0, 0)])
    match.play(2)
    one_by_one += match.lines(1)[len(one_by_one) :]
    match._told.clear()
    kinds = [line.told.kind for line in match.lines(0)]
    assert kinds == ["hide", "hide", "toss", "undo", "hide"]
    assert [line.ply for line in match.lines(0)] == [1, 2, 3, 0, 1]
    # lines read one by one as they come are the same as those read all at once
    assert list(match.lines(1)) == one_by_one


def test_a_transcript_has_a_line_an_entry():
    match = finished()
    lines = transcript(match)
    assert len(lines) == len(match.entries)
    assert lines[-1].split()[0] == str(len(match.entries))


# who, action, keep and note of entries that say what their kind says and no more, and of others
PLAIN = {
    "action": [(0, 5, -1, ""), (1, 5, -1, "")],
    "outcome": [(st.CHANCE, 5, -1, ""), (0, 5, -1, "entered"), (1, 5, -1, "entered")],
    "undo": [(0, -1, 4, ""), (1, -1, 4, "learned")],
    "resign": [(0, -1, -1, ""), (1, -1, -1, "")],
}
NOT_PLAIN = {
    "action": [(0, 5, 4, ""), (0, 5, -1, "learned"), (0, 5, -1, "entered")],
    "outcome": [(st.CHANCE, 5, 4, ""), (st.CHANCE, 5, -1, "entered"), (0, 5, -1, "learned")],
    "undo": [(st.CHANCE, -1, 4, ""), (0, 5, 4, ""), (0, -1, 4, "entered")],
    "resign": [(st.CHANCE, -1, -1, ""), (0, 5, -1, ""), (0, -1, 4, ""), (0, -1, -1, "entered")],
}


@pytest.mark.parametrize("kind", PLAIN)
def test_an_entry_has_what_its_kind_uses_and_no_more(kind):
    assert [each for each in PLAIN[kind] if not Entry(1, kind, *each).is_plain()] == []
    assert [each for each in NOT_PLAIN[kind] if Entry(1, kind, *each).is_plain()] == []
