"""The kernels of Rush compared with naive twins that try everything with the rules themselves."""

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import records
from sandtable.games.rush.rules import acts, chances, paths
from sandtable.games.rush.rules.tests import POOL, ask
from sandtable.games.rush.schema import (
    ACTIONS,
    BENCH,
    CARRIED,
    DOING,
    NO_BALL,
    NOBODY,
    PHASE,
    REPLY,
    STATE,
    TEST,
)
from tests.markers import quick

STEPS = ("step", "dash", "turn", "wheel")
SUCCESS = 1e-12


@pytest.fixture(scope="module")
def game():
    return st.load("rush")


@pytest.fixture(scope="module")
def reach():
    return records.new(paths.REACH)[0]


def pitch_with(game, seed, player, crowd=7):
    """A position in which Home is to act, `player` somewhere and the others thrown down close around him, some lying."""
    rng = np.random.default_rng(seed)
    position = game.start().play(game.parse("line up as balanced"))
    position.play(position.actions()[0])
    s = position.state
    setup = game.setup
    here = int(rng.integers(201))
    near = [h for h in range(201) if 0 < setup.distance[here, h] <= 3]
    rng.shuffle(near)
    s.phase, s.to_move, s.ball = game.spec.rules.phases.index("rush"), 0, NO_BALL
    for p in range(16):
        s.player[p].place = BENCH
    others = [p for p in (*range(6), *range(8, 14)) if p != player]
    for p, h in zip(rng.permutation(others)[:crowd], near, strict=False):
        s.player[p].place, s.player[p].prone = h, rng.random() < 0.2
    s.player[player].place, s.player[player].prone = here, 0
    for p in range(16):
        s.player[p].facing = rng.integers(6)
    free = [h for h in near if all(s.player[p].place != h for p in range(16))]
    if free and rng.random() < 0.6:
        s.ball = free[0]
    return position


def in_action(position, player, doing, points, dashes=0, evades=0):
    """The same with `player` in the middle of an action."""
    made = position.copy()
    acts.begin(made.game.setup, made.state, player, doing, 0)
    made.state.now.points, made.state.now.dashes, made.state.now.evades = points, dashes, evades
    return made


def after_tests(position, chance):
    """Every success of the dashes and evades that are due: the position where something else is asked, and its chance."""
    if position.over or position.phase != "test" or position.state.test in (TEST.PICK_UP, TEST.CATCH):
        return position, chance
    needed = int(position.state.now.dashes if position.state.test == 1 else position.state.now.evades)
    rolled = [(a, w) for a, w in position.chances() if a - ACTIONS.base("roll") >= needed]
    if not rolled:
        return position, 0.0
    return after_tests(position.play(rolled[0][0]), chance * sum(w for _, w in rolled))


def tried(position, player, chance=1.0, found=None):
    """The best chance of every (hex, facing) by all sequences of steps, dashes and turns whatever."""
    found = {} if found is None else found
    s = position.state
    at = int(s.player[player].place), int(s.player[player].facing)
    found[at] = max(chance, found.get(at, 0.0))
    if position.phase != "move" or s.now.actor != player or s.ball == s.player[player].place:
        return found
    for action in position.actions():
        if position.game.unpack(action).kind in STEPS:
            then, further = after_tests(position.copy().play(action), chance)
            if further > 0:
                tried(then, player, further, found)
    return found


def hexes(found):
    """The best chance of every hex."""
    best = np.zeros(201)
    for (h, _), chance in found.items():
        best[h] = max(best[h], chance)
    return best


CASES = [
    (DOING.RUN, 3, 2, 2, 0),
    (DOING.RUN, 3, 1, 1, 1),
    (DOING.RUN, 1, 1, 0, 0),
    (DOING.RUN, 0, 1, 1, 1),
    (DOING.SPRINT, 3, 3, 0, 0),
    (DOING.SPRINT, 1, 1, 1, 0),
    (DOING.SLAM, 0, 2, 1, 1),
    (DOING.SLAM, 1, 1, 0, 0),
    (DOING.THROW, 4, 1, 1, 1),
    (DOING.STEAL, 2, 1, 0, 0),
]


