"""What the games count: scenarios in the words of their rule books, with every die given."""

import numpy as np
import pytest

from sandtable import agents
from sandtable.authoring import stream
from sandtable.engine.game import Game, load
from sandtable.games import installed, spec
from sandtable.lab.run import trial, watch
from sandtable.lab.run.rows import run_batch
from tests.fixtures import hide_and_seek
from tests.lab.counted import counted, counts
from tests.rules.assault import table as assault
from tests.rules.optio import table as optio
from tests.rules.rout import board as rout
from tests.rules.rush import arena as rush
from tests.rules.scenario import Tabletop

HIGH = {"Navy 1": "612345"}
BESIDE = {"Navy 1": "C3", "Rust 1": "D3"}
# of a match looked at
MOST_PLIES = 600
TILES = "S.....S\n.......\n..RBM..\n..ITI..\n..MBR..\n.......\nS.....S"


def facing(**changes):
    """Navy 1 is next to Rust 1 and may attack; from here on all is counted."""
    given = {"places": BESIDE, "stats": HIGH, **changes}
    return counted(assault.table(**given).begin("Navy 1").roll(1).stay())


def test_the_opening_roll_is_counted_for_who_goes_first():
    t = counted(assault.deal())
    t.play("roll 3 against 3 for the first turn")
    assert counts(t) == {}
    t.play("roll 2 against 5 for the first turn")
    assert counts(t) == {"went_first": (0, 1)}


def test_who_goes_first_is_counted_where_nobody_rolls():
    t = assault.fresh(first="1")
    for pawn in "121":
        t.play(f"give pawn {pawn} the numbers 1 2 3 4 5 6")
    t = counted(t)
    assert counts(t) == {}
    t.play("give pawn 2 the numbers 1 2 3 4 5 6")
    assert counts(t) == {"went_first": (0, 1)}


def test_an_attack_that_wins_and_kills():
    t = facing(health={"Rust 1": 3}).attack("Rust 1", "Strength").damage(5)
    assert counts(t) == {
        "attacks": (1, 0),
        "attacks_won": (1, 0),
        "comparisons": (1, 0),
        "damage": (3, 0),
        "pawns_lost": (0, 1),
    }


def test_an_attack_that_loses_after_a_tie_hurts_the_attacker():
    # Navy 612345, Rust 123456: even where both have the same number
    t = facing(stats={"Navy 1": "213456"}).attack("Rust 1", "Honor")
    t.tiebreak("Stealth").damage(1)
    assert counts(t) == {
        "attacks": (1, 0),
        "attacks_lost": (1, 0),
        "comparisons": (2, 0),
        "ties": (1, 0),
        "damage": (0, 3),
    }


def test_an_attack_in_which_all_six_are_tied():
    t = facing(stats={}).attack("Rust 1", "Strength")
    for stat in assault.STATS[1:]:
        t.tiebreak(stat)
    assert counts(t) == {
        "attacks": (1, 0),
        "attacks_even": (1, 0),
        "comparisons": (6, 0),
        "ties": (6, 0),
    }


def test_to_hold_back_and_the_end_of_a_turn():
    t = facing().hold()
    assert counts(t) == {"held_back": (1, 0)}
    t.idle()
    assert counts(t) == {"held_back": (1, 0), "turns": (1, 0)}


def test_tiles_are_counted_as_they_are_used():
    t = counted(assault.table({"Navy 1": "C6", "Navy 2": "F3", "Rust 1": "D6"}, board=TILES))
    # Red for Navy 1, Meditation for Navy 2
    t.begin("Navy 1").roll(1).move("C5").use().tile_roll(4).red("Honor")
    t.roll(3).move("E5").use().meditate(5, 4)
    assert counts(t) == {"reds": (1, 0), "meditations": (1, 0), "healed": (3, 0), "turns": (1, 0)}
    t.begin("Rust 1").roll(1).move("D5").use().tile_roll(1).blue("Navy 1", "Strength")
    assert counts(t)["blues"] == (0, 1)


