"""The companion of ROUT!: decks and units by what the players say of their own table."""

from math import comb

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


def asked(position, viewer):
    """What is asked of a seat."""
    return position.game.spec.presentation.prompt(position.game.setup, position.state, viewer)


def chances_of(position):
    """What may come, in words, and how likely it is."""
    return {position.game.describe(action): weight for action, weight in position.chances()}


ARCHER_HIT = "enemy archer hit: it is broken"


@clause("T1.4")
def test_the_hands_are_dealt_from_one_deck():
    start = st.Game(companion("rout"), first="0").start()
    assert sum(weight for _, weight in start.chances()) == pytest.approx(1)
    start.play(start.game.parse("deal 7 archers and 0 cavalry, the rest pikes"))
    with pytest.raises(st.IllegalAction, match=r"not have that many cards of these kinds left\. \(T1\.4\)"):
        start.play(start.game.parse("deal 2 archers and 0 cavalry, the rest pikes"))


@clause("T1.4")
def test_hands_come_from_the_deck_that_the_settings_name():
    start = st.Game(
        companion("rout"), first="0", archers=2, cavalry=0, pikes=4, ivory_units=3, ink_units=3
    ).start()
    assert chances_of(start) == pytest.approx(
        {
            f"deal {archers} archers and 0 cavalry, the rest pikes": comb(2, archers)
            * comb(4, 3 - archers)
            / comb(6, 3)
            for archers in range(3)
        }
    )
    start.play(start.game.parse("deal 2 archers and 0 cavalry, the rest pikes"))
    assert chances_of(start) == {"deal 0 archers and 0 cavalry, the rest pikes": 1.0}
    with pytest.raises(ValueError, match=r"at most the 6 cards in the deck, not 7 \(T1\.4\)"):
        st.Game(companion("rout"), archers=2, cavalry=0, pikes=4, ivory_units=4, ink_units=3)
    assert "2 archers, 0 cavalry and 4 pikes" in companion("rout").rules_text(start.game.settings)


@clause("T4.2")
@pytest.mark.parametrize("own", [True, False])
def test_an_own_broken_unit_is_routed_where_the_settings_say_so(own):
    table = Ledger(own_rout=own)
    table.turn("archer", ARCHER_HIT).turn("archer", ARCHER_HIT).play("draw archer")
    said = "broken archer of Ivory off the table: routed"
    assert (said in [table.position.game.describe(action) for action in table.position.actions()]) == own
    if own:
        table.play(said)
        assert table.position.state.routed[0].tolist() == [1, 0, 0]
    else:
        with pytest.raises(st.IllegalAction, match=r"not routed at this table\. \(T4\.2\)"):
            table.play(said)
    # an enemy's is routed all the same
    table.play("broken archer of Ink off the table: routed")
    told = "routed like the enemy's" if own else "not routed: they are put back"
    assert told in companion("rout").rules_text(table.position.game.settings)


@clause("T1.4", "T2.5b")
def test_hands_and_cards_are_as_likely_as_the_decks_say():
    position = st.Game(companion("rout"), first="0", ivory_units=3, ink_units=3, rally=1).start()
    chances = chances_of(position)
    # of 24 cards, eight of each kind
    ways = {(2, 0): comb(8, 2) * 8, (1, 1): 8**3, (0, 3): comb(8, 3)}
    for (archers, cavalry), count in ways.items():
        dealt = f"deal {archers} archers and {cavalry} cavalry, the rest pikes"
        assert chances[dealt] == pytest.approx(count / comb(24, 3))
    table = Ledger()
    assert chances_of(table.position) == {
        "draw archer": 0.5,
        "draw pike": 0.25,
        "draw rally": 0.25,
    }


@clause("T1.6")
def test_who_goes_first_is_drawn_where_nobody_says_it():
    position = st.Game(companion("rout"), first="random", ivory_units=3, ink_units=4).start()
    assert [weight for _, weight in position.chances()] == [0.5, 0.5]
    assert asked(position, 0) == "Who goes first?"
    position.play(position.game.parse("Ink goes first"))
    assert asked(position, 0) == "Ink is dealt 4 unit cards."
    position.play(position.game.parse("deal 4 archers and 0 cavalry, the rest pikes"))
    assert asked(position, 0) == "Ivory is dealt 3 unit cards."
    position.play(position.game.parse("deal 3 archers and 0 cavalry, the rest pikes"))
    assert asked(position, 0) == "Ink reveals the top card."


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
    assert table.says() == "Ivory's broken archer is off the table: routed."
    with table.refused("T4.2", "broken"):
        table.play("broken archer of Ink off the table: routed")


@clause("T4.2")
def test_one_that_was_broken_before_may_be_routed_beside_one_that_is_hit_now():
    table = Ledger().turn("archer", ARCHER_HIT).turn("archer").play("draw archer").play(ARCHER_HIT)
    table.play("broken archer of Ink off the table: routed")
    with table.refused("T4.2", "broken before this attack"):
        table.play("broken archer of Ink off the table: routed")
    # own units are hit by nobody
    table = Ledger().turn("archer").turn("archer", ARCHER_HIT).play("draw archer").play(ARCHER_HIT)
    table.play("broken archer of Ivory off the table: routed")