@pytest.mark.parametrize(("doing", "player", "points", "dashes", "evades"), quick(*CASES[::3], of=CASES))
def test_reach_is_what_all_sequences_of_steps_find(game, reach, doing, player, points, dashes, evades):
    tested = 0
    for seed in range(6):
        position = in_action(pitch_with(game, seed, player), player, doing, points, dashes, evades)
        found = tried(position, player)
        paths.reach_now(game.setup, position.state, reach)
        assert reach.chance == pytest.approx(hexes(found), abs=SUCCESS)
        if doing == DOING.SPRINT:
            for (h, facing), chance in found.items():
                assert reach.best[6 * h + facing] == pytest.approx(chance, abs=SUCCESS)
        tested += sum(0 < chance < 1 for chance in reach.chance)
    assert tested > (20 if doing not in (DOING.SLAM, DOING.STEAL) or player == 0 else 0)


def test_exploding_dice_reach_further(reach):
    game = st.load("rush", exploding_sixes=True)
    position = in_action(pitch_with(game, 5, 3), 3, DOING.RUN, 0)
    paths.reach_now(game.setup, position.state, reach)
    assert max(reach.moves[:201]) == paths.MOST_TESTS
    found = hexes(tried(in_action(pitch_with(game, 5, 3), 3, DOING.RUN, 0, dashes=9), 3))
    paths.reach_now(game.setup, in_action(pitch_with(game, 5, 3), 3, DOING.RUN, 0, dashes=9).state, reach)
    assert reach.chance == pytest.approx(found, abs=SUCCESS)


@pytest.mark.parametrize("doing", [DOING.RUN, DOING.SPRINT])
def test_a_route_has_the_chance_that_is_promised(game, reach, doing):
    actions, walked = (np.zeros(paths.MOST_MOVES, np.int64) for _ in range(2))
    player, routes = 3, 0
    for seed in range(5):
        start = in_action(pitch_with(game, seed, player), player, doing, 5)
        paths.reach_now(game.setup, start.state, reach)
        for h in np.flatnonzero(reach.chance):
            count = paths.route(game.setup, reach, reach.node[h], actions, walked)
            position, chance = start.copy(), 1.0
            for action, on_the_way in zip(actions[:count], walked[:count], strict=True):
                position, chance = after_tests(position.play(int(action)), chance)
                assert position.state.player[player].place == on_the_way
            assert position.state.player[player].place == h
            assert chance == pytest.approx(reach.chance[h], abs=SUCCESS)
            routes += 1
    assert routes > 200


def test_nobody_needs_a_test_where_no_enemy_is_near(game, reach):
    position = in_action(pitch_with(game, 1, 3, crowd=0), 3, DOING.RUN, 5)
    position.state.ball = NO_BALL
    paths.reach_now(game.setup, position.state, reach)
    near = game.setup.distance[int(position.state.player[3].place)] <= 5
    assert (reach.chance[near] == 1.0).all()
    assert (reach.chance[~near] < 1.0).all()


def test_the_ball_ends_the_way(game, reach):
    position = in_action(pitch_with(game, 1, 3, crowd=0), 3, DOING.RUN, 2)
    here = int(position.state.player[3].place)
    behind = next(h for h in range(201) if game.setup.distance[here, h] == 2 and 0 < h < 200)
    between = [h for h in range(201) if game.setup.distance[here, h] == game.setup.distance[behind, h] == 1]
    position.state.ball = between[0]
    position.state.player[8].place = between[1] if len(between) > 1 else BENCH
    position.state.player[8].prone = 1
    position.state.now.doing, position.state.now.points = DOING.RUN, 2
    paths.reach_now(game.setup, position.state, reach)
    assert reach.chance[between[0]] == 1.0
    assert reach.chance[behind] < 1.0


