"""Every answer of the quick sheet is what the rules allow at the table, and every chance is counted over all lots or dice."""

from collections import defaultdict
from itertools import product

import pytest

from sandtable.authoring import Fact, Question
from tests.perft.naive_ground import COMPASS
from tests.rules.optio.table import SQUARES, Table, approach, beside, deal, drawn, fight, fresh, table
from tests.rules.scenario import clause, quick_sheet

ARMIES = ("pike_phalanx", "heavy_foot", "warband", "light_foot", "heavy_horse", "horse_archers")
PLAIN = drawn()
ROWS = COLUMNS = range(5)


def question(name: str) -> Question:
    sheet = quick_sheet("optio")
    return next(one for one in sheet.questions if one.id == name)


def told(name: str, **said: int) -> list[Fact]:
    return list(question(name).answer(said))


def says(facts: list[Fact], begins: str) -> bool:
    return any(fact.text.startswith(begins) for fact in facts)


def figures(facts: list[Fact]) -> dict[str, float]:
    return {fact.text: fact.figure for fact in facts if fact.kind}


def square(column: int, row: int) -> str:
    return f"{'ABCDE'[column]}{row + 1}"


@clause("O1.4")
def test_who_begins_is_as_likely_as_all_rolls_say() -> None:
    found = defaultdict[str, float](float)
    t = deal()
    for action, weight in t.position.chances():
        found[Table(t.position.copy().play(action)).asked] += weight
    assert list(figures(told("first")).values()) == pytest.approx(
        [found["Navy"], found["Oxblood"], found["dice"]]
    )


@clause("O2.1", "O2.2", "O2.3", "O2.4", "O2.5")
def test_a_block_moves_where_the_rules_let_it() -> None:
    for it, others, enemies in product(range(3), range(3), range(2)):
        goes_to = "A1" if it == 0 else "C4"
        places = {f"Navy {n}": goes_to for n in range(4, 4 + others)}
        places |= {"Oxblood 3": goes_to} if enemies else {}
        t = table(places if it == 0 else {"Navy 3": "C3", **places})
        if it == 2:
            t = t.step("Navy 3", "south").step("Navy 4", "south") if others else t.step("Navy 3", "south")
        facts = told("move", it=it, others=others, enemies=enemies)
        wanted = "enter block 3 at A" if it == 0 else "move block 3 north"
        assert (says(facts, "It may")) == (wanted in t.options()), (it, others, enemies)
        if says(facts, "It may"):
            t.play(wanted)
            assert says(facts, "You are asked") == (t.phase == "scout")
            assert says(facts, "It stays on the side") == bool(enemies)
        elif it != 2:
            with t.refused(facts[0].clause, facts[0].text):
                t.play(wanted)


@clause("O2.6", "O2.7", "O2.8")
def test_what_a_block_may_scout_is_what_the_rules_allow() -> None:
    for kind, hidden, since, face, army in product(range(3), range(3), range(2), range(2), range(3)):
        facts = told("scout", kind=kind, hidden=hidden, since=since, face=face, army=army)
        if hidden + (army == 1) > 2:
            assert [fact.clause for fact in facts] == ["O2.4"]
            continue
        block = f"Navy {kind + 1}"
        places = {block: "C4" if since else "C3"} | {f"Oxblood {n}": "C4" for n in range(3, 3 + hidden)}
        places |= {} if army == 0 else {"Oxblood 1": "C4" if army == 1 else "A5"}
        shown = ["Oxblood 1"] * (army > 0) + [block] * face
        # both armies face up is the end of the search
        if army and face and kind == 0:
            continue
        t = table(places, face_up=shown)
        t = t if since else t.step(block, "north")
        scouts = [option for option in t.options() if option.startswith("scout")]
        assert says(facts, "It may scout") == bool(scouts), (kind, hidden, since, face, army)
        assert says(facts, "It may show itself") == ("show the army to the enemy army" in t.options())
        assert says(facts, "You are asked") == (t.phase == "scout")
        if scouts:
            target = t.copy().play(scouts[0])
            ends = target.phase in ("approach", "template")
            assert says(facts, "It may scout, and is the second army") == ends
            assert says(facts, "It may scout: it turns face up, then so does one of the two") == (
                len(scouts) == 2 and not ends
            )
            assert set(target.face_up()) - set(shown) == {block, *([] if ends else ["Oxblood 3"])} - set(
                shown
            )


