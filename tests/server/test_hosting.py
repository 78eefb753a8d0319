"""The settings of a server: where they stand, which goes before which, and what is said of a wrong one."""

import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
from dataclasses import fields, replace
from functools import partial
from types import SimpleNamespace

import pytest
from uvicorn import Config
from uvicorn.supervisors import multiprocess
from uvicorn.supervisors.multiprocess import Multiprocess

from sandtable.server import app
from sandtable.server.http.gate import networks
from sandtable.server.http.middleware import known_hosts
from sandtable.server.lab.jobs import LabLimits
from sandtable.server.limits import Limits, Meters, Open
from sandtable.server.loading.catalog import shipped
from sandtable.server.run import logs
from sandtable.server.run.hosting import Hosting, read
from sandtable.server.run.metrics import Counts, total
from sandtable.server.run.workers import Figures, LimitsHandle, WorkerPool

FILE = """
port = 9000
database = "postgresql://here/x"
workers = 2
hosts = ["a.example"]
[limits]
beat = 0
tables_burst = 3.0
"""

LIMITS = ", ".join(field.name for field in fields(Limits))


@pytest.fixture
def file(tmp_path):
    made = tmp_path / "host.toml"
    made.write_text(FILE, encoding="utf-8")
    return made


def test_the_command_line_goes_before_the_environment_and_that_before_the_file(file):
    assert read(None, {}, {}) == Hosting()
    limits = replace(Limits(), beat=0, tables_burst=3.0)
    told = Hosting(port=9000, database="postgresql://here/x", workers=2, hosts=["a.example"], limits=limits)
    assert read(file, {}, {}) == told
    environ = {"SANDTABLE_PORT": "9001", "SANDTABLE_HOSTS": "b.example  c.example", "SANDTABLE_PROXIES": ""}
    made = read(file, environ, {"port": 9002, "workers": 3})
    assert (made.port, made.workers, made.hosts, made.proxies) == (9002, 3, ["b.example", "c.example"], [])
    assert read(file, environ, {}).port == 9001
    # what belongs to other parts of the package is not the server's
    assert read(None, {"SANDTABLE_CACHE": "/tmp", "SANDTABLE_LIMITS": "1"}, {}) == Hosting()


