"""The table of the benchmarks: what is in it, and how its code measures. No figure of a machine is judged here."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import __main__ as benchmarks
from benchmarks import connect_four, race
from benchmarks.race import Absent, Aim, Contender, Contest, Trial, Work
from sandtable.games import installed

BOXES = "14 boxes of 40 x 20 x 15 mm, flick to rest"
ANSWERS = [f"level {level}, {which} answer" for level in (1, 2, 3) for which in ("first", "slowest")]
# every figure that the project has set itself, as work, contender and aim
AIMS = {
    ("connect four, random play", "C, same layout", "at least 0.85 x"),
    ("connect four, random play", "OpenSpiel, C++ rollouts", "at least 10 x"),
    ("connect four, tree search", "OpenSpiel, C++ MCTSBot", "at least 3 x"),
    ("assault, random play", "Sandtable, one core", "at least 20,000,000"),
    ("optio, random play", "Sandtable, one core", "at least 10,000,000"),
    ("rush, random play", "Sandtable, one core", "at least 5,000,000"),
    *((f"{game}, random play", "Sandtable, one core", "at least 1.8 x") for game in installed()),
    ("assault, tree search, full playouts", "Sandtable, tree of positions", "at least 20,000"),
    (BOXES, "Sandtable", "at least 25,000"),
    (BOXES, "Box2D, 240 Hz", "at least 15 x"),
    (BOXES, "Box2D, 500 Hz", "at least 15 x"),
    (BOXES, "MuJoCo, 3D, 500 Hz", "at least 150 x"),
    ("assault, batches of 256", "Sandtable, BatchEnv", "at least 2,000,000"),
    ("assault under Gymnasium, against random play", "one environment", "at least 20 x"),
    ("optio under Gymnasium, against random play", "one environment", "at least 20 x"),
    ("rush under Gymnasium, against random play", "one environment", "at least 20 x"),
    *(
        (f"{game}, first match and search, nothing compiled", "Sandtable", f"at most {seconds}")
        for game, seconds in {**dict.fromkeys(installed(), 30), "rush": 60}.items()
    ),
    *(
        (f"{game}, first match and search, already compiled", "Sandtable", "at most 0.5")
        for game in installed()
    ),
    ("sandtable --help", "Sandtable", "at most 0.3"),
    *(
        (f"{game}, a table with two seats and a spectator", "cost of an action", "at most 12")
        for game in installed()
    ),
    *(
        (f"{game} opened first, nothing compiled", what, aim)
        for game in installed()
        for what, aim in {
            **dict.fromkeys(("the player's first decision", *ANSWERS), "at most 3"),
            "slowest page while compilers run": "at most 0.1",
            "memory in excess of a warm start": "at most 100",
        }.items()
    ),
    *(
        (f"{game}, a report at its declared size", what, aim)
        for game in installed()
        for what, aim in {"first findings": "at most 20", "the whole report": "at most 180"}.items()
    ),
}
PEERS = ("C, same", "OpenSpiel, C++", "OpenSpiel, Python", "Pgx", "EnvPool", "PettingZoo", "PufferLib")
PEERS += ("botbowl", "Box2D", "pymunk", "MuJoCo, planar", "MuJoCo, 3D", "PyBullet", "pooltool")


def events() -> list[Contest | Trial]:
    return [event for section in benchmarks.SECTIONS.values() for event in section()]


def contests() -> list[Contest]:
    return [event for event in events() if isinstance(event, Contest)]


class Clock:
    """Time that passes only while somebody works."""

    def __init__(self) -> None:
        self.now, self.turns = 0.0, list[tuple[str, int]]()

    def contender(self, name: str, seconds: float, *aims: Aim) -> Contender:
        """One who takes so long for a piece of two units."""

        def work(pieces: int) -> int:
            self.now += seconds * pieces
            self.turns.append((name, pieces))
            return 2 * pieces

        return Contender(name, lambda: work, aims)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for clock in ("perf_counter", "process_time"):
        monkeypatch.setattr(race, clock, lambda: made.now)
    return made


def refuse(error: Exception) -> Callable[[], Work]:
    def make() -> Work:
        raise error

    return make


def test_every_aim_has_its_row() -> None:
    found = {
        (contest.work, contender.name, str(aim))
        for contest in contests()
        for contender in contest.contenders
        for aim in contender.aims
    }
    found |= {
        (event.work, what, str(aim))
        for event in events()
        if isinstance(event, Trial)
        for what, aim in event.aims.items()
    }
    assert found == AIMS


@pytest.mark.parametrize("peer", PEERS)
def test_every_peer_has_a_row(peer: str) -> None:
    assert any(c.name.startswith(peer) for contest in contests() for c in contest.contenders)


def test_no_row_is_there_twice() -> None:
    rows = [(contest.work, contender.name) for contest in contests() for contender in contest.contenders]
    assert len(rows) == len(set(rows))


def test_a_trial_runs_once_and_gives_each_figure_a_row() -> None:
    trial = Trial("a walk", lambda: {"time": ("s", 2.0), "length": ("m", 5.0)}, {"time": Aim(most=1.5)})
    assert race.hold(trial, rounds=3, seconds=1.0) == [
        race.Row("a walk", "time", "s", 2.0, aims={"at most 1.5": False}),
        race.Row("a walk", "length", "m", 5.0),
    ]


def test_contenders_take_turns_of_the_same_length(clock: Clock) -> None:
    first, second = clock.contender("quick", 2**-10), clock.contender("slow", 2**-8)
    race.hold(Contest("sums", "sums/s", (first, second)), 3, 1.0)
    assert clock.turns[-6:] == [("quick", 1024), ("slow", 256)] * 3


def test_a_row_holds_the_rate_and_how_many_times_as_fast_the_first_is(clock: Clock) -> None:
    slow = clock.contender("slow", 0.004, Aim(ratio=3), Aim(ratio=5), Aim(least=400), Aim(least=600))
    quick = clock.contender("quick", 0.001)
    first, second = race.hold(Contest("sums", "sums/s", (quick, slow), piece="pages"), 3, 1.0)
    assert (first.median, first.pieces, first.ratio) == (pytest.approx(2000), pytest.approx(1000), None)
    assert (second.lowest, second.highest) == (pytest.approx(500), pytest.approx(500))
    assert (second.pieces, second.ratio) == (pytest.approx(250), pytest.approx(4))
    assert second.aims == {
        "at least 3 x": True,
        "at least 5 x": False,
        "at least 400": True,
        "at least 600": False,
    }


def test_seconds_are_of_one_piece_that_was_not_tried_before(clock: Clock) -> None:
    quick, slow = clock.contender("quick", 2.0, Aim(most=2.5)), clock.contender("slow", 6.0, Aim(most=2.5))
    first, second = race.hold(Contest("start", "s", (quick, slow), rounds=1), 7, 0.5)
    assert clock.turns == [("quick", 1), ("slow", 1)]
    assert (first.median, second.median, second.ratio) == (2.0, 6.0, 3.0)
    assert (first.aims, second.aims) == ({"at most 2.5": True}, {"at most 2.5": False})


def test_the_ratio_is_that_of_the_median_round(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = {"ours": [9.0, 8.0, 1.0], "theirs": [3.0, 4.0, 1.0]}
    pair = tuple(Contender(name, refuse(Absent(""))) for name in figures)
    row = race._row(Contest("sums", "sums/s", pair), pair[1], figures, 1.0)
    assert (row.median, row.lowest, row.highest, row.ratio) == (3.0, 1.0, 4.0, 2.0)


def test_who_cannot_come_is_named_with_the_reason(clock: Clock) -> None:
    missing = Contender("nobody", refuse(ImportError("no module nobody")), (Aim(ratio=2),))
    barred = Contender("barred", refuse(Absent("it needs a licence")))
    rows = race.hold(Contest("sums", "sums/s", (clock.contender("quick", 0.1), missing, barred)), 1, 0.1)
    assert [row.reason for row in rows] == [
        "",
        "it is not installed: no module nobody",
        "it needs a licence",
    ]
    assert rows[1].median is None
    assert rows[1].aims == {"at least 2 x": None}


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot keep a thread to a core")
def test_one_core_is_one_core_and_too_many_are_refused(clock: Clock) -> None:
    usable, seen = os.sched_getaffinity(0), list[int]()

    def make() -> Work:
        seen.append(len(os.sched_getaffinity(0)))
        raise Absent("seen")

    race.hold(Contest("sums", "sums/s", (Contender("looker", make),)), 1, 0.1)
    (row,) = race.hold(
        Contest("sums", "sums/s", (clock.contender("quick", 0.1),), cores=len(usable) + 1), 1, 0.1
    )
    assert (seen, os.sched_getaffinity(0)) == ([1], usable)
    assert row.reason == f"this needs {len(usable) + 1} cores, and {len(usable)} can be used here"


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A section of one contest, and the folder for whole reports."""
    contenders = (
        Contender("Sandtable", connect_four.own_play, (Aim(least=1),)),
        Contender("nobody", refuse(Absent("it has retired")), (Aim(ratio=10),)),
    )
    contest = Contest("connect four", "actions/s", contenders, piece="matches")
    monkeypatch.setattr(benchmarks, "SECTIONS", {"tiny": lambda: [contest]})
    monkeypatch.setattr(benchmarks, "DOCS", tmp_path / "docs")
    return tmp_path / "docs"