def test_training_injury_and_what_is_left_alone():
    places = {"Navy 1": "E4", "Navy 2": "B4"}
    t = counted(assault.table(places, board=TILES)).begin("Navy 1").roll(1).move("D4").train("Strength")
    t.roll(1).move("C4").injure("Agility")
    assert counts(t) == {"trainings": (1, 0), "injuries": (1, 0), "turns": (1, 0)}
    low = {"Rust 1": "456312"}
    t = counted(assault.table({"Rust 1": "E4"}, low, first="Rust", board=TILES))
    t.begin("Rust 1").roll(1).move("D4")
    # Strength, Bloodlust and Discipline are 4, 1 and 2: it could not have been used
    assert t.decline().acting == "Rust 2"
    assert counts(t) == {}
    t = counted(assault.table({"Rust 1": "E4"}, first="Rust", board=TILES))
    t.begin("Rust 1").roll(1).move("D4").decline()
    assert counts(t) == {"tiles_declined": (0, 1)}


def test_a_match_whose_rounds_have_run_out():
    t = counted(assault.table(round_cap=1)).idle()
    assert counts(t) == {"turns": (1, 0)}
    assert counts(t.idle()) == {"turns": (1, 1), "timed_out": (1, 1)}


def test_scouts_and_what_they_turn_up():
    places = {"Navy 2": "C2", "Oxblood 1": "C3", "Oxblood 4": "B3"}
    t = counted(optio.table(places)).step("Navy 2", "north").scout("Oxblood 1").enter("Navy 3", "A").end()
    assert counts(t) == {
        "turns": (1, 0),
        "entries": (1, 0),
        "steps": (1, 0),
        "scouts": (1, 0),
        "revealed": (1, 1),
        "found": (0, 1),
    }


def test_an_answer_of_the_owner_and_a_scout_declined():
    places = {"Navy 2": "C2", "Oxblood 3": "C3", "Oxblood 4": "C3"}
    t = counted(optio.table(places, target_by="owner")).step("Navy 2", "north").scout_any()
    assert counts(t) == {"steps": (1, 0), "scouts": (1, 0), "revealed": (1, 0)}
    assert counts(t.show("Oxblood 3"))["revealed"] == (1, 1)
    t = counted(optio.table(places)).step("Navy 2", "north").decline()
    assert counts(t) == {"steps": (1, 0), "scouts_declined": (1, 0)}
    # a dummy is asked too, but could not have scouted
    t = counted(optio.table({**places, "Navy 2": "A1", "Navy 5": "C2"})).step("Navy 5", "north").decline()
    assert counts(t) == {"steps": (1, 0)}


def test_the_approach_and_the_template():
    t = counted(optio.approach("C2", "C4")).stand().march("south")
    t.retreat("south").march("south").march("north")
    assert counts(t) == {
        "marches": (1, 2),
        "retreats": (1, 0),
        "stands": (1, 0),
        "kudos_spent": (2, 0),
        "came_second": (1, 0),
    }
    shift = next(option for option in t.options() if option != f"place the template {optio.STAY}")
    assert counts(t.play(shift))["template_shifted"] == (0, 1)
    t = counted(optio.fight("C3", "south")).place(optio.STAY)
    assert t.over
    assert counts(t) == {}


def test_an_army_that_scouts_as_the_second_shows_itself():
    places = {"Navy 1": "C2", "Oxblood 3": "C3", "Oxblood 1": "A5"}
    t = counted(optio.table(places, face_up=["Oxblood 1"])).step("Navy 1", "north").scout("Oxblood 3")
    assert counts(t) == {
        "turns": (1, 0),
        "steps": (1, 0),
        "scouts": (1, 0),
        "revealed": (1, 0),
        "own_reveal": (1, 0),
    }


def test_armies_when_the_turns_have_run_out():
    t = optio.table({"Navy 1": "C2", "Navy 6": "E1"}, reveal_after=1).idle()
    t = counted(t).enter("Oxblood 6", "A").end()
    assert t.over
    assert counts(t) == {
        "turns": (0, 1),
        "entries": (0, 1),
        "timed_out": (1, 1),
        "left_behind": (0, 1),
        "revealed": (1, 0),
    }


