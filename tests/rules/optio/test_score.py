"""What the ground is worth, who wins, and the battlefield to take along (O4.5, O5.1)."""

import json
from itertools import product
from typing import Any

import pytest

from sandtable import SettingError, load
from sandtable.games.optio.data.profiles import army as read_army
from sandtable.games.optio.data.profiles import source
from tests.perft.naive_ground import COMPASS, OPPOSITE, SHIFTS, SIGNS, SQUARES, STAY, Judge, profiles
from tests.rules.optio.table import SIDES, Table, approach, drawn, fight, fresh, table
from tests.rules.optio.table import STAY as STAYS
from tests.rules.scenario import clause

PLAIN = drawn()
NOBODY_WINS = "The battle is fought in C3. The ground is the result: nobody wins."
ARMIES = ("pike_phalanx", "heavy_foot", "warband", "light_foot", "heavy_horse", "horse_archers")


def judged(t: Table) -> Judge:
    """The plain judge of the map and armies of a table."""
    scene = t.scene(2)
    return Judge(scene["map"]["rows"], *(profile["id"] for profile in scene["profiles"]))


def value(t: Table) -> float:
    """Navy's score of the battlefield, small ones included."""
    return t.scene(2)["account"]["value"]


@clause("O4.5")
def test_a_plain_map_judged_by_hand() -> None:
    # Light foot dislikes the open: -2 a cell in its own half, -0.5 in the other, and nobody else has wishes. Within the map
    # a field has 64 open cells in each half: -160. Where a quarter lies beyond the map it has 48: -120. That is so in columns
    # A and E with Navy in the north or south, and in rows 1 and 5 with Navy in the east or west: in 40 fields of 100. The
    # mean is (40 * -120 + 60 * -160) / 100 = -144, the largest difference from it 24.
    t = fight("C3", "south", map=PLAIN, navy_profile="light_foot", oxblood_profile="none").place(STAYS)
    account = t.scene(2)["account"]
    assert (account["difference"], account["mean"], account["scale"]) == (-160, -144, 24)
    assert t.score == pytest.approx((-16 / 24, 16 / 24))
    assert (
        t.result
        == "The battle is fought in C3, better for Oxblood than this map usually is (0.67): Oxblood wins."
    )
    t = fight("A3", "south", map=PLAIN, navy_profile="light_foot", oxblood_profile="none").place(STAYS)
    assert t.score == (1, -1)
    assert (
        t.result == "The battle is fought in A3, better for Navy than this map usually is (1.00): Navy wins."
    )
    # one cell to the east a sixteenth less lies beyond the map: 52 open cells in each half, -130
    t = fight("A3", "south", map=PLAIN, navy_profile="light_foot", oxblood_profile="none").place("1 east")
    assert t.score == pytest.approx((14 / 24, -14 / 24))


@clause("O4.5")
def test_the_own_half_and_the_enemys_half_judged_by_hand() -> None:
    # woods in the southern half of C3 alone. Warband: own open -0.5, enemy open 1.5, own wood 2, enemy wood 1
    t = fight("C3", "south", map=drawn({"C3": ["." * 8] * 4 + ["w" * 8] * 4}), navy_profile="warband")
    sides = t.place(STAYS).scene(2)["account"]["sides"]
    assert sides[0]["total"] == 32 * -0.5 + 32 * 2 + 64 * 1.5
    # heavy foot of Oxblood in the north: own open 1, enemy open 1, enemy wood -1.5
    t = fight("C3", "south", map=drawn({"C3": ["." * 8] * 4 + ["w" * 8] * 4}), oxblood_profile="heavy_foot")
    sides = t.place(STAYS).scene(2)["account"]["sides"]
    assert sides[1]["total"] == 64 * 1 + 32 * 1 + 32 * -1.5
    # seen from the other side the woods are in the enemy's half
    t = fight("C3", "north", map=drawn({"C3": ["." * 8] * 4 + ["w" * 8] * 4}), navy_profile="warband")
    sides = t.place(STAYS).scene(2)["account"]["sides"]
    assert sides[0]["total"] == 64 * -0.5 + 32 * 1.5 + 32 * 1


