"""Analyses of finished matches: asked for at the table, run next to the server, kept with the match, and limited."""

import asyncio
import sys
from dataclasses import replace

import msgspec
import pytest

from sandtable.analysis import analysis
from sandtable.analysis.findings import FORMAT, DecisionFinding, Findings, Point, Side
from sandtable.analysis.judgement import AnalysisError
from sandtable.server.http.api import NO_MEASUREMENT, NO_SEAT, NO_TABLE, NOT_PLAYED
from sandtable.server.lab import analyses
from sandtable.server.lab.jobs import LabLimits, Measurements
from tests.server.test_measurements import ask, seen
from tests.server.ws_client import PATIENT, finish, play, running

LAB = LabLimits("own", pairs=500, minutes=5)
SIDE = Side(
    "Ann", 0.5, 0.2, 0.01, 0.3, 0.01, 1.0, 0.8, 0.12, 3, {"blunder": 1}, "Ann outplayed Bob by 30 points."
)
COSTLY = DecisionFinding(1, 0, "guess", "guess 4", 4, 5, "guess 5", 0.12, 0.01, "blunder", 0.2, 10)
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
            }
        ],
        "sides": 2
        * [
            {
                "verdict": "Ann outplayed Bob by 30 points.",
                "luck": 0.2,
                "skill": 0.3,
                "loss": 0.12,
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


async def call(stage, table, path="", token=None):
    """What is answered to a request about an analysis; a GET without a path, else a POST."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    method, _, rest = path.partition(" ")
    return await stage.http.request(
        method or "GET", f"/api/v1/tables/{table}/analysis{rest}", headers=headers
    )


async def refused(stage, table, path="", token=None):
    answer = await call(stage, table, path, token)
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
            assert not (await found(stage, table, ["done"]))["open"]

    play(scene)
