"""The launch of the ball (R3.3)."""

import pytest

from tests.rules.rush.arena import COMPASS, PLACES, Arena, arena
from tests.rules.rush.positions import expected
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


def launching(side: str = "Home", **places: object) -> Arena:
    """`side` is about to launch the ball."""
    first = "Visitor" if side == "Home" else "Home"
    given: dict[str, object] = {
        "ball": "",
        "side": first,
        "rush": 1 if side == "Home" else 0,
        "teams": HUMANS,
    }
    return arena(**{**given, **places}).end()


@clause("R3.3")
def test_the_launch_is_one_die() -> None:
    t = launching()
    outcomes = t.position.chances()
    assert t.options() == [f"launch the ball with {die}" for die in range(1, 7)]
    assert all(weight == pytest.approx(1 / 6) for _, weight in outcomes)
    assert (t.launch(2).ball, t.phase, t.asked) == ("D10", "rush", "Home")


@clause("R3.3")
def test_on_a_6_it_bounces_and_rolls_with_two_dice_more() -> None:
    t = launching().launch(6)
    assert (t.phase, t.asked) == ("bounce", "dice")
    outcomes = t.position.chances()
    assert len(outcomes) == 36
    assert all(weight == pytest.approx(1 / 36) for _, weight in outcomes)


@clause("R3.3")
@pytest.mark.parametrize(
    ("side", "die", "way", "last"),
    [
        ("Home", 1, "north-west", "J9"),
        ("Home", 3, "north-west", "J9"),
        ("Home", 4, "north-east", "J9"),
        ("Home", 6, "north-east", "J9"),
        ("Visitor", 1, "south-east", "B9"),
        ("Visitor", 3, "south-east", "B9"),
        ("Visitor", 4, "south-west", "B9"),
        ("Visitor", 6, "south-west", "B9"),
    ],
)
def test_1_to_3_toward_the_rushers_half_and_4_to_6_away(side: str, die: int, way: str, last: str) -> None:
    for distance in (1, 4, 6):
        t = launching(side).launch(6).bounce(die, distance)
        assert t.ball == expected(last, way, distance)
        x, _ = PLACES[t.ball]
        assert (x < 0) == ((side == "Home") == (die <= 3))
        assert (t.phase, t.asked, t.side) == ("rush", side, side)


@clause("R3.3", "R8.2")
@pytest.mark.parametrize(("side", "place"), [("Home", "D10"), ("Visitor", "H10")])
@pytest.mark.parametrize("die", range(1, 7))
def test_the_first_standing_player_on_the_way_is_hit(side: str, place: str, die: int) -> None:
    team = side.lower()
    t = launching(side, **{team: {4: f"{place} {'east' if side == 'Home' else 'west'}"}}).launch(die)
    if die == 1:
        assert t.ball == ("B9" if side == "Home" else "J9")
        return
    # the ball comes from the side line: the border of his front arc
    assert t.due == f"{side} 4: catch, 1 at 4+"
    assert (t.copy().roll(1).ball, t.copy().roll(1).side) == (f"{side} 4", side)
    # he never held it
    t.roll(0).scatter("east" if side == "Home" else "west", 3)
    assert (t.side, t.phase, t.asked, t.tokens) == (side, "rush", side, 5)


@clause("R3.3", "R8.2", "R3.2")
@pytest.mark.parametrize(("setting", "side"), [("held", "Home"), ("any", "Visitor")])
def test_a_launch_or_bounce_that_the_rushing_team_misses_costs_the_rush_only_by_the_setting(
    setting: str, side: str
) -> None:
    t = launching(home={4: "D10"}, drop=setting).launch(3)
    assert t.roll(0).scatter("east", 2).side == side
    t = launching(home={4: "H9 south-east"}, drop=setting).launch(6).bounce(2, 5)
    assert t.roll(0).scatter("south-east", 2).side == side


