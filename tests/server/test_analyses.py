"""Analyses of finished matches: asked for at the table, run next to the server, kept with the match, and limited."""

import asyncio
import sys
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import msgspec
import pytest

from sandtable.analysis import analysis
from sandtable.analysis.findings import FORMAT, DecisionFinding, Findings, Point, Side
from sandtable.analysis.judgement import AnalysisError
from sandtable.lab.work import measurement
from sandtable.lab.work.measurement import Folder, Order
from sandtable.server.http.api import NO_MEASUREMENT, NO_SEAT, NO_TABLE, NOT_PLAYED
from sandtable.server.lab import analyses
from sandtable.server.lab.jobs import LabLimits, Measurements
from tests.server.test_measurements import ask, by, seen
from tests.server.ws_client import PATIENT, finish, meet, play, running

LAB = LabLimits("own", pairs=500, minutes=5)
SIDE = Side(
    "Ann",
    0.5,
    0.2,
    0.01,
    0.3,
    0.01,
    1.0,
    0.8,
    0.12,
    3,
    {"blunder": 1},
    "Ann outplayed Bob by 30 points.",
    0.02,
)
COSTLY = DecisionFinding(
    1,
    0,
    "guess",
    "guess 4",
    4,
    5,
    "guess 5",
    0.12,
    0.01,
    "blunder",
    0.2,
    10,
    "As played: right in 17 % of cases.",
)
FINDINGS = Findings(
    FORMAT,
    "guess",
    None,
    0,
    2,
    900,
    ("Ann", "Bob"),
    (1.0, -1.0),
    [Point(0, 0, 0.5, 0.01), Point(1, 0, 0.62, 0.01, 0.6), Point(2, -2, 1.0, 0.0)],
    [COSTLY],
    [],
    (SIDE, SIDE),
    [1],
    None,
)
# what a viewer sees of them
SEEN = {
    "state": "done",
    "sentence": "",
    "share": 1.0,
    "left": 0.0,
    "open": True,
    "stoppable": False,
    "findings": {
        "points": [
            {"chance": 0.5, "known": None},
            {"chance": 0.62, "known": 0.6},
            {"chance": 1.0, "known": None},
        ],
        "costliest": [
            {
                "ply": 1,
                "seat": 0,
                "text": "guess 4",
                "best_text": "guess 5",
                "loss": 0.12,
                "error": 0.01,
                "mark": "blunder",
                "why": "As played: right in 17 % of cases.",
            }
        ],
        "sides": 2
        * [
            {
                "verdict": "Ann outplayed Bob by 30 points.",
                "luck": 0.2,
                "skill": 0.3,
                "loss": 0.12,
                "loss_error": 0.02,
                "decisions": 3,
                "marks": {"blunder": 1},
            }
        ],
    },
}
# a process that finds them and then does as asked
STAND_IN = """
import sys, time
from pathlib import Path
from sandtable.lab.work.measurement import Folder, Progress
folder = Folder(Path(sys.argv[1]))
assert '"guess"' in folder.match.read_text(encoding="utf-8")
folder.write(folder.data, {found!r})
folder.tell(Progress(0.5, 60.0, 900))
{then}
"""


@pytest.fixture
def instead(monkeypatch):
    """`instead(then)`: processes find `FINDINGS`, and then do this."""

    def use(then, found=FINDINGS):
        code = STAND_IN.format(found=msgspec.json.encode(found).decode(), then=then)
        monkeypatch.setattr(
            Measurements.__init__, "__defaults__", (lambda path: (sys.executable, "-c", code, str(path)),)
        )

    return use


async def played(stage):
    """A table with a finished match: its id, and its tokens by seat."""
    table, tokens = await stage.pair(settings={"turns": 2})
    async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
        await finish(ann, bob)
    return table, tokens


async def call(stage, table, path="", token=None, visitor=1):
    """What is answered to a request about an analysis; a GET without a path, else a POST."""
    headers = by(visitor) | ({} if token is None else {"Authorization": f"Bearer {token}"})
    method, _, rest = path.partition(" ")
    return await stage.http.request(
        method or "GET", f"/api/v1/tables/{table}/analysis{rest}", headers=headers
    )


