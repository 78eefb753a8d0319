"""The companion of All Out Assault: the game's rules on what players say of their own board."""

import sandtable as st
from sandtable.authoring import SPECTATOR
from sandtable.games import companion
from tests.rules.scenario import Tabletop, clause

NAVY = ("654231", "165432")
RUST = ("123456", "612345")


class Ledger(Tabletop):
    """A ledger in which both sides have given their numbers and Navy goes first."""

    SIDES = ("Navy", "Rust")

    def __init__(self, rust=RUST, **settings):
        game = st.Game(companion("assault"), **{"first": "0", **settings})
        super().__init__(game.start())
        for numbers in (NAVY, rust):
            for pawn, allocation in enumerate(numbers):
                self.play(f"give pawn {pawn + 1} the numbers {allocation}")

    def stops(self, spot, die=3):
        """The pawn in turn rolls `die` and stops on `spot`."""
        return self.play(f"roll a {die} to move").play(f"go to {spot}")

    def says(self, viewer=SPECTATOR):
        """The last line of the log as `viewer` reads it."""
        return self.told[viewer][-1].text


@clause("A4.2", "A4.4", "A4.6")
def test_a_comparison_tells_who_was_higher_and_no_number():
    table = Ledger().play("begin with pawn 1").stops("an ordinary tile")
    table.play("attack enemy pawn 1 with Strength")
    assert table.says(1) == table.says() == "Navy 1 is higher in Strength, attacking Rust 1."
    table.play("roll a 4 for damage")
    assert "Rust 1  health 8\n  numbers secret" in table.position.view(0).text()
    assert "Strength   1" in table.position.view(1).text()


@clause("A4.1", "A2.3")
def test_who_stands_beside_whom_is_for_the_players_to_see():
    table = Ledger().play("begin with pawn 1").stops("an ordinary tile", die=1)
    told = table.position.game.spec.presentation.prompt(
        table.position.game.setup, table.position.view(0).state, 0
    )
    assert told == "Is Navy 1 next to an enemy? Then it may attack: choose the enemy and the stat."
    table.play("do not attack")
    assert table.says() == "Navy 1 does not attack."


@clause("A4.3")
def test_the_stat_that_a_pawn_opened_with_is_barred_on_its_next_turn():
    table = Ledger().play("begin with pawn 1").stops("an ordinary tile")
    table.play("attack enemy pawn 1 with Strength").play("roll a 1 for damage")
    table.stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1")
    for _ in range(2):
        table.stops("an ordinary tile").play("do not attack")
    assert "not to open with Strength" in table.position.view(1).text()
    table.play("begin with pawn 1").stops("an ordinary tile")
    with table.refused("A4.3", "opened with that stat"):
        table.play("attack enemy pawn 2 with Strength")


@clause("A4.3")
def test_with_barred_at_used_all_that_was_compared_is_kept_in_the_books():
    table = (
        Ledger(rust=("621345", "612345"), barred="used").play("begin with pawn 1").stops("an ordinary tile")
    )
    table.play("attack enemy pawn 1 with Strength").play("break the tie with Stealth")
    table.play("roll a 1 for damage")
    table.stops("an ordinary tile").play("do not attack")
    assert table.position.view(1).text().count("not to open with Strength, Stealth") == 2
    table.play("begin with pawn 1").stops("an ordinary tile")
    with table.refused("A4.3", "has been compared since your last turn began"):
        table.play("attack enemy pawn 2 with Stealth")


@clause("A3.2", "A3.8")
def test_red_changes_a_number_and_does_not_work_twice_running():
    table = Ledger().play("begin with pawn 1").stops("a Red tile").play("use the tile")
    table.play("roll a 5 for the tile").play("set own Discipline to the number rolled")
    assert table.says(1) == "Navy 1's Discipline becomes 5."
    table.play("do not attack").stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1")
    for _ in range(2):
        table.stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1").stops("a Red tile")
    assert (table.says(), table.phase) == (
        "Navy 1 stops on a Red tile, which cannot be used twice in a row.",
        "attack",
    )


@clause("A3.3")
def test_blue_sets_an_enemy_number_that_nobody_is_shown():
    table = Ledger().play("begin with pawn 1").stops("a Blue tile").play("use the tile")
    table.play("roll a 1 for the tile").play("set Discipline of enemy pawn 1 to the number rolled")
    assert table.says(0) == "Navy 1 changes Rust 1's Discipline to 0."
    assert "Discipline 0" in table.position.view(1).text()
    assert "Discipline 0" not in table.position.view(0).text()


@clause("A3.4", "A2.4")
def test_an_injured_pawn_is_held_and_does_not_roll():
    table = Ledger().play("begin with pawn 1").stops("an Injury tile")
    assert table.phase == "injure"
    table.play("injure Strength").play("do not attack")
    assert "Navy 1  health 12, held" in table.position.view(SPECTATOR).text()
    table.stops("an ordinary tile").play("do not attack").play("begin with pawn 2")
    for _ in range(2):
        table.stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1")
    assert table.phase == "attack"


@clause("A3.1", "A3.4")
def test_a_pawn_that_stops_on_such_a_tile_again_has_moved_to_another():
    table = Ledger().play("begin with pawn 1").stops("an Injury tile")
    table.play("injure Strength").play("do not attack").stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1")
    for _ in range(2):
        table.stops("an ordinary tile").play("do not attack")
    # held in this turn
    table.play("begin with pawn 1").play("do not attack").stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1")
    for _ in range(2):
        table.stops("an ordinary tile").play("do not attack")
    table.play("begin with pawn 1").stops("an Injury tile")
    assert table.phase == "injure"


