"""Two servers on one store: of two writers that want one number one is refused, and comes again."""

import contextlib

import pytest
import websockets

from sandtable.server.storage import store
from tests.server.ws_client import play, running


def test_of_two_servers_that_act_at_once_one_reads_what_the_other_stored(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as one, running(tmp_path / "a.db") as two:
            table, tokens = await one.pair()
            async with one.sit(table, tokens[0]) as here, two.sit(table, tokens[0]) as there:
                assert (await here.act(5))["type"] == "accepted"
                # it has seen none of it, and receives all of it
                refused = await there.act(6)
                assert (refused["type"], refused["code"]) == ("refused", "stale")
                assert there.seen["scene"] == here.seen["scene"]
                assert there.seen["seq"] == here.seen["seq"]
            async with two.sit(table, tokens[1]) as there:
                assert (await there.act(6))["type"] == "accepted"

    play(scene)


def test_the_same_message_at_two_servers_is_carried_out_once(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as one, running(tmp_path / "a.db") as two:
            table, tokens = await one.pair()
            async with one.sit(table, tokens[0]) as here, two.sit(table, tokens[0]) as there:
                first, second = [await client.ask("act", action=5, id="x") for client in (here, there)]
                assert first["type"] == second["type"] == "accepted"
                assert first["seq"] == second["seq"]
                assert here.seen["ply"] == there.seen["ply"]

    play(scene)


def test_of_two_guests_at_two_servers_one_is_seated(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as one, running(tmp_path / "a.db") as two:
            opened = await one.open()
            path = f"/invites/{opened['invite']}"
            assert not (await two.get(path)).json()["taken"]
            told = [
                (await server.post(path, name=name)).status_code
                for server, name in ((one, "Bob"), (two, "Eve"))
            ]
            assert told == [201, 409]
            async with two.sit(opened["table"], opened["tokens"][0]) as ann:
                assert [seat["name"] for seat in ann.seen["seats"]] == ["Guest", "Bob"]

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


def test_a_match_ends_once(tmp_path):
    async def scene():
        kept = store.Store(tmp_path / "a.db")
        await kept.open()
        table = store.StoredTable("t", "guess", {}, bytes(32), "friend", 1, 1, 1, "code")
        await kept.add_table(table, [store.StoredSeat(0, "person", "Ann", token="a")], [])
        await kept.append("t", [store.StoredEvent(1, "action", 0)], ended=1)
        # who read the table before that and its events afterwards has the next number
        with pytest.raises(store.ConflictError):
            await kept.append("t", [store.StoredEvent(2, "void", 0)], ended=2)
        head, _, events = await kept.table("t")
        assert (head.ended, [event.kind for event in events]) == (1, ["action"])
        await kept.close()

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
