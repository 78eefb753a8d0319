"""Notices between servers on one database, without a database."""

import asyncio
import sys
from types import SimpleNamespace

from sandtable.server.storage.store import CHANNEL, StorageError, Stored
from sandtable.server.tables import peers
from sandtable.server.tables.peers import Peers
from tests.server.ws_client import play


def peers_of(monkeypatch, tell):
    """The servers on a database of which nothing is heard, told of by `tell`, with what is said of who is alive.

    Two are there, and the other one leaves after two notices.
    """
    alive = [["a", "b"], StorageError()]
    beats, told = [], []

    async def note_alive(within):
        now = alive.pop(0) if alive else ["b"] if len(told) > 1 else ["a", "b"]
        beats.append((within, now))
        if isinstance(now, StorageError):
            raise now
        return now

    async def ended():
        beats.append("ended")

    async def counted(notices):
        told.append(notices)
        await tell(notices)

    async def listening(_self, _place):
        await asyncio.Event().wait()

    monkeypatch.setattr(Peers, "_listen", listening)
    monkeypatch.setattr(peers, "BEAT", 0.0)
    beside = {"note_alive": note_alive, "note_end": ended, "tell": counted}
    store = SimpleNamespace(shared="there", name="b", alone=False, **beside)
    heard = []
    return Peers(store, heard.append, lambda: None, lambda: beats.append("beat")), beats, heard


def test_what_others_say_is_heard_and_what_is_not_understood_passed_over(monkeypatch):
    made, _, heard = peers_of(monkeypatch, None)
    for payload in (b'["stored","a","t",3]', b'["stored","b","t",4]', b'["sung","a"]', b"{"):
        made._take(payload.decode())
    assert heard == [Stored("a", "t", 3)]


def notices_of(events, *fates):
    """A kind of connections, each told of in `events`, on which one notice comes: refused, lost after it, or there."""
    told = iter(fates)

    class Notices:
        """A connection on which one notice comes."""

        @classmethod
        async def connect(cls, place, **given):
            events.append((place, given))
            made = cls()
            made.fate = next(told)
            if made.fate == "refused":
                raise OSError("nobody is there")
            return made

        async def __aenter__(self):
            return self

        async def __aexit__(self, *_):
            events.append("left")

        async def execute(self, statement):
            events.append(statement)

        async def notifies(self):
            yield SimpleNamespace(payload='["stored","a","t",3]')
            if self.fate == "lost":
                raise OSError("the line is dead")
            await asyncio.Event().wait()

    return Notices


def test_a_connection_for_notices_that_is_lost_is_made_anew(monkeypatch, caplog):
    events, heard = [], []

    async def sleep(seconds, wait=asyncio.sleep):
        events.append(seconds)
        await wait(0)

    async def scene():
        store = SimpleNamespace(shared="there", name="b")
        made = Peers(store, heard.append, lambda: events.append("missed"), lambda: None)
        listening = asyncio.create_task(made._listen("there"))
        monkeypatch.setattr(peers.asyncio, "sleep", sleep)
        while len(heard) < 2:
            await asyncio.wait([listening], timeout=0.001)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)

    made = SimpleNamespace(AsyncConnection=notices_of(events, "refused", "lost", "there"), Error=KeyError)
    monkeypatch.setitem(sys.modules, "psycopg", made)
    play(scene)
    assert heard == [Stored("a", "t", 3)] * 2
    alive = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3, "connect_timeout": 5}
    connected = ("there", {"autocommit": True, **alive})
    listened = [connected, f"LISTEN {CHANNEL}", "missed"]
    assert events == [connected, 0.5, *listened, "left", 0.5, *listened, "left"]
    assert caplog.messages == ["notices of the other servers are not heard: OSError"] * 2


def test_each_table_is_thought_at_by_one_server_and_stays_there_while_that_lives(monkeypatch):
    made, _, _ = peers_of(monkeypatch, None)
    tables = [f"table {n}" for n in range(300)]

    def owner(alive):
        made.alive = alive
        found = {}
        for name in alive:
            made._store.name = name
            found |= {table: name for table in tables if made.mine(table)}
        return found

    three, two = owner(["a", "b", "c"]), owner(["a", "c"])
    assert set(three) == set(two) == set(tables)
    assert all(two[table] == name for table, name in three.items() if name != "b")
    assert min(list(three.values()).count(name) for name in "abc") > 60
