"""The companion of Optio: what the players say of their own map, and what the game's rules make of it."""

import json

import pytest

import sandtable as st
from sandtable.authoring import SPECTATOR
from sandtable.games import companion
from sandtable.games.optio.show.exports import EXPORTS, exported
from tests.rules.optio.table import fight
from tests.rules.scenario import Tabletop, clause


class Ledger(Tabletop):
    """A ledger in which both sides have said what their blocks are, and Navy moves first.

    As at the table of the other scenarios number 1 is the army, 2 the scout.
    """

    SIDES = ("Navy", "Oxblood")

    def __init__(self, army=1, scout=2, **settings):
        super().__init__(st.Game(companion("optio"), **{"first": "0", **settings}).start())
        if self.position.game.settings["blocks"] != "printed":
            self.say(1, 2, "Navy").say(army, scout, "Oxblood")

    def say(self, army, scout, side):
        """The side says which of its numbers are the army and the scout."""
        return self.play(f"{side}: army {army} and scout {scout}")

    def scout(self, target, by):
        return self.play(f"scout enemy block {target} with block {by}")

    def end(self):
        return self.play("end the turn")

    def found(self):
        """Both armies lie face up."""
        return self.scout(1, by=1)

    def stand(self, navy, oxblood):
        """The players say where both armies stand."""
        return self.play(f"Navy's army: {navy}").play(f"Oxblood's army: {oxblood}")

    def says(self, viewer=SPECTATOR):
        return self.told[viewer][-1].text

    def asks(self):
        game, seat = self.position.game, self.position.to_move
        return game.spec.presentation.prompt(game.setup, self.position.view(seat).state, seat)


@clause("O1.3", "O1.3b")
def test_each_side_says_in_secret_what_its_numbers_are():
    table = Ledger(army=3, scout=5)
    assert table.says(1) == "Oxblood sets up six blocks: number 3 is the army, number 5 the scout."
    assert table.says(0) == table.says() == "Oxblood sets up six blocks, face down."
    own, other = (table.position.view(seat).text().partition("Oxblood  6 kudos")[2] for seat in (1, 0))
    assert " ".join(own.split()) == "1 dummy 4 dummy 2 dummy 5 scout 3 army 6 dummy"
    assert other.count("face down") == 6


@clause("O2.6")
def test_who_scouts_turns_up_and_then_the_other():
    table = Ledger().scout(4, by=2)
    assert table.says() == "Navy 2 scouts: it is the scout. Oxblood 4 is a dummy."
    assert "2 scout, face up" in table.position.view(1).text()
    with table.refused("O2.6", "has already scouted this turn"):
        table.scout(5, by=2)
    with table.refused("O2.6", "Only an army or a scout"):
        table.scout(5, by=3)
    with table.refused("O2.6", "no such face-down enemy block"):
        table.scout(4, by=1)
    table.end().end().scout(5, by=2)
    assert table.says() == "Navy 2 scouts: it is the scout. Oxblood 5 is a dummy."


@clause("O2.6")
def test_the_owner_may_be_the_one_who_says_which():
    table = Ledger(target_by="owner").play("scout the one that its owner shows with block 2")
    assert (table.asked, table.phase) == ("Oxblood", "show")
    table.play("show block 6")
    assert table.says() == "Oxblood shows Oxblood 6: a dummy."


@clause("O2.6", "O2.7", "O2.8")
def test_a_hidden_army_shows_itself_and_the_squares_are_asked():
    table = Ledger()
    with table.refused("O2.6", "is not face up"):
        table.play("show the army to the enemy army")
    table.scout(1, by=2).play("show the army to the enemy army")
    assert table.says().endswith(
        "Both armies are face up, Navy 1 and Oxblood 1: all other blocks are removed."
    )
    assert (table.phase, table.asked, table.asks()) == ("armies", "Oxblood", "Where is Navy's army?")
    # nobody has said yet where an army stands
    assert "army in" not in table.position.view(1).text()
    for early in ("Oxblood's army: C3", "end the turn"):
        with table.refused("O2.1", "another step is due"):
            table.play(early)
    with table.refused("O2.7", "both are on the map"):
        table.play("Navy's army: off the map")


@clause("O2.1")
def test_moves_are_left_to_the_players():
    table = Ledger()
    assert table.asks().startswith("Move your blocks on the map.")
    for sentence in ("move block 1 north", "enter block 1 at C", "both armies lie face up"):
        with table.refused("O2.1", "another step is due"):
            table.play(sentence)
    assert table.end().says() == "Navy ends the turn."


