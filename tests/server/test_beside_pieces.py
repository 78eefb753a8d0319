"""What a server does beside its tables, piece by piece: orders to the lab, other servers, kits, what is offered."""

import asyncio
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest

from sandtable.choices import Option, Pick, Space
from sandtable.games import installed, spec, trays
from sandtable.kits import Kit, KitMaker, Leaflet, Paragraph
from sandtable.lab.run.extras import MissingExtra, extra
from sandtable.lab.work.measurement import Folder, Known, Order, Progress, Range, Wanted
from sandtable.printing import pictured
from sandtable.server import kits, measurements, measuring, peers
from sandtable.server.catalog import shipped
from sandtable.server.kits import Kits
from sandtable.server.limits import Limits
from sandtable.server.measurements import Lab, Measurements, NotTakenError, _Running
from sandtable.server.peers import Peers
from sandtable.server.protocol import Aimed, KitOrder, NewMeasurement, SweptSetting
from sandtable.server.store import CHANNEL, Asked, StorageError, Stored
from sandtable.settings import Integer
from tests.fixtures import connect_four
from tests.server.guess import catalog
from tests.server.stage import play, until

# another declaration with the id of one that there is
SAME = replace(connect_four.SPEC)
MADE = Order("simulation", "guess", "tests.server.guess:SPEC", ("0", "2"), 20, 7, {})


def asked(kind="simulation", ranges=(), **more):
    """What a visitor asks for."""
    swept = [SweptSetting(name, list(values)) for name, values in ranges]
    given = {"game": "guess", "levels": [0, 2], "pairs": 20, "seed": 7, **more}
    return NewMeasurement(kind, ranges=swept, **given)


def test_what_is_asked_of_the_lab_is_an_order():
    def ordered(**more):
        return measuring.order(asked(**more), catalog(), 20)

    assert ordered() == MADE
    assert ordered(name="  two \t levels ") == replace_of(MADE, name="two levels")
    assert ordered(kind="comparison", settings={"turns": 5}) == replace_of(
        MADE, kind="comparison", settings={"turns": 5}
    )
    swept = (("turns", range(1, 31)), ("loud", (True, False)))
    ranges = [Range(name, list(values)) for name, values in swept]
    assert ordered(kind="sweep", ranges=swept) == replace_of(MADE, kind="sweep", ranges=ranges)
    assert ordered(kind="sweep", ranges=[("turns", (1, 2))]).ranges == [Range("turns", [1, 2])]


def test_a_report_searches_for_better_picks_where_a_game_has_more_than_it_lists(monkeypatch):
    monkeypatch.setattr(measuring.games, "place_of", lambda _: MADE.place)
    options = tuple(Option(name, "a number") for name in ("high", "low"))
    space = Space(9, options.__getitem__, lambda _: [], lambda _: None)
    pick = Pick("number", "the number", options, "high", space)
    there = catalog()

    def offered(one):
        return replace(there, games={"guess": replace(there.games["guess"], picks=(one,))})

    wide, narrow = offered(pick), offered(replace(pick, space=replace(space, total=8)))
    assert measuring.order(asked(kind="report", search_picks=True), wide, 20) == replace_of(
        MADE, kind="report", search_picks=True
    )
    none = (
        f"{there.games['guess'].name} lists all or nearly all that can be picked: there is nothing to search"
    )
    for kind, games, sentence in (
        ("report", narrow, none),
        ("sweep", wide, "only a report searches for better picks"),
    ):
        with pytest.raises(NotTakenError) as told:
            measuring.order(asked(kind=kind, search_picks=True), games, 20)
        assert str(told.value) == sentence


def test_what_is_not_asked_for_is_as_the_contract_says():
    assert NewMeasurement("tuning", "guess", [0, 2]) == NewMeasurement(
        "tuning",
        "guess",
        [0, 2],
        pairs=200,
        seed=1,
        settings={},
        ranges=[],
        aims=[],
        candidates=32,
        confirm=1000,
        search_picks=False,
        name="",
    )


