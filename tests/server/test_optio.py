"""The server with Optio: kinds reach nobody who may not know them, in words or in times, and nobody peeks for free."""

import json
import time
from dataclasses import replace

import msgspec

import sandtable
from sandtable.authoring import CHANCE, SPECTATOR, rng
from sandtable.authoring.rng import chained, outcome
from sandtable.engine.match import Entry, Match
from sandtable.games import spec
from sandtable.server.loading.catalog import Catalog
from sandtable.server.storage import credentials
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables import commands
from sandtable.server.tables.snapshot import moment, snapshot
from sandtable.server.tables.table import Table
from tests.server.guess.declaration import LEVELS
from tests.server.ws_client import PATIENT, running
from tests.server.ws_client import play as run

ARMED, BLUFF = "army 1 and scout 2", "army 5 and scout 6"
LOTS = sandtable.load("optio").labels["lot"]
# Navy's first block walks up to Oxblood's in the north-west, and is asked whether it scouts
WALK = ("enter block 1 at A", "end")
STEP = ("move block 1 north", "end")
OTHERS = ("enter block 1 at A", "enter block 2 at E", "enter block 3 at D", "enter block 4 at C")


def fold(made, entries):
    made.fold([StoredEvent(made.seq + n, e.kind, e.seat, e.action, e.keep) for n, e in enumerate(entries, 1)])


def named(position, words):
    """The legal action or outcome that reads like `words`."""
    return next(a for a in position.actions() if position.game.describe(a).startswith(words))


def act(made, words):
    position = made.match.position
    fold(made, made.match.next_entries(position.to_move, named(position, words)))


def table(navy):
    """A table where Navy's lot is `navy`, Oxblood's always the same, and Navy moves first."""
    game = sandtable.load("optio")
    stored = StoredTable("table", "optio", game.settings, bytes(range(32)), "friend", 0, rules=1, draws=1)
    sitting = [StoredSeat(seat, "person", f"P{seat}") for seat in (0, 1)]
    made = Table(stored, sitting, Match(game, stored.secret, "table"), None)
    for words in (f"draw {navy} for Navy", f"draw {BLUFF} for Oxblood", "roll 6 against 1"):
        action = named(made.match.position, words)
        fold(made, [Entry(len(made.match.entries) + 1, "outcome", CHANCE, action)])
    return made


def walk(made):
    """Brings Navy's first block to the question; yields after every action."""
    for number, other in enumerate(OTHERS):
        for words in (*(STEP if number else WALK), other, "end"):
            act(made, words)
            yield
    act(made, STEP[0])
    yield


def told(made, seat):
    """Everything that the server would tell this seat: the table now with its whole log, and every moment before."""
    moments = [moment(made, seat, ply, eyes=False) for ply in range(made.match.ply + 1)]
    return msgspec.json.encode([snapshot(made, seat, 0), *moments])


def test_the_question_and_its_answer_read_alike_whatever_the_block_is():
    armed, bluff = table(ARMED), table(BLUFF)
    for _ in zip(walk(armed), walk(bluff), strict=True):
        for seat in (1, None):
            assert told(armed, seat) == told(bluff, seat)
    assert {made.match.position.phase for made in (armed, bluff)} == {"scout"}
    assert (len(snapshot(armed, 0).legal), len(snapshot(bluff, 0).legal)) == (2, 1)
    for made in (armed, bluff):
        fold(made, made.match.next_entries(0, made.match.position.actions()[-1]))
    for seat in (1, None):
        assert told(armed, seat) == told(bluff, seat)
    assert told(armed, 0) != told(bluff, 0)


def test_who_has_scouted_cannot_take_it_back_alone():
    made = table(ARMED)
    for _ in walk(made):
        pass
    # having moved in tells nothing that was not seen before
    assert snapshot(made, 0).undo == "free"
    act(made, "scout")
    assert made.match.position.to_move == 0
    assert snapshot(made, 0).undo == "ask"
    assert [e.kind for e in commands.events(made, 0, commands.Undo("x", made.seq))] == ["offer"]


def test_a_lot_is_told_to_its_owner_only():
    made = table(ARMED)
    lines = {seat: [line.told.text for line in made.match.lines(seat)][:2] for seat in (0, 1, SPECTATOR)}
    assert "number 1" in lines[0][0]
    assert "number 1" not in lines[1][0] + lines[SPECTATOR][0]
    assert "number 5" not in lines[0][1] + lines[SPECTATOR][1]
    assert [snapshot(made, seat).luck[0].rolls for seat in (0, 1, None)] == [0, 0, 0]


class Walker:
    """Walks as above and never scouts; where it could it thinks for 90 ms. When warming up it does anything."""

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if budget is not None:
            return view.sample(rng)
        if view.phase == "scout":
            time.sleep(0.09 * (len(view.actions()) > 1))
            return view.actions()[-1]
        words = [view.game.describe(action) for action in view.actions()]
        return named(
            view, next(w for w in ("end", STEP[0], WALK[0]) if any(one.startswith(w) for one in words))
        )


def secret_of(navy, oxblood, roll):
    """A table's secret from which follow both lots and the roll, numbers of 30, 30 and 36, with which a match begins."""
    # nobody else sees a lot
    dealt = chained("", f"{CHANCE} -1")
    chains = "", dealt, chained(dealt, f"{CHANCE} -1")
    for number in range(10**6):
        secret = number.to_bytes(32, "big")
        drawn = (
            int(outcome(secret, "table", chain) * many)
            for chain, many in zip(chains, (30, 30, 36), strict=True)
        )
        if all(found == wanted for found, wanted in zip(drawn, (navy, oxblood, roll), strict=True)):
            return secret
    raise AssertionError("no such secret")


def walkers():
    return Catalog({"optio": spec("optio")}, lambda game: LEVELS, lambda game, level: Walker())


async def watch(db):
    """What Oxblood receives while a computer walks up to it and is asked, and how long each of its answers took."""
    async with running(db, replace(PATIENT, beat=0.16), walkers) as stage:
        opened = await stage.open("computer", game="optio", seat=1, level=0)
        async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
            for words in OTHERS:
                await ann.turn()
                for text in (words, "end the turn"):
                    await ann.act(next(c["action"] for c in ann.seen["legal"] if c["text"] == text))
            while ann.seen["phase"] != "scout":
                await ann.look()
            began = time.monotonic()
            while ann.seen["phase"] == "scout":
                await ann.look()
            took = time.monotonic() - began
    last = {m["seq"]: m for m in map(json.loads, ann.raw) if m["type"] == "snapshot"}
    news = [m for m in map(json.loads, ann.raw) if m["type"] == "thinking"]
    return [{**m, "commitment": "", "changed": 0, "events": []} for m in last.values()] + [
        news,
        ann.log,
    ], took


def test_a_computer_that_is_asked_answers_in_the_same_words_at_the_same_pace(tmp_path, monkeypatch):
    # by this version a die depends on secret, table and entries only
    monkeypatch.setattr(rng, "VERSION", 2)
    monkeypatch.setattr(credentials, "new_table_id", lambda: "table")
    told, took = [], []
    for number, navy in enumerate((LOTS.index(ARMED), LOTS.index(BLUFF))):
        secret = secret_of(navy, LOTS.index(BLUFF), 30)
        monkeypatch.setattr(credentials, "new_secret", lambda secret=secret: secret)
        said, time_taken = run(lambda number=number: watch(tmp_path / f"{number}.db"))
        told.append(said)
        took.append(time_taken)
    assert told[0] == told[1]
    assert "does not scout" in json.dumps(told)
    assert min(took) > 0.15
