"""What one may not know never reaches a message, an answer or the log."""

import contextlib
import json
import logging
import re

import pytest
import websockets

from sandtable.server.run import logs
from sandtable.server.storage import credentials, store
from sandtable.server.tables import audience
from tests.server.guess import catalog
from tests.server.guess.declaration import Guesser
from tests.server.guess.rules import FIRST_GUESS, PASS
from tests.server.test_entered import ledgers
from tests.server.ws_client import NUMBER, meet, picked, play, running

FIXED = {
    "new_table_id": lambda: "table",
    "new_invite": lambda: "invite",
    "new_secret": lambda: bytes(range(32)),
    "new_salt": lambda: "0" * 32,
}


def fix(monkeypatch):
    """Nothing that a server tells is chance or hangs on the time."""
    for name, make in FIXED.items():
        monkeypatch.setattr(credentials, name, make)
    monkeypatch.setattr(store, "now", lambda: 1)
    # joins are sent at once: how many are batched depends on the time
    monkeypatch.setattr(audience, "GATHERED", 0)


async def sit_down(stage, stack, table, tokens):
    """A client for each token and a spectator, each of whom has received all later joins."""
    sat = []
    for token in (*tokens, None):
        sat.append(await stack.enter_async_context(stage.sit(table, token)))
        for client in sat[:-1]:
            await client.until(lambda message: message["type"] == "presence")
    return sat


async def watch(db, hidden, shown, **body):
    """All that seat 1, a spectator, the API's open calls and pictures show while seat 0 holds `hidden`."""
    (db.parent / "index.html").write_text("<head></head>", encoding="utf-8")
    async with running(db, static=db.parent) as stage:
        table, tokens = await stage.pair(**body)
        async with contextlib.AsyncExitStack() as stack:
            ann, bob, eve = await sit_down(stage, stack, table, tokens)
            await ann.act(hidden)
            await meet(ann, bob, eve)
            await bob.act(shown, id="shown")
            for number in range(6):
                await meet(ann, bob, eve)
                mover = ann if ann.seen["to_move"] == 0 else bob
                assert (await mover.act(PASS, id=f"pass-{number}"))["type"] == "accepted"
            await meet(ann, bob, eve)
            told = [*bob.raw, *eve.raw]
            own = {"Authorization": f"Bearer {tokens[1]}"}
            for ply in range(eve.seen["ply"] + 1):
                told += [
                    (await stage.get(f"/tables/{table}/at/{ply}", **headers)).text for headers in (own, {})
                ]
                told += [
                    (await stage.get(f"/tables/{table}/{path}?ply={ply}")).content
                    for path in ("picture", "card")
                ]
            told += [(await stage.get(f"/tables/{table}/{path}")).text for path in ("export", "at/1?seat=0")]
            told += [
                (await stage.http.get(path, headers={"Host": "localhost"})).text
                for path in (f"/g/{table}?ply=1", "/j/invite")
            ]
            return told, tokens


async def ended(db, hidden):
    """What seat 1 and everybody else receive of a companion's match that its rules have ended, then once it is finished."""
    async with running(db, open_catalog=ledgers) as stage:
        table, tokens = await stage.pair(settings={"turns": 1})
        async with contextlib.AsyncExitStack() as stack:
            ann, bob, eve = await sit_down(stage, stack, table, tokens)
            for client, number in ((ann, hidden), (bob, 5)):
                await meet(ann, bob, eve)
                await client.act(number, id=f"pick-{number % 10}")
            await bob.ask("enter", action=FIRST_GUESS - 2, id="die")
            await meet(ann, bob, eve)
            await ann.act(PASS, id="pass")
            await meet(ann, bob, eve)
            assert bob.seen["finish"]
            # what can't be done yet tells nothing either
            for kind in ("rematch", "resign", "roll"):
                await bob.ask(kind, id=kind)
            early = [*bob.raw, *eve.raw, *await _told(stage, table, tokens[1])]
            await bob.ask("finish", id="finish")
            await meet(ann, bob, eve)
            return early, [*bob.raw, *eve.raw, *await _told(stage, table, tokens[1])]


async def _told(stage, table, token):
    own = {"Authorization": f"Bearer {token}"}
    paths = [f"at/{ply}{eyes}" for ply in range(5) for eyes in ("", "?seat=0", "?seat=1")]
    paths += [f"{path}?ply={ply}" for ply in range(5) for path in ("picture", "exports/board.txt")]
    paths += ["export", "dice", "turning", "kept"]
    answers = [await stage.get(f"/tables/{table}/{path}", **who) for path in paths for who in (own, {})]
    seats = await stage.post("/seats", seats=[{"table": table, "token": token}])
    return [(answer.status_code, answer.text) for answer in (*answers, seats)]


def test_a_ledger_that_nobody_has_finished_shows_nothing_hidden(tmp_path, monkeypatch):
    fix(monkeypatch)

    async def scene():
        one, two = [await ended(tmp_path / f"{hidden}.db", hidden) for hidden in (17, 27)]
        assert one[0] == two[0]
        # it would be noticed
        assert one[1] != two[1]
        assert tuple(status for status, _ in one[1][-9:-7]) == (200, 200)

    play(scene)