async def refused(stage, table, path="", token=None, visitor=1):
    answer = await call(stage, table, path, token, visitor)
    return answer.status_code, answer.json()["error"]


async def found(stage, table, wanted, token=None):
    """The analysis as soon as its state is one of these."""
    async with asyncio.timeout(60):
        while (now := (await call(stage, table, token=token)).json())["state"] not in (*wanted, "failed"):
            await asyncio.sleep(0.02)
    return now


def test_everyone_finds_the_analysis_of_a_finished_match(tmp_path, instead):
    instead("")

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            table, tokens = await played(stage)
            nothing = (await call(stage, table)).json()
            assert (nothing["state"], nothing["open"], nothing["findings"]) == ("none", True, None)
            asked = await call(stage, table, "POST ", tokens[1])
            assert (asked.status_code, asked.json()["stoppable"]) == (200, True)
            done = await found(stage, table, ["done"], tokens[0])
            assert done == SEEN
            # it is no measurement: it belongs to its table
            (folder,) = [one.name for one in (tmp_path / "sandtable-lab").iterdir() if one.is_dir()]
            answer = await stage.get(f"/measurements/{folder}")
            assert (answer.status_code, answer.json()["error"]) == (404, NO_MEASUREMENT)
        async with running(tmp_path / "tables.db", lab=replace(LAB, mode="shared")) as stage:
            assert (await stage.get("/measurements")).json()["measurements"] == []
            assert await found(stage, table, ["done"]) == done
            # it goes on, and is more precise
            assert (await call(stage, table, "POST ")).json()["state"] in ("waiting", "running")
            assert await found(stage, table, ["done"]) == done
        async with running(tmp_path / "tables.db") as stage:
            assert await found(stage, table, ["done"]) == {**done, "open": False}

    play(scene)


