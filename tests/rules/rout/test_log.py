"""The log of ROUT!, its prompts and results: over whole matches, and in given moments."""

import re
from collections import Counter

import numpy as np
import pytest

from sandtable import games
from sandtable.authoring import SPECTATOR, stream
from sandtable.games.rout.schema import ACTIONS, DEEDS, KINDS, PHASES, SIDES
from tests.rules.rout.board import Board, board, dealt, fresh
from tests.rules.rout.matches import MATCHES, VIEWERS, flicks, played, tell
from tests.rules.scenario import clause


def told(t: Board, sentence: str, viewer: int = SPECTATOR) -> str:
    """What a viewer reads of an action."""
    return t.tell(sentence).last(viewer)


def struck(t: Board, deed: str, unit: str, way: str | float, speed: float) -> str:
    return told(t, t.flicking(deed, t.number(unit), way, speed))


# lines


def test_every_kind_of_line_occurs() -> None:
    kinds = Counter(step.told[SPECTATOR].kind for step in played())
    assert set(kinds) == {kind.name for kind in ACTIONS.kinds} - {"hand"} | {"aim", "break", "rout"}


def test_every_line_is_a_text_and_names_a_clause_of_the_rules() -> None:
    text = games.spec("rout").presentation.rulebook.read_text(encoding="utf-8")
    written = set(re.findall(r"^\*\*(T\d\.\d+b?)\*\*", text, re.MULTILINE))
    for step in played():
        for line in step.told:
            assert line.clause in written
            assert re.fullmatch(r"[A-Z][^{}]+\.", line.text), line.text
            assert "  " not in line.text


def test_a_line_says_who_breaks_and_who_is_routed() -> None:
    seen = Counter[str]()
    for step in flicks():
        before, after, line = step.before.state, step.after.state, step.told[SPECTATOR]
        if after.game != before.game and not step.after.over:
            continue
        broken, routed = (after[name].astype(int) - before[name].astype(int) for name in ("broken", "routed"))
        for side, kind in np.argwhere(routed > 0):
            assert re.search(f"routs .*{SIDES[side]}'s {KINDS[kind]}", line.text)
            assert line.kind == "rout"
        for side, kind in np.argwhere(broken + routed > 0):
            assert side == 1 - before.side
            assert re.search(f"breaks (and routs )?{SIDES[side]}'s {KINDS[kind]}", line.text)
        assert ("breaks nobody" in line.text) <= (not (broken + routed).any())
        assert ("routs" in line.text) == bool(routed.any())
        seen[line.kind] += 1
    assert min(seen["rout"], seen["break"], *(seen[deed] for deed in DEEDS)) > 3


def test_a_block_that_is_put_back_is_told() -> None:
    back = 0
    for step in flicks():
        film = step.after.scene(SPECTATOR)["film"]
        told = step.told[SPECTATOR].text.count(" leaves the table and is put back.")
        assert told == len(film["back"])
        back += told
    assert back > 10


def test_a_match_ends_with_its_result() -> None:
    ends = [step for step in played() if step.after.over]
    assert len(ends) == len(MATCHES)
    for step in ends:
        result = step.after.game.spec.presentation.result(step.after.game.setup, step.after.state)
        assert result
        assert all(result in line.text for line in step.told)


def test_a_line_is_the_same_from_states_that_a_viewer_cannot_tell_apart() -> None:
    rng, twins = stream(1), 0
    for step in played()[::3]:
        for viewer in (0, 1):
            twin = step.before.view(viewer).determinize(viewer, rng)
            if twin == step.before or twin.refusal(step.action) is not None:
                continue
            after = twin.copy().play(step.action)
            if after.view(viewer) == step.after.view(viewer):
                assert tell(twin, step.action, after, viewer) == step.told[viewer]
                twins += 1
    assert twins > 10


# lines of given moments


def test_a_charge_that_breaks() -> None:
    t = board({"cavalry": "500 300 up"}, {"archer": "500 500", "pike": "100 900"}).draw("cavalry")
    assert struck(t, "melee", "Ivory cavalry", "north", 1.5) == (
        "Ivory's cavalry breaks Ink's archer. Charge: 90.0°, 1.50 m/s."
    )
    line = t.told[SPECTATOR][-1]
    assert (line.kind, line.clause) == ("break", "T4.1")