@clause("O2.9")
def test_after_the_last_turn_an_army_off_the_map_has_lost():
    table, late, neither = (Ledger(reveal_after=1).end().end() for _ in range(3))
    assert table.says() == "Oxblood ends the turn. The turns are over: both armies are turned face up."
    assert "If it is off the map" in table.asks()
    late.stand("C1", "off the map")
    assert late.says() == "Oxblood's army is off the map. Oxblood's army never came onto the map: Navy wins."
    assert late.position.score == (1.0, -1.0)
    assert neither.stand("off the map", "off the map").position.score == (0.0, 0.0)
    assert table.stand("C1", "C4").phase == "approach"


@clause("O2.10")
def test_a_search_without_end_is_drawn():
    table = Ledger(reveal_after=0)
    for _ in range(400):
        table.end()
    assert table.says().endswith("The armies did not find each other in 200 turns: no battle, a draw.")


@clause("O3.1", "O3.2")
def test_armies_come_closer_or_a_kudo_is_handed_in():
    table = Ledger(kudos=1).found().stand("C1", "C4")
    assert "The armies are 3 squares apart" in table.position.text()
    with table.refused("O3.1", "does not bring your army closer"):
        table.play("march north")
    table.play("hand in a kudo and march north").play("march north")
    with table.refused("O3.1", "no kudos left"):
        table.play("hand in a kudo and stay")
    table.play("march south").play("march north").play("march south")
    assert table.says() == "The armies meet in C3. Oxblood's army has no kudos and must march south to C3."
    assert (table.phase, table.asked) == ("template", "Navy")


@clause("O3.3", "O4.1")
def test_of_two_armies_in_one_square_the_players_say_which_came_last():
    table = Ledger().found().stand("E1", "E1")
    assert table.asks() == "Both armies are in E1. Which came in last, and from which side?"
    with table.refused("O2.1", "another step is due"):
        table.play("end the turn")
    for wrong in ("Oxblood's army came last, from the south", "Navy's army came last, from the east"):
        with table.refused("O2.3", "edge of the map"):
            table.play(wrong)
    table.play("Navy's army came last, from the south")
    assert table.says() == "The armies meet in E1: Navy came last, from the south."
    assert (table.phase, table.asked) == ("template", "Oxblood")


@clause("O4.2", "O4.3", "O4.4", "O5.1")
@pytest.mark.parametrize(("square", "side", "second"), [("C3", "east", "Oxblood"), ("B4", "south", "Navy")])
def test_the_battlefield_is_that_of_the_full_game(square, side, second):
    ledger = Ledger(map="wooded:4").found().stand(square, square)
    assert ledger.position.picture() is None
    ledger.play(f"{second}'s army came last, from the {side}")
    assert ledger.position.picture().title.startswith("The battlefield: ")
    full = fight(square, side, second, map="wooded:4")
    assert ledger.options() == full.options()
    shift = full.options()[-1]
    ledger.play(shift)
    full.play(shift)
    assert ledger.position.score == full.position.score
    files = []
    for table in (ledger, full):
        game, view = table.position.game, table.position.view(SPECTATOR).state
        assert set(exported(game.setup, view)) == set(game.spec.table.exports) == set(EXPORTS)
        files.append(
            {
                name: EXPORTS[name](game.setup, view, {}).data
                for name in EXPORTS
                if name.endswith(("json", ".svg"))
            }
        )
    assert files[0] == files[1]
    words = ledger.position.picture().told()
    rows = json.loads(files[0]["battlefield.json"])["rows"]
    assert len(words) == 1 + len(rows)


@clause("O4.5")
def test_where_only_the_ground_matters_nobody_wins_and_no_wishes_are_drawn():
    table = Ledger(result="ground").found().stand("C3", "C3")
    table.play("Navy's army came last, from the south").play("place the template where it lies")
    assert table.says().endswith("The battle is fought in C3. The ground is the result: nobody wins.")


@clause("O2.6", "O2.7")
def test_of_printed_blocks_the_phone_knows_nothing():
    table = Ledger(blocks="printed")
    assert "army" not in table.position.text()
    with table.refused("O2.6", "Say when both armies are face up"):
        table.scout(1, by=1)
    table.end().play("both armies lie face up")
    assert table.says() == "Both armies are face up: all other blocks are removed."
    assert table.stand("A1", "E5").asked == "Navy"


@clause("O1.4")
def test_both_roll_for_the_first_turn():
    table = Ledger(first="roll")
    assert table.asked == "dice"
    table.play("roll 4 against 4 for the first turn").play("roll 2 against 5 for the first turn")
    assert (table.says(), table.asked) == ("Navy rolls 2, Oxblood rolls 5: Oxblood moves first.", "Oxblood")


@clause("O1.3")
def test_two_matches_that_differ_in_secrets_read_alike():
    read = []
    for army, scout in ((1, 2), (3, 6)):
        table = Ledger(army, scout).scout(4, by=2).end().end()
        for viewer in (0, SPECTATOR):
            view = table.position.view(viewer)
            read.append((viewer, bytes(view), view.text(), [line.text for line in table.told[viewer]]))
    assert read[:2] == read[2:]
