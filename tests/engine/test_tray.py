"""The dice tray: what may be thrown, what falls, who holds it, and that real dice are kept apart from drawn ones."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

import sandtable as st
from sandtable import games
from sandtable.authoring import CHANCE, OVER
from sandtable.testing import check_game
from sandtable.tray.spec import MOST_THROWS

SECRET = bytes(range(32))


def tray() -> st.Position:
    return st.Game(games.spec("dice_companion")).start()


def play(position: st.Position, *sentences: str) -> st.Position:
    for sentence in sentences:
        position.play(position.game.parse(sentence))
    return position


def options(position: st.Position) -> list[str]:
    return [position.game.describe(action) for action in position.actions()]


def test_it_is_found_by_its_id_and_is_none_of_the_games() -> None:
    found = games.spec("dice_companion")
    assert found in games.trays()
    assert found.id not in games.installed()


@pytest.mark.study
def test_it_keeps_the_interface() -> None:
    assert check_game(tray().game, matches=2, plain=20)["matches"] == 2


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_every_way_in_which_dice_fall_is_as_likely(dice: int) -> None:
    position = play(tray(), f"throw {dice} {'die' if dice == 1 else 'dice'}")
    assert position.to_move == CHANCE
    weights = {position.game.describe(action): weight for action, weight in position.chances()}
    assert list(weights) == [" ".join(roll) for roll in product("123456", repeat=dice)]
    assert list(weights.values()) == pytest.approx([1 / 6**dice] * 6**dice)
    for sentence in list(weights)[:: max(1, 6**dice // 7)]:
        after = play(position.copy(), sentence)
        assert [int(face) for face in after.state.face if face] == [int(face) for face in sentence.split()]
        counted = Counter(int(face) for face in sentence.split())
        assert [int(n) for n in after.state.count[0]] == [counted[face] for face in range(1, 7)]


def test_what_has_fallen_is_counted_for_each_side() -> None:
    position = play(tray(), "throw 3 dice", "2 2 6")
    *_, faces, first, second = position.text().splitlines()
    assert faces.split()[-6:] == [str(face) for face in range(1, 7)]
    assert first.split()[-6:] == ["0", "2", "0", "0", "0", "1"]
    assert second.split()[-6:] == ["0"] * 6


def test_whoever_holds_it_throws_and_hands_it_over_once() -> None:
    position = tray()
    assert options(position) == [
        *("throw 1 die", "throw 2 dice", "throw 3 dice", "throw 4 dice"),
        *("hand the tray over", "put the tray away"),
    ]
    play(position, "throw 1 die", "5", "throw 1 die", "6", "hand the tray over")
    assert position.to_move == 1
    with pytest.raises(st.IllegalAction, match="throw first"):
        play(position, "hand the tray over")
    play(position, "throw 2 dice", "1 1", "hand the tray over")
    assert position.to_move == 0
    assert [int(n) for n in position.state.count[1]] == [2, 0, 0, 0, 0, 0]
    assert "Throw 3, Right: 1 1 (sum 2)" in position.game.spec.presentation.draw(
        position.game.setup, position.state
    )


def test_it_is_put_away_and_nobody_has_won() -> None:
    position = play(tray(), "throw 1 die", "3", "put the tray away")
    assert (position.to_move, position.score) == (OVER, (0, 0))
    assert (
        position.game.spec.presentation.result(position.game.setup, position.state)
        == "The tray is put away after 1 throw."
    )
    with pytest.raises(st.IllegalAction, match="put away"):
        play(position, "throw 1 die")


def test_it_has_an_end() -> None:
    position = tray()
    position.state.throws = MOST_THROWS - 1
    assert play(position, "throw 1 die", "3").over


def test_the_longest_match_hands_it_over_before_every_throw() -> None:
    position = tray()
    actions = [position.game.parse(sentence) for sentence in ("hand the tray over", "throw 1 die", "3")]
    while not position.over:
        for action in actions:
            position.play(action)
    assert position.ply == position.game.bound() == 3 * MOST_THROWS


def lines(*sentences: str) -> list[Any]:
    position, found = tray(), []
    for sentence in sentences:
        before, action = position.copy(), position.game.parse(sentence)
        position.play(action)
        spec = position.game.spec
        found.append(spec.presentation.tell(position.game.setup, before.state, action, position.state))
    return found


def test_the_log_shows_the_dice_under_their_clauses() -> None:
    thrown, fallen, handed, away = lines("throw 3 dice", "6 1 2", "hand the tray over", "put the tray away")
    assert (thrown.text, thrown.clause) == ("Left: throw 3 dice.", "D1.1")
    assert (fallen.text, fallen.dice, fallen.clause) == ("Left: 6 1 2 (sum 9).", (6, 1, 2), "D1.2")
    assert (handed.text, handed.clause) == ("Left: hand the tray over.", "D1.3")
    assert away.text == "Right: put the tray away. The tray is put away after 1 throw."


def test_real_dice_are_told_from_drawn_ones_when_a_tray_is_verified() -> None:
    match = st.Match(st.Game(games.spec("dice_companion")), SECRET, seats=("Ann", "Bob"))
    number = match.game.parse

    def throw(sentence: str) -> None:
        match.extend(match.next_entries(0, number(sentence)))

    throw("throw 2 dice")
    match.extend([match.roll_entry()])
    throw("throw 3 dice")
    match.extend([match.enter_entry(1, number("6 6 1"))])
    throw("put the tray away")
    match.extend([match.finish_entry(1)])
    assert [line.told.text for line in match.lines(0)][-3] == "Left: 6 6 1 (sum 13). Entered by Bob."
    checked = st.verify(match.file())
    assert (checked.rolled, checked.entered, checked.over) == (1, (0, 1), True)
