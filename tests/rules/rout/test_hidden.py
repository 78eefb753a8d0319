"""Broken units hide side and kind, and nobody may peek at the past; what they may be is known from the losses (T2.5)."""

from collections import Counter

import pytest

from sandtable import stream
from sandtable.authoring import SPECTATOR
from sandtable.games.rout.schema import KINDS, SIDES
from tests.rules.rout.board import Board, board
from tests.rules.scenario import clause

VIEWERS = (0, 1, SPECTATOR)
IVORY = {"archer": "100 100", "cavalry": "300 200 broken", "pike": "500 100"}
INK = {"archer": "100 900", "cavalry": "300 900", "pike": "700 800 broken", "pike 2": "100 600 broken"}


def seen(t: Board, viewer: int) -> list[tuple[float, float, int | None, str | None]]:
    """The broken blocks as a viewer's page has them."""
    return [(b["x"], b["y"], b["side"], b["kind"]) for b in t.scene(viewer)["blocks"] if b["broken"]]


@clause("T2.5")
@pytest.mark.parametrize(
    ("shown", "known"),
    [("nothing", ((), ())), ("owner", ((0,), (1,))), ("all", ((0, 1), (0, 1)))],
)
def test_who_may_see_what_a_broken_block_is(shown: str, known: tuple[tuple[int, ...], ...]) -> None:
    t = board(IVORY, INK, broken_shown=shown)
    blocks = [(300, 200, 0, "cavalry"), (100, 600, 1, "pike"), (700, 800, 1, "pike")]
    sees = [*known, (0, 1) if shown == "all" else ()]
    for viewer, sides in zip(VIEWERS, sees, strict=True):
        assert seen(t, viewer) == [
            (x, y, side, kind) if side in sides else (x, y, None, None) for x, y, side, kind in blocks
        ]


@clause("T2.5")
def test_the_losses_of_each_side_are_public() -> None:
    t = board(IVORY, {**INK, "cavalry 2": "routed"})
    for viewer in VIEWERS:
        ivory, ink = t.scene(viewer)["tally"]
        assert (ivory["dealt"], ivory["unbroken"], ivory["broken"]) == ([1, 1, 1], [1, 0, 1], [0, 1, 0])
        assert (ink["dealt"], ink["broken"], ink["routed"]) == ([1, 2, 2], [0, 0, 2], [0, 1, 0])
        assert ink["unbroken"] == [1, 1, 0]


def swapped(t: Board, a: str, b: str) -> Board:
    """The same table, two broken blocks with their places exchanged."""
    made = t.copy()
    one, other = made.block(a), made.block(b)
    for name in ("side", "kind"):
        one[name], other[name] = int(other[name]), int(one[name])
    return made


@clause("T2.5")
def test_neither_a_number_nor_an_order_tells_what_a_broken_block_is() -> None:
    t = board(IVORY, INK)
    other = swapped(t, "Ivory cavalry", "Ink pike 2")
    assert bytes(t.position) != bytes(other.position)
    for viewer in VIEWERS:
        assert bytes(t.position.view(viewer)) == bytes(other.position.view(viewer))
    # it stays so when other blocks act and are numbered again, and when the discards tell the cards
    for table in (t, other):
        table.draw("pike").melee("Ivory pike", "north", 0.5).idle("archer").idle("cavalry")
    for viewer in VIEWERS:
        assert bytes(t.position.view(viewer)) == bytes(other.position.view(viewer))


@clause("T2.5", "T4.1")
def test_a_unit_is_numbered_anew_when_it_breaks() -> None:
    ivory = {"archer": "100 100", "pike": "500 300 up"}
    views = list[bytes]()
    for kind in ("archer", "cavalry"):
        rest = "cavalry" if kind == "archer" else "archer"
        t = board(ivory, {kind: "500 500", rest: "900 900", "pike": "100 700 broken"})
        t.draw("pike").melee("Ivory pike", "north", 1.6)
        assert t.state_of(f"Ink {kind}") == "broken"
        # by place among the broken ones, behind all others
        numbers = [n for n, b in enumerate(t.position.state.block[: t.position.state.count], 1) if b.broken]
        assert numbers == [4, 5]
        assert t.number("Ink pike") == (4 if t.at("Ink pike")[1] < t.at(f"Ink {kind}")[1] else 5)
        blocks = [b for b in t.scene(0)["blocks"] if b["broken"]]
        assert [(b["id"], b["side"], b["kind"]) for b in blocks] == [(3, None, None), (4, None, None)]
        views.append(bytes(t.position.view(SPECTATOR).state.block[3:]))
    assert views[0] == views[1]


