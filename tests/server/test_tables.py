"""A table from opening to end, over real sockets."""

import asyncio
import json

import pytest
import websockets

from sandtable.engine.game import Game
from sandtable.engine.matchfile import read
from sandtable.server.loading.library import Library
from tests.server.guess import SPEC
from tests.server.guess.rules import ACTIONS, FIRST_GUESS, PASS
from tests.server.ws_client import NUMBER, Client, finish, meet, picked, play, running


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


def test_two_people_play_a_match_by_invitation(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open(name="Ann", seat=1)
            invite = f"/invites/{opened['invite']}"
            asked = (await stage.get(invite)).json()
            assert (asked["host"], asked["taken"], asked["table"]) == ("Ann", False, opened["table"])
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["seats"][0]["kind"] == "empty"
                assert ann.seen["invite"] == opened["invite"]
                joined = (await stage.post(invite, name="Bob")).json()
                assert (joined["seats"], joined["table"]) == ([0], opened["table"])
                assert (await stage.post(invite, name="Eve")).status_code == 409
                assert (await stage.get(invite)).json()["taken"]
                async with stage.sit(opened["table"], joined["tokens"][0]) as bob:
                    await ann.until(lambda _: ann.seen["seats"][0]["connected"])
                    assert ann.seen["invite"] is None
                    assert [event["kind"] for event in ann.seen["events"]] in ([], ["join"])
                    await finish(bob, ann)
                    assert ann.seen["scene"]["secrets"] == bob.seen["scene"]["secrets"] != [None, None]
                    assert ann.seen["secret"] is not None
                text = (await stage.get(f"/tables/{opened['table']}/export")).text
                match = read(text, lambda game, **settings: Game(SPEC, **settings))
                assert list(match.score) == ann.seen["score"]

    play(scene)


def test_a_snapshot_lists_choices_and_odds_for_the_mover_only(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert len(ann.choices()) == 120
                assert ann.seen["legal"] == []
                assert bob.choices() == []
                await ann.act(NUMBER)
                await bob.turn()
                await bob.act(NUMBER)
                await ann.turn()
                first = ann.seen["legal"][-1]
                assert (first["kind"], first["action"], first["text"]) == ("pass", PASS, "pass")
                odds = {choice["kind"]: choice["odds"] for choice in ann.seen["legal"]}
                assert odds["pass"] is None
                assert odds.get("guess", {"right": 0.1}) == {"right": 0.1}
                assert ann.seen["luck"][0]["rolls"] == 1
                assert ann.seen["luck"][0]["expected"] == 3.5

    play(scene)


def test_the_first_message_says_how_actions_are_numbered(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table) as eve, stage.sit(table, tokens[0], since=2) as ann:
                assert [
                    (kind["name"], {field["name"]: field["size"] for field in kind["fields"]})
                    for kind in eve.seen["actions"]
                ] == [(kind.name, kind.sizes) for kind in ACTIONS.kinds]
                assert eve.seen["actions"][2] == {
                    "name": "guess",
                    "fields": [{"name": "digit", "size": 10, "labels": []}],
                    "text": "guess {digit}",
                }
                assert ann.seen["actions"] == []
                await ann.ask("resign")
                await eve.until(lambda m: m["type"] == "snapshot" and m["over"])
                assert eve.seen["actions"] == []

    play(scene)


def test_spectators_are_counted_and_cannot_act(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann:
                async with stage.sit(table) as eve:
                    await ann.until(lambda _: ann.seen["watchers"] == 1)
                    assert eve.seen["seat"] is None
                    assert eve.seen["scene"]["secrets"] == [None, None]
                    assert eve.seen["legal"] == eve.seen["many"] == []
                    for kind in ("undo", "resign", "rematch"):
                        assert (await eve.ask(kind))["code"] == "spectator"
                    assert (await eve.act(PASS))["code"] == "spectator"
                await ann.until(lambda _: ann.seen["watchers"] == 0)

    play(scene)


def test_a_table_that_has_rested_is_told_as_before(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            told = []
            for _ in range(2):
                async with stage.sit(table, tokens[0]) as ann:
                    told.append({**ann.seen, "seats": [], "watchers": 0})
                    opened = await stage.context.open_tables.table(table)
                opened.rest()
                assert opened._shared == opened._luck == {}
            assert told[0] == told[1]

    play(scene)


def test_every_position_can_be_looked_at(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            own = {"Authorization": f"Bearer {tokens[0]}"}
            before = (await stage.get(f"/tables/{table}/at/1", **own)).json()
            assert (before["ply"], before["last_ply"], before["seat"]) == (1, 3, 0)
            assert before["scene"]["secrets"] == [NUMBER, None]
            assert (await stage.get(f"/tables/{table}/at/1")).json()["scene"]["secrets"] == [None, None]
            assert (await stage.get(f"/tables/{table}/at/4")).status_code == 404
            assert (await stage.get(f"/tables/{table}/at/1?seat=1", **own)).status_code == 403
            assert (
                await stage.get(f"/tables/{table}/at/1", Authorization="Bearer nonsense")
            ).status_code == 403
            assert (await stage.get(f"/tables/{table}/export")).status_code == 409
            async with stage.sit(table, tokens[0]) as ann:
                await ann.ask("resign")
            assert (await stage.get(f"/tables/{table}/at/2?seat=1", **own)).json()["scene"]["secrets"] == [
                None,
                NUMBER,
            ]
            for seats in ("seat=2", "seat=-1", "seat=Ann", "seat=", "seat=0&seat=1"):
                refused = await stage.get(f"/tables/{table}/at/2?{seats}", **own)
                assert (refused.status_code, refused.json()) == (422, {"error": "The seat must be 0 or 1."})

    play(scene)


def test_once_it_is_over_everything_is_open_but_with_one_sides_eyes(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table) as eve:
                picks = [line["text"] for line in eve.log.values() if line["kind"] == "pick"]
                assert not any(str(NUMBER) in text for text in picks)
                await ann.ask("resign")
                await eve.until(lambda m: m["type"] == "snapshot" and m["over"])
                # the log comes again, what each side did in full
                assert [text["text"] for text in eve.seen["events"] if text["kind"] == "pick"] == [
                    f"{name} picks {NUMBER}." for name in ("Ann", "Bob")
                ]
            for headers in ({"Authorization": f"Bearer {tokens[0]}"}, {}):
                told = [
                    (await stage.get(f"/tables/{table}/at/2{eyes}", **headers)).json()["scene"]["secrets"]
                    for eyes in ("", "?seat=0", "?seat=1")
                ]
                assert told == [[NUMBER, NUMBER], [NUMBER, None], [None, NUMBER]]

    play(scene)


def test_a_message_is_refused_with_a_reason_and_a_snapshot(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                assert (await bob.act(PASS))["code"] == "not_your_turn"
                stale = await ann.act(PASS, seq=1)
                assert (stale["code"], stale["type"]) == ("stale", "refused")
                assert (await ann.act(PASS, seq=999))["code"] == "stale"
                assert (await ann.ask("undo", seq=999))["code"] == "stale"
                illegal = await ann.act(3)
                assert (illegal["code"], illegal["clause"]) == ("illegal", "G2")
                assert (await ann.act(10**12))["code"] == "illegal"
                await ann.send(type="act", id="x", seq=1)
                refused = await ann.until(lambda m: m["type"] == "refused")
                assert (refused["id"], refused["code"]) == ("x", "malformed")
                await ann.look()
                await ann.ask("resign")
                assert (await ann.act(PASS))["code"] == "over"

    play(scene)


def test_a_message_is_carried_out_once(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann:
                first = await ann.act(NUMBER, id="same")
                assert (await ann.act(NUMBER, id="same")) == first
                assert ann.seen["ply"] == 1
        async with running(db) as stage, stage.sit(table, tokens[0]) as ann:
            assert (await ann.act(NUMBER, id="same")) == first
            assert ann.seen["ply"] == 1

    play(scene)


def test_who_has_not_said_hello_is_told_to_and_may_say_it_then(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            address = f"ws://{stage.address}/api/v1/tables/{table}/socket"
            async with websockets.connect(address) as socket:
                client = Client(socket)
                await client.send(type="act", id="early", seq=1, action=NUMBER)
                await client.send(type="dance", id="odd")
                early, odd = await client.next(), await client.next()
                assert (early["type"], early["code"], early["id"]) == ("refused", "malformed", "early")
                assert early["reason"] == "Say hello first."
                assert (odd["type"], odd["code"], odd["id"]) == ("refused", "malformed", "odd")
                await client.hello(tokens[0])
                assert client.seen["seat"] == 0

    play(scene)


def test_of_two_who_act_at_once_one_is_accepted(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as one, stage.sit(table, tokens[0]) as two:
                for number in range(5):
                    if one.seen["over"]:
                        break
                    await two.hello(tokens[0])
                    await one.hello(tokens[0])
                    token = tokens[one.seen["to_move"]]
                    await one.hello(token)
                    await two.hello(token)
                    both = await asyncio.gather(
                        one.act(PASS, id=f"a{number}"), two.act(PASS, id=f"b{number}")
                    )
                    assert sorted(reply["type"] for reply in both) == ["accepted", "refused"]
                    assert {reply.get("code") for reply in both} <= {None, "stale"}

    play(scene)


def test_two_of_one_name_can_be_told_apart(db):
    async def scene():
        async with running(db) as stage:
            for host, guest, called in (
                ("Ann", "ann ", "ann 2"),
                ("Guest", "Guest", "Guest 2"),
                ("Ann", "Anna", "Anna"),
            ):
                opened = await stage.open(name=host)
                joined = (await stage.post(f"/invites/{opened['invite']}", name=guest)).json()
                async with stage.sit(opened["table"], joined["tokens"][0]) as two:
                    assert two.seen["seats"][joined["seats"][0]]["name"] == called

    play(scene)


def test_two_who_take_one_invitation_at_once(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open()
            answers = await asyncio.gather(
                *(stage.post(f"/invites/{opened['invite']}", name=f"P{n}") for n in range(6))
            )
            assert sorted(answer.status_code for answer in answers) == [201, *[409] * 5]

    play(scene)


def test_a_restart_loses_nothing(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage, take_back="any")
            async with stage.sit(table, tokens[0]) as ann:
                await ann.hello(tokens[0], 0)
                before = ann.seen
                await ann.ask("undo")
        async with running(db) as stage, stage.sit(table, tokens[0]) as ann:
            assert ann.seen["offer"] == {"kind": "undo", "seat": 0, "instead": None}
            assert ann.seen["events"][: len(before["events"])] == before["events"]
            assert ann.seen["scene"] == before["scene"]
            async with stage.sit(table, tokens[0], since=before["seq"]) as again:
                assert [event["kind"] for event in again.seen["events"]] == ["offer"]
            async with stage.sit(table, tokens[1]) as bob:
                await bob.ask("answer", accept=True)
                assert bob.seen["ply"] == 0
                await ann.turn()
                await ann.look()
                await finish(ann, bob)

    play(scene)


def test_a_computer_goes_on_after_a_restart(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open("computer", seat=1, level=0)
        async with running(db) as stage, stage.sit(opened["table"], opened["tokens"][0]) as ann:
            await ann.turn()
            assert ann.seen["to_move"] == 1

    play(scene)


def test_wrong_links_lead_nowhere(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()
            other, _ = await stage.pair()
            assert (await stage.post("/return", token="x" * 22)).status_code == 404
            assert (await stage.get("/invites/nonsense")).status_code == 404
            assert (await stage.post("/invites/nonsense", name="x")).status_code == 404
            assert (await stage.get("/tables/nonsense/at/0")).status_code == 404
            for place, token in (("nonsense", None), (other, tokens[0]), (table, "nonsense")):
                with pytest.raises(Exception, match="4000"):
                    async with stage.sit(place, token):
                        pass

    play(scene)


def test_games_and_rules_are_told(db):
    async def scene():
        async with running(db) as stage:
            game = (await stage.get("/games")).json()[0]
            assert (game["id"], game["ready"], len(game["levels"])) == ("guess", True, 3)
            turns, mood, loud = game["settings"]
            assert (turns["kind"], turns["low"], turns["high"], turns["default"]) == ("integer", 1, 40, 20)
            assert (mood["kind"], mood["choices"], mood["own"]) == ("choice", ["calm", "wild"], False)
            assert loud["kind"] == "flag"
            rules = (await stage.get("/rules/guess")).json()
            assert rules["about"] == game["about"]
            clauses = rules["clauses"]
            assert [clause["id"] for clause in clauses] == ["G1", "G2", "G2.1", "G3"]
            assert [clause["heading"] for clause in clauses] == [
                "Picking",
                "Guessing",
                "Guessing",
                "Guessing",
            ]
            html = clauses[2]["html"]
            assert "<em>last digit</em>" in html
            assert "he has to pass" in html
            assert "<b" not in html
            assert "href" not in html
            assert (await stage.get("/rules/chess")).status_code == 404
            assert (await stage.get("/status")).json() == {
                "open": True,
                "ready": True,
                "message": "Ready.",
                "docs": "",
            }

    play(scene)


def test_settings_reach_the_game(db):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open("computer", settings={"turns": 3}, level=0)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["settings"] == {"turns": 3, "mood": "calm", "loud": False}
                await finish(ann)
                assert ann.seen["ply"] <= 8
            refused = await stage.post("/tables", game="guess", settings={"turns": 99})
            assert refused.status_code == 422
            assert refused.json() == {"error": "turns must be a whole number from 1 to 40, not 99 (G3)."}

    play(scene)


def test_the_guess_that_wins_ends_the_match(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await picked(stage)
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]) as bob:
                while not ann.seen["over"]:
                    mover = ann if ann.seen["to_move"] == 0 else bob
                    wish = FIRST_GUESS + NUMBER % 10
                    await mover.act(wish if wish in mover.choices() else PASS)
                    await meet(ann, bob)
                assert ann.seen["result"].endswith("guessed it.")
                assert ann.log[ann.seen["seq"]]["text"].endswith("guessed it.")

    play(scene)


def test_tables_of_equal_settings_share_what_is_made_of_them(db):
    async def scene():
        async with running(db) as stage:
            opened = [
                (await stage.open("hotseat", settings=settings))["table"]
                for settings in ({"loud": True}, {"mood": "calm", "loud": True}, {"loud": False})
            ]
            tables = await stage.context.tables()
            first, same, other = [(await tables.table(number)).match.game for number in opened]
            assert first is same
            assert other is not first
            assert [game.settings["loud"] for game in (first, same, other)] == [True, True, False]

    play(scene)


def test_a_player_is_answered_and_then_shown_once(db):
    async def scene():
        async with running(db) as stage:
            table, tokens = await stage.pair()
            async with stage.sit(table, tokens[0]) as ann, stage.sit(table, tokens[1]):
                while not all(seat["connected"] for seat in ann.seen["seats"]):
                    await ann.next()
                ann.raw.clear()
                await ann.act(42)
                await ann.act(43)
                return [json.loads(text)["type"] for text in ann.raw]

    assert play(scene) == ["accepted", "snapshot", "refused", "snapshot"]


def test_a_game_that_somebody_comes_to_is_wanted_before_the_others(db, monkeypatch):
    wanted = []
    monkeypatch.setattr(Library, "want", lambda _library, game: wanted.append(game))

    async def scene():
        async with running(db) as stage:
            opened = await stage.open("hotseat")
            assert wanted == ["guess"]
            # it is found again
            (await stage.context.tables())._tables.clear()
            async with stage.sit(opened["table"]):
                assert wanted == ["guess"] * 2

    play(scene)
