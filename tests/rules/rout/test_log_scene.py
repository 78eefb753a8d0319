"""The scene of ROUT!, the table in text, the sentences of actions and the chances beside them."""

import json

import pytest

from sandtable import load
from sandtable.authoring import SPECTATOR
from sandtable.engine.game import Position
from sandtable.games.rout.schema import ACTIONS, DEEDS, KINDS, SIDES, STILL, TURNS
from tests.rules.rout.board import board, dealt, fresh
from tests.rules.rout.matches import VIEWERS, played
from tests.rules.scenario import clause

# positions of the matches that are looked at
LOOKED = 9


def looked_at() -> list[Position]:
    return [step.before for step in played()[::LOOKED]]


# sentences


def test_the_names_of_a_fields_values_differ_and_hold_no_brace() -> None:
    labels = load("rout").labels
    for kind in ACTIONS.kinds:
        for field, size in kind.sizes.items():
            names = labels.get(field, [str(n) for n in range(size)])
            assert len({name.lower() for name in names}) == len(names) >= size
            assert not any(set("{}") & set(name) for name in names)


def test_actions_are_read_back_from_their_sentences() -> None:
    game = load("rout")
    for kind in ACTIONS.kinds:
        first, count = ACTIONS.base(kind.name), kind.count
        for action in {
            first,
            first + count // 3,
            first + count // 2,
            first + 5 * count // 7,
            first + count - 1,
        }:
            assert game.parse(game.describe(action)) == action


def test_the_sentence_of_a_flick() -> None:
    game = load("rout")
    fields = {"by": 0, "unit": 2, "contact": 41 + 27, "direction": 3599, "speed": 110}
    text = game.describe(ACTIONS.pack("melee", **fields))
    assert text == "melee block 3 pushed right flank +0.35 toward 359.9 deg at 2.40 m/s"
    # T3.0
    finger = ACTIONS.pack("melee", **{**fields, "by": 1})
    assert game.describe(finger) == f"{text} by finger"
    assert [game.parse(said) for said in (text, f"{text} by finger")] == [
        ACTIONS.pack("melee", **fields),
        finger,
    ]
    error = game.describe(ACTIONS.pack("hand", turn=STILL + 21, pace=88))
    assert error == "the hand turns by +2.1 deg with 108 %"
    assert game.labels["turn"][TURNS - 1] == "+60.0 deg"


# the scene


def test_the_scene_is_json_and_says_where_all_blocks_are() -> None:
    for position in looked_at():
        for viewer in VIEWERS:
            scene, s = position.scene(viewer), position.view(viewer).state
            assert json.loads(json.dumps(scene)) == scene
            assert len(scene["blocks"]) == s.count
            for shown in scene["blocks"]:
                block = s.block[shown["id"]]
                assert (round(100 * shown["x"]), round(100 * shown["y"])) == (block.x, block.y)
                assert 0 <= shown["angle"] < 180
                assert shown["side"] == (None if block.side < 0 else block.side)
                assert shown["kind"] == (None if block.kind < 0 else KINDS[block.kind])


def test_the_tally_counts_the_blocks() -> None:
    for position in looked_at():
        s, scene = position.state, position.scene(SPECTATOR)
        for side, tally in enumerate(scene["tally"]):
            for kind in range(len(KINDS)):
                there = [b for b in s.block[: s.count] if b.side == side and b.kind == kind]
                lying = tally["unbroken"][kind] + tally["broken"][kind] - s.waiting[side, kind]
                assert len(there) == lying
                assert tally["broken"][kind] == sum(b.broken for b in there)
                assert tally["dealt"][kind] == tally["routed"][kind] + lying + s.waiting[side, kind]


def test_usable_blocks_are_those_of_the_listed_flicks() -> None:
    for position in looked_at():
        scene = position.scene(SPECTATOR)
        flicks = [a for a in position.actions() if position.game.unpack(a).kind in DEEDS]
        taken = [position.game.unpack(a) for a in flicks] if position.phase == "turn" else []
        assert scene["usable"] == sorted({t.fields["unit"] for t in taken})
        assert scene["may"] == [deed for deed in DEEDS if any(t.kind == deed for t in taken)]
        assert scene["ranks"] == [b["id"] for b in scene["blocks"] if b["broken"]]