@pytest.mark.parametrize(
    ("text", "environ", "given", "why"),
    [
        ("port = 'x'", {}, {}, "{file}: port must be a whole number from 0 to 65535, not 'x'"),
        ("port = 70000", {}, {}, "{file}: port must be a whole number from 0 to 65535, not 70000"),
        (
            "",
            {"SANDTABLE_WORKERS": "0"},
            {},
            "SANDTABLE_WORKERS: workers must be a whole number from 1 to 64, not '0'",
        ),
        ("", {"SANDTABLE_LOGS": "loud"}, {}, "SANDTABLE_LOGS: logs must be json or lines, not 'loud'"),
        ("", {}, {"workers": 65}, "the command line: workers must be a whole number from 1 to 64, not 65"),
        (
            "",
            {"SANDTABLE_DOCS": "docs.example.org"},
            {},
            "SANDTABLE_DOCS: docs must be an address that begins with https:// or http://, not 'docs.example.org'",
        ),
        (
            "docs = 'javascript:alert(1)'",
            {},
            {},
            "{file}: docs must be an address that begins with https:// or http://, not 'javascript:alert(1)'",
        ),
        ("hosts = 'a'", {}, {}, "{file}: hosts must be a list, not 'a'"),
        ("hosts = [1]", {}, {}, "{file}: hosts, item 1 must be text, not 1"),
        (
            "prot = 1",
            {},
            {},
            f"{{file}}: there is no setting 'prot'; the settings are {', '.join(Hosting.__struct_fields__)}",
        ),
        (
            "limits = 3",
            {},
            {},
            "{file}: limits must be a table: write [limits], and below it a line for each limit",
        ),
        (
            "[limits]\nbeet = 1",
            {},
            {},
            f"{{file}}: there is no limit 'beet'; the limits are {LIMITS}",
        ),
        ("[limits]\nbeat = -1", {}, {}, "{file}: the limit beat must be a number of 0 or more, not -1"),
        (
            "[limits]\nbody = 2.5",
            {},
            {},
            "{file}: the limit body must be a whole number of 1 or more, not 2.5",
        ),
        ("[limits]\nbody = 0", {}, {}, "{file}: the limit body must be a whole number of 1 or more, not 0"),
        ("[limits]\nbeat = true", {}, {}, "{file}: the limit beat must be a number of 0 or more, not true"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(tmp_path, text, environ, given, why):
    file = tmp_path / "host.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError) as told:  # noqa: PT011 - its whole sentence is looked at
        read(file, environ, given)
    assert str(told.value) == why.format(file=file)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(ValueError, match=r"none\.toml cannot be read: No such file or directory$"):
        read(tmp_path / "none.toml", {}, {})
    (tmp_path / "bad.toml").write_text("port 9", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.toml: line 1, column 6: Expected '='"):
        read(tmp_path / "bad.toml", {}, {})


def test_several_workers_on_one_file_are_refused_with_status_2(tmp_path):
    command = [sys.executable, "-m", "sandtable", "serve", "--workers", "2", "--port", "0"]
    environ = {**os.environ, "SANDTABLE_DATABASE": str(tmp_path / "a.db")}
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=environ)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().endswith(app.ONE_FILE)
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["lines", "json"])
def test_the_log_is_lines_or_objects(capsys, kind):
    root = logging.getLogger()
    before = root.handlers[:], root.level
    try:
        logs.start(kind)
        # each start would tell of its migrations
        logging.getLogger("alembic.runtime.migration").info("Will assume transactional DDL.")
        logging.getLogger("sandtable.server.storage.store").error("the database is %s", "full")
        try:
            raise OSError("no space left")
        except OSError:
            logging.getLogger("sandtable.server.tables.bots").exception("it failed")
    finally:
        root.handlers[:], root.level = before
    out, err = capsys.readouterr()
    assert not out
    if kind == "lines":
        assert " ERROR sandtable.server.storage.store: the database is full\n" in err
        assert "transactional" not in err
        return
    first, second = map(json.loads, err.splitlines())
    assert {name: first[name] for name in ("level", "name", "message")} == {
        "level": "error",
        "name": "sandtable.server.storage.store",
        "message": "the database is full",
    }
    assert first["time"].endswith("+00:00")
    assert second["error"].splitlines()[-1] == "OSError: no space left"


def test_what_is_open_at_a_worker_that_died_is_counted_no_more():
    made = Open(2, 5)
    assert [made.enter("a", 1), made.enter("a", 2), made.enter("a", 2), made.enter("", 1)] == [
        True,
        True,
        False,
        True,
    ]
    assert [made.enter("b", 2) for _ in range(3)] == [True, True, False]
    assert not made.enter("c", 1)
    assert made.total() == 5
    made.forget(1)
    assert made.clients == {"a": 1, "b": 2}
    made.leave("a", 2)
    assert made.clients == {"b": 2}


def test_figures_of_workers_are_added_and_those_of_a_dead_one_stay_counted():
    figures = Figures()
    for worker in (1, 2):
        counts = Counts()
        counts.now = lambda: {"tables": 3}
        counts.requests[404] += worker
        counts.answered(200, 0.01)
        counts.refused[431] += worker
        counts.carried_out("act", "accepted", 0.002)
        figures.report(worker, counts.taken())
    assert figures.all().now() == {"tables": 6}
    figures.forget(2)
    figures.forget(9)
    made = figures.all()
    assert (made.now(), made.requests, made.messages) == (
        {"tables": 3},
        {200: 2, 404: 3},
        {("act", "accepted"): 2},
    )
    assert sum(made.carrying_out.steps) == 2
    assert made.carrying_out.seconds == pytest.approx(0.004)
    assert (sum(made.answering.steps), made.answering.seconds) == (2, pytest.approx(0.02))
    assert made.refused == {431: 3}
    assert total([]).requests == {}


@pytest.mark.parametrize("how", ["keep_subprocess_alive", "restart_all"])
def test_what_workers_had_open_that_are_replaced_is_counted_no_more(monkeypatch, how):
    def replace_first(pool):
        pool.processes = [SimpleNamespace(pid=3), pool.processes[1]]

    monkeypatch.setattr(Multiprocess, how, replace_first)
    forgotten, pool = [], object.__new__(WorkerPool)
    pool.processes = [SimpleNamespace(pid=pid) for pid in (1, 2)]
    pool._meters = pool.figures = SimpleNamespace(forget=forgotten.append)
    getattr(pool, how)()
    assert forgotten == [1, 1]


def test_workers_are_ended_one_by_one():
    did, pool = [], object.__new__(WorkerPool)
    pool.processes = [
        SimpleNamespace(terminate=partial(did.append, f"end {n}"), join=partial(did.append, f"{n} is gone"))
        for n in (1, 2)
    ]
    pool.terminate_all()
    assert did == ["end 1", "1 is gone", "end 2", "2 is gone"]


@pytest.mark.parametrize("ready", [True, False])
def test_where_a_server_is_is_said_once_all_its_workers_listen(monkeypatch, ready):
    def init(pool):
        did.append("begun")
        pool.processes = [
            SimpleNamespace(wait_until_ready=lambda seconds, answer=answer: did.append(seconds) or answer)
            for answer in (True, ready)
        ]

    did, pool = [], object.__new__(WorkerPool)
    monkeypatch.setattr(Multiprocess, "init_processes", init)
    pool.config, pool._listening = SimpleNamespace(timeout_worker_healthcheck=30), lambda: did.append("said")
    pool.init_processes()
    assert did == ["begun", 30, 30, *(["said"] if ready else [])]


def test_a_worker_asks_at_the_desk_of_its_crew_before_it_lets_a_client_in(monkeypatch):
    monkeypatch.setattr(multiprocess, "SIGNALS", {})
    # no process is begun, and nothing told, but by this test
    monkeypatch.setattr(
        LimitsHandle, "_report", lambda _handle, figures, counts: told.append((figures, counts))
    )
    handles, told, limits = [], [], Limits(sockets_a_client=1, connections_a_client=2, tables_burst=1.0)
    with socket.socket() as listener:
        pool = WorkerPool(lambda handle: handles.append(handle) or Config(None), 3, limits, listener, None)
        assert (pool.config.workers, pool.sockets) == (3, [listener])
    counts = Counts()
    counts.requests[200] += 1
    meters = handles[0].connect(counts)
    assert [meters.sockets.enter("ann"), meters.sockets.enter("ann")] == [True, False]
    assert [meters.connections.enter("ann") for _ in range(3)] == [True, True, False]
    assert [meters.tables.take("ann"), meters.tables.take("ann")] == [True, False]
    assert [each.take("ann") for each in (meters.requests, meters.files, meters.measurements)] == [True] * 3
    meters.sockets.leave("ann")
    assert pool._meters.sockets.total() == 0
    # if it died, it would have nothing open
    pool._meters.forget(os.getpid())
    assert pool._meters.connections.total() == 0
    for thread in [each for each in threading.enumerate() if each.name == "worker-figures"]:
        thread.join(20)
    ((figures, same),) = told
    figures.report(os.getpid(), same.taken())
    assert pool.figures.all().requests == {200: 1}


@pytest.fixture
def made(monkeypatch):
    """What `serve` makes of settings: the arguments of the application, and what else happens, in order."""
    found = {"events": []}

    def create_app(db, hosts, limits, open_catalog, **more):
        found.update(db=db, hosts=hosts, limits=limits, open_catalog=open_catalog, **more)
        return "the app"

    class Server:
        def __init__(self, config, listening):
            self.config, self.listening = config, listening

        def run(self, sockets):
            found["events"].append(
                ("run", self.config.app()._app.app, self.config.app()._proxies, len(sockets))
            )
            self.listening()

    def listen(place, counts):
        found["events"].append(("figures", place, type(counts()).__name__))
        return lambda: found["events"].append("no more figures")

    for name, stand_in in {"create_app": create_app, "_Server": Server, "listen": listen}.items():
        monkeypatch.setattr(app, name, stand_in)
    monkeypatch.setattr(app, "_leave", lambda: found["events"].append("left"))
    monkeypatch.setattr(app.os, "cpu_count", lambda: 4)
    monkeypatch.setattr(logs, "start", lambda kind: found["events"].append(("log", kind)))
    monkeypatch.setattr(app.webbrowser, "open", lambda page: found["events"].append(("open", page)))
    # what opens a page would end when it likes
    monkeypatch.setattr(
        app, "Thread", lambda target, args, daemon: SimpleNamespace(start=lambda: target(*args))
    )
    return found


def test_a_worker_lets_through_its_share(made):
    for workers in (1, 2):
        limits = Limits(client_rate=60.0)
        part = app._Part(Hosting(workers=workers, limits=limits), shipped, False, ())
        assert part.app() == "the app"
        assert made["limits"] == replace(
            limits, client_rate=60.0 / workers, client_burst=limits.client_burst / workers
        )


def test_a_worker_logs_nothing_of_what_is_no_request(made):
    quiet = logging.getLogger("uvicorn.error")
    quiet.removeFilter(app._tell)
    part = app._Part(Hosting(workers=2), shipped, True, ())
    # a worker gets the address of its desk, and starts its log itself
    part.config(SimpleNamespace(connect=lambda _counts: Meters.of(Limits())))
    assert part.app() == "the app"
    assert made["events"] == [("log", "lines")]
    assert app._tell in quiet.filters


def test_a_server_is_what_its_settings_say(made, tmp_path, capsys):
    hosting = Hosting(
        host="0.0.0.0",
        port=0,
        database=str(tmp_path / "a.db"),
        hosts=["Play.example"],
        proxies=["10.0.0.1"],
        metrics="127.0.0.1:9464",
        logs="json",
        reports=str(tmp_path),
        docs="https://docs.example/",
        lab="own",
        lab_at_once=2,
        lab_pairs=30,
        lab_minutes=4,
        lab_ray="there",
        limits=Limits(beat=0.5),
    )
    app.serve(hosting, "the games", open_browser=True, log=True, page="lab")
    address = capsys.readouterr().out.split()[3]
    assert re.fullmatch(r"http://localhost:\d+/lab", address)
    assert made.pop("events") == [
        ("log", "json"),
        ("figures", "127.0.0.1:9464", "Counts"),
        ("run", "the app", networks(["10.0.0.1"]), 1),
        ("open", address),
        "no more figures",
        "left",
    ]
    assert made.pop("hosts") == known_hosts("0.0.0.0", ["play.example"])
    assert made.pop("counts").requests == {}
    assert isinstance(made.pop("meters"), Meters)
    assert made == {
        "db": str(tmp_path / "a.db"),
        "limits": hosting.limits,
        "open_catalog": "the games",
        "reports": [tmp_path],
        "docs": "https://docs.example/",
        "kept": tmp_path / "sandtable-pages",
        "lab": LabLimits("own", 2, 30, 4, 3, "there"),
    }


def test_a_server_without_settings_is_for_this_machine(made, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(app, "default_place", lambda: tmp_path / "tables.db")
    quiet = logging.getLogger("uvicorn.error")
    quiet.removeFilter(app._tell)
    app.serve(Hosting(port=0))
    assert re.fullmatch(
        r"Sandtable is at http://127\.0\.0\.1:\d+/ \(Ctrl-C ends it\)\n", capsys.readouterr().out
    )
    assert made.pop("events") == [("run", "the app", [], 1), "left"]
    assert made.pop("hosts") == known_hosts("127.0.0.1")
    assert (made["db"], made["reports"], made["lab"]) == (tmp_path / "tables.db", [], LabLimits(processes=3))
    assert made["open_catalog"] is shipped
    assert (tmp_path / "tables.db").is_file()
    # what uvicorn says of the end, and of malformed requests, is not logged
    assert app._tell in quiet.filters


def test_one_process_measures_where_there_is_one_core(monkeypatch):
    for cores in (None, 1, 2):
        monkeypatch.setattr(app.os, "cpu_count", lambda cores=cores: cores)
        assert app._lab(Hosting()).processes == 1
    assert app._lab(Hosting(lab_processes=7)).processes == 7
