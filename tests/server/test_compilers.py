"""Games that processes of their own compile: asked-for ones first, and played meanwhile by those who need no compiler."""

import asyncio
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from sandtable._compiler import kernels
from sandtable.games import installed
from sandtable.server.loading.catalog import Catalog
from sandtable.server.loading.compilers import ASIDE, Compilers
from tests.markers import quick
from tests.server.guess.declaration import SPEC, Guesser
from tests.server.ws_client import play, running

ROOT = Path(__file__).parents[2]

# prints its lines, each once its file is there; says by another file that it has begun
PROCESS = """
import sys, time, pathlib
folder, name, *lines = sys.argv[1:]
folder = pathlib.Path(folder)
(folder / f"{name} began").touch()
for line in lines:
    while not (folder / f"{name} {line}").exists():
        time.sleep(0.005)
    print(line, flush=True)
    sys.exit(3) if line == "fault" else None
"""


def process(folder, name, *lines):
    return (sys.executable, "-c", PROCESS, str(folder), name, *lines)


def compiling(folder, names, lines=("rules",), say=str, aside=True):
    """Starts compilers for games of which each is its own name; returns them, and what they have yielded so far."""
    compilers, news = Compilers(say, aside), []

    def follow():
        news.extend(
            compilers.compile({name: name for name in names}, lambda name: process(folder, name, *lines))
        )

    thread = threading.Thread(target=follow)
    thread.start()
    return compilers, news, thread


def wait_for(condition, seconds=30):
    ended = threading.Event()
    for _ in range(int(seconds / 0.01)):
        if condition():
            return
        ended.wait(0.01)
    raise AssertionError("it did not happen in time")


