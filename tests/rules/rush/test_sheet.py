"""Every figure of the quick sheet is what the rules make of the situation that it is of, played out with all its dice."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from sandtable.authoring import CHANCE, Fact, Question
from sandtable.engine.game import Position
from sandtable.games.rush.schema import CARRIED, PHASE
from tests.rules.rush.arena import NAMES, Arena, arena, back, beside
from tests.rules.scenario import clause, quick_sheet

Said = dict[str, int]
Odds = dict[str, float]

# players by role, the same on both sides
GUARD, JACK, STRIKER = 1, 2, 3
MATE = 4


def roster(number: int, other: int = 4) -> str:
    """A team whose first four are Guard, Jack, Striker and Jack, who need `number`; the rest, Jacks, need `other`."""
    kinds = {"G": ("guard", number), "J": ("jack", number), "S": ("striker", number), "O": ("jack", other)}
    players = (
        f"[player.{name}]\nrole = '{role}'\nmove = 5\nstrength = {n}\nspeed = {n}\nskill = {n}\narmour = {n}\n"
        for name, (role, n) in kinds.items()
    )
    return "name = 'Test'\nteam = ['G', 'J', 'S', 'O', 'O', 'O', 'O', 'O']\n" + "".join(players)


def pitch(mine: int, theirs: int = 4, **placed: Any) -> Arena:
    return arena(teams=(roster(mine, theirs), roster(theirs, theirs)), player_cap=9, **placed)


def question(name: str) -> Question:
    sheet = quick_sheet("rush")
    return next(one for one in sheet.questions if one.id == name)


def varied(name: str) -> Iterator[Said]:
    """What is said to a question: every circumstance at the usual numbers, and every number in the usual circumstances."""
    asked = question(name)
    usual = {ask.name: ask.usual for ask in asked.asks}
    numbers = [ask for ask in asked.asks if ask.options[0] == "2+"]
    others = [ask for ask in asked.asks if ask not in numbers]
    for some in (numbers, others):
        for values in product(*(range(ask.count) for ask in some)):
            yield usual | dict(zip((ask.name for ask in some), values, strict=True))


def told(name: str, said: Said) -> dict[str, float]:
    """The figures of an answer by the beginning of their lines."""
    return {fact.text: fact.figure for fact in question(name).answer(said) if fact.kind}


def figure(figures: dict[str, float], begins: str) -> float:
    return next(value for text, value in figures.items() if text.startswith(begins))


def outcomes(position: Position, seen: Callable[[Position], str], tests: int = 1) -> Odds:
    """The chances of what is `seen` after so many tests that are due one after the other, all dice played."""
    if tests == 0 or position.phase != "test":
        return {seen(position): 1.0}
    found: Odds = defaultdict(float)
    assert position.to_move == CHANCE
    for action, weight in position.chances():
        for what, chance in outcomes(position.copy().play(action), seen, tests - 1).items():
            found[what] += weight * chance
    return defaultdict(float, found)


def surround(
    place: str, count: int, first: int, sides: Sequence[str] = ("north-east", "south-east")
) -> dict[int, str]:
    """So many players beside `place` who face it."""
    return {
        first + n: f"{beside(place, side)} {back(side)}" for n, side in zip(range(count), sides, strict=False)
    }


def runner(said: Said) -> int:
    return (JACK, STRIKER)[said["role"]]


@clause("R4.3", "R5.2", "R5.3")
@pytest.mark.parametrize("act", ["dash", "evade"])
def test_dash_and_evade(act: str) -> None:
    for said in varied(act):
        hero, evades = runner(said), act == "evade"
        t = pitch(
            said["speed"] + 2, home={hero: "F11 east"}, visitor=surround("F11", said["threats"] + evades, 5)
        ).run(hero)
        state = t.position.state
        state.now.dashes = state.now.evades = said["time"]
        state.now.points = int(evades)
        _ = t.step("east") if evades else t.dash("east")
        odds = outcomes(
            t.position, lambda after, hero=hero: "falls" if after.state.player[hero - 1].prone else "on"
        )
        figures = told(act, said)
        assert figure(figures, "He makes it") == pytest.approx(odds["on"], abs=1e-12), said
        assert figure(figures, "He falls") == pytest.approx(odds["falls"], abs=1e-12), said


@clause("R5.5")
def test_pick_up() -> None:
    for said in varied("pick-up"):
        hero = runner(said)
        t = pitch(
            said["skill"] + 2,
            home={hero: "F11 east"},
            visitor=surround("F12", said["threats"], 5),
            ball="F12",
        )
        t = (t.sprint if said["sprint"] else t.run)(hero).step("east")

        def seen(after: Position) -> str:
            if after.state.ball != CARRIED:
                return "scatters"
            return "free" if after.state.phase == PHASE.FREE else "has"

        compare("pick-up", said, outcomes(t.position, seen), ALL_OF_IT)


ALL_OF_IT = {
    "He has the ball": ("has", "free"),
    "Exactly one": ("has",),
    "Two or more": ("free",),
    "None": ("scatters",),
}


def compare(name: str, said: Said, odds: Odds, lines: dict[str, tuple[str, ...]]) -> None:
    """Each of the lines of an answer has the chance of what it stands for."""
    figures = told(name, said)
    for line, stands_for in lines.items():
        assert figure(figures, line) == pytest.approx(
            sum(odds.get(one, 0) for one in stands_for), abs=1e-12
        ), (line, said)


@clause("R9.1")
def test_stand_up() -> None:
    lines = {
        "He stands up,": ("up", "free"),
        "Exactly one": ("up",),
        "Two or more": ("free",),
        "None": ("lies",),
    }
    for said in varied("stand-up"):
        hero = runner(said)
        t = pitch(
            said["speed"] + 2, home={hero: "F11 east prone"}, visitor=surround("F11", said["threats"], 5)
        )
        t.stand(hero)

        def seen(after: Position, hero: int = hero) -> str:
            if after.state.player[hero - 1].prone:
                return "lies"
            return "free" if after.state.earned else "up"

        compare("stand-up", said, outcomes(t.position, seen), lines)


def fight(act: str, said: Said) -> Arena | None:
    """A Slam or Steal up to its first roll; None where the rules allow no such answer."""
    hero = ((JACK, GUARD) if act == "slam" else (JACK, STRIKER))[said["role"]]
    foe = (JACK, GUARD, STRIKER)[said["their_role"]]
    slams_back, came = said["reply"] == 0, said.get("came", 0)
    # who looks past him threatens him all the same, and can be offered a turn to face him
    looks = "north-west" if said["threats"] else "east"
    t = pitch(
        said["number"] + 2,
        said["their_number"] + 2,
        home={
            hero: "F10 east" if came else "F11 east",
            **surround("F12", said["their_threats"], 5, ("south-east",)),
        },
        visitor={foe: f"F12 {looks}", **surround("F11", said["threats"] - 1, 5, ("north-east",))},
        ball=f"Visitor {foe}",
    )
    t = (t.slam if act == "slam" else t.steal)(hero)
    t = (t.step("east") if came else t).tackle(foe)
    if t.phase == "reply":
        return t.slamback() if slams_back else t.dodge()
    return None if slams_back else t


def result(after: Position) -> str:
    """The winner of a contest, as far as the rules have carried it out."""
    state = after.state
    if state.phase == PHASE.RUSH:
        return "taken" if 0 <= state.carrier < 8 else "draw"
    if state.phase == PHASE.SCATTER:
        return "loose"
    who = "we" if state.winner < 8 else "they"
    return f"{who} {'double' if state.double else 'win'} {int(state.hits)}"


@clause("R6.1", "R6.3", "R6.4", "R6.5")
@pytest.mark.parametrize("act", ["slam", "steal"])
def test_slam_and_steal(act: str) -> None:
    played = 0
    for said in varied(act):
        t = fight(act, said)
        if t is None:
            assert told(act, said) == {}, said
            continue
        played += 1
        odds, figures = outcomes(t.position, result, 2), told(act, said)

        def sums(begins: str, odds: Odds = odds) -> float:
            return sum(chance for what, chance in odds.items() if what.startswith(begins))

        ours = (
            {"You win": "we win", "A double:": "we double"}
            if act == "slam"
            else {"You win": "loose", "A double:": "taken"}
        )
        lines = ours | {"A draw": "draw", "He wins:": "they win", "He wins by a double": "they double"}
        for line, stands_for in lines.items():
            assert figure(figures, line) == pytest.approx(sums(stands_for), abs=1e-12), (line, said)
        for text, value in figures.items():
            if text.startswith("A double with"):
                assert value == pytest.approx(odds[f"we double {text.split()[3]}"], abs=1e-12), (text, said)
        assert sum(
            figures[text] for text in figures if not text.startswith("A double with")
        ) == pytest.approx(1.0)
    assert played > 70


@clause("R6.7")
def test_armour() -> None:
    for said in varied("armour"):
        foe = (JACK, GUARD)[said["role"]]
        t = pitch(4, said["armour"] + 2, home={GUARD: "F11 east"}, visitor={foe: "F12 east"})
        t.slam(GUARD).tackle(foe).roll(2, 0).push("east").decline()
        t.position.state.hits = hits = said["hits"] + 1
        odds = outcomes(t.position, lambda after, foe=foe: str(int(after.state.player[7 + foe].out)))
        figures = told("armour", said)
        assert figure(figures, "He stays") == pytest.approx(odds["0"], abs=1e-12)
        assert figure(figures, "He goes out") == pytest.approx(1 - odds["0"], abs=1e-12)
        for turns in range(1, hits + 1):
            line = figures.get(f"Out of play for {turns} turn{'s' * (turns > 1)} of his team.", 0.0)
            assert line == pytest.approx(odds[str(turns)], abs=1e-12)


def from_the_zone(setup: Any, far: int) -> tuple[str, str]:
    """A hex so far from the strike hex of its zone, in which Home scores, and that strike hex."""
    return next(
        (NAMES[place], NAMES[setup.strike[setup.zone[place]]])
        for place in range(len(NAMES))
        if setup.zone[place] < len(setup.strike)
        and setup.scorer[setup.zone[place]] == 0
        and setup.distance[place, setup.strike[setup.zone[place]]] == far
    )


@clause("R7.1", "R7.2")
def test_strike() -> None:
    lines = {"A strike": ("scores",), "A miss": ("misses",)}
    for said in varied("strike"):
        hero = runner(said)
        t = pitch(said["skill"] + 2)
        place, goal = from_the_zone(t.position.game.setup, said["range"] + 1)
        sides = [side for side in ("east", "south-east", "south-west", "west") if beside(place, side)]
        t = pitch(
            said["skill"] + 2,
            home={hero: f"{place} east"},
            visitor=surround(
                place, said["threats"], 5, [side for side in sides if beside(place, side) != goal]
            ),
            ball=f"Home {hero}",
        )
        t.throw(hero)
        t.position.state.now.moved = said["moved"]
        t.aim(goal)
        odds = outcomes(t.position, lambda after: "scores" if after.state.lead else "misses")
        compare("strike", said, odds, lines)


def throwing(said: Said, far: int) -> Arena:
    thrower, catcher = runner(said), MATE
    target = f"F{11 + far}"
    t = pitch(
        said["skill"] + 2,
        said["their_skill"] + 2,
        home={thrower: "F11 east", catcher: f"{target} west"},
        visitor=surround("F11", said["threats"], 5, ("north-west", "south-west"))
        | surround(target, said["their_threats"], 7),
        ball=f"Home {thrower}",
    )
    if said["their_role"]:
        # a Striker with the catcher's number
        t.position.game.setup.unit[catcher - 1].role = 0
    t.throw(thrower)
    t.position.state.now.moved = said["moved"]
    return t.aim(target)


def caught(after: Position) -> str:
    if after.state.carrier != MATE - 1:
        return "scatters"
    return "free" if after.state.phase == PHASE.FREE else "has"


@clause("R7.3", "R7.4")
def test_pass_and_catch() -> None:
    lines = {
        "He has the ball in": ("has", "free"),
        "He catches it and takes": ("free",),
        "He does not": ("scatters",),
    }
    for said in varied("pass"):
        t = throwing(said, (1, 4, 7)[said["range"]])
        setup = t.position.game.setup
        try:
            compare("pass", said, outcomes(t.position, caught, 2), lines)
            for thrown, (action, _) in enumerate(t.position.chances()):
                catch = {
                    "skill": said["their_skill"],
                    "threats": said["their_threats"],
                    "role": said["their_role"],
                }
                odds = outcomes(t.position.copy().play(action), caught)
                at_once = {
                    "He has the ball": ("has", "free"),
                    "Two or more": ("free",),
                    "None": ("scatters",),
                }
                compare("catch", {**catch, "thrown": thrown}, odds, at_once)
        finally:
            setup.unit[MATE - 1].role = 1


@clause("R5.3", "R5.5")
def test_a_chain_of_acts_has_the_product_of_their_chances() -> None:
    # out of a threatened hex onto the ball, and picked up
    t = pitch(4, home={JACK: "F11 east"}, visitor=surround("F11", 1, 5), ball="F12").run(JACK).step("east")
    odds = outcomes(t.position, lambda after: "has" if after.state.ball == CARRIED else "lost", 2)
    evade = told("evade", {"speed": 2, "time": 0, "threats": 0, "role": 0})
    # he is threatened there too
    pick_up = told("pick-up", {"skill": 2, "threats": 1, "role": 0, "sprint": 0})
    assert figure(evade, "He makes it") * figure(pick_up, "He has") == pytest.approx(odds["has"], abs=1e-12)


@clause("R4.1", "R4.2")
def test_any_dice_and_any_contest_are_those_of_all_rolls() -> None:
    for needed, dice in ((2, 1), (4, 3), (5, 4)):
        figures = told("test", {"number": needed - 2, "dice": dice})
        counted = [sum(f >= needed for f in roll) for roll in product(range(1, 7), repeat=dice)]
        assert figure(figures, "No success") == pytest.approx(counted.count(0) / 6**dice)
        for n in range(1, dice + 1):
            line = figure(figures, f"{n} or more")
            assert line == pytest.approx(sum(one >= n for one in counted) / 6**dice)
    figures = told("contest", {"number": 2, "dice": 2, "their_number": 1, "their_dice": 1})
    assert sum(figures.values()) == pytest.approx(1.0)
    assert figure(figures, "A draw") == pytest.approx(1 / 4 * 1 / 3 + 2 / 4 * 2 / 3)


DEEDS = ("Run", "Sprint", "Slam", "Steal", "Throw")


@clause("R5.1", "R6.1", "R7.1", "R9.1")
@pytest.mark.parametrize("role", [STRIKER, JACK, GUARD])
def test_what_he_may_do_is_what_the_rules_allow(role: int) -> None:
    allowed: set[str] = set()
    for ball in (f"Home {role}", f"Visitor {JACK}"):
        t = pitch(4, home={role: "F11 east", MATE: "F13 west"}, visitor={JACK: "F12 west"}, ball=ball)
        if ball.startswith("Home") and role == GUARD:
            continue
        mine = (option for option in t.options() if option.endswith(f"player {role}"))
        allowed |= {option.split()[0].capitalize() for option in mine}
    facts: Sequence[Fact] = question("may").answer({"role": (STRIKER, JACK, GUARD).index(role), "lies": 0})
    assert {text for text in DEEDS if any(fact.text.startswith(text) for fact in facts)} == allowed & set(
        DEEDS
    )
    lying = pitch(4, home={role: "F11 east prone"})
    assert {option.split(" with")[0].split(" player")[0] for option in lying.options()} & {
        "stand up",
        "run",
    } == {"stand up"}
