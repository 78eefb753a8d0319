"""The log of Rush, its prompts and results: over whole matches, and in given moments."""

import re
from collections import Counter

import pytest

from sandtable import games, load
from sandtable.authoring import SPECTATOR
from sandtable.games.rush.data.pitch import HEXES, hex_name
from sandtable.games.rush.schema import ACTIONS, PHASES
from tests.rules.rush.arena import SIDES, Arena, arena, lined_up
from tests.rules.rush.matches import MATCHES, played, rolls

VERDICTS = {"success", "failure", "roll", "won", "draw", "lost", "strike"}


# lines


def test_every_kind_of_line_occurs() -> None:
    kinds = Counter(step.told.kind for step in played())
    assert set(kinds) == {kind.name for kind in ACTIONS.kinds} - {"roll"} | VERDICTS


def test_every_line_names_a_clause_of_the_rules_and_no_hex() -> None:
    # the pitch shows no names of hexes while the log is read
    text = games.spec("rush").presentation.rulebook.read_text(encoding="utf-8")
    written = set(re.findall(r"^\*\*(R\d\.\d)\*\*", text, re.MULTILINE))
    for step in played():
        assert step.told.clause in written
        assert re.fullmatch(r"[A-Z][^{}]+\.", step.told.text), step.told.text
        assert "  " not in step.told.text
        assert not re.search(r"\b[A-K]\d", step.told.text), step.told.text


def test_a_choice_names_ways_as_its_side_sees_them_and_no_hex() -> None:
    seen = set[str]()
    for step in played():
        seat = step.before.to_move
        for action in step.before.actions() if seat >= 0 else ():
            kind, said = ACTIONS.unpack(action).kind, step.before.says(seat, action)
            seen.add(kind)
            if kind != "place":
                assert not re.search(r"\b(north|south|east|west|[A-K]\d)", said), said
    assert {"step", "push", "enter", "aim", "face"} <= seen
    t = arena(home={2: "F11 east"}, visitor={3: "F12 west"})
    face = t.slam(2).position.game.parse("face east")
    assert [t.position.says(seat, face) for seat in (0, 1)] == ["face forward", "face back"]


def test_the_dice_of_a_test_show_its_successes() -> None:
    for step, successes, due in rolls():
        assert sum(face >= due["needed"] for face in step.told.dice) == successes
        assert all(1 <= face <= 6 for face in step.told.dice)
        more = step.told.dice.count(6) if step.before.game.settings["exploding_sixes"] else 0
        assert len(step.told.dice) == due["dice"] + more


def test_what_moves_falls_or_flies_is_seen_where_it_does() -> None:
    seen = Counter[str]()
    for step in played():
        before, after = step.before.state.player, step.after.state.player
        beats = Counter((beat.kind, beat.cells) for beat in step.told.beats)
        walks = [(int(a.place), int(b.place)) for a, b in zip(before, after, strict=True)]
        assert {cells for kind, cells in beats if kind == "way"} == {
            walk for walk in walks if max(walk) < HEXES and walk[0] != walk[1]
        }
        # who was pushed before goes down where he then lies
        fallen = {int(b.place) for a, b in zip(before, after, strict=True) if b.prone and not a.prone}
        assert fallen <= {cells[0] for kind, cells in beats if kind == "fall"}
        assert all(cells and 0 <= min(cells) <= max(cells) < HEXES for _, cells in beats)
        seen.update(kind for kind, _ in beats)
        if step.told.kind == "strike":
            assert step.told.beats[-1].kind == "call"
    assert set(seen) == {"way", "aim", "flight", "blow", "fall", "call"}


def test_the_verdict_on_a_test_is_that_of_its_successes() -> None:
    seen = set[str]()
    for step, successes, due in rolls():
        kind = step.told.kind
        first = due["contest"]["first"] if due["contest"] else None
        if due["contest"] is None:
            assert (kind in ("success", "strike")) == (successes >= due["successes"])
        elif first is None:
            assert kind == "roll"
        else:
            assert kind == ("won" if first > successes else "draw" if first == successes else "lost")
        seen.add(due["name"])
    assert {"dash", "evade", "pick up", "throw", "catch", "stand up", "armour"} < seen
    assert {"slam", "steal", "slamback", "dodge"} < seen


def test_a_line_tells_when_a_rush_ends_and_whose_is_next() -> None:
    for step in played():
        over = step.after.state.rush > step.before.state.rush
        following = f"Rush {step.after.state.rush + 1} is {SIDES[step.after.state.side]}'s."
        first = step.before.phase == "line-up" and step.after.phase == "launch"
        assert (following in step.told.text) == (first or (over and not step.after.over))