def next_turn_of_navy(table):
    """The rest of this round on ordinary tiles and without attacks; then Navy 1 rolls."""
    table.play("do not attack").stops("an ordinary tile").play("do not attack").play("begin with pawn 1")
    for _ in range(2):
        table.stops("an ordinary tile").play("do not attack")
    return table.play("begin with pawn 1").play("roll a 3 to move")


@clause("A3.1")
def test_a_pawn_that_stays_does_not_use_its_tile():
    table = Ledger().play("begin with pawn 1").stops("a Red tile").play("leave the tile alone")
    table = next_turn_of_navy(table).play("stay where it is")
    assert (table.says(), table.phase) == ("Navy 1 stays where it is.", "attack")
    # a tile of the same kind that it moves to works
    table = next_turn_of_navy(table).play("go to a Red tile")
    assert (table.says(), table.phase) == ("Navy 1 stops on a Red tile.", "tile")


@clause("A3.1", "A3.6", "A3.8")
def test_with_stay_triggers_a_pawn_that_stays_uses_its_tile_if_it_could_on_moving_there():
    table = Ledger(stay_triggers=True).play("begin with pawn 1").stops("Meditation tile 2")
    table = next_turn_of_navy(table.play("leave the tile alone")).play("stay where it is")
    assert (table.says(), table.phase) == ("Navy 1 stays on Meditation tile 2.", "tile")
    table = next_turn_of_navy(table.play("use the tile").play("roll 6 and 5 to meditate"))
    table.play("stay where it is")
    assert (table.says(), table.phase) == (
        "Navy 1 stays on Meditation tile 2, which cannot be used twice in a row.",
        "attack",
    )
    table = next_turn_of_navy(table).play("stay where it is")
    assert (table.says(), table.phase) == ("Navy 1 stays on Meditation tile 2, which it has used.", "attack")
    table = next_turn_of_navy(table).play("go to an ordinary tile")
    table = next_turn_of_navy(table).play("stay where it is")
    assert (table.says(), table.phase) == ("Navy 1 stays on an ordinary tile.", "attack")


@clause("A3.6")
def test_each_meditation_tile_serves_a_pawn_once():
    table = Ledger(meditations=2).play("begin with pawn 1").stops("Meditation tile 2").play("use the tile")
    table.play("roll 6 and 5 to meditate")
    assert "Navy 1  health 15" in table.position.view(1).text()
    assert "has used Meditation 2" in table.position.view(1).text()
    table.play("do not attack").play("roll a 2 to move")
    third = table.position.game.spec.rules.actions.pack("move", tile=7)
    with table.refused("A1.1", "no such tile"):
        table.position.play(third)


@clause("A4.5", "A4.7", "A5.1")
def test_a_tie_is_broken_by_the_defender_and_the_last_pawn_out_ends_it():
    table = Ledger(rust=("654231", "654312"), health=1)
    table.play("begin with pawn 1").stops("an ordinary tile").play("attack enemy pawn 1 with Honor")
    assert table.says() == "Navy 1 is tied in Honor, attacking Rust 1."
    for stat in ("Strength", "Stealth", "Agility", "Bloodlust", "Discipline"):
        table.play(f"break the tie with {stat}")
    assert table.says().endswith("All six are tied: nobody is hurt.")
    table.stops("an ordinary tile").play("attack enemy pawn 1 with Stealth").play("roll a 2 for damage")
    table.stops("an ordinary tile", die=6).play("attack enemy pawn 2 with Strength")
    table.play("roll a 1 for damage").stops("an ordinary tile")
    table.play("attack enemy pawn 2 with Discipline").play("roll a 1 for damage")
    assert table.says().endswith("Rust wins: both Navy pawns are out.")


@clause("A1.4")
def test_two_matches_that_differ_in_secrets_read_alike():
    read = []
    for rust in (RUST, ("132456", "613245")):
        table = Ledger(rust=rust).play("begin with pawn 1").stops("a Blue tile").play("use the tile")
        table.play("roll a 3 for the tile").play("set Honor of enemy pawn 2 to the number rolled")
        table.play("attack enemy pawn 1 with Strength").play("roll a 2 for damage")
        for viewer in (0, SPECTATOR):
            view = table.position.view(viewer)
            read.append((viewer, bytes(view), view.text(), [line.text for line in table.told[viewer]]))
    assert read[:2] == read[2:]


@clause("A3.6")
def test_a_board_may_have_sixteen_meditation_tiles_and_each_serves_each_pawn_once():
    table = Ledger(meditations=16).play("begin with pawn 1").stops("Meditation tile 16").play("use the tile")
    table.play("roll 6 and 5 to meditate").play("do not attack").stops("Meditation tile 16")
    # the other pawn may use it too
    table.play("use the tile").play("roll 1 and 2 to meditate").play("do not attack")
    assert "has used Meditation 16" in table.position.view(1).text()
    table.play("begin with pawn 1").stops("Meditation tile 11").play("use the tile")
    table.play("roll 3 and 3 to meditate").play("do not attack")
    assert "Rust 1  health 14" in table.position.view(0).text()


@clause("A3.6")
def test_a_match_with_ten_meditation_tiles_or_fewer_is_kept_as_before():
    # the places of the records, which digests of kept matches hold: a side's spots lie in a row of fifteen
    setup = st.Game(companion("assault"), meditations=10).setup
    assert setup.start.tolist() == [0, 0, 15, 15]
    assert [int(kind) for kind in setup.kind[5:15]] == [int(kind) for kind in setup.kind[20:30]] == [6] * 10
