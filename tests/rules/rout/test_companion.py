"""The companion of ROUT!: decks and units by what the players say of their own table."""

import pytest

import sandtable as st
from sandtable.games import companion
from tests.rules.scenario import Tabletop, clause


class Ledger(Tabletop):
    """A ledger in which Ivory goes first and each side has two archers and one pike, unless told otherwise."""

    SIDES = ("Ivory", "Ink")

    def __init__(self, **settings):
        usual = {"first": "0", "ivory_units": 3, "ink_units": 3, "rally": 1}
        super().__init__(st.Game(companion("rout"), **{**usual, **settings}).start())
        self.deal().deal()

    def deal(self):
        return self.play("deal 2 archers and 0 cavalry, the rest pikes")

    def turn(self, card, *said):
        """A turn with this card, in which this is said."""
        self.play(f"draw {card}")
        for sentence in said:
            self.play(sentence)
        return self.play("that was all: end the turn") if self.phase == "turn" else self

    def says(self):
        return self.told[0][-1].text


ARCHER_HIT = "enemy archer hit: it is broken"


@clause("T1.4")
def test_the_hands_are_dealt_from_one_deck():
    start = st.Game(companion("rout"), first="0").start()
    assert sum(weight for _, weight in start.chances()) == pytest.approx(1)
    start.play(start.game.parse("deal 7 archers and 0 cavalry, the rest pikes"))
    with pytest.raises(st.IllegalAction, match=r"not left in the common deck\. \(T1\.4\)"):
        start.play(start.game.parse("deal 2 archers and 0 cavalry, the rest pikes"))


@clause("T2.1")
def test_a_used_up_deck_is_made_of_the_discards_again():
    table = Ledger(rally=0)
    for card in ("archer", "archer", "pike"):
        table.turn(card).turn(card)
    assert "deck 2 archer, 1 pike\n  discards empty" in table.position.text()
    table.turn("pike").turn("pike")
    with table.refused("T2.1", "no such card"):
        table.play("draw pike")


@clause("T2.2", "T3.4", "T4.1")
def test_one_attack_breaks_one_enemy():
    table = Ledger().play("draw archer").play(ARCHER_HIT)
    with table.refused("T3.4", "attacks once"):
        table.play(ARCHER_HIT)
    with table.refused("T4.2", "broken before this attack"):
        table.play("broken archer of Ink off the table: routed")
    table = Ledger().play("draw archer")
    with table.refused("T4.1", "unbroken"):
        table.play("enemy cavalry hit: it is broken")


@clause("T4.2")
def test_what_was_broken_before_is_routed_own_units_too():
    table = Ledger().turn("archer", ARCHER_HIT).turn("archer", ARCHER_HIT)
    table.play("draw pike").play("broken archer of Ink off the table: routed")
    table.play("broken archer of Ivory off the table: routed")
    assert table.says() == "Ivory: broken archer of Ivory off the table: routed."
    with table.refused("T4.2", "broken"):
        table.play("broken archer of Ink off the table: routed")


@clause("T2.3")
def test_without_an_unbroken_unit_the_turn_passes_and_a_routed_kind_leaves_the_deck():
    table = Ledger().turn("archer", "enemy pike hit: it is broken").turn("pike")
    assert table.says() == "Ink: draw pike. No pike is unbroken: the turn passes."
    table.turn("archer", "broken pike of Ink off the table: routed").turn("archer").turn("pike").turn(
        "archer"
    )
    table.turn("rally").turn("rally")
    table.turn("pike")
    table.play("draw pike").play("take the card out of the game")
    assert "discards empty" in table.position.text()


@clause("T2.4")
def test_a_rallied_own_unit_acts_at_once_and_another_ends_the_turn():
    table = Ledger().turn("archer", ARCHER_HIT).play("draw rally")
    with table.refused("T4.2", "broken"):
        table.play("rally pike of Ink")
    table.play("rally archer of Ink")
    assert table.phase == "turn"
    table.play("that was all: end the turn").turn("archer", ARCHER_HIT).turn("archer").play("draw rally")
    table.play("rally archer of Ink")
    assert (table.phase, table.position.state.side) == ("draw", 1)


@clause("T2.6", "T2.6b")
def test_the_last_unbroken_enemy_ends_a_game_and_the_loser_begins_the_next():
    table = Ledger(best_of="3")
    for game in (1, 2):
        if game == 2:
            assert table.position.state.side == 1
            table.deal().deal().turn("archer")
        table.turn("archer", ARCHER_HIT).turn("archer").turn("archer", ARCHER_HIT)
        table.turn("archer" if game == 1 else "pike")
        table.play("draw pike").play("enemy pike hit: it is broken")
        assert "Ivory wins the game." in table.says()
    assert table.says().endswith("Ivory wins the match, 2 to 0.")


@clause("T2.7")
def test_a_game_without_end_is_drawn():
    table = Ledger(turn_cap=10, rally=0)
    for card in ("archer", "archer", "pike", "archer", "archer"):
        table.turn(card).turn(card)
    assert table.says().endswith("The game is drawn. The match is drawn, 0 to 0.")