def test_the_speeds_of_a_flick() -> None:
    speeds = fresh().scene(0)["speeds"]
    assert speeds == {"slowest": 0.2, "pace": 0.02, "count": 191}
    fastest = ACTIONS.pack("range", by=0, unit=5, contact=100, direction=1234, speed=speeds["count"] - 1)
    assert ACTIONS.unpack(fastest + 1).fields["speed"] == 0


def test_only_the_one_who_places_is_shown_formations() -> None:
    t = dealt(["pike", "archer"], ["pike", "cavalry"])
    shown = t.scene(0)["formations"]
    assert [t.scene(viewer)["formations"] for viewer in (1, SPECTATOR)] == [[], []]
    assert [formation["name"] for formation in shown] == list(t.position.game.labels["formation"])
    for formation in shown:
        after = t.position.copy().play(formation["action"])
        places = sorted((b["kind"], b["x"], b["y"], b["angle"]) for b in after.scene(0)["blocks"])
        drawn = sorted((b["kind"], b["x"], b["y"], b["angle"]) for b in formation["blocks"])
        assert [p[:3] for p in places] == [d[:3] for d in drawn]
        assert [p[3] for p in places] == pytest.approx([d[3] for d in drawn], abs=0.01)


def test_waiting_blocks_are_ones_own_and_the_others_are_out_of_sight() -> None:
    t = dealt(["pike", "archer"], ["pike", "cavalry"]).play("place pike at 300 by 120 turned 45 deg")
    assert [t.scene(viewer)["waiting"] for viewer in VIEWERS] == [[1, 0, 0], [0, 1, 1], None]
    assert [len(t.scene(viewer)["blocks"]) for viewer in VIEWERS] == [1, 0, 0]
    assert t.scene(1)["placed"] == [1, 0]
    in_turn = dealt(["pike", "archer"], ["pike"], placing="in_turn").play(
        "place pike at 300 by 120 turned 45 deg"
    )
    assert [len(in_turn.scene(viewer)["blocks"]) for viewer in VIEWERS] == [1, 1, 1]


def test_the_split_that_is_open() -> None:
    t = fresh(split="open", first="1")
    assert (t.scene(0)["split_open"], t.scene(0)["table"]["split"], t.scene(0)["halves"]) == (True, None, [])
    t.play("split the table diagonal")
    assert (t.scene(0)["split_open"], t.scene(0)["table"]["split"]) == (False, "diagonal")


def test_the_turn_and_the_cards() -> None:
    t = board(
        {"archer": "500 300", "pike": "100 100 broken"}, {"archer": "500 900"}, hand="steady", ink_turn=0
    )
    scene = t.draw("archer").scene(SPECTATOR)
    assert (scene["card"], scene["mover"], scene["unit"], scene["turn"], scene["game"]) == (
        "archer",
        0,
        None,
        1,
        1,
    )
    assert scene["decks"][0] == {"deck": [0, 0, 1, 1], "discard": [1, 0, 0, 0]}
    assert (scene["usable"], scene["may"], scene["ranks"]) == ([0], ["move", "range"], [2])
    assert scene["hands"] == [{"degrees": 1.5, "percent": 8}, {"degrees": 0, "percent": 8}]
    broken = scene["blocks"][2]
    assert (broken["side"], broken["kind"], broken["broken"]) == (None, None, True)


# the table in text


def test_the_table_in_text() -> None:
    t = board(
        {"archer": "500 300", "pike": "100 100 up"}, {"archer": "500 900 45", "cavalry": "700 700 broken"}
    )
    lines = t.draw("pike").position.view(0).text().splitlines()
    assert len(lines) == 25 + 1 + 3 + 4
    assert lines[1:4] == [
        f"  920 |{'cc':>27}{' ' * 23}|",
        f"  880 |{'cccc':>27}{' ' * 23}|",
        f"  840 |{'cc':>25}{' ' * 25}|",
    ]
    assert lines[7] == f"  680 |{'????':>37}{' ' * 13}|"
    assert lines[17] == f"  280 |{'.' * 23}AAAA{'.' * 23}|"
    assert lines[21:24] == [f"{y:5} |....BB{'.' * 44}|" for y in (120, 80, 40)]
    assert lines[25] == "       0         200       400       600       800"
    assert lines[26] == "turn 1 of 200, Ivory's, a pike card"
    assert lines[27] == (
        "Ivory unbroken: 1 archer and 1 pike, broken: nothing, routed: nothing, "
        "deck: 1 archer and 1 rally, discarded: 1 pike"
    )
    assert lines[29:] == [
        "A 1 Ivory's archer: 500.00 by 300.00, turned 0.00 deg",
        "B 2 Ivory's pike: 100.00 by 100.00, turned 90.00 deg",
        "c 3 Ink's archer: 500.00 by 900.00, turned 45.00 deg",
        "? 4 a broken block: 700.00 by 700.00, turned 0.00 deg, number 1 of the broken",
    ]