@pytest.fixture
def two(monkeypatch):
    """Two processes at a time."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)


def test_parts_are_told_one_by_one_and_the_end_of_each(tmp_path, two):
    said = []
    for name in "ab":
        for line in ("rules", "level 2"):
            (tmp_path / f"{name} {line}").touch()
    compilers, news, thread = compiling(tmp_path, "ab", ("rules", "level 2"), say=said.append)
    thread.join(30)
    assert [part for game, part in news if game == "a"] == ["rules", "level 2", ""]
    assert [part for game, part in news if game == "b"] == ["rules", "level 2", ""]
    assert compilers.failed == []
    assert len([line for line in said if line.startswith("Compiling a;")]) == 1
    assert len([line for line in said if line.startswith("b is compiled (")]) == 1


@pytest.mark.parametrize("aside", [True, False])
def test_beside_a_server_compilers_let_others_go_first(tmp_path, aside):
    compilers, _, thread = compiling(tmp_path, "a", aside=aside)
    wait_for(lambda: (tmp_path / "a began").exists() and compilers._running)
    (process,) = compilers._running
    wanted = ASIDE if aside else os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == wanted
    (tmp_path / "a rules").touch()
    thread.join(30)


def test_a_game_that_is_wanted_takes_the_place_of_one_that_nobody_asked_for(tmp_path, two):
    compilers, news, thread = compiling(tmp_path, "abcd")
    wait_for(lambda: (tmp_path / "a began").exists() and (tmp_path / "b began").exists())
    assert not (tmp_path / "d began").exists()
    compilers.want("d")
    wait_for(lambda: (tmp_path / "d began").exists())
    (tmp_path / "d rules").touch()
    wait_for(lambda: ("d", "rules") in news)
    assert news == [("d", "rules")] or news == [("d", "rules"), ("d", "")]
    for name in "abc":
        (tmp_path / f"{name} rules").touch()
    thread.join(30)
    assert sorted(game for game, part in news if part == "") == list("abcd")


def test_what_is_wanted_is_not_thrown_out_by_what_is_wanted_later(tmp_path, two):
    said = []
    compilers, news, thread = compiling(tmp_path, "abc", ("rules", "level 2"), say=said.append)
    for name in "abc":
        compilers.want(name)
        (tmp_path / f"{name} rules").touch()
    # what was wanted before a part was done is known when that part is reported
    wait_for(lambda: {("a", "rules"), ("b", "rules")} <= set(news))
    assert not any(line.startswith("Compiling c;") for line in said)
    for name in "abc":
        (tmp_path / f"{name} level 2").touch()
    thread.join(30)
    assert [part for game, part in news if game == "c"] == ["rules", "level 2", ""]


def test_a_process_that_fails_is_named(tmp_path, two):
    for name in "ab":
        (tmp_path / f"{name} {'fault' if name == 'a' else 'rules'}").touch()
    compilers = Compilers(lambda _: None)
    lines = {"a": "fault", "b": "rules"}
    news = list(compilers.compile({"a": "a", "b": "b"}, lambda name: process(tmp_path, name, lines[name])))
    assert ("b", "rules") in news
    assert compilers.failed == ["a"]


def test_a_process_that_cannot_be_started_is_named_and_the_others_run(tmp_path, two):
    (tmp_path / "b rules").touch()
    compilers = Compilers(lambda _: None)
    commands = {"a": [str(tmp_path / "nothing")], "b": process(tmp_path, "b", "rules")}
    for _ in range(2):
        news = list(compilers.compile({"a": "a", "b": "b"}, commands.__getitem__))
        assert news == [("b", "rules"), ("b", "")]
        assert compilers.failed == []
        assert list(compilers.unstarted) == ["a"]
    commands["a"] = process(tmp_path, "a")
    assert list(compilers.compile({"a": "a"}, commands.__getitem__)) == [("a", "")]
    assert compilers.unstarted == {}


def test_closing_ends_the_processes_and_begins_no_more(tmp_path, two):
    compilers, _, thread = compiling(tmp_path, "abc")
    wait_for(lambda: all((tmp_path / f"{name} began").exists() for name in "ab"))
    processes = tuple(compilers._running)
    compilers.close()
    thread.join(30)
    assert not thread.is_alive()
    assert not (tmp_path / "c began").exists()
    # none comes to its own end
    assert all(process.wait(5) for process in processes)


class Named(Guesser):
    """Notes at which level it was asked."""

    asked: list[int] = []  # noqa: RUF012

    def __init__(self, level):
        super().__init__()
        self.level = level

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if budget is None:
            self.asked.append(self.level)
        return super().act(view, seat, rng, budget, cancelled)


def catalog(folder):
    """The guessing game, whose levels 0 and 1 need no compiler, compiled by a process that waits for files."""
    levels = [
        SimpleNamespace(level=n, name=name, text="Anything legal.", plain=n < 2)
        for n, name in enumerate(("Pebble", "Stone", "Rock"))
    ]
    parts = ("rules", "level 2", "level 0", "level 1")
    return lambda: Catalog(
        {"guess": SPEC},
        lambda _: levels,
        lambda _, level: Named(level),
        lambda _: process(folder, "guess", *parts),
    )


def test_a_match_is_played_while_its_game_is_compiled(tmp_path):
    async def scene():
        Named.asked.clear()
        async with running(tmp_path / "a.db", open_catalog=catalog(tmp_path), ready=False) as stage:
            assert (
                (await stage.get("/status"))
                .json()["message"]
                .startswith("The rules of Guess the digit are being")
            )
            opened = await stage.open("computer", level=2)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["notice"] == (
                    "Guess the digit is still being compiled, so everything is slower for now, and Stone plays for Rock."
                )
                await ann.act(5)
                await ann.turn()
                assert Named.asked[0] == 1
                assert set(Named.asked) == {1}
                (tmp_path / "guess rules").touch()
                await ann.until(
                    lambda m: m.get("notice") == "Stone plays for Rock until that level is ready."
                )
                Named.asked.clear()
                (tmp_path / "guess level 2").touch()
                await ann.until(lambda m: m.get("notice") == "")
                await ann.act(ann.choices()[0])
                await ann.turn()
                assert set(Named.asked) <= {2}
                for level in (0, 1):
                    (tmp_path / f"guess level {level}").touch()
                for _ in range(1000):
                    status = (await stage.get("/status")).json()
                    if status["ready"]:
                        break
                    await asyncio.sleep(0.01)
                assert (status["open"], status["ready"], status["message"]) == (True, True, "Ready.")

    play(scene)


def test_while_rules_are_plain_nothing_is_taken_back_freely_but_everything_can_be(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", open_catalog=catalog(tmp_path), ready=False) as stage:
            opened = await stage.open("hotseat", take_back="any")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                assert ann.seen["undo"] == "practice"
                assert (await ann.ask("undo"))["type"] == "accepted"
                assert ann.seen["ply"] == 0
                export = await stage.get(f"/tables/{opened['table']}/at/0")
                assert export.json()["ply"] == 0

    play(scene)


def test_a_process_that_fails_leaves_the_work_to_the_server(tmp_path):
    def broken():
        made = catalog(tmp_path)()
        return replace(made, command=lambda _: (sys.executable, "-c", "import sys; sys.exit(3)"))

    async def scene():
        async with running(tmp_path / "a.db", open_catalog=broken) as stage:
            assert (await stage.get("/games")).json()[0]["ready"]

    play(scene)


def test_a_cancelled_wait_leaves_no_work_behind(tmp_path):
    """Whoever goes away while rules are worked on in a thread does not let the next one in before that is over."""

    async def scene():
        async with running(tmp_path / "a.db", open_catalog=catalog(tmp_path), ready=False) as stage:
            table, _ = await stage.pair()
            held = await stage.app._app.state.context.tables()
            found = await held.table(table)
            begun, end, order = threading.Event(), threading.Event(), []

            def slow():
                begun.set()
                end.wait(20)
                order.append("first")

            first = asyncio.create_task(found.work(slow))
            while not begun.is_set():
                await asyncio.sleep(0.005)
            first.cancel()
            second = asyncio.create_task(found.work(order.append, "second"))
            # there are threads that could begin with it
            for _ in range(9):
                await asyncio.get_running_loop().run_in_executor(stage.context.library._plain, int)
            assert not order
            end.set()
            await second
            assert order == ["first", "second"]
            assert first.cancelled()

    play(scene)


PLAYED = """
import sys
from numba.core.types import NamedTuple
from sandtable._compiler import kernels, linking
from sandtable.engine.match import Match
from sandtable.server import warmup
from sandtable.server.loading.catalog import shipped
from sandtable.server.tables.commands import undo_means
from sandtable.server.tables.snapshot import export, snapshot
from numba.core import event

