"""Several servers on one PostgreSQL, and several workers of one: players meet whichever they reach, and none is missed."""

import asyncio
import contextlib
import itertools
import os
import random
import re
import secrets
import signal
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from time import monotonic

import httpx
import pytest
import sqlalchemy as sql
import websockets
from sqlalchemy.event import listen
from sqlalchemy.exc import OperationalError

from sandtable.server.protocol import Accepted, Act, Refused, Undo
from sandtable.server.storage.store import (
    AT_ONCE,
    ConflictError,
    StorageError,
    Store,
    StoredEvent,
    StoredSeat,
    StoredTable,
)
from sandtable.server.tables import peers
from tests.markers import quick
from tests.server import bus
from tests.server.attacks.test_requests import ODD
from tests.server.postgres import cluster
from tests.server.test_killed import KEPT, Victim, survive
from tests.server.test_metrics import figures, free_port
from tests.server.ws_client import NUMBER, PATIENT, Client, finish, meet, play, running, until

RACED, RACED_HERE, KILLS = 1000, 80, 2
CONFIG = """
workers = 2
logs = "json"

[limits]
beat = 0
messages_rate = 1e6
messages_burst = 1e6
client_rate = 1e6
client_burst = 1e6
requests_rate = 1e6
requests_burst = 1e6
tables_burst = 1e6
"""


@pytest.fixture(scope="module")
def server():
    """A PostgreSQL that runs as long as these tests."""
    with cluster() as made:
        yield made


@pytest.fixture
def url(server):
    """An empty database of it, by its URL."""
    return server.create(f"d{secrets.token_hex(4)}")


@pytest.fixture(params=["a file", pytest.param("postgres", marks=pytest.mark.long)])
def place(request, tmp_path, monkeypatch):
    """An empty database that servers share: a file and a bus between them, or one of PostgreSQL."""
    monkeypatch.setattr(peers, "BEAT", 0.1)
    if request.param == "postgres":
        monkeypatch.setattr(peers, "LEASE", 0.5)
        return request.getfixturevalue("url")
    # in whole seconds
    monkeypatch.setattr(peers, "LEASE", 3.0)
    bus.connect(monkeypatch)
    return tmp_path / "tables.db"


@contextlib.asynccontextmanager
async def two(place, limits=PATIENT):
    async with running(place, limits) as one, running(place, limits) as other:
        tables = [await server.context.tables() for server in (one, other)]
        await until(lambda: all(len(made._peers.alive) == 2 for made in tables))
        yield one, other


def test_every_server_says_alike_how_the_matches_of_a_list_are(place):
    async def scene():
        async with two(place) as (one, other):
            table, tokens = await one.pair()
            asked = [{"table": table, "token": token} for token in tokens]

            async def states():
                answers = [(await server.post("/seats", seats=asked)).json() for server in (one, other)]
                assert answers[0] == answers[1]
                return [entry["state"] for entry in answers[0]]

            assert sorted(await states()) == ["turn", "waiting"]
            async with one.sit(table, tokens[0]) as ann:
                assert (await ann.ask("resign"))["type"] == "accepted"
            assert await states() == ["over", "over"]
            # which did not have to fold the table for it
            assert (await other.context.tables()).in_memory() == 0

    play(scene)


def test_what_is_done_at_one_server_is_seen_at_the_other(place):
    async def scene():
        async with two(place) as (one, other):
            table, tokens = await one.pair()
            async with (
                one.sit(table, tokens[0]) as ann,
                other.sit(table, tokens[1]) as bob,
                other.sit(table) as eve,
            ):
                for mover in itertools.islice(itertools.cycle((ann, bob)), 12):
                    for client in (ann, bob, eve):
                        while client.seen["seq"] < max(each.seen["seq"] for each in (ann, bob)):
                            await client.look()
                    if ann.seen["over"]:
                        break
                    if mover.seen["to_move"] == mover.seen["seat"]:
                        assert (await mover.act(mover.choices()[0]))["type"] == "accepted"
                while eve.seen["seq"] < ann.seen["seq"]:
                    await eve.look()
                assert eve.seen["ply"] == ann.seen["ply"] > 2

    play(scene)