def test_ivorys_half_is_dotted() -> None:
    straight, diagonal = (
        fresh(split=split).position.text().splitlines()[:25] for split in ("straight", "diagonal")
    )
    assert [line.count(".") for line in straight] == [0] * 13 + [50] * 12
    counts = [line.count(".") for line in diagonal]
    assert counts == sorted(counts)
    assert sum(counts) == pytest.approx(25 * 50 / 2, abs=30)
    assert all(line[7:-1] == " " * line[7:-1].count(" ") + "." * line.count(".") for line in diagonal)


# chances beside the actions


def test_the_chances_of_a_rally_are_those_of_the_public_losses() -> None:
    ivory = {"pike": "100 100 broken", "archer": "300 300", "archer 2": "500 300 broken"}
    ink = {
        "archer": "500 900 broken",
        "pike": "700 900",
        "pike 2": "900 900 broken",
        "pike 3": "900 800 broken",
    }
    for shown, own, pike in (("nothing", 2 / 5, 3 / 5), ("owner", 1.0, 1.0), ("all", 1.0, 1.0)):
        t = board(ivory, ink, broken_shown=shown).draw("rally")
        view, game = t.position.view(0).state, t.position.game
        odds = game.spec.presentation.odds(game.setup, view, 0, game.parse("rally broken block 1"))
        assert odds is not None
        assert (odds["own"], odds["pike"]) == pytest.approx((own, pike))
        assert sum(odds[kind] for kind in KINDS) == pytest.approx(1)
    t = board(ivory, ink, broken_shown="owner").draw("rally")
    view, game = t.position.view(0).state, t.position.game
    odds = game.spec.presentation.odds(game.setup, view, 0, game.parse("rally broken block 4"))
    assert odds == pytest.approx({"own": 0, "archer": 1 / 3, "cavalry": 0, "pike": 2 / 3})
    assert game.spec.presentation.odds(game.setup, view, 0, game.parse("pass")) is None


def test_fortune_is_how_straight_the_hand_was() -> None:
    t = board({"archer": "500 300"}, {"archer": "500 900"}, hand="steady").draw("archer")
    t.play(t.flicking("move", 1, "north", 1.0))
    game = t.position.game
    for error, off in (
        ("+2.1 deg with 108 %", -2.1),
        ("-0.4 deg with 90 %", -0.4),
        ("+0.0 deg with 90 %", 0),
    ):
        luck = game.spec.presentation.luck(
            game.setup, t.position.state, game.parse(f"the hand turns by {error}")
        )
        assert luck is not None
        assert (luck.seat, luck.actual) == (0, pytest.approx(off))
        assert luck.expected == pytest.approx(-1.5 * 0.7979, abs=1e-3)
    assert game.spec.presentation.luck(game.setup, t.position.state, game.parse("draw pike")) is None


@clause("T3.0")
def test_a_flick_of_the_finger_is_skill_and_an_aimed_one_is_not() -> None:
    t = board({"archer": "500 300"}, {"archer": "500 900"}).draw("archer")
    game, flick = t.position.game, t.flicking("move", 1, "north", 1.0)
    skilled = [
        game.spec.table.irreversible(game.setup, t.position.state, game.parse(f"{flick}{by}"))
        for by in ("", " by finger")
    ]
    assert skilled == [False, True]
    assert not game.spec.table.irreversible(game.setup, t.position.state, game.parse("pass"))


def test_sides_have_their_names() -> None:
    assert fresh().scene(0)["sides"] == list(SIDES) == ["Ivory", "Ink"]
