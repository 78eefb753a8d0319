"""What a broken block is, and what is placed out of sight, is nowhere in what the others get (T1.5, T2.5)."""

from collections.abc import Iterator
from itertools import chain, islice

import pytest

from sandtable import SPECTATOR, stream
from sandtable.engine.game import Position
from sandtable.games.rout.rules.knowledge import history
from sandtable.games.rout.rules.turns import forget_flick
from tests.knowledge.rout.play import (
    NOTHING,
    VARIANTS,
    hidden,
    match,
    possible,
    stirred,
    whats,
    with_whats,
)
from tests.knowledge.views import VIEWERS, faces, line_and_after
from tests.markers import quick
from tests.rules.rout.board import Board, board, dealt

MOST = 6
HAND = ["archer", "cavalry", "pike"]


def swaps(position: Position, viewer: int) -> list[Position]:
    """Some positions that differ in nothing but what the viewer may not know."""
    blocks = hidden(position, viewer)
    lots = islice(sorted(possible(position, viewer)), MOST)
    return [with_whats(stirred(position, viewer), blocks, lot) for lot in lots]


def matches(seed: int, variant: int) -> Iterator[tuple[Position, int]]:
    return chain.from_iterable(match(seed, number, variant) for number in range(2))


@pytest.mark.parametrize("variant", quick(1, of=range(len(VARIANTS))))
# a spectator must not see more than either player, so the quick tests look with his eyes
@pytest.mark.parametrize("viewer", quick(SPECTATOR, of=VIEWERS))
def test_whatever_is_broken_a_viewer_sees_the_same(variant: int, viewer: int) -> None:
    compared = 0
    for position, _ in matches(101, variant):
        if position.phase == "place" or position.over or position.ply % 3:
            continue
        seen, chances = faces(position, viewer), position.chances()
        for other in swaps(position, viewer):
            assert faces(other, viewer) == seen
            assert other.chances() == chances
            compared += other != position
    assert compared > 20


@pytest.mark.parametrize("variant", quick(1, of=range(len(VARIANTS))))
def test_whatever_is_broken_a_viewer_reads_the_same_until_he_sees_it(variant: int) -> None:
    compared = revealed = 0
    for position, action in matches(102, variant):
        if position.phase == "place" or action < 0:
            continue
        for viewer in VIEWERS:
            others = [other for other in swaps(position, viewer) if other.refusal(action) is None]
            line, after = line_and_after(position, action, viewer)
            for other in others:
                text, seen = line_and_after(other, action, viewer)
                assert (text == line) or seen != after
                compared += other != position
                revealed += seen != after
    assert compared > 60
    assert 0 < revealed < compared / 2


@pytest.mark.parametrize("variant", quick(1, of=range(len(VARIANTS))))
def test_a_file_of_the_position_tells_spectators_nothing(variant: int) -> None:
    made = 0
    for position, action in matches(103, variant):
        spec, setup = position.game.spec, position.game.setup
        names = spec.table.exported(setup, position.view(SPECTATOR).state)
        kind = "" if action < 0 else position.game.unpack(action).kind
        if position.ply % 4 or not names or kind not in ("move", "melee", "range"):
            continue
        for other in [position, *swaps(position, SPECTATOR)[:2]]:
            view = other.view(SPECTATOR).state
            files = {spec.table.exports[name](setup, view, {"action": str(action)}).data for name in names}
            if other is position:
                wanted = files
            assert files == wanted
            made += len(files)
    assert made > 5


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_view_knows_what_it_may_and_no_more(variant: int) -> None:
    forgotten = 0
    for position, _ in match(104, 0, variant):
        if position.phase == "place":
            continue
        for viewer in VIEWERS:
            view, unknown = position.view(viewer), hidden(position, viewer)
            assert [n for n, what in enumerate(whats(view)) if what == NOTHING] == unknown
            opened = with_whats(view, unknown, tuple(whats(position)[n] for n in unknown))
            known = position.copy()
            if position.state.last_ply <= history(position.game.setup, position.state, viewer):
                forget_flick(known.state)
                forgotten += position.state.was_count > 0
            opened.state.was[:] = known.state.was
            assert opened == known
            was = view.state.was[: view.state.was_count]
            assert all(
                (b.side < 0) == bool(b.broken and not (unknown_to(position, viewer, int(t.side))))
                for b, t in zip(was, known.state.was, strict=False)
            )
    assert forgotten > 10