def test_strikes_misses_and_points():
    t = counted(rush.arena(home={4: "F17"}, ball="Home 4")).throw(4).aim("F20").roll(1)
    assert t.lead == 3
    assert counts(t) == {
        "points": (3, 0),
        "strikes": (1, 0),
        "shots": (1, 0),
        "tokens": (1, 0),
        "tokens_unspent": (4, 0),
    }
    t = counted(rush.arena(home={4: "F17"}, ball="Home 4")).throw(4).aim("F20").roll(0)
    assert counts(t) == {"shots": (1, 0), "tokens": (1, 0)}


def test_passes_catches_and_what_is_lost():
    t = counted(rush.arena(home={4: "F5", 5: "F8"}, ball="Home 4")).throw(4).aim("F8").roll(2, 2)
    assert counts(t) == {"passes": (1, 0), "catches": (1, 0), "tokens": (1, 0)}
    assert counts(t.run(5))["free_actions"] == (1, 0)
    t = counted(rush.arena(home={4: "F5", 5: "F8"}, ball="Home 4")).throw(4).aim("F8").roll(2, 0)
    assert counts(t) == {"passes": (1, 0), "misses": (1, 0), "tokens": (1, 0)}
    t = counted(rush.arena(home={3: "F6"}, ball="Home 3")).run(3).step("east", 5).dash("east").roll(0)
    assert counts(t) == {"dashes": (1, 0), "falls": (1, 0), "balls_lost": (1, 0), "tokens": (1, 0)}


def test_pick_ups_and_evades():
    t = rush.arena(home={4: "F5"}, visitor={3: "E5 south-west"}, ball="F6")
    t = counted(t).run(4).step("east").roll(1, 1)
    assert counts(t) == {"evades": (1, 0), "pick_ups": (1, 0), "tokens": (1, 0)}
    t = counted(rush.arena(home={4: "F5"}, ball="F6")).run(4).step("east").roll(0)
    assert counts(t) == {"fumbles": (1, 0), "tokens": (1, 0)}


def test_slams_slambacks_and_the_players_whom_they_cost():
    t = rush.arena(home={2: "F11"}, visitor={3: "F12 west"}, opponent_threatens=False)
    t = counted(t).slam(2).tackle(3).dodge().roll(2, 0).push("east").follow()
    assert counts(t) == {"slams": (1, 0), "slams_won": (1, 0), "knocked_down": (0, 1), "tokens": (1, 0)}
    assert counts(t.roll(0))["out_of_play"] == (0, 1)
    t = rush.arena(home={2: "F11"}, visitor={3: "F12 west"}, opponent_threatens=False)
    t = counted(t).slam(2).tackle(3).slamback().roll(2, 3)
    assert counts(t) == {"slams": (1, 0), "slambacks": (0, 1), "slambacks_won": (0, 1), "tokens": (1, 0)}
    t = rush.arena(home={2: "F11"}, visitor={3: "F12 west"}, opponent_threatens=False)
    t = counted(t).slam(2).tackle(3).dodge().roll(2, 3)
    assert counts(t) == {"slams": (1, 0), "dodges_won": (0, 1), "tokens": (1, 0)}


def test_steals():
    t = rush.arena(home={2: "F11"}, visitor={3: "F12"}, ball="Visitor 3", opponent_threatens=False)
    t = counted(t).steal(2).tackle(3).dodge().roll(2, 1)
    assert t.ball == "Home 2"
    assert counts(t) == {
        "steals": (1, 0),
        "steals_won": (1, 0),
        "balls_lost": (0, 1),
        "tokens": (1, 0),
    }


@pytest.mark.parametrize(("first", "counted_for"), [("0", (1, 0)), ("1", (0, 1))])
def test_who_rushes_first(first, counted_for):
    t = counted(rush.fresh(first=first)).play("line up as balanced")
    assert counts(t) == {}
    assert counts(t.play("line up as wall")) == {"went_first": counted_for}