def test_a_line_tells_who_comes_back_and_who_is_knocked_down() -> None:
    back = down = 0
    for step in played():
        for p, (was, now) in enumerate(zip(step.before.state.player, step.after.state.player, strict=True)):
            name = f"{SIDES[p // 8]} {p % 8 + 1}"
            returns, falls = was.out > 0 == now.out, now.prone > was.prone
            assert (f"{name} is back on the bench." in step.told.text) == returns
            assert not falls or re.search(rf"{name} is knocked down|{name} \(\w+\) falls", step.told.text)
            back, down = back + returns, down + falls
    assert back > 0
    assert down > 0


def test_a_match_ends_with_its_result() -> None:
    ends = [step for step in played() if step.after.over]
    assert len(ends) == len(MATCHES)
    for step in ends:
        assert step.told.text.endswith(
            step.after.game.spec.presentation.result(step.after.game.setup, step.after.state)
        )


# lines of given moments


def test_a_dash_that_fails() -> None:
    t = arena(home={3: "F5"}).run(3).step("east", 5).dash("east").roll(1).dash("east")
    line = t.tell("roll 1 success").told[SPECTATOR][-1]
    assert line.text == "Home 3 (Jack) falls. He dashes with 3 dice at 4+, needs 2 successes: 1."
    assert (line.kind, line.clause, len(line.dice)) == ("failure", "R5.2", 3)


def test_a_carrier_who_falls_drops_the_ball_and_ends_the_rush() -> None:
    t = arena(home={3: "F5"}, ball="Home 3").run(3).step("east", 5).dash("east").tell("roll no success")
    assert t.last().startswith("Home 3 (Jack) falls. He dashes with ")
    assert t.last().endswith(": none. The ball leaves Home 3's hands and scatters. That ends Home's rush.")
    t.tell("scatter west by 2")
    assert t.last() == (
        "The ball scatters 2 hexes back as Home sees it: it comes to rest. Home's rush is over. Rush 2 is Visitor's."
    )


def test_a_strike() -> None:
    t = arena(home={5: "F18"}, ball="Home 5", lead=-2).throw(5).aim("F20").tell("roll 1 success")
    line = t.told[SPECTATOR][-1]
    assert (line.kind, line.clause) == ("strike", "R7.2")
    assert line.text == (
        "Strike! 3 points: Home leads by 1. Home 5 (Striker) throws at the strike hex with 3 dice at 4+, needs 1 success: 1. "
        "Home's rush is over. Rush 2 is Visitor's."
    )


def test_a_slam_by_a_double_from_the_blow_to_the_bench() -> None:
    t = arena(home={1: "F10"}, visitor={3: "F11"}, tokens=1).slam(1).tell("go for player 3")
    assert t.last() == "Home 1 goes for Visitor 3 (Jack)."
    t.slamback().tell("roll 3 successes").tell("roll 1 success")
    assert t.last().startswith(
        "Home 1 wins by a double. Visitor 3 (Jack) slams back with 2 dice at 5+: 1 success against 3."
    )
    assert t.told[SPECTATOR][-1].kind == "won"
    t.tell("push east")
    assert t.last() == "Home 1 pushes Visitor 3 forward. Visitor 3 is knocked down."
    t.tell("follow up")
    assert t.last() == "Home 1 follows up."
    t.tell("roll 1 success")
    assert t.last() == (
        "Visitor 3 (Jack) is out of play for 1 turn. He tests Armour with 3 dice at 4+ against 2 hits: 1. "
        "Home's tokens are spent. Rush 2 is Visitor's."
    )
    assert t.tell("end the rush").last() == (
        "Visitor ends its rush. Visitor 3 is back on the bench. Rush 3 is Home's."
    )


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("held", "The ball scatters."),
        ("any", "The ball scatters. That ends Home's rush."),
    ],
)
def test_a_ball_that_only_hit_a_player_is_missed(setting: str, words: str) -> None:
    t = arena({1: "F5", 4: "F9 west"}, {}, ball="F6", drop=setting).run(1).step("east").scatter("east", 3)
    assert t.tell("roll no success").last().startswith("Home 4 (Striker) misses the ball. He tries to catch")
    assert t.last().endswith(f"needs 1 success: none. {words}")
    t.tell("scatter east by 1")
    ends = "Home's rush is over. Rush 2 is Visitor's." if setting == "any" else "Home 1 goes on with his Run."
    assert t.last() == f"The ball scatters 1 hex forward as Home sees it: it comes to rest. {ends}"