def unknown_to(position: Position, viewer: int, side: int) -> bool:
    """Whether a viewer knows the broken blocks of a side."""
    return position.game.settings["broken_shown"] == "owner" and side == viewer


def placing(**settings: object) -> Board:
    return dealt(HAND, HAND, **{"width": 600, "height": 600, **settings})


def test_blocks_are_placed_out_of_sight() -> None:
    views: list[list[object]] = []
    for places in (
        ("archer at 100 by 50", "pike at 300 by 90"),
        ("pike at 500 by 260", "cavalry at 60 by 80"),
    ):
        t = placing()
        views.append([])
        for place in places:
            action = t.position.game.parse(f"place {place} turned 0 deg")
            assert [t.position.observed_action(viewer, action) for viewer in VIEWERS] == [action, -1, -1]
            views[-1] += [line_and_after(t.position, action, viewer) for viewer in (1, SPECTATOR)]
            t.position.play(action)
            views[-1] += [faces(t.position, viewer) for viewer in (1, SPECTATOR)]
    assert views[0] == views[1]


def test_a_line_up_out_of_sight_is_not_told() -> None:
    told = {}
    for name in ("line", "wedge"):
        t = placing()
        action = t.position.game.parse(f"line up as {name}")
        told[name] = [line_and_after(t.position, action, viewer) for viewer in (1, SPECTATOR)]
        t.position.play(action)
        told[name] += [faces(t.position, viewer) for viewer in (1, SPECTATOR)]
        # the last to place has nothing to hide any more
        assert t.position.to_move == 1
        last = t.position.game.parse("line up as wedge")
        assert {t.position.observed_action(viewer, last) for viewer in VIEWERS} == {last}
    assert told["line"] == told["wedge"]


def test_in_turn_everybody_sees_what_is_placed() -> None:
    t, rng = placing(placing="in_turn"), stream(105)
    while t.phase == "place":
        action = t.position.sample(rng)
        assert {t.position.observed_action(viewer, action) for viewer in VIEWERS} == {action}
        t.position.play(action)
        assert all(t.position.view(viewer) == t.position for viewer in VIEWERS)


def test_what_a_seat_waits_to_place_is_its_own_business() -> None:
    # the other's hand is dealt in the open, but how much of which kind is left is not
    t = placing().play("place pike at 300 by 90 turned 0 deg")
    assert [t.scene(viewer)["waiting"] for viewer in VIEWERS] == [[1, 1, 0], [1, 1, 1], None]
    assert t.position.view(1).state.waiting.tolist() == [[0, 0, 0], [1, 1, 1]]


def test_a_blow_can_tell_what_a_broken_block_is_and_then_all_see_it() -> None:
    # a broken block is brushed aside, behind it stands an enemy: he breaks only if the first was no enemy
    ivory, ink = {"pike": "300 100 up", "archer": "100 100"}, {"archer": "320 300", "pike": "100 500"}
    played = []
    for broken in ("own", "enemy"):
        armies = [{**ivory}, {**ink}]
        armies[broken == "enemy"]["cavalry"] = "262 180 broken"
        armies[broken == "own"]["cavalry"] = "500 500 broken"
        t = board(*armies, width=600, height=600).draw("pike")
        before = [t.position.view(viewer) for viewer in VIEWERS]
        t.tell(t.flicking("melee", t.number("Ivory pike"), "north", 3.0, ""))
        played.append((before, t.state_of("Ink archer"), [t.last(viewer) for viewer in VIEWERS]))
    (own, first, lines), (enemy, second, other_lines) = played
    assert own == enemy
    assert (first, second) == ("broken", "whole")
    assert len(set(lines)) == len(set(other_lines)) == 1
    assert lines != other_lines
