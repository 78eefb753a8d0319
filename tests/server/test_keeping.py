"""Tables that nobody uses are deleted after `keep_days`, each with a line in the log, and none by a clock that has jumped."""

import contextlib
import logging
from dataclasses import replace

import pytest

from sandtable.lab.work.measurement import Order
from sandtable.server.storage import keeping, store
from sandtable.server.storage.keeping import DAY, HOUR, Keeping
from sandtable.server.storage.store import Store, StoredEvent, StoredSeat, StoredTable
from tests.server.ws_client import PATIENT, picked, play, running, until

START = 1_800_000_000_000
DAYS = 30


class Clock:
    """The two clocks of a machine: the time, which may be set, and the seconds that it runs."""

    def __init__(self):
        self.now, self.ticks = START, 1000.0

    def run(self, days):
        self.now += int(days * DAY)
        self.ticks += days * DAY / 1000


@contextlib.asynccontextmanager
async def opened(folder):
    made = Store(folder / "a.db")
    await made.open()
    try:
        yield made
    finally:
        await made.close()


def keeper(made, clock):
    return Keeping(made, DAYS, lambda: clock.now, lambda: clock.ticks)


async def add(made, name, time):
    table = StoredTable(name, "guess", {}, bytes(32), "hotseat", time, 1, 1)
    seats = [StoredSeat(seat, "person", "Ann") for seat in (0, 1)]
    await made.add_table(table, seats, [StoredEvent(1, "outcome", -1, time=time)])


async def there(made, *names):
    return [name for name in names if await made.table(name) is not None]


def test_what_is_old_is_deleted_and_each_deletion_logged(tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(store, "FORGOTTEN", 2)

    async def scene():
        clock = Clock()
        async with opened(tmp_path) as made:
            old = [f"old{n}" for n in range(5)]
            for name in old:
                await add(made, name, START - 31 * DAY)
            await add(made, "new", START - 29 * DAY)
            await add(made, "newest", START - HOUR)
            one = keeper(made, clock)
            await one.look(["old0"])
            assert await there(made, *old, "new", "newest") == ["old0", "new", "newest"]
            # once an hour
            clock.run(0.9 / 24)
            await one.look([])
            assert await there(made, "old0") == ["old0"]
            clock.run(0.2 / 24)
            await one.look([])
            assert await there(made, "old0") == []
            for _ in range(2):
                clock.run(1)
                await one.look([])
            assert await there(made, "new", "newest") == ["newest"]

    with caplog.at_level(logging.INFO, "sandtable.server.storage.keeping"):
        play(scene)
    said = [record.getMessage() for record in caplog.records]
    assert len(said) == 6
    since = keeping._date(START - 31 * DAY)
    assert (
        f"deleted table old0: nothing has happened at it since {since}, and tables are kept for 30 days"
        in said
    )
    assert all(any(f"deleted table {name}:" in line for line in said) for name in ("old1", "old4", "new"))


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("jump", [12, 400, -400])
def test_a_clock_that_jumps_deletes_nothing_until_it_has_run_for_as_long(tmp_path, caplog, restarted, jump):
    async def scene():
        clock = Clock()
        async with opened(tmp_path) as made:
            one = keeper(made, clock)
            names = [f"t{n}" for n in range(25)]
            for age, name in enumerate(names):
                await add(made, name, START - age * DAY)
            await one.look([])
            clock.now += jump * DAY
            clock.ticks += 3601
            if restarted:
                one = keeper(made, clock)
            await one.look([])
            assert await there(made, *names) == names
            assert [record.levelname for record in caplog.records] == ["WARNING"]
            assert keeping._date(clock.now + DAYS * DAY) in caplog.text
            # nor by a server that starts meanwhile, which says so once
            two = keeper(made, clock)
            for _ in range(DAYS - 1):
                await two.look([])
                clock.run(1)
            assert await there(made, *names) == names
            assert len(caplog.records) == 2
            # by then whoever plays has shown it
            await made.append(names[3], [StoredEvent(2, "outcome", -1, time=clock.now)])
            clock.run(1)
            await two.look([])
            kept = await there(made, *names)
            assert names[3] in kept
            assert kept == [names[3]] if jump > 0 else len(kept) == len(names)

    with caplog.at_level(logging.WARNING, "sandtable.server.storage.keeping"):
        play(scene)


def test_after_a_clock_is_put_right_again_old_tables_are_deleted_as_before(tmp_path):
    async def scene():
        clock = Clock()
        async with opened(tmp_path) as made:
            one = keeper(made, clock)
            await add(made, "mine", START - 10 * DAY)
            await one.look([])
            for moved in (300, -300):
                clock.now += moved * DAY
                clock.ticks += 3601
                await one.look([])
            assert await there(made, "mine") == ["mine"]
            for _ in range(DAYS):
                clock.run(1)
                await one.look([])
            assert await there(made, "mine") == []

    play(scene)


def test_the_first_look_is_held_against_what_was_stored_last(tmp_path, caplog):
    async def scene():
        clock = Clock()
        async with opened(tmp_path) as made:
            await add(made, "old", START - 31 * DAY)
            # a server that was away for months, or one whose clock is wrong
            await keeper(made, clock).look([])
            assert await there(made, "old") == ["old"]

    play(scene)
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_server_that_was_away_for_some_days_deletes_on(tmp_path, caplog):
    async def scene():
        clock = Clock()
        async with opened(tmp_path) as made:
            await add(made, "old", START - 26 * DAY)
            await add(made, "new", START)
            await keeper(made, clock).look([])
            clock.run(6)
            await keeper(made, clock).look([])
            assert await there(made, "old", "new") == ["new"]

    play(scene)
    assert caplog.records == []


def test_a_server_deletes_what_its_host_does_not_keep(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", replace(PATIENT, keep_days=1e-9)) as stage:
            seen, gone = [(await picked(stage))[0] for _ in range(2)]
            analyses = stage.context.measurements
            for table in (seen, gone):
                analyses.analyse(table, Order("analysis", "guess", "", ("", ""), 0, 0, {}), "a match")
            stage.context.open_tables._tables.pop(gone)
            begun = store.now()
            await until(lambda: store.now() > begun + 1)
            await stage.context.keeping.look(stage.context.open_tables.held)
            assert [(await stage.get(f"/tables/{table}/at/0")).status_code for table in (seen, gone)] == [
                200,
                404,
            ]
            # a waiting analysis is kept, but only as long as its table
            assert analyses.analysis(gone) is None
            assert analyses.analysis(seen) is not None
            # all is kept where nothing else is said
            await Keeping(stage.context.store, 0.0).look([])
            assert (await stage.get(f"/tables/{seen}/at/0")).status_code == 200

    play(scene)
