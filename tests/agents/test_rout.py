"""ROUT!'s players: what they aim at, what they guess of broken blocks, and in which order they use two flicks."""

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import new, rng
from sandtable.games.rout.players import beliefs, candidates, evaluation, features, shots
from sandtable.games.rout.schema import DEED, GRAIN, KINDS
from sandtable.search import policy
from tests.rules.rout.board import board

FLICKS = ("move", "melee", "range")


def answer(t, level, budget=None, seed=1):
    """What a level does, as kind and fields; `block` is the number of the unit that acts, counted from 0."""
    position = t.position
    agent, seat = st.agents.make(position.game, level), position.to_move
    return position.game.unpack(agent.act(position.view(seat), seat, rng.stream(seed), budget=budget))


def flight(t, taken):
    """Where a flick is aimed: degrees from east."""
    assert taken.kind in FLICKS
    return taken.fields["direction"] / 10


def test_the_script_goes_straight_at_the_nearest():
    t = board({"pike": "500 300", "pike 2": "100 100"}, {"archer": "500 600", "pike": "100 950"})
    taken = answer(t.draw("pike"), 1)
    assert taken.kind == "melee"
    assert taken.fields["unit"] == t.number("Ivory pike 2") - 1
    assert flight(t, taken) == pytest.approx(90, abs=0.1)
    assert 0.2 + 0.02 * taken.fields["speed"] == pytest.approx(2.0)


def test_the_script_leaves_the_move_alone():
    t = board({"cavalry": "500 300"}, {"archer": "500 600", "pike": "100 950"})
    t.draw("cavalry").melee("Ivory cavalry", "north", 2.0)
    assert t.may == ["move"]
    assert answer(t, 1).kind == "pass"


@pytest.mark.parametrize("level", [2, 3])
def test_a_sure_hit_is_preferred_to_a_narrow_one(level):
    # the far one shows its end between two friends of the shooter's, the near one its long side
    ivory = {"pike": "500 200", "archer": "460 600 up", "archer 2": "540 600 up"}
    t = board(ivory, {"pike": "500 900 up", "pike 2": "750 350"}, hand="casual").draw("pike")
    taken = answer(t, level, 400)
    assert taken.kind == "melee"
    assert flight(t, taken) == pytest.approx(31, abs=12)


def test_what_is_told_of_a_hit_holds_on_the_table():
    t = board({"pike": "500 200"}, {"pike": "560 800", "archer": "900 100"}, hand="novice").draw("pike")
    setup, game = t.position.game.setup, t.position.game
    own, target = t.number("Ivory pike") - 1, t.number("Ink pike") - 1
    told = shots.hits(setup, t.position.state, own, DEED.MELEE, target)
    block = t.position.state.block[target]
    action = shots.straight(setup, t.position.state, own, DEED.MELEE, block.x / GRAIN, block.y / GRAIN, 3.0)
    stream, seen = rng.stream(2), 0
    for _ in range(400):
        position = t.position.copy().play(int(action))
        seen += game.unpack(int(action)).kind == "melee"
        position.play(position.sample(stream))
        seen -= position.state.hit < 0
    assert 0.4 < told < 0.95
    assert seen / 400 == pytest.approx(told, abs=0.12)


def test_what_stands_in_the_way_is_met_first():
    t = board({"pike": "500 200", "archer": "500 400"}, {"pike": "500 800"})
    state, setup = t.position.state, t.position.game.setup
    numbers = [t.number(unit) - 1 for unit in ("Ivory pike", "Ivory archer", "Ink pike")]
    found, gap = shots.meets(setup, state, numbers[0], 0, 0.0, 1.0)
    assert found == numbers[1]
    # 200 mm between the middles, less twice half a breadth
    assert gap == pytest.approx(0.175)
    assert shots.hits(setup, state, numbers[0], DEED.MELEE, numbers[2]) == 0.0
    assert shots.hits(setup, state, numbers[1], DEED.RANGE, numbers[2]) > 0.99


@pytest.mark.parametrize("seat", [0, 1])
def test_the_broken_block_at_home_is_rallied(seat):
    # each side's broken archer lies at home
    army = {"pike": "500 450", "archer": "300 80 broken"}, {"pike": "500 700", "archer": "300 920 broken"}
    t = board(*army, hand="casual", first=str(seat)).draw("rally")
    assert t.position.state.side == seat
    ranked = [t.number(unit) for unit in ("Ivory archer", "Ink archer")]
    taken = answer(t, 3, 600)
    assert taken.kind == "rally"
    assert taken.fields["rank"] == sorted(ranked).index(ranked[seat])