def test_the_last_outcome_says_that_it_means_more_too() -> None:
    t = arena(home={1: "F10"}, visitor={3: "F11"}, exploding_sixes=True).slam(1).tackle(3).slamback()
    assert t.options()[-2:] == ["roll 11 successes", "roll 12 or more successes"]
    t.tell("roll 12 or more successes")
    assert t.last() == "Home 1 (Guard) slams Visitor 3 (Jack) with 3 dice at 4+: 12 or more successes."
    assert sum(face >= 4 for face in t.told[SPECTATOR][-1].dice) == 12
    t.tell("roll 1 success")
    assert t.last().startswith("Home 1 wins by a double.")
    assert "1 success against 12 or more." in t.last()
    t = arena(home={3: "F8 prone"}, exploding_sixes=True).stand(3).tell("roll 12 or more successes")
    assert t.last().startswith(
        "Home 3 (Jack) stands. He tries to stand up with 3 dice at 4+, needs 1 success: 12 or more."
    )


@pytest.mark.parametrize(
    ("successes", "faces"),
    [
        ("no success", (3, 2, 3)),
        ("1 success", (5, 2, 3)),
        ("2 successes", (6, 4, 3)),
        ("3 successes", (6, 5, 6)),
    ],
)
def test_the_dice_shown_follow_from_the_position_and_nothing_else(
    successes: str, faces: tuple[int, ...]
) -> None:
    # so a line reads the same for all viewers, whenever it is made again
    t = arena(home={3: "F5"}).run(3).step("east", 5).dash("east")
    assert t.position.digest() == "8ee20b4c34ff9374"
    t.tell(f"roll {successes}")
    assert [lines[-1].dice for lines in t.told.values()] == [faces] * 3


@pytest.mark.parametrize(
    ("scatter", "told", "words", "clause"),
    [
        ("east by 6", "forward", "hits Visitor 3 (Jack) from the front", "R8.2"),
        ("west by 6", "back", "hits Visitor 1 (Guard) and scatters again", "R8.2"),
        ("south-west by 1", "back right", "hits Visitor 5 (Jack) from behind and scatters again", "R8.2"),
        (
            "north-east by 3",
            "forward left",
            "reaches Visitor 4 (Jack), who is down, and scatters again",
            "R8.2",
        ),
        ("north-west by 3", "back left", "comes to rest", "R8.1"),
    ],
)
def test_a_ball_that_scatters(scatter: str, told: str, words: str, clause: str) -> None:
    visitor = {1: "F8", 3: "F14", 4: "C11 prone", 5: "G10 west"}
    t = arena({3: "F10"}, visitor, ball="F11").run(3).step("east").roll(0)
    line = t.tell(f"scatter {scatter}").told[SPECTATOR][-1]
    assert line.text.startswith(
        f"The ball scatters {scatter[-1]} {'hex' if scatter[-1] == '1' else 'hexes'} {told} as Home sees it: it {words}."
    )
    assert (line.kind, line.clause) == ("scatter", clause)


# what is seen


def seen(t: Arena) -> list[tuple[str, tuple[str, ...], str]]:
    """The beats of the last line, which are the same for all, with the names of their hexes."""
    lines = [lines[-1].beats for lines in t.told.values()]
    assert lines == [lines[0]] * 3
    return [(beat.kind, tuple(map(hex_name, beat.cells)), beat.text) for beat in lines[0]]


def test_a_slam_is_seen_blow_by_blow() -> None:
    t = arena(home={1: "F10"}, visitor={3: "F11"}).slam(1).tell("go for player 3")
    assert seen(t) == [("aim", ("F10", "F11"), "")]
    t.slamback().tell("roll 3 successes")
    assert seen(t) == []
    assert seen(t.tell("roll 1 success")) == [("blow", ("F11",), "3 : 1")]
    assert seen(t.tell("push east")) == [("way", ("F11", "F12"), ""), ("fall", ("F12",), "")]
    assert seen(t.tell("follow up")) == [("way", ("F10", "F11"), "")]
    assert seen(t.tell("roll no success")) == [("fall", ("F12",), "Out")]


def test_a_throw_and_a_ball_on_its_own_are_seen_to_fly() -> None:
    t = arena(home={5: "F18"}, ball="Home 5").throw(5).tell("throw at F20")
    assert seen(t) == [("aim", ("F18", "F20"), "")]
    struck = t.copy().tell("roll 1 success")
    assert seen(struck) == [("flight", ("F18", "F20"), ""), ("call", ("F20",), "Strike! +3")]
    assert seen(t.tell("roll no success")) == [("flight", ("F18", "F20"), ""), ("blow", ("F20",), "Missed")]
    # the wall turns it back
    assert seen(t.tell("scatter east by 2")) == [("flight", ("F20", "F21", "F20"), "")]