def test_a_tuning_is_an_order_with_its_aims():
    aims = [Aimed("score", 45.0, 55.0), Aimed("plies", None, 12.0), Aimed("draws", 1.0)]
    over = [("turns", (4, 6)), ("loud", (True, False))]
    order = measuring.order(
        asked(kind="tuning", ranges=over, aims=aims, candidates=9, confirm=19), catalog(), 20
    )
    assert order == replace_of(
        MADE,
        kind="tuning",
        ranges=[Range("turns", [4, 6]), Range("loud", [True, False])],
        aims=[Wanted("score", 45.0, 55.0), Wanted("plies", None, 12.0), Wanted("draws", 1.0, None)],
        candidates=9,
        confirm=19,
    )
    # a tuning is over more than a sweep, and tries what it has time for
    most = [("turns", range(1, 41)), ("loud", (True, False)), ("mood", ("calm", "wild"))]
    assert (
        len(measuring.order(asked(kind="tuning", ranges=most, aims=aims, confirm=20), catalog(), 20).ranges)
        == 3
    )


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"confirm": 21}, "a measurement has 20 pairs of matches here at most, not 21"),
        ({"ranges": []}, "a tuning is over 1 to 6 different settings"),
        ({"ranges": [("turns", (1,))]}, "a tuning needs two values of a setting at least"),
        ({"aims": []}, "a tuning has aims for one or several different figures"),
        (
            {"aims": [Aimed("score", 1.0), Aimed("score", 2.0)]},
            "a tuning has aims for one or several different figures",
        ),
        (
            {"aims": [Aimed("speed", 1.0)]},
            "the figures of this game are score, seat_0, draws, decisions, plies, branching, not 'speed'",
        ),
        ({"aims": [Aimed("score")]}, "the aim for score says neither the least nor the most"),
        ({"aims": [Aimed("score", 5.5, 5.5)]}, "the aim for score has no room between its ends: 5.5 to 5.5"),
        ({"kind": "sweep"}, "only a tuning has aims"),
    ],
)
def test_what_a_tuning_does_not_take_is_said_in_a_sentence(more, sentence):
    given = {
        "kind": "tuning",
        "ranges": [("turns", (4, 6))],
        "aims": [Aimed("score", 1.0)],
        "confirm": 20,
        **more,
    }
    with pytest.raises(NotTakenError) as told:
        measuring.order(asked(**given), catalog(), 20)
    assert str(told.value) == sentence


def replace_of(order, **changed):
    """An order with some parts changed."""
    return Order(**{name: changed.get(name, getattr(order, name)) for name in Order.__struct_fields__})


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"pairs": 21}, "a measurement has 20 pairs of matches here at most, not 21"),
        ({"levels": [0, 3]}, "the computer's levels at this game are 0, 1, 2, not 3"),
        ({"kind": "comparison"}, "a comparison is of changed settings with the game's own: change one first"),
        ({"kind": "comparison", "settings": {"turns": 20}}, "a comparison is of changed settings"),
        ({"ranges": [("turns", (1, 2))]}, "only a sweep and a tuning have ranges of settings"),
        ({"kind": "sweep"}, "a sweep is over one or two different settings"),
        (
            {"kind": "sweep", "ranges": [("turns", (1, 2)), ("turns", (3,))]},
            "a sweep is over one or two different",
        ),
        ({"kind": "sweep", "ranges": [("turns", (1, 2, 1))]}, "turns is given 1 more than once"),
        (
            {"kind": "sweep", "ranges": [("turns", range(1, 32)), ("loud", (True, False))]},
            "has 60 cells here at most, not 62",
        ),
        ({"kind": "sweep", "ranges": [("turns", (1,))]}, "a sweep needs two values of a setting at least"),
        ({"kind": "sweep", "ranges": [("turns", (0, 1))]}, "turns"),
    ],
)
def test_what_the_lab_does_not_take_is_said_in_a_sentence(more, sentence):
    with pytest.raises(ValueError, match=sentence):
        measuring.order(asked(**more), catalog(), 20)


def test_a_companion_is_not_measured():
    ledgers = catalog()
    ledgers.games["guess"] = replace(ledgers.games["guess"], companion_of="chess")
    with pytest.raises(ValueError, match="a companion keeps the books of a match at a real table"):
        measuring.order(asked(), ledgers, 20)


def test_a_measurement_is_told_as_it_stands(tmp_path):
    folder = Folder(tmp_path / "0123456789abcdef")
    order = replace_of(MADE, created=99, name="so", ranges=[Range("turns", [1, 2])], settings={"loud": True})
    folder.make(order)
    told = measuring.told("0123456789abcdef", folder, order)
    assert (told.state, told.share, told.left, told.matches, told.figures) == ("waiting", 0.0, -1.0, 0, [])
    figure = Known("score", 0.5, 0.4, 0.6, 10, "%", "half")
    folder.tell(Progress(0.25, 30.0, 10, 5, [figure]))
    folder.stand("stopped", "Enough.")
    folder.write(folder.page, "<p>")
    told = measuring.told("0123456789abcdef", folder, order)
    assert (told.id, told.kind, told.game, told.name, told.levels) == (
        "0123456789abcdef",
        "simulation",
        "guess",
        "so",
        [0, 2],
    )
    assert (told.pairs, told.seed, told.settings, told.created) == (20, 7, {"loud": True}, 99)
    assert told.ranges == [SweptSetting("turns", [1, 2])]
    assert (told.state, told.sentence, told.share, told.left) == ("stopped", "Enough.", 0.25, 30.0)
    assert (told.matches, told.measured, told.page, told.data) == (10, 5, True, False)
    assert [(one.name, one.value, one.low, one.high, one.n) for one in told.figures] == [
        ("score", 0.5, 0.4, 0.6, 10)
    ]
    folder.stand("done")
    folder.write(folder.data, "{}")
    told = measuring.told("0123456789abcdef", folder, order)
    assert (told.share, told.left, told.data) == (1.0, 0.0, True)