@clause("T4.2")
def test_a_house_may_let_a_unit_be_broken_and_routed_in_one_attack():
    table = Ledger(rout_in_one=True).play("draw archer").play(ARCHER_HIT)
    table.play("broken archer of Ink off the table: routed")
    assert table.position.state.routed[1].tolist() == [1, 0, 0]


@clause("T2.3")
def test_without_an_unbroken_unit_the_turn_passes_and_a_routed_kind_leaves_the_deck():
    table = Ledger().turn("archer", "enemy pike hit: it is broken").turn("pike")
    assert table.says() == "Ink draws a pike card. No pike is unbroken: the turn passes."
    table.turn("archer", "broken pike of Ink off the table: routed").turn("archer").turn("pike").turn(
        "archer"
    )
    table.turn("rally").turn("rally")
    table.turn("pike")
    table.play("draw pike").play("take the card out of the game")
    assert "discards empty" in table.position.text()


@clause("T2.3")
def test_the_card_of_a_kind_that_is_gone_may_be_kept():
    table = Ledger(rally=0).turn("archer", "enemy pike hit: it is broken").turn("archer")
    table.turn("archer", "broken pike of Ink off the table: routed").play("draw pike")
    assert table.phase == "remove"
    assert asked(table.position, 1) == "All of Ink's pike units are routed: take the card out of the game?"
    table.play("keep the card")
    assert table.position.state.discard[1].tolist() == [1, 0, 1, 0]
    assert (table.phase, table.position.state.side) == ("draw", 0)


@clause("T2.4")
def test_nobody_is_rallied_where_nobody_is_broken_or_wanted():
    table = Ledger().turn("rally")
    assert table.says() == "Ivory draws a rally card. No block is broken."
    assert table.position.state.side == 1
    table.turn("archer", ARCHER_HIT).turn("archer").play("draw rally")
    assert asked(table.position, 1) == "Ink: turn any one broken block face up. Whose is it, and what is it?"
    assert asked(table.position, 0) == "Ink says what happens."
    table.play("rally nobody")
    assert (table.phase, table.position.state.side) == ("draw", 0)
    assert table.position.state.broken.tolist() == [[1, 0, 0], [0, 0, 0]]


@clause("T2.4")
def test_a_rallied_own_unit_acts_at_once_and_another_ends_the_turn():
    table = Ledger().turn("archer", ARCHER_HIT).play("draw rally")
    with table.refused("T4.2", "broken"):
        table.play("rally pike of Ink")
    table.play("rally archer of Ink")
    assert asked(table.position, 1) == "Ink: one archer may move once and shoot once. What happened?"
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
    assert table.says().endswith("The game is a draw. The match is a draw, 0 to 0.")


@clause("T2.6b", "T2.7")
def test_after_a_drawn_game_the_other_player_begins():
    table = Ledger(best_of="3", turn_cap=10, rally=0)
    for card in ("archer", "archer", "pike", "archer", "archer"):
        table.turn(card).turn(card)
    assert table.says().endswith("The game is a draw.")
    assert (table.phase, table.position.state.side, table.position.state.games) == ("deal", 1, 1)


@clause("T2.6")
def test_a_match_is_over_when_more_than_half_of_its_games_are_won():
    table = Ledger()
    table.turn("archer").turn("archer", ARCHER_HIT).turn("archer").turn("archer", ARCHER_HIT)
    table.turn("pike").play("draw pike").play("enemy pike hit: it is broken")
    assert table.position.over
    assert tuple(table.position.state.score) == (-1.0, 1.0)
    assert table.says().endswith("Ink wins the game. Ink wins the match, 1 to 0.")
    assert table.position.text().startswith("Game 1 of 1, turn 6 of ")
    assert "Won:" not in table.position.text()
    # of more than one it ends one, and Ivory, who has lost, begins the next
    table = Ledger(best_of="3")
    table.turn("archer").turn("archer", ARCHER_HIT).turn("archer").turn("archer", ARCHER_HIT)
    table.turn("pike").play("draw pike").play("enemy pike hit: it is broken")
    assert table.says().endswith("Ink wins the game.")
    assert (table.phase, table.position.state.side) == ("deal", 0)
    assert table.position.text().startswith("Game 2 of 3, turn 0 of ")
    assert "\nWon: Ivory 0, Ink 1\n" in table.position.text()


@clause("T2.1", "T2.5")
def test_the_ledger_is_drawn_with_the_card_both_sides_and_what_comes_next():
    table = Ledger()
    before = table.position.scene(0)
    assert [before[part] for part in ("mover", "card", "draws")] == [0, None, True]
    assert before["next"] == "Ivory plays the card"
    table.turn("archer", ARCHER_HIT).play("draw archer")
    shown = table.position.scene(0)
    assert [shown[part] for part in ("mover", "card", "draws")] == [1, "archer", False]
    assert shown["next"] == "Ivory draws a card"
    assert shown["tally"][1]["broken"] == [1, 0, 0]
    assert shown["tally"][1]["unbroken"] == [1, 0, 1]
    assert shown["decks"][0]["discard"] == [1, 0, 0, 0]