# prompts and results


def test_every_phase_asks_the_one_who_is_to_move() -> None:
    asked: dict[str, set[str]] = {}
    for step in played():
        spec, setup, s = step.before.game.spec, step.before.game.setup, step.before.state
        mover = step.before.to_move
        prompt = spec.presentation.prompt(setup, s, mover if mover >= 0 else SPECTATOR)
        assert re.fullmatch(r"[A-Z].+[.?]", prompt)
        if mover >= 0:
            assert spec.presentation.prompt(setup, s, 1 - mover) == f"{SIDES[mover]} is to move."
        asked.setdefault(step.before.phase, set()).add(prompt)
    assert set(asked) == set(PHASES) - {"over"}
    assert "Choose an action: 1 token left. Or end the rush." in asked["rush"]
    assert {"The ball is launched."} == asked["launch"]


def test_a_test_is_announced_with_its_dice() -> None:
    t = arena(home={3: "F10"}, visitor={3: "F11"}).run(3).step("west")
    prompt = t.position.game.spec.presentation.prompt(t.position.game.setup, t.position.state, 0)
    assert prompt == "Home 3 (Jack) evades with 2 dice at 4+, needs 1 success."


def result(t: Arena) -> str:
    assert t.over
    return t.position.game.spec.presentation.result(t.position.game.setup, t.position.state)


def test_a_lead_of_seven_wins_at_once() -> None:
    t = arena(home={5: "F18"}, ball="Home 5", lead=4, rush=8).throw(5).aim("F20").roll(1)
    assert result(t) == "Home leads by 7 and wins at once, in rush 9."


def test_the_leader_wins_after_the_last_rush() -> None:
    t = arena(visitor={3: "F5"}, side="Visitor", ball="Visitor 3", rush=13).throw(3).aim("F2").roll(1)
    assert result(t) == "Visitor leads by 3 after 14 rushes and wins."


def test_nobody_leads_and_a_tie_is_a_draw() -> None:
    t = arena(side="Visitor", visitor={3: "F5"}, rush=13, tie="draw").tell("end the rush")
    assert result(t) == "Nobody leads after 14 rushes: a draw."
    assert t.last() == f"Visitor ends its rush. {result(t)}"


def test_sudden_death() -> None:
    t = arena(home={5: "F18"}, visitor={3: "F5"}, side="Visitor", rush=13, ball="Home 5").tell("end the rush")
    assert t.last() == "Visitor ends its rush. Nobody leads: sudden death begins. Rush 15 is Home's."
    struck = t.copy().throw(5).aim("F20").roll(1)
    assert result(struck) == "Home strikes in sudden death and wins by 3."
    for _ in range(14):
        t.end()
    assert result(t) == "Nobody struck in 14 rushes of sudden death: a draw."


@pytest.mark.parametrize(
    ("home", "words"),
    [
        ({3: "F5"}, "Visitor has no player left on the pitch in sudden death: Home wins."),
        ({}, "Neither side has a player on the pitch in sudden death: a draw."),
    ],
)
def test_a_side_without_players_at_the_start_of_sudden_death(home: dict[int, str], words: str) -> None:
    t = arena(home, {3: "F12"}, side="Visitor", rush=13)
    t.player("Visitor 3").place = t.player("Visitor 4").place
    assert result(t.end()) == words


def test_rushes_in_which_nobody_can_act_pass() -> None:
    t = arena(home={3: "F5"}, visitor=dict.fromkeys(range(1, 9), "out 3"))
    assert t.tell("end the rush").last() == (
        "Home ends its rush. No Visitor player can act: rush 2 is skipped. Rush 3 is Home's."
    )
    # Visitor has the odd rushes where it rushes first
    t = arena(home={3: "F5"}, visitor=dict.fromkeys(range(1, 9), "out 3"), rush=1, first="1")
    assert t.tell("end the rush").last() == (
        "Home ends its rush. No Visitor player can act: rush 3 is skipped. Rush 4 is Home's."
    )


def test_the_line_up_is_told() -> None:
    for first, whose in (("random", "whose it is will be drawn"), ("0", "Home's, the teams line up")):
        assert f"nobody leads; rush 1, {whose}\n" in load("rush", first=first).start().text()
    t = lined_up()
    assert t.position.text().splitlines()[-1] == "h Visitor 8 (Goblin): on the bench"