def test_measurements_are_listed_the_newest_first_and_changed_by_their_key(tmp_path):
    lab = Lab(mode="own", processes=3, ray="there")
    made = Measurements(tmp_path / "lab", lab, Limits(measurements_waiting=2, measurements_kept=3))
    first = made.ask(MADE)
    there, order = made.folder(first[0])
    assert (order.processes, order.ray, len(first[0])) == (3, "there", 16)
    assert [made.may_change(order, key) for key in (first[1], "other", "")] == [True, False, False]
    made.lab = replace(lab, mode="shared")
    assert made.may_change(order, "")
    made.ask(MADE)
    with pytest.raises(NotTakenError, match=r"^This server takes 2 measurements at a time"):
        made.ask(MADE)
    made.stop(there)
    assert there.standing().state == "stopped"
    made.go_on(there)
    assert there.standing().state == "waiting"
    there.stand("done")
    for change in (made.stop, made.go_on):
        change(there)
        assert there.standing().state == "done"
    made.ask(MADE)
    there.stand("failed", "So.")
    for one in made.all():
        one.folder.stand("done")
    with pytest.raises(NotTakenError, match=r"^This server keeps at most 3 measurements"):
        made.ask(MADE)
    created = [one.order.created for one in made.all()]
    assert created == sorted(created, reverse=True)
    assert [one.id for one in measuring.listed(made)] == [one.id for one in made.all()]
    made.delete(there)
    assert made.folder(first[0]) is None
    assert made.folder("../lab") is None
    assert len(made.all()) == 2


def test_what_another_process_was_at_when_it_ended_waits_again(tmp_path):
    # nothing is begun here
    made = Measurements(tmp_path / "lab", Lab(mode="shared", at_once=0), Limits())
    folders = [made.folder(made.ask(MADE)[0])[0] for _ in range(2)]
    for folder, state in zip(folders, ("running", "stopped"), strict=True):
        folder.stand(state)

    async def scene():
        made.start()
        try:
            await until(lambda: folders[0].standing().state != "running")
        finally:
            await asyncio.to_thread(made.close)

    play(scene)
    assert [folder.standing().state for folder in folders] == ["waiting", "stopped"]


def test_what_is_done_in_the_last_beat_of_a_server_does_not_wait(tmp_path):
    made = Measurements(tmp_path / "lab", Lab(mode="shared"), Limits())
    folder, _ = made.folder(made.ask(MADE)[0])
    folder.stand("running")
    one = _Running(folder, [sys.executable, "-c", ""])
    one._process.wait()
    made._running["one"] = one
    made._closed.set()
    made._run()
    assert folder.standing().state == "done"


def at_work(tmp_path, **lab):
    """Measurements as this lab allows, and a process that works at one since second 100."""
    made = Measurements(tmp_path / "lab", Lab(mode="shared", **lab), Limits())
    folder, _ = made.folder(made.ask(MADE)[0])
    folder.stand("running")
    ended = []
    return made, SimpleNamespace(
        status=None, folder=folder, began=100.0, ended=ended, end=lambda: ended.append("ended")
    )


def test_a_measurement_has_the_minutes_that_the_host_allows(tmp_path, monkeypatch):
    made, one = at_work(tmp_path, minutes=2)
    for now, ended in ((220.0, False), (220.1, True)):
        monkeypatch.setattr(measurements, "monotonic", lambda now=now: now)
        assert made._has_ended(one) == bool(one.ended) == ended
    standing = one.folder.standing()
    assert standing.state == "stopped"
    assert standing.sentence.startswith(
        "It was stopped after 2 minutes, as long as one may here at a stretch."
    )


