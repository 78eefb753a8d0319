"""The scene of Rush, the board in text, and the chances beside the actions, over whole matches and in given moments."""

import json
from typing import Any

import pytest

from sandtable.authoring import SPECTATOR
from sandtable.engine.game import Position
from tests.rules.rush.arena import NAMES, Arena, arena, fresh
from tests.rules.rush.matches import played, rolls

# positions of the matches that are looked at
LOOKED = 7
FIVE = ("double", "win", "draw", "lose", "lose_double")


def looked_at() -> list[Position]:
    return [step.before for step in played()[::LOOKED]]


def odds(t: Arena, sentence: str) -> dict[str, float] | None:
    position = t.position
    action = position.game.parse(sentence)
    assert action in position.actions()
    return position.game.spec.presentation.odds(position.game.setup, position.state, position.to_move, action)


def chances(t: Arena, sentence: str) -> str:
    """The odds in words."""
    position = t.position
    action = position.game.parse(sentence)
    return position.game.spec.presentation.chances(
        position.game.setup, position.state, position.to_move, action
    )


def chance(position: Position, good: Any) -> float:
    """The chance of the outcomes whose successes are `good`."""
    taken = [
        (position.game.unpack(outcome).fields["successes"], weight) for outcome, weight in position.chances()
    ]
    return sum(weight for successes, weight in taken if good(successes))


def test_the_scene_is_json_and_says_where_all_are() -> None:
    for position in looked_at():
        scene, s = position.scene(SPECTATOR), position.state
        assert json.loads(json.dumps(scene)) == scene
        assert len(scene["players"]) == sum(position.game.setup.team)
        for shown in scene["players"]:
            player = s.player[shown["id"]]
            assert shown["where"] == {201: "bench", 202: "out"}.get(int(player.place), "pitch")
            assert shown["hex"] == (player.place if player.place < 201 else None)
            assert shown["ball"] == (s.carrier == shown["id"])
            assert bool(shown["threat"]) <= (shown["where"] == "pitch" and not shown["prone"])
        assert scene["ball"]["hex"] is None or scene["ball"]["carrier"] is None


def test_modifiers_add_up_to_the_dice_of_a_test() -> None:
    seen = set[str]()
    for _, _, test in rolls():
        pool = test["base"] + sum(modifier["value"] for modifier in test["modifiers"])
        assert test["dice"] == max(0, pool)
        assert all(modifier["text"] and modifier["value"] for modifier in test["modifiers"])
        seen |= {modifier["text"] for modifier in test["modifiers"]}
    assert seen == {
        *("Striker", "Guard", "enemy threat", "enemy threats", "sprinted"),
        *("moved up to him", "moved before the throw", "at a strike hex"),
    }
    assert all((at.scene(SPECTATOR)["test"] is None) == (at.phase != "test") for at in looked_at())


def test_the_chance_of_a_test_is_that_of_its_outcomes() -> None:
    for step, _, test in rolls():
        if test["contest"] is None:
            assert test["chance"] == pytest.approx(chance(step.before, lambda n, t=test: n >= t["successes"]))
        else:
            assert test["chance"] is None


def test_only_the_one_who_is_to_move_has_offers() -> None:
    for position in looked_at():
        for viewer in (0, 1, SPECTATOR):
            asked = viewer == position.to_move and position.phase in ("rush", "move", "free")
            assert (position.scene(viewer)["offers"] is not None) == asked


def test_the_scene_of_a_contest() -> None:
    t = arena(home={1: "F10"}, visitor={3: "F11"}).slam(1).tackle(3)
    scene = t.scene(0)
    assert scene["about"] == 10
    assert scene["deed"] == {
        "actor": 0,
        "doing": "slam",
        "free": False,
        "points": 5,
        "moved": 0,
        "dashes": 0,
        "evades": 0,
    }
    assert (scene["duel"]["attacker"], scene["duel"]["target"], scene["duel"]["kind"]) == (0, 10, "slam")
    t.slamback().roll(2)
    assert t.scene(0)["duel"] is None
    assert t.scene(0)["test"]["contest"] == {
        "attacker": 0,
        "target": 10,
        "kind": "slam",
        "reply": "slamback",
        "first": 2,
    }
    assert t.roll(1).phase == "push"
    assert t.scene(0)["about"] == 10


def test_the_scene_of_the_pitch_and_the_line_up() -> None:
    scene = fresh().scene(0)
    assert [len(zone["hexes"]) for zone in scene["pitch"]["zones"]] == [9] * 6
    assert sorted(NAMES[zone["strike"]] for zone in scene["pitch"]["zones"] if zone["scorer"] == 0) == [
        *("C17", "F20", "I17")
    ]
    assert sum(scene["pitch"]["rows"]) == 201
    assert [len(formation["hexes"]) for formation in scene["formations"]] == [8] * 6
    assert scene["rosters"] == ["Humans", "Greenskins"]
    assert (scene["rush"]["number"], scene["rush"]["total"], scene["rush"]["sudden"]) == (1, 14, False)
    assert scene["ball"] == {"hex": None, "carrier": None}


def test_a_match_that_is_over_shows_the_rush_in_which_it_ended() -> None:
    t = arena(side="Visitor", visitor={3: "F5"}, lead=4, rush=13).tell("end the rush")
    shown = t.scene(0)["rush"]
    assert (shown["number"], shown["total"], shown["sudden"], shown["side"], shown["tokens"]) == (
        14,
        14,
        False,
        1,
        0,
    )
    assert "Home leads by 4; rush 14, the match is over\n" in t.position.text()


