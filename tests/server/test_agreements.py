"""What the seats of a table agree on: taking back, a rematch, one client with both hands, the computer's answers."""

import pytest

from tests.server.ws_client import NUMBER, picked, play, running


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


def test_the_computer_answers_by_itself_and_the_rematch_swaps_sides(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open("computer", level=1)
            token = opened["tokens"][0]
            assert (await stage.get(f"/tables/{opened['table']}/turning")).status_code == 409
            async with stage.sit(opened["table"], token) as ann:
                assert ann.seen["seats"][1] == {
                    "name": "Computer, Stone",
                    "kind": "computer",
                    "connected": True,
                    "level": 1,
                    "called": "the computer",
                }
                while not ann.seen["over"]:
                    await ann.turn()
                    if not ann.seen["over"]:
                        choices = ann.choices()
                        await ann.act(choices[-1])
                assert {"type": "thinking", "seat": 1, "on": True} in ann.heard
                assert (await ann.ask("rematch"))["type"] == "accepted"
                again = ann.seen["rematch"]
                assert again
                assert (await ann.ask("rematch"))["type"] == "accepted"
                assert ann.seen["rematch"] == again
            assert (await stage.post("/return", token=token)).json() == {
                "table": again,
                "game": "guess",
                "seat": 1,
            }
            async with stage.sit(again, token) as ann:
                assert ann.seen["seat"] == 1
                await ann.turn()
                assert ann.seen["ply"] == 1

    play(scene)


@pytest.mark.parametrize(("swap", "kind", "seats"), [(True, "rematch", [1, 0]), (False, "again", [0, 1])])
def test_a_rematch_between_people_is_an_offer(db, swap, kind, seats):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (await ann.ask("rematch"))["code"] == "busy"
                assert (await ann.ask("resign"))["type"] == "accepted"
                assert ann.seen["result"] == "Ann resigned: Bob wins."
                assert ann.seen["score"] == [-1.0, 1.0]
                # both hands are shown
                assert ann.seen["scene"]["secrets"] == [NUMBER, NUMBER]
                await ann.ask("rematch", swap=swap)
                await bob.until(lambda m: m["type"] == "snapshot" and m["offer"])
                assert bob.seen["offer"] == {"kind": kind, "seat": 0, "instead": None}
                # another wish is no answer to this one
                assert (await bob.ask("rematch", swap=not swap))["code"] == "busy"
                assert (await ann.ask("answer", accept=True))["code"] == "stale"
                assert (await bob.ask("answer", accept=True))["type"] == "accepted"
                assert bob.seen["swapped"] == swap
                async with stage.sit(bob.seen["rematch"], tokens[1]) as again:
                    assert again.seen["seat"] == seats[1]
                    assert [again.seen["seats"][seat]["name"] for seat in seats] == ["Ann", "Bob"]

    play(scene)


def test_who_asks_for_the_rematch_that_is_offered_agrees_to_it(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                await ann.ask("resign")
                await ann.ask("rematch")
                # to ask twice is no answer of the other
                assert (await ann.ask("rematch"))["code"] == "busy"
                await bob.until(lambda m: m["type"] == "snapshot" and m["offer"])
                # who has not seen it answers something else
                unseen = bob.seen["seq"] - 1
                assert (await bob.ask("answer", accept=True, seq=unseen))["code"] == "stale"
                assert (await bob.ask("rematch"))["type"] == "accepted"
                assert bob.seen["rematch"]

    play(scene)


def test_nobody_is_asked_where_nobody_sits_opposite(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open(name="Ann")
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.ask("resign")
                refused = await ann.ask("rematch")
                assert (refused["code"], ann.seen["offer"]) == ("busy", None)
                assert refused["reason"] == "You do not yet have an opponent to agree to this."

    play(scene)


LONGER = {"turns": 9}


async def proposed(stage, **terms):
    """A table to which Bob comes with another match in mind: what Ann was given, and what Bob was."""
    opened = await stage.open(name="Ann")
    joined = await stage.post(
        f"/invites/{opened['invite']}", name="Bob", instead={"settings": LONGER, **terms}
    )
    assert joined.status_code == 201
    return opened, joined.json()


def test_a_guest_proposes_another_match_as_he_sits_down_and_both_play_it(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open(name="Ann")
            table, ann_token = opened["table"], opened["tokens"][0]
            async with stage.sit(table, ann_token) as ann, stage.sit(table) as eve:
                body = {"name": "Bob", "instead": {"settings": LONGER, "take_back": "any"}}
                bob_token = (await stage.post(f"/invites/{opened['invite']}", **body)).json()["tokens"][0]
                for one in (ann, eve):
                    await one.until(lambda m: m["type"] == "snapshot" and m["offer"])
                    terms = {"settings": ann.seen["settings"] | LONGER, "take_back": "any"}
                    assert one.seen["offer"] == {"kind": "instead", "seat": 1, "instead": terms}
                    assert one.log[2]["text"] == "Bob asks to play with different settings."
                # who asked waits, and who was asked does not play on by mistake
                assert (await ann.act(NUMBER))["code"] == "busy"
                assert (await ann.ask("undo"))["code"] == "busy"
                async with stage.sit(table, bob_token) as bob:
                    assert (await bob.ask("answer", accept=True))["code"] == "stale"
                    assert (await ann.ask("answer", accept=True))["type"] == "accepted"
                    await bob.until(lambda m: m["type"] == "snapshot" and m["rematch"])
                    await eve.until(lambda m: m["type"] == "snapshot" and m["rematch"])
                    assert bob.seen["rematch"] == eve.seen["rematch"] == ann.seen["rematch"]
                    assert (bob.seen["over"], bob.seen["swapped"], bob.seen["offer"]) == (False, False, None)
                    assert (await ann.act(NUMBER))["code"] == "over"
            there = ann.seen["rematch"]
            invite = (await stage.get(f"/invites/{opened['invite']}")).json()
            assert (invite["table"], invite["host"], invite["taken"]) == (there, "Ann", True)
            for seat, token in enumerate((ann_token, bob_token)):
                assert (await stage.post("/return", token=token)).json()["table"] == there
                async with stage.sit(there, token) as one:
                    assert (one.seen["seat"], one.seen["settings"]["turns"]) == (seat, 9)
                    assert (one.seen["take_back"], one.seen["offer"]) == ("any", None)

    play(scene)


def test_a_host_keeps_to_his_own_match(db):
    async def scene():
        async with running(db) as stage:
            opened, joined = await proposed(stage)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert (await ann.ask("answer", accept=False))["type"] == "accepted"
                assert (ann.seen["offer"], ann.seen["rematch"]) == (None, None)
                assert (await ann.act(NUMBER))["type"] == "accepted"
            async with stage.sit(opened["table"], joined["tokens"][0]) as bob:
                assert [event["text"] for event in bob.log.values()][:3] == [
                    "Bob sits down.",
                    "Bob asks to play with different settings.",
                    "Ann says no.",
                ]
                assert (await bob.act(NUMBER))["type"] == "accepted"

    play(scene)


def test_a_proposal_is_in_the_log_and_its_settings_are_looked_at(db):
    async def before():
        async with running(db) as stage:
            opened = await stage.open(name="Ann")
            for wrong in ({"turns": 0}, {"gone": 1}):
                body = {"name": "Bob", "instead": {"settings": wrong}}
                refused = await stage.post(f"/invites/{opened['invite']}", **body)
                assert refused.status_code == 422
                assert next(iter(wrong)) in refused.json()["error"]
            assert not (await stage.get(f"/invites/{opened['invite']}")).json()["taken"]
            return await proposed(stage)

    async def after():
        async with running(db) as stage:
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["offer"]["instead"]["settings"]["turns"] == 9
                await ann.ask("answer", accept=True)
            async with stage.sit(ann.seen["rematch"], joined["tokens"][0]) as bob:
                assert bob.seen["settings"]["turns"] == 9

    opened, joined = play(before)
    play(after)


def test_one_takes_back_freely_or_asks(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair(take_back="any")
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (await ann.ask("undo"))["code"] == "illegal"
                await ann.act(NUMBER)
                assert ann.seen["undo"] == "ask"
                await ann.ask("undo")
                assert ann.seen["offer"] == {"kind": "undo", "seat": 0, "instead": None}
                assert (await ann.ask("undo"))["code"] == "busy"
                await bob.until(lambda m: m["type"] == "snapshot" and m["offer"])
                await bob.ask("answer", accept=False)
                assert bob.seen["offer"] is None
                await ann.until(lambda m: m["type"] == "snapshot" and not m["offer"])
                await ann.ask("undo")
                await bob.until(lambda m: m["type"] == "snapshot" and m["offer"])
                await bob.ask("answer", accept=True)
                assert bob.seen["ply"] == 0
                kinds = [event["kind"] for event in (await bob.hello(tokens[1], 0))["events"]]
                assert kinds == ["join", "pick", "offer", "decline", "offer", "undo"]
                assert (bob.seen["take_back"], bob.seen["practice"]) == ("any", True)
                await ann.turn()
                assert (await ann.act(NUMBER))["type"] == "accepted"

    play(scene)


@pytest.mark.parametrize(
    ("take_back", "sentence"), [("none", "Undo is off"), ("free", "your opponent has moved")]
)
def test_a_table_says_what_is_taken_back(db, take_back, sentence):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair(take_back=take_back)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                await ann.act(NUMBER)
                await bob.turn()
                assert ann.seen["undo"] == "no"
                refused = await ann.ask("undo")
                assert refused["code"] == "illegal"
                assert sentence in refused["reason"]
                assert (ann.seen["offer"], ann.seen["practice"]) == (None, False)

    play(scene)


def test_playing_on_declines_an_offer(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair(take_back="any")
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                await ann.act(NUMBER)
                await ann.ask("undo")
                await bob.until(lambda m: m["type"] == "snapshot" and m["offer"])
                asked = bob.seen["seq"]
                # an offer does not make an action stale
                assert (await bob.act(NUMBER, seq=asked - 1))["type"] == "accepted"
                assert bob.seen["offer"] is None
                assert (await bob.ask("answer", accept=True, seq=asked))["code"] == "stale"

    play(scene)


def test_a_hot_seat_is_one_client_with_two_hands(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open("hotseat", take_back="any")
            assert opened["seats"] == [0, 1]
            async with stage.sit(opened["table"], opened["tokens"][0]) as client:
                await client.act(NUMBER)
                assert client.seen["scene"]["secrets"] == [NUMBER, None]
                await client.hello(opened["tokens"][1])
                assert client.seen["seat"] == 1
                assert client.seen["scene"]["secrets"] == [None, None]
                assert (await client.act(7))["type"] == "accepted"
                # both are one person: no offer is needed
                await client.ask("undo")
                assert client.seen["ply"] == 1
                assert client.seen["practice"]

    play(scene)
