"""A database of before is opened, archived and upgraded to rules that are others: of every game each match stays to be seen."""

import asyncio
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable import load, verify
from sandtable.authoring.encoding import encode
from sandtable.engine.match import VOID
from sandtable.engine.matchfile import check_record
from sandtable.server import app
from sandtable.server.loading.catalog import Catalog, shipped
from sandtable.server.run.hosting import Hosting
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables import archive, snapshot
from sandtable.server.tables.table import Table, match_of
from tests.server import older
from tests.server.older import GAMES, TOKENS
from tests.server.ws_client import play, running

GOLDEN = Path(__file__).parents[1] / "golden" / "older"


@pytest.fixture(scope="module")
def archived(tmp_path_factory):
    """A database of before, upgraded and archived by the command."""
    file = tmp_path_factory.mktemp("older") / "tables.db"
    older.make(file)
    assert app.archive(Hosting(database=str(file))) == (len(GAMES), len(GAMES), 0)
    return file


@pytest.fixture
def db(archived, tmp_path):
    return shutil.copy(archived, tmp_path / "tables.db")


def newer():
    """The shipped games, each with other rules."""
    found = shipped()
    games = {
        game: replace(
            found.games[game],
            rules=replace(found.games[game].rules, version=found.games[game].rules.version + 1),
        )
        for game in GAMES
    }
    return Catalog(games, lambda game: (), lambda game, level: None)


def by_the_rules(game):
    """The finished match at its table, as the rules show it."""
    match = older.played(game, "ended")
    rules, draws = match.game.spec.rules.version, match.draws
    stored = StoredTable(match.table, game, match.settings, match.secret, "friend", 1, rules, draws)
    seats = [StoredSeat(seat, "person", name) for seat, name in enumerate(older.NAMES)]
    table = Table(stored, seats, match_of(match.game, stored, seats), None)
    table.fold([StoredEvent(seq, **event) for seq, event in enumerate(older.events(match), 1)])
    return table


@pytest.mark.long
def test_a_match_of_rout_by_its_second_rules_is_archived():
    text = (GOLDEN / "rout-2-slipped.jsonl").read_text(encoding="utf-8")
    match = verify(text)
    stored = StoredTable(match.table, "rout", match.settings, match.secret, "hotseat", 1, 2, match.draws)
    seats = [StoredSeat(seat, "person", name) for seat, name in enumerate(match.seats)]
    # it is put together as a server does it: the game is that of today
    table = Table(stored, seats, match_of(load("rout", **match.settings), stored, seats), None)
    events = [StoredEvent(seq, **event) for seq, event in enumerate(older.events(match), 1)]
    table.fold(events)
    kept = archive.ArchivedTable(stored, seats, events, asyncio.run(archive.make(table)))
    assert kept.last_ply == match.ply
    assert verify(archive.file(kept)).position == match.position


# what may differ between the page of a match by its rules and that of its archive
PASSING = (
    "archived",
    "exports",
    "seats",
    "watchers",
    "counts",
    "undo",
    "take_back",
    "events",
    "actions",
    "version",
    "notice",
)


def told(page):
    return {name: value for name, value in json.loads(page).items() if name not in PASSING}


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_match_of_before_is_seen_as_its_rules_showed_it(db, game):
    table = by_the_rules(game)
    name, last = table.id, table.match.ply

    async def after():
        async with running(db, open_catalog=newer, ready=False) as server:
            for ply in {0, 1, last // 2, last - 1, last}:
                for seat, token in ((None, None), *enumerate(TOKENS)):
                    named = {} if token is None else {"Authorization": f"Bearer {token}"}
                    for eyes in ("", *(["?seat=0", "?seat=1"] if seat is None else [])):
                        found = await server.get(f"/tables/{name}/at/{ply}{eyes}", **named)
                        who = int(eyes[-1]) if eyes else seat
                        wanted = snapshot.moment(table, who, ply, bool(eyes))
                        assert told(found.text) == told(encode(wanted)), (ply, seat, eyes)
                svg = (await server.get(f"/tables/{name}/picture?ply={ply}")).text
                assert svg == snapshot.picture(table, ply)
            for seat, token in ((None, None), *enumerate(TOKENS)):
                async with server.sit(name, token) as client:
                    wanted = json.loads(encode(snapshot.events(table, seat)))
                    assert (client.seen["over"], client.seen["events"]) == (True, wanted)
            file = (await server.get(f"/tables/{name}/export")).text
            assert file == table.match.file()
            assert "the secret is the one that line 1 committed to" in check_record(file).covered

    play(after)


@pytest.mark.parametrize("game", GAMES)
def test_a_running_match_of_before_has_ended_and_is_open(db, game):
    match = older.played(game, "runs")
    name = match.table

    async def after():
        async with running(db, open_catalog=newer, ready=False) as server:
            for token in (*TOKENS, None):
                async with server.sit(name, token) as client:
                    assert (client.seen["void"], client.seen["over"], client.seen["result"]) == (
                        True,
                        True,
                        VOID,
                    )
                    assert (client.seen["last_ply"], client.seen["secret"]) == (match.ply, match.secret.hex())
                    assert len(client.seen["events"]) == 2 + len(match.entries)
            assert (await server.get(f"/tables/{name}/at/{match.ply // 2}?seat=1")).status_code == 200
            assert '"kind":"void"' in (await server.get(f"/tables/{name}/export")).text

    play(after)