def test_another_match_is_proposed_at_one_server_and_agreed_to_at_the_other(place):
    async def scene():
        async with two(place) as (one, other):
            opened = await one.open(name="Ann")
            async with one.sit(opened["table"], opened["tokens"][0]) as ann:
                body = {"name": "Bob", "instead": {"settings": {"turns": 9}}}
                joined = (await other.post(f"/invites/{opened['invite']}", **body)).json()
                async with other.sit(opened["table"], joined["tokens"][0]) as bob:
                    await ann.until(lambda m: m["type"] == "snapshot" and m["offer"])
                    assert ann.seen["offer"]["instead"]["settings"]["turns"] == 9
                    assert ann.seen["seats"][1]["name"] == "Bob"
                    assert (await ann.ask("answer", accept=True))["type"] == "accepted"
                    await bob.until(lambda m: m["type"] == "snapshot" and m["rematch"])
            async with other.sit(ann.seen["rematch"], joined["tokens"][0]) as bob:
                assert bob.seen["settings"]["turns"] == 9

    play(scene)


def test_who_is_at_a_table_is_known_at_both_until_a_server_is_gone(place):
    def present(client):
        return [seat["connected"] for seat in client.seen["seats"]], client.seen["watchers"]

    async def scene():
        async with contextlib.AsyncExitStack() as stack:
            one = await stack.enter_async_context(running(place))
            table, tokens = await one.pair()
            ann = await stack.enter_async_context(one.sit(table, tokens[0]))
            assert present(ann) == ([True, False], 0)
            async with running(place) as other:
                async with other.sit(table, tokens[1]) as bob, other.sit(table) as _eve:
                    await ann.until(lambda _: present(ann) == ([True, True], 1))
                    while present(bob) != ([True, True], 1):
                        await bob.next()
                await ann.until(lambda _: present(ann) == ([True, False], 0))
                async with other.sit(table, tokens[1]):
                    await ann.until(lambda _: present(ann) == ([True, True], 0))
                    # it dies without a word
                    made = await other.context.tables()
                    for task in made._peers._tasks:
                        task.cancel()
                    made._peers._tasks = []
                    await ann.until(lambda _: present(ann) == ([True, False], 0))

    play(scene)


def test_who_is_alone_tells_nobody_and_a_newcomer_misses_nothing(place, monkeypatch):
    told, tell = [], Store._tell

    def noted(store, connection, notices):
        told.extend(notices)
        tell(store, connection, notices)

    async def scene():
        async with running(place) as one:
            alone = (await one.context.tables())._peers
            await until(lambda: one.context.store.alone)
            monkeypatch.setattr(Store, "_tell", noted)
            table, tokens = await one.pair()
            async with one.sit(table, tokens[0]) as ann:
                assert (await ann.act(ann.choices()[0]))["type"] == "accepted"
                assert told == []
                # it beats no more, and so knows of nobody
                alone._tasks[0].cancel()
                async with running(place) as other, other.sit(table, tokens[1]) as bob:
                    await ann.ask("resign")
                    while not bob.seen["over"]:
                        await bob.look()
                    assert one.context.store.alone
                    assert {notice.by for notice in told} == {other.context.store.name}

    play(scene)


def test_the_computer_thinks_at_one_server_and_at_another_when_that_is_gone(place, monkeypatch):
    async def scene():
        async with two(place) as (one, other):
            tables = [await server.context.tables() for server in (one, other)]
            thought = set()
            while thought != {0, 1}:
                opened = await one.open("computer", level=0)
                mine = [made._peers.mine(opened["table"]) for made in tables]
                assert sorted(mine) == [False, True]
                thought.add(mine.index(True))
                async with one.sit(opened["table"], opened["tokens"][0]) as ann:
                    await finish(ann)
                    # it is known there whose turn was taken
                    thinker = tables[mine.index(True)]
                    assert thinker._tables[opened["table"]].client == "local"
            # a table whose computer thinks at the other one, which is gone
            while True:
                opened = await one.open("computer", level=0)
                if tables[1]._peers.mine(opened["table"]):
                    break
            monkeypatch.setattr(tables[1]._peers, "_heard", lambda _notice: None)
            tables[1].bots._mine = lambda _table: False
            async with one.sit(opened["table"], opened["tokens"][0]) as ann:
                for task in tables[1]._peers._tasks:
                    task.cancel()
                await finish(ann)

    play(scene)