@clause("T3.3")
def test_a_move_that_bumps_into_somebody_and_a_charge_that_meets_nobody() -> None:
    t = board({"cavalry": "500 300 up"}, {"archer": "500 500"}).draw("cavalry")
    moved = t.copy()
    assert struck(moved, "move", "Ivory cavalry", "north", 1.5) == (
        "Ivory's cavalry moves and bumps into Ink's archer. Move: 90.0°, 1.50 m/s."
    )
    assert moved.state_of("Ink archer") == "whole"
    assert moved.at("Ink archer")[1] > 500
    assert struck(t, "melee", "Ivory cavalry", "west", 0.6) == (
        "Ivory's cavalry charges and touches nobody. Charge: 180.0°, 0.60 m/s."
    )


def test_the_hand_is_told_with_the_way_that_the_flick_went() -> None:
    t = board({"archer": "500 300 up"}, {"archer": "500 500", "pike": "100 900"}, hand="casual").draw(
        "archer"
    )
    assert struck(t, "range", "Ivory archer", "north", 2.0) == (
        "Ivory aims with its archer. Shot: 90.0°, 2.00 m/s."
    )
    assert (t.told[SPECTATOR][-1].kind, t.told[SPECTATOR][-1].clause) == ("aim", "T3.1")
    slips = {
        "+2.1 deg with 108 %": "The hand slipped 2.1° to the left, 8 % too fast.",
        "-0.3 deg with 100 %": "The hand slipped 0.3° to the right.",
        "+0.0 deg with 91 %": "The hand was 9 % too slow.",
        "+0.0 deg with 100 %": "The hand was true.",
    }
    for error, words in slips.items():
        line = told(t.copy(), f"the hand turns by {error}")
        assert line == f"Ivory's archer breaks Ink's archer. {words}"


def test_who_may_not_know_a_broken_block_does_not_read_what_it_was() -> None:
    army = {"archer": "500 930 broken", "pike": "100 500"}
    for shown, known in (("nothing", ()), ("owner", (1,)), ("all", VIEWERS)):
        t = board({"cavalry": "500 800 up"}, army, broken_shown=shown, rout_in_one=False).draw("cavalry")
        t.tell(t.flicking("move", t.number("Ivory cavalry"), "north", 2.0))
        for viewer in VIEWERS:
            name = "Ink's broken archer" if viewer in known else "a broken block"
            assert f"bumps into {name}. " in t.last(viewer)
            assert f"{name[0].upper()}{name[1:]} leaves the table and is put back." in t.last(viewer)


def test_a_rout_tells_all_what_the_block_was() -> None:
    army = {"archer": "500 930 broken", "pike": "100 500"}
    t = board({"cavalry": "500 800 up"}, army).draw("cavalry")
    t.tell(t.flicking("melee", t.number("Ivory cavalry"), "north", 2.0))
    for viewer in VIEWERS:
        assert t.last(viewer).startswith("Ivory's cavalry routs Ink's archer. Charge: ")
        assert (t.told[viewer][-1].kind, t.told[viewer][-1].clause) == ("rout", "T4.2")


def test_a_unit_that_is_broken_and_routed_at_once() -> None:
    army = {"archer": "500 940", "pike": "100 500"}
    t = board({"cavalry": "500 800 up"}, army, rout_in_one=True).draw("cavalry")
    line = struck(t, "melee", "Ivory cavalry", "north", 2.0)
    assert line.startswith("Ivory's cavalry breaks and routs Ink's archer. Charge: ")
    assert "put back" not in line.split(".")[2]


def test_rallies() -> None:
    t = board(
        {"pike": "100 100 broken", "archer": "300 300"}, {"archer": "500 900 broken", "pike": "700 900"}
    )
    t.draw("rally")
    assert told(t.copy(), "rally broken block 1") == (
        "Ivory turns a broken block face up: it is Ivory's pike, which may act."
    )
    assert told(t.copy(), "rally broken block 2") == "Ivory turns a broken block face up: it is Ink's archer."
    t.tell("pass")
    assert (t.last(), t.told[0][-1].clause) == ("Ivory leaves the broken blocks as they are.", "T2.4")