def outcomes(position, chance=1.0):
    """Every position that the tests which are due lead to, with its chance."""
    if position.over or position.phase != "test":
        yield position, chance
        return
    for action, weight in position.chances():
        yield from outcomes(position.copy().play(action), chance * weight)


def share(position, wanted):
    """The chance of what is `wanted` once all tests that are due are rolled."""
    return sum(chance for then, chance in outcomes(position) if wanted(then.state))


def staged(move, h, hexes):
    """`move` with the player in action in hex `h`, `hexes` hexes gone."""
    made = move.copy()
    chances.stage(move.state, h, hexes, made.state)
    return made


def carrier_throws(game, seed, player):
    """A position in which `player` is throwing, team-mates and enemies around him, every other time in a zone."""
    position = pitch_with(game, seed, player, crowd=9)
    if seed % 2 == 0:
        swap = game.setup.strike[4] - 3
        for p in range(16):
            if position.state.player[p].place == swap:
                position.state.player[p].place = position.state.player[player].place
        position.state.player[player].place = swap
    position.state.ball, position.state.carrier = CARRIED, player
    return in_action(position, player, DOING.THROW, 1)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("player", [1, 3])
def test_throws_have_the_chances_that_the_rules_give_them(game, reach, seed, player):
    move = carrier_throws(game, seed, player)
    setup, done, out, best = game.setup, records.new(chances.ACT, 8), np.zeros(2), {}
    found = {
        (int(act.target), 0): float(act.chance)
        for act in done[: chances.best_passes(setup, move.state, reach, trial(), done)]
    }
    for act in done[: chances.best_strikes(setup, move.state, reach, trial(), done)]:
        found[NOBODY, 1 + aimed_from(setup, int(act.hex))] = float(act.chance)
    for h in np.flatnonzero(reach.chance):
        thrower = staged(move, h, int(reach.moves[h]))
        for action in thrower.actions():
            if game.unpack(action).kind != "aim" or h == reach.ball:
                continue
            aimed = thrower.copy().play(action)
            target = int(aimed.state.target)
            if target == NOBODY:
                kind = NOBODY, 1 + aimed_from(setup, h)
                caught = share(aimed, lambda s: s.lead != 0)
                assert chances.strike_odds(setup, thrower.copy().state) == pytest.approx(caught)
            else:
                kind = target, 0
                caught = share(aimed, lambda s, p=target: s.carrier == p)
                freed = share(aimed, lambda s, p=target: s.carrier == p and s.phase == PHASE.FREE)
                chances.pass_odds(setup, thrower.copy().state, target, out)
                assert out.tolist() == pytest.approx([caught, freed])
            best[kind] = max(best.get(kind, 0.0), reach.chance[h] * caught)
    assert found == pytest.approx({kind: chance for kind, chance in best.items() if chance > 0})


def aimed_from(setup, h):
    """A number for the zone of `h`, another one for its bonus hex."""
    return 2 * int(setup.zone[h]) + int(setup.bonus[setup.zone[h]] == h)


def trial():
    return records.new(STATE)[0]


def test_throws_are_found_at_all(game, reach):
    done, setup = records.new(chances.ACT, 8), game.setup
    moves = [carrier_throws(game, seed, 3).state for seed in range(8)]
    assert sum(chances.best_passes(setup, move, reach, trial(), done) for move in moves) >= 8
    assert sum(chances.best_strikes(setup, move, reach, trial(), done) for move in moves) >= 4


