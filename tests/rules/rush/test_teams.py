"""Statistics, rosters, the sizes of a match and the line-up (R2.1 to R2.4)."""

from collections import Counter
from typing import Any

import pytest

from tests.rules.rush.arena import PLACES, SIDES, arena, fresh, lined_up
from tests.rules.scenario import clause

STATISTICS = {
    "Human Striker": ("striker", 5, 4, 4, 4, 5),
    "Human Jack": ("jack", 5, 4, 4, 4, 4),
    "Human Guard": ("guard", 5, 4, 4, 4, 4),
    "Orc": ("guard", 5, 3, 4, 5, 4),
    "Goblin": ("jack", 5, 5, 3, 4, 4),
}
TEAMS = {
    "humans": {"Human Guard": 2, "Human Jack": 3, "Human Striker": 3},
    "greenskins": {"Orc": 3, "Goblin": 5},
}
# a team of its own: a slow striker and a quick guard
OWN = """
name = "Dwarfs"
team = ["Runner", "Rock"]

[player.Runner]
role = "striker"
move = 3
strength = 6
speed = 2
skill = 5
armour = 3

[player.Rock]
role = "guard"
move = 7
strength = 2
speed = 6
skill = 3
armour = 2
"""


def team(setup: Any, seat: int) -> list[tuple[str, tuple[str, int, int, int, int, int]]]:
    """Title and statistics of a team's players."""
    roles = ("striker", "jack", "guard")
    units = setup.unit[8 * seat : 8 * seat + int(setup.team[seat])]
    return [
        (
            bytes(unit.title).rstrip(b"\0").decode(),
            (roles[unit.role], *(int(unit[f]) for f in ("move", "strength", "speed", "skill", "armour"))),
        )
        for unit in units
    ]


@clause("R2.1", "R2.2")
@pytest.mark.parametrize("home", TEAMS)
@pytest.mark.parametrize("visitor", TEAMS)
def test_the_teams_have_the_players_of_the_sheet(home: str, visitor: str) -> None:
    setup = fresh((home, visitor)).position.game.setup
    for seat, name in enumerate((home, visitor)):
        players = team(setup, seat)
        assert Counter(title for title, _ in players) == TEAMS[name]
        assert all(numbers == STATISTICS[title] for title, numbers in players)


@clause("R2.2")
def test_home_are_humans_and_visitor_greenskins_unless_said_otherwise() -> None:
    assert fresh().position.game.settings["home"] == "humans"
    assert fresh().position.game.settings["visitor"] == "greenskins"


@clause("R2.1", "R2.2")
def test_a_roster_is_data_and_can_be_ones_own() -> None:
    t = fresh((OWN, "greenskins"))
    setup = t.position.game.setup
    assert team(setup, 0) == [
        ("Runner", ("striker", 3, 6, 2, 5, 3)),
        ("Rock", ("guard", 7, 2, 6, 3, 2)),
    ]
    # a small team stands on the pitch as a whole
    assert (int(setup.team[0]), int(setup.on_pitch[0]), int(setup.on_pitch[1])) == (2, 2, 6)
    assert [t.where(f"Home {n}") for n in (1, 2, 3, 8)] == ["bench", "bench", "nowhere", "nowhere"]


@clause("R2.1", "R5.1")
def test_statistics_of_ones_own_are_played_with() -> None:
    places = {1: "F5", 2: "H5"}
    t = arena(home=places, teams=(OWN, "greenskins")).run(1).step("east", 3).dash("east")
    assert t.due == "Home 1: dash, 4 at 2+"
    t = arena(home=places, teams=(OWN, "greenskins")).run(2).step("east", 7).dash("east")
    assert t.due == "Home 2: dash, 3 at 6+"


@clause("R2.3")
@pytest.mark.parametrize(
    ("settings", "sizes"),
    [
        ({}, (14, 5, 8, 6)),
        ({"preset": "standard"}, (14, 5, 8, 6)),
        ({"preset": "demo"}, (6, 3, 5, 5)),
        ({"rushes": 3, "tokens": 2, "team": 4, "on_pitch": 3}, (3, 2, 4, 3)),
        ({"preset": "demo", "tokens": 4}, (6, 4, 5, 5)),
        ({"team": 4}, (14, 5, 4, 4)),
    ],
)
def test_presets_and_single_sizes(settings: dict[str, Any], sizes: tuple[int, ...]) -> None:
    setup = fresh(**settings).position.game.setup
    found = (setup.rushes, setup.tokens, setup.team[0], setup.on_pitch[0])
    assert tuple(int(n) for n in found) == sizes
    assert tuple(setup.team) == (sizes[2], sizes[2])
    assert tuple(setup.on_pitch) == (sizes[3], sizes[3])


@clause("R2.3")
@pytest.mark.parametrize(("settings", "tokens"), [({}, 5), ({"preset": "demo"}, 3), ({"tokens": 1}, 1)])
def test_each_rush_has_its_tokens(settings: dict[str, Any], tokens: int) -> None:
    t = lined_up(**settings).launch(3)
    assert (t.side, t.tokens) == ("Home", tokens)
    t.end()
    assert (t.side, t.tokens) == ("Visitor", tokens)


@clause("R2.3")
def test_the_demo_ends_after_6_rushes() -> None:
    t = arena(lead=1, rush=4, preset="demo").end()
    assert not t.over
    assert t.end().over


@clause("R2.3")
def test_a_player_takes_two_token_actions_a_rush() -> None:
    t = arena(home={4: "F5", 5: "H5"}).run(4).face("east").run(4).face("east")
    assert t.tokens == 3
    for act in ("run", "sprint", "steal", "throw"):
        with t.refused("R2.3", "actions"):
            t.play(f"{act} with player 4")
    # another player may, and the next rush of the team counts again
    t.run(5).face("east").end().end()
    assert (t.side, t.tokens) == ("Home", 5)
    t.run(4)