QUICK = ["--rounds", "1", "--seconds", "0.001"]


def test_a_whole_run_writes_both_files(tiny: Path, capsys: pytest.CaptureFixture[str]) -> None:
    benchmarks.main(QUICK)
    page, data = (tiny / "benchmarks.md").read_text(), json.loads((tiny / "benchmarks.json").read_text())
    assert capsys.readouterr().out == page + "\n"
    (data,) = data["runs"]
    own, nobody = data["sections"]["tiny"]
    assert own["lowest"] == own["median"] == own["highest"] > own["pieces"] > 0
    assert own["aims"] == {"at least 1": True}
    assert nobody["reason"] == "it has retired"
    assert (
        f"| connect four, actions/s | Sandtable ({own['pieces']:,.0f} matches/s) | {own['median']:,.0f} |"
        in page
    )
    assert "|  | nobody: not measured because it has retired | | | | | at least 10 x: not measured |" in page
    for fact in (data["date"], data["machine"]["processor"], f"{data['machine']['cores']} cores"):
        assert fact in page
    assert data["versions"]["numba"] in page


def test_the_page_in_docs_shows_the_record_next_to_it_with_units() -> None:
    record = json.loads((benchmarks.DOCS / "benchmarks.json").read_text(encoding="utf-8"))
    page = benchmarks.table.page([benchmarks.table.Report.of(run) for run in record["runs"]])
    assert page == (benchmarks.DOCS / "benchmarks.md").read_text(encoding="utf-8")
    assert "|  | memory after compiling, in MB | 322 |" in page


