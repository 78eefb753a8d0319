"""Winning, losing, drawing, and matches of three games (T2.6 to T2.7)."""

import pytest

from tests.rules.rout.board import Board, board, fresh
from tests.rules.scenario import clause

# one charge north breaks Ink's last unit
LAST = {"pike": "500 300 up", "archer": "100 100"}, {"archer": "500 500"}


def charge(t: Board) -> Board:
    return t.draw("pike").melee("Ivory pike", "north", 1.6)


@clause("T2.6")
def test_with_all_enemy_units_broken_the_mover_wins() -> None:
    t = charge(board(*LAST))
    assert (t.over, t.asked, t.score, t.wins) == (True, "nobody", (1, -1), (1, 0))
    assert t.result() == "Ivory wins: every unit of Ink is broken or routed."
    with t.refused("T2.6", "The match is over."):
        t.done()


@clause("T2.6")
def test_ink_wins_as_well() -> None:
    t = board({"archer": "500 300"}, {"pike": "500 500 up"}, first="1")
    t.draw("pike").melee("Ink pike", "south", 1.6)
    assert (t.over, t.score, t.wins) == (True, (-1, 1), (0, 1))


@clause("T2.6")
@pytest.mark.parametrize(
    "others", [{"pike": "900 900 broken"}, {"pike": "routed"}, {"pike": "routed", "cavalry": "9 900 broken"}]
)
def test_broken_and_routed_units_do_not_fight_on(others: dict[str, str]) -> None:
    assert charge(board(LAST[0], {**LAST[1], **others})).over


@clause("T2.6")
def test_one_unit_that_is_left_plays_on() -> None:
    t = charge(board(LAST[0], {**LAST[1], "pike": "900 900"}))
    assert (t.state_of("Ink archer"), t.over, t.side) == ("broken", False, "Ink")


@clause("T2.6")
def test_it_is_seen_after_each_action() -> None:
    # the archer could still move
    t = board({"archer": "500 400 up"}, {"pike": "500 500"})
    t.draw("archer").range("Ivory archer", "north", 2.0)
    assert (t.state_of("Ink pike"), t.over, t.may) == ("broken", True, [])


@clause("T2.6")
def test_a_move_that_ends_nothing_does_not_win() -> None:
    t = board({"cavalry": "500 300 up"}, {"archer": "500 500"})
    t.draw("cavalry").move("Ivory cavalry", "north", 1.6)
    assert (t.state_of("Ink archer"), t.over) == ("whole", False)


@clause("T2.6")
def test_it_is_the_enemys_units_that_are_counted_and_the_mover_who_wins() -> None:
    # no action breaks one's own unit, so the record is set as if all of Ivory's others were broken
    t = board({"cavalry": "500 100", "pike": "500 300 up"}, {"archer": "500 900"}).draw("cavalry")
    t.position.state.broken[0] = t.position.state.dealt[0]
    t.move("Ivory cavalry", "north", 0.4)
    assert (t.over, t.phase, t.side) == (False, "turn", "Ivory")
    t = board(*LAST).draw("pike")
    t.position.state.broken[0] = t.position.state.dealt[0]
    t.melee("Ivory pike", "north", 1.6)
    assert (t.over, t.score) == (True, (1, -1))


@clause("T2.7")
@pytest.mark.parametrize("cap", [10, 13])
def test_after_the_last_turn_the_game_is_drawn(cap: int) -> None:
    t = board({"pike": "100 100"}, {"pike": "900 900"}, turn_cap=cap, rally=0)
    for n in range(1, cap + 1):
        assert (t.turn, t.over) == (n, False)
        t.idle("pike")
    assert (t.over, t.score, t.wins) == (True, (0, 0), (0, 0))
    assert t.result() == f"Nobody won in {cap} turns: a draw."


@clause("T2.7", "T2.6")
def test_who_wins_in_the_last_turn_has_won() -> None:
    t = board({"pike": "500 300 up"}, {"pike": "500 500"}, turn_cap=11, rally=0)
    for _ in range(10):
        t.idle("pike")
    assert charge(t).score == (1, -1)


