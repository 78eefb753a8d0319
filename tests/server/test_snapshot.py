"""What a snapshot lists and says, piece by piece."""

from types import SimpleNamespace

import pytest

from sandtable.authoring import Actions, Kind, TablePolicy
from sandtable.server.problems import ApiError
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables import snapshot
from sandtable.server.tables.numbering import Numbering
from sandtable.server.tables.table import Shut


def view_of(listed, partial, *counts):
    """A view that lists these actions; each kind has as many actions as `counts` says."""
    kinds = Actions(*[Kind(f"kind {n}", f"kind {n} {{it}}", it=count) for n, count in enumerate(counts)])
    spec = SimpleNamespace(rules=SimpleNamespace(actions=kinds), presentation=SimpleNamespace(client=True))
    game = SimpleNamespace(spec=spec, unpack=kinds.unpack)
    return SimpleNamespace(actions=lambda: list(listed), partial=partial, game=game)


def table_with(view):
    """A table without secrets, on whose position every viewer has this view."""
    match = SimpleNamespace(position=view, view=lambda position, viewer: position, waits=False)
    return SimpleNamespace(match=match)


@pytest.mark.parametrize(("count", "one_by_one"), [(1, True), (100, True), (101, False)])
def test_up_to_a_hundred_choices_are_told_one_by_one(monkeypatch, count, one_by_one):
    monkeypatch.setattr(snapshot, "choice", lambda view, seat, action: (seat, action))
    made = SimpleNamespace(many=[], legal=[])
    snapshot._list_choices(made, table_with(view_of(range(count), (), 500)), 1)
    assert made.many == ([] if one_by_one else list(range(count)))
    assert made.legal == ([(1, action) for action in range(count)] if one_by_one else [])


def test_of_a_kind_with_many_examples_none_is_listed():
    # of the first kind 24 of 50, of the second 25, of the third all three
    listed = [*range(24), *range(50, 75), *range(100, 103)]
    view = view_of(listed, ("kind 1",), 50, 50, 3)
    assert snapshot._beside_examples(view, listed) == [*range(24), 100, 101, 102]


def test_without_a_client_of_its_own_all_examples_are_listed_and_the_kinds_that_are_free(monkeypatch):
    monkeypatch.setattr(snapshot, "choice", lambda view, seat, action: action)
    view = view_of([*range(25), 52], ("kind 1",), 50, 2, 3)
    made = SimpleNamespace(many=[], legal=[], free=[])
    snapshot._list_choices(made, table_with(view), 0)
    assert (made.legal, made.free) == ([52], [])
    view.game.spec.presentation.client = False
    snapshot._list_choices(made, table_with(view), 0)
    assert (made.legal, made.free) == ([*range(25), 52], ["kind 0", "kind 2"])


@pytest.mark.parametrize(
    ("kind", "note", "text"),
    [
        ("join", "Bob", "Bob sits down."),
        ("offer", "undo", "Ann asks to undo their last move."),
        ("offer", "rematch", "Ann asks for a rematch."),
        ("decline", "", "Ann says no."),
        ("offer", "again", "Ann asks for a rematch with the same sides."),
        ("rematch", "", "A rematch starts, with sides swapped."),
        ("again", "", "A rematch starts, with the same sides."),
    ],
)
def test_what_happens_beside_the_board_is_told(kind, note, text):
    event = SimpleNamespace(seq=9, seat=1, kind=kind, note=note)
    table = SimpleNamespace(names=("Eve", "Ann"), sides=("Navy", "Rust"), numbers=Numbering())
    told = snapshot._beside(table, event, 4)
    assert (told.seq, told.ply, told.seat, told.kind, told.text) == (9, 4, 1, kind, text)


def kept_of(*events):
    """What is stored of a match by Ann and Bob at which these things happened."""
    stored = StoredTable("t", "guess", {}, bytes(32), "friend", 1, 1, 1)
    seats = [StoredSeat(seat, "person", name) for seat, name in enumerate(("Ann", "Bob"))]
    numbered = [StoredEvent(seq, *event) for seq, event in enumerate(events, 1)]
    return Shut(stored, seats, numbered, "So.")


def test_what_is_stored_of_a_match_is_told_in_words_and_a_choice_to_who_made_it():
    happened = [
        ("outcome", -1, 3),
        ("action", 0, 0),
        ("action", 1, 7),
        ("undo", 1, -1, 2),
        ("consent", 1, -1, -1, "yes"),
        ("sung", 0),
    ]
    said = [
        "Chance decides.",
        "Ann decides.",
        "Bob decides.",
        "Bob goes back to position 2.",
        "Something that this version does not know.",
    ]

    def told(seat, *more):
        found = snapshot.kept(kept_of(*happened, *more), seat).events
        return [event.text for event in found], [event.action for event in found]

    # the first action has the number 0
    assert told(0) == (said, [None, 0, None, None, None])
    assert told(1) == (said, [None, None, 7, None, None])
    assert told(None) == (said, [None] * 5)
    # of a seat that this version does not know either
    assert told(None, ("sung", 2)) == ([*said, said[-1]], [None] * 6)
    assert told(None, ("resign", 0)) == ([*said, "Ann resigned."], [3, 0, 7, None, None, None])


def table_of(kinds, seqs, over, first):
    """A table whose log has events of these kinds; the n-th position that stands came from entry `seqs[n - 1]`."""
    spec = SimpleNamespace(table=TablePolicy(history_start=lambda setup, state, viewer: first[viewer]))
    match = SimpleNamespace(
        over=over,
        game=SimpleNamespace(spec=spec, setup=None),
        position=SimpleNamespace(state=None),
        number_of=lambda ply: seqs[ply - 1] if ply else 0,
    )
    events = [SimpleNamespace(seq=n, kind=kind) for n, kind in enumerate(kinds, 1)]
    return SimpleNamespace(match=match, events=events)


def test_a_game_may_keep_the_past_of_a_running_match_shut():
    # entries 1 to 3, the third taken back by the fourth, then a fifth; somebody has sat down between
    kinds = ["action", "join", "action", "outcome", "undo", "action"]
    table = table_of(kinds, (1, 2, 5), False, (2, 3, 3))
    assert [snapshot.first_ply(table, seat) for seat in (0, 1, None)] == [2, 3, 3]
    with pytest.raises(ApiError, match="look back to position 3 and no further") as refused:
        snapshot.moment(table, None, 2, eyes=False)
    assert refused.value.status == 403


def test_after_the_end_all_of_it_is_open():
    table = table_of(["action"], (1,), True, (1, 1, 1))
    assert [snapshot.first_ply(table, seat) for seat in (0, 1, None)] == [0, 0, 0]
