"""Real matches: they count once everybody who played has said so, as long as nobody takes it back, in groups only."""

import asyncio
import json
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import pytest

from sandtable.server.lab import played
from sandtable.server.lab.played import Counted, Real, count, told
from sandtable.server.storage.store import StoredEvent, StoredSeat
from sandtable.server.tables import table
from tests.server.guess import SPEC
from tests.server.ws_client import NUMBER, meet, play, running

ONE = Counted(None, {"turns": 5}, 1, False, 8, 4.0, {"guess": 6})


def test_small_groups_and_texts_of_ones_own_are_not_told():
    other = replace(ONE, level=1, result=-1, decisions=20)
    known = told(SPEC, [ONE] * 5 + [other] * 4, 3)
    assert (known.matches, known.unread, [one.matches for one in known.groups]) == (9, 3, [5])
    (group,) = told(
        SPEC,
        [ONE, ONE, replace(ONE, result=0), replace(ONE, result=-1, resigned=True, decisions=40), ONE],
        0,
    ).groups
    assert (group.won, group.drawn, group.lost, group.resigned) == (3, 1, 1, 1)
    assert (group.decisions.low, group.decisions.middle, group.decisions.high) == (8.0, 8.0, 8.0)
    assert [(one.kind, one.sentence, one.mean) for one in group.choices] == [("guess", "guess …", 6.0)]
    # how two own texts differ is nobody's business
    name = SPEC.rules.settings[0].name
    texts = [
        replace(ONE, settings={**{one.name: one.default for one in SPEC.rules.settings}, name: f"a\n{n}"})
        for n in range(5)
    ]
    (group,) = told(SPEC, texts, 0).groups
    assert (group.settings, group.matches) == ({name: "\n"}, 5)


def test_how_long_matches_took_is_told_of_five_of_which_it_is_known():
    known = [replace(ONE, minutes=minutes) for minutes in (0.0, 1.0, 2.04, 3.0, 4.0)]
    unknown = replace(ONE, minutes=-1.0)
    (group,) = told(SPEC, [unknown, *known], 0).groups
    assert (group.minutes.low, group.minutes.middle, group.minutes.high) == (1.0, 2.0, 3.0)
    (group,) = told(SPEC, [unknown, *known[1:]], 0).groups
    assert (group.matches, group.minutes) == (5, None)


def finished(**changed):
    """A table where a computer of level 2 in seat 0 has won in a minute and a half, after the person sat down."""
    match = SimpleNamespace(
        over=True,
        practice=False,
        score=(1.0, -1.0),
        resigned=None,
        game=SimpleNamespace(settings={"turns": 5}),
        moves_from=lambda _ply: [],
    )
    vars(match).update({"void": False, **changed})
    times = {"join": 10_000, "action": 60_000, "outcome": 0, "resign": 150_000, "offer": 900_000}
    events = [StoredEvent(seq, kind, 0, time=time) for seq, (kind, time) in enumerate(times.items(), 1)]
    seats = [StoredSeat(0, "computer", "Stone", 2), StoredSeat(1, "person", "Ann")]
    return SimpleNamespace(match=match, events=events, seats=seats)


def test_a_match_is_counted_as_the_person_saw_it():
    assert count(finished()) == Counted(2, {"turns": 5}, -1, False, 0, 1.5, {})
    assert count(finished(score=(0.0, 0.0))).result == 0
    assert count(finished(score=(-1.0, 1.0), resigned=0)) == Counted(2, {"turns": 5}, 1, True, 0, 1.5, {})
    # what runs, and what is for practice, is no match like others
    assert count(finished(over=False)) is count(finished(practice=True)) is None


def test_what_is_told_stands_for_a_minute_and_no_match_is_read_twice(monkeypatch):
    names, read = [f"table{number}" for number in range(60)], []

    async def agreed(game, kind, most):
        assert (game, kind, most) == ("guess", "consent", 1000)
        return names

    async def counted(name, _tables):
        read.append(name)
        return ONE

    async def scene():
        real, found = Real(SimpleNamespace(agreed=agreed)), []
        for now in (100.0, 159.9, 160.0, 220.0):
            monkeypatch.setattr(played, "monotonic", lambda now=now: now)
            known = await real.played(SPEC, None)
            found.append((known.matches, known.unread))
        return found

    monkeypatch.setattr(played, "_counted", counted)
    # the number of matches that are read at once
    assert asyncio.run(scene()) == [(40, 20), (40, 20), (60, 0), (60, 0)]
    assert read == names


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


@pytest.fixture
def few(monkeypatch):
    """One match is enough to be published, and no answer is cached."""
    monkeypatch.setattr(played, "FEWEST", 1)
    monkeypatch.setattr(played, "KEPT", 0.0)
    monkeypatch.setattr(played, "_spread", lambda values: played.Spread(min(values), values[0], max(values)))