def game(t: Board, winner: str) -> Board:
    """Deals and plays one game of a match in which each side has a pike; "" is a draw of 10 turns."""
    while t.phase == "deal":
        t.play("deal pike")
    for _ in range(2):
        t.play("line up as line")
    ivory, ink = t.position.state.block[:2]
    if winner:
        # the winner's pike stands ready to charge
        (ivory.x, ivory.y), (ink.x, ink.y) = (50_000, 30_000), (50_000, 60_000)
        ivory.c = ink.c = 0
        ivory.s = ink.s = 1_000_000
    played = t.position.state.game
    while not t.over and t.position.state.game == played:
        t.draw("pike")
        if t.side == winner:
            t.melee(f"{winner} pike", "north" if winner == "Ivory" else "south", 2.0)
        else:
            t.done()
    return t


def match(**settings: object) -> Board:
    settings = {"first": "0", "hand": "none", "rally": 0, "ivory_units": 1, "ink_units": 1, **settings}
    return fresh(best_of="3", turn_cap=10, **settings)


@clause("T2.6b")
def test_a_match_of_one_game_ends_with_it() -> None:
    t = game(fresh(first="0", hand="none", rally=0, ivory_units=1, ink_units=1), "Ink")
    assert (t.over, t.wins) == (True, (0, 1))


@clause("T2.6b")
@pytest.mark.parametrize(("winner", "loser"), [("Ivory", "Ink"), ("Ink", "Ivory")])
@pytest.mark.parametrize("first", ["0", "1"])
def test_the_loser_of_a_game_is_first_in_the_next(winner: str, loser: str, first: str) -> None:
    t = game(match(first=first), winner)
    assert (t.over, t.phase, t.side, t.position.state.game) == (False, "deal", loser, 1)
    assert t.wins == ((1, 0) if winner == "Ivory" else (0, 1))
    # a fresh table
    assert (t.position.state.count, t.turn, t.cards("deck", "Ivory"), t.cards("discard", "Ink")) == (
        0,
        0,
        {},
        {},
    )
    while t.phase == "deal":
        t.play("deal cavalry")
    assert (t.phase, t.asked) == ("place", loser)


@clause("T2.6b", "T2.7")
@pytest.mark.parametrize(("first", "second"), [("0", "Ink"), ("1", "Ivory")])
def test_after_a_drawn_game_the_other_one_is_first(first: str, second: str) -> None:
    t = game(match(first=first), "")
    assert (t.over, t.phase, t.side, t.wins) == (False, "deal", second, (0, 0))


@clause("T2.6b", "T1.6")
def test_the_loser_chooses_open_halves() -> None:
    t = match(split="open").play("split the table straight")
    game(t, "Ivory")
    assert (t.phase, t.asked) == ("split", "Ink")


@clause("T2.6b", "T1.6")
def test_who_is_first_is_drawn_once_a_match() -> None:
    t = match(first="random").play("Ink goes first")
    game(t, "Ivory")
    assert (t.phase, t.side) == ("deal", "Ink")


@clause("T2.6b")
@pytest.mark.parametrize(
    ("games", "score", "result"),
    [
        (("Ivory", "Ivory"), (1, -1), "Ivory wins the match with 2 games to 0."),
        (("Ivory", "Ink", "Ink"), (-1, 1), "Ink wins the match with 2 games to 1."),
        (("", "Ink", ""), (-1, 1), "Ink wins the match with 1 game to 0."),
        (("Ivory", "", "Ink"), (0, 0), "1 game each: the match is a draw."),
        (("", "", ""), (0, 0), "No games each: the match is a draw."),
    ],
)
def test_two_games_win_a_match_of_three(
    games: tuple[str, ...], score: tuple[float, float], result: str
) -> None:
    t = match()
    for n, winner in enumerate(games):
        assert (t.over, t.position.state.game) == (False, n)
        game(t, winner)
    assert (t.over, t.score, t.result()) == (True, score, result)
