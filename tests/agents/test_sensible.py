"""No silly moves: what a beginner would get right, in given positions and in every position of whole matches.

What a seat can know is taken from the rules: the allocations that still fit, the odds of every test, the solved approach.
"""

from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import sandtable as st
from sandtable.authoring import copy, new, rng
from sandtable.authoring.dice import DOUBLE_A, DOUBLE_B, WIN_A, WIN_B
from sandtable.engine.game import Position
from sandtable.games.assault.players.duels import rows_that_fit
from sandtable.games.assault.schema import ALLOCATIONS, PERMUTATION
from sandtable.games.optio.players.lookahead import approach_action_worth
from sandtable.games.optio.rules.turns import costs_kudo
from sandtable.games.rush.rules.chances import best_reply
from sandtable.games.rush.schema import DOING, STATE, TEST
from tests.rules.assault.table import table as pawns

Check = Callable[[Position, int], str]


def picks(position: Position, level: int, times: int = 12) -> Counter[str]:
    """What a level does in a position, in words, with several streams of dice."""
    agent, seat = st.agents.make(position.game, level), position.to_move
    found = (agent.act(position.view(seat), seat, rng.stream(n), budget=200) for n in range(times))
    return Counter(position.game.describe(action) for action in found)


def decisions(
    game: st.Game, level: int, matches: int, budget: int | None = None
) -> Iterator[tuple[Position, int]]:
    """Every position in which a level has a choice in matches against itself, with its action."""
    agent = st.agents.make(game, level)
    for seed in range(matches):
        position, stream = game.start(), rng.stream(seed)
        while not position.over:
            seat = position.to_move
            if seat < 0:
                position.play(position.sample(stream))
                continue
            action = agent.act(position.view(seat), seat, stream, budget=budget)
            yield position, action
            position.play(action)


def numbers(position: Position, pawn: int, stat: int) -> set[int]:
    """All that a pawn's number can be, as far as the seat to move knows."""
    state = position.view(position.to_move).state
    rows = np.array([state.pawn[pawn].alloc], np.int64)
    if pawn // 2 != position.to_move:
        rows = np.empty(ALLOCATIONS, np.int64)
        rows = rows[: rows_that_fit(state, pawn, rows)]
    return {int(state.pawn[pawn].now[stat][int(PERMUTATION[row, stat]) - 1]) for row in rows}


def lost_attack(position: Position, action: int) -> str:
    """An attack that is known to lose."""
    told = position.game.unpack(action)
    kind, fields = told.kind, told.fields
    if kind != "attack":
        return ""
    own, enemy = int(position.state.acting), 2 * (1 - position.to_move) + fields["pawn"]
    (mine,) = numbers(position, own, fields["stat"])
    return "attacks to lose" if mine < min(numbers(position, enemy, fields["stat"])) else ""


def vain_training(position: Position, action: int) -> str:
    """Training for a number that already beats everything."""
    told = position.game.unpack(action)
    kind, fields = told.kind, told.fields
    if kind != "train":
        return ""
    first, stat = 2 * (1 - position.to_move), fields["stat"]
    (mine,) = numbers(position, int(position.state.acting), stat)
    living = [p for p in (first, first + 1) if position.state.pawn[p].health > 0]
    beaten = all(mine > max(numbers(position, p, stat)) for p in living)
    return "trains in vain" if beaten else ""


def wasted_kudo(position: Position, action: int) -> str:
    """A kudo for less than a free march brings."""
    if position.phase != "approach" or not costs_kudo(action):
        return ""
    seat, setup = position.to_move, position.game.setup
    free = (other for other in position.actions() if not costs_kudo(other))
    best = max((approach_action_worth(setup, position.state, seat, other) for other in free), default=-9.0)
    return "wastes a kudo" if approach_action_worth(setup, position.state, seat, action) < best else ""


