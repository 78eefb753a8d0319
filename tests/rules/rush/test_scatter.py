"""The ball that scatters: its dice, walls, players in its way, and 50 steps (R8)."""

import pytest

from tests.rules.rush.arena import COMPASS, NAMES, Arena, arena, back, beside, front
from tests.rules.rush.positions import bounced, expected
from tests.rules.scenario import clause

HUMANS = ("humans", "humans")


def loose(at: str, **changes: object) -> Arena:
    """A ball about to scatter from the hex `at`: Home's Guard 7 ran into it, coming from the first free side."""
    home = dict(changes.pop("home", {}))  # type: ignore[call-overload]
    visitor = dict(changes.pop("visitor", {}))  # type: ignore[call-overload]
    taken = {place.split()[0] for place in (*home.values(), *visitor.values())}
    way = next(side for side in COMPASS if beside(at, side) and beside(at, side) not in taken)
    home[7] = beside(at, way)
    t = arena(home=home, visitor=visitor, ball=at, **changes).run(7).step(back(way))  # type: ignore[arg-type]
    while t.phase == "test":
        t.roll(1)
    assert (t.phase, t.ball) == ("scatter", at)
    return t


# R8.1


@clause("R8.1")
def test_direction_and_distance_are_dice() -> None:
    t = loose("F11")
    outcomes = t.position.chances()
    assert [t.position.game.describe(action) for action, _ in outcomes] == [
        f"scatter {side} by {n}" for side in COMPASS for n in range(1, 7)
    ]
    assert all(weight == pytest.approx(1 / 36) for _, weight in outcomes)


@clause("R8.1")
@pytest.mark.parametrize("side", COMPASS)
def test_it_rolls_hex_by_hex(side: str) -> None:
    start = loose("F11")
    at = "F11"
    for distance in range(1, 6):
        at = beside(at, side)
        assert start.copy().scatter(side, distance).ball == at


@clause("R8.1")
@pytest.mark.parametrize(
    ("at", "side", "to"),
    [
        ("A8", "north-east", "B9"),
        ("A8", "north-west", "B8"),
        ("K8", "south-east", "J9"),
        ("K8", "south-west", "J8"),
        # the slanting walls
        ("B1", "west", "C2"),
        ("B1", "north-west", "B2"),
        ("D19", "east", "E19"),
        ("D19", "north-east", "D18"),
        ("H1", "west", "G2"),
        ("H1", "south-west", "H2"),
        ("H19", "east", "G19"),
        ("H19", "south-east", "H18"),
        # three walls: straight back
        ("A1", "north-east", "B1"),
        ("A1", "north-west", "B2"),
        ("A1", "west", "A2"),
        ("F1", "west", "F2"),
        ("F1", "north-west", "G1"),
        ("F21", "south-east", "E20"),
        ("K16", "south-east", "J16"),
    ],
)
def test_a_wall_reflects_it(at: str, side: str, to: str) -> None:
    assert bounced(at, side) != side
    assert expected(at, side, 1) == to
    assert loose(at).scatter(side, 1).ball == to


@clause("R8.1")
@pytest.mark.parametrize(
    "at", ["A3", "B2", "C17", "E20", "F2", "F20", "G1", "I18", "J17", "K15", "A1", "F1", "F21", "K16"]
)
def test_the_distance_is_kept_after_the_wall(at: str) -> None:
    t = loose(at)
    for side in COMPASS:
        for distance in range(1, 7):
            to = expected(at, side, distance)
            if any(expected(at, side, n) == at for n in range(1, distance + 1)):
                # the Guard who kicked it stands there: it scatters again from him
                assert t.copy().scatter(side, distance).phase == "scatter"
            else:
                assert t.copy().scatter(side, distance).ball == to


@clause("R8.1", "R1.1")
def test_every_reflection_is_the_mirror_of_the_wall() -> None:
    setup = arena().position.game.setup
    for n, name in enumerate(NAMES):
        assert [COMPASS[side] for side in setup.bounced[n]] == [bounced(name, side) for side in COMPASS]


# R8.2: players in its way


@clause("R8.2")
@pytest.mark.parametrize("facing", COMPASS)
def test_a_jack_or_striker_who_is_struck_from_his_front_must_catch(facing: str) -> None:
    for player, due in ((3, "no dice"), (4, "1 at 4+")):
        t = loose("F8", home={player: f"F11 {facing}"}).scatter("east", 6)
        if "west" in front(facing):
            assert t.due == f"Home {player}: catch, {due}"
        else:
            # it scatters again from his hex
            assert (t.phase, t.ball) == ("scatter", "F11")


