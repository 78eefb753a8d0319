"""Two worlds that differ only in what one may not know: a server tells both with the same bytes, through real sockets.

In Rush nothing is hidden but the dice to come: its worlds have one log, and the server another secret in each.
"""

import json
from dataclasses import dataclass

import pytest

from sandtable import SPECTATOR, load, rng, stream
from sandtable.server.catalog import Catalog
from sandtable.server.credentials import hash_token
from sandtable.server.store import Store, StoredEvent, StoredSeat, StoredTable
from tests.server.stage import play, running
from tests.server.test_secrets import said

TABLE, ANN, BOB = "twins", "a" * 43, "b" * 43
SECRET, OTHER_SECRET = bytes(range(32)), bytes(range(1, 33))
# who must not know: seat 1 and who watches
KEPT_FROM = (1, SPECTATOR)
PLIES = 30
GAMES = {
    "assault": {},
    "optio": {"kudos": 2},
    "rout": {"split": "open", "ivory_units": 4, "ink_units": 4},
}


@dataclass
class Worlds:
    """Two lines of play that end in different positions."""

    one: list[tuple[int, int]]
    two: list[tuple[int, int]]


def twins(game, seed):
    """The first plies of a random match twice, for as long as those whom it is kept from see the same.

    Seat 0 and chance do otherwise in the second wherever those must not see it; both end while they differ.
    """
    worlds, apart, moves = Worlds([], []), 0, stream(seed)
    one, two = game.start(), game.start()
    for _ in range(PLIES):
        mover, action = one.to_move, one.sample(moves)
        quiet = all(one.observed_action(viewer, action) == -1 for viewer in KEPT_FROM)
        candidates = [two.sample(moves) for _ in range(8)] if quiet and mover != 1 else []
        for other in (*candidates, action):
            after = one.copy().play(action), two.copy()
            if after[1].refusal(other) is not None:
                continue
            after[1].play(other)
            if not after[0].over and all(after[0].view(v) == after[1].view(v) for v in KEPT_FROM):
                break
        else:
            break
        worlds.one.append((mover, action))
        worlds.two.append((mover, other))
        one, two = after
        apart = len(worlds.one) if one != two else apart
    return Worlds(worlds.one[:apart], worlds.two[:apart])


def events(line):
    kinds = (("outcome" if mover < 0 else "action", max(mover, -1), action) for mover, action in line)
    return [StoredEvent(n, kind, seat, action, time=7) for n, (kind, seat, action) in enumerate(kinds, 1)]


async def seen(db, game, line, secret=SECRET):
    """The bytes that seat 1 and a spectator are told of a table with this log, which is stored as it is.

    The commitment to the secret, which is another one for each, is left out.
    """
    store = Store(db)
    await store.open()
    stored = StoredTable(
        TABLE, game.id, game.settings, secret, "friend", 1, game.spec.version, rng.VERSION, invite="invite"
    )
    seats = [
        StoredSeat(n, "person", name, token=hash_token(token))
        for n, name, token in ((0, "Ann", ANN), (1, "Bob", BOB))
    ]
    await store.add_table(stored, seats, events(line))
    await store.close()
    catalog = Catalog({game.id: game.spec}, lambda _: (), lambda _game, _level: None)
    async with running(db, open_catalog=lambda: catalog, static=db.parent) as stage:
        told = []
        async with stage.sit(TABLE, BOB) as bob, stage.sit(TABLE) as eve:
            told += [*said(bob), *said(eve)]
            last, exports = eve.seen["ply"], eve.seen["exports"]
            assert last == len(line)
        for ply in range(last + 1):
            for headers in ({"Authorization": f"Bearer {BOB}"}, {}):
                moment = (await stage.get(f"/tables/{TABLE}/at/{ply}", **headers)).json()
                # who is here still is a matter of when the sockets end
                told.append(json.dumps({**moment, "watchers": 0, "seats": []}))
            for path in ("picture", "card", *(f"exports/{name}" for name in exports)):
                told.append((await stage.get(f"/tables/{TABLE}/{path}?ply={ply}")).content)
        for path in ("export", "turning", "kept", "at/1?seat=0"):
            told.append((await stage.get(f"/tables/{TABLE}/{path}")).content)
        told += [
            (await stage.http.get(path, headers={"Host": "localhost"})).content
            for path in (f"/g/{TABLE}?ply=1", "/j/invite")
        ]
        # and the one who knows is told otherwise
        async with stage.sit(TABLE, ANN) as ann:
            promise = ann.seen["commitment"]
            assert promise == rng.commitment(secret)
            texts = [one if isinstance(one, bytes) else one.encode() for one in told]
            return [text.replace(promise.encode(), b"") for text in texts], json.dumps(ann.seen["scene"])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_differ_in_a_secret_are_told_alike(tmp_path, monkeypatch, name):
    game = load(name, **GAMES[name])
    worlds = max((twins(game, seed) for seed in range(6)), key=lambda found: len(found.one))
    assert worlds.one != worlds.two
    (tmp_path / "index.html").write_text("<head></head>", encoding="utf-8")

    async def scene():
        return [
            await seen(tmp_path / f"{n}.db", game, line) for n, line in enumerate((worlds.one, worlds.two))
        ]

    (one, own), (two, other) = play(scene)
    assert len(one) > 10
    assert one == two
    assert own != other


def played(game, seed):
    """The first plies of a random match, up to one after which a person is to move."""
    line, position, moves = [], game.start(), stream(seed)
    while len(line) < PLIES or position.to_move < 0:
        line.append((position.to_move, position.sample(moves)))
        position.play(line[-1][1])
    return line


@pytest.mark.long
def test_dice_to_come_are_told_to_nobody(tmp_path):
    game = load("rush")
    line = played(game, 3)
    secrets = SECRET, OTHER_SECRET
    (tmp_path / "index.html").write_text("<head></head>", encoding="utf-8")

    async def scene():
        return [await seen(tmp_path / f"{n}.db", game, line, secret) for n, secret in enumerate(secrets)]

    one, two = play(scene)
    assert len(one[0]) > 10
    assert one == two