async def race(place, times):
    """Two servers that carry out messages at one table as fast as they can; what each of them received."""
    limits = replace(PATIENT, idle=1e6)
    async with two(place, limits) as (one, other):
        name = (await one.open("hotseat", take_back="any"))["table"]
        tables = [await (await server.context.tables()).table(name) for server in (one, other)]
        left = iter(range(times))

        async def run(table):
            told = []
            for number in left:
                made = Act if table.match.to_move == 0 else Undo
                action = {"action": NUMBER} if made is Act else {}
                told.append(await table.carry_out(0, made(f"{number}", table.seq, **action)))
            return told

        told = await asyncio.gather(*(run(table) for table in tables))
        for table in tables:
            await table.catch_up()
        return told, [table.events for table in tables], [table.match.position.digest() for table in tables]


def check_race(told, logs, digests):
    """That nothing forked and nothing acknowledged is missing; how many messages were acknowledged."""
    assert logs[0] == logs[1]
    assert digests[0] == digests[1]
    assert [event.seq for event in logs[0]] == list(range(1, len(logs[0]) + 1))
    accepted = [reply.seq for replies in told for reply in replies if isinstance(reply, Accepted)]
    assert len(accepted) == len(set(accepted))
    assert {event.seq for event in logs[0] if event.message} >= set(accepted)
    # the second one was refused because the table had moved on
    refused = [reply.code for replies in told for reply in replies if isinstance(reply, Refused)]
    assert set(refused) <= {"stale", "not_your_turn", "illegal"}
    return len(accepted)


def test_two_servers_never_fork_a_log(place):
    times = RACED if isinstance(place, str) else RACED_HERE
    assert check_race(*play(lambda: race(place, times))) > times / 4


async def restarted(server, place, times):
    """Two servers pressed by a client each while their database is restarted; how many actions were acknowledged."""
    async with two(place) as (one, other):
        opened = await one.open("hotseat", take_back="any")
        table, tokens = opened["table"], opened["tokens"]
        stored, lost = [], Counter()

        async def press(stage, over):
            while not over.is_set() or len(stored) < 200:
                try:
                    async with stage.sit(table, tokens[0]) as ann:
                        while not over.is_set() or len(stored) < 200:
                            if ann.seen["to_move"] == 0:
                                reply = await ann.act(NUMBER)
                            else:
                                reply = await ann.ask("undo")
                            if reply["type"] == "accepted":
                                stored.append(reply["seq"])
                except (websockets.ConnectionClosed, websockets.InvalidMessage, OSError):
                    lost[stage] += 1
                    await asyncio.sleep(0.01)

        async def more():
            wanted = len(stored) + 20
            await until(lambda: len(stored) >= wanted)

        over = asyncio.Event()
        pressing = [asyncio.create_task(press(stage, over)) for stage in (one, other)]
        for _ in range(times):
            await more()
            lost.clear()
            await asyncio.to_thread(server.stop)
            # both have met what is not there
            await until(lambda: lost[one] and lost[other])
            await asyncio.to_thread(server.start)
        await more()
        over.set()
        async with asyncio.timeout(60):
            await asyncio.gather(*pressing)
        made = Store(place)
        _, _, log = await made.table(table)
        await made.close()
        assert [event.seq for event in log] == list(range(1, len(log) + 1))
        assert set(stored) <= {event.seq for event in log if event.message}
        # notices reach the other server again
        async with one.sit(table, tokens[0]) as ann, other.sit(table) as eve:
            await ann.ask("resign")
            while not eve.seen["over"]:
                await eve.look()
        return len(stored)


