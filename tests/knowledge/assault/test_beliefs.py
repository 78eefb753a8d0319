"""The belief of a seat is exactly the set of allocations that its log leaves, by brute force over all 720."""

from collections.abc import Iterator

import numpy as np
import pytest

from sandtable import stream
from sandtable.engine.game import Position
from tests.chi_square import is_even
from tests.knowledge.assault.play import VARIANTS, kernel_belief, positions
from tests.knowledge.assault.reader import PAWNS, ROWS, Reader

ENEMIES = ((2, 3), (0, 1))


def sizes_compared(position: Position, readers: list[Reader]) -> Iterator[int]:
    """The sizes of the four beliefs, each found equal to the reader's."""
    for seat in (0, 1):
        view = position.view(seat)
        for p in ENEMIES[seat]:
            fits = kernel_belief(view, p)
            assert fits == readers[seat].candidates(PAWNS[p])
            assert int(position.state.pawn[p].alloc) in fits
            yield len(fits)


def play_out(variant: int, matches: range, every: int) -> list[int]:
    """The sizes of all beliefs compared: after each line that teaches something and at every `every`-th line."""
    sizes: list[int] = []
    for match in matches:
        for position, readers, lines in positions(variant, match, **VARIANTS[variant]):
            fresh = any(word in line for line in lines for word in ("attacks", "names", "Injury", "trains"))
            if not position.over and (fresh or position.ply % every == 0):
                sizes.extend(sizes_compared(position, readers))
    return sizes


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_belief_is_what_the_log_leaves(variant: int) -> None:
    sizes = play_out(variant, range(4), 40)
    # the matches teach something, in small steps and large
    assert min(sizes) < 40
    assert len(set(sizes)) > 10


@pytest.mark.study
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_belief_is_what_the_log_leaves_in_many_matches(variant: int) -> None:
    play_out(variant, range(4, 24), 10)


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_the_numbers_that_people_see_are_those_of_the_log(variant: int) -> None:
    game_lines = 0
    for position, readers, _ in positions(11, variant, **VARIANTS[variant]):
        game_lines += 1
        if position.over or game_lines % 60:
            continue
        for seat in (0, 1):
            pawns = position.scene(seat)["pawns"]
            for p in ENEMIES[seat]:
                left = readers[seat].numbers[PAWNS[p]][readers[seat].fits[PAWNS[p]]]
                for stat in range(6):
                    values, counts = np.unique(left[:, stat], return_counts=True)
                    known = pawns[p]["known"][stat]
                    assert known["values"] == values.tolist()
                    assert known["chance"] == pytest.approx(counts / len(left), abs=1e-4)


def test_what_each_original_has_become_is_that_of_the_log() -> None:
    for position, readers, _ in positions(12, 0, **VARIANTS[0]):
        if position.ply % 50 == 0 and not position.over:
            for p, pawn in enumerate(PAWNS):
                now = position.state.pawn[p].now
                for seat in (0, 1):
                    numbers = readers[seat].numbers[pawn]
                    for row in (0, 100, 719):
                        became = [int(now[stat][ROWS[row][stat] - 1]) for stat in range(6)]
                        assert became == numbers[row].tolist()


def drawable(seed: int, low: int, high: int) -> tuple[Position, int, list[int], list[int]]:
    """A position of a random match and a seat whose two beliefs have from `low` to `high` members."""
    for match in range(10):
        for position, readers, _ in positions(seed, match, **VARIANTS[0]):
            for seat in (0, 1):
                fits = [readers[seat].candidates(PAWNS[p]) for p in ENEMIES[seat]]
                if not position.over and all(low <= len(rows) <= high for rows in fits):
                    return position.copy(), seat, fits[0], fits[1]
    raise AssertionError("no such position in ten matches")


@pytest.mark.parametrize(("seed", "low", "high"), [(1, 2, 12), (2, 8, 40), (3, 60, 400)])
def test_a_drawn_state_is_uniform_over_the_belief(seed: int, low: int, high: int) -> None:
    position, seat, first, second = drawable(seed, low, high)
    view, rng = position.view(seat), stream(99, seed)
    draws = [view.determinize(seat, rng).state for _ in range(40 * max(len(first), len(second)))]
    for p, fits in zip(ENEMIES[seat], (first, second), strict=True):
        rows, counts = np.unique([int(state.pawn[p].alloc) for state in draws], return_counts=True)
        assert set(rows.tolist()) <= set(fits)
        every = np.zeros(720)
        every[rows] = counts
        assert is_even(every[fits])


def test_two_pawns_are_drawn_independently() -> None:
    position, seat, first, second = drawable(1, 2, 12)
    view, rng = position.view(seat), stream(98)
    table = np.zeros((720, 720))
    for _ in range(40 * len(first) * len(second)):
        state = view.determinize(seat, rng).state
        table[tuple(int(state.pawn[p].alloc) for p in ENEMIES[seat])] += 1
    assert is_even(table[np.ix_(first, second)].ravel())


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_own_pawns_are_kept_and_the_drawn_state_looks_the_same(variant: int) -> None:
    rng = stream(7, variant)
    for position, _, _ in positions(13, variant, **VARIANTS[variant]):
        if position.ply % 30 == 0 and not position.over:
            for seat in (0, 1):
                view = position.view(seat)
                drawn = view.determinize(seat, rng)
                assert drawn.view(seat) == view
                for p in range(2 * seat, 2 * seat + 2):
                    assert drawn.state.pawn[p].alloc == position.state.pawn[p].alloc


@pytest.mark.parametrize("variant", [0, 1, 2, 3])
def test_a_drawn_state_plays_on_with_records_that_its_own_log_leaves(variant: int) -> None:
    rng = stream(8, variant)
    steps = 0
    for position, _, _ in positions(14, variant, **VARIANTS[variant]):
        steps += 1
        if position.over or steps % 150:
            continue
        seat = steps // 150 % 2
        drawn = position.view(seat).determinize(seat, rng)
        while not drawn.over:
            drawn.play(drawn.sample(rng))
            if not drawn.over and drawn.ply % 7 == 0:
                for viewer in (0, 1):
                    # the numbers that were drawn stay among those that the public records leave
                    for p in ENEMIES[viewer]:
                        assert int(drawn.state.pawn[p].alloc) in kernel_belief(drawn.view(viewer), p)