def test_cards_that_nobody_can_use() -> None:
    t = board(
        {"pike": "100 100 broken", "archer": "300 300", "cavalry": "routed"},
        {"archer": "500 900", "pike": "700 900"},
    )
    assert told(t.copy(), "draw pike") == (
        "Ivory reveals a pike card. No unit of that kind can act: the turn passes."
    )
    t.tell("draw cavalry")
    assert t.last() == "Ivory reveals a cavalry card."
    assert told(t.copy(), "remove the card") == "Ivory takes the cavalry card out of the game."
    assert told(t, "pass") == "Ivory keeps the card."
    assert t.told[0][-1].clause == "T2.3"
    t = board({"pike": "100 100"}, {"archer": "500 900"})
    assert told(t, "draw rally") == "Ivory reveals a rally card. No block is broken: the turn passes."


def test_a_deck_that_is_used_up_is_told() -> None:
    t = board({"pike": "100 100"}, {"archer": "500 900"})
    t.idle("rally").idle("rally").idle("pike").draw("archer")
    assert told(t, "pass") == ("Ink ends the turn. Ivory's deck is empty: the discards are shuffled.")
    t.idle("pike")
    assert t.turn == 6


def test_the_first_lines() -> None:
    t = fresh(split="open", ivory_units=1, ink_units=1)
    assert told(t, "Ink goes first") == "Ink goes first."
    assert told(t.copy(), "split the table straight") == "Ink splits the field straight across."
    assert told(t, "split the table diagonal") == "Ink splits the field diagonally."
    assert told(t, "deal cavalry") == "Ink is dealt a cavalry card."
    assert told(t, "deal archer") == "Ivory is dealt an archer card."


def test_blocks_that_are_placed_out_of_sight_are_only_counted() -> None:
    t = dealt(["pike", "pike"], ["archer", "pike"])
    t.tell("place pike at 300 by 120 turned 45 deg")
    assert (
        t.last(0)
        == "Ivory places a pike block 300 mm from the edge on Ivory's left and 120 mm from Ivory's own edge, "
        "turned 45 degrees."
    )
    assert t.last(1) == t.last(SPECTATOR) == "Ivory places 1 block out of sight."
    t.tell("line up as wedge")
    assert t.last(0) == "Ivory lines up in the wedge formation."
    assert t.last(1) == "Ivory places 1 block out of sight."
    t.tell("line up as column")
    # the last one is not out of sight any more
    for viewer in VIEWERS:
        assert t.last(viewer) == (
            "Ink lines up in the column formation. All blocks are in place. Ivory takes the first turn."
        )


def test_games_of_a_match() -> None:
    t = board({"cavalry": "500 300 up"}, {"archer": "500 500"}, best_of="3").draw("cavalry")
    assert struck(t, "melee", "Ivory cavalry", "north", 1.5).endswith(
        "breaks Ink's archer. Ivory wins game 1. Game 2 begins: Ink goes first. Charge: 90.0°, 1.50 m/s."
    )


# prompts and results


def test_every_phase_asks_the_one_who_is_to_move() -> None:
    asked: dict[str, set[str]] = {}
    for step in played():
        spec, setup, mover = step.before.game.spec, step.before.game.setup, step.before.to_move
        seat = mover if mover >= 0 else SPECTATOR
        prompt = spec.presentation.prompt(setup, step.before.view(seat).state, seat)
        assert re.fullmatch(r"[A-Z].+[.?]", prompt)
        if mover >= 0:
            assert spec.presentation.prompt(setup, step.before.view(1 - mover).state, 1 - mover) == (
                f"{SIDES[mover]} is to move."
            )
        asked.setdefault(step.before.phase, set()).add(prompt)
    assert set(asked) == set(PHASES) - {"over"}
    assert "Choose a pike unit: charge with it, or pass." in asked["turn"]
    assert "Place 3 blocks in your half, or choose a formation." in asked["place"]


