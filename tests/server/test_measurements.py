"""Measurements that visitors ask for: run next to the server, reported as they go, stopped and resumed, kept, limited."""

import asyncio
import os
import signal
import sys
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path

import pytest

from sandtable.authoring import SettingError
from sandtable.lab import report
from sandtable.lab.report import document
from sandtable.lab.work import measurement
from sandtable.lab.work.measurement import Folder, Order, Progress
from sandtable.server.lab import jobs, requests
from sandtable.server.lab.jobs import LabLimits, Measurements, _Running, command
from sandtable.server.storage import store
from sandtable.server.storage.keeping import DAY, Keeping
from tests.engine.command import run
from tests.server.guess import SPEC, catalog
from tests.server.ws_client import PATIENT, play, running, until

LAB = LabLimits("shared", pairs=500, minutes=5)
ASKED = {"kind": "simulation", "game": "guess", "levels": [0, 1], "pairs": 12}

# a process that says how far it is and then does as asked
STAND_IN = """
import sys, time
from pathlib import Path
from sandtable.lab.work.measurement import Folder, Order, Progress
folder = Folder(Path(sys.argv[1]))
kept = folder.progress().matches
folder.tell(Progress(0.5, 60.0, kept + 10))
{then}
"""


def stand_in(then):
    """What starts a process that has played ten matches more and then does this."""
    return lambda path: (sys.executable, "-c", STAND_IN.format(then=then), str(path))


# what `command` starts, in plain Python
PLAIN = """
import os, runpy
os.environ["NUMBA_DISABLE_JIT"] = "1"
runpy.run_module("sandtable.lab.work.process", run_name="__main__", alter_sys=True)
"""


@pytest.fixture
def instead(monkeypatch):
    """`instead(then)`: processes of measurements do this in place of playing."""

    def use(then):
        monkeypatch.setattr(Measurements.__init__, "__defaults__", (stand_in(then),))

    return use


async def ask(stage, **changed):
    answer = await stage.post("/measurements", **{**ASKED, **changed})
    assert answer.status_code == 201, answer.text
    return answer.json()


async def seen(stage, made, wanted):
    """The measurement as soon as `wanted` says yes to it."""
    async with asyncio.timeout(120):
        while True:
            found = (await stage.get(f"/measurements/{made['id']}")).json()
            if wanted(found):
                return found
            await asyncio.sleep(0.02)


@pytest.fixture
def plain(monkeypatch):
    """Processes play in plain Python and let nobody go first: how long they take is not the question here.

    The switch is theirs alone: the compiler reads it again whenever it compiles, and this process compiles too.
    """

    def started(path):
        return (sys.executable, "-c", PLAIN, str(path))

    monkeypatch.setattr(Measurements.__init__, "__defaults__", (started,))
    monkeypatch.setattr(jobs, "ASIDE", 0)


def ended(found):
    return found["state"] in ("stopped", "failed", "done")


def with_key(made):
    return {"Authorization": f"Bearer {made['key']}"}