@pytest.mark.long
def test_a_database_that_is_restarted_under_load_loses_nothing(server, url):
    assert play(lambda: restarted(server, url, 2)) >= 200


BROKEN_OFF = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


@contextlib.asynccontextmanager
async def breaking_off(url):
    """A store with a table "t", and a function that breaks off all its connections."""
    kept = Store(url)
    await kept.open()
    other = sql.create_engine(kept._engine.url)

    def break_off():
        with other.connect() as connection:
            connection.execute(sql.text(BROKEN_OFF))

    try:
        table = StoredTable("t", "guess", {}, bytes(32), "friend", 1, 1, 1)
        await kept.add_table(table, [StoredSeat(0, "person", "Ann")], [])
        yield kept, break_off
    finally:
        other.dispose()
        await kept.close()


@pytest.mark.long
def test_connections_that_a_database_broke_off_are_given_back(url):
    async def scene():
        async with breaking_off(url) as (kept, break_off):
            for _ in range(4):
                await asyncio.gather(*(kept.seat_of("x") for _ in range(10 * AT_ONCE)))
                assert kept._engine.pool.checkedout() == len(kept._held) <= AT_ONCE
                break_off()
                assert await kept.seat_of("x") is None

    play(scene)


@pytest.mark.long
def test_what_comes_first_after_a_lost_connection_is_stored_once(url):
    async def scene():
        async with breaking_off(url) as (kept, break_off):
            for seq in range(1, 5):
                break_off()
                await kept.append("t", [StoredEvent(seq, "offer", 0, message=f"0:{seq}")])
            assert [event.seq for event in (await kept.table("t"))[2]] == [1, 2, 3, 4]

    play(scene)


@pytest.mark.long
@pytest.mark.parametrize("committed", [False, True])
def test_what_may_be_committed_is_not_tried_again(url, monkeypatch, committed):
    async def scene():
        async with breaking_off(url) as (kept, break_off):
            commit, asked = kept._engine.dialect.do_commit, []

            def lose(connection):
                asked.append(connection)
                if committed:
                    commit(connection)
                break_off()
                connection.execute("SELECT 1")

            monkeypatch.setattr(kept._engine.dialect, "do_commit", lose)
            with pytest.raises(StorageError):
                await kept.append("t", [StoredEvent(1, "offer", 0, message="0:1")])
            assert len(asked) == 1
            monkeypatch.undo()
            assert len((await kept.table("t"))[2]) == committed

    play(scene)


TOGETHER = [f"t{number}" for number in range(5)]


@contextlib.asynccontextmanager
async def opened(place):
    """A store with the tables `TOGETHER`."""
    kept = Store(place)
    await kept.open()
    try:
        for table in TOGETHER:
            stored = StoredTable(table, "guess", {}, bytes(32), "friend", 1, 1, 1)
            await kept.add_table(stored, [StoredSeat(0, "person", "Ann")], [])
        yield kept
    finally:
        await kept.close()


def said(seq):
    return StoredEvent(seq, "offer", 0, message=f"0:{seq}")


@contextlib.contextmanager
def at_work(kept):
    """All threads of a store are at work while the block runs, so that what is asked of it waits."""
    over = threading.Event()
    for _ in range(kept._threads._max_workers):
        kept._threads.submit(over.wait)
    yield
    over.set()


async def asked(kept, seqs):
    """Appends that wait together, an event with each of the numbers at its table."""
    with at_work(kept):
        storing = [
            asyncio.create_task(kept.append(table, [said(seq)]))
            for table, seq in zip(TOGETHER, seqs, strict=True)
        ]
        await asyncio.sleep(0)
    return storing


async def lengths(kept):
    """How long the logs of the tables are."""
    return [len((await kept.table(table))[2]) for table in TOGETHER]


def test_what_waits_together_is_one_commit_and_is_answered_after_it(place):
    async def scene():
        async with opened(place) as kept:
            commits = []
            listen(kept._engine, "commit", lambda _: commits.append([each.done() for each in storing]))
            storing = await asked(kept, [1] * 5)
            assert await asyncio.gather(*storing) == [None] * 5
            assert commits == [[False] * 5]
            assert await lengths(kept) == [1] * 5

    play(scene)