@clause("R8.2", "R4.4")
def test_threats_count_for_that_catch() -> None:
    t = loose("F8", home={4: "F11 west"}, visitor={1: "F12 west"}).scatter("east", 3)
    assert t.due == "Home 4: catch, no dice"


@clause("R8.2")
def test_a_guard_in_the_way_never_catches() -> None:
    for side in ("home", "visitor"):
        t = loose("F8", **{side: {1: "F11 west"}}).scatter("east", 6)
        assert (t.phase, t.ball) == ("scatter", "F11")
        assert t.scatter("east", 2).ball == "F13"
        assert (t.side, t.phase) == ("Home", "move")


@clause("R8.2")
def test_one_who_catches_it_has_it_and_on_a_failure_it_scatters_from_him() -> None:
    start = loose("F8", home={4: "F11 west"}).scatter("east", 4)
    t = start.copy().roll(1)
    assert (t.ball, t.where("Home 4")) == ("Home 4", "F11")
    t = start.roll(0)
    assert (t.phase, t.ball) == ("scatter", "F11")
    assert t.scatter("north-east", 2).ball == "D11"


@clause("R8.2", "R7.4")
def test_players_of_the_other_team_catch_as_well() -> None:
    t = loose("F8", visitor={4: "F11 west"}, teams=HUMANS).scatter("east", 4)
    assert t.due == "Visitor 4: catch, 1 at 4+"
    assert t.copy().roll(1).ball == "Visitor 4"
    t.roll(0).scatter("east", 1)
    assert (t.ball, t.side) == ("F12", "Home")


@clause("R8.2")
def test_only_the_first_standing_player_is_struck() -> None:
    t = loose("F8", home={4: "F12 west"}, visitor={1: "F10 east"}).scatter("east", 6)
    assert (t.phase, t.ball) == ("scatter", "F10")
    # what was left of the distance is lost
    assert t.scatter("east", 1).ball == "F11"


@clause("R8.2")
def test_one_beyond_the_distance_is_not_struck() -> None:
    t = loose("F8", home={4: "F12 west"}).scatter("east", 3)
    assert (t.ball, t.phase) == ("F11", "move")


@clause("R8.2")
def test_one_at_the_very_end_is() -> None:
    assert loose("F8", home={4: "F12 west"}).scatter("east", 4).due == "Home 4: catch, 1 at 4+"


@clause("R8.2")
def test_prone_players_do_not_stop_it() -> None:
    t = loose("F8", home={4: "F10 west prone"}, visitor={1: "F11 prone"}).scatter("east", 5)
    assert (t.ball, t.phase) == ("F13", "move")


@clause("R8.2")
def test_it_scatters_anew_if_it_would_rest_on_one_who_lies_there() -> None:
    for side in ("home", "visitor"):
        t = loose("F8", **{side: {4: "F10 west prone"}}).scatter("east", 2)
        assert (t.phase, t.ball) == ("scatter", "F10")
        assert t.scatter("east", 1).ball == "F11"


@clause("R8.2", "R8.1")
def test_after_a_wall_he_is_struck_from_where_it_comes() -> None:
    # against the north wall and down again: from the north-west
    assert [expected("C7", "north-east", n) for n in (1, 2, 3)] == ["B7", "A7", "B8"]
    for facing in COMPASS:
        t = loose("C7", home={4: f"B8 {facing}"}).scatter("north-east", 4)
        assert t.ball == "B8"
        assert t.phase == ("test" if "north-west" in front(facing) else "scatter")


@clause("R8.2")
def test_one_who_was_struck_may_be_struck_again() -> None:
    t = loose("F8", home={1: "F10 west", 2: "F11 west"}).scatter("east", 2).scatter("east", 1)
    assert t.due == "Home 2: catch, no dice"
    t.roll(0).scatter("west", 1)
    assert (t.phase, t.ball) == ("scatter", "F10")


# R8.2: 50 steps


def to_and_fro(t: Arena, steps: int) -> Arena:
    """The ball has just struck the Guard at F11, its first hex; it goes to F12 and back until it has gone that many."""
    for n in range(1, steps):
        t.scatter("east" if n % 2 else "west", 1)
    return t


def driven(steps: int) -> Arena:
    """A ball that went to and fro between two Guards that many hexes since it was kicked; on odd ones it is at F11."""
    return to_and_fro(loose("F10", home={1: "F11 east"}, visitor={1: "F12 west"}).scatter("east", 1), steps)