@pytest.mark.study
@pytest.mark.usefixtures("plain")
def test_a_simulation_and_a_sweep_are_made_beside_the_server(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            sweep = {"kind": "sweep", "ranges": [{"name": "turns", "values": [4, 6]}], "levels": [0, 0]}
            made = [
                await ask(stage, name="  two   levels "),
                await ask(stage, **sweep),
            ]
            simulated, *pages = [await seen(stage, one, ended) for one in made]
            assert [one["state"] for one in (simulated, *pages)] == ["done"] * 2, [
                one["sentence"] for one in pages
            ]
            assert (simulated["name"], simulated["matches"], simulated["measured"]) == ("two levels", 24, 12)
            assert (simulated["share"], simulated["left"], simulated["page"]) == (1.0, 0.0, False)
            first = simulated["figures"][0]
            assert first["name"] == "Random scores against Beginner"
            assert first["low"] <= first["value"] <= first["high"]
            assert "%" in first["said"]
            for one, words in zip(pages, ("What it changes",), strict=True):
                page = await stage.get(f"/measurements/{one['id']}/page")
                assert page.headers["content-type"] == "text/html; charset=utf-8"
                assert words in page.text
                assert "default-src 'none'" in page.headers["content-security-policy"]
                data = await stage.get(f"/measurements/{one['id']}/data")
                assert "guess" in data.json()["game"]
            listed = (await stage.get("/measurements")).json()
            assert (listed["open"], listed["shared"], listed["pairs"]) == (True, True, 500)
            assert [one["id"] for one in listed["measurements"]] == [one["id"] for one in reversed(made)]
        # all of it is there again at the next start
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            again = (await stage.get(f"/measurements/{made[0]['id']}")).json()
            assert again == simulated

    play(scene)


def test_a_report_has_its_figures_as_a_table(tmp_path, instead):
    shipped = Path(report.__file__).parent / "shipped" / "assault.json"
    instead(f"__import__('shutil').copy({str(shipped)!r}, folder.data)")

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            simulated, reported = await ask(stage), await ask(stage, kind="report")
            await seen(stage, reported, lambda found: found["data"])
            answer = await stage.get(f"/measurements/{reported['id']}/table")
            assert answer.headers["content-type"] == "text/csv; charset=utf-8"
            assert answer.headers["content-disposition"].endswith(f'"guess-report-{reported["id"]}.csv"')
            assert answer.content.decode() == document.table(
                document.read(shipped.read_text(encoding="utf-8"))
            )
            refused = await stage.get(f"/measurements/{simulated['id']}/table")
            assert (refused.status_code, refused.json()["error"]) == (
                409,
                "Only reports have their figures as a table.",
            )

    play(scene)


def test_one_is_stopped_goes_on_and_is_deleted(tmp_path, instead):
    instead("time.sleep(60)")

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            one, other = await ask(stage), await ask(stage)
            found = await seen(stage, one, lambda found: found["matches"] == 10)
            assert (found["state"], found["share"], found["left"]) == ("running", 0.5, 60.0)
            # one at a time
            assert (await stage.get(f"/measurements/{other['id']}")).json()["state"] == "waiting"
            stopped = (await stage.post(f"/measurements/{one['id']}/stop")).json()
            assert stopped["state"] == "stopped"
            assert (
                stopped["sentence"]
                == "It was stopped. The matches played so far are kept, and you can resume it."
            )
            await seen(stage, other, lambda found: found["state"] == "running")
            assert (await stage.post(f"/measurements/{one['id']}/go-on")).json()["state"] == "waiting"
            gone = await stage.http.delete(f"/api/v1/measurements/{other['id']}")
            assert gone.status_code == 200
            assert (await stage.get(f"/measurements/{other['id']}")).status_code == 404
            await seen(stage, one, lambda found: found["matches"] == 20)
            (left,) = (await stage.get("/measurements")).json()["measurements"]
            assert left["id"] == one["id"]
        # what a server was at when it ended goes on at the next one
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            await seen(stage, one, lambda found: found["matches"] == 30)

    play(scene)


@pytest.mark.parametrize(
    ("search", "left"),
    [
        (False, "The matches played so far are kept, and you can resume it."),
        (
            True,
            "The matches played so far are kept, and you can resume it. Only the search for better picks starts over.",
        ),
    ],
)
def test_it_is_said_what_is_left_of_one_that_is_stopped(tmp_path, search, left):
    made = Measurements(tmp_path, LAB, PATIENT)
    agents = ("0", "1")
    order = Order(
        "report", "guess", "tests.server.guess.declaration:SPEC", agents, 12, 1, {}, search_picks=search
    )
    folder, _ = made.folder(made.ask(order)[0])
    made.stop(folder)
    assert folder.standing().sentence == f"It was stopped. {left}"


def test_what_was_stopped_or_deleted_as_the_server_ends_does_not_wait(tmp_path, instead, monkeypatch):
    instead("time.sleep(60)")

    async def scene():
        async with running(tmp_path / "tables.db", lab=replace(LAB, at_once=3)) as stage:
            one, other, third = [await ask(stage) for _ in range(3)]
            for made in (one, other, third):
                await seen(stage, made, lambda found: found["matches"] == 10)
            # it sees to them no more before it ends
            monkeypatch.setattr(Measurements, "_look", lambda _: None)
            await stage.post(f"/measurements/{one['id']}/stop")
            assert (await stage.http.delete(f"/api/v1/measurements/{other['id']}")).status_code == 200
        folders = [Folder(tmp_path / "sandtable-lab" / made["id"]) for made in (one, other, third)]
        assert folders[0].standing().state == "stopped"
        assert not folders[1].path.exists()
        assert folders[2].standing().state == "waiting"

    play(scene)


@pytest.mark.parametrize(
    ("then", "sentence"),
    [
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "Its process died (signal 9)"),
        ("sys.exit('not a sentence')", "Its process died (status 1)"),
        ("print('there is no such cluster'); sys.exit(1)", "There is no such cluster."),
        ("raise KeyError('a fault')", "It failed because of a bug. The server's log has the details."),
    ],
)
def test_a_process_that_dies_is_told_in_a_sentence(tmp_path, instead, then, sentence, caplog):
    instead(then)

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            made = await ask(stage)
            found = await seen(stage, made, ended)
            assert (found["state"], found["matches"]) == ("failed", 10)
            assert found["sentence"].startswith(sentence)
            # whoever hosts the server reads what went wrong
            assert ("KeyError: 'a fault'" in caplog.text) == ("a fault" in then)
            # it may run before the answer is sent
            again = await stage.post(f"/measurements/{made['id']}/go-on")
            assert again.json()["state"] in ("waiting", "running")
            assert (await seen(stage, made, lambda found: found["matches"] == 20 and ended(found)))[
                "state"
            ] == "failed"

    play(scene)