def test_what_is_committed_does_not_wait_for_what_comes_after_it(place):
    async def scene():
        async with opened(place) as kept:
            loop, later, answered = asyncio.get_running_loop(), [], []
            waits = threading.Event()

            async def append_later():
                appending = asyncio.create_task(kept.append(TOGETHER[0], [said(2)]))
                await asyncio.sleep(0)
                waits.set()
                await appending

            def commit(_connection):
                if later:
                    answered.append(all(each.done() for each in storing))
                    return
                later.append(asyncio.run_coroutine_threadsafe(append_later(), loop))
                waits.wait(10)

            def begin(_connection):
                until = monotonic() + 10
                while later and not all(each.done() for each in storing) and monotonic() < until:
                    time.sleep(0.001)

            listen(kept._engine, "commit", commit)
            listen(kept._engine, "begin", begin)
            storing = await asked(kept, [1] * 5)
            await asyncio.gather(*storing)
            await asyncio.gather(*map(asyncio.wrap_future, later))
            assert answered == [True]

    play(scene)


def test_one_that_is_refused_leaves_standing_what_waited_with_it(place):
    async def scene():
        async with opened(place) as kept:
            await kept.append(TOGETHER[2], [said(1)])
            storing = await asked(kept, [1] * 5)
            found = await asyncio.gather(*storing, return_exceptions=True)
            assert [type(each) for each in found] == [type(None)] * 2 + [ConflictError] + [type(None)] * 2
            assert await lengths(kept) == [1] * 5

    play(scene)


def test_a_commit_that_fails_has_stored_nothing_for_anybody(place, monkeypatch):
    async def scene():
        async with opened(place) as kept:

            def fail(_connection):
                raise OperationalError("COMMIT", None, OSError("no space left"))

            with monkeypatch.context() as full:
                full.setattr(kept._engine.dialect, "do_commit", fail)
                found = await asyncio.gather(*await asked(kept, [1] * 5), return_exceptions=True)
            assert [type(each) for each in found] == [StorageError] * 5
            assert await lengths(kept) == [0] * 5
            assert await asyncio.gather(*await asked(kept, [1] * 5)) == [None] * 5

    play(scene)


def test_who_does_not_wait_for_what_is_stored_leaves_nothing_behind(place):
    async def scene():
        async with opened(place) as kept:
            with at_work(kept):
                storing = asyncio.create_task(kept.append(TOGETHER[0], [said(1)]))
                await asyncio.sleep(0)
                storing.cancel()
                await asyncio.wait((storing,))
            assert storing.cancelled()
            async with asyncio.timeout(20):
                while await lengths(kept) != [1, 0, 0, 0, 0]:
                    await asyncio.sleep(0.01)

    play(scene)


@pytest.mark.long
def test_servers_that_store_for_the_same_tables_in_other_orders_do_not_wait_for_each_other(server, url):
    async def scene():
        async with opened(url) as one:
            other = Store(url)
            await other.open()
            for seq in range(1, 51):
                storing = []
                with at_work(one), at_work(other):
                    for kept, tables in ((one, TOGETHER), (other, TOGETHER[::-1])):
                        storing += [asyncio.create_task(kept.append(table, [said(seq)])) for table in tables]
                    await asyncio.sleep(0)
                found = await asyncio.gather(*storing, return_exceptions=True)
                assert (
                    sorted(type(each).__name__ for each in found) == ["ConflictError"] * 5 + ["NoneType"] * 5
                )
            await other.close()
            assert await lengths(one) == [50] * 5

    play(scene)
    assert "deadlock" not in (server.folder / "log").read_text()