@clause("O4.5")
@pytest.mark.parametrize(
    ("navy", "oxblood"),
    [
        ("pike_phalanx", "horse_archers"),
        ("heavy_foot", "warband"),
        ("light_foot", "heavy_horse"),
        ("none", "warband"),
    ],
)
def test_every_battle_is_worth_what_counting_cell_by_cell_gives(navy: str, oxblood: str) -> None:
    game = load("optio", map="average:7", navy_profile=navy, oxblood_profile=oxblood)
    judge = Judge(game.start().scene(2)["map"]["rows"], navy, oxblood)
    setup = game.setup
    assert float(setup.centre) == pytest.approx(judge.mean)
    assert float(setup.scale) == pytest.approx(judge.scale)
    largest = 0.0
    for seat, square, side, shift in product((0, 1), SQUARES, COMPASS, SHIFTS):
        navys = side if seat == 0 else OPPOSITE[side]
        place = 5 * (5 - int(square[1])) + "ABCDE".index(square[0])
        found = float(setup.score[seat, place, COMPASS.index(side), SHIFTS.index(shift)])
        assert found == pytest.approx(judge.value(square, navys, shift), abs=1e-6)
        if judge.may(square, side, shift):
            largest = max(largest, abs(found))
    # normalised: the most extreme battlefield that there can be scores 1
    assert largest == 1


@clause("O4.5")
@pytest.mark.parametrize("second", SIDES)
@pytest.mark.parametrize("side", ["north", "west"])
def test_the_score_is_that_of_the_field_that_was_placed(second: str, side: str) -> None:
    t = fight("B4", side, second, map="wooded:4")
    judge, navys = judged(t), side if second == "Navy" else OPPOSITE[side]
    for name in [option.removeprefix("place the template ") for option in t.options()]:
        made = t.copy().place(name)
        shift = next(
            s
            for s, template in zip(SHIFTS, t.scene(2)["battle"]["templates"], strict=True)
            if template["name"] == name
        )
        wanted = judge.value("B4", navys, shift)
        assert value(made) == pytest.approx(wanted)
        assert made.score == pytest.approx((wanted, -wanted) if abs(wanted) > 0.05 else (0, 0), abs=1e-6)
        scene = made.scene(2)
        assert scene["battle"]["templates"][scene["battle"]["shift"]]["value"] == pytest.approx(
            wanted, abs=1e-6
        )


@clause("O4.5")
@pytest.mark.parametrize(
    ("worth", "score"),
    [
        (0.0, 0),
        (0.05, 0),
        (-0.05, 0),
        (0.0499, 0),
        (0.0501, 0.0501),
        (-0.0501, -0.0501),
        (1.0, 1),
        (-1.0, -1),
    ],
)
def test_above_0_05_wins_and_up_to_it_is_a_draw(worth: float, score: float) -> None:
    t = fight("C3", "south", map=drawn({"C3": ["r" * 8] * 8}), oxblood_profile="light_foot")
    # no other scenario has this map with these armies
    t.position.game.setup.score[0, 12, 2, 4] = worth
    t.place(STAYS)
    assert t.score == pytest.approx((score, -score))
    assert t.result.endswith("a draw." if score == 0 else "Navy wins." if score > 0 else "Oxblood wins.")
    assert ("about what this map usually is" in t.result) == (score == 0)
    assert ("better for Navy than this map usually is" in t.result) == (score > 0)


@clause("O4.5")
def test_from_zero_a_score_is_the_plain_difference() -> None:
    # as above: -160 in the middle of the map, -120 at its edge; the largest difference from 0 is 160
    armies = {"navy_profile": "light_foot", "oxblood_profile": "none", "score_from": "zero"}
    t = fight("C3", "south", map=PLAIN, **armies).place(STAYS)
    account = t.scene(2)["account"]
    assert (account["difference"], account["mean"], account["scale"]) == (-160, 0, 160)
    assert (account["score_from"], t.scene(2)["settings"]["score_from"]) == ("zero", "zero")
    assert t.score == (-1, 1)
    assert (
        t.result
        == "The battle is fought in C3, better for Oxblood's army than for the other (1.00): Oxblood wins."
    )
    t = fight("A3", "south", map=PLAIN, **armies).place(STAYS)
    assert t.score == pytest.approx((-0.75, 0.75))
    # ground that Navy would win on where the average counts: the two settings say so in words of their own
    t = fight("A3", "south", map=PLAIN, **{**armies, "score_from": "average"}).place(STAYS)
    assert (
        t.result == "The battle is fought in A3, better for Navy than this map usually is (1.00): Navy wins."
    )