@pytest.mark.usefixtures("few")
def test_a_match_counts_once_both_have_said_so_and_no_longer_than_that(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()

            async def counting():
                return (await stage.get("/games/guess/played")).json()["matches"]

            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (await ann.ask("consent", agree=True))[
                    "reason"
                ] == "A match can be counted only after it is over."
                await ann.ask("resign")
                lines = dict(ann.log)
                assert (await ann.ask("consent", agree=True))["type"] == "accepted"
                assert (ann.seen["counts"], await counting()) == (True, 0)
                await bob.ask("consent", agree=True)
                # nobody else sees it, whoever asks for whatever
                assert [event for event in bob.seen["events"] if event["kind"] == "consent"] == []
                assert lines.keys() == ann.log.keys()
                async with stage.sit(table) as watcher:
                    assert (watcher.seen["counts"], "consent" in "".join(watcher.raw)) == (False, False)
                found = (await stage.get("/games/guess/played")).json()
                (group,) = found["groups"]
                assert (found["matches"], group["level"], group["lost"], group["won"]) == (1, None, 1, 0)
                assert not {"Ann", "Bob", table} & set(str(found).split("'"))
                # an offer of a rematch stands whoever lets the match count meanwhile
                await ann.ask("rematch")
                await bob.ask("consent", agree=False)
                assert (bob.seen["counts"], bob.seen["offer"]["kind"], await counting()) == (
                    False,
                    "rematch",
                    0,
                )
                assert (await bob.ask("answer", accept=True))["type"] == "accepted"
            assert (await stage.get("/games/chess/played")).status_code == 404

    play(scene)


def test_nobody_can_count_what_the_other_seat_does_in_secret(db, monkeypatch):
    # what may be said after the end: by each seat, whatever the other says in secret
    monkeypatch.setattr(table, "BESIDE", 0)
    monkeypatch.setattr(table, "AFTERWARDS", 8)

    def numbers(client):
        return client.seen["seq"], client.seen["first_seq"], client.log

    async def told(stage, secretly):
        """What the other seat and a spectator receive at a table; Ann lets the match count there, and changes her mind."""
        name, tokens = await stage.pair()
        async with (
            stage.sit(name, tokens[0]) as ann,
            stage.sit(name, tokens[1]) as bob,
            stage.sit(name) as eve,
        ):
            await ann.act(NUMBER)
            await ann.ask("resign")
            await meet(ann, bob, eve)
            heard, before = [len(one.raw) for one in (bob, eve)], eve.seen["seq"]
            for agree in (True, False) * secretly:
                assert (await ann.ask("consent", agree=agree))["type"] == "accepted"
                assert ann.seen["counts"] == agree
            said = [await bob.ask("rematch", id=id_) for id_ in ("a", "a", "b")]
            await meet(bob, ann, eve)
            # no picture has come before the answer to what was asked afterwards, or before it was sent
            for one, since in zip((bob, eve), heard, strict=True):
                first = next(text for text in map(json.loads, one.raw[since:]) if text["type"] != "presence")
                assert first["type"] == "accepted" if one is bob else first["seq"] > before
            asked = ann.seen["seq"]
            said += [
                await ann.ask("answer", id=f"{seq}", accept=False, seq=seq) for seq in (asked - 1, asked)
            ]
            await meet(ann, bob, eve)
            said += [await bob.ask("rematch", id="c"), numbers(bob), numbers(eve), numbers(ann)]
        return name, tokens[1], said

    async def scene():
        async with running(db) as stage:
            found = [await told(stage, secretly) for secretly in (0, 2)]
            assert found[0][2] == found[1][2]
            assert [reply["code"] for reply in found[0][2][:5] if reply["type"] == "refused"] == [
                "busy",
                "stale",
            ]
        # it comes again from the log, for whoever has seen any part of it
        async with running(db) as stage:
            for since in range(9):
                again = []
                for name, token, _ in found:
                    for own in (token, None):
                        async with stage.sit(name, own, since) as one:
                            again.append(numbers(one))
                assert again[:2] == again[2:]

    play(scene)


@pytest.mark.usefixtures("few")
def test_in_a_hot_seat_one_says_so_for_both_and_a_computer_is_not_asked(db):
    async def scene():
        async with running(db) as stage:
            for opponent in ("hotseat", "computer"):
                opened = await stage.open(opponent, level=1)
                async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                    await ann.ask("resign")
                    assert (await ann.ask("consent", agree=True))["type"] == "accepted"
            groups = (await stage.get("/games/guess/played")).json()["groups"]
            assert sorted((one["level"] or 0, one["matches"], one["lost"]) for one in groups) == [
                (0, 1, 1),
                (1, 1, 1),
            ]

    play(scene)


@pytest.mark.usefixtures("few")
def test_a_decision_is_a_moment_with_more_than_one_action(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair(settings={"turns": 12})
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                chosen = Counter()
                await meet(ann, bob)
                while not ann.seen["over"]:
                    mover = next(one for one in (ann, bob) if one.seen["seat"] == one.seen["to_move"])
                    # after a low roll nothing is left but to pass
                    choices = mover.choices()
                    chosen["pass" if mover.seen["phase"] == "guess" else "pick"] += len(choices) > 1
                    await mover.act(choices[-1])
                    await meet(ann, bob)
                for one in (ann, bob):
                    await one.ask("consent", agree=True)
            (group,) = (await stage.get("/games/guess/played")).json()["groups"]
            assert (group["drawn"], group["resigned"]) == (1, 0)
            assert group["decisions"]["middle"] == chosen.total()
            assert {one["kind"]: one["mean"] for one in group["choices"]} == +chosen

    play(scene)