async def seen_elsewhere(place, moves):
    """Seconds from sending an action at one server until it is seen at another, each in a process of its own, sorted."""
    took = []
    async with contextlib.AsyncExitStack() as stack:
        servers = [Victim(place, random.Random(1), 0) for _ in range(2)]
        for made in servers:
            await made.start()
            stack.push_async_callback(made.end)
        async with httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{servers[0].port}/api/v1", timeout=60
        ) as http:
            while len(took) < moves:
                opened = (await http.post("/tables", json={"game": "assault", "opponent": "hotseat"})).json()
                took += await _seen_elsewhere(servers, opened, moves - len(took))
    return sorted(took)


async def _seen_elsewhere(servers, opened, moves):
    took = []
    async with contextlib.AsyncExitStack() as stack:
        address = "ws://127.0.0.1:{}/api/v1/tables/{}/socket"

        async def sit(server, token):
            socket = websockets.connect(address.format(server.port, opened["table"]))
            client = Client(await stack.enter_async_context(socket))
            await client.hello(token)
            return client

        seats = [await sit(server, token) for server, token in zip(servers, opened["tokens"], strict=True)]
        while len(took) < moves and not seats[0].seen["over"]:
            mover = seats[0].seen["to_move"]
            began = monotonic()
            reply, _ = await asyncio.gather(
                seats[mover].act(seats[mover].choices()[0]), _see_more(seats[1 - mover], began, took)
            )
            assert reply["type"] == "accepted", reply
            await meet(*seats)
    return took


async def _see_more(client, began, took):
    before = client.seen["seq"]
    while client.seen["seq"] == before:
        await client.look()
    took.append(monotonic() - began)


