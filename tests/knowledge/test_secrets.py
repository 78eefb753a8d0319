"""Nothing that a viewer gets depends on what is hidden from him: views, scenes, prompts, lines, odds and legal actions."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import CHANCE, SPECTATOR, stream
from sandtable.game import Position
from tests.knowledge.play import VARIANTS, positions, reached, told

VIEWERS = (0, 1, SPECTATOR)
SEEDS = st.integers(0, 10**6)
EASY = settings(max_examples=60, deadline=None, derandomize=True)


def twin_of(position: Position, seat: int, seed: int) -> Position:
    """Another full position that `seat` cannot tell from this one."""
    return position.view(seat).resample(seat, stream(seed, 1))


def faces(position: Position, viewer: int) -> list[Any]:
    """All that a viewer is shown of a position."""
    game, view = position.game, position.view(viewer)
    shown: list[Any] = [bytes(view), position.scene(viewer), position.to_json(viewer), view.text()]
    shown.append(game.spec.prompt(game.setup, view.state, viewer))
    shown.append(game.spec.result(game.setup, view.state))
    if viewer != SPECTATOR:
        shown.append(position.features(viewer).tolist())
    if position.to_move in (CHANCE, viewer):
        shown.append(position.actions())
    if position.to_move == viewer:
        shown.append(
            [game.spec.odds(game.setup, view.state, viewer, action) for action in position.actions()]
        )
    return shown


def lines_and_after(position: Position, action: int, viewer: int) -> tuple[str, bytes]:
    after = position.copy().play(action)
    return told(position, action, after, viewer), bytes(after.view(viewer))


@EASY
@given(seed=SEEDS, plies=st.integers(0, 600), variant=st.integers(0, 3), seat=st.integers(0, 1))
def test_a_seat_cannot_tell_positions_apart_that_fit_its_log(
    seed: int, plies: int, variant: int, seat: int
) -> None:
    position = reached(seed, plies, **VARIANTS[variant])
    twin = twin_of(position, seat, seed)
    assert faces(twin, seat) == faces(position, seat)
    assert bytes(twin.view(SPECTATOR)) == bytes(position.view(SPECTATOR))
    assert faces(twin, SPECTATOR) == faces(position, SPECTATOR)


@EASY
@given(seed=SEEDS, plies=st.integers(0, 600), variant=st.integers(0, 3), seat=st.integers(0, 1))
def test_the_next_line_tells_only_what_the_next_view_shows(
    seed: int, plies: int, variant: int, seat: int
) -> None:
    position = reached(seed, plies, **VARIANTS[variant])
    twin = twin_of(position, seat, seed)
    for action in position.actions()[:40]:
        if twin.refusal(action) is None:
            line, after = lines_and_after(position, action, seat)
            other_line, other_after = lines_and_after(twin, action, seat)
            if after == other_after:
                assert line == other_line


@EASY
@given(seed=SEEDS, variant=st.integers(0, 3))
def test_giving_numbers_is_told_in_one_line_and_seen_as_one_view(seed: int, variant: int) -> None:
    for plies in range(4):
        position = reached(seed, plies, **VARIANTS[variant])
        rng = stream(seed, 2)
        one, other = position.sample(rng), position.sample(rng)
        for viewer in {0, 1, SPECTATOR} - {position.to_move}:
            assert lines_and_after(position, one, viewer) == lines_and_after(position, other, viewer)
            assert position.witness(viewer, one) == -1
        assert position.witness(position.to_move, one) == one


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_views_hide_the_others_numbers_until_the_end(variant: int) -> None:
    for position, _, _ in positions(21, variant, **VARIANTS[variant]):
        if position.ply % 20 and not position.over:
            continue
        for viewer in VIEWERS:
            view = position.view(viewer)
            seen = [int(pawn.alloc) < 720 for pawn in view.state.pawn]
            assert seen == [position.over or p // 2 == viewer for p in range(4)]
            scene = position.scene(viewer)["pawns"]
            assert [pawn["stats"] is not None for pawn in scene] == seen
            assert view.view(viewer) == view
            if position.over:
                assert view == position


def test_only_the_allocations_differ_between_a_view_and_the_truth() -> None:
    for position, _, _ in positions(22, 0, **VARIANTS[1]):
        if position.ply % 25 == 0:
            for viewer in VIEWERS:
                opened = position.view(viewer)
                for p in range(4):
                    opened.state.pawn[p].alloc = position.state.pawn[p].alloc
                assert opened == position
