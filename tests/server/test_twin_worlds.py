"""Two worlds that differ only in what one may not know: both are played live, and a server tells both with the same bytes.

In Rush nothing is hidden but the dice to come: its worlds have one line of play. In every game the server has another secret in
each world.
"""

import contextlib
import itertools
import json
import threading
from dataclasses import dataclass

import pytest

from sandtable import SPECTATOR, load, stream
from sandtable.authoring import rng
from sandtable.engine.match import Match
from sandtable.server.loading.catalog import Catalog
from sandtable.server.storage import credentials
from tests.server.guess.declaration import LEVELS
from tests.server.test_secrets import FIXED, fix, sit_down
from tests.server.ws_client import meet, play, running

TABLE = FIXED["new_table_id"]()
SECRETS = bytes(range(32)), bytes(range(1, 33))
# who must not know: seat 1 and who watches
KEPT_FROM = (1, SPECTATOR)
PLIES = 30
GAMES = {
    "assault": {},
    "optio": {"kudos": 2},
    "rout": {"split": "open", "ivory_units": 4, "ink_units": 4},
    "rush": {},
}


@dataclass
class Worlds:
    """Two lines of play, up to where a person is to move; those of a game with secrets end in different positions."""

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
        apart = len(worlds.one) if one != two and one.to_move >= 0 else apart
    return Worlds(worlds.one[:apart], worlds.two[:apart])


def played(game, seed):
    """The first plies of a random match, in both worlds."""
    line, position, moves = [], game.start(), stream(seed)
    while len(line) < PLIES or position.to_move < 0:
        line.append((position.to_move, position.sample(moves)))
        position.play(line[-1][1])
    return Worlds(line, line)


class Answering:
    """A computer in seat 1 that does what the line says, each time after it is let, and so hangs on its view alone."""

    def __init__(self, game, line):
        self.let = threading.Semaphore(0)
        self.answers = {}
        position = game.start()
        for mover, action in line:
            if mover == 1:
                self.answers[bytes(position.view(1))] = action
            position.play(action)

    def act(self, view, seat, moves, budget=None, cancelled=None):
        if budget is not None:
            return view.sample(moves)  # only warmed up
        while not self.let.acquire(timeout=0.1) and not cancelled():
            pass
        return self.answers[bytes(view)]


def illegal(position, seat):
    """The first action that `seat` may not choose in a position."""
    view = position.view(seat)
    return next(action for action in itertools.count() if view.refusal(action) is not None)


@pytest.fixture
def world(tmp_path, monkeypatch):
    """Opens a world: a server whose chance does what the line says, and whose table has this secret."""
    (tmp_path / "index.html").write_text("<head></head>", encoding="utf-8")
    fix(monkeypatch)
    draw = Match.draw

    @contextlib.asynccontextmanager
    async def opened(game, line, secret, agent=None):
        def drawn(match, position, seq, chain):
            return line[seq - 1][1] if match.table == TABLE else draw(match, position, seq, chain)

        monkeypatch.setattr(Match, "draw", drawn)
        monkeypatch.setattr(credentials, "new_secret", lambda: secret)
        levels = LEVELS[:1] if agent else ()
        catalog = Catalog({game.id: game.spec}, lambda _: levels, lambda _game, _level: agent)
        db = tmp_path / f"{secret[0]}.db"
        async with running(db, open_catalog=lambda: catalog, static=tmp_path) as stage:
            yield stage

    return opened