@pytest.mark.study
def test_an_action_is_soon_seen_at_the_other_server(url):
    took = asyncio.run(seen_elsewhere(url, 30))
    assert took[len(took) // 2] < 1.0


def is_worker(process):
    """Whether a child of the first process is a worker; none is that has ended since it was listed."""
    try:
        return b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False


class Workers(Victim):
    """A server of two workers, of which now and then one is killed, or all are replaced one by one, or all end."""

    def __init__(self, place, folder, rng, most, how=signal.SIGKILL):
        super().__init__(place, rng, most)
        self.how = how
        self.log = None  # a file for its log
        self.meanwhile = 0  # what was acknowledged from a signal until other workers were there
        self.config = Path(folder, "host.toml")
        self.config.write_text(CONFIG, encoding="utf-8")

    async def start(self):
        command = ["-m", "tests.server.process", str(self.port), self.db, "shipped", "assault"]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            stdout=asyncio.subprocess.PIPE,
            stderr=self.log,
            env={**os.environ, "SANDTABLE_CONFIG": str(self.config)},
        )
        assert b"Sandtable is at" in await self.process.stdout.readline()
        self.kill_after = self.rng.randrange(1, 30)

    def workers(self):
        """The processes of the workers."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(
            encoding="ascii"
        )
        return [int(child) for child in children.split() if is_worker(child)]

    def acknowledged(self):
        self.meanwhile += self.killing is not None and not self.killing.done()
        super().acknowledged()

    async def kill_soon(self):
        await asyncio.sleep(self.rng.uniform(0, 0.02))
        if self.how == signal.SIGTERM:
            await self.end()
            await self.start()
            self.kills += 1
            return
        workers = set(self.workers())
        # the first process replaces all of them
        ended = workers if self.how == signal.SIGHUP else {self.rng.choice(sorted(workers))}
        for told in [self.process.pid] if self.how == signal.SIGHUP else ended:
            os.kill(told, self.how)
        async with asyncio.timeout(120):
            while ended & (now := set(self.workers())) or len(now) < len(workers):
                await asyncio.sleep(0.05)
        self.kills += 1
        self.kill_after = self.rng.randrange(1, 30)

    async def settled(self):
        if self.killing is not None:
            await self.killing

    async def buried(self):
        # the other worker listens on, or soon there are others
        await asyncio.sleep(0.05)

    async def end(self):
        self.process.terminate()
        assert await asyncio.wait_for(self.process.wait(), 30) == 0

    def kept(self, table):
        engine = sql.create_engine(
            self.db.replace("postgresql:", "postgresql+psycopg:"), poolclass=sql.NullPool
        )
        with engine.connect() as connection:
            found = connection.execute(sql.text(KEPT.replace("?", ":table")), {"table": table})
            return {message: (seq, action) for message, seq, action in found}


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    "how", quick(of=(signal.SIGKILL, signal.SIGHUP, signal.SIGTERM), study=(signal.SIGHUP, signal.SIGTERM))
)
def test_people_play_on_while_workers_end_and_lose_nothing(url, tmp_path, how):
    pool = Workers(url, tmp_path, random.Random(5), KILLS, how)
    assert asyncio.run(survive(pool))
    assert pool.kills == KILLS
    # an old worker goes on until the new one listens; one that is killed is replaced too soon to tell
    assert pool.meanwhile or how != signal.SIGHUP


@pytest.mark.long
def test_limits_and_figures_hold_over_all_workers(url, tmp_path):
    async def scene():
        pool = Workers(url, tmp_path, random.Random(1), 0)
        place = f"127.0.0.1:{free_port()}"
        pool.config.write_text(
            f'workers = 2\nmetrics = "{place}"\n[limits]\ntables_rate = 0.0\ntables_burst = 4.0\n',
            encoding="utf-8",
        )

        async def told_of_all(wanted):
            async with httpx.AsyncClient() as http, asyncio.timeout(60):
                # each worker tells its own now and then
                while not wanted.items() <= figures((await http.get(f"http://{place}/metrics")).text).items():
                    await asyncio.sleep(0.05)

        await pool.start()
        try:
            told, tables = [], []
            for _ in range(8):
                # a connection each, so that both workers are met
                async with httpx.AsyncClient(
                    base_url=f"http://127.0.0.1:{pool.port}/api/v1", timeout=60
                ) as http:
                    answer = await http.post("/tables", json={"game": "assault", "opponent": "hotseat"})
                    told.append(answer.status_code)
                    tables.append(answer.json().get("table"))
            assert told == [201] * 4 + [429] * 4
            opened = {f'sandtable_requests_total{{status="{status}"}}': 4.0 for status in set(told)}
            address = f"ws://127.0.0.1:{pool.port}/api/v1/tables/{tables[0]}/socket"
            async with contextlib.AsyncExitStack() as stack:
                for _ in range(8):
                    client = Client(await stack.enter_async_context(websockets.connect(address)))
                    await client.hello()
                await told_of_all({**opened, "sandtable_sockets": 8.0})
            before = set(pool.workers())
            pool.process.send_signal(signal.SIGHUP)
            async with asyncio.timeout(60):
                # one by one: there are always two that listen
                while before & set(pool.workers()):
                    async with httpx.AsyncClient(
                        base_url=f"http://127.0.0.1:{pool.port}", timeout=60
                    ) as http:
                        assert (await http.get("/readyz")).text == "ok"
            assert len(pool.workers()) == 2
            # what happened at workers that are gone has happened
            await told_of_all({**opened, "sandtable_sockets": 0.0})
        finally:
            await pool.end()

    play(scene)


# `test_hosting` looks at one worker at each commit
@pytest.mark.study
def test_hostile_requests_write_no_line_into_the_log_of_any_worker(url, tmp_path):
    async def scene():
        pool = Workers(url, tmp_path, random.Random(1), 0)
        pool.config.write_text("workers = 2\n", encoding="utf-8")
        with (tmp_path / "log").open("wb") as pool.log:
            await pool.start()
            try:
                # a connection each, so that both workers are met
                for name, (request, status) in [*ODD.items()] * 3:
                    reader, writer = await asyncio.open_connection("127.0.0.1", pool.port)
                    writer.write(request)
                    said = await asyncio.wait_for(reader.readline(), 20)
                    # the game of the one request that is carried out elsewhere is not offered here
                    due = 422 if status == 201 else status
                    assert said.startswith(b"HTTP/1.1 %d " % due), (name, said)
                    writer.close()
            finally:
                await pool.end()

    play(scene)
    log = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert [line for line in log if re.search(r" WARNING | ERROR |Traceback|Invalid", line)] == []
