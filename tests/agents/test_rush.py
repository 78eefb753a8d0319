"""Rush's players: legal in every phase, exact in what they weigh, and plans that a look one action ahead does not see."""

from functools import partial

import numpy as np
import pytest

import sandtable as st
from sandtable.agents.plan import PlanAgent
from sandtable.authoring import CHANCE, new, rng
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES, ZONES, hex_of
from sandtable.games.rush.players import evaluation, policies
from sandtable.games.rush.players import script as policies_script
from sandtable.games.rush.players.intents import (
    WORK,
    begin_of,
    finish_of,
    habit,
    hex_of_intent,
    intent_of,
    list_intents,
    regard,
)
from sandtable.games.rush.players.lookahead import EXACT, prepare, weigh
from sandtable.games.rush.rules.paths import MOST_MOVES, WAY, reach_now, route, write_ways
from sandtable.games.rush.rules.turns import (
    AIM_AT,
    ENTER,
    FACE,
    RUN_WITH,
    SLAM_WITH,
    SPRINT_WITH,
    STAND_WITH,
    TACKLE,
    THROW_WITH,
    WALK,
)
from sandtable.games.rush.show.offers import Span
from tests.rules.rush.arena import arena

SETTINGS = (
    {"throw_ends": "incomplete", "exploding_sixes": True, "first": "random"},
    {"opponent_threatens": False, "tie": "draw", "home": "greenskins", "visitor": "humans"},
    {"tokens": 6, "player_cap": 3, "on_pitch": 3, "drop": "any", "first": "1"},
)
BUDGET = 4


def script(number):
    """The agent of a level for the default game."""
    return st.agents.make("rush", number)


def after(level, t, seat=0):
    """The sentences that a level plays until chance has its say."""
    agent, position, said = script(level), t.position.copy(), []
    while position.to_move == seat:
        action = agent.act(position.view(seat), seat, rng.stream(1), budget=60)
        said.append(position.game.describe(action))
        position.play(action)
    return said


def test_somebody_of_the_bench_comes_in_where_nothing_else_is_safe():
    t = arena({1: "A8"}, {1: "F11"}, ball="Home 1")
    action = policies_script._safe(t.position.game.setup, t.position.state, 0, 0)
    assert ENTER.holds(action)
    assert action in t.position.actions()


def test_odds_are_told_to_a_thousandth():
    span = Span(0, "run", None, 0, (), np.array([3]), np.array([0.12345]), ["x"], "runs")
    assert list(span.told().odds) == [0.123]


@pytest.mark.parametrize("settings", SETTINGS)
def test_levels_are_legal_in_every_phase(settings):
    game, seen = st.load("rush", preset="demo", rushes=4, **settings), set()
    agents = [st.agents.make(game, level) for level in range(1, 4)]
    for seed in range(3):
        position, stream = game.start(), rng.stream(seed)
        while not position.over:
            seat = position.to_move
            if seat >= 0 and (position.phase not in seen or position.ply % 9 == 0):
                seen.add(position.phase)
                for agent in agents:
                    action = agent.act(position.view(seat), seat, stream, budget=BUDGET)
                    assert action in position.actions(), (seat, position.phase, game.describe(action))
            # the look ahead comes to strikes and catches, the dice to the rest
            mover = agents[1] if seat >= 0 and seed > 0 else None
            position.play(mover.act(position, seat, stream) if mover else position.sample(stream))
    assert {"line-up", "rush", "move", "free"} <= seen


def test_the_same_view_is_answered_alike():
    game = st.load("rush", preset="demo")
    position, stream = game.start(), rng.stream(5)
    for _ in range(60):
        seat = position.to_move
        if seat >= 0 and position.ply % 4 == 0:
            for level in range(4):
                chosen = {
                    st.agents.make(game, level).act(position.view(seat), seat, rng.stream(7), budget=BUDGET)
                    for _ in range(2)
                }
                assert len(chosen) == 1
        position.play(position.sample(stream))


def test_the_script_takes_a_strike_that_is_near_certain():
    # three dice at 4 or more, nobody about
    t = arena(home={4: "F18 east", 1: "F9"}, visitor={1: "F4"}, ball="Home 4", tokens=1)
    assert after(1, t) == ["throw with player 4", "throw at F20"]


