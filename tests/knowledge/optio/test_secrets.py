"""What Optio's blocks are is nowhere in what the others get, until they turn up (O1.3, O2.6)."""

import re

import pytest

from sandtable import SPECTATOR
from sandtable.engine.game import Position
from tests.knowledge.optio.play import (
    KINDS,
    STAGES,
    VARIANTS,
    kinds_of,
    known,
    match,
    possible,
    with_kinds,
    with_wish,
)
from tests.knowledge.views import VIEWERS, faces, line_and_after, told
from tests.rules.optio.table import BLOCKS, deal, fresh

OTHERS = ((1, SPECTATOR), (0, SPECTATOR))
FACE = re.compile(r"((?:Navy|Oxblood) [1-6])(?: scouts: it)? is (?:the|a) (army|scout|dummy)\.")
ARMIES = re.compile(r"Both armies are face up, (Navy [1-6]) and (Oxblood [1-6]):")
SHOWN = re.compile(r"shows ((?:Navy|Oxblood) [1-6]): (?:the|a) (army|scout|dummy)\.")


def swaps(position: Position, seat: int) -> list[Position]:
    """The same position with everything that a seat's face-down blocks may be, each with the next wishes."""
    made = [with_kinds(position, seat, lot) for lot in possible(known(position, seat))]
    if not position.state.wish[seat]:
        return made
    return [with_wish(other, seat, 1 + number % 6) for number, other in enumerate(made)]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("seat", [0, 1])
def test_whatever_is_hidden_the_others_see_the_same(stage: str, seat: int) -> None:
    position = STAGES[stage]().position
    for viewer in OTHERS[seat]:
        seen = faces(position, viewer)
        assert all(faces(other, viewer) == seen for other in swaps(position, seat))


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_whatever_is_hidden_the_others_read_the_same(variant: int) -> None:
    compared = 0
    for position, action in match(61, variant, variant):
        if position.phase == "lots" or action < 0 or position.to_move not in (0, 1):
            continue
        seat = position.to_move
        if position.phase == "scout" or position.ply % 12 == 0:
            others = [other for other in swaps(position, seat) if other.refusal(action) is None]
            for viewer in OTHERS[seat]:
                line, after = line_and_after(position, action, viewer)
                lines = [line_and_after(other, action, viewer) for other in others]
                # whoever sees the same after it has read the same
                assert {text for text, seen in lines if seen == after} == {line}
                if "scouts:" not in line and "face up" not in line and "shows" not in line:
                    assert set(lines) == {(line, after)}
                compared += len(lines)
    assert compared > 200


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_view_knows_what_its_log_has_told_and_no_more(variant: int) -> None:
    faces_read = 0
    for number in range(2):
        logs: dict[int, dict[str, str]] = {viewer: {} for viewer in VIEWERS}
        for position, action in match(62, number, variant):
            for viewer in VIEWERS:
                check_view(position, viewer, logs[viewer])
            if action < 0:
                continue
            after = position.copy().play(action)
            for viewer in VIEWERS:
                line = told(position, action, after, viewer)
                logs[viewer].update(FACE.findall(line) + SHOWN.findall(line))
                for pair in ARMIES.findall(line):
                    logs[viewer].update(dict.fromkeys(pair, "army"))
        faces_read += len(logs[SPECTATOR])
    assert faces_read >= 4


def kind(position: Position, block: int) -> str:
    return KINDS[int(position.state.block[block].kind)]


def check_view(position: Position, viewer: int, log: dict[str, str]) -> None:
    view = position.view(viewer)
    wishes = [wish if seat == viewer else 0 for seat, wish in enumerate(position.state.wish)]
    assert list(view.state.wish) == wishes
    if position.over:
        assert with_wishes_of(view, position) == position
        return
    wanted = [kind(position, b) if b // 6 == viewer else log.get(name, "") for b, name in enumerate(BLOCKS)]
    assert [kind(view, b) for b in range(len(BLOCKS))] == wanted
    if position.ply % 10 == 0:
        assert [block["kind"] or "" for block in position.scene(viewer)["blocks"]] == wanted


def with_wishes_of(view: Position, position: Position) -> Position:
    for seat in (0, 1):
        view = with_wish(view, seat, int(position.state.wish[seat]))
    return view


@pytest.mark.parametrize("variant", [1, 2])
def test_only_kinds_and_wishes_differ_between_a_view_and_the_truth(variant: int) -> None:
    for position, _ in match(63, 0, variant):
        for viewer in VIEWERS:
            opened = with_wishes_of(position.view(viewer), position)
            for seat in (0, 1):
                if position.phase != "lots":
                    opened = with_kinds(opened, seat, kinds_of(position, seat))
            assert position.phase == "lots" or opened == position
            assert position.view(viewer).view(viewer) == position.view(viewer)


def test_a_lot_is_seen_by_its_owner_only() -> None:
    t = fresh()
    for seat, name in enumerate(("Navy", "Oxblood")):
        for lot in t.options():
            action = t.position.game.parse(lot)
            seen = [t.position.observed_action(viewer, action) for viewer in VIEWERS]
            assert seen == [action if viewer == seat else -1 for viewer in VIEWERS]
        t.play(f"draw army 3 and scout 4 for {name}")


def test_wishes_are_seen_by_their_seat_only() -> None:
    t = deal(wishes={"Navy": "warband", "Oxblood": "warband"}, result="ground")
    assert t.phase == "opening"
    for seat, name in enumerate(("Navy", "Oxblood")):
        t = (
            fresh(result="ground")
            .play("draw army 1 and scout 2 for Navy")
            .play("draw army 1 and scout 2 for Oxblood")
        )
        t = t if seat == 0 else t.play("draw the wishes of warband for Navy")
        for sentence in t.options():
            assert sentence.endswith(f" for {name}")
            action = t.position.game.parse(sentence)
            assert [t.position.observed_action(viewer, action) for viewer in VIEWERS] == [
                action if viewer == seat else -1 for viewer in VIEWERS
            ]


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_all_else_is_seen_by_everybody(variant: int) -> None:
    for position, action in match(64, variant, variant):
        if position.phase != "lots" and action >= 0:
            assert {position.observed_action(viewer, action) for viewer in VIEWERS} == {action}