async def seen(stage, game, line, secret):
    """The bytes that seat 1 and a spectator receive while this line is played, and what seat 0 sees in the end.

    The commitment to the secret, which is another one for each, is left out, and nothing else.
    """
    table, tokens = await stage.pair(game=game.id, settings=GAMES[game.id])
    position = game.start()
    async with contextlib.AsyncExitStack() as stack:
        ann, bob, eve = await sit_down(stage, stack, table, tokens)
        for number, (mover, action) in enumerate(line):
            if mover >= 0:
                await meet(ann, bob, eve)
                # seat 1 is refused what is not its turn, or not allowed
                await bob.act(illegal(position, 1), id=f"refused-{number}")
                assert bob.heard[-1]["code"] == ("illegal" if mover == 1 else "not_your_turn")
                reply = await (ann, bob)[mover].act(action, id=f"{number}")
                assert reply["type"] == "accepted"
            position.play(action)
        await meet(ann, bob, eve)
        for client in (bob, eve):
            assert (await client.ask("rematch", id="last"))["type"] == "refused"
        assert ann.seen["ply"] == len(line)
        assert {json.loads(text)["type"] for text in bob.raw} == {
            "snapshot",
            "presence",
            "accepted",
            "refused",
        }
        told = [*bob.raw, *eve.raw, *await asked(stage, tokens[1], len(line), eve.seen["exports"])]
        assert ann.seen["commitment"] == rng.commitment(secret)
        return without(told, ann.seen["commitment"]), ann.seen["scene"]


async def asked(stage, token, last, exports):
    """What all calls of the interface and all pages of the table are answered."""
    told = []
    for ply in range(last + 1):
        for headers in ({"Authorization": f"Bearer {token}"}, {}):
            told.append((await stage.get(f"/tables/{TABLE}/at/{ply}", **headers)).text)
        for path in ("picture", "card", *(f"exports/{name}" for name in exports)):
            told.append((await stage.get(f"/tables/{TABLE}/{path}?ply={ply}")).content)
    for path in ("export", "turning", "kept", "at/1?seat=0"):
        told.append((await stage.get(f"/tables/{TABLE}/{path}")).content)
    return told + [
        (await stage.http.get(path, headers={"Host": "localhost"})).content
        for path in (f"/g/{TABLE}?ply=1", "/j/invite")
    ]


def without(told, commitment):
    texts = [one if isinstance(one, bytes) else one.encode() for one in told]
    return [text.replace(commitment.encode(), b"COMMITMENT") for text in texts]


async def seen_beside_a_computer(stage, game, line, agent):
    """The bytes that a spectator receives while seat 0 plays this line against a computer."""
    opened = await stage.open("computer", level=0, name="Ann", game=game.id, settings=GAMES[game.id])
    async with contextlib.AsyncExitStack() as stack:
        ann, eve = await sit_down(stage, stack, TABLE, opened["tokens"])
        for mover, action in line:
            if mover == 0:
                assert (await ann.act(action))["type"] == "accepted"
            elif mover == 1:
                seq = eve.seen["seq"]
                agent.let.release()
                while eve.seen["seq"] == seq:
                    await eve.look()
            await meet(ann, eve)
        assert (await eve.ask("rematch", id="last"))["type"] == "refused"
        assert ann.seen["ply"] == len(line)
        return without(eve.raw, ann.seen["commitment"])


def worlds_of(game):
    if game.id == "rush":
        return played(game, 3)
    return max((twins(game, seed) for seed in range(6)), key=lambda found: len(found.one))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_differ_in_a_secret_are_told_alike(world, name):
    game = load(name, **GAMES[name])
    worlds = worlds_of(game)

    async def scene():
        for line, secret in zip((worlds.one, worlds.two), SECRETS, strict=True):
            async with world(game, line, secret) as stage:
                yield await seen(stage, game, line, secret)

    (one, own), (two, other) = play(lambda: listed(scene()))
    assert len(one) > 10
    assert one == two
    # and the one who knows receives something else
    assert (own != other) == (name != "rush")


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_computer_thinks_alike_in_worlds_that_differ_in_a_secret(world, name):
    game = load(name, **GAMES[name])
    worlds = worlds_of(game)

    async def scene():
        for line, secret in zip((worlds.one, worlds.two), SECRETS, strict=True):
            agent = Answering(game, line)
            async with world(game, line, secret, agent) as stage:
                yield await seen_beside_a_computer(stage, game, line, agent)

    one, two = play(lambda: listed(scene()))
    assert one == two
    assert any(json.loads(text)["type"] == "thinking" for text in one)


async def listed(found):
    return [each async for each in found]