def test_the_script_does_what_is_safe_first():
    t = arena(home={4: "F17 east", 1: "F9", 2: "C9 east prone"}, visitor={1: "F4"}, ball="Home 4", tokens=5)
    assert after(1, t)[0] == "stand up with player 2"


@pytest.mark.parametrize(
    ("player", "place", "ends", "deed"),
    [
        # into the zone and throw in one action; a Jack cannot, nor can who is too far away
        (5, "F13", True, "throw"),
        (5, "F13", False, "run"),
        (3, "F13", True, "run"),
        (5, "F8", True, "run"),
        # from within it, whatever the odds, where the rush ends anyway
        (5, "F18", True, "throw"),
        (3, "F18", True, "throw"),
    ],
)
def test_a_free_action_after_which_the_rush_ends_is_a_throw_if_it_can_be(player, place, ends, deed):
    t = arena(home={4: "F11", player: f"{place} east"}, visitor={1: "A5"}, ball="Home 4")
    t.throw(4).aim(place).roll(2).roll(2)
    assert t.phase == "free"
    t.position.state.ends = ends
    assert after(1, t)[0] == f"{deed} with player {player}"


def brute(position, intent, seat, scattered=False):
    """Home's prospects after the rest of an intent, every single outcome carried out."""
    if position.to_move == CHANCE and position.phase not in ("launch", "scatter"):
        return sum(
            weight * brute(position.copy().play(outcome), intent, seat, scattered)
            for outcome, weight in position.chances()
        )
    if position.phase == "scatter" and not scattered:
        return sum(
            weight * brute(position.copy().play(outcome), intent, seat, True)
            for outcome, weight in position.chances()
        )
    if position.to_move >= 0 and position.phase not in ("rush", "free", "over"):
        setup = position.game.setup
        if position.phase != "move":
            return brute(position.copy().play(habit(setup, position.state)), intent, seat, scattered)
        action = policies.go_on(setup, position.state, intent) if position.to_move == seat else -1
        if action >= 0:
            return brute(position.copy().play(action), intent, seat, scattered)
    return position.evaluate(0)


def weighed(position, intent):
    """Home's prospects after an intent, as a look one action ahead weighs it."""
    room = new(WORK)
    prepare(room[0], evaluation.WHOLE, EXACT)
    return weigh(position.game.setup, position.state, intent, room)