def test_tables_that_differ_in_a_secret_look_the_same_from_outside(tmp_path, monkeypatch):
    fix(monkeypatch)

    async def scene():
        told = [await watch(tmp_path / f"{hidden}.db", hidden, 60) for hidden in (17, 38)]
        assert told[0][0] == told[1][0]
        assert len(told[0][0]) > 20

    play(scene)


def logged(records):
    """What the log says of records, as lines and as JSON, without what may hold any digits: times, and lines of a program."""
    in_json, in_lines = logs._Json(), logging.Formatter(logs.LINE.removeprefix("%(asctime)s "))
    told = [{**json.loads(in_json.format(record)), "time": ""} for record in records]
    said = [*map(json.dumps, told), *map(in_lines.format, records)]
    return [re.sub(r"\bline \d+", "", line) for line in said]


def test_the_log_names_no_token_secret_or_number(tmp_path, caplog, monkeypatch):
    caplog.set_level(logging.DEBUG)

    async def fail(*_, **__):
        raise RuntimeError("a fault of the program")

    async def scene():
        _, tokens = await watch(tmp_path / "a.db", 117, 99)
        async with running(tmp_path / "a.db") as stage:
            await stage.get("/tables/x/at/0", Authorization=f"Bearer {tokens[0]}")
            await stage.http.get(f"/r/{tokens[0]}")
            await stage.post("/return", token=tokens[1])
            # what is logged of faults says where they happened: a message that cannot be stored, a link that cannot be read
            table, more = await stage.pair()
            async with stage.sit(table, more[0]) as ann:
                monkeypatch.setattr(store.Store, "append", fail)
                monkeypatch.setattr(store.Store, "seat_of", fail)
                with pytest.raises(websockets.ConnectionClosed):
                    await ann.act(117)
            assert (await stage.post("/return", token=more[1])).status_code == 500
        return [*tokens, *more]

    tokens = play(scene)
    ours = [
        record
        for record in caplog.records
        if not record.name.startswith(("httpcore", "httpx", "websockets.client"))
    ]
    # which port and process it is says nothing, and may hold any digits
    text = re.sub(r"127\.0\.0\.1:\d+|process \[\d+\]", "", "\n".join(logged(ours)))
    # as lines and as JSON
    assert text.count("RuntimeError: a fault of the program") >= 4
    assert not [token for token in tokens if token in text]
    assert "117" not in text


def test_tokens_are_stored_hashed(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            return (await stage.pair())[1]

    tokens = play(scene)
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("a.db*"))
    assert not [token for token in tokens if token.encode() in stored]
    assert [token for token in tokens if credentials.hash_token(token).encode() in stored] == tokens


def test_a_computer_is_shown_its_view_only(tmp_path):
    views = []

    def watching():
        made = catalog()
        return type(made)(made.games, made.levels, lambda game, level: Guesser(views))

    async def scene():
        async with running(tmp_path / "a.db", open_catalog=watching) as stage:
            views.clear()
            opened = await stage.open("computer", level=0)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(77)
                await ann.turn()
                tables = stage.app._app.state.context.open_tables
                table = await tables.table(opened["table"])
                assert views
                assert {view for seat, view in views if seat == 1} <= {
                    bytes(table.match.at(n).view(1)) for n in range(table.match.ply + 1)
                }

    play(scene)


def test_a_wrong_and_a_missing_table_answer_alike(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            opened = await stage.open()
            invite, none = f"/invites/{opened['invite']}", "/invites/aaaaaaaaaaaaaaaa"
            told = {"table", "game", "host", "taken", "settings", "length", "take_back", "commitment"}
            assert set((await stage.get(invite)).json()) == told
            answers = [
                await stage.get(none),
                await stage.post(none, name="Eve"),
                await stage.post("/return", token="a" * 22),
            ]
            assert {(answer.status_code, *answer.json()) for answer in answers} == {(404, "error")}

    play(scene)


def test_a_refusal_gives_no_reason_that_the_seat_cannot_know(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                mover, asked = ann, 0
                while asked < 3:
                    await meet(ann, bob)
                    if mover.seen["scene"]["die"] < 3:
                        # the right digit and a wrong one are refused alike
                        said = [await mover.act(FIRST_GUESS + digit) for digit in (NUMBER % 10, 0)]
                        assert {one["reason"] for one in said} == {"A guess needs a roll of 3 or more."}
                        asked += 1
                    await mover.act(PASS)
                    mover = bob if mover is ann else ann

    play(scene)


def test_the_dice_secret_is_told_at_the_end_only(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann:
                assert ann.seen["secret"] is None
                await ann.ask("resign")
                from sandtable.authoring.rng import commitment

                assert commitment(bytes.fromhex(ann.seen["secret"])) == ann.seen["commitment"]

    play(scene)