def test_the_pitch_in_text() -> None:
    text = arena(home={3: "F10"}, visitor={4: "B1 prone"}, ball="Home 3", lead=-2).position.text()
    lines = text.splitlines()
    assert lines[1].split() == ["B", "d", ".", *"::....o....::.."]
    assert lines[11] == "Visitor leads by 2; rush 1, Home's, 5 tokens left"
    assert lines[12] == "the ball: Home 3 has it"
    assert "3 Home 3 (Human Jack): F10, faces forward" in lines
    assert "d Visitor 4 (Goblin): B1, prone" in lines


# chances beside the actions


def test_the_chance_of_a_step_is_that_of_all_its_tests() -> None:
    t = arena(home={3: "F5"}, visitor={3: "F11"}, ball="F12").run(3)
    assert (odds(t, "step east"), chances(t, "step east")) == (None, "")
    t = arena(home={3: "F10"}, visitor={3: "E10 south-west"}, ball="F11").run(3)
    told = odds(t, "step east")
    t.step("east")
    evade = chance(t.position, lambda n: n >= 1)
    assert t.roll(1).due == "Home 3: pick up, 2 at 4+"
    assert told == {"success": pytest.approx(evade * chance(t.position, lambda n: n >= 1))}


def test_the_chance_of_a_throw_includes_the_catch() -> None:
    t = arena(home={5: "F10", 3: "F12"}, ball="Home 5").throw(5)
    told, caught = odds(t, "throw at F12"), 0.0
    for outcome, weight in t.aim("F12").position.chances():
        after = t.position.copy().play(outcome)
        caught += weight * chance(after, lambda n: n >= 1)
    assert told == {"success": pytest.approx(caught)}
    t = arena(home={5: "F18"}, ball="Home 5").throw(5)
    told = odds(t, "throw at F20")
    assert told == {"success": pytest.approx(chance(t.aim("F20").position, lambda n: n >= 1))}


def test_the_chance_to_stand_up() -> None:
    t = arena(home={5: "F10 prone"})
    told = odds(t, "stand up with player 5")
    t.stand(5)
    assert told == {
        "success": pytest.approx(chance(t.position, lambda n: n >= 1)),
        "free": pytest.approx(chance(t.position, lambda n: n >= 2)),
    }


def contest(position: Position) -> dict[str, float]:
    """The five outcomes, counted out."""
    found: dict[str, float] = dict.fromkeys(FIVE, 0.0)
    for first, weight in position.chances():
        after = position.copy().play(first)
        a = position.game.unpack(first).fields["successes"]
        for second, other in after.chances():
            b = position.game.unpack(second).fields["successes"]
            more, less = max(a, b), min(a, b)
            name = "draw" if a == b else "double" if more >= 2 * less else "win"
            found[name if a >= b else f"lose{'_double' if name == 'double' else ''}"] += weight * other
    return found


@pytest.mark.parametrize("act", ["slam", "steal"])
def test_the_chances_of_a_contest_and_of_the_best_reply(act: str) -> None:
    home, visitor = {1: "F10", 3: "G9"}, {3: "F11 west", 4: "E11 west"}
    t = arena(home, visitor, ball="Visitor 3").play(f"{act} with player {1 if act == 'slam' else 3}")
    if act == "steal":
        t.step("east")
    told, said = odds(t, "go for player 3"), chances(t, "go for player 3")
    assert told is not None
    won, lost = (
        round(100 * (told[one] + told[f"{more}double"])) for one, more in (("win", ""), ("lose", "lose_"))
    )
    assert said == (
        f"the attacker wins in {won} % of cases, by a double in {round(100 * told['double'])} %, and loses in {lost} %, "
        f"by a double in {round(100 * told['lose_double'])} %, if the target gives its best reply"
    )
    t.tackle(3)
    assert t.phase == "reply"
    duel, best = t.scene(1)["duel"], list[float]()
    for reply in ("slamback", "dodge"):
        counted = contest(t.copy().play(reply).position)
        assert odds(t, reply) == duel[reply] == pytest.approx(counted)
        best.append(counted["double"] + (counted["win"] if act == "slam" else 0))
    assert told is not None
    assert told["double"] + (told["win"] if act == "slam" else 0) == pytest.approx(min(best))
    assert any(told == pytest.approx(duel[reply]) for reply in ("slamback", "dodge"))


def test_chances_stand_beside_actions_that_bring_dice_at_once() -> None:
    kinds = set[str]()
    for position in looked_at():
        if position.to_move < 0:
            continue
        spec, setup = position.game.spec, position.game.setup
        for action in position.actions()[:40]:
            told = spec.presentation.odds(setup, position.state, position.to_move, action)
            if told is not None:
                assert all(type(value) is float and 0 <= value <= 1 + 1e-9 for value in told.values())
                assert tuple(told) in (FIVE, ("success",), ("success", "free"))
                assert "success" in told or sum(told.values()) == pytest.approx(1)
                kinds.add(position.game.unpack(action).kind)
    assert {"step", "dash", "tackle", "aim", "slamback", "dodge", "stand"} <= kinds


def test_fortune_is_the_testers_successes_beside_their_mean() -> None:
    for step, successes, due in rolls():
        luck = step.before.game.spec.presentation.luck(step.before.game.setup, step.before.state, step.action)
        assert luck is not None
        assert (luck.seat, luck.actual) == (due["tester"] // 8, successes)
        if not step.before.game.settings["exploding_sixes"]:
            assert luck.expected == pytest.approx(due["dice"] * (7 - due["needed"]) / 6)
    others = [step for step in played() if step.before.phase in ("launch", "bounce", "scatter")]
    assert all(
        step.before.game.spec.presentation.luck(step.before.game.setup, step.before.state, step.action)
        is None
        for step in others
    )