@clause("O4.5")
def test_from_zero_ground_that_serves_both_alike_is_a_draw() -> None:
    t = fight("C3", "south", map="average:7", score_from="zero", oxblood_profile="warband")
    t.position.game.setup.score[0, 12, 2, 4] = -0.03
    t.place(STAYS)
    assert t.score == (0, 0)
    told = "about as good for one army as for the other (-0.03 for Navy): a draw."
    assert t.result == f"The battle is fought in C3, {told}"


CAMELS = """# a profile of a player's own
name: camel riders
text: Riders who like sand and shun water.
own:
  open: 2, room to ride
  rough: 1.5, stones hide them
enemy:
  open: -0.25, no cover
  beyond the map: -3, no way round
"""


@clause("O4.5")
def test_a_profile_may_be_ones_own() -> None:
    land = drawn({"C3": ["." * 8] * 4 + ["r" * 8] * 4})
    t = fight("C3", "south", map=land, navy_profile=CAMELS, oxblood_profile="none").place(STAYS)
    scene = t.scene(2)
    assert scene["profiles"][0] == {
        "id": "own",
        "name": "camel riders",
        "text": "Riders who like sand and shun water.",
    }
    side = scene["account"]["sides"][0]
    assert side["total"] == 32 * 2 + 32 * 1.5 + 64 * -0.25
    rows = {(row["half"], row["ground"]): (row["weight"], row["reason"]) for row in side["rows"]}
    assert rows["own", "rough"] == (1.5, "stones hide them")
    assert rows["enemy", "open"] == (-0.25, "no cover")
    # a ground that it does not name weighs nothing
    t = fight("C3", "north", map=land, navy_profile=CAMELS, oxblood_profile="none").place(STAYS)
    rows = {(row["half"], row["ground"]): row for row in t.scene(2)["account"]["sides"][0]["rows"]}
    assert (rows["enemy", "rough"]["points"], rows["enemy", "rough"]["reason"]) == (0, "no wish")


@clause("O4.5")
@pytest.mark.parametrize("name", ARMIES)
def test_a_shipped_profile_is_a_text_to_make_ones_own_of(name: str) -> None:
    shipped, own = (read_army("navy_profile", text) for text in (name, source(name)))
    assert (own.name, own.text, own.worth) == (shipped.name, shipped.text, shipped.worth)


@clause("O4.5")
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "name:",
            "title:",
            "line 2, column 1: expected one of 'name:', 'text:', 'own:', 'enemy:', not 'title: camel riders'",
        ),
        ("text: Riders who like sand and shun water.\n", "", "line 8, column 1: the line 'text:' is missing"),
        ("name: camel riders", "name:", "line 2, column 6: 'name:' must have 1 to 24 characters, not 0"),
        (
            "camel riders",
            "camel riders of the far south",
            "line 2, column 6: 'name:' must have 1 to 24 characters, not 29",
        ),
        ("own:\n", "own: all\n", "line 4, column 5: nothing may follow 'own:' on its line, not 'all'"),
        ("enemy:\n", "own:\n", "line 7, column 1: 'own:' is already in line 4"),
        ("  rough:", "  sand:", "line 6, column 3: 'sand' is not a ground; the grounds are open, "),
        ("  rough:", "  open:", "line 6, column 3: 'open' is already in this half"),
        (
            "1.5,",
            "3.01,",
            "line 6, column 9: a weight must be a number from -3 to 3, such as 1.5, not '3.01'",
        ),
        ("1.5,", "nan,", "line 6, column 9: a weight must be a number from -3 to 3, such as 1.5, not 'nan'"),
        (
            ", stones hide them",
            "",
            "line 6, column 9: a weight must be followed by a comma and a reason of 1 to 120 characters",
        ),
        ("shun water", "shun\twater", "line 3, column 36: a profile cannot contain tabs: use spaces"),
        (
            "shun water",
            "shun\x07water",
            "line 3, column 36: a profile cannot contain '\\x07': use printable characters",
        ),
    ],
)
def test_a_fault_of_ones_own_profile_is_named_with_its_place(old: str, new: str, fault: str) -> None:
    with pytest.raises(SettingError) as caught:
        load("optio", oxblood_profile=CAMELS.replace(old, new))
    assert str(caught.value).startswith(f"oxblood_profile, {fault}")
    assert str(caught.value).endswith("(O4.5)")