def test_entries_rising_and_tokens_left():
    t = counted(rush.arena(home={3: "F8 prone"})).stand(3).roll(1).face("east").enter(8, "north")
    assert counts(t) == {"stood_up": (1, 0), "entries": (1, 0), "tokens": (2, 0)}
    assert counts(t.face("east").end())["tokens_unspent"] == (3, 0)
    # a rush in which nobody can act leaves all of its tokens
    t = counted(rush.arena(home={1: "F5"}, visitor=dict.fromkeys(range(1, 9), "out 5"), rush=2)).end()
    assert counts(t) == {"tokens_unspent": (5, 5)}


def test_sudden_death_and_rushes_that_have_run_out():
    last = {"home": {1: "F5"}, "visitor": {1: "F12"}, "rush": 13, "side": "Visitor"}
    # the leader after the last rush has won by what was scored before
    assert not counts(counted(rush.arena(**last, lead=2)).end()).keys() & {"sudden_death", "timed_out"}
    t = counted(rush.arena(**last)).end()
    assert not counts(t).keys() & {"sudden_death", "timed_out"}
    for _ in range(14):
        t.end()
    assert t.over
    assert counts(t)["timed_out"] == (1, 1)
    assert "sudden_death" not in counts(t)
    drawn = counts(counted(rush.arena(**last, tie="draw")).end())
    assert (drawn["timed_out"], "sudden_death" in drawn) == ((1, 1), False)
    struck = rush.arena(home={4: "F17"}, visitor={1: "F12"}, ball="Home 4", rush=14)
    assert counts(counted(struck).throw(4).aim("F20").roll(1))["sudden_death"] == (1, 1)
    # who has nobody on the pitch when it begins has lost
    alone = counts(counted(rush.arena(**{**last, "home": {1: "out 2"}})).end())
    assert (alone["sudden_death"], "timed_out" in alone) == ((1, 1), False)


PIKE = {"pike": "500 800 up"}
FAR = {"cavalry": "100 100"}


def test_charges_that_hit_and_that_rout():
    t = counted(rout.board(PIKE, {"archer": "500 900", **FAR})).draw("pike").melee("Ivory pike", "north", 2.5)
    assert t.state_of("Ink archer") == "broken"
    assert counts(t) == {"cards": (1, 0), "charges": (1, 0), "charges_hit": (1, 0)}
    t = counted(rout.board(PIKE, {"archer": "500 900 broken", **FAR}))
    t.draw("pike").melee("Ivory pike", "north", 2.5)
    assert counts(t) == {"cards": (1, 0), "charges": (1, 0), "routs": (1, 0)}
    own = {**PIKE, "archer": "500 900 broken"}
    t = counted(rout.board(own, FAR)).draw("pike").melee("Ivory pike", "north", 2.5)
    assert counts(t) == {"cards": (1, 0), "charges": (1, 0), "own_routs": (1, 0)}


def test_shots_moves_and_passes_with_a_hand_that_errs():
    t = rout.board({"archer": "500 300 up"}, {"archer": "500 450", "pike": "900 900"}, hand="casual")
    t = counted(t).draw("archer").range("Ivory archer", "north", 1.5)
    assert counts(t) == {"cards": (1, 0)}
    t.hand()
    assert counts(t) == {"cards": (1, 0), "shots": (1, 0), "shots_hit": (1, 0)}
    t.move("Ivory archer", "east", 0.4).hand()
    assert counts(t)["moves"] == (1, 0)
    assert counts(t.draw("pike").done())["passes"] == (0, 1)


def test_rallies_blank_cards_and_cards_removed():
    ivory = {"pike": "500 300", "archer": "300 300 broken"}
    t = counted(rout.board(ivory, {"archer": "500 900", "cavalry": "routed"})).draw("rally").rally(1).done()
    assert counts(t) == {"cards": (1, 0), "rallies": (1, 0), "passes": (1, 0)}
    t.draw("cavalry").play("remove the card")
    assert (counts(t)["cards"], counts(t)["cards_removed"]) == ((1, 1), (0, 1))
    t = counted(rout.board(ivory, {"archer": "500 900"})).draw("archer")
    assert counts(t) == {"cards": (1, 0), "cards_blank": (1, 0)}
    t = counted(rout.board({"pike": "500 300"}, {"archer": "500 900", "pike": "200 900 broken"}))
    assert counts(t.draw("rally").rally(1))["rallies_enemy"] == (1, 0)