def test_one_that_takes_too_long_is_stopped(tmp_path, instead):
    instead("time.sleep(60)")

    async def scene():
        async with running(tmp_path / "tables.db", lab=replace(LAB, minutes=0.01)) as stage:
            found = await seen(stage, await ask(stage), ended)
            assert (found["state"], found["sentence"].split(",")[0]) == (
                "stopped",
                "It was stopped after 0.01 minutes",
            )

    play(scene)


FULL = "All 2 places for measurements on this server are taken. One will be free within 5 minutes."


def test_who_goes_on_again_and_again_waits_behind_the_others_and_is_limited_too(tmp_path, instead):
    instead("time.sleep(60)")
    limits = replace(PATIENT, measurements_waiting=2)

    async def scene():
        async with running(tmp_path / "tables.db", limits, lab=LAB) as stage:
            one = await ask(stage)
            await seen(stage, one, lambda found: found["state"] == "running")
            other = await ask(stage)
            await stage.post(f"/measurements/{one['id']}/stop")
            await seen(stage, other, lambda found: found["state"] == "running")
            assert (await stage.post(f"/measurements/{one['id']}/go-on")).json()["state"] == "waiting"
            await stage.post(f"/measurements/{other['id']}/stop")
            await seen(stage, one, lambda found: found["state"] == "running")
            third = await ask(stage)
            refused = await stage.post(f"/measurements/{other['id']}/go-on")
            assert (refused.status_code, refused.json()["error"]) == (409, FULL)
            await stage.post(f"/measurements/{one['id']}/stop")
            # it was asked for first, and waits behind what was asked for before it was to go on
            await seen(stage, third, lambda found: found["state"] == "running")
            assert (await stage.post(f"/measurements/{one['id']}/go-on")).status_code == 200
            await stage.post(f"/measurements/{third['id']}/stop")
            assert (await stage.post(f"/measurements/{other['id']}/go-on")).status_code == 200
            await seen(stage, one, lambda found: found["state"] == "running")
        # what was under way when the server ended goes before what waits
        async with running(tmp_path / "tables.db", limits, lab=LAB) as stage:
            await seen(stage, one, lambda found: found["state"] == "running")
            assert (await seen(stage, other, lambda _: True))["state"] == "waiting"

    play(scene)


def by(visitor):
    """Where a request comes from, as a proxy says."""
    return {"X-Forwarded-For": f"203.0.113.{visitor}"}


async def ask_as(stage, visitor):
    return await stage.http.post("/api/v1/measurements", json=ASKED, headers=by(visitor))