def asked(t: Board, viewer: int) -> str:
    """What is asked of a viewer."""
    game = t.position.game
    return game.spec.presentation.prompt(game.setup, t.position.view(viewer).state, viewer)


@clause("T1.2", "T1.4", "T1.5", "T1.6")
def test_what_is_asked_before_the_first_turn() -> None:
    t = fresh(split="open", ivory_units=1, ink_units=1)
    assert asked(t, 0) == "Lots decide who goes first."
    t.play("Ink goes first")
    assert [asked(t, viewer) for viewer in (0, 1)] == [
        "Ink is to move.",
        "How do you split the field: straight across or diagonally?",
    ]
    t.play("split the table straight")
    assert asked(t, 0) == "A card is dealt to Ink."
    t.play("deal cavalry").play("deal archer")
    assert asked(t, int(t.position.to_move)) == "Place 1 block in your half, or choose a formation."


@clause("T2.1", "T2.3", "T2.4", "T3.2")
def test_what_is_asked_in_a_turn() -> None:
    t = board(
        {"pike": "100 100 broken", "archer": "300 300", "cavalry": "routed"},
        {"archer": "500 900", "pike": "700 900"},
        hand="casual",
    )
    assert asked(t, 0) == "Ivory reveals a card."
    gone, rallying = t.copy().draw("cavalry"), t.copy().draw("rally")
    assert asked(gone, 0) == "You have no cavalry left: take the card out of the game?"
    assert asked(rallying, 0) == "Rally: turn a broken block face up, or pass."
    assert asked(rallying, 1) == "Ivory is to move."
    t.draw("archer")
    t.play(t.flicking("move", t.number("Ivory archer"), "north", 1.0))
    assert asked(t, 0) == asked(t, 1) == "Ivory's hand carries out the flick."


@clause("T2.6b", "T2.7")
def test_a_game_that_nobody_wins_is_told() -> None:
    t = board({"pike": "500 300"}, {"archer": "500 500"}, best_of="3", turn_cap=10)
    while t.position.state.game == 0:
        t.tell(t.options()[0] if t.asked == "dice" else "pass")
    assert t.last().endswith(" Game 1 is a draw. Game 2 begins: Ink goes first.")


def test_the_unit_in_action_is_named() -> None:
    t = board({"archer": "500 300"}, {"archer": "500 900"}).draw("archer")
    game = t.position.game
    assert game.spec.presentation.prompt(game.setup, t.position.state, 0) == (
        "Choose an archer unit: move it or shoot with it, or pass."
    )
    t.move("Ivory archer", "east", 0.5)
    assert game.spec.presentation.prompt(game.setup, t.position.state, 0) == (
        "Your archer, block 1: shoot with it, or pass."
    )


def test_results() -> None:
    t = board({"cavalry": "500 300 up"}, {"archer": "500 500"}).draw("cavalry")
    assert t.melee("Ivory cavalry", "north", 1.5).result() == (
        "Ivory wins: every unit of Ink is broken or routed."
    )
    t = board({"pike": "500 300"}, {"archer": "500 500"}, turn_cap=10)
    while not t.over:
        assert t.result() == ""
        t.play(t.options()[0] if t.asked == "dice" else "pass")
    assert t.result() == "Nobody won in 10 turns: a draw."


@pytest.mark.parametrize(
    ("wins", "games", "words"),
    [
        ((2, 0), 2, "Ivory wins the match with 2 games to 0."),
        ((0, 1), 3, "Ink wins the match with 1 game to 0."),
        ((1, 1), 3, "1 game each: the match is a draw."),
    ],
)
def test_results_of_three_games(wins: tuple[int, int], games: int, words: str) -> None:
    t = board({"pike": "500 300"}, {"archer": "500 500"}, best_of="3", turn_cap=10)
    s = t.position.state
    # the last game is drawn or won by the one who is ahead
    s.game, s.wins[0], s.wins[1] = games - 1, wins[0] - (wins == (2, 0)), wins[1]
    if wins == (2, 0):
        t = t.draw("pike").melee("Ivory pike", "north", 2.0)
    while not t.over:
        t.play(t.options()[0] if t.asked == "dice" else "pass")
    assert t.result() == words