@clause("O1.3", "O1.3b")
def test_what_lies_face_down_is_counted_over_all_lots() -> None:
    lots = defaultdict[tuple[str, ...], float](float)
    t = fresh().play("draw army 1 and scout 2 for Navy")
    for action, weight in t.position.chances():
        after = Table(t.position.copy().play(action))
        lots[tuple(after.kind(f"Oxblood {n}") for n in range(1, 7))] += weight
    for here, army, scout, dummies in product(range(6), range(2), range(2), range(5)):
        facts = told("down", here=here, army=army, scout=scout, dummies=dummies)
        shown = ("army",) * army + ("scout",) * scout + ("dummy",) * dummies
        first, last = len(shown), len(shown) + here + 1
        if last > 6:
            assert facts == [Fact("A side has only 6 blocks.", "O1.3")]
            continue
        fit = {kinds: weight for kinds, weight in lots.items() if kinds[:first] == shown}

        whole = sum(fit.values())
        army_is, scout_is = (
            sum(weight for kinds, weight in fit.items() if kind in kinds[first:last]) / whole
            for kind in ("army", "scout")
        )
        neither = sum(weight for kinds, weight in fit.items() if set(kinds[first:last]) == {"dummy"}) / whole
        assert figures(facts) == pytest.approx(
            {
                "The enemy army is there.": army_is,
                "The enemy scout is there.": scout_is,
                "Nothing but dummies.": neither,
            }
        )


@clause("O3.1", "O3.2", "O3.3", "O4.1", "O4.3")
def test_the_approach_offers_the_ways_of_the_rules() -> None:
    for column, row, his_column, his_row in product(COLUMNS, ROWS, COLUMNS, ROWS):
        mine, his = square(column, row), square(his_column, his_row)
        for kudos in (0, 1):
            said = {"my_column": column, "my_row": row, "his_column": his_column, "his_row": his_row}
            facts = told("approach", **said, kudos=kudos)
            if mine == his:
                assert [fact.clause for fact in facts] == ["O3.3"]
                continue
            # a map with one table for all: only places and kudos change
            t = _approaching(mine, his, kudos)
            ways = {option.rpartition(" ")[2] for option in t.options() if option.startswith("march")}
            paid = {option.rpartition(" ")[2] for option in t.options() if option.startswith("hand in")}
            assert _named(facts, "Closer") == ways
            assert _named(facts, "For a kudo") | ({"stay"} if kudos else set()) == paid
            assert says(facts, "Without kudos") == (kudos == 0)
            side = next(iter(sorted(ways)))
            met = t.march(side).phase == "template"
            assert says(facts, "That is the enemy's square") == met
            if met:
                assert says(facts, f"You came second: your side is the {t.side('Navy 1')}")
                assert t.asked == "Oxblood"


def _named(facts: list[Fact], begins: str) -> set[str]:
    line = next((fact.text for fact in facts if fact.text.startswith(begins)), "")
    return {side for side in COMPASS if side in line}


def _approaching(mine: str, his: str, kudos: int) -> Table:
    t = approach("A1", "E5")
    t.block("Navy 1").square, t.block("Oxblood 1").square = SQUARES.index(mine), SQUARES.index(his)
    t.position.state.kudos[0] = kudos
    return t


@clause("O4.1", "O4.2", "O4.3", "O4.4")
def test_sides_and_template_lie_as_in_a_match() -> None:
    for side, column, row in product(range(4), COLUMNS, ROWS):
        where, came = square(column, row), COMPASS[side]
        said = {"side": side, "its_column": column, "its_row": row}
        second = "Oxblood" if came == "north" else "Navy"
        facts = told("sides", second=int(second == "Oxblood"), **said)
        shifts = told("template", **said)
        home = came in ("north", "south")
        if not home and beside(where, came) not in SQUARES:
            assert [fact.clause for fact in facts + shifts] == ["O2.2", "O2.2"]
            continue
        t = fight(where, came, second, map=PLAIN)
        places = {option.removeprefix("place the template ") for option in t.options()}
        refused = {fact.text.split(":")[0].removeprefix("Not ") for fact in shifts if fact.text[:4] == "Not "}
        assert len(places) + len(refused) == 9
        assert not places & refused
        assert says(shifts, f"The edge of the map allows {len(places)} of the 9 places.")
        mine, theirs = (COMPASS[side], COMPASS[(side + 2) % 4])
        whose, others = ("Your side", "the enemy's") if second == "Navy" else ("The enemy's side", "yours")
        assert says(facts, f"{whose} is the {mine}, {others} the {theirs}.")
        assert says(facts, "The enemy was there first" if second == "Navy" else "You were there first")
        assert t.asked == ("Oxblood" if second == "Navy" else "Navy")
        after = t.place("where it lies").scene(2)["account"]["field"]["cells"]
        beyond = sum(line.count("#") for line in after)
        assert says(facts, f"{beyond} of its cells lie beyond the map.") == (beyond > 0)


@clause("O4.5")
def test_ground_is_worth_what_the_account_of_a_battle_says() -> None:
    # all kinds of ground lie in C3, each somewhere in both halves
    signs = ".hHwrmcs=fbLXR.."
    part = [signs[:8], signs[8:]] * 4
    for number, army in enumerate(ARMIES):
        t = fight("C3", "south", map=drawn({"C3": part}), navy_profile=army).place("where it lies")
        rows = t.scene(2)["account"]["sides"][0]["rows"]
        for half, name in enumerate(("own", "enemy")):
            lines = [fact.text for fact in told("ground", army=number, half=half)]
            for row in (row for row in rows if row["half"] == name and row["weight"]):
                assert f"{row['weight']:+g} a cell, {row['ground']}: {row['reason']}." in lines