def put(t: Arena, name: str, place: str, facing: str) -> None:
    """Puts a player there in the middle of an action; "east prone" lies."""
    player = t.player(name)
    player.place, player.prone = NAMES.index(place), "prone" in facing
    player.facing = COMPASS.index(facing.split()[0])


@clause("R8.2")
def test_after_50_steps_it_stays_at_the_nearest_free_hex() -> None:
    t = driven(49)
    assert (t.phase, t.ball) == ("scatter", "F11")
    t.scatter("east", 1)
    # F12 and its neighbours F11 to the west are taken: the first in the order of the rows
    assert (t.phase, t.ball) == ("move", "E11")


@clause("R8.2")
def test_the_50th_step_is_the_last_of_its_roll() -> None:
    assert driven(49).scatter("north-east", 6).ball == "E11"
    assert driven(47).scatter("north-east", 6).ball == "C11"
    assert driven(44).scatter("north-east", 6).ball == expected("F12", "north-east", 6)


@clause("R8.2")
def test_prone_players_are_passed_over_for_the_last_hex() -> None:
    t = driven(49)
    put(t, "Home 2", "E11", "east prone")
    put(t, "Home 3", "E12", "east prone")
    assert t.copy().scatter("east", 1).ball == "F13"
    # the 50th step onto one who lies there
    assert t.scatter("north-east", 1).ball == "D10"


@clause("R8.2")
def test_where_all_around_is_taken_it_goes_further() -> None:
    t = driven(49)
    for n, name in enumerate(("E11", "E12", "F13", "G12", "G11"), 2):
        put(t, f"Home {n}", name, "east prone")
    assert t.scatter("east", 1).ball == "D10"


@clause("R8.2")
def test_a_catch_on_the_50th_step_is_still_tried() -> None:
    t = driven(49)
    put(t, "Home 4", "E11", "south-west")
    t.player("Visitor 1").facing = COMPASS.index("east")
    t.scatter("north-east", 3)
    assert t.due == "Home 4: catch, 1 at 4+"
    assert t.copy().roll(1).ball == "Home 4"
    # it does not scatter any more
    t.roll(0)
    assert (t.ball, t.side) == ("D10", "Home")


@clause("R8.2")
def test_the_count_starts_anew_when_the_ball_was_held() -> None:
    t = driven(49)
    put(t, "Home 4", "E11", "south-west")
    put(t, "Home 5", "E8", "east")
    t.player("Visitor 1").facing = COMPASS.index("east")
    t.scatter("north-east", 1).roll(1).face("east")
    # a throw that goes astray rolls more than one hex again
    t.throw(4).aim("E8").roll(0, 0).scatter("east", 2)
    assert (t.ball, t.side) == ("E10", "Visitor")


@clause("R8.2")
def test_the_50_steps_begin_where_the_ball_was_lost() -> None:
    home = {4: "F6", 2: "F10 west", 1: "F11"}
    t = arena(home=home, visitor={1: "F12"}, ball="F7").run(4).step("east").roll(1).face("east")
    t.throw(4).aim("F10").roll(0, 0).scatter("east", 3)
    to_and_fro(t, 49)
    assert (t.phase, t.ball) == ("scatter", "F11")
    assert (t.scatter("north-east", 4).ball, t.side) == ("E11", "Visitor")


@clause("R8.2")
@pytest.mark.parametrize(
    ("last", "rest", "steps", "to_guard"),
    [
        # in a free hex, and as the nearest to one that is taken
        ("south-east", "G11", ("south-east", "east"), "north-west"),
        ("east", "E11", ("north-east", "east"), "south-west"),
    ],
)
def test_a_ball_that_rests_has_50_steps_again(
    last: str, rest: str, steps: tuple[str, str], to_guard: str
) -> None:
    t = driven(49).scatter(last, 1)
    assert t.ball == rest
    for side in steps:
        t.step(side)
    to_and_fro(t.scatter(to_guard, 1), 49)
    assert (t.phase, t.ball) == ("scatter", "F11")
    # the 50th step is the last
    assert t.scatter("north-west", 4).ball == "E10"


@clause("R8.2")
def test_the_count_starts_anew_when_the_ball_came_to_rest() -> None:
    t = driven(49).scatter("south-east", 1)
    assert (t.ball, t.phase) == ("G11", "move")
    t = driven(48).scatter("south-west", 1)
    assert (t.ball, t.where("Home 7")) == ("G11", "F10")
    t.step("south-west").step("east").step("east")
    assert (t.phase, t.where("Home 7")) == ("scatter", "G11")
    assert t.scatter("south-west", 4).ball == "K7"
