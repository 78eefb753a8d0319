"""Drawn positions are all that fit the losses, each as likely, by going over every assignment (T2.5)."""

from collections import Counter
from itertools import chain

import numpy as np
import pytest

from sandtable import stream
from tests.chi_square import is_even
from tests.knowledge.rout.play import NOTHING, VARIANTS, hidden, match, possible, whats
from tests.rules.rout.board import Board, board, dealt

IVORY = {"archer": "100 100", "cavalry": "300 200 broken", "pike": "500 100 broken", "pike 2": "300 100"}
INK = {"archer": "100 500", "cavalry": "300 500", "pike": "500 300 30 broken", "pike 2": "100 300 broken"}
# who may see what, the losses of Ink besides two pikes, and the ways that are left for each seat
STAGES = {
    "two sides": ("nothing", {}, (12, 12)),
    "a kind of both": ("nothing", {"cavalry 2": "500 400 broken"}, (60, 60)),
    "own ones known": ("owner", {"cavalry 2": "500 400 broken"}, (3, 2)),
    "all known": ("all", {}, (1, 1)),
    "one routed": ("nothing", {"archer 2": "routed"}, (12, 12)),
}


def stage(name: str) -> Board:
    shown, more, _ = STAGES[name]
    return board(IVORY, INK | more, broken_shown=shown, width=600, height=600)


@pytest.mark.parametrize("name", STAGES)
@pytest.mark.parametrize("seat", [0, 1])
def test_every_way_that_fits_is_drawn_as_often(name: str, seat: int) -> None:
    position = stage(name).position
    blocks, fits = hidden(position, seat), sorted(possible(position, seat))
    assert len(fits) == STAGES[name][2][seat]
    view, rng = position.view(seat), stream(91, seat)
    guesses = [whats(view.determinize(seat, rng)) for _ in range(40 * len(fits))]
    drawn = Counter(tuple(guess[n] for n in blocks) for guess in guesses)
    assert sorted(drawn) == fits
    if len(fits) > 1:
        assert is_even(np.array([drawn[lot] for lot in fits]))


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_drawn_state_keeps_all_that_the_seat_knows(variant: int) -> None:
    rng, unsure = stream(92, variant), 0
    for position, _ in chain.from_iterable(match(92, number, variant) for number in range(3)):
        for seat in (0, 1):
            view, fits = position.view(seat), possible(position, seat)
            drawn = view.determinize(seat, rng)
            assert drawn.view(seat) == view
            if position.phase == "place":
                continue
            unknown = hidden(position, seat)
            assert tuple(whats(drawn)[n] for n in unknown) in fits
            kept = [n for n in range(position.state.count) if n not in unknown]
            assert [whats(drawn)[n] for n in kept] == [whats(position)[n] for n in kept]
            unsure += len(fits) > 1
    assert unsure > 20


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_drawn_state_plays_on_to_the_end(variant: int) -> None:
    rng, ended = stream(93, variant), 0
    for position, _ in match(93, variant, variant):
        if position.ply % 25 == 7 and not position.over:
            drawn = position.view(1).determinize(1, rng)
            assert NOTHING not in whats(drawn)
            while not drawn.over:
                drawn.play(drawn.sample(rng))
            assert drawn.ply > position.ply
            assert drawn.score[0] == -drawn.score[1]
            # and what was drawn is the same record: it is saved and read again
            assert drawn.game.from_bytes(bytes(drawn)) == drawn
            ended += 1
    assert ended > 0


def test_what_was_placed_out_of_sight_is_guessed_in_the_own_half() -> None:
    t, rng = dealt(["archer", "pike", "pike"], ["pike", "cavalry", "cavalry"]), stream(94)
    for _ in range(2):
        t.position.play(t.position.sample(rng))
    placed = int(t.position.state.placed[0])
    lots = Counter[tuple[int, ...]]()
    for _ in range(300):
        drawn = t.position.view(1).determinize(1, rng)
        blocks = drawn.state.block[: drawn.state.count]
        assert [int(b.side) for b in blocks] == [0] * placed
        assert all(b.y < 50_000 for b in blocks)
        kinds = sorted(int(b.kind) for b in blocks)
        assert sorted(kinds + [k for k in range(3) for _ in range(drawn.state.waiting[0, k])]) == [0, 2, 2]
        lots[tuple(kinds)] += 1
    # two of the three if a formation was not chosen
    assert set(lots) == ({(0, 2), (2, 2)} if placed == 2 else {(0, 2, 2)})


def test_odds_of_a_rally_are_what_counting_gives() -> None:
    for name in STAGES:
        t = stage(name).draw("rally")
        position, seat = t.position, t.position.to_move
        blocks, fits = hidden(position, seat), possible(position, seat)
        broken = [n for n, b in enumerate(position.state.block[: position.state.count]) if b.broken]
        for rank, n in enumerate(broken):
            lots = [lot[blocks.index(n)] if n in blocks else whats(position)[n] for lot in fits]
            wanted = {"own": sum(side == seat for side, _ in lots) / len(lots)}
            for kind, word in enumerate(("archer", "cavalry", "pike")):
                wanted[word] = sum(what == kind for _, what in lots) / len(lots)
            action = position.game.parse(f"rally broken block {rank + 1}")
            odds = position.game.spec.presentation.odds(
                position.game.setup, position.view(seat).state, seat, action
            )
            assert odds == pytest.approx(wanted)
