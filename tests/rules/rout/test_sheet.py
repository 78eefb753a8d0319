"""Every answer of the quick sheet is what the rules make of the same table; chances are counted over cards or errors."""

from itertools import product

import pytest

from sandtable.authoring import Fact, Question
from sandtable.games.rout.schema import DEED, DIRECTIONS, KINDS, STILL, TURNS
from sandtable.games.rout.show.sheet import FAST, FIRST, GAPS, LATER, ME, PUSHED, SPOT, _unharmed
from tests.rules.rout.board import Board, board, dealt, lay
from tests.rules.scenario import clause, quick_sheet

FAR = {"archer": "100 900", "cavalry": "300 900", "pike": "500 900"}
DOES = {"Move:": "move", "Charge:": "melee", "Shoot:": "range"}


def question(name: str) -> Question:
    sheet = quick_sheet("rout")
    return next(one for one in sheet.questions if one.id == name)


def told(name: str, **said: int) -> list[Fact]:
    return list(question(name).answer(said))


def says(facts: list[Fact], begins: str) -> bool:
    return any(fact.text.startswith(begins) for fact in facts)


def does(facts: list[Fact]) -> set[str]:
    return {DOES[fact.text.split()[0]] for fact in facts if fact.text.split()[0] in DOES}


@clause("T2.2", "T2.3")
def test_a_card_lets_a_unit_do_what_the_rules_let_it() -> None:
    others = {name: f"{200 * n} 100" for n, name in enumerate(("archer", "cavalry", "pike"), 1)}
    for kind, units in product(range(3), range(3)):
        name = KINDS[kind]
        place = ("800 100", "800 100 broken", "routed")[units]
        t = board({**others, name: place}, FAR).draw(name)
        facts = told("card", card=kind, units=units)
        assert does(facts) == (set(t.may) if t.phase == "turn" else set())
        assert says(facts, "You may first take the card out") == (t.phase == "remove")
        assert any("your turn passes" in fact.text for fact in facts) == (t.phase != "turn")


@clause("T2.4")
def test_a_rally_card_does_what_the_rules_let_it() -> None:
    for broken, kind in product(range(3), range(3)):
        name = KINDS[kind]
        ivory = {"archer": "100 100", "cavalry": "300 100", "pike": "500 100"}
        army = ivory if broken == 1 else FAR
        there = {name: f"{army[name]} broken"}
        t = board({**ivory, **(there if broken == 1 else {})}, {**FAR, **(there if broken == 2 else {})})
        t.draw("rally")
        facts = told("rally", broken=broken, kind=kind)
        assert says(facts, "No block is broken") == (t.phase == "draw") == (broken == 0)
        if broken:
            t.rally(1)
            assert does(facts) == (set(t.may) if t.phase == "turn" else set())
            assert says(facts, "It is yours") == (t.side == "Ivory")
            assert says(facts, "It is your enemy's") == (t.side == "Ink")


HIS, HIS_BROKEN, MINE, MY_BROKEN = range(4)


def flicked(deed: str, whose: int, leaves: int) -> Board:
    """The table after a flick at a pike in the middle, or so near to the edge that it leaves."""
    unit = {"move": "cavalry", "melee": "cavalry", "range": "archer"}[deed]
    place = f"500 {960 if leaves else 700}{' broken' if whose in (HIS_BROKEN, MY_BROKEN) else ''}"
    start = 860 if leaves else 500
    ivory = {unit: f"500 {start} up"} | ({"pike": place} if whose in (MINE, MY_BROKEN) else {})
    ink = {"cavalry" if unit == "archer" else "archer": "900 100"}
    ink |= {"pike": place} if whose in (HIS, HIS_BROKEN) else {}
    t = board(ivory, ink).draw(unit)
    return t.flick(deed, f"Ivory {unit}", "north", 4.0 if leaves else 1.6)


@clause("T3.3", "T3.4", "T3.5", "T4.1", "T4.2", "T4.3")
@pytest.mark.parametrize("deed", ["move", "melee", "range"])
def test_hit_and_rout_are_as_in_a_match(deed: str) -> None:
    for whose, leaves in product(range(4), range(2)):
        t = flicked(deed, whose, leaves)
        owner = "Ink" if whose in (HIS, HIS_BROKEN) else "Ivory"
        was = "broken" if whose in (HIS_BROKEN, MY_BROKEN) else "whole"
        facts = told(
            "attack", whose=whose, touched=0, leaves=leaves, deed=("move", "melee", "range").index(deed)
        )
        now = t.state_of(f"{owner} pike")
        assert says(facts, "It is routed") == (now == "routed"), (deed, whose, leaves)
        assert says(facts, "It is hit and breaks") == ((was, now) == ("whole", "broken"))
        back = now != "routed" and t.at(f"{owner} pike")[1] == 987.5
        assert says(facts, "It is put back") == back == bool(leaves and now != "routed")