def test_visitors_share_the_queue_and_take_turns(tmp_path, instead):
    instead("time.sleep(60)")
    limits = replace(PATIENT, measurements_waiting_a_client=2, measurements_kept_a_client=3)

    async def scene():
        async with running(
            tmp_path / "tables.db", limits, lab=LAB, proxies=[ip_network("127.0.0.1")]
        ) as stage:
            greedy = [(await ask_as(stage, 1)).json() for _ in range(2)]
            await seen(stage, greedy[0], lambda found: found["state"] == "running")
            refused = await ask_as(stage, 1)
            assert (refused.status_code, refused.json()["error"]) == (
                409,
                (
                    "You can have 2 measurements waiting or running at a time: "
                    "stop one, or try again once one has finished."
                ),
            )
            late = (await ask_as(stage, 2)).json()
            await stage.post(f"/measurements/{greedy[0]['id']}/stop")
            # the other one has waited longer, but its visitor was served before
            await seen(stage, late, lambda found: found["state"] == "running")
            third = (await ask_as(stage, 1)).json()
            for made in (*greedy, third):
                await stage.post(f"/measurements/{made['id']}/stop")
            refused = await ask_as(stage, 1)
            assert (refused.status_code, refused.json()["error"]) == (
                409,
                (
                    "You can keep 3 measurements on this server: "
                    "delete one that you no longer need, then try again."
                ),
            )
            await stage.http.delete(f"/api/v1/measurements/{third['id']}")
            assert (await ask_as(stage, 1)).status_code == 201
            # no address is stored
            orders = [file.read_text(encoding="utf-8") for file in tmp_path.rglob("order.json")]
            assert orders
            assert not any("203.0" in order for order in orders)

    play(scene)


def test_what_is_kept_expires_and_a_host_clears_it(tmp_path, instead):
    instead("time.sleep(60)")
    db = tmp_path / "tables.db"

    async def scene():
        async with running(db, lab=LAB) as stage:
            running_one, *others = [await ask(stage) for _ in range(4)]
            await seen(stage, running_one, lambda found: found["state"] == "running")
            for made in others[:2]:
                await stage.post(f"/measurements/{made['id']}/stop")
            at_work = [running_one["id"], others[2]["id"]]
            expire = stage.context.measurements.expire
            for days, left in ((29, 4), (31, 2)):
                now = store.now() + days * DAY
                await Keeping(stage.context.store, 30.0, lambda now=now: now, expire=expire).look([])
                assert len((await stage.get("/measurements")).json()["measurements"]) == left
            await stage.post(f"/measurements/{at_work[1]}/stop")
            # a server may run meanwhile
            for options, said in (
                (("--days", "1"), "0 deleted, 2 left"),
                ((), "1 deleted, 1 left"),
                (("--all",), "1 deleted, 0 left"),
            ):
                cleared = run("clear-lab", "--database", str(db), *options)
                assert (cleared.returncode, cleared.stdout) == (0, f"Measurements: {said}.\n")
            assert (await stage.get("/measurements")).json()["measurements"] == []
            await until(lambda: not stage.context.measurements._running)

    play(scene)


def test_what_has_not_changed_is_not_read_again(tmp_path, monkeypatch):
    monkeypatch.setattr(jobs, "SETTLED", 0)
    read = []
    opened = measurement._read
    monkeypatch.setattr(measurement, "_read", lambda file, kind: read.append(file) or opened(file, kind))
    made = Measurements(
        tmp_path, LAB, replace(PATIENT, measurements_waiting=9, measurements_waiting_a_client=9)
    )
    asked = Order("simulation", "guess", "tests.server.guess:SPEC", ("0", "1"), 12, 1, {})
    tmp_path.joinpath("news").touch()
    for _ in range(3):
        made.ask(asked)
    requests.listed(made)
    read.clear()
    one, two, three = requests.listed(made)
    assert read == []
    made.folder(two.id)[0].stand("stopped", "So.")
    again = {found.id: found for found in requests.listed(made)}
    assert (again[two.id].state, again[two.id].sentence) == ("stopped", "So.")
    assert (again[one.id], again[three.id]) == (one, three)


@pytest.mark.long
@pytest.mark.usefixtures("plain")
def test_what_is_played_is_kept_when_the_process_is_killed(tmp_path):
    folder = Folder(tmp_path / "one")

    async def scene():
        async with running(tmp_path / "tables.db", lab=LAB) as stage:
            made = await ask(stage, pairs=150, levels=[0, 0])
            folder.path = tmp_path / "sandtable-lab" / made["id"]
            rows = folder.path / "rows"
            await until(lambda: list(rows.glob("batches/*.parquet")))
            (one,) = stage.context.measurements._running.values()
            os.kill(one._process.pid, signal.SIGKILL)
            failed = await seen(stage, made, ended)
            assert "signal 9" in failed["sentence"]
            await stage.post(f"/measurements/{made['id']}/go-on")
            done = await seen(stage, made, ended)
            assert (done["state"], done["matches"]) == ("done", 300)

    play(scene)


