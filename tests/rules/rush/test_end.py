"""The score, the end of a match and sudden death (R2.5)."""

import pytest

from tests.rules.rush.arena import Arena, arena
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


def strike(lead: int = 0, bonus: bool = False, rush: int = 0, **settings: object) -> Arena:
    """Home throws from the end zone and strikes."""
    t = arena(
        home={4: "F16" if bonus else "F17"},
        visitor={3: "A8"},
        ball="Home 4",
        lead=lead,
        rush=rush,
        **settings,
    )
    return t.throw(4).aim("F20").roll(1)


@clause("R2.5")
def test_the_score_starts_at_0_and_a_strike_moves_it_by_its_points() -> None:
    assert arena().lead == 0
    assert (strike().lead, strike(bonus=True).lead, strike(lead=-2).lead) == (3, 4, 1)
    t = arena(visitor={4: "F5"}, ball="Visitor 4", side="Visitor", lead=1, teams=HUMANS)
    assert t.throw(4).aim("F2").roll(1).lead == -2


@clause("R2.5")
@pytest.mark.parametrize(("lead", "over"), [(3, False), (4, True), (5, True)])
def test_a_lead_of_7_wins_at_once(lead: int, over: bool) -> None:
    t = strike(lead=lead)
    assert (t.lead, t.over) == (lead + 3, over)
    assert t.score == ((1, -1) if over else (0, 0))
    assert t.options() == [] if over else t.phase == "launch"


@clause("R2.5")
def test_visitor_wins_with_a_lead_of_7_too() -> None:
    t = arena(visitor={4: "F6"}, ball="Visitor 4", side="Visitor", lead=-3, teams=HUMANS)
    t.throw(4).aim("F2").roll(1)
    assert (t.lead, t.over, t.score, t.asked) == (-7, True, (-1, 1), "nobody")


@clause("R2.5")
def test_nothing_is_played_after_the_end() -> None:
    t = strike(lead=4)
    with t.refused("R2.5", "over"):
        t.run(4)


@clause("R2.5", "R3.1")
def test_rushes_alternate_until_all_are_played() -> None:
    t = arena(lead=1)
    for n in range(14):
        assert (t.rush, t.side, t.asked, t.over) == (n, ("Home", "Visitor")[n % 2], t.side, False)
        t.end()
    assert t.over


@clause("R2.5")
@pytest.mark.parametrize(("lead", "score"), [(1, (1, -1)), (6, (1, -1)), (-1, (-1, 1)), (-5, (-1, 1))])
def test_after_the_last_rush_the_leader_wins(lead: int, score: tuple[int, int]) -> None:
    t = arena(lead=lead, rush=12).end()
    assert not t.over
    assert (t.end().over, t.score) == (True, score)


@clause("R2.5")
def test_the_number_of_rushes_is_a_setting() -> None:
    assert arena(lead=1, rushes=1).end().over
    t = arena(lead=1, rushes=2).end()
    assert not t.over
    assert t.end().over


@clause("R2.5")
def test_a_tie_may_be_a_draw() -> None:
    t = arena(visitor={1: "F12"}, home={1: "F5"}, rush=13, side="Visitor", tie="draw").end()
    assert (t.over, t.score) == (True, (0, 0))


@clause("R2.5")
def test_a_tie_is_no_draw_before_the_last_rush() -> None:
    assert not arena(visitor={1: "F12"}, home={1: "F5"}, rush=12, tie="draw").end().over


def sudden(home: dict[int, str], visitor: dict[int, str], rush: int = 14, ball: str = "A8") -> Arena:
    """A match in sudden death."""
    return arena(home=home, visitor=visitor, rush=rush, ball=ball, side=("Home", "Visitor")[rush % 2])


@clause("R2.5")
def test_at_0_sudden_death_goes_on_with_the_next_rush() -> None:
    t = arena(home={1: "F5"}, visitor={1: "F12"}, rush=13, side="Visitor").end()
    assert (t.over, t.side, t.phase, t.tokens, t.rush) == (False, "Home", "rush", 5, 14)


@clause("R2.5", "R3.4")
def test_nobody_enters_in_sudden_death() -> None:
    t = sudden({1: "F5"}, {1: "F12"})
    assert not [option for option in t.options() if option.startswith("bring on")]
    with t.refused("R2.5", "sudden death"):
        t.enter(2, "north")


@clause("R2.5", "R3.2")
def test_the_bench_does_not_keep_a_rush_of_sudden_death_going() -> None:
    t = arena(home={1: "F5"}, visitor={1: "F12"}, rush=14, player_cap=1).run(1).face("east")
    assert (t.side, t.rush) == ("Visitor", 15)


