"""The rows of matches: their columns, what is in them for a match told by hand, and that they are always the same."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

import sandtable as st
from sandtable.authoring import CHANCE, OVER, jit, new, ops
from sandtable.engine.game import Game, IllegalAction
from sandtable.lab.run import replays, rows, trial, watch
from sandtable.lab.run.watch import names
from sandtable.search import policy
from tests.fixtures.bowls.declaration import SPEC as BOWLS
from tests.fixtures.hide_and_seek.declaration import SPEC as HIDE_AND_SEEK
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.fixtures.tug.rules import GENTLE, HARD, ROLL

SLIP, HOLD = ROLL, ROLL + 2
GAME = "assault"
# by the rope: 0, 2, 0, -1, 0, 2, 3, 4
TOLD = (HARD, HOLD, HARD, HOLD, GENTLE, SLIP, HARD, SLIP, HARD, HOLD, GENTLE, SLIP, GENTLE, HOLD)
LUCK = (0.1875, -0.1875, -0.375, 0.5625, 0.1875, 0.375, 0.125)


@jit
def unobserved(setup, state, first, second, dice, rng_first, rng_second):
    """Plays `state` to the end in place, seat 0 by policy `first`, seat 1 by `second`; returns the plies."""
    plies = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            action = ops.sample(setup, state, dice)
        elif state.to_move == 0:
            action = policy.choose(setup, state, 0, first, rng_first)
        else:
            action = policy.choose(setup, state, 1, second, rng_second)
        ops.apply(setup, state, action)
        plies += 1
    return plies


def tug(first="random", second="random", seed=3, judged=True, **settings):
    return trial.make(Game(TUG, **settings), (first, second), seed, judged)


def observed(game, actions, judged=True, counted=True):
    """The row of a match of these actions."""
    desk, position = rows.MatchMemory(game, 1), game.start()
    if counted:
        desk.count(0)
    if judged:
        desk.judge(0, st.stream(5))
    watch.begin(game.setup, position.state, desk.watches[0])
    for action in actions:
        assert position.refusal(action) is None
        watch.step(game.setup, position.state, action, *desk.of(0))
    watch.finish(position.state, desk.watches[0])
    return position, desk


def test_a_match_told_by_hand():
    position, desk = observed(Game(TUG), TOLD)
    assert (position.to_move, position.score) == (OVER, (1.0, -1.0))
    seen = desk.watches[0]
    assert (int(seen.plies), seen.score.tolist()) == (14, [1.0, -1.0])
    # the last pull is forced: 1 is enough
    assert (seen.decisions.tolist(), int(seen.listed), int(seen.actions)) == ([3, 3], 6, 12)
    # seat 0 from ply 1, seat 1 from ply 6, seat 0 from ply 9 for good; the hard pull at -1 was the worst
    assert int(seen.leads) == 2
    assert seen.lowest.tolist() == [-0.375, -1.0]
    assert int(seen.behind[0]) == 8
    assert float(seen.luck) == pytest.approx(sum(LUCK))
    assert float(seen.luck_square) == pytest.approx(sum(luck * luck for luck in LUCK))
    # four hard pulls, an eighth each
    assert float(seen.skill_square) == pytest.approx(4 * 0.125**2)
    assert desk.counts[0].tolist() == [[4, 1], [3, 2]]
    # without a judgement the same is counted
    _, plain = observed(Game(TUG), TOLD, judged=False)
    assert plain.counts[0].tolist() == desk.counts[0].tolist()
    for name in ("plies", "decisions", "listed", "actions", "score"):
        assert plain.watches[0][name].tolist() == seen[name].tolist()
    assert float(plain.watches[0].luck) == 0.0
    # where not all actions are counted the rest is the same
    for judged in (True, False):
        some = observed(Game(TUG), TOLD, judged, counted=False)[1].watches[0]
        assert (some.decisions.tolist(), int(some.listed), int(some.actions)) == ([3, 3], 0, 0)
        assert (int(some.plies), float(some.skill_square)) == (
            14,
            float(seen.skill_square) if judged else 0.0,
        )


def test_nothing_of_the_match_before_is_left_where_another_begins():
    game = Game(TUG)
    used = observed(game, TOLD)[1].watches[0]
    used.judged = 0
    watch.begin(game.setup, game.start().state, used)
    sums = ("plies", "listed", "actions", "leads", "luck", "opening", "choice", "luck_square", "skill_square")
    assert [float(used[name]) for name in sums] == [0.0] * len(sums)
    assert (used.score.tolist(), used.decisions.tolist()) == ([0.0, 0.0], [0, 0])
    assert (used.behind.tolist(), used.lowest.tolist()) == ([watch.NOBODY] * 2, [1.0, 1.0])
    assert int(used.ahead) == watch.NOBODY


def test_what_comes_before_it_is_known_who_is_first_is_counted_by_itself_too():
    seen = new(watch.WATCH)[0]
    watch.surprise(seen, CHANCE, True, 0.5)
    watch.surprise(seen, CHANCE, False, -0.25)
    # what a player chose at random is no luck
    watch.surprise(seen, 0, False, 0.125)
    watch.surprise(seen, 1, False, 0.25)
    assert (float(seen.luck), float(seen.opening), float(seen.choice)) == (0.25, 0.5, 0.375)
    assert float(seen.luck_square) == 0.5**2 + 0.25**2


def test_who_is_ahead_by_a_rounding_leads_nobody():
    seen = new(watch.WATCH)[0]
    seen.ahead = seen.behind[0] = seen.behind[1] = watch.NOBODY
    seen.lowest[:] = 1.0
    for ply, value in enumerate((0.0, 1e-10, 0.5, -1e-10, -0.25, 0.125)):
        seen.plies, seen.evaluation = ply, value
        watch.see(seen)
    # seat 0, seat 1, seat 0: it was not ahead at plies 0, 1, 3 and 4, the other not at the last either
    assert (int(seen.leads), int(seen.ahead)) == (2, 0)
    assert (seen.behind.tolist(), seen.lowest.tolist()) == ([4, 5], [-0.25, -0.5])


def test_luck_of_many_outcomes_is_weighed_by_some_of_them():
    # with 100 faces a quarter slips too, and the 64 that are looked at find just that
    game = Game(TUG, faces=100)
    told = [HARD, ROLL + 50, HARD, ROLL + 99, GENTLE, ROLL + 24]
    _, desk = observed(game, told)
    assert float(desk.watches[0].luck) == pytest.approx(sum(LUCK[:3]))


def test_the_columns_are_those_of_the_schema():
    game = Game(TUG)
    frame = rows.run_batch(tug(), 0, 4)
    counted = {f"{name}_{seat}": pl.Float64 for name in ("pulls", "slips") for seat in (0, 1)}
    assert dict(frame.schema) == rows.schema(game) == rows.SCHEMA | counted
    assert list(frame.columns) == [*rows.SCHEMA, *counted]
    assert frame["pair"].to_list() == [0, 0, 1, 1, 2, 2, 3, 3]
    assert frame["swapped"].to_list() == [False, True] * 4
    assert set(frame["game"]) == {"tests.fixtures.tug.declaration:SPEC"}
    assert [json.loads(text) for text in set(frame["settings"])] == [{"faces": 4}]
    assert set(frame["seed"]) == {3}
    assert set(frame["version"]) == {st.__version__}


def test_what_rows_say_hangs_together():
    frame = rows.run_batch(tug(), 0, 300)
    assert (frame["score_0"] == -frame["score_1"]).all()
    assert (frame["plies"] == 2 * (frame["pulls_0"] + frame["pulls_1"])).all()
    drawn = frame["score_0"] == 0
    assert 0 < drawn.sum() < frame.height
    for column in ("comeback", "settled"):
        assert (frame[column].is_null() == drawn).all()
        assert frame[column].is_nan().sum() == 0
    assert frame["settled"].drop_nulls().is_between(0, 1, closed="right").all()
    assert (frame["comeback"].drop_nulls() <= 0).all()
    assert (frame["decisions_0"] <= frame["pulls_0"]).all()
    assert (frame["branching"] == 2).all()
    # luck is fair: its mean lies within a few deviations of 0
    assert abs(frame["luck"].mean()) < 4 * frame["luck"].std() / frame.height**0.5


def test_swapped_matches_have_the_same_dice_and_the_agents_change_seats():
    frame = rows.run_batch(trial.make(st.load(GAME), ("script", "random"), 1), 0, 20)
    assert frame.filter(~pl.col("swapped"))["agent_0"].unique().to_list() == ["script"]
    assert frame.filter(pl.col("swapped"))["agent_0"].unique().to_list() == ["random"]
    assert frame.filter(pl.col("swapped"))["agent_1"].unique().to_list() == ["script"]
    # the opening roll is the table's
    first = frame["went_first_0"].to_numpy().reshape(-1, 2)
    assert (first[:, 0] == first[:, 1]).all()


def test_a_batch_is_the_same_wherever_it_begins():
    whole = rows.run_batch(tug(), 0, 9)
    parts = [rows.run_batch(tug(), start, start + 3) for start in (0, 3, 6)]
    assert whole.equals(pl.concat(parts))
    assert not whole.equals(rows.run_batch(tug(seed=4), 0, 9))


@pytest.mark.parametrize("start", [0, 17])
def test_of_quick_matches_all_actions_are_counted_in_the_first_pairs_and_in_a_part_of_the_others(start):
    stop = rows.COUNTED + 3 * rows.THEN
    frame = rows.run_batch(tug(judged=False), start, stop)
    told = frame.filter(pl.col("branching").is_not_null())["pair"].unique(maintain_order=True).to_list()
    assert told == [*range(start, 32), 32, 40, 48]
    # where the positions are judged they are counted everywhere, and nothing else depends on it
    judged = rows.run_batch(tug(), start, stop)
    assert judged["branching"].null_count() == 0
    same = ("score_0", "plies", "decisions_0", "decisions_1", "pulls_0", "slips_1")
    assert frame.select(same).equals(judged.select(same))


def test_of_players_that_think_all_actions_are_counted():
    made = trial.make(st.load(GAME), (1, 3), 2)
    assert trial.thinks(made.load(), made.agents)
    frame = rows.run_batch(made, 33, 34)
    assert frame["branching"].null_count() == 0


def test_agents_in_python_have_the_rows_of_compiled_ones(monkeypatch):
    compiled = rows.run_batch(tug(), 0, 20)
    rows._ready.cache_clear()
    monkeypatch.setattr(rows, "PolicyAgent", int)
    monkeypatch.setattr(rows, "RandomAgent", int)
    assert not rows.compiled(tug())
    assert rows.run_batch(tug(), 0, 20).equals(compiled)
    rows._ready.cache_clear()


OTHER_MODE = """
from sandtable._compiler.kernels import COMPILED
from sandtable.lab.run import rows, trial
import json, sys
assert not COMPILED
print(rows.run_batch(trial.Trial(**json.loads(sys.argv[1])), 0, 2).write_json())
"""


@pytest.mark.parametrize("spec", [TUG, HIDE_AND_SEEK, BOWLS], ids=lambda spec: spec.id)
def test_plain_python_gives_the_same_rows(spec):
    made = trial.make(Game(spec), ("random", "random"), 2)
    # as the other process gets it, even if this one has read the game's files by their path
    made = trial.Trial(**json.loads(made.to_json()))
    environment = {
        **os.environ,
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    printed = subprocess.check_output(
        [sys.executable, "-c", OTHER_MODE, made.to_json()], env=environment, text=True
    )
    assert json.loads(printed) == json.loads(rows.run_batch(made, 0, 2).write_json())


def test_in_partial_phases_there_is_a_choice_but_no_branching():
    frame = rows.run_batch(trial.make(Game(BOWLS), ("random", "random"), 2), 0, 3)
    assert frame["branching"].is_null().all()
    assert (frame["decisions_0"] > 0).all()
    assert (frame["luck"] == 0).all()


def test_an_illegal_action_of_an_agent_is_refused():
    class Cheat:
        def act(self, view, seat, rng):
            return HOLD

    game = Game(TUG)
    desk = rows.MatchMemory(game, 1)
    with pytest.raises(IllegalAction, match="not the time"):
        rows.play(game.start(), [Cheat(), Cheat()], st.stream(0), [st.stream(1), st.stream(2)], desk.of(0))


def test_the_observer_changes_nothing_in_a_match():
    game = st.load(GAME)
    numbers = [st.agents.make(game, name).number for name in ("script", 2)]
    frame = rows.run_batch(trial.make(game, ("script", 2), 7), 0, 5)
    for pair in range(5):
        for swapped in (0, 1):
            dice, *own = (st.stream(7, pair, part) for part in range(3))
            position, order = game.start(), (1, -1)[swapped]
            seats = numbers[::order], own[::order]
            plies = unobserved(game.setup, position.state, *seats[0], dice, *seats[1])
            row = frame.row(2 * pair + swapped, named=True)
            assert (row["score_0"], row["score_1"], row["plies"]) == (*position.score, plies)


def test_rows_belong_to_their_trial_and_pairs():
    made = tug()
    frame = rows.run_batch(made, 3, 5)
    assert rows.belong(frame, made, 3)
    assert rows.belong(frame[:2], made, 3)
    assert rows.belong(frame[2:], made, 4)
    for wrong in (frame[:0], frame[:1], frame[:3], frame[1:3], frame.drop("plies"), frame[2:]):
        assert not rows.belong(wrong, made, 3)
    assert not rows.belong(frame, replace(made, seed=made.seed + 1), 3)


def test_counters_take_no_part_in_a_game_that_has_none():
    assert names(HIDE_AND_SEEK) == ()
    frame = rows.run_batch(trial.make(Game(HIDE_AND_SEEK), ("random", "random"), 0), 0, 1)
    assert list(frame.columns) == list(rows.SCHEMA)


def test_a_plan_names_its_game_and_players():
    made = trial.make(st.load(GAME, health=9), (" script", "02"), 5)
    assert (made.game, made.agents, made.settings["health"]) == (GAME, ("script", "2"), 9)
    assert trial.Trial(**{**json.loads(made.to_json()), "agents": made.agents}) == made
    assert made.load().settings == made.settings
    keys = {trial.make(st.load(GAME, health=n), ("script", "2"), 5).key() for n in (9, 10)}
    assert len(keys | {made.key()}) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", digits) for digits in (made.key(), made.rules()))
    assert tug().rules() != made.rules()
    for stranger in ("nobody", "²"):
        with pytest.raises(ValueError, match="no player"):
            trial.make(st.load(GAME), ("script", stranger))
    for seed in (-1, 2**63):
        with pytest.raises(ValueError, match="a seed must be"):
            trial.make(st.load(GAME), seed=seed)


def test_rules_are_told_apart_by_the_package_and_the_tag_of_the_games_record(monkeypatch):
    seen = []
    monkeypatch.setattr(trial, "sources_digest", lambda folder: seen.append(folder) or "digest")
    assert trial._sources.__wrapped__() == "digest"
    assert seen == [Path(st.__file__).parent]

    def rules(*fields):
        spec = SimpleNamespace(rules=SimpleNamespace(state=SimpleNamespace(names=fields)))
        monkeypatch.setattr(trial.Trial, "_spec", lambda _: spec)
        return made.rules()

    made = tug()
    assert rules("ply", "tag one") == rules("phase", "tag one") != rules("ply", "tag two")


def test_a_game_that_no_other_process_finds_is_refused():
    with pytest.raises(ValueError, match="must be the SPEC of an importable module"):
        trial.make(Game(replace(TUG, id="tug")))


def test_a_desk_has_room_for_the_game():
    desk = rows.MatchMemory(Game(BOWLS), 3)
    assert desk.watches.shape == new(watch.WATCH, 3).shape
    assert desk.partial.tolist() == [1, 1, 0, 0]


def actions(played):
    return [one.action for one in played]


def shown(made, swapped):
    return [(position.state.tobytes(), action) for position, action in replays.steps(made, 0, swapped)]


@pytest.mark.parametrize("judged", [False, True])
def test_what_policies_play_is_written_down_where_there_is_room(judged):
    game, seated = rows._ready(tug())
    desk, streams = rows.MatchMemory(game, 1, 500), [st.stream(7, part) for part in range(3)]
    if judged:
        desk.judge(0, st.stream(5))
    played, position = rows._play(game, seated, 0, streams, desk, 0), game.start()
    for action, _ in played:
        assert position.refusal(action) is None
        position.play(action)
    assert position.over
    assert list(position.score) == desk.watches[0].score.tolist()


@pytest.mark.parametrize("judged", [False, True])
def test_what_a_policy_that_looks_ahead_played_is_kept(judged, monkeypatch):
    ahead = trial.make(st.load(GAME), ("lookahead", "script"), 5 + judged)
    alone = [shown(ahead, swapped) for swapped in (False, True)]
    made = rows.run_batch(replace(ahead, judged=judged), 0, 1)
    for swapped in (False, True):
        assert actions(rows.lately(ahead, 0, swapped)) == [action for _, action in alone[swapped]]
        assert shown(ahead, swapped) == alone[swapped]
    assert made["plies"].to_list() == [len(moves) for moves in alone]
    # but not of a match for which there is no room
    monkeypatch.setattr(rows, "MOST_MOVES", min(map(len, alone)) - 1)
    again = replace(ahead, choices=ahead.seed)
    rows.run_batch(again, 0, 1)
    assert rows.lately(again, 0, False) is None


@pytest.mark.parametrize("made", [("assault", "lookahead", "attack"), ("rout", "2", "range")])
def test_a_match_without_a_deed_goes_on_from_where_it_would_be_done(made, monkeypatch):
    game, agent, group = made
    free = trial.make(st.load(game), (agent, agent), 5)
    bound = replace(free, agents=(f"without:{group}:{agent}", agent))
    assert rows.mirrored(bound) == free
    monkeypatch.setattr(rows, "_lately", {})
    alone = rows.run_batch(bound, 0, 1)
    # a match under a rule of the house is kept for nobody
    assert rows._lately == {}
    rows.run_batch(free, 0, 1)
    followed = []
    at = rows._Lead.at

    def noted(lead, ply, view, seat):
        known = at(lead, ply, view, seat)
        followed.append(known is not None)
        return known

    monkeypatch.setattr(rows._Lead, "at", noted)
    assert rows.run_batch(bound, 0, 1).equals(alone)
    assert True in followed
    assert False in followed


def test_only_equal_players_that_look_ahead_and_take_over_begin_as_others_did():
    def mirrored(first, second):
        return rows.mirrored(trial.make(st.load(GAME), (first, second), 5))

    assert mirrored("without:attack:2", "2").agents == ("2", "2")
    assert mirrored("without:attack:2", "lookahead") is None
    assert mirrored("2", "2") is None
    # one plays as quickly as it follows, the other may have a plan
    assert mirrored("without:attack:script", "script") is None
    assert mirrored("without:attack:search:20", "search:20") is None


def test_what_was_played_last_is_not_thought_about_again(monkeypatch):
    thinking = trial.make(st.load(GAME), ("search:20", "script"), 5)
    made = rows.run_batch(replace(thinking, judged=True), 0, 1)
    alone = actions(rows.lately(thinking, 0, True))
    monkeypatch.setattr(replays, "_ready", lambda one: (one.load(), [None, None]))
    assert [action for _, action in replays.steps(thinking, 0, True)] == alone
    assert len(alone) == made["plies"][1]
    # nor is another match taken for it
    assert rows.lately(replace(thinking, seed=6), 0, True) is None
    assert rows.lately(thinking, 1, True) is None
    # of policies that do not look ahead nothing is kept: they are quick
    quick = trial.make(st.load(GAME), ("script", "script"), 5)
    rows.run_batch(quick, 0, 1)
    assert rows.lately(quick, 0, False) is None
