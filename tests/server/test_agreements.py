"""What the seats of a table agree on: taking back, a rematch, one client with both hands, the computer's answers."""

import pytest

from tests.server.stage import NUMBER, picked, play, running


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
                assert bob.seen["offer"] == {"kind": kind, "seat": 0}
                # another wish is no answer to this one
                assert (await bob.ask("rematch", swap=not swap))["code"] == "busy"
                assert (await ann.ask("answer", accept=True))["code"] == "stale"
                assert (await bob.ask("answer", accept=True))["type"] == "accepted"
                assert bob.seen["swapped"] == swap
                async with stage.sit(bob.seen["rematch"], tokens[1]) as again:
                    assert again.seen["seat"] == seats[1]
                    assert [again.seen["seats"][seat]["name"] for seat in seats] == ["Ann", "Bob"]

    play(scene)


def test_one_takes_back_freely_or_asks(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair(take_back="any")
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (await ann.ask("undo"))["code"] == "illegal"
                await ann.act(NUMBER)
                assert ann.seen["undo"] == "ask"
                await ann.ask("undo")
                assert ann.seen["offer"] == {"kind": "undo", "seat": 0}
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
    ("take_back", "sentence"), [("none", "nothing is taken back"), ("free", "the other side has spoken")]
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