@clause("R2.3")
@pytest.mark.parametrize("cap", [1, 3])
def test_the_cap_is_a_setting(cap: int) -> None:
    t = arena(home={4: "F5", 5: "H5"}, player_cap=cap)
    for _ in range(cap):
        t.run(4).face("east")
    with t.refused("R2.3", "actions"):
        t.run(4)


@clause("R2.3", "R9.1")
def test_standing_up_and_entering_count_as_actions() -> None:
    t = arena(home={4: "F5 prone", 5: "H5"}, player_cap=1).stand(4).roll(1).face("west").enter(1, "north")
    t.face("east")
    assert t.tokens == 3
    for player in (4, 1):
        with t.refused("R2.3", "actions"):
            t.run(player)


@clause("R2.3")
def test_free_actions_do_not_count() -> None:
    t = arena(home={4: "F5"}, ball="F6", player_cap=2).run(4).step("east").roll(2)
    assert (t.phase, t.tokens) == ("free", 4)
    t.run(4).step("east").face("east")
    assert (t.phase, t.tokens) == ("rush", 4)
    # his second token action, and then a third is refused
    t.run(4).face("east")
    with t.refused("R2.3", "actions"):
        t.run(4)


@clause("R2.4")
def test_home_places_first_then_visitor_then_home_launches() -> None:
    t = fresh()
    assert (t.phase, t.asked) == ("line-up", "Home")
    for n, name in enumerate(("F10", "E10", "G10", "A1", "K8", "D9"), 1):
        assert t.asked == "Home"
        t.play(f"place player {n} at {name}")
        assert (t.where(f"Home {n}"), t.facing(f"Home {n}"), t.prone(f"Home {n}")) == (name, "east", False)
    for n, name in enumerate(("F12", "E11", "G11", "A16", "K9", "D11"), 3):
        assert (t.phase, t.asked) == ("line-up", "Visitor")
        t.play(f"place player {n} at {name}")
        assert (t.where(f"Visitor {n}"), t.facing(f"Visitor {n}")) == (name, "west")
    assert (t.phase, t.asked, t.side, t.rush, t.lead) == ("launch", "dice", "Home", 0, 0)
    assert [t.where(f"Home {n}") for n in (7, 8)] == ["bench", "bench"]
    assert [t.where(f"Visitor {n}") for n in (1, 2)] == ["bench", "bench"]
    assert t.ball == "out of play"


@clause("R2.4")
def test_players_are_placed_anywhere_in_the_own_half_only() -> None:
    t = fresh()
    for seat, side in enumerate(SIDES):
        placed = {option for option in t.options() if option.startswith("place player 8")}
        ours = [name for name, (x, _) in PLACES.items() if (x < 0, x > 0)[seat]]
        assert placed == {f"place player 8 at {name}" for name in ours}
        for wrong in ("F11", ("F12", "F10")[seat]):
            with t.refused("R2.4", "half"):
                t.play(f"place player 1 at {wrong}")
        t.position.play(t.position.actions()[0])
        assert (t.asked, side) in {("Visitor", "Home"), ("dice", "Visitor")}


@clause("R2.4")
def test_the_corners_of_the_half_are_places_too() -> None:
    t = fresh().play("place player 8 at K8").play("place player 1 at A1")
    assert (t.where("Home 1"), t.where("Home 8"), t.asked) == ("A1", "K8", "Home")


@clause("R2.4")
def test_a_player_is_placed_once_and_on_a_free_hex() -> None:
    t = fresh().play("place player 2 at F4")
    with t.refused("R2.4", "is already on the pitch"):
        t.play("place player 2 at F5")
    with t.refused("R5.4", "hex"):
        t.play("place player 3 at F4")


@clause("R2.4")
def test_a_formation_is_one_action_and_only_before_anything_is_placed() -> None:
    t = fresh()
    formations = [option for option in t.options() if option.startswith("line up as")]
    assert len(formations) == 6
    for formation in formations:
        made = fresh().play(formation)
        assert made.asked == "Visitor"
        standing = [made.where(f"Home {n}") for n in range(1, 9)]
        assert standing[6:] == ["bench", "bench"]
        assert len(set(standing[:6])) == 6
        assert all(PLACES[name][0] < 0 for name in standing[:6])
        made.play(formation)
        assert made.phase == "launch"
        # the same from the other end
        for n in range(6):
            x, row = PLACES[standing[n]]
            assert PLACES[made.where(f"Visitor {n + 1}")] == (-x, row)
            assert made.facing(f"Visitor {n + 1}") == "west"
            assert made.facing(f"Home {n + 1}") == "east"
    t.play("place player 1 at F4")
    with t.refused("R2.4", "formation"):
        t.play(formations[0])


@clause("R2.4")
def test_a_side_places_no_more_than_stand_on_the_pitch() -> None:
    t = fresh(on_pitch=2, team=3)
    t.play("place player 3 at F4").play("place player 1 at F5")
    assert t.asked == "Visitor"
    assert t.where("Home 2") == "bench"


@clause("R2.2", "R2.4")
def test_a_player_whom_the_team_does_not_have_cannot_be_placed() -> None:
    t = fresh(team=3)
    with t.refused("R2.2", "player"):
        t.play("place player 4 at F4")


@clause("R2.4")
def test_no_token_action_is_due_before_the_line_up_is_done() -> None:
    t = fresh()
    with t.refused("R3.1", "due"):
        t.run(1)