def test_a_part_is_printed_and_written_only_where_that_is_asked(
    tiny: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    benchmarks.main([*QUICK, "--only", "tiny", "--json"])
    assert json.loads(capsys.readouterr().out)["rounds"] == 1
    assert not tiny.exists()
    benchmarks.main([*QUICK, "--only", "tiny", "--out", str(tmp_path / "other")])
    assert (tmp_path / "other" / "benchmarks.md").is_file()


def test_a_section_that_is_measured_anew_takes_the_place_of_what_was_there(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Contest("chess", "s", (Contender("nobody", refuse(Absent("nobody came"))),))
    monkeypatch.setitem(benchmarks.SECTIONS, "far-away", lambda: [other])  # type: ignore[arg-type]
    benchmarks.main(QUICK)
    whole = json.loads((tiny / "benchmarks.json").read_text())["runs"]
    assert [list(run["sections"]) for run in whole] == [["tiny", "far-away"]]
    monkeypatch.setattr(benchmarks.table, "today", lambda: "2100-01-01")
    benchmarks.main([*QUICK, "--only", "tiny", "--out", str(tiny)])
    first, second = json.loads((tiny / "benchmarks.json").read_text())["runs"]
    assert (list(first["sections"]), first["date"]) == (["tiny"], "2100-01-01")
    # earlier measurements are shown unchanged
    assert second == {**whole[0], "sections": {"far-away": whole[0]["sections"]["far-away"]}}
    page = (tiny / "benchmarks.md").read_text()
    assert page.index("## Tiny") < page.index("Measured on 2100-01-01") < page.index("## Far away")
    assert page.count("| chess, s | nobody: not measured because nobody came") == 1
    benchmarks.main([*QUICK, "--only", "far-away", "--out", str(tiny)])
    assert len(json.loads((tiny / "benchmarks.json").read_text())["runs"]) == 2


def test_a_section_that_fails_loses_none_of_the_others(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> list[Contest]:
        raise TimeoutError("the server did not answer")

    last = Contest("chess", "s", (Contender("nobody", refuse(Absent("nobody came"))),))
    monkeypatch.setitem(benchmarks.SECTIONS, "stuck", fail)  # type: ignore[arg-type]
    monkeypatch.setitem(benchmarks.SECTIONS, "last", lambda: [last])  # type: ignore[arg-type]
    with pytest.raises(SystemExit) as ended:
        benchmarks.main(QUICK)
    assert ended.value.code == "not measured: stuck; sections that were finished are kept"
    assert "stuck failed: TimeoutError: the server did not answer" in capsys.readouterr().err
    (run,) = json.loads((tiny / "benchmarks.json").read_text())["runs"]
    assert list(run["sections"]) == ["tiny", "last"]


def test_what_was_finished_is_kept_when_a_run_is_interrupted(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop() -> list[Contest]:
        raise KeyboardInterrupt

    monkeypatch.setitem(benchmarks.SECTIONS, "stopped", stop)  # type: ignore[arg-type]
    with pytest.raises(KeyboardInterrupt):
        benchmarks.main(QUICK)
    (run,) = json.loads((tiny / "benchmarks.json").read_text())["runs"]
    assert list(run["sections"]) == ["tiny"]


@pytest.mark.parametrize("wrong", [["--rounds", "0"], ["--seconds", "0"], ["--only", "nothing"]])
def test_wrong_usage_ends_with_a_sentence(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        benchmarks.main(wrong)
    assert ended.value.code == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_program_in_c_plays_the_same_matches() -> None:
    # it compares them itself
    assert connect_four.c_play()(10) >= 70