def thrown_away_tokens(position: Position, action: int) -> str:
    """An end of the rush with tokens to bring somebody on or help him up."""
    if position.game.describe(action) != "end the rush" or position.state.tokens < 2:
        return ""
    useful = [
        s for s in map(position.game.describe, position.actions()) if s.startswith(("bring on", "stand"))
    ]
    return "throws tokens away" if useful else ""


def hopeless_step(position: Position, action: int) -> str:
    """A step whose test cannot succeed."""
    if position.game.unpack(action).kind not in ("step", "dash"):
        return ""
    after = position.copy()
    after.play(action)
    needed = {TEST.DASH: after.state.now.dashes, TEST.EVADE: after.state.now.evades}.get(after.state.test, 0)
    if after.phase != "test" or needed == 0:
        return ""
    most = max(after.game.unpack(roll).fields["successes"] for roll, chance in after.chances() if chance > 0)
    return "takes a step that cannot succeed" if most < needed else ""


def foolish_slam(position: Position, action: int) -> str:
    """A Slam, not on the carrier, that is far likelier to go wrong than right."""
    told = position.game.unpack(action)
    kind, fields = told.kind, told.fields
    if kind != "tackle" or position.state.now.doing != DOING.SLAM:
        return ""
    target = 8 * (1 - position.to_move) + fields["target"]
    if position.state.carrier == target:
        return ""
    trial, out = new(STATE)[0], np.zeros(5)
    copy(trial, position.state)
    best_reply(position.game.setup, trial, target, out)
    return "slams to lose" if out[DOUBLE_B] + out[WIN_B] > out[DOUBLE_A] + out[WIN_A] + 0.25 else ""


CASES: list[tuple[str, int, int, str, tuple[Check, ...]]] = [
    ("assault", 1, 12, "attack", (lost_attack, vain_training)),
    ("assault", 2, 12, "attack", (lost_attack, vain_training)),
    ("optio", 1, 60, "retreat", (wasted_kudo,)),
    ("optio", 2, 20, "retreat", (wasted_kudo,)),
    ("optio", 3, 2, "march", (wasted_kudo,)),
    ("rush", 1, 12, "tackle", (thrown_away_tokens, hopeless_step, foolish_slam)),
    # an exact look ahead may take a bad Slam where nothing else is left to do
    ("rush", 2, 2, "tackle", (thrown_away_tokens, hopeless_step)),
    ("rush", 3, 1, "tackle", (thrown_away_tokens, hopeless_step)),
]


@pytest.mark.parametrize(("name", "level", "matches", "kind", "checks"), CASES)
def test_whole_matches_hold_no_silly_move(name, level, matches, kind, checks):
    game, found, seen = st.load(name), Counter(), Counter()
    for position, action in decisions(game, level, matches, 30):
        seen[game.unpack(action).kind] += 1
        found.update(filter(None, (check(position, action) for check in checks)))
    assert not found
    # there was something to check
    assert seen[kind] > 3


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_lost_comparison_is_not_repeated(level):
    # Navy's Strength has lost to Rust's before, and nothing has changed since
    t = pawns(places={"Navy 1": "B2", "Rust 1": "B3"}, stats={"Navy 1": "516432", "Rust 1": "621345"})
    t.begin("Navy 1").roll(1).stay().attack("Rust 1", "Strength").damage(1)
    while not (t.phase == "attack" and t.acting == "Navy 1"):
        t.idle_step()
    t.hold()
    while not (t.phase == "attack" and t.acting == "Navy 1"):
        t.idle_step()
    assert "attack enemy pawn 1 with Strength" not in picks(t.position, level)


@pytest.mark.parametrize("held_if", ["effect", "landed"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_nobody_trains_a_number_that_beats_everything(level, held_if):
    t = pawns({"Navy 1": "B6"}, {"Navy 1": "645123"}, held_if=held_if).begin("Navy 1").roll(1).move("C6")
    assert "train Strength" in t.options()
    for raised in range(6):
        t.pawn("Navy 1").now[0][raised] = 9
    assert "train Strength" not in picks(t.position, level)
