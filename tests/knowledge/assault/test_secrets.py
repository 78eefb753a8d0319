"""The numbers of the others are nowhere in what a viewer gets, and giving them takes one line of the log."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable import SPECTATOR, stream
from tests.knowledge.assault.play import VARIANTS, positions
from tests.knowledge.views import VIEWERS, game_of, line_and_after, reached


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10**6), variant=st.integers(0, 3))
def test_giving_numbers_is_told_in_one_line_and_seen_as_one_view(seed: int, variant: int) -> None:
    game = game_of("assault", VARIANTS[variant])
    for plies in range(4):
        position = reached(game, seed, plies)
        rng = stream(seed, 2)
        one, other = position.sample(rng), position.sample(rng)
        for viewer in {0, 1, SPECTATOR} - {position.to_move}:
            assert line_and_after(position, one, viewer) == line_and_after(position, other, viewer)
            assert position.observed_action(viewer, one) == -1
        assert position.observed_action(position.to_move, one) == one


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