@pytest.mark.parametrize("threatens", [True, False])
@pytest.mark.parametrize(
    "case", [(DOING.SLAM, 0), (DOING.SLAM, 1), (DOING.STEAL, 1), (DOING.STEAL, 3)], ids=str
)
def test_contests_have_the_chances_that_the_rules_give_them(reach, case, threatens):
    game, (doing, player) = st.load("rush", opponent_threatens=threatens), case
    setup, done, seen, replies = game.setup, records.new(chances.ACT, 8), 0, set()
    for seed in range(12):
        position = pitch_with(game, seed, player, crowd=9)
        if doing == DOING.STEAL:
            standing = [p for p in range(8, 14) if position.state.player[p].place < 201]
            position.state.player[standing[0]].prone = 0
            position.state.ball, position.state.carrier = CARRIED, standing[0]
        move = in_action(position, player, doing, 1)
        for act in done[: chances.best_tackles(setup, move.state, reach, trial(), done)]:
            h, target = int(act.hex), int(act.target)
            attacker = staged(move, h, int(reach.moves[h])).play(ACTIONS.pack("tackle", target=target % 8))
            both = attacker.state.phase == PHASE.REPLY
            odds = {
                r: five(replied(attacker.copy(), r))
                for r in ((REPLY.SLAMBACK, REPLY.DODGE) if both else (REPLY.DODGE,))
            }
            assert act.odds == pytest.approx(odds[int(act.reply)])
            wins = {reply: o[0] + o[1] if doing == DOING.SLAM else o[0] for reply, o in odds.items()}
            assert wins[int(act.reply)] == min(wins.values())
            assert act.chance == pytest.approx(reach.chance[h] * min(wins.values()))
            seen += 1
            replies.add(int(act.reply))
    assert seen >= 5
    assert doing != DOING.SLAM or replies == {REPLY.SLAMBACK, REPLY.DODGE}


def replied(position, reply):
    if position.state.phase == PHASE.REPLY:
        position.play(ACTIONS.base("slamback" if reply == REPLY.SLAMBACK else "dodge"))
    return position


def five(position):
    """The chances of a contest from the two rolls, as `dice.contest` orders them."""
    made = np.zeros(5)
    for a, weight in position.chances():
        then = position.copy().play(a)
        assert then.state.test == TEST.REPLY
        for b, other in then.chances():
            ours, theirs = a - ACTIONS.base("roll"), b - ACTIONS.base("roll")
            double = max(ours, theirs) >= 2 * min(ours, theirs)
            place = 2 if ours == theirs else 1 - double if ours > theirs else 3 + double
            made[place] += weight * other
    return made


@pytest.mark.parametrize("doing", [DOING.RUN, DOING.SPRINT])
def test_picking_up_has_the_chances_that_the_rules_give_it(game, reach, doing):
    out, seen = np.zeros(2), 0
    for seed in range(10):
        position = pitch_with(game, seed, 3)
        position.state.player[3].facing = 0
        move = in_action(position, 3, doing, 3)
        odds = chances.survey(game.setup, move.state, reach, trial())
        h = int(move.state.ball)
        if h >= 201 or reach.chance[h] == 0.0:
            assert odds == 0.0
            continue
        there = staged(move, h, 1)
        chances.pick_up_odds(game.setup, there.copy().state, out)
        asked = there.copy()
        ask(asked.state, TEST.PICK_UP, 3, POOL)
        has_it = share(asked, lambda s: s.carrier == 3)
        assert out.tolist() == pytest.approx([has_it, share(asked, lambda s: s.phase == PHASE.FREE)])
        assert odds == pytest.approx(reach.chance[h] * has_it)
        seen += 1
    assert seen > 2


def test_a_guard_picks_nothing_up(game, reach):
    position = pitch_with(game, 0, 0)
    position.state.ball = next(
        h for h in range(201) if game.setup.distance[position.state.player[0].place, h] == 1
    )
    for p in range(1, 16):
        position.state.player[p].place = BENCH
    move = in_action(position, 0, DOING.RUN, 2)
    assert chances.survey(game.setup, move.state, reach, trial()) == 0.0
    assert reach.chance[int(move.state.ball)] == 1.0


def test_standing_up_has_the_chances_that_the_rules_give_it(game):
    out = np.zeros(2)
    for seed in range(6):
        position = pitch_with(game, seed, 3)
        position.state.player[3].prone = 1
        chances.stand_odds(game.setup, position.copy().state, 3, out)
        rising = position.copy().play(game.parse("stand up with player 4"))
        up = [share(rising, lambda s, n=n: s.player[3].prone == 0 and s.earned >= n) for n in (0, 1)]
        assert out.tolist() == pytest.approx(up)