@pytest.mark.parametrize("first", ["random", "1"])
def test_who_is_first_in_the_first_game_is_counted_once(first):
    t = counted(Tabletop(load("rout", first=first).start()))
    if first == "random":
        t.play("Ink goes first")
    while t.position.to_move < 0:
        t.position.play(t.position.sample(stream(1)))
    assert counts(t) == {"went_first": (0, 1)}


def test_the_last_unit_wins_a_game():
    t = rout.board(PIKE, {"archer": "500 900"}, best_of="3")
    t = counted(t).draw("pike").melee("Ivory pike", "north", 2.5)
    assert counts(t) == {"games": (1, 0), "cards": (1, 0), "charges": (1, 0), "charges_hit": (1, 0)}


def test_a_game_whose_turns_have_run_out():
    t = rout.board(PIKE, {"archer": "500 900", **FAR}, turn_cap=10)
    t.position.state.turn = 10
    t = counted(t).draw("rally")
    assert counts(t) == {"cards": (1, 0), "cards_blank": (1, 0), "timed_out": (1, 1)}
    assert t.over


@pytest.mark.long
@pytest.mark.parametrize("game", installed())
def test_every_counter_has_a_number_of_its_own(game):
    names = watch.names(spec(game))
    assert len(names) == len(set(names)) > 10
    rows = run_batch(trial.make(load(game), ("script", "random"), 3), 0, 2)
    found = rows.select(f"{name}_{seat}" for name in names for seat in (0, 1)).to_numpy()
    assert (found >= 0).all()
    assert (found == np.round(found)).all()
    assert (found.sum(axis=1) > 0).all()


# phases and settings that have other actions
VARIED = (
    ("assault", {"tile_once": "turn", "corners": "diagonal"}),
    ("optio", {"scout_later": True, "target_by": "owner"}),
    ("optio", {"scout_later": True, "show_army": False, "first": "1"}),
    ("rush", {"exploding_sixes": True}),
)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize(("game", "settings"), [*((name, {}) for name in installed()), *VARIED])
def test_a_seat_is_said_to_have_as_many_options_as_are_listed(game, settings, player):
    game = load(game, **settings)
    agent, room, seen = agents.make(game, player), np.zeros(game.spec.rules.max_actions, np.int64), set()
    for seed in range(2):
        position, chance = game.start(), stream(seed)
        while not position.over and position.ply < MOST_PLIES:
            seat = position.to_move
            if seat >= 0 and position.phase not in game.spec.rules.partial:
                legal, asked = len(position.actions()), (game.setup, position.state, room)
                assert watch.options(*asked, watch.ALL) == legal, position
                assert min(watch.options(*asked, watch.SEVERAL), watch.SEVERAL) == min(legal, watch.SEVERAL)
                seen.add(position.phase)
            action = position.sample(chance) if seat < 0 else agent.act(position.view(seat), seat, chance)
            position.play(action)
    assert seen


def test_options_are_what_is_listed_where_a_game_does_not_count_them():
    position, room = (
        Game(hide_and_seek.SPEC).start(),
        np.zeros(hide_and_seek.SPEC.rules.max_actions, np.int64),
    )
    while position.to_move < 0:
        position.play(position.sample(stream(1)))
    asked = (position.game.setup, position.state, room, watch.SEVERAL)
    assert watch.options(*asked) == len(position.actions()) > 1
    assert room[: len(position.actions())].tolist() == position.actions()


def test_a_game_without_counters_counts_nothing():
    assert watch.names(hide_and_seek.SPEC) == ()
    position = Game(hide_and_seek.SPEC).start()
    watch.tally(position.game.setup, position.state, 0, position.state, np.zeros((2, 0)))