@clause("T4.1")
def test_who_is_touched_later_or_only_pushed_is_not_hit() -> None:
    # a cavalry between two enemies side by side in a row: it strikes the first, which strikes the second
    t = board({"cavalry": "500 300 up"}, {"pike": "500 400", "archer": "500 430"}).draw("cavalry")
    t.melee("Ivory cavalry", "north", 2.0)
    assert (t.state_of("Ink pike"), t.state_of("Ink archer")) == ("broken", "whole")
    for whose, touched, leaves in product((HIS, HIS_BROKEN), (1, 2), (0, 1)):
        facts = told("attack", whose=whose, touched=touched, leaves=leaves, deed=1)
        assert not says(facts, "It is hit and breaks")
        # a broken one that the attacker itself touched goes all the same (T4.2)
        assert says(facts, "It is routed") == (whose == HIS_BROKEN and touched == 1 and leaves == 1)


@clause("T2.1", "T2.5b")
def test_the_next_card_is_as_likely_as_in_the_deck() -> None:
    t = board({"archer": "100 100", "cavalry": "300 100", "pike": "500 100"}, FAR)
    state = t.position.state
    for left in ((2, 2, 2, 2), (1, 0, 3, 1), (0, 0, 7, 0), (7, 7, 7, 2)):
        state.deck[0] = left
        drawn = {name: weight for name, (_, weight) in zip(t.options(), t.position.chances(), strict=True)}
        facts = told("next", **dict(zip((*KINDS, "rally"), left, strict=True)))
        assert {
            fact.text.removeprefix("The next card: ")[:-1]: fact.figure for fact in facts
        } == pytest.approx({name.removeprefix("draw "): weight for name, weight in drawn.items()})
    assert told("next", archer=0, cavalry=0, pike=0, rally=0)[0].clause == "T2.1"


@clause("T3.1", "T3.2")
@pytest.mark.parametrize(("deed", "hand", "gap", "lies"), [("melee", 1, 3, 1), ("range", 2, 1, 0)])
def test_an_aim_hits_as_often_as_all_errors_of_the_hand(deed: str, hand: int, gap: int, lies: int) -> None:
    names = ("steady", "casual", "novice")
    half = 37.5 if lies else 12.5
    unit = "pike" if deed == "melee" else "archer"
    y = 1000 * SPOT
    t = dealt([unit], ["cavalry"], rally=1, hand=names[hand])
    for _ in t.SIDES:
        t.play("line up as line")
    lay(
        t,
        {unit: f"500 {y} up"},
        {"cavalry": f"500 {y + 37.5 + 10 * GAPS[gap] + half} {'up' if lies else 'across'}"},
    )
    t.draw(unit).flick(deed, f"Ivory {unit}", "north", FAST / 100)
    upto = t.position.game.setup.turns[0]
    hit, direction = 0.0, int(t.position.state.flick.direction)
    for turn in range(TURNS):
        weight = float(upto[turn] - (upto[turn - 1] if turn else 0))
        # errors that are rarer than one in a hundred thousand are left to the tolerance
        if weight < 1e-7:
            continue
        after = t.copy().hand((turn - STILL) / 10)
        assert int(after.position.state.last.direction) == (direction + turn - STILL) % DIRECTIONS
        hit += weight * (after.state_of("Ink cavalry") != "whole")
    assert told("aim", gap=gap, lies=lies, hand=hand, deed=int(deed == "range"))[0].figure == pytest.approx(
        hit, abs=1e-4
    )


@clause("T3.3", "T3.4", "T4.1")
@pytest.mark.parametrize(
    ("deed", "touched", "side", "begins"),
    [
        (DEED.MOVE, FIRST, 1 - ME, "No harm: a move hits nobody."),
        (DEED.MELEE, PUSHED, 1 - ME, "No harm: only what the attacking block itself touches counts."),
        (DEED.MELEE, FIRST, ME, "Your own is not hit."),
        (DEED.MELEE, LATER, 1 - ME, "Not hit: the enemy touched first is."),
        (DEED.MELEE, FIRST, 1 - ME, "It is hit, but is already broken."),
    ],
)
def test_why_nobody_is_broken_is_said(deed: int, touched: int, side: int, begins: str) -> None:
    assert _unharmed({"deed": deed, "touched": touched}, side).text == begins