@clause("O4.5")
def test_a_profile_that_is_too_long_is_refused() -> None:
    for long in ("#" * 5000, "# " + "é" * 2500):
        with pytest.raises(SettingError, match=r"^navy_profile: the text must be at most 4096.* \(O4.5\)$"):
            load("optio", navy_profile=f"{CAMELS}{long}\n")


@clause("O4.5")
def test_with_only_the_ground_nobody_wins_and_profiles_do_not_count() -> None:
    t = fight("C3", "south", map="mountainous:5", result="ground", navy_profile="warband")
    assert [profile["id"] for profile in t.scene(2)["profiles"]] == ["none", "none"]
    assert {template["value"] for template in t.scene(2)["battle"]["templates"]} == {None}
    for name in [option.removeprefix("place the template ") for option in t.options()]:
        made = t.copy().place(name)
        assert (made.score, made.result) == ((0, 0), NOBODY_WINS)
        assert len("".join(made.scene(2)["account"]["field"]["cells"])) == 128


@clause("O4.5")
def test_with_only_the_ground_a_lot_gives_each_side_private_wishes() -> None:
    t = fresh(result="ground")
    for side in SIDES:
        t.play(f"draw army 1 and scout 2 for {side}")
    assert t.asked == "dice"
    names = [entry["name"] for entry in profiles().values()]
    assert t.options() == [f"draw the wishes of {name} for Navy" for name in names]
    assert [weight for _, weight in t.position.chances()] == pytest.approx([1 / 6] * 6)
    t.play("draw the wishes of light foot for Navy").play("draw the wishes of warband for Oxblood")
    assert t.phase == "opening"
    for viewer, wish in ((0, "light_foot"), (1, "warband"), (2, None)):
        assert t.scene(viewer)["wish"] == wish
    told = "Navy's private wishes are those of light foot; a computer plays to fulfil them, and a person may too."
    assert t.told[0][-2].text == told
    assert t.told[1][-2].text == t.told[2][-2].text == "Navy's private wishes are drawn."
    assert t.last(0) == "Oxblood's private wishes are drawn."


@clause("O4.5")
@pytest.mark.parametrize("viewer", [0, 1, 2])
def test_private_wishes_are_not_told_after_the_match_either(viewer: int) -> None:
    t = fight("C3", "south", result="ground", wishes={"Navy": "warband", "Oxblood": "light foot"}).place(
        STAYS
    )
    u = fight("C3", "south", result="ground", wishes={"Navy": "warband", "Oxblood": "heavy horse"}).place(
        STAYS
    )
    assert t.over
    same = viewer != 1
    assert (bytes(t.position.view(viewer)) == bytes(u.position.view(viewer))) == same
    assert (t.scene(viewer) == u.scene(viewer)) == same


@clause("O2.9", "O4.5")
def test_with_only_the_ground_an_army_off_the_map_loses_all_the_same() -> None:
    t = table({"Navy 1": "C3"}, reveal_after=1, result="ground").idle().idle()
    assert t.score == (1, -1)


@clause("O4.5")
def test_without_profiles_there_is_no_winner_only_the_ground() -> None:
    t = fight("C3", "south", map="mountainous:5", navy_profile="none", oxblood_profile="none")
    assert {template["value"] for template in t.scene(2)["battle"]["templates"]} == {None}
    for name in [option.removeprefix("place the template ") for option in t.options()]:
        made = t.copy().place(name)
        assert made.score == (0, 0)
        assert made.result == NOBODY_WINS
        assert made.scene(2)["account"]["sides"][0]["rows"] == []
        assert len("".join(made.scene(2)["account"]["field"]["cells"])) == 128


@clause("O4.5")
def test_one_profile_is_enough_for_a_winner() -> None:
    for navy, oxblood in (("none", "heavy_horse"), ("heavy_horse", "none")):
        t = fight("C3", "south", map=drawn({"C3": ["w" * 8] * 8}), navy_profile=navy, oxblood_profile=oxblood)
        t.place(STAYS)
        # woods are the horses' grief
        assert (t.score[0] > 0) == (navy == "none")
        side = "Navy" if navy == "none" else "Oxblood"
        assert t.result.endswith(f"better for {side} than this map usually is (1.00): {side} wins.")