@clause("T2.5")
def test_a_rallied_block_is_known_again_to_all() -> None:
    t = board(IVORY, INK).draw("rally").rally(1)
    for viewer in VIEWERS:
        assert (300, 200, 0, "cavalry") in [
            (b["x"], b["y"], b["side"], b["kind"]) for b in t.scene(viewer)["blocks"] if not b["broken"]
        ]


@clause("T2.5")
def test_a_rally_is_told_by_what_came_to_light() -> None:
    t = board(IVORY, INK).draw("rally")
    t.tell("rally broken block 1")
    for viewer in VIEWERS:
        assert "Ivory" in t.last(viewer)
        assert "cavalry" in t.last(viewer)


@clause("T2.5")
def test_the_table_before_the_last_flick_hides_it_too() -> None:
    t = board(IVORY, INK).draw("pike").melee("Ivory pike", "north", 0.5)
    for viewer in VIEWERS:
        before = t.scene(viewer)["film"]["blocks"]
        assert [(b["side"], b["kind"]) for b in before if b["broken"]] == [(None, None)] * 3
        assert len(before) == 7


@clause("T2.5")
def test_a_guess_is_an_assignment_that_fits_the_losses() -> None:
    t = board(IVORY, INK)
    rng, found = stream(1), Counter[tuple[str, ...]]()
    for _ in range(600):
        state = t.position.view(0).determinize(0, rng).state
        guess = [(int(b.side), int(b.kind)) for b in state.block[: state.count] if b.broken]
        found[tuple(f"{SIDES[side]} {KINDS[kind]}" for side, kind in guess)] += 1
        assert state.broken.tolist() == t.position.state.broken.tolist()
    # one cavalry of Ivory and two pikes of Ink in three places, all as likely: 200 of 600, standard deviation 11.5
    assert all(sorted(blocks) == ["Ink pike", "Ink pike", "Ivory cavalry"] for blocks in found)
    assert len(found) == 3
    assert all(150 < n < 250 for n in found.values())


@clause("T2.5")
def test_an_owner_who_may_look_guesses_the_others_only() -> None:
    t = board(IVORY, {**INK, "cavalry": "900 100 broken"}, broken_shown="owner")
    assert (t.number("Ink cavalry"), t.number("Ivory cavalry")) == (4, 5)
    rng, found = stream(2), Counter[tuple[int, ...]]()
    for _ in range(100):
        state = t.position.view(0).determinize(0, rng).state
        broken = [b for b in state.block[: state.count] if b.broken]
        assert (int(broken[1].side), int(broken[1].kind)) == (0, 1)
        found[tuple(int(b.kind) for b in broken)] += 1
    # the Ink cavalry may be any of the three others
    assert len(found) == 3


@clause("T2.5", "T2.5b")
def test_a_deck_is_known_but_for_its_order_which_there_is_not() -> None:
    t = board(IVORY, INK).draw("pike")
    for viewer in VIEWERS:
        view = t.position.view(viewer).state
        assert view.deck.tolist() == t.position.state.deck.tolist()
        assert view.discard.tolist() == t.position.state.discard.tolist()


@clause("T2.5")
def test_the_chances_of_what_a_broken_block_is_are_told_to_the_one_who_rallies() -> None:
    t = board(IVORY, INK).draw("rally")
    game = t.position.game
    view = t.position.view(0).state
    odds = game.spec.presentation.odds(game.setup, view, 0, game.parse("rally broken block 2"))
    assert odds == pytest.approx({"own": 1 / 3, "archer": 0, "cavalry": 1 / 3, "pike": 2 / 3})
    chances = game.spec.presentation.chances
    assert (
        chances(game.setup, view, 0, game.parse("rally broken block 2"))
        == "the block is Ivory's in 33 % of cases"
    )
    assert chances(game.setup, view, 0, game.parse("pass")) == ""


@clause("T2.5")
def test_a_rally_names_a_block_by_the_letter_of_its_place_as_each_side_sees_it() -> None:
    t = board(IVORY, INK).draw("rally")
    rallies = [t.position.game.parse(f"rally broken block {rank}") for rank in (1, 2, 3)]
    said = [[t.position.view(seat).says(seat, action) for action in rallies] for seat in (0, 1)]
    assert said == [[f"rally broken block {letter}" for letter in letters] for letters in ("CBA", "ABC")]


# looking back


def back(t: Board, viewer: int) -> int:
    """The first position that a viewer may look back at."""
    game = t.position.game
    return int(game.spec.table.history_start(game.setup, t.position.state, viewer))


def three_a_side(**settings: object) -> Board:
    ivory = {"archer": "100 100", "cavalry": "300 100", "pike": "500 100"}
    ink = {"archer": "100 900", "cavalry": "300 900", "pike": "700 900"}
    return board(ivory, ink, rally=0, **settings)