def test_what_works_at_a_measurement_that_is_stopped_or_deleted_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(measurements, "monotonic", lambda: 100.0)
    made, one = at_work(tmp_path)
    assert (made._has_ended(one), one.ended) == (False, [])
    made.stop(one.folder)
    assert (made._has_ended(one), one.ended) == (True, ["ended"])
    assert one.folder.standing().state == "stopped"
    made, one = at_work(tmp_path)
    made.delete(one.folder)
    # it writes once more
    one.folder.path.mkdir()
    one.folder.stand("running")
    assert (made._has_ended(one), one.ended) == (True, ["ended"])
    assert not one.folder.path.exists()


def test_what_works_as_the_server_ends_is_ended_and_waits(tmp_path, monkeypatch):
    monkeypatch.setattr(measurements, "monotonic", lambda: 100.0)
    made, one = at_work(tmp_path)
    made._running["one"] = one
    made._closed.set()
    made._run()
    assert (one.ended, one.folder.standing().state) == (["ended"], "waiting")


def test_a_measurement_tells_when_it_was_asked_for_and_a_fault_its_end(tmp_path, monkeypatch):
    monkeypatch.setattr(measurements, "time", lambda: 1_700_000_000.1234)
    _, one = at_work(tmp_path)
    assert one.folder.order().created == 1_700_000_000_123
    assert measurements._end_of(one.folder.errors) == ""
    one.folder.errors.write_text("x" * 9000 + "y" * 7989 + "\nthe end\n\n", encoding="utf-8")
    assert measurements._end_of(one.folder.errors) == "x" + "y" * 7989 + "\nthe end"
    assert [measurements._how(status) for status in (-9, 1)] == ["signal 9", "status 1"]


@pytest.mark.skipif(sys.platform == "win32", reason="sessions are of POSIX")
def test_the_process_of_a_measurement_is_beside_the_server(tmp_path):
    told = "import os; print(os.getsid(0) == os.getpid())"
    one = _Running(Folder(tmp_path), [sys.executable, "-c", told])
    one._process.wait()
    one._listener.join()
    # the terminal's Ctrl-C is not for it
    assert one.sentence == "True"
    one.end()
    assert one._process.stdin.closed


def peers_of(monkeypatch, tell):
    """The servers on a database of which nothing is heard, told of by `tell`, with what is said of who is alive.

    Two are there, and the other one leaves once it was told twice.
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


def test_servers_are_told_once_and_in_order(monkeypatch, caplog):
    told = []

    async def tell(notices):
        told.append(list(notices))
        if len(told) == 1:
            raise StorageError

    notices = [Asked("b", f"{n}") for n in range(3)]

    async def scene():
        made, beats, _ = peers_of(monkeypatch, tell)
        made.tell(notices[0])
        assert not made._untold
        made.start()
        made.tell(notices[0])
        await until(lambda: told)
        made.tell(notices[1])
        made.tell(notices[2])
        await until(lambda: made.alive == ["b"] and len(beats) > 12)
        # nobody is there any more
        made.tell(notices[0])
        assert not made._untold
        await made.close()
        return made, beats

    made, beats = play(scene)
    assert told == [notices[:1], notices[1:]]
    # nothing follows where the database could not be asked
    assert beats[:5] == [(4000, ["a", "b"]), "beat", beats[2], (4000, ["a", "b"]), "beat"]
    assert beats[-3:-1] == [(4000, ["b"]), "beat"]
    assert beats.count("ended") == 1
    assert made.alive == ["b"]
    assert [record.getMessage() for record in caplog.records] == [
        "1 of the servers on this database are gone"
    ]


def test_what_others_say_is_heard_and_what_is_not_understood_passed_over(monkeypatch):
    made, _, heard = peers_of(monkeypatch, None)
    for payload in (b'["stored","a","t",3]', b'["stored","b","t",4]', b'["sung","a"]', b"{"):
        made._take(payload.decode())
    assert heard == [Stored("a", "t", 3)]


def test_who_is_new_or_was_late_reads_the_logs_at_each_of_his_first_beats(monkeypatch):
    read = []
    store = SimpleNamespace(shared="there", name="b", alone=False)
    made = Peers(store, None, lambda: read.append(peers.monotonic()), None)

    def beats(alive, *times):
        read.clear()
        for now in times:
            monkeypatch.setattr(peers, "monotonic", lambda now=now: now)
            made._note(alive)
        return list(read)

    both = ["a", "b"]
    assert beats(both, 100.0, 101.0, 103.9, 104.0, 105.0) == [100.0, 101.0, 103.9]
    # three seconds late is in time, more is not
    assert beats(both, 108.0, 111.1, 112.0, 115.0, 115.1) == [111.1, 112.0, 115.0]
    # who is alone has missed nothing, however late he was
    assert (beats(["b"], 116.0, 120.0, 121.0), store.alone) == ([], True)
    # until another one comes
    assert (beats(both, 122.0), store.alone) == ([122.0], False)


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


def test_why_nothing_is_measured(monkeypatch):
    assert [Lab(mode=mode).refusal == "" for mode in ("off", "own", "shared")] == [False, True, True]
    monkeypatch.setattr(
        "sandtable.server.measurements.find_spec", lambda name: None if name == "scipy" else name
    )
    assert Lab().refusal == "Nothing can be measured here: whoever hosts this server has left it off."
    # as the commands of the lab say it
    with pytest.raises(MissingExtra) as told, extra("lab"):
        raise ModuleNotFoundError(name="scipy")
    command = str(told.value).removeprefix("this needs scipy: ")
    assert f": run {command} and start" in Lab(mode="own").refusal


def kept(monkeypatch, orders):
    """What a server's kits are after these orders, and how many were made anew."""
    made = []
    options = (Integer("mm", 1, 9, 5, "", ""),)
    declared = replace(
        connect_four.SPEC,
        kit=KitMaker(
            lambda _setup, given: Kit([Leaflet("Help", [Paragraph(f"{given['mm']} mm")])], ["dice"]), options
        ),
    )

    class Maker:
        """Makes at once, for a client whose name is counted."""

        async def made(self, client, make):
            made.append(client)
            return make()

    async def load(game, settings):
        return SimpleNamespace(spec=declared, setup=None, settings={"columns": 7, **settings})

    async def offered():
        return SimpleNamespace(games={"four": declared})

    library = SimpleNamespace(catalog=offered, load=load)
    monkeypatch.setattr(kits, "MOST_KEPT", 2)
    keeper = Kits(Maker())

    async def scene():
        asked = [KitOrder(paper=paper, ink=ink, settings=given) for given, paper, ink in orders]
        found = [await keeper.kit("Ann", library, "four", order) for order in asked]
        return found, await keeper.preview("Bob", found[0])

    return *asyncio.run(scene()), made


