"""What the lab's commands ask of it, by default and otherwise; nothing is played."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import sandtable as st
from sandtable.agents.random import RandomAgent
from sandtable.cli import app, lab, reports
from sandtable.engine.game import Game
from sandtable.lab.report import heat
from sandtable.lab.run import backends, bench, ladder, replays, simulate, sweep, trails
from sandtable.lab.run import trial as trials
from sandtable.lab.run.tune import Effort
from sandtable.lab.statistics import sprt
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.fixtures.tug.rules import HARD, PULLS
from tests.lab.frames import frame

GAME = "assault"
CORES = 7
REPORT = SimpleNamespace(to_json=lambda: "as JSON", table=lambda: ["line", "by line"])


TUNE = ("tune", GAME, "--aim", "first 50±2", "--over", "health=4..6")


def run(*arguments):
    done = CliRunner().invoke(app, [str(argument) for argument in arguments])
    return done.exit_code, done.stdout.strip(), done.stderr


@pytest.fixture
def asked(monkeypatch):
    """What the ladder and the sweep are asked for; both tell of four pairs of ten and are interrupted if it says so."""
    seen = SimpleNamespace(stop=False)

    def play(*given):
        seen.given = given
        given[-1](4, 10)
        if seen.stop:
            raise KeyboardInterrupt
        return REPORT

    monkeypatch.setattr(ladder, "run", play)
    monkeypatch.setattr(sweep, "sweep", play)
    monkeypatch.setattr("os.cpu_count", lambda: CORES)
    return seen


def test_a_ladder_is_asked_for_as_it_is_told(asked):
    assert run("ladder", GAME) == (0, "line\nby line", "")
    game, pairs, seed, players, every, test, backend, out, _ = asked.given
    assert game.settings == st.load(GAME).settings
    assert (pairs, seed, players, every, test, out) == (1000, 1, None, False, None, None)
    assert isinstance(backend, backends.Processes)
    assert backend.workers == CORES
    words = (
        "--agents",
        "random, 1",
        "--all",
        "--pairs",
        7,
        "--sprt",
        "0,10",
        "--seed",
        3,
        "--json",
        "--out",
        "kept",
    )
    assert run("ladder", GAME, *words, "--set", "health=3", "--workers", 2)[1] == "as JSON"
    game, pairs, seed, players, every, test, backend, out, _ = asked.given
    assert (game.settings["health"], pairs, seed, players, every, out) == (
        3,
        7,
        3,
        ["random", "1"],
        True,
        Path("kept"),
    )
    assert test == sprt.read("0,10")
    assert backend.workers == 2


def test_a_sweep_is_asked_for_as_it_is_told(asked):
    said = "Level 2 (Captain) against level 2 (Captain), 1,000 pairs of matches per cell at most."
    assert run("sweep", GAME, "health=1,2")[1] == f"{said}\nline\nby line"
    game, ranges, pair, pairs, precision, seed, backend, out, _ = asked.given
    assert game.settings == st.load(GAME).settings
    assert backend.workers == CORES
    assert (ranges, pair, pairs, precision, seed, out) == (["health=1,2"], ("2", "2"), 1000, 0.025, 1, None)
    words = (
        "--agents",
        "random,2",
        "--pairs",
        2,
        "--precision",
        0,
        "--seed",
        0,
        "--backend",
        "serial",
        "--json",
    )
    assert run("sweep", GAME, "health=1,2", *words)[1] == "as JSON"
    assert asked.given[2:6] == (("random", "2"), 2, 0.0, 0)
    assert isinstance(asked.given[6], backends.Serial)


def test_a_sweep_is_written_as_a_page_too(tmp_path):
    page, agents = tmp_path / "sweep.html", ("--agents", "random,random")
    code, said, _ = run(
        "sweep", GAME, "health=1,2", *agents, "--pairs", 2, "--backend", "serial", "--page", page
    )
    text = page.read_text("utf-8")
    assert code == 0
    assert "health" in said
    assert text.startswith("<!doctype html>")
    assert "<svg" in text


def test_a_page_that_cannot_be_written_is_told_before_anything_is_played(asked, tmp_path):
    code, _, said = run("sweep", GAME, "health=1,2", "--page", tmp_path / "none" / "sweep.html")
    assert code == 2
    assert "sweep.html cannot be written: there is no folder" in said
    assert not hasattr(asked, "given")


def test_who_interrupts_is_told_what_is_kept(asked):
    asked.stop = True
    code, _, said = run("ladder", GAME)
    assert (code, said) == (
        130,
        "sandtable: stopped after 8 of 20 matches, which are lost: use --out FOLDER to keep them.\n",
    )
    said = run("sweep", GAME, "health=1,2", "--out", "kept")[2]
    assert said.startswith(
        "sandtable: stopped after 8 of 20 matches, which are kept in kept; run the same command again"
    )


def test_who_interrupts_at_once_has_lost_nothing(asked, monkeypatch):
    def play(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(ladder, "run", play)
    code, _, said = run("ladder", GAME)
    assert (code, said) == (130, "sandtable: stopped after 0 of 0 matches.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ladder", GAME, "--pairs", 0), "greater than or equal to 1"),
        (("ladder", GAME, "--pairs", 10**7 + 1), "less than or equal to 10000000"),
        (("sweep", GAME, "health=1", "--pairs", 1), "greater than or equal to 2"),
        (("sweep", GAME, "health=1", "--precision", 0.5), "less than or equal to 0.49"),
        (("sweep", GAME, "health=1", "--precision", -0.1), "greater than or equal to 0"),
        (("simulate", GAME, "--games", 0), "greater than or equal to 1"),
        (("simulate", GAME, "--games", 2 * 10**7 + 1), "less than or equal to 20000000"),
        (("simulate", GAME, "--workers", -1), "greater than or equal to 0"),
        (("simulate", GAME, "--agents", "1,2,3"), "must be two names separated by a comma, not '1,2,3'"),
        (("bench", GAME, "--seconds", 0.04), "greater than or equal to 0.05"),
        (("report", GAME, "--pairs", 9), "greater than or equal to 10"),
        (("report", GAME, "--levels", -1), "greater than or equal to 0"),
        ((*TUNE, "--candidates", 0), "greater than or equal to 1"),
        ((*TUNE, "--candidates", 10_001), "less than or equal to 10000"),
        ((*TUNE, "--pairs", 1), "greater than or equal to 2"),
        ((*TUNE, "--best", 0), "greater than or equal to 1"),
        ((*TUNE, "--best", 21), "less than or equal to 20"),
        ((*TUNE, "--confirm", 1), "greater than or equal to 2"),
    ],
)
def test_bounds_of_what_may_be_asked(arguments, said):
    code, _, error = run(*arguments)
    assert code == 2
    assert said in error


def test_a_simulation_is_asked_for_and_summed_up(monkeypatch):
    given, judged = [], []

    def play(trial, pairs, backend, out, tell):
        given.append((trial.agents, trial.seed, pairs, backend.workers, out))
        judged.append(trial.judged)
        # two pairs were there before
        tell(4, 8)
        tell(8, 8)
        return frame([(1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, -1.0)])

    monkeypatch.setattr(simulate, "simulate", play)
    monkeypatch.setattr("os.cpu_count", lambda: CORES)
    made = json.loads(run("simulate", GAME, "--json")[1])
    assert given == [(("2", "2"), 0, 1000, CORES, None)]
    assert (made["games"], made["wins"], made["draws"], made["losses"]) == (8, 5, 2, 1)
    assert made["game"] == GAME
    assert made["figures"]["draws"]["value"] == 0.25
    assert made["matches_a_second"] == pytest.approx(4 / made["seconds"])
    words = ("--games", 7, "--seed", 5, "--agents", "script, 1", "--workers", 2, "--judge")
    lines = run("simulate", GAME, *words)[1].splitlines()
    assert given[-1] == (("script", "1"), 5, 4, 2, None)
    assert judged == [False, True]
    assert lines[0] == "Script against level 1 (Soldier), 4 pairs of matches."
    assert "games               8" in lines
    (score,) = (line for line in lines if line.startswith("score "))
    assert score.startswith("score               75.0% (")
    assert score.endswith(" 95% interval)")

    def stop(trial, pairs, backend, out, tell):
        tell(2, 14)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate, "simulate", stop)
    code, _, error = run("simulate", GAME, "--games", 7)
    assert (code, error.startswith("sandtable: stopped after 2 of 8 matches,")) == (130, True)


def test_speeds_are_measured_as_they_are_asked_for(monkeypatch):
    given = []

    def measure(game, seconds, cold, progress):
        progress(1, 4)
        given.append((game.id, seconds, cold))
        return {"game": game.id, "warm_start_s": 0.123456, "random_actions_per_s_one_core": 12345678.9}

    monkeypatch.setattr(bench, "measure", measure)
    lines = run("bench", GAME)[1].splitlines()
    assert lines[1:] == [f"{'warm_start_s':<34}0.1235", f"{'random_actions_per_s_one_core':<34}12,345,679"]
    made = json.loads(run("bench", GAME, "--seconds", 0.05, "--no-cold", "--json")[1])
    assert made["warm_start_s"] == 0.123456
    assert given == [(GAME, 2.0, True), (GAME, 0.05, False)]


def test_a_report_is_ordered_as_it_is_told(monkeypatch, tmp_path):
    orders = []
    monkeypatch.setattr("os.cpu_count", lambda: CORES)
    monkeypatch.setattr(
        reports, "reported", lambda order, backend: orders.append((order, backend)) or ["made"]
    )
    monkeypatch.setattr(
        reports,
        "compared",
        lambda order, backend, files: orders.append((order, backend, files)) or ["held against"],
    )
    level = "Level 2 (Captain) against level 2 (Captain)"
    assert run("report", GAME)[1] == f"{level}, 1,000 pairs of matches.\nmade"
    assert orders[-1][0] == reports.ReportOrder(GAME, [], 1000, 1, ("2", "2"), 2, None, None)
    assert orders[-1][1].workers == CORES
    words = (
        "--pairs",
        10,
        "--levels",
        0,
        "--seed",
        4,
        "--agents",
        "1,2",
        "--out",
        "a.html",
        "--json",
        "a.json",
    )
    assert (
        run("report", GAME, "--set", "health=2", *words, "--compare", "b.json", "c.json")[1]
        == "Level 1 (Soldier) against level 2 (Captain), 10 pairs of matches.\nheld against"
    )
    order, _, files = orders[-1]
    assert order == reports.ReportOrder(
        GAME, ["health=2"], 10, 4, ("1", "2"), 0, Path("a.html"), Path("a.json")
    )
    assert files == (Path("b.json"), Path("c.json"))


def test_where_pieces_stand_is_watched_as_it_is_told(monkeypatch, tmp_path):
    asked = []

    def watch(trial, pairs, tell, looked_for):
        asked.append((trial.agents, trial.seed, pairs, looked_for and looked_for.name))
        raise ValueError("nothing is played")

    monkeypatch.setattr(heat, "watch", watch)
    words = ("heatmap", GAME, tmp_path / "a.svg")
    assert "nothing is played" in run(*words)[2]
    run(*words, "--of", "falls", "--games", 3, "--agents", "random, 2", "--seed", 4)
    assert asked == [(("2", "2"), 1, 1000, None), (("random", "2"), 4, 2, "falls")]


def test_settings_are_searched_as_it_is_told(monkeypatch):
    asked = []
    monkeypatch.setattr("os.cpu_count", lambda: CORES)
    monkeypatch.setattr(reports, "tuned", lambda *given: asked.append(given) or ["found"])
    words = TUNE
    assert run(*words)[1].splitlines()[-1] == "found"
    game, aims, over, pair, effort, seed, backend, keep, files = asked[-1]
    assert game.settings == st.load(GAME).settings
    assert (aims, over, pair, seed) == (["first 50±2"], ["health=4..6"], ("2", "2"), 1)
    assert effort == Effort(64, 1000, 4, 5000, (1, 2))
    assert (backend.workers, keep, files) == (CORES, None, reports.Files(None, None, None))
    more = ("--agents", "1,2", "--candidates", 9, "--pairs", 8, "--best", 2, "--confirm", 7, "--at", "2")
    more += ("--seed", 5, "--workers", 3, "--keep", "rows", "--out", "a.html", "--json", "a.json")
    assert run(*words, *more, "--out-variant", "a.toml")[1].splitlines()[1:] == ["found"]
    _, _, _, pair, effort, seed, backend, keep, files = asked[-1]
    assert (pair, seed, backend.workers, keep) == (("1", "2"), 5, 3, Path("rows"))
    assert effort == Effort(9, 8, 2, 7, (2,))
    assert files == reports.Files(Path("a.html"), Path("a.json"), Path("a.toml"))


def test_work_is_done_where_it_is_asked_for():
    assert lab.backend_of("processes", 0, "").workers == backends.Processes().workers
    assert lab.backend_of("processes", 3, "").workers == 3
    assert lab.backend_of("processes", 3, "auto").address == "auto"
    with pytest.raises(ValueError, match="auto or HOST:PORT"):
        lab.backend_of("serial", 0, "nonsense")
    for wrong in ("host:", ":80", "host:65536", "host:x"):
        with pytest.raises(backends.BackendError):
            backends.Ray(wrong)
    assert backends.Ray("host:65535").address == "host:65535"


# matches played again


def test_a_match_of_a_plan_is_played_again(monkeypatch):
    trial = trials.make(Game(TUG), ("random", "random"), 5)
    for swapped in (False, True):
        seen = [(position.to_move, action) for position, action in replays.steps(trial, 2, swapped)]
        match = replays.match_of(trial, 2, swapped)
        assert match.moves == [action for _, action in seen]
        assert [entry.kind == "outcome" for entry in match.entries] == [mover < 0 for mover, _ in seen]
        assert [entry.seq for entry in match.entries] == [*range(1, len(seen) + 1)]
        assert match.over
    # the dice are the pair's, whoever sits where
    first, second = (replays.match_of(trial, 2, swapped) for swapped in (False, True))
    assert first.dice == second.dice == (5, 2, 0)
    assert first.moves != replays.match_of(trial, 3, False).moves
    monkeypatch.setattr(replays.agents, "make", lambda *_: RandomAgent())
    named = replace(trial, agents=("one", "two"))
    assert [replays.match_of(named, 0, swapped).seats for swapped in (False, True)] == [
        ("one", "two"),
        ("two", "one"),
    ]


def test_uses_of_deeds_are_counted():
    trial = trials.make(Game(TUG), ("random", "random"), 5)
    played = [
        (position.forced() is None, action)
        for pair in (0, 1)
        for swapped in (False, True)
        for position, action in replays.steps(trial, pair, swapped)
        if position.to_move >= 0
    ]
    rows = trails.run_uses(trial, 0, 2)
    assert rows.select("pair", "swapped").rows() == [(0, False), (0, True), (1, False), (1, True)]
    (pulls, rolls) = trails.used(Game(TUG).spec.lab.action_groups, rows)
    assert (pulls.group.name, pulls.done) == ("pull", len(played))
    # whoever pulls may do nothing but pull
    assert (pulls.free, rolls.done, rolls.free) == (0, 0, 0)
    # only chance rolls: no side is ever offered to
    assert (pulls.offered, rolls.offered) == (True, False)
    assert len(played) <= 4 * PULLS
    hard = replays.Use(SimpleNamespace(does=lambda _setup, _view, taken: taken.fields.get("force") == HARD))
    never = replays.Use(SimpleNamespace(does=lambda _setup, _view, taken: taken.kind == "roll"))
    position = Game(TUG).start()
    replays._note([hard], position, HARD)
    replays._note([hard, never], position, 0)
    assert (hard.done, hard.free, hard.offered, never.offered) == (1, 1, True, False)