@clause("R3.3", "R8.2")
@pytest.mark.parametrize("facing", COMPASS)
@pytest.mark.parametrize(
    ("side", "behind"), [("Home", ("south-west", "south-east")), ("Visitor", ("north-west", "north-east"))]
)
def test_he_catches_what_comes_from_his_front(facing: str, side: str, behind: tuple[str, str]) -> None:
    t = launching(side, **{side.lower(): {4: f"F11 {facing}"}}).launch(5)
    if facing in behind:
        assert (t.phase, t.ball) == ("scatter", "F11")
        # not his catch, so no drop
        assert t.scatter("east", 2).side == side
    else:
        assert t.due == f"{side} 4: catch, 1 at 4+"


@clause("R3.3", "R8.2", "R3.2")
def test_a_player_of_the_other_team_is_hit_too() -> None:
    t = launching("Home", visitor={4: "F11 west"}).launch(3)
    assert t.due == "Visitor 4: catch, 1 at 4+"
    kept = t.copy().roll(1)
    assert (kept.ball, kept.side, kept.asked, kept.tokens) == ("Visitor 4", "Home", "Home", 5)
    t.roll(0).scatter("east", 1)
    assert (t.ball, t.side, t.phase, t.tokens) == ("F12", "Home", "rush", 5)


@clause("R3.3", "R8.2")
def test_a_guard_on_the_way_scatters_it() -> None:
    t = launching("Home", home={1: "D10"}).launch(6)
    assert (t.phase, t.ball) == ("scatter", "D10")
    assert (t.scatter("east", 2).side, t.ball) == ("Home", "D12")


@clause("R3.3", "R8.2")
def test_players_beyond_the_die_are_not_hit() -> None:
    assert launching("Home", home={4: "F11"}).launch(2).ball == "D10"
    assert launching("Visitor", visitor={4: "F11"}).launch(2).ball == "H10"


@clause("R3.3", "R8.2")
def test_of_two_on_the_way_the_first_is_hit() -> None:
    for side, first in (("Home", "Home 4"), ("Visitor", "Home 5")):
        t = launching(side, home={4: "D10", 5: "H10"}).launch(5)
        assert t.due == f"{first}: catch, 1 at 4+"


@clause("R3.3", "R8.2")
def test_prone_players_on_launch_hexes_do_not_stop_it() -> None:
    assert launching(home={4: "D10 prone"}).launch(3).ball == "F11"
    t = launching(home={4: "D10 prone"}).launch(2)
    assert (t.phase, t.ball) == ("scatter", "D10")
    assert t.scatter("west", 1).ball == "D9"
    t = launching(home={4: "J9 prone"}).launch(6)
    assert (t.phase, t.bounce(4, 1).ball) == ("bounce", "I10")


@clause("R3.3", "R8.2")
def test_players_in_the_way_of_the_bounce_are_hit() -> None:
    t = launching(home={4: "H9 south-east"}).launch(6).bounce(2, 5)
    assert t.due == "Home 4: catch, 1 at 4+"
    t = launching(home={4: "H9 north-west"}).launch(6).bounce(2, 5)
    assert (t.phase, t.ball) == ("scatter", "H9")
    t = launching(home={4: "H9 prone"}).launch(6).bounce(2, 2)
    assert (t.phase, t.ball) == ("scatter", "H9")


@clause("R3.3", "R7.4")
def test_a_launch_that_is_caught_with_two_gives_a_free_action() -> None:
    t = launching(home={4: "F11"}, exploding_sixes=True).launch(3).roll(2)
    assert (t.phase, t.asked, t.ball, t.tokens) == ("free", "Home", "Home 4", 5)
    t.run(4).step("east").face("east")
    assert (t.phase, t.asked, t.tokens, t.side) == ("rush", "Home", 5, "Home")
    # the other team's catcher in the same way
    t = launching(visitor={4: "F11"}, exploding_sixes=True).launch(3).roll(2)
    assert (t.phase, t.asked) == ("free", "Visitor")
    assert (t.decline().asked, t.tokens) == ("Home", 5)
