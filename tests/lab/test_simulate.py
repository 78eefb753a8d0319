"""Simulations: the same bytes whatever the backend, kept and continued in a folder, refused where the folder is another's."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

import sandtable as st
from sandtable.engine.game import Game
from sandtable.lab.run import simulate as simulation
from sandtable.lab.run import trial
from sandtable.lab.run.backends import Processes
from sandtable.lab.run.rows import run_batch
from sandtable.lab.run.simulate import FolderError, missing, simulate
from tests.engine.command import run
from tests.fixtures.tug.declaration import SPEC as TUG
from tests.lab.batches import Deadly, Interrupted

GAME = "assault"
PAIRS = 45


@pytest.fixture(autouse=True)
def small_batches(monkeypatch):
    monkeypatch.setattr(simulation, "BATCH", 10)


def tug(seed=3, **settings):
    return trial.make(Game(TUG, **settings), ("random", "random"), seed)


def test_a_batch_is_the_smaller_the_longer_a_match_takes():
    game, agents = st.load(GAME), ("script", "lookahead", "search:9")
    pairs = [simulation.batch_of(trial.make(game, (agent, "script"), 1)) for agent in agents]
    assert pairs == [10, 4, 2]


@pytest.fixture(scope="module")
def wanted(tmp_path_factory):
    """The bytes of the rows of an undisturbed run, made in one batch."""
    folder = tmp_path_factory.mktemp("wanted")
    simulate(tug(), PAIRS, out=folder)
    return (folder / "rows.parquet").read_bytes()


def names(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


@pytest.mark.long
def test_all_backends_end_in_the_same_bytes(tmp_path, wanted):
    for name, backend in {
        "serial": None,
        "three": Processes(3, 0.0),
        "killed": Deadly(Processes(2, 0.0), tmp_path / "died"),
    }.items():
        simulate(tug(), PAIRS, backend, tmp_path / name)
        assert (tmp_path / name / "rows.parquet").read_bytes() == wanted, name
        assert names(tmp_path / name) == ["rows.parquet", "trial.json"]
    assert (tmp_path / "died").exists()


def test_the_rows_are_those_of_one_batch(tmp_path):
    rows = simulate(tug(), PAIRS, out=tmp_path / "rows")
    assert rows.equals(run_batch(tug(), 0, PAIRS))
    assert rows.equals(simulate(tug(), PAIRS))
    assert rows.equals(pl.read_parquet(tmp_path / "rows" / "rows.parquet"))


@pytest.mark.parametrize("results", [0, 1, 3])
def test_what_was_interrupted_goes_on(tmp_path, wanted, results):
    with pytest.raises(KeyboardInterrupt):
        simulate(tug(), PAIRS, Interrupted(results), tmp_path)
    # from the last batch on
    kept = ["batches/000000040-000000045", "batches/000000030-000000040", "batches/000000020-000000030"]
    assert names(tmp_path) == sorted([*(f"{name}.parquet" for name in kept[:results]), "trial.json"])
    told = []
    simulate(tug(), PAIRS, None, tmp_path, lambda *done: told.append(done))
    done = 2 * (5 + 10 * (results - 1)) if results else 0
    assert (told[0], told[-1]) == ((done, 2 * PAIRS), (2 * PAIRS, 2 * PAIRS))
    assert (tmp_path / "rows.parquet").read_bytes() == wanted
    assert names(tmp_path) == ["rows.parquet", "trial.json"]


def test_a_file_half_written_is_not_taken_for_a_batch(tmp_path, wanted):
    with pytest.raises(KeyboardInterrupt):
        simulate(tug(), PAIRS, Interrupted(1), tmp_path)
    (tmp_path / "batches" / "000000000-000000010.parquet.77").write_bytes(b"PAR1 half")
    simulate(tug(), PAIRS, out=tmp_path)
    assert (tmp_path / "rows.parquet").read_bytes() == wanted
    assert names(tmp_path) == ["rows.parquet", "trial.json"]


def test_what_is_done_is_not_played_again(tmp_path, wanted, monkeypatch):
    simulate(tug(), PAIRS, out=tmp_path)
    monkeypatch.setattr(simulation, "run_batch", None)
    assert simulate(tug(), PAIRS, out=tmp_path).height == 2 * PAIRS
    # fewer are the first of them, and nothing is lost
    assert simulate(tug(), 7, out=tmp_path).equals(pl.read_parquet(tmp_path / "rows.parquet").head(14))
    assert (tmp_path / "rows.parquet").read_bytes() == wanted


def test_more_games_are_added_to_those_that_are_there(tmp_path, wanted):
    simulate(tug(), 13, out=tmp_path)
    with pytest.raises(KeyboardInterrupt):
        simulate(tug(), 28, Interrupted(1), tmp_path)
    assert names(tmp_path) == ["batches/000000020-000000028.parquet", "rows.parquet", "trial.json"]
    simulate(tug(), PAIRS, out=tmp_path)
    assert (tmp_path / "rows.parquet").read_bytes() == wanted
    assert names(tmp_path) == ["rows.parquet", "trial.json"]


def test_batches_end_at_multiples_of_their_size():
    frame = run_batch(tug(), 0, 10)
    assert missing({}, 25, 10) == [(0, 10), (10, 20), (20, 25)]
    assert missing({10: frame}, 25, 10) == [(0, 10), (20, 25)]
    assert missing({0: frame.head(6)}, 12, 10) == [(3, 10), (10, 12)]
    assert missing({0: frame}, 4, 10) == []


def test_batches_are_the_smaller_the_longer_the_players_think():
    asked = {("script", "random"): 10, ("script", "lookahead"): 4, ("search:20", "script"): 2}
    game = st.load(GAME)
    assert {agents: simulation.batch_of(trial.make(game, agents)) for agents in asked} == asked


def test_what_goes_wrong_here_stops_the_workers_at_once():
    ended = []

    class Noting:
        def map(self, function, items):
            try:
                for index, item in enumerate(items):
                    yield index, function(item)
            finally:
                ended.append(index)

    def tell(done, _total):
        if done == 40:
            raise RuntimeError("told wrong")

    with pytest.raises(RuntimeError, match="told wrong") as raised:
        simulate(tug(), PAIRS, Noting(), progress=tell)
    # while all that was at hand is still held
    assert raised.tb is not None
    assert ended == [1]


def test_the_plan_beside_the_rows_says_where_they_come_from(tmp_path):
    simulate(tug(faces=8), 3, out=tmp_path)
    there = json.loads((tmp_path / "trial.json").read_text())
    assert {name: there[name] for name in json.loads(tug().to_json())} == json.loads(tug(faces=8).to_json())
    assert (there["version"], there["key"]) == (st.__version__, tug(faces=8).key())
    assert set(there["made_with"]) == {"python", "numpy", "numba", "polars", "machine"}


def test_another_plan_is_refused_in_one_sentence(tmp_path):
    simulate(tug(), 2, out=tmp_path)
    before = (tmp_path / "rows.parquet").read_bytes()
    for words, other in {
        "its seed is 3, not 4": tug(4),
        "its setting faces is 4, not 6": tug(faces=6),
        f"its game is {tug().game}, not {GAME}": trial.make(st.load(GAME)),
    }.items():
        with pytest.raises(
            FolderError, match=re.escape(f"contains matches from another trial ({words}): use")
        ):
            simulate(other, 2, out=tmp_path)
    assert (tmp_path / "rows.parquet").read_bytes() == before


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("version", "0.0.9", "its version of sandtable is 0.0.9, not"),
        ("rules", "77", "its digest of the compiled rules is 77, not"),
        ("agents", ["a", "b"], "its agents are a,b, not random,random"),
        ("settings", {"faces": "a\nb"}, "its setting faces is another text, not 4"),
        ("settings", {}, "its setting faces is None, not 4"),
        ("version", "9" * 40, f"its version of sandtable is {'9' * 40}, not"),
        ("version", "9" * 41, "its version of sandtable is another text, not"),
        ("judged", True, "its judgement of each position is True, not False"),
    ],
)
def test_what_other_rules_made_is_refused(tmp_path, field, value, words):
    simulate(tug(), 2, out=tmp_path)
    file = tmp_path / "trial.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {field: value}))
    with pytest.raises(FolderError, match=re.escape(words)):
        simulate(tug(), 2, out=tmp_path)


def test_a_plan_that_does_not_tell_of_judgement_is_without_any(tmp_path):
    simulate(tug(), 2, out=tmp_path)
    file = tmp_path / "trial.json"
    there = json.loads(file.read_text())
    del there["judged"]
    file.write_text(json.dumps(there))
    assert simulate(tug(), 2, out=tmp_path).height == 4


PLAN = {"game": "", "seed": 1, "version": "", "rules": ""}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "[" * 5000,
        "{}",
        '{"settings": 1}',
        json.dumps({**PLAN, "settings": 1, "agents": []}),
        json.dumps({**PLAN, "settings": {}, "agents": "a,b"}),
        json.dumps({**PLAN, "settings": {}, "agents": [1, 2]}),
    ],
)
def test_a_plan_that_is_none_is_refused(tmp_path, text):
    (tmp_path / "trial.json").write_text(text)
    with pytest.raises(FolderError, match=r"trial\.json is not a valid trial \(.+\): use another folder"):
        simulate(tug(), 2, out=tmp_path)


def test_rows_without_a_plan_are_not_written_over(tmp_path):
    (tmp_path / "rows.parquet").write_bytes(b"mine")
    with pytest.raises(FolderError, match=r"contains rows but no trial\.json: use another folder"):
        simulate(tug(), 2, out=tmp_path)
    assert (tmp_path / "rows.parquet").read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda file: file.write_bytes(file.read_bytes()[:-100]), "cannot be read: remove it or use"),
        (lambda file: file.write_bytes(b""), "cannot be read"),
        (
            lambda file: pl.DataFrame({"pair": [0, 0]}).write_parquet(file),
            "contains rows that do not belong to its trial",
        ),
        (lambda file: pl.read_parquet(file).head(0).write_parquet(file), "contains rows that do not"),
        (lambda file: pl.read_parquet(file).head(3).write_parquet(file), "contains rows that do not"),
        (lambda file: pl.read_parquet(file).tail(2).write_parquet(file), "contains rows that do not"),
        (lambda file: run_batch(tug(4), 0, 2).write_parquet(file), "contains rows that do not"),
    ],
)
def test_a_file_that_holds_no_rows_of_the_plan_is_refused_and_left_as_it_is(tmp_path, spoil, words):
    simulate(tug(), 2, out=tmp_path)
    file = tmp_path / "rows.parquet"
    spoil(file)
    before = file.read_bytes()
    with pytest.raises(FolderError, match=rf"rows\.parquet {words}"):
        simulate(tug(), 4, out=tmp_path)
    assert file.read_bytes() == before
    assert names(tmp_path) == ["rows.parquet", "trial.json"]


def test_a_refused_folder_is_left_as_it_is(tmp_path):
    simulate(tug(), 2, out=tmp_path)
    with pytest.raises(FolderError):
        simulate(tug(4), 2, out=tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.parquet", "trial.json"]


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(FolderError, match=r"file cannot be written: File exists$"):
        simulate(tug(), 2, out=tmp_path / "file")
    with (
        pytest.raises(FolderError, match=r"^here cannot be written: full$"),
        simulation.writing(Path("here")),
    ):
        raise OSError("full")


def test_the_public_summary():
    report = st.simulate(st.load(GAME), games=19, agents=("script", "random"), seed=1)
    assert report["games"] == 20
    assert report["wins"] + report["draws"] + report["losses"] == 20
    assert report["wins"] > 15
    score = report["score"]
    assert score["value"] == (report["wins"] + report["draws"] / 2) / 20
    assert 0.5 < score["low"] < score["value"] <= score["high"] <= 1.0
    assert report["seat_0_score"]["value"] == (report["seat_0_wins"] + report["draws"] / 2) / 20
    assert 20 < report["plies_a_match"] < 400
    same = st.simulate(
        st.load(GAME), games=20, agents=("script", "random"), seed=1, backend=Processes(2, 0.0)
    )
    assert {**same, "seconds": 0, "matches_a_second": 0} == {**report, "seconds": 0, "matches_a_second": 0}


def test_a_thousand_games_are_summed_up_where_nobody_says_how_many():
    report = st.simulate(Game(TUG), seed=1)
    assert (report["games"], report["wins"] + report["draws"] + report["losses"]) == (1000, 1000)


def test_the_summary_refuses_unknown_players():
    with pytest.raises(ValueError, match="no player"):
        st.simulate(st.load(GAME), games=2, agents=("script", "nobody"))


# the command


def command(*arguments):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-m", "sandtable", "simulate", GAME, *map(str, arguments)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finished(*arguments):
    process = command(*arguments)
    out, error = process.communicate(timeout=120)
    return process.returncode, out, error


def children(process):
    return len(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())


def wait_for(condition, process):
    """Waits until `condition` holds, which may take a compilation; a process that does not get there is killed."""
    deadline = time.monotonic() + 200
    while not condition():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            pytest.fail(f"the command did not get there: {process.communicate()}")
        time.sleep(0.02)


@pytest.mark.long
@pytest.mark.parametrize(
    "how",
    [
        pytest.param(("--backend", "serial"), marks=pytest.mark.study),
        pytest.param(
            ("--workers", 2),
            marks=pytest.mark.skipif(
                not sys.platform.startswith("linux"), reason="counts processes in /proc"
            ),
        ),
    ],
    ids=["serial", "processes"],
)
def test_ctrl_c_keeps_what_is_done_and_the_same_command_goes_on(tmp_path, how):
    arguments = ("--agents", "search:20,script", "--seed", 4, *how, "--out", tmp_path / "rows", "--games")

    def kept():
        return len(list(tmp_path.glob("rows/batches/*.parquet")))

    process = command(*arguments, 8000)
    wait_for(lambda: kept() >= 2, process)
    if how[0] == "--workers":
        # two workers, and what the interpreter starts besides them
        wait_for(lambda: children(process) >= 3, process)
        before = kept()
        wait_for(lambda: kept() >= before + 10, process)
    # the terminal sends it to all of them
    os.killpg(process.pid, signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    said = re.fullmatch(
        # if the rules were not compiled yet, it has said so
        r"(?:sandtable: compiling [^\n]*\n)?"
        r"sandtable: stopped after ([0-9,]+) of 8,000 matches, which are kept in (.*); "
        r"run the same command again to resume\.\n",
        error,
    )
    assert said, error
    assert said[2] == str(tmp_path / "rows")
    batches = list(tmp_path.glob("rows/batches/*.parquet"))
    assert int(said[1].replace(",", "")) == sum(pl.read_parquet(file).height for file in batches)
    # a shorter run that holds all of the batches, compared with one that was never stopped
    games = 2 * max(int(file.stem.partition("-")[2]) for file in batches)
    assert finished(*arguments, games)[0] == 0
    straight = ("--agents", "search:20,script", "--seed", 4, "--backend", "serial", "--games", games)
    assert finished(*straight, "--out", tmp_path / "straight")[0] == 0
    files = [tmp_path / name / "rows.parquet" for name in ("rows", "straight")]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_command_prints_a_summary_and_refuses_another_trial(tmp_path):
    status, out, _ = finished("--games", 10, "--agents", "script,random", "--out", tmp_path, "--json")
    assert status == 0
    assert json.loads(out)["games"] == 10
    status, out, error = finished("--games", 10, "--seed", 9, "--out", tmp_path)
    assert (status, out) == (2, "")
    assert error.startswith(f"sandtable: {tmp_path} contains matches from another trial (")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--backend", "threads"), "there is no backend 'threads'; the backends are serial and processes"),
        (("--agents", "script,nobody"), "no player 'nobody'"),
    ],
)
def test_wrong_usage_is_one_sentence(arguments, words):
    done = run("simulate", GAME, "--games", "4", *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"sandtable: [^\n]*{re.escape(words)}[^\n]*\.\n", done.stderr)


# each line of the arguments is a command; what it ends with is printed
WITHOUT = """
import sys
package, *lines = sys.argv[1:]
sys.modules[package] = None
from sandtable.cli import main
for line in lines:
    sys.argv[1:] = line.split()
    try:
        main()
    except SystemExit as ended:
        print(ended.code)
"""


@pytest.mark.parametrize(
    ("package", "extra", "lines"),
    [
        (
            "polars",
            "lab",
            (
                f"simulate {GAME} --games 2",
                f"sweep {GAME} columns=4,5",
                f"ladder {GAME}",
                f"report {GAME}",
                f"tune {GAME} --aim draws<5% --over columns=4,5",
            ),
        ),
        ("ray", "ray", (f"simulate {GAME} --games 2 --ray auto",)),
    ],
)
def test_a_package_that_is_missing_is_one_sentence(package, extra, lines):
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, package, *lines],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "2\n" * len(lines)
    assert done.stderr == f"sandtable: this needs {package}: pip install 'sandtable[{extra}]'.\n" * len(lines)