@clause("R2.5")
@pytest.mark.parametrize("points", [1, 3])
def test_the_first_point_wins_in_sudden_death(points: int) -> None:
    zone = {1: ("C15", "C17"), 3: ("F17", "F20")}[points]
    t = sudden({4: zone[0]}, {1: "F12"}, ball="Home 4").throw(4).aim(zone[1]).roll(1)
    assert (t.over, t.score, t.lead) == (True, (1, -1), points)
    t = arena(visitor={4: "F5"}, home={1: "H12"}, ball="Visitor 4", side="Visitor", rush=15, teams=HUMANS)
    t.throw(4).aim("F2").roll(1)
    assert (t.over, t.score, t.lead) == (True, (-1, 1), -3)


@clause("R2.5")
@pytest.mark.parametrize(
    ("home", "visitor", "score"),
    [
        ({1: "F5"}, {1: "out 2"}, (1, -1)),
        ({1: "out 2"}, {1: "F12 prone"}, (-1, 1)),
        ({1: "out 2"}, {1: "out 2"}, (0, 0)),
        ({}, {}, (0, 0)),
        ({}, {1: "F12"}, (-1, 1)),
    ],
)
def test_a_team_that_is_not_on_the_pitch_when_sudden_death_begins_has_lost(
    home: dict[int, str], visitor: dict[int, str], score: tuple[int, int]
) -> None:
    t = arena(home=home, visitor=visitor, rush=13, side="Visitor").end()
    assert (t.over, t.score) == (True, score)


@clause("R2.5")
def test_an_empty_side_of_the_pitch_is_no_loss_before_sudden_death() -> None:
    t = arena(home={1: "F5"}, rush=3, side="Visitor").end()
    assert not t.over


@clause("R2.5", "R6.7")
def test_the_last_team_on_the_pitch_wins_sudden_death() -> None:
    t = sudden({1: "F11"}, {3: "F12"}).slam(1).tackle(3).dodge().roll(3, 0).push("east").decline()
    kept = t.copy().roll(3)
    assert (kept.over, kept.prone("Visitor 3")) == (False, True)
    t.roll(2)
    assert (t.over, t.score) == (True, (1, -1))


@clause("R2.5", "R6.7")
def test_the_rushing_side_loses_its_last_player_too() -> None:
    t = sudden({1: "F11"}, {1: "F12"}).slam(1).tackle(1).slamback().roll(0, 3).push("west").decline()
    assert (t.roll(0).over, t.score) == (True, (-1, 1))


@clause("R2.5", "R6.7")
def test_sudden_death_goes_on_while_both_have_players() -> None:
    t = sudden({1: "F11"}, {3: "F12", 4: "H4 prone"}).slam(1).tackle(3).dodge().roll(3, 0)
    assert not t.push("east").decline().roll(0).over


@clause("R2.5")
def test_after_14_more_rushes_it_is_a_draw() -> None:
    t = sudden({1: "F5"}, {1: "F12"})
    for n in range(14, 28):
        assert (t.over, t.rush) == (False, n)
        t.end()
    assert (t.over, t.score) == (True, (0, 0))


@clause("R2.5")
def test_players_who_were_sent_off_do_not_come_back_in_sudden_death() -> None:
    t = sudden({1: "F5", 2: "out 1"}, {1: "F12"}).end()
    assert t.where("Home 2") == "bench"
    t.end()
    with t.refused("R2.5", "sudden death"):
        t.enter(2, "north")


@clause("R2.5", "R3.3")
def test_the_ball_is_launched_in_sudden_death_too() -> None:
    t = arena(home={1: "F5"}, visitor={1: "F12"}, ball="", rush=13, side="Visitor").end()
    assert (t.phase, t.side) == ("launch", "Home")


@clause("R2.5")
def test_a_strike_within_the_other_sides_rush_wins_at_once_too() -> None:
    # pushed onto the ball, picked up, thrown: by Visitor, in Home's rush of sudden death
    t = arena(home={1: "F7 west"}, visitor={3: "F6 east"}, ball="F5", rush=14).slam(1).tackle(3).slamback()
    t.roll(3, 2).push("west").decline().roll(2)
    assert (t.phase, t.asked) == ("free", "Visitor")
    t.throw(3).step("south-west").aim("F2")
    assert t.roll(1).score == (-1, 1)
    assert (t.over, t.lead) == (True, -3)
