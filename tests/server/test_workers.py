"""Two servers on one store: of two writers that want one number one is refused, and comes again."""

import contextlib

import pytest
import websockets

from sandtable.server import store
from tests.server.stage import play, running


def test_two_servers_never_both_append(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as one, running(tmp_path / "a.db") as two:
            table, tokens = await one.pair()
            async with one.sit(table, tokens[0]) as here, two.sit(table, tokens[0]) as there:
                assert (await here.act(5))["type"] == "accepted"
                with pytest.raises(websockets.ConnectionClosed, match="1012"):
                    await there.act(6)
            async with two.sit(table, tokens[0]) as there:
                assert there.seen["scene"] == here.seen["scene"]

    play(scene)


def test_a_failed_store_spoils_no_table(tmp_path, monkeypatch):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await stage.pair()

            async def fail(*_):
                raise OSError("no space left")

            with monkeypatch.context() as broken, contextlib.suppress(websockets.ConnectionClosed):
                broken.setattr(store.Store, "append", fail)
                async with stage.sit(table, tokens[0]) as ann:
                    await ann.act(5)
                    pytest.fail("nothing was stored, and yet it was acknowledged")
            async with stage.sit(table, tokens[0]) as ann:
                assert ann.seen["ply"] == 0
                assert (await ann.act(6))["type"] == "accepted"

    play(scene)


def test_a_taken_seat_and_a_used_message_are_conflicts(tmp_path):
    async def scene():
        kept = store.Store(tmp_path / "a.db")
        await kept.open()
        table = store.StoredTable("t", "guess", {}, bytes(32), "friend", 1, 1, 1, "code")
        seats = [store.StoredSeat(0, "person", "Ann", token="a"), store.StoredSeat(1, "empty", "Friend")]
        await kept.add_table(table, seats, [])
        with pytest.raises(store.ConflictError):
            await kept.add_table(table, seats, [])
        first = store.StoredEvent(1, "action", 0, 5, message="0:x")
        await kept.append("t", [first], store.StoredSeat(1, "person", "Bob", token="b"))
        for event, seat in (
            (first, None),
            (store.StoredEvent(2, "action", 0, 5, message="0:x"), None),
            (store.StoredEvent(2, "join", 1), store.StoredSeat(1, "person", "Eve", token="e")),
        ):
            with pytest.raises(store.ConflictError):
                await kept.append("t", [event], seat)
        found = await kept.table("t")
        assert found is not None
        assert (found[0], [seat.name for seat in found[1]], found[2]) == (table, ["Ann", "Bob"], [first])
        assert await kept.seat_of("b") == ("t", "guess", 1)
        assert await kept.invited_to("code") == "t"
        assert await kept.table("u") is None
        await kept.close()

    play(scene)