def test_kits_that_were_made_last_are_kept(monkeypatch):
    one, two, three = (
        ({"mm": 3, "columns": 6}, "A4", "colour"),
        ({"mm": 3}, "A4", "colour"),
        ({"mm": 3}, "A3", "black"),
    )
    found, preview, made = kept(monkeypatch, [one, two, one, three, one, two])
    # of two that are kept the one goes that was asked for longest ago
    assert made == ["Ann"] * 4 + ["Bob"]
    assert found[0] is found[2] is found[4]
    assert found[1] is not found[5]
    assert found[1].file == found[5].file
    assert [kit.file.name for kit in found[:4]] == ["connect-four-kit-a4.pdf"] * 3 + [
        "connect-four-kit-a3.pdf"
    ]
    assert preview.needed == ["dice"]
    assert [page.title for page in preview.pages] == list(found[0].titles)
    pictures = [kits._address(pictured(found[0].file.data, 300, n)) for n in range(len(preview.pages))]
    assert [page.picture for page in preview.pages] == pictures
    monkeypatch.setattr(kits, "MOST_PICTURES", 1)
    assert [bool(page.picture) for page in kits._preview(found[0]).pages] == [
        True,
        *[False] * (len(preview.pages) - 1),
    ]


def test_an_option_of_a_kit_that_is_none_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="mm"):
        kept(monkeypatch, [({"mm": 10}, "A4", "colour")])


def test_games_are_offered_with_their_companions_and_those_from_outside():
    offered = shipped(["tests.fixtures.connect_four:SPEC"])
    beside = {tray.id for tray in trays()}
    kept = {f"{game}_companion" for game in installed() if spec(game).companion}
    assert set(offered.games) == {*installed(), *kept, *beside, "connect_four"}
    assert kept
    assert [level.level for level in offered.levels("connect_four")] == [0, 1, 2, 3]
    assert offered.command("optio")[1:] == ("-m", "sandtable.server.warmup", "optio")
    assert offered.command("connect_four")[3] == "tests.fixtures.connect_four:SPEC"
    assert callable(offered.make("connect_four", 0).act)
    with pytest.raises(
        ValueError, match=r"there are two games with the id 'connect_four': give that of .*:SAME"
    ):
        shipped(["tests.fixtures.connect_four:SPEC", "tests.server.test_beside_pieces:SAME"])


def test_a_game_that_cannot_be_loaded_is_left_out(monkeypatch, caplog):
    def companion(game):
        if game == "optio":
            raise ValueError("it has no rules")

    monkeypatch.setattr("sandtable.games.companion", companion)
    assert set(shipped().games) == {*installed(), *(tray.id for tray in trays())}
    assert caplog.messages == ["it has no rules"]