CASES = {
    "a run through two threats": (
        {"home": {4: "F8 east"}, "visitor": {3: "F10 west", 4: "E9 west"}, "ball": "A8"},
        intent_of(RUN_WITH.pack(3), hex_of("F12"), 0),
    ),
    "a strike": (
        {"home": {4: "F17 east", 5: "F9"}, "visitor": {3: "E17 west"}, "ball": "Home 4"},
        intent_of(THROW_WITH.pack(3), HEXES, AIM_AT.pack(hex_of("F20"))),
    ),
    "a pick up after a Sprint": (
        {"home": {3: "F8 east"}, "visitor": {3: "G16 west"}, "ball": "F15"},
        intent_of(SPRINT_WITH.pack(2), hex_of("F15"), 0),
    ),
    "a pick up after a dash": (
        {"home": {4: "F8 east"}, "visitor": {3: "G14 west"}, "ball": "F14"},
        intent_of(RUN_WITH.pack(3), hex_of("F14"), 0),
    ),
    "a slam on the carrier": (
        {"home": {1: "F10 east"}, "visitor": {3: "F12 west"}, "ball": "Visitor 3"},
        intent_of(SLAM_WITH.pack(0), hex_of("F11"), TACKLE.pack(2)),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_an_action_is_worth_is_exact(case):
    changes, intent = CASES[case]
    position = arena(tokens=3, **changes).position
    begun = position.copy().play(policies.begin(position.game.setup, position.state, intent))
    # outcomes of less weight than one in five hundred are judged before the ball has scattered
    expected = brute(begun, intent, 0)
    assert weighed(position, intent) == pytest.approx(expected, abs=2e-3)


def test_the_look_ahead_takes_what_is_worth_most():
    t = arena(home={4: "F16 east", 1: "F10"}, visitor={3: "F19 west"}, ball="Home 4", tokens=1, rush=12)
    setup, state = t.position.game.setup, t.position.state
    intents, values = policies.intents(setup, state)
    assert len(intents) > 10
    for intent, value in zip(intents, values, strict=True):
        if intent >> 24 >= ENTER.first:
            continue
        assert weighed(t.position, intent) <= max(values) + 1e-9
        assert value <= max(values)
    best = intents[values.index(max(values))]
    played = t.position.copy()
    agent = st.agents.make(played.game, 2)
    assert agent.act(played.view(0), 0, rng.stream(1)) == policies.begin(setup, state, best)


def test_the_look_ahead_counts_the_next_token_and_the_strongest_player_the_whole_rush():
    # two tokens from a strike: a Sprint and a throw
    t = arena(home={4: "F8 east"}, visitor={1: "A5"}, ball="Home 4", tokens=4, rush=12, rushes=13)
    setup, state, scales = t.position.game.setup, t.position.state, np.empty(evaluation.SCALES)
    prospects = [
        evaluation.worth(setup, state, ahead, scales) for ahead in (0, evaluation.ONE, evaluation.WHOLE)
    ]
    assert prospects[0] == prospects[1] < prospects[2]
    assert prospects[2] == t.position.evaluate(0)


def test_two_actions_ahead_a_sure_one_is_worth_what_is_best_after_it():
    t = arena(home={4: "F9 east", 5: "D7 east"}, visitor={1: "F12 west"}, ball="Home 4", tokens=3)
    setup, position = t.position.game.setup, t.position.copy()
    intent = intent_of(RUN_WITH.pack(4), hex_of("D11"), 0)
    worth, step = (
        policies.expect(setup, position.state, intent),
        policies.begin(setup, position.state, intent),
    )
    while step >= 0:
        position.play(step)
        step = policies.go_on(setup, position.state, intent)
    assert position.phase == "rush"
    assert worth == max(policies.intents(setup, position.state)[1])
    # so is what earns another action, by its chance; the rest is judged as by a look one action ahead
    pick_up = intent_of(RUN_WITH.pack(3), hex_of("F11"), 0)
    loose = arena(home={4: "F9 east"}, visitor={1: "A5"}, ball="F11", tokens=3).position
    rolled = loose.copy().play(policies.begin(setup, loose.state, pick_up))
    while rolled.to_move == 0:
        rolled.play(policies.go_on(setup, rolled.state, pick_up))
    gained = 0.0
    for outcome, weight in rolled.chances():
        after_it = rolled.copy().play(outcome)
        while after_it.to_move == 0 and after_it.phase == "face":
            after_it.play(habit(setup, after_it.state))
        if after_it.phase in ("rush", "free"):
            gained += weight * (max(policies.intents(setup, after_it.state)[1]) - after_it.evaluate(0))
    assert gained > 0.01
    assert policies.expect(setup, loose.state, pick_up) == pytest.approx(
        weighed(loose, pick_up) + gained, abs=2e-3
    )


def test_level_3_sees_that_a_run_comes_before_a_throw():
    # the last rush, level, nobody about: a Run or Sprint into the zone, then the throw without having moved
    t = arena(home={4: "F12 east"}, visitor={1: "A5"}, ball="Home 4", tokens=2, rush=12, rushes=13)
    setup, position, agent = t.position.game.setup, t.position.copy(), script(3)
    (best,) = {max(agent.hopeful(position, 12), key=partial(policies.expect, setup, position.state))}
    assert policies.expect(setup, position.state, best) > max(policies.intents(setup, position.state)[1])
    said = after(3, t)
    assert said[0] in ("run with player 4", "sprint with player 4")
    while position.phase != "rush" or position.state.tokens == 2:
        position.play(agent.act(position, 0, rng.stream(1)))
    zone = setup.zone[position.state.player[3].place]
    assert zone < ZONES
    assert setup.scorer[zone] == 0


def test_the_more_actions_are_looked_into_the_better_the_best():
    t = arena(
        home={1: "E9 east", 4: "F10 east", 5: "C8 east"}, visitor={1: "F12 west", 3: "H14 west"}, ball="F11"
    )
    setup, state, agent = t.position.game.setup, t.position.state, script(3)
    worths = [policies.expect(setup, state, intent) for intent in agent.hopeful(t.position, 12)]
    assert max(worths) > worths[0]
    chosen = agent.hopeful(t.position, 12)[int(np.argmax(worths))]
    assert agent.act(t.position, 0, rng.stream(1)) == policies.begin(setup, state, chosen)


def test_the_steps_of_a_planned_action_are_kept(monkeypatch):
    t = arena(home={4: "F9 east"}, visitor={1: "A5"}, ball="Home 4", tokens=2, rush=12, rushes=13)
    agent, position, stream = script(3), t.position.copy(), rng.stream(4)
    position.play(agent.act(position, 0, stream))
    assert position.phase == "move"
    # none of them is thought about again
    monkeypatch.setattr(agent, "_game", None)
    steps = 0
    while position.phase == "move":
        position.play(agent.act(position, 0, stream))
        steps += 1
    assert steps > 3


def test_a_game_without_whole_actions_has_no_plans():
    with pytest.raises(ValueError, match="whole actions"):
        PlanAgent(st.load("optio").spec, 10, {})


def test_who_has_no_ball_faces_the_one_that_lies_there():
    t = arena({4: "F9 east"}, {1: "C15"}, ball="F5")
    setup, state = t.position.game.setup, t.position.state
    behind, ahead = regard(setup, state, 3, hex_of("F9")), regard(setup, state, 3, hex_of("F2"))
    assert (FACE.pack(behind), FACE.pack(ahead)) == (FACE.pack(SIDES // 2), FACE.pack(0))


def test_standing_up_is_an_intent_without_a_way_or_a_facing():
    t = arena({4: "F9 east", 2: "C9 east prone"}, {1: "F15"}, ball="Home 4")
    intents, _ = policies.intents(t.position.game.setup, t.position.state)
    stands = [intent for intent in intents if begin_of(intent) == STAND_WITH.pack(1)]
    assert stands == [intent_of(STAND_WITH.pack(1), HEXES, 0)]


@pytest.mark.parametrize(("doing", "turns"), [("run", range(SIDES)), ("sprint", ())])
def test_where_he_stands_a_runner_may_turn_at_will_and_a_sprinter_not(doing, turns):
    t = getattr(arena({4: "F9 east"}, {1: "C15"}, ball="F5"), doing)(4)
    (work,) = new(WORK)
    intents = work.intents[: list_intents(t.position.game.setup, t.position.state, work)]
    here = [finish_of(intent) for intent in intents if hex_of_intent(intent) == hex_of("F9")]
    assert sorted(finish for finish in here if finish) == sorted(FACE.pack(side) for side in turns)


def test_who_has_nothing_to_do_with_the_ball_goes_to_the_enemy_who_has_it():
    t = arena({1: "F9"}, {4: "C12"}, ball="Visitor 4")
    assert policies_script._goal(t.position.game.setup, t.position.state, 0, 0) == hex_of("C12")


def test_a_way_that_is_told_ends_as_its_last_step_leaves_the_player():
    t = arena({4: "F9 east"}, {1: "C15"}, ball="F5").run(4)
    setup, state, (work,) = t.position.game.setup, t.position.state, new(WORK)
    reach = work.reach
    reach_now(setup, state, reach)
    assert not reach.turning
    hexes = np.flatnonzero(reach.chance > 0)
    out = np.zeros(hexes.size * (MOST_MOVES + 2), np.uint8)
    words = (
        out[: write_ways(setup, reach, hexes, int(state.player[3].facing), out)].tobytes().decode().split()
    )
    bent = 0
    for place, word in zip(hexes, words, strict=True):
        actions, walked = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES, np.int64)
        count = route(setup, reach, reach.node[place], actions, walked)
        if count == 0:
            continue
        ways = [WALK.unpack(action)[1] for action in actions[:count]]
        bent += len(set(ways[-2:])) > 1
        assert int(word[-1], 36) == WAY.unpack(FACE.pack(ways[-1]))[0]
    assert bent > 3