def test_nobody_rallies_what_is_surely_the_enemys():
    ivory = {"pike": "500 250", "archer": "200 250"}
    t = board(ivory, {"pike": "500 750", "archer": "300 900 broken"}, hand="casual").draw("rally")
    for level in (2, 3):
        assert answer(t, level, 600).kind == "pass"


def test_guesses_fit_the_losses_and_prefer_the_own_half():
    ivory = {"pike": "500 450", "archer": "300 80 broken"}
    t = board(ivory, {"pike": "500 700", "cavalry": "300 920 broken", "archer": "900 600"})
    view, out, stream = t.position.view(0), new(t.position.game.spec.rules.state)[0], rng.stream(3)
    right = 0
    for _ in range(400):
        beliefs.guess(t.position.game.setup, view.state, 0, stream, out)
        sides = [int(block.side) for block in out.block[:5] if block.broken]
        kinds = [KINDS[block.kind] for block in out.block[:5] if block.broken]
        assert sorted(zip(sides, kinds, strict=True)) == [(0, "archer"), (1, "cavalry")]
        right += sides == [0, 1]
    # two blocks, each three times as likely at home: nine to one, but they are drawn one after the other
    assert 0.7 < right / 400 < 0.95


def test_breaking_the_last_of_a_kind_is_worth_most():
    ivory = {"pike": "500 250"}
    t = board(ivory, {"archer": "200 800", "pike": "400 800", "pike 2": "600 800", "pike 3": "800 800"})
    numbers = new(evaluation.RACE)[0]
    evaluation.line_up(t.position.game.setup, t.position.state, numbers)
    assert KINDS[evaluation.weakest(numbers, 1)] == "archer"


def test_more_units_and_the_turn_are_a_lead():
    even = board({"pike": "300 250", "archer": "600 250"}, {"pike": "300 750", "archer": "600 750"})
    more = board(
        {"pike": "300 250", "archer": "600 250", "archer 2": "800 250"},
        {"pike": "300 750", "archer": "600 750"},
    )
    assert 0.0 < even.position.evaluate(0) < more.position.evaluate(0) <= 1.0
    assert even.position.evaluate(1) == -even.position.evaluate(0)


def test_it_moves_first_where_no_shot_is_open():
    # a friend stands before the archer, all around nothing; from next to it the enemy is open
    ivory = {"archer": "500 200", "pike": "500 240"}
    t = board(ivory, {"pike": "500 800", "pike 2": "540 900"}, hand="steady").draw("archer")
    assert answer(t, 3, 2000).kind == "move"


def proposals(t, room=48):
    position, out = t.position, np.zeros(room, np.int64)
    seat = position.to_move
    return out[: policy.propose(position.game.setup, position.view(seat).state, seat, out)].tolist()


@pytest.mark.parametrize("card", KINDS)
@pytest.mark.parametrize("room", [8, 48])
def test_candidates_are_legal_and_different(card, room):
    ivory = {"archer": "200 100", "cavalry": "500 100 up", "pike": "800 100", "pike 2": "600 300"}
    ink = {"archer": "200 800", "cavalry": "500 900 30", "pike": "800 800 broken"}
    t = board(ivory, ink, hand="casual").draw(card)
    actions = proposals(t, room)
    assert 1 < len(actions) <= room
    assert len(set(actions)) == len(actions)
    assert all(t.position.refusal(action) is None for action in actions)
    kinds = {t.position.game.unpack(action).kind for action in actions}
    assert kinds == {"pass", *t.may} if t.may else {"pass", *kinds}
    stream = rng.stream(4)
    view = t.position.view(0).state
    for action in actions:
        for scale in (1.0, 0.2):
            other = int(candidates.vary(t.position.game.setup, view, action, scale, stream))
            assert t.position.refusal(other) is None
            assert t.position.game.unpack(other).kind == t.position.game.unpack(action).kind


def test_looking_for_candidates_leaves_the_table_as_it_is():
    t = board({"cavalry": "500 200 up"}, {"pike": "500 800"}, hand="casual").draw("cavalry")
    before = bytes(t.position)
    out = np.zeros(48, np.int64)
    policy.propose(t.position.game.setup, t.position.state, 0, out)
    assert bytes(t.position) == before


def test_features_leave_nothing_of_what_was_there():
    position = board({"archer": "100 100"}, {"pike": "500 900 broken"}).position
    clean = np.zeros(position.game.spec.rules.features)
    used = np.full_like(clean, 7.0)
    for out in (clean, used):
        features.features(position.game.setup, position.state, 0, out)
    assert used.tolist() == clean.tolist()