def test_nobody_measures_where_the_host_has_left_it_off(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as stage:
            told = (await stage.get("/measurements")).json()
            assert (told["open"], told["measurements"]) == (False, [])
            refused = await stage.post("/measurements", **ASKED)
            assert (refused.status_code, refused.json()["error"]) == (403, told["sentence"])
            assert not (tmp_path / "sandtable-lab").exists()

    play(scene)


def test_a_measurement_of_ones_own_is_changed_by_its_key_only(tmp_path, instead):
    instead("time.sleep(60)")

    async def scene():
        async with running(tmp_path / "tables.db", lab=replace(LAB, mode="own")) as stage:
            made = await ask(stage)
            assert (await stage.get("/measurements")).json()["measurements"] == []
            path = f"/api/v1/measurements/{made['id']}"
            for headers in ({}, {"Authorization": "Bearer nothing"}):
                for method, more in (("POST", "/stop"), ("POST", "/go-on"), ("DELETE", "")):
                    refused = await stage.http.request(method, path + more, headers=headers)
                    assert refused.status_code == 403
                    assert "Only the person who started" in refused.json()["error"]
            stopped = await stage.http.post(f"{path}/stop", headers=with_key(made))
            assert stopped.json()["state"] == "stopped"
            assert (await stage.http.delete(path, headers=with_key(made))).status_code == 200
            assert (await stage.http.get(path)).status_code == 404
            kept = (tmp_path / "sandtable-lab").rglob("order.json")
            assert not [file for file in kept if made["key"] in file.read_text(encoding="utf-8")]

    play(scene)


TUNING = {"kind": "tuning", "ranges": [{"name": "turns", "values": [4, 5]}], "confirm": 100}
HOSTILE = [
    ({"game": "os:system"}, 422, "There is no such game."),
    ({"game": "../guess"}, 422, "There is no such game."),
    ({"kind": "shell"}, 422, "kind must be comparison, report, simulation, sweep or tuning, not 'shell'."),
    ({"pairs": 501}, 409, "a measurement on this server must have at most 500 pairs of matches, not 501."),
    ({"pairs": 9}, 422, "pairs must be a whole number from 10 to 10,000,000, not 9."),
    ({"levels": [0, 4]}, 422, "the level must be one of 0, 1, 2, not 4."),
    ({"levels": ["search:9", 1]}, 422, "levels, item 1 must be a whole number"),
    ({"settings": {"turns": 10**6}}, 422, "turns must be a whole number"),
    ({"settings": {"nothing": 1}}, 422, "nothing"),
    ({"place": "tests/server/guess"}, 422, "there is no field 'place'"),
    ({"kind": "sweep"}, 409, "a sweep must have one setting or two different ones."),
    (
        {"kind": "sweep", "ranges": [{"name": "turns", "values": ["@/etc/passwd", 4]}]},
        422,
        "turns must be a whole number",
    ),
    ({"kind": "sweep", "ranges": [{"name": "x", "values": [1, 2]}]}, 422, "x"),
    (
        {"kind": "sweep", "ranges": [{"name": "turns", "values": [4, 4]}]},
        409,
        "turns is given 4 more than once.",
    ),
    (
        {"kind": "sweep", "ranges": [{"name": "turns", "values": [4]}]},
        409,
        "a sweep needs at least two values",
    ),
    (
        {"ranges": [{"name": "turns", "values": [4, 5]}]},
        409,
        "only a sweep or a tuning run can have ranges of settings.",
    ),
    ({"kind": "comparison"}, 409, "a comparison needs at least one changed setting"),
    ({"aims": [{"figure": "draws", "high": 5}]}, 409, "only a tuning run can have targets."),
    ({"kind": "tuning", "confirm": 100}, 409, "a tuning run must have 1 to 6 settings, all different."),
    (TUNING, 409, "a tuning run must have one or more targets, each for a different figure."),
    ({**TUNING, "confirm": 501}, 409, "must have at most 500 pairs of matches, not 501."),
    ({**TUNING, "aims": [{"figure": "luck", "low": 1}]}, 409, "the figure must be one of score, "),
    ({**TUNING, "aims": [{"figure": "draws"}]}, 409, "needs a lowest or a highest value."),
    (
        {**TUNING, "aims": [{"figure": "draws", "low": 5, "high": 5}]},
        409,
        "must be below the highest, not 5 and 5.",
    ),
    (
        {**TUNING, "aims": [{"figure": "draws", "low": "@x"}]},
        422,
        "aims, item 1, low must be a number from -1,000,000,000 to 1,000,000,000 or null, not '@x'.",
    ),
]


def test_a_hostile_request_gets_one_sentence(tmp_path, instead):
    instead("time.sleep(60)")

    async def scene():
        limits = replace(PATIENT, measurements_waiting=2, measurements_burst=4.0, measurements_rate=1e-9)
        async with running(tmp_path / "tables.db", limits, lab=LAB) as stage:
            for changed, status, words in HOSTILE:
                refused = await stage.post("/measurements", **{**ASKED, **changed})
                sentence = refused.json()["error"]
                assert (refused.status_code, words in sentence) == (status, True), (changed, sentence)
                assert "\n" not in sentence
            for path in ("nothing", "..%2Ftables", "0" * 16, "A" * 16):
                for more in ("", "/page", "/data", "/table"):
                    assert (await stage.get(f"/measurements/{path}{more}")).status_code == 404
            made = [await ask(stage) for _ in range(2)]
            assert (
                (await stage.get(f"/measurements/{made[1]['id']}/page"))
                .json()["error"]
                .startswith("This measurement has no results")
            )
            assert (await stage.post("/measurements", **ASKED)).status_code == 409
            await stage.http.delete(f"/api/v1/measurements/{made[0]['id']}")
            await ask(stage)
            assert (await stage.post("/measurements", **ASKED)).status_code == 429

    play(scene)


def test_settings_that_do_not_go_together_are_not_measured(tmp_path, instead, monkeypatch):
    instead("time.sleep(60)")
    monkeypatch.setattr(requests.games, "place_of", lambda _: "tests.server.guess.declaration:SPEC")

    def build(settings):
        if settings["loud"] and settings["mood"] == "calm":
            raise SettingError("loud goes with wild only")
        return SPEC.rules.build(settings)

    def offered():
        return replace(
            catalog(),
            games={
                "guess": replace(
                    SPEC,
                    rules=replace(SPEC.rules, build=build),
                )
            },
        )

    async def scene():
        async with running(tmp_path / "tables.db", open_catalog=offered, lab=LAB) as stage:
            refused = await stage.post("/measurements", **ASKED, settings={"loud": True})
            assert (refused.status_code, refused.json()) == (422, {"error": "loud goes with wild only."})
            assert (await stage.get("/measurements")).json()["measurements"] == []

    play(scene)


def test_of_two_servers_on_one_folder_one_runs_the_processes(tmp_path):
    def server():
        made = Measurements(tmp_path, LAB, PATIENT, stand_in("time.sleep(60)"))
        made.start()
        return made

    async def scene():
        first = server()
        await until(lambda: (tmp_path / "lock").exists())
        second = server()
        asked = Order("simulation", "guess", "tests.server.guess:SPEC", ("0", "1"), 12, 1, {})
        made, _ = second.ask(asked)
        folder = Folder(tmp_path / made)
        try:
            await until(lambda: folder.progress().matches == 10)
            assert (list(first._running), list(second._running)) == ([made], [])
            await asyncio.to_thread(first.close)
            # the other one takes over
            await until(lambda: folder.progress().matches == 20)
            assert list(second._running) == [made]
        finally:
            for one in (first, second):
                await asyncio.to_thread(one.close)
        assert folder.standing().state == "waiting"

    play(scene)


def test_a_process_ends_with_its_server(tmp_path):
    folder = Folder(tmp_path / "one")
    folder.path.mkdir()
    one = _Running(folder, command(folder.path))
    try:
        one._process.wait(60)
        assert one.sentence == f"{folder.path} holds no measurement"
    finally:
        one.end()
    one = _Running(folder, (sys.executable, "-c", "from sandtable.lab.work import process; process.follow()"))
    one._process.stdin.close()
    assert one._process.wait(60) == 1
    one.end()
    assert folder.progress() == Progress()