@clause("O4.5")
def test_equal_armies_on_even_ground_are_judged_alike() -> None:
    t = fight("C3", "south", map=PLAIN, navy_profile="warband", oxblood_profile="warband").place(STAYS)
    assert (t.score, t.scene(2)["account"]["scale"]) == ((0, 0), 0)
    assert t.result == NOBODY_WINS


@clause("O4.5")
def test_after_the_end_nothing_may_be_played() -> None:
    t = fight("C3", "south").place(STAYS)
    assert (t.over, t.asked, t.options()) == (True, "nobody", [])
    for late in ("place the template 1 north", "end the turn", "march north"):
        with t.refused("O4.5", "The match is over"):
            t.play(late)


@clause("O4.5")
@pytest.mark.parametrize("army", ARMIES)
def test_a_profile_weighs_every_ground_and_says_why(army: str) -> None:
    entry = profiles()[army]
    assert set(entry) == {"name", "text", "own", "enemy"}
    assert len(entry["text"]) > 20
    for half in ("own", "enemy"):
        assert set(entry[half]) == set(SIGNS)
        for weight, reason in entry[half].values():
            assert -3 <= weight <= 3
            assert len(reason.split()) >= 2


@clause("O4.5")
def test_the_profiles_are_these_six_and_public() -> None:
    assert tuple(profiles()) == ARMIES
    t = approach("B2", "D4", navy_profile="horse_archers", oxblood_profile="pike_phalanx")
    for viewer in (0, 1, 2):
        shown = t.scene(viewer)["profiles"]
        assert [profile["id"] for profile in shown] == ["horse_archers", "pike_phalanx"]
        assert [profile["text"] for profile in shown] == [
            profiles()[name]["text"] for name in ("horse_archers", "pike_phalanx")
        ]


@clause("O4.5")
def test_the_account_adds_up_and_gives_the_reasons() -> None:
    t = fight("B4", "west", map="wooded:4", navy_profile="light_foot").place(STAYS)
    account: dict[str, Any] = t.scene(2)["account"]
    for side, army in zip(account["sides"], ("light_foot", "warband"), strict=True):
        assert side["profile"] == army
        assert side["total"] == sum(row["count"] * row["weight"] for row in side["rows"])
        assert sum(row["count"] for row in side["rows"]) == 128
        for row in side["rows"]:
            assert [row["weight"], row["reason"]] == profiles()[army][row["half"]][row["ground"]]
    first, second = (side["total"] for side in account["sides"])
    assert account["difference"] == first - second
    assert account["value"] == pytest.approx((first - second - account["mean"]) / account["scale"])


@clause("O5.1")
def test_the_battlefield_can_be_taken_along_once_it_is_placed() -> None:
    t = fight("C3", "east", "Oxblood", map="average:7")
    game, spec = t.position.game, t.position.game.spec
    assert spec.table.exported(game.setup, t.position.view(2).state) == ()
    t.place(STAYS)
    view = t.position.view(2).state
    assert set(spec.table.exported(game.setup, view)) == {
        f"battlefield.{form}" for form in ("json", "svg", "plot.svg", "png", "pdf")
    }
    told = json.loads(spec.table.exports["battlefield.json"](game.setup, view, {"match": "abc"}).data)
    # Oxblood came from the east and sits there: Navy in the west
    assert told["rows"] == judged(t).field("C3", "west", STAY)
    assert (told["match"], told["near"], told["far"]) == ("abc", "Navy, heavy foot", "Oxblood, warband")
    # and from what the page shows of it, when the rules of the match are gone
    options = {"match": "abc", "sheet": "A3"}
    files = spec.table.scene_files(t.scene(2))
    assert list(files) == list(spec.table.exports)
    for name in ("battlefield.json", "battlefield.plot.svg"):
        assert files[name](options) == spec.table.exports[name](game.setup, view, options)
    assert spec.table.scene_files({"map": {"name": "Of another version"}}) == {}


@clause("O5.1")
def test_without_a_battle_there_is_nothing_to_take_along() -> None:
    t = approach("B2", "D4")
    game = t.position.game
    for name in ("battlefield.json", "battlefield.svg"):
        with pytest.raises(ValueError, match="no battlefield until the template is placed"):
            game.spec.table.exports[name](game.setup, t.position.view(2).state, {})
