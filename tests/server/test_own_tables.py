"""What a list of tables is answered: about many seats in one request, from the store alone, and only to their owners."""

import logging
from dataclasses import replace

from sandtable.server.protocol import SeatNow
from sandtable.server.tables import own_tables
from sandtable.server.tables.tables import UNFIT
from tests.server.guess import catalog
from tests.server.test_archive import archived
from tests.server.test_upgrades import changed, rows
from tests.server.ws_client import PATIENT, finish, meet, picked, play, running


async def ask(server, *seats):
    """What is answered about these seats, each a table and a token."""
    answer = await server.post("/seats", seats=[{"table": table, "token": token} for table, token in seats])
    assert answer.status_code == 200, answer.text
    return answer.json()


def told(answer):
    return [(one["state"], one["opponent"], one["text"]) for one in answer]


def test_each_seat_is_told_whose_turn_it_is_and_what_has_ended(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            alone = await server.open("friend", name="Ann")
            computer = await server.open("computer", name="Ann")
            table, tokens = await picked(server)
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                asked = {0: ann, 1: bob}[ann.seen["to_move"]].seen
                turn = await ask(server, (table, tokens[0]), (table, tokens[1]))
                states = ["turn", "waiting"] if asked["seat"] == 0 else ["waiting", "turn"]
                assert [(one["state"], one["opponent"]) for one in turn] == list(
                    zip(states, ("Bob", "Ann"), strict=True)
                )
                assert [one["text"] for one in turn if one["state"] == "turn"] == [asked["prompt"]]
                assert {one["since"] for one in turn} == {asked["changed"]}
                assert {one["game"] for one in turn} == {"guess"}
                await finish(ann, bob)
                result = ann.seen["result"]
            seats = [(opened["table"], opened["tokens"][0]) for opened in (alone, computer)]
            answer = told(await ask(server, *seats, (table, tokens[0]), (table, tokens[1])))
            assert answer[0] == ("waiting", "", own_tables.NOBODY_YET)
            assert answer[1][:2] == ("turn", "Computer, Rock")
            assert answer[2:] == [("over", "Bob", result), ("over", "Ann", result)]

    play(scene)


def test_a_wrong_token_reads_like_an_unknown_table(tmp_path, caplog):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            table, tokens = await picked(server)
            other, _ = await picked(server)
            with caplog.at_level(logging.DEBUG):
                answer = await ask(
                    server,
                    (table, "x" * 22),
                    (other, tokens[0]),
                    ("nosuchtable", tokens[0]),
                    (table, tokens[1]),
                )
                assert answer[:3] == [answer[0]] * 3
                assert SeatNow(**answer[0]) == SeatNow("gone")
                assert answer[3]["state"] != "gone"
            assert not [line for line in caplog.messages if tokens[0] in line or tokens[1] in line]
            seats = [{"table": table, "token": tokens[0]}]
            for body in (
                {"seats": seats * 65},
                {"seats": [{"table": "a b", "token": tokens[0]}]},
                {"seats": [{"table": table}]},
                {},
            ):
                assert (await server.post("/seats", **body)).status_code == 422
            assert len(await ask(server, *[(table, tokens[0])] * 64)) == 64

    play(scene)


def test_every_change_of_a_match_is_told_without_folding_its_log(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            seats, states = [], []
            for change in ("pick", "undo", "resign", "rematch"):
                table, tokens = await picked(server, take_back="any")
                async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                    if change == "undo":
                        assert (await bob.ask("undo"))["type"] == "accepted"
                        await meet(ann, bob)
                        if ann.seen["offer"]:
                            assert (await ann.ask("answer", accept=True))["type"] == "accepted"
                    elif change != "pick":
                        assert (await ann.ask("resign"))["type"] == "accepted"
                    if change == "rematch":
                        await ann.ask("rematch")
                        await bob.look()
                        assert (await bob.ask("rematch"))["type"] == "accepted"
                        await ann.look()
                        seats.append((ann.seen["rematch"], tokens[0]))
                        states.append(None)
                    await meet(ann, bob)
                    over, to_move = ann.seen["over"], ann.seen["to_move"]
                    states += [
                        "over" if over else "turn" if seat == to_move else "waiting" for seat in (0, 1)
                    ]
                seats += [(table, token) for token in tokens]
            return seats, states

    seats, states = play(before)

    async def after():
        async with running(db) as server:
            answer = await ask(server, *seats)
            assert (await server.context.tables()).in_memory() == 0
            assert [one["state"] for one, state in zip(answer, states, strict=True) if state] == [
                s for s in states if s
            ]
            # the rematch has sides swapped: Ann has the second seat of it
            assert answer[states.index(None)]["state"] in ("turn", "waiting")
            assert {one["rematch"] for one in answer} == {None}

    play(after)


def test_a_table_that_both_have_left_for_another_names_it(tmp_path):
    async def scene():
        async with running(tmp_path / "tables.db") as server:
            opened = await server.open(name="Ann")
            instead = {"settings": {}, "take_back": "none"}
            joined = (await server.post(f"/invites/{opened['invite']}", name="Bob", instead=instead)).json()
            seats = [(opened["table"], opened["tokens"][0]), (opened["table"], joined["tokens"][0])]
            async with server.sit(*seats[0]) as ann:
                assert (await ann.ask("answer", accept=True))["type"] == "accepted"
                rematch = ann.seen["rematch"]
            assert rematch
            answer = await ask(server, *seats, (rematch, seats[0][1]))
            assert [(one["rematch"], one["swapped"]) for one in answer] == [
                (rematch, False),
                (rematch, False),
                (None, False),
            ]

    play(scene)


def test_tables_of_an_earlier_version_are_folded_a_few_at_a_time_and_once(tmp_path, monkeypatch):
    db = tmp_path / "tables.db"
    monkeypatch.setattr(own_tables, "FOLDED", 2)

    async def before():
        async with running(db) as server:
            return [await picked(server) for _ in range(5)]

    opened = play(before)
    seats = [(table, tokens[0]) for table, tokens in opened]
    changed(db, "DELETE FROM summaries")

    async def after():
        async with running(db) as server:
            read = [sum(one["state"] == "unread" for one in await ask(server, *seats)) for _ in range(3)]
            assert read == [3, 1, 0]
        async with running(db) as server:
            assert [one["state"] == "unread" for one in await ask(server, *seats)] == [False] * 5
            assert (await server.context.tables()).in_memory() == 0

    play(after)


def test_a_match_that_cannot_be_played_on_says_why(tmp_path, caplog):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            running_on, tokens = await picked(server)
            ended, others = await server.pair()
            async with server.sit(ended, others[0]) as ann:
                await ann.ask("resign")
                result = ann.seen["result"]
            await archived(server, ended)
            return result, (running_on, tokens[0]), (ended, others[0])

    result, *seats = play(before)
    changed(db, "UPDATE tables SET rules = 9")

    async def by_other_rules():
        async with running(db) as server:
            answer = await ask(server, *seats)
            assert [one["state"] for one in answer] == ["closed", "over"]
            assert "version 9 of the rules" in answer[0]["text"]
            assert answer[1]["text"] == result

    play(by_other_rules)
    # by an earlier version: the match is archived, and cannot be folded
    changed(db, "DELETE FROM summaries")
    play(by_other_rules)
    changed(db, "UPDATE tables SET rules = 1")
    changed(db, "DELETE FROM summaries")
    changed(db, "UPDATE events SET digest = 'x' WHERE digest IS NOT NULL")

    async def with_another_log():
        async with running(db) as server:
            for _ in range(3):
                assert told(await ask(server, seats[0])) == [("closed", "Bob", UNFIT)]
            assert len([line for line in caplog.messages if "cannot be played again" in line]) == 1
        assert rows(db, "SELECT * FROM summaries") == []

    play(with_another_log)


def test_a_game_that_is_not_offered_any_more_is_closed(tmp_path):
    db = tmp_path / "tables.db"

    async def before():
        async with running(db) as server:
            table, tokens = await picked(server)
            return table, tokens[0]

    seat = play(before)

    async def after():
        async with running(db, open_catalog=lambda: replace(catalog(), games={})) as server:
            assert [one["state"] for one in await ask(server, seat)] == ["closed"]

    play(after)


def test_the_question_counts_like_any_other_request(tmp_path):
    async def scene():
        async with running(
            tmp_path / "tables.db", replace(PATIENT, requests_rate=1e-9, requests_burst=4.0)
        ) as server:
            statuses = [(await server.post("/seats", seats=[])).status_code for _ in range(5)]
            assert statuses[0] == 200
            assert statuses[-1] == 429

    play(scene)
