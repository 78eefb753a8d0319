"""Measurements in their folders: what comes of rounds is what comes of all at one go, and one that was stopped goes on."""

import json
from dataclasses import replace as replace_of
from functools import partial
from itertools import pairwise
from math import inf
from types import SimpleNamespace

import msgspec
import pytest

from sandtable.authoring import NOTHING_TO_TAKE, Option, Pick, Space
from sandtable.engine.game import Game
from sandtable.lab.report import document, search
from sandtable.lab.report.experiments import ExperimentJob, run_jobs
from sandtable.lab.report.findings import report_on
from sandtable.lab.run import aims, trial
from sandtable.lab.run.backends import Serial
from sandtable.lab.run.playing import Player
from sandtable.lab.run.sweep import axis_of, sweep
from sandtable.lab.work import kinds, process
from sandtable.lab.work.measurement import Folder, Order, Progress, Range, Standing, Wanted
from tests.fixtures.tug.declaration import SPEC

PLACE = "tests.fixtures.tug.declaration:SPEC"
SETTING = SPEC.rules.settings[0]
# one of its values that is not the usual one
OTHER = SETTING.default + 1


def order(kind, pairs=80, **more):
    return Order(kind, SPEC.id, PLACE, ("random", "random"), pairs, 1, **{"settings": {}, **more})


@pytest.fixture
def folder(tmp_path):
    made = Folder(tmp_path / "one")
    made.make(order("report"))
    return made


def test_rounds_grow_to_what_is_asked_for():
    assert kinds.rounds(10) == [10]
    assert kinds.rounds(79) == [79]
    assert kinds.rounds(80) == [20, 80]
    assert kinds.rounds(1000) == [62, 250, 1000]


def test_the_time_left_is_told_from_what_this_process_has_done(folder):
    times = iter((0.0, 10.0, 20.0))
    pace = kinds.Pacing(folder, lambda: next(times))
    pace.at(0.4, 40)
    # nothing is known of the pace yet
    assert (folder.progress().share, folder.progress().left) == (0.4, -1.0)
    pace.at(0.5, 50)
    found = folder.progress()
    # a tenth took ten seconds: five tenths are left
    assert (found.share, round(found.left), found.matches) == (0.5, 50, 100)
    assert kinds.Pacing(folder)._told == found


