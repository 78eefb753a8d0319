"""Drawn positions are all that fit, each as likely, by going over every assignment; the odds of scouting come from the same."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from sandtable import stream
from sandtable.engine.game import Position
from tests.chi_square import is_even
from tests.knowledge.optio.play import STAGES, VARIANTS, kinds_of, known, match, met, possible
from tests.rules.optio.table import Table, fresh, table

# ways that are left for the side that a seat looks at: the stage, the looking seat
LEFT = {
    ("lots", 0): 30,
    ("lots", 1): 30,
    ("asked", 0): 30,
    ("a dummy found", 0): 20,
    ("a dummy found", 1): 5,
    ("the scout found", 0): 5,
    ("the scout found", 1): 20,
    ("the army found", 0): 5,
    ("army and dummies found", 0): 3,
    ("army and scout found", 0): 1,
    ("approach", 0): 1,
    ("approach", 1): 5,
    ("template", 1): 5,
}


@pytest.mark.parametrize(("stage", "seat"), [*product(STAGES, (0, 1))])
def test_every_way_that_fits_is_drawn_as_often(stage: str, seat: int) -> None:
    position = STAGES[stage]().position
    fits = sorted(possible(known(position, 1 - seat)))
    assert len(fits) == LEFT.get((stage, seat), len(fits))
    assert len(fits) <= 30
    view, rng = position.view(seat), stream(71, seat)
    drawn = Counter(kinds_of(view.determinize(seat, rng), 1 - seat) for _ in range(40 * len(fits)))
    assert sorted(drawn) == fits
    if len(fits) > 1:
        assert is_even(np.array([drawn[lot] for lot in fits]))


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_drawn_state_keeps_all_that_the_seat_knows(variant: int) -> None:
    rng = stream(72, variant)
    for position, _ in match(72, variant, variant):
        if position.ply % 5 == 0 and not position.over:
            for seat in (0, 1):
                drawn = position.view(seat).determinize(seat, rng)
                assert drawn.view(seat) == position.view(seat)
                assert kinds_of(drawn, seat) == kinds_of(position, seat)
                if position.phase != "lots":
                    assert kinds_of(drawn, 1 - seat) in possible(known(position, 1 - seat))


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_drawn_state_plays_on_to_the_end(variant: int) -> None:
    rng, ended = stream(73, variant), 0
    for position, _ in match(73, variant, variant):
        if position.ply % 40 == 7 and not position.over:
            drawn = position.view(0).determinize(0, rng)
            while not drawn.over:
                drawn.play(drawn.sample(rng))
            assert drawn.ply > position.ply
            assert drawn.score[0] == -drawn.score[1]
            # and what was drawn is the same record: it is saved and read again
            assert drawn.game.from_bytes(bytes(drawn)) == drawn
            ended += 1
    assert ended > 0


@pytest.mark.parametrize("seat", [0, 1])
def test_wishes_of_the_other_side_are_drawn_alike_and_the_own_kept(seat: int) -> None:
    position, rng = STAGES["wishes"]().position, stream(76, seat)
    view = position.view(seat)
    drawn = [view.determinize(seat, rng).state.wish for _ in range(600)]
    assert {int(wish[seat]) for wish in drawn} == {int(position.state.wish[seat])}
    counts = np.bincount([int(wish[1 - seat]) for wish in drawn], minlength=7)
    assert counts[0] == 0
    assert is_even(counts[1:])


def test_wishes_are_not_drawn_before_their_turn_nor_where_somebody_wins() -> None:
    t, rng = fresh(result="ground"), stream(77)
    for sentence in ("draw army 1 and scout 2 for Navy", "draw army 1 and scout 2 for Oxblood"):
        t.play(sentence)
        assert [list(t.position.view(seat).determinize(seat, rng).state.wish) for seat in (0, 1)] == [
            [0, 0]
        ] * 2
    t.play("draw the wishes of warband for Navy")
    wishes = [list(t.position.view(seat).determinize(seat, rng).state.wish) for seat in (0, 1)]
    assert wishes[0] == [3, 0]
    assert wishes[1][0] > 0
    assert wishes[1][1] == 0
    assert list(met().position.view(0).determinize(0, rng).state.wish) == [0, 0]


def test_what_is_not_drawn_yet_stays_so() -> None:
    t, rng = fresh(), stream(74)
    for seat in (0, 1):
        assert set(kinds_of(t.position.view(seat).determinize(seat, rng), 0)) == {""}
    t.play("draw army 5 and scout 6 for Navy")
    for seat in (0, 1):
        drawn = t.position.view(seat).determinize(seat, rng)
        assert set(kinds_of(drawn, 1)) == {""}
        assert sorted(kinds_of(drawn, 0)) == sorted(("army", "scout", *["dummy"] * 4))
    assert kinds_of(t.position.view(0).determinize(0, rng), 0) == kinds_of(t.position, 0)


# odds


def counted(position: Position, target: int) -> dict[str, float]:
    """What a face-down block of the side that is scouted may be, counted over every way that fits."""
    ways = possible(known(position, 1 - position.to_move))
    return {kind: sum(lot[target] == kind for lot in ways) / len(ways) for kind in ("army", "scout", "dummy")}


def shown(position: Position, action: int) -> dict[str, float] | None:
    game, seat = position.game, position.to_move
    return game.spec.presentation.odds(game.setup, position.view(seat).state, seat, action)


def compared(position: Position) -> int:
    """How many figures of scouting there are in a position, each found equal to counting."""
    found = 0
    for action in position.actions():
        chosen, figures = position.game.unpack(action), shown(position, action)
        if chosen.kind != "scout":
            assert figures is None
        elif figures is not None:
            blocks = position.state.block[6 * (1 - position.to_move) :]
            # the block that its owner shows may be any that lies face down
            hidden = [n for n in range(6) if not blocks[n].revealed]
            target = chosen.fields["target"] if chosen.fields["target"] < 6 else hidden[0]
            assert figures == pytest.approx(counted(position, target))
            found += 1
    return found


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_the_odds_of_scouting_are_what_counting_gives(variant: int) -> None:
    found = 0
    for number in range(8):
        for position, _ in match(75, number, variant):
            if position.phase in ("scout", "move") and position.ply % 3 == 0:
                found += compared(position)
    assert found >= 8


def scouting(*face_up: str, kinds: tuple[int, int] = (1, 2)) -> Table:
    """Navy's block 2 stands with Oxblood 3 and 4, and these blocks lie face up."""
    places = {"Navy 2": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3"}
    return table(places, {"Navy": kinds}, face_up=face_up).step("Navy 2", "north")


@pytest.mark.parametrize(
    ("face_up", "army", "scout"),
    [
        ((), 1 / 6, 1 / 6),
        (("Oxblood 5",), 1 / 5, 1 / 5),
        (("Oxblood 5", "Oxblood 6"), 1 / 4, 1 / 4),
        (("Oxblood 2",), 1 / 5, 0),
        (("Oxblood 1",), 0, 1 / 5),
        (("Oxblood 1", "Oxblood 2"), 0, 0),
    ],
)
def test_the_odds_by_hand(face_up: tuple[str, ...], army: float, scout: float) -> None:
    position = scouting(*face_up).position
    assert compared(position) == 2
    for action in position.actions()[:2]:
        assert shown(position, action) == pytest.approx(
            {"army": army, "scout": scout, "dummy": 1 - army - scout}
        )


def test_an_army_that_is_the_second_to_turn_up_has_no_odds() -> None:
    position = scouting("Oxblood 1", kinds=(2, 1)).position
    assert [shown(position, action) for action in position.actions()] == [None] * 3


def test_odds_are_those_of_the_one_who_scouts() -> None:
    assert compared(met().position) == 2