@clause("T2.5")
def test_one_looks_back_to_where_the_last_turn_of_ones_own_began_that_is_over() -> None:
    t = three_a_side()
    began = [t.position.ply]
    assert [back(t, viewer) for viewer in VIEWERS] == [0, 0, 0]
    for turn, card in enumerate(("pike", "archer", "cavalry", "pike", "archer"), 1):
        assert t.turn == turn
        t.idle(card)
        began.append(t.position.ply)
        # Ivory's turns are the first, the third and the fifth
        ivory, ink = began[(turn - 1) // 2 * 2], began[(turn - 2) // 2 * 2 + 1] if turn > 1 else 0
        assert [back(t, viewer) for viewer in (0, 1)] == [ivory, ink]
        # who watches sees no further back than either
        assert back(t, SPECTATOR) == max(ivory, ink)


@clause("T2.5")
def test_a_turn_that_passes_by_itself_is_none_to_look_on_from() -> None:
    t = board({"archer": "100 100", "pike": "500 300 up"}, {"archer": "500 500", "pike": "900 900"}, rally=0)
    first = t.position.ply
    t.draw("pike").melee("Ivory pike", "north", 1.6)
    assert t.state_of("Ink archer") == "broken"
    # Ink reveals the card of its broken archer: it has nothing to decide, and has seen Ivory's flick
    t.draw("archer")
    assert (t.side, t.turn) == ("Ivory", 3)
    assert [back(t, viewer) for viewer in VIEWERS] == [first, 0, first]
    assert all(t.scene(viewer)["film"]["broke"] is not None for viewer in VIEWERS)


@clause("T2.5")
def test_the_film_of_a_flick_is_forgotten_with_the_turn_it_was_in() -> None:
    t = board(
        {"archer": "100 100", "pike": "500 300 up"},
        {"archer": "500 500", "pike": "900 900", "cavalry": "700 900"},
        rally=0,
    )
    t.draw("pike").melee("Ivory pike", "north", 1.6)
    assert all(t.scene(viewer)["film"]["kind"] == "pike" for viewer in VIEWERS)
    # it is shown all through Ink's turn; then Ink has had a turn since, and who watches sees no more than Ink
    t.draw("pike")
    assert all(t.scene(viewer)["film"] is not None for viewer in VIEWERS)
    t.done()
    assert [t.scene(viewer)["film"] is None for viewer in VIEWERS] == [False, True, True]
    # Ivory has had another turn since, too
    t.idle("archer")
    assert all(t.scene(viewer)["film"] is None for viewer in VIEWERS)
    for viewer in VIEWERS:
        view = t.position.view(viewer).state
        assert (int(view.was_count), int(view.last_ply), int(view.hit), int(view.gone)) == (0, 0, -1, 0)


@clause("T2.5")
def test_where_all_may_be_looked_at_nothing_is_forgotten() -> None:
    t = three_a_side(history="all")
    t.draw("pike").melee("Ivory pike", "east", 0.5)
    for card in ("archer", "cavalry", "pike", "archer"):
        t.idle(card)
    assert [back(t, viewer) for viewer in VIEWERS] == [0, 0, 0]
    assert all(t.scene(viewer)["film"] is not None for viewer in VIEWERS)


@clause("T2.5", "T2.6")
def test_after_the_end_everything_is_open() -> None:
    t = board({"pike": "500 300 up", "archer": "100 100"}, {"archer": "500 500"}, rally=0)
    for card in ("archer", "archer"):
        t.idle(card)
    assert back(t, SPECTATOR) > 0
    t.draw("pike").melee("Ivory pike", "north", 1.6)
    assert t.over
    assert [back(t, viewer) for viewer in VIEWERS] == [0, 0, 0]
    assert all(t.scene(viewer)["film"]["broke"] is not None for viewer in VIEWERS)


@clause("T2.5", "T2.6b")
def test_the_last_turn_of_a_game_is_one_to_look_back_to_in_the_next() -> None:
    t = board({"pike": "500 300 up"}, {"archer": "500 500"}, rally=0, best_of="3")
    t.idle("pike").idle("archer")
    began = t.position.ply
    t.draw("pike").melee("Ivory pike", "north", 1.6)
    assert (t.phase, t.position.state.game) == ("deal", 1)
    assert back(t, 0) == began
    assert all(t.scene(viewer)["film"]["broke"] is not None for viewer in VIEWERS)


@clause("T2.5")
def test_the_view_of_an_earlier_position_forgets_what_came_before() -> None:
    t = three_a_side()
    t.draw("pike").melee("Ivory pike", "east", 0.5)
    game, then = t.position.game, t.position.view(0).state
    flicked = int(then.last_ply)
    game.spec.table.mask_history(game.setup, then, flicked - 1)
    assert int(then.last_ply) == flicked
    game.spec.table.mask_history(game.setup, then, flicked)
    assert int(then.last_ply) == 0