game, seed = sys.argv[1], 7
catalog = shipped()
with kernels.compiling():
    for name, play in warmup.parts(catalog, game):
        play()

class Listener(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].py_func.__qualname__, event.data["args"])
    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
from sandtable.engine.game import Game
from sandtable.authoring.rng import stream
table = warmup._table(Game(catalog.games[game]))
warmup._fold(table, table.match.opening_entries())
agents = [catalog.make(game, level.level) for level in catalog.levels(game)]
rng = stream(seed)
while not table.match.over and table.match.ply < 400:
    seat = table.match.to_move
    view = table.match.position.view(seat)
    agent = agents[table.match.ply % len(agents)]
    action = agent.act(view, seat, rng, budget=3) if table.match.ply % 3 else view.sample(rng)
    warmup._fold(table, table.match.next_entries(seat, action))
    if table.match.ply % 7 == 0:
        snapshot(table, 0), snapshot(table, None), undo_means(table, seat)
snapshot(table, 1), snapshot(table, None)

# another process does not find what was compiled for named tuples: each makes types of its own
for kernel in linking._kernels.values():
    for types in kernel.overloads:
        if any(isinstance(kind, NamedTuple) and kind.instance_class.__name__ == "values" for kind in types):
            print(kernel.py_func.__qualname__, "has values instead of a record")
"""


@pytest.mark.skipif(not kernels.COMPILED, reason="plain Python compiles nothing")
@pytest.mark.parametrize("game", quick(of=installed()))
def test_after_a_warmup_nothing_is_left_to_compile(game):
    done = subprocess.run(
        [sys.executable, "-c", PLAYED, game],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    assert done.stdout == ""