def test_nothing_is_analysed_before_the_match_is_over(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            table, tokens = await stage.pair()
            for token in (None, *tokens):
                for path in ("", "POST ", "POST /stop"):
                    assert await refused(stage, table, path, token) == (409, analyses.NOT_YET)
            assert not any(one.is_dir() for one in (tmp_path / "sandtable-lab").iterdir())

    play(scene)


def test_what_cannot_be_analysed_is_refused_in_a_sentence(tmp_path, monkeypatch):
    async def scene():
        async with running(tmp_path / "tables.db") as stage:
            table, tokens = await played(stage)
            assert await refused(stage, table, "POST ") == (403, analyses.OFF)
            assert (await call(stage, table)).json()["open"] is False
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            assert await refused(stage, "nosuchtable", "POST ") == (404, NO_TABLE)
            assert await refused(stage, table, "POST ", "no token") == (403, NO_SEAT)
            assert await refused(stage, table, "POST /stop", tokens[0]) == (409, analyses.NONE_YET)
            assert await refused(stage, table, "POST /stop") == (403, NOT_PLAYED)

            def refuse(match):
                raise AnalysisError(f"{match.game.spec.name} cannot be judged.")

            monkeypatch.setattr(analysis, "check", refuse)
            assert await refused(stage, table, "POST ") == (409, "Guess the digit cannot be judged.")
            assert (await call(stage, table)).json()["open"] is False

    play(scene)


def test_a_player_stops_an_analysis_and_it_continues(tmp_path, instead):
    instead("time.sleep(60)")

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            table, tokens = await played(stage)
            await call(stage, table, "POST ")
            now = await found(stage, table, ["running"])
            assert (now["open"], now["stoppable"]) == (False, False)
            assert await refused(stage, table, "POST /stop") == (403, NOT_PLAYED)
            stopped = (await call(stage, table, "POST /stop", tokens[0])).json()
            assert (stopped["state"], stopped["open"]) == ("stopped", True)
            assert (
                stopped["sentence"] == "It was stopped. What was found so far is kept, and you can resume it."
            )
            await call(stage, table, "POST ")
            await found(stage, table, ["running"])
        # what runs as the server ends waits for the next one
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            await found(stage, table, ["running"])

    play(scene)


def test_analyses_have_limits_and_a_place_of_their_own(tmp_path, instead):
    instead("time.sleep(60)")
    limits = replace(PATIENT, measurements_waiting_a_client=2, measurements_waiting=2)

    async def scene():
        async with running(tmp_path / "tables.db", limits, lab=replace(LAB, mode="shared")) as stage:
            tables = [(await played(stage))[0] for _ in range(3)]
            measured = await ask(stage)
            for table in tables[:2]:
                assert (await call(stage, table, "POST ")).status_code == 200
            status, sentence = await refused(stage, tables[2], "POST ")
            assert (status, sentence) == (
                409,
                "You can have 2 matches analysed at a time: wait until one has finished, then try again.",
            )
            await found(stage, tables[0], ["running"])
            await seen(stage, measured, lambda one: one["state"] in ("running", "failed"))
            assert (await call(stage, tables[1])).json()["state"] == "waiting"

    play(scene)


def test_only_so_many_analyses_are_kept_and_asked_for(tmp_path, instead):
    instead("")
    limits = replace(PATIENT, measurements_kept=1, measurements_burst=2, measurements_rate=1 / 3600)

    async def scene():
        async with running(tmp_path / "tables.db", limits, lab=LAB) as stage:
            first, second, third = [(await played(stage))[0] for _ in range(3)]
            for table in (first, second):
                await call(stage, table, "POST ")
                await found(stage, table, ["done"])
            assert (await call(stage, first)).json()["state"] == "none"
            assert (await call(stage, third, "POST ")).status_code == 429

    play(scene)


def test_an_analysis_that_cannot_be_more_precise_is_not_open(tmp_path, instead):
    instead("", msgspec.structs.replace(FINDINGS, rounds=analyses.MOST_ROUNDS))

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            table, _ = await played(stage)
            await call(stage, table, "POST ")
            done = await found(stage, table, ["done"])
            assert not done["open"]
            sentence = "This analysis is as precise as it gets: it has reached the limit of 6 rounds."
            assert await refused(stage, table, "POST ") == (409, sentence)
            assert (await call(stage, table)).json() == done

    play(scene)


def test_an_analysis_that_goes_on_is_charged_to_whoever_asks(tmp_path, instead, monkeypatch):
    instead("")
    limits = replace(PATIENT, measurements_waiting_a_client=1, measurements_waiting=2)

    async def scene():
        async with running(
            tmp_path / "tables.db", limits, lab=LAB, proxies=[ip_network("127.0.0.1")]
        ) as stage:
            first, second, third = [(await played(stage))[0] for _ in range(3)]
            await call(stage, first, "POST ", visitor=1)
            await found(stage, first, ["done"])
            running_on = (sys.executable, "-c", "import time; time.sleep(60)")
            monkeypatch.setattr(stage.context.measurements, "_command", lambda _: running_on)
            assert (await call(stage, first, "POST ", visitor=2)).status_code == 200
            # that is the second visitor's only one, and the first has none
            own = "You can have 1 matches analysed at a time: wait until one has finished, then try again."
            assert await refused(stage, second, "POST ", visitor=2) == (409, own)
            assert (await call(stage, second, "POST ", visitor=1)).status_code == 200
            full = "All 2 places for analyses on this server are taken. Try again in a few minutes."
            assert await refused(stage, third, "POST ", visitor=3) == (409, full)

    play(scene)


ORDER = Order("analysis", "guess", "tests.server.guess:SPEC", ("", ""), 0, 0, {})


@pytest.fixture
def kept(tmp_path):
    """Analyses in a folder, which no server runs; two are kept."""
    return Measurements(tmp_path, LAB, replace(PATIENT, measurements_kept=2))


def names(folder):
    return {one.name for one in folder.iterdir() if one.is_dir()}


def test_an_analysis_that_was_half_made_is_made_again(tmp_path, kept, monkeypatch):
    written = measurement._place

    def full(file, data):
        if file.name == "order.json":
            raise OSError("no space left")
        written(file, data)

    with monkeypatch.context() as disk:
        disk.setattr(measurement, "_place", full)
        with pytest.raises(OSError, match="no space left"):
            kept.analyse("table", ORDER, "a match")
    assert names(tmp_path) == set()
    kept.analyse("table", ORDER, "a match")
    found = kept.analysis("table")
    # as an older server left it when it was killed
    (found.folder.path / "order.json").unlink()
    assert kept.analysis("table") is None
    kept.analyse("table", ORDER, "the match")
    assert kept.analysis("table").folder.match.read_text(encoding="utf-8") == "the match"
    # and what is left of one that was being made is deleted with what is old
    (tmp_path / f"{found.id}.1.2").mkdir()
    kept.expire(2**53)
    assert names(tmp_path) == {found.id}


def test_an_analysis_that_someone_deletes_meanwhile_is_gone(tmp_path, kept, monkeypatch):
    standing = Folder.standing

    def delete(folder):
        known = standing(folder)
        folder.remove()
        return known

    kept.analyse("table", ORDER, "a match")
    folder = kept.analysis("table").folder
    for change, state in ((kept.stop, "running"), (kept.go_on, "done")):
        kept.analyse("table", ORDER, "a match")
        folder.stand(state)
        with monkeypatch.context() as other:
            other.setattr(Folder, "standing", delete)
            change(folder)
        assert names(tmp_path) == set()
    kept.analyse("table", ORDER, "a match")
    folder.stand("done")
    go_on = kept._go_on
    monkeypatch.setattr(kept, "_go_on", lambda *args: folder.remove() or go_on(*args))
    kept.analyse("table", ORDER, "the match")
    assert kept.analysis("table").standing.state == "waiting"


def test_an_analysis_that_someone_asks_for_again_is_not_deleted_for_another(kept, monkeypatch):
    for table in ("first", "second"):
        kept.analyse(table, ORDER, "a match")
        kept.analysis(table).folder.stand("done")
    check = kept._check_waiting

    def ask_again(*given):
        check(*given)
        kept.analysis("first").folder.stand("waiting")

    monkeypatch.setattr(kept, "_check_waiting", ask_again)
    kept.analyse("third", ORDER, "a match")
    assert [kept.analysis(table) is not None for table in ("first", "second", "third")] == [True, False, True]


def test_findings_are_read_again_only_after_a_change(tmp_path, instead, monkeypatch):
    instead("")
    read = []
    read_bytes = Path.read_bytes

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            table, _ = await played(stage)
            await call(stage, table, "POST ")
            await found(stage, table, ["done"])
            monkeypatch.setattr(Path, "read_bytes", lambda file: read.append(file.name) or read_bytes(file))
            for _ in range(3):
                assert (await call(stage, table)).json() == SEEN
            assert "data.json" not in read
            folder = stage.context.measurements.analysis(table).folder
            changed = msgspec.structs.replace(FINDINGS, points=FINDINGS.points[:2])
            folder.write(folder.data, msgspec.json.encode(changed).decode())
            assert len((await call(stage, table)).json()["findings"]["points"]) == 2

    play(scene)


def test_the_turning_point_goes_by_the_analysis(tmp_path, monkeypatch):
    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            table, tokens = await stage.pair(settings={"turns": 6})
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (await ann.act(7))["type"] == "accepted"
                await meet(ann, bob)
                assert (await bob.ask("resign"))["type"] == "accepted"
                await meet(ann, bob)
                last = ann.seen["last_ply"]
            assert not (await stage.get(f"/tables/{table}/turning")).json()["analysed"]
            curve = ((0.4, 0.01), *((0.8, 0.01) for _ in range(last)), (1.0, 0.0))
            monkeypatch.setattr(analyses, "curve", lambda _: curve)
            assert (await stage.get(f"/tables/{table}/turning")).json() == {
                "ply": 1,
                "text": "Ann picks 7.",
                "before": 0,
                "seat": 0,
                "thrown": False,
                "other": "There were 119 other choices.",
                "analysed": True,
            }

    play(scene)