def test_a_report_made_in_rounds_is_the_report(folder, monkeypatch):
    told = []
    monkeypatch.setattr(Folder, "tell", lambda self, progress: told.append(progress))
    monkeypatch.setattr(kinds, "LEAST", 10)
    kinds.report(order("report", 40), folder, Serial())
    made = trial.make(Game(SPEC), ("random", "random"), 1)
    whole = report_on(made, 40, partial(run_jobs, backend=Serial()))
    assert folder.data.read_text(encoding="utf-8") == document.write(whole)
    assert "How it was made" in folder.page.read_text(encoding="utf-8")
    assert next(one.pairs for one in told if one.pairs) == 10
    assert told[-1].pairs == 40
    assert [figure.name for figure in told[-1].figures] == [figure.name for figure in kinds.headline(whole)]
    shares = [one.share for one in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.long
def test_a_report_that_searches_for_better_picks_is_the_report_and_tells_how_far_it_is(folder, monkeypatch):
    def option(number):
        return Option(str(number), "pulls", take=lambda _setup, _view, _seat: NOTHING_TO_TAKE)

    space = Space(90, lambda below: option(below(90)), lambda _: [], lambda name: option(int(name)))
    pick = Pick("strength", "the strength", (option(0), option(1)), "0", space)
    game = Game(replace_of(SPEC, lab=replace_of(SPEC.lab, picks=(pick,))))
    monkeypatch.setattr(trial.Trial, "load", lambda _: game)
    monkeypatch.setattr(search, "CANDIDATES", 9)
    monkeypatch.setattr(kinds, "LEAST", 10)
    told = []
    monkeypatch.setattr(Folder, "tell", lambda self, progress: told.append(progress))
    kinds.report(order("report", 40, search_picks=True), folder, Serial())
    made = trial.make(Game(SPEC), ("random", "random"), 1)
    run = partial(run_jobs, backend=Serial())
    whole = report_on(made, 40, run, searching=run)
    assert folder.data.read_text(encoding="utf-8") == document.write(whole)
    assert "--search-picks" in folder.page.read_text(encoding="utf-8")
    shares = [one.share for one in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    # the search is in the last round, and goes on step by step
    last = [one.share for one in told if one.pairs == 10]
    assert last[0] < 0.2
    assert max(later - sooner for sooner, later in pairwise(last[:-1])) < 0.5
    assert told[-1].matches <= whole.provenance.matches


def test_what_is_there_is_not_played_again(folder, monkeypatch):
    kinds.simulation(order("simulation"), folder, Serial())
    figures = folder.progress().figures
    assert (folder.progress().share, folder.progress().pairs, folder.progress().matches) == (1.0, 80, 160)
    assert figures[0].low <= figures[0].value <= figures[0].high
    assert [one["value"] for one in json.loads(folder.data.read_text())["figures"]] == [
        figure.value for figure in figures
    ]
    again = SimpleNamespace(map=lambda function, items: (pytest.fail("played") for _ in items))
    kinds.simulation(order("simulation"), folder, again)
    assert folder.progress().figures == figures
    kinds.report(order("report", 10), folder, Serial())
    monkeypatch.setattr(Player, "_keep", lambda *_: pytest.fail("played"))
    kinds.report(order("report", 10), folder, Serial())


def test_a_comparison_is_with_the_games_own_settings(folder, monkeypatch):
    told, tell = [], Folder.tell
    monkeypatch.setattr(Folder, "tell", lambda self, progress: (told.append(progress), tell(self, progress)))
    kinds.comparison(order("comparison", 20, settings={SETTING.name: OTHER}), folder, Serial())
    found = json.loads(folder.data.read_text())
    assert found["changed"] == {SETTING.name: [SETTING.default, OTHER]}
    assert {figure.name.rpartition(", ")[2] for figure in folder.progress().figures} == {"printed", "changed"}
    # the first report is half of it, and all is played when the figures are known
    assert 0.5 in [one.share for one in told]
    assert next(one.share for one in told if one.pairs) == 1.0


def test_a_sweep_in_rounds_is_the_sweep(folder, tmp_path):
    values = [SETTING.default, OTHER]
    kinds.swept(order("sweep", ranges=[Range(SETTING.name, values)]), folder, Serial())
    whole = sweep(
        Game(SPEC),
        [axis_of(SPEC.rules.settings, SETTING.name, values)],
        ("random", "random"),
        80,
        backend=Serial(),
    )
    found, wanted = json.loads(folder.data.read_text()), json.loads(whole.to_json())
    assert found == wanted
    assert (folder.progress().share, folder.progress().pairs) == (1.0, 80)
    page = folder.page.read_text(encoding="utf-8")
    assert f"{SETTING.default} (default)" in page
    assert page.count("<figure>") >= 3
    with pytest.raises(ValueError, match="more than once"):
        axis_of(SPEC.rules.settings, SETTING.name, [OTHER, OTHER])
    with pytest.raises(ValueError, match="nothing"):
        axis_of(SPEC.rules.settings, "nothing", [1])


def test_a_tuning_is_that_of_the_command_and_tells_the_nearest_as_it_goes(folder, monkeypatch):
    told = []
    tell = Folder.tell
    monkeypatch.setattr(Folder, "tell", lambda self, progress: (told.append(progress), tell(self, progress)))
    asked = order(
        "tuning",
        20,
        ranges=[Range(SETTING.name, [SETTING.default, OTHER])],
        aims=[Wanted("decisions", low=1.0, high=1000.0), Wanted("draws", high=100.5)],
        candidates=4,
        confirm=30,
    )
    kinds.tuned(asked, folder, Serial())
    found = json.loads(folder.data.read_text())
    assert (found["aims"], found["pairs"], found["tried"]) == (["decisions 1..1000", "draws <=100.5"], 30, 2)
    assert found["over"] == [f"{SETTING.name}={SETTING.default},{OTHER}"]
    assert found["found"][0]["settings"][SETTING.name] == OTHER
    assert found["found"][0]["why"].startswith("Tuned to decisions 1..1000, draws <=100.5, with decisions ")
    assert "a tuning" in folder.page.read_text(encoding="utf-8")
    # while it searches: the nearest candidate, then the game as it was and the best on fresh dice
    first = next(one for one in told if one.pairs)
    assert (first.pairs, first.figures[0].name.partition(" of ")[0]) == (20, "decisions")
    assert told[-1].pairs == 30
    assert [one.name for one in told[-1].figures[:2]] == ["decisions, as it was", "draws, as it was"]
    shares = [one.share for one in told]
    assert shares == sorted(shares)
    assert 0.0 < next(filter(None, shares)) < 0.9
    with pytest.raises(ValueError, match="no figure 'luck'"):
        kinds.tuned(order("tuning", aims=[Wanted("luck", low=1.0)]), folder, Serial())


@pytest.mark.parametrize(
    ("low", "high"),
    [
        (None, 5.25),
        (48.0, 52.5),
        (-3.0, None),
        (1234567.0, None),
        (None, 1e9),
        (-1e9, 1e-7),
        (12.34567891, 20.0),
    ],
)
def test_what_is_wanted_is_an_aim(low, high):
    read = aims.read(Wanted("plies", low, high).text, ["plies"])
    assert not Wanted("plies", low, high).text.endswith(".0")
    assert (read.low, read.high) == (-inf if low is None else low, inf if high is None else high)


def test_each_kind_is_worked_at_in_so_many_processes_or_on_a_cluster(folder, monkeypatch):
    done = []
    for name in ("simulation", "report", "swept", "comparison", "tuned"):
        monkeypatch.setattr(
            kinds, name, lambda order, _, backend, name=name: done.append((order.kind, name, backend))
        )
    for kind in ("simulation", "report", "sweep", "comparison", "tuning"):
        kinds.measure(order(kind, processes=3), folder)
    assert [(kind, name) for kind, name, _ in done] == [
        ("simulation", "simulation"),
        ("report", "report"),
        ("sweep", "swept"),
        ("comparison", "comparison"),
        ("tuning", "tuned"),
    ]
    assert {backend.workers for *_, backend in done} == {3}
    kinds.measure(order("report", ray="host:6379"), folder)
    assert done[-1][2].address == "host:6379"


def test_a_report_asks_for_matches_three_times_and_for_the_levels_that_play_themselves():
    asked = {
        ("random", "random"): 3,
        ("1", "2"): 3,
        ("1", "1"): 6,
        ("2", "2"): 6,
        ("3", "3"): 8,
    }
    assert {
        agents: kinds._calls(msgspec.structs.replace(order("report"), agents=agents)) for agents in asked
    } == asked


def test_a_round_of_which_all_is_there_tells_so(folder, monkeypatch):
    made = trial.make(Game(SPEC), ("random", "random"), 1)
    kinds.Rounds(folder, Serial(), 2).run([ExperimentJob("trial", made, 10)])
    told = []
    monkeypatch.setattr(Folder, "tell", lambda self, progress: told.append(progress))
    again = kinds.Rounds(folder, Serial(), 2)
    again.begin(0.5)
    again.run([ExperimentJob("trial", made, 10)])
    # half of a round that is half of all
    assert [(one.share, one.matches) for one in told] == [(0.25, 20)]
    again.finish()
    assert told[-1].share == 1.0


def test_a_search_is_as_much_as_is_thought_until_it_has_ended(folder, monkeypatch):
    made = trial.make(Game(SPEC), ("random", "random"), 1)
    told = []
    monkeypatch.setattr(Folder, "tell", lambda self, progress: told.append(progress))
    rounds = kinds.Rounds(folder, Serial(), 2, most=100)
    rounds.begin(1.0)
    rounds.run([ExperimentJob("trial", made, 10)])
    assert told[-1].share == pytest.approx(10 / (20 + 100))
    found = rounds.search([ExperimentJob("found", made, 6)])
    assert (found["found"].height, told[-1].matches) == (12, 32)
    assert told[-1].share == pytest.approx(16 / (20 + 100))
    # a second search is added to the first
    rounds.search([ExperimentJob("again", made, 4)])
    assert told[-1].share == pytest.approx(20 / (20 + 100))
    # it took less than was thought, and all is done
    rounds.run([ExperimentJob("trial", made, 10)])
    assert (told[-1].share, told[-1].matches) == (1.0, 60)


def test_a_folder_is_removed_with_all_that_is_in_it(folder):
    folder.write(folder.page, "page")
    folder.remove()
    assert not folder.path.exists()
    folder.remove()


def test_what_a_folder_does_not_say_is_as_before_the_start(tmp_path):
    folder = Folder(tmp_path / "nothing")
    assert (folder.order(), folder.standing(), folder.progress()) == (None, Standing("waiting"), Progress())
    assert (Progress().share, Progress().left, Progress().matches, Progress().pairs) == (0.0, -1.0, 0, 0)
    folder.make(order("report", created=7))
    assert folder.standing() == Standing("waiting", since=7)
    asked = {"kind": "report", "game": "tug", "place": PLACE, "agents": ["1", "1"], "pairs": 9, "seed": 1}
    (folder.path / "order.json").write_text(json.dumps({**asked, "settings": {}}), encoding="utf-8")
    plain = folder.order()
    assert (plain.processes, plain.candidates, plain.confirm, plain.created) == (1, 0, 0, 0)
    (folder.path / "order.json").write_text("{", encoding="utf-8")
    assert folder.order() is None


def test_the_process_says_what_is_wrong_in_a_sentence(folder, monkeypatch, capsys):
    monkeypatch.setattr(process, "follow", lambda: None)
    monkeypatch.setattr(kinds, "measure", lambda order, _: None)
    assert (process.main(folder.path), capsys.readouterr().out) == (0, "")

    def refused(order, _):
        raise ValueError(f"no {order.kind} today")

    monkeypatch.setattr(kinds, "measure", refused)
    assert (process.main(folder.path), capsys.readouterr().out) == (1, "no report today\n")
    nowhere = folder.path / "nowhere"
    assert (process.main(nowhere), capsys.readouterr().out) == (1, f"{nowhere} holds no measurement\n")


def test_a_process_ends_when_nobody_holds_its_input_any_more(monkeypatch):
    left, ended = [b"x", b"x", b""], []
    monkeypatch.setattr(process.os, "read", lambda file, _: left.pop(0) if file == 0 else b"")
    monkeypatch.setattr(process.os, "_exit", ended.append)
    process.follow()
    assert (left, ended) == ([], [1])
