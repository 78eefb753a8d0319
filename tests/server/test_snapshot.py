"""What a snapshot lists and says, piece by piece."""

from types import SimpleNamespace

import pytest

from sandtable.actions import Actions, Kind
from sandtable.server import snapshot


def view_of(listed, partial, *counts):
    """A view that lists these actions, of kinds with so many actions each."""
    kinds = Actions(*[Kind(f"kind {n}", f"kind {n} {{it}}", it=count) for n, count in enumerate(counts)])
    game = SimpleNamespace(spec=SimpleNamespace(actions=kinds))
    return SimpleNamespace(actions=lambda: list(listed), partial=partial, game=game)


@pytest.mark.parametrize(("count", "one_by_one"), [(1, True), (100, True), (101, False)])
def test_up_to_a_hundred_choices_are_told_one_by_one(monkeypatch, count, one_by_one):
    monkeypatch.setattr(snapshot, "_choice", lambda view, seat, action: (seat, action))
    made = SimpleNamespace(many=[], legal=[])
    snapshot._list_choices(made, view_of(range(count), (), 500), 1)
    assert made.many == ([] if one_by_one else list(range(count)))
    assert made.legal == ([(1, action) for action in range(count)] if one_by_one else [])


def test_of_a_kind_with_many_examples_none_is_listed():
    # of the first kind 24 of 50, of the second 25, of the third all three
    listed = [*range(24), *range(50, 75), *range(100, 103)]
    assert snapshot._beside_examples(view_of(listed, ("kind 1",), 50, 50, 3)) == [*range(24), 100, 101, 102]


@pytest.mark.parametrize(
    ("kind", "note", "text"),
    [
        ("join", "Bob", "Bob sits down."),
        ("offer", "undo", "Ann asks to take back the last decision."),
        ("offer", "rematch", "Ann asks for a rematch."),
        ("decline", "", "Ann says no."),
        ("rematch", "", "There is a rematch, sides swapped."),
    ],
)
def test_what_happens_beside_the_board_is_told(kind, note, text):
    event = SimpleNamespace(seq=9, seat=1, kind=kind, note=note)
    told = snapshot._beside(SimpleNamespace(names=["Eve", "Ann"]), event, 4)
    assert (told.seq, told.ply, told.seat, told.kind, told.text) == (9, 4, 1, kind, text)
