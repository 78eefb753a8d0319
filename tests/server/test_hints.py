"""Hints in practice matches against the computer: who gets them, how many, and that nobody else learns anything of them."""

import asyncio
import contextlib
import re
import threading
from dataclasses import replace

import msgspec
import pytest

from sandtable.authoring import defaults
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.matchfile import read
from sandtable.server.loading.catalog import HINTS, Catalog
from sandtable.server.loading.library import Library
from sandtable.server.tables import commands, hints
from sandtable.server.tables.hints import FAILED, NOT_YOURS, ONLY_MOVE
from tests.server.guess import SPEC
from tests.server.guess.declaration import LEVELS
from tests.server.guess.rules import FIRST_GUESS, FIRST_ROLL
from tests.server.test_secrets import fix, sit_down
from tests.server.ws_client import NUMBER, meet, play, running


@pytest.fixture
def db(tmp_path):
    return tmp_path / "tables.db"


PRACTICE = {"opponent": "computer", "take_back": "any", "name": "Ada", "level": 0}


async def ask(stage, client, token, *actions, **fields):
    """Asks for a hint at the table of this client; returns the status and the answer."""
    body = {"id": "x" * 8, "seq": client.seen["seq"], "actions": actions, **fields}
    table = client.seen["table"]
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await stage.http.post(f"/api/v1/tables/{table}/hint", json=body, headers=headers)
    return answer.status_code, answer.json()


class Picks:
    """A computer that picks a number, and then does the first thing it may."""

    def __init__(self, number=NUMBER):
        self.number = number

    def act(self, view, seat, moves, budget=None, cancelled=None):
        return self.number if view.phase == "pick" else view.actions()[0]


def picking(number=NUMBER, spec=SPEC):
    """A catalog whose computer picks a number."""
    return lambda: Catalog({"guess": spec}, lambda _: LEVELS, lambda _game, _level: Picks(number))


@pytest.mark.parametrize(
    "body",
    [
        {**PRACTICE, "take_back": "free"},
        {**PRACTICE, "opponent": "hotseat"},
        {**PRACTICE, "opponent": "friend"},
    ],
)
def test_there_are_hints_only_in_practice_against_the_computer(db, body):
    async def scene():
        async with running(db) as stage:
            opened = await stage.open(**body)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ada:
                assert ada.seen["hints"] is None
                assert await ask(stage, ada, opened["tokens"][0]) == (409, {"error": commands.NO_HINTS})
                assert not ada.seen["practice"]

    play(scene)


def test_a_player_has_three_hints_that_no_undo_and_no_restart_gives_back(db):
    async def scene():
        async with running(db, open_catalog=picking()) as stage:
            opened = await stage.open(**PRACTICE)
            token = opened["tokens"][0]
            async with stage.sit(opened["table"], token) as ada:
                assert (ada.seen["hints"], ada.seen["practice"]) == (3, False)
                assert await ask(stage, ada, None) == (403, {"error": NOT_YOURS})
                # what is not allowed costs nothing
                assert (await ask(stage, ada, token, 10**6))[0] == 409
                assert (await ask(stage, ada, token, seq=99)) == (409, {"error": commands.MOVED_ON})
                assert (await ask(stage, ada, token, -1))[0] == 422
                for beyond in (10**6, 2**53 - 1):
                    unknown = {"error": f"There is no action {beyond}."}
                    assert await ask(stage, ada, token, NUMBER, beyond) == (409, unknown)
                status, shown = await ask(stage, ada, token)
                await ada.look()
                assert (status, ada.seen["hints"], ada.seen["practice"]) == (200, 2, True)
                assert re.fullmatch(r"About \d\d in 100 \(± \d\)", shown["text"])
                assert (shown["choice"]["kind"], shown["choice"]["action"] in ada.choices()) == ("pick", True)
                # the same question has the same answer, and costs nothing
                assert await ask(stage, ada, token, id="again") == (200, shown)
                status, judged = await ask(stage, ada, token, NUMBER, id="good")
                await ada.look()
                assert (status, judged["line"], ada.seen["hints"]) == (200, [NUMBER], 1)
                assert judged["text"].startswith(("Good: ", "Not clearly different"))
                await ada.act(NUMBER)
                await ada.turn()
                await ada.ask("undo")
                assert (ada.seen["ply"], ada.seen["hints"]) == (0, 1)
        # a server that starts again has only its database
        async with running(db, open_catalog=picking()) as stage, stage.sit(opened["table"], token) as ada:
            assert (ada.seen["hints"], ada.seen["practice"]) == (1, True)
            assert (await ask(stage, ada, token, id="after"))[1] == shown
            assert (await ask(stage, ada, token, 7, id="third"))[0] == 200
            await ada.look()
            assert ada.seen["hints"] == 0
            assert await ask(stage, ada, token, 8, id="fourth") == (
                409,
                {"error": commands.HINTS_USED},
            )
            assert (await ask(stage, ada, token, 7, id="known"))[0] == 200
            await ada.ask("resign")
            assert ada.seen["hints"] is None
            assert (await ask(stage, ada, token, id="over"))[1] == {"error": commands.OVER}
            async with stage.sit(opened["table"]) as eve:
                assert eve.seen["practice"]
                assert [event["text"] for event in eve.seen["events"]][-1].startswith(
                    "Ada asked for a hint. Ada"
                )
            file = (await stage.get(f"/tables/{opened['table']}/export")).text
        assert [msgspec.json.decode(line).get("kind") for line in file.splitlines()].count("hint") == 3
        again = read(file, lambda _game, **settings: Game(SPEC, **settings))
        assert (again.practice, len(again.hints)) == (True, 3)

    play(scene)


def test_questions_asked_at_once_cost_one_hint_each_and_never_more_than_three(db):
    async def scene():
        async with running(db, open_catalog=picking()) as stage:
            opened = await stage.open(**PRACTICE)
            token = opened["tokens"][0]
            async with stage.sit(opened["table"], token) as ada:

                async def together(*questions):
                    asked = [
                        ask(stage, ada, token, *one, id=f"{n}-{one[0]}") for n, one in enumerate(questions)
                    ]
                    return await asyncio.gather(*asked)

                async def left(count):
                    while ada.seen["hints"] > count:
                        await ada.look()
                    assert ada.seen["hints"] == count

                # one question, twice, about two actions in a row
                run = [NUMBER, FIRST_GUESS]
                (one, again) = await together(run, run)
                assert (one[0], one[1]["line"], again) == (200, run, one)
                await left(2)
                # an id that was used before asks no other question for nothing
                assert await ask(stage, ada, token, 9, id=f"0-{NUMBER}") == (
                    409,
                    {"error": commands.MOVED_ON},
                )
                answers = await together([1], [2], [3], [4])
                assert sorted(status for status, _ in answers) == [200, 200, 409, 409]
                assert {said.get("error") for _, said in answers} == {None, commands.HINTS_USED}
                await left(0)

    play(scene)


def test_a_hint_that_fails_costs_nothing(db, monkeypatch):
    def fails(*_):
        raise ZeroDivisionError("inside")

    async def scene():
        async with running(db, open_catalog=picking()) as stage:
            opened = await stage.open(**PRACTICE)
            token = opened["tokens"][0]
            async with stage.sit(opened["table"], token) as ada:
                with monkeypatch.context() as broken:
                    broken.setattr(hints, "hint", fails)
                    assert await ask(stage, ada, token) == (500, {"error": FAILED})
                await ada.hello(token)
                assert (ada.seen["hints"], ada.seen["practice"]) == (3, False)
                # the same message can be sent again
                assert (await ask(stage, ada, token))[0] == 200
                await ada.look()
                assert (ada.seen["hints"], ada.seen["practice"]) == (2, True)

    play(scene)


def test_a_hint_that_comes_after_the_move_costs_nothing(db, monkeypatch):
    moved, asked, found = threading.Event(), threading.Event(), hints.hint

    def late(*question):
        asked.set()
        assert moved.wait(20)
        return found(*question)

    monkeypatch.setattr(hints, "hint", late)

    async def scene():
        async with running(db, open_catalog=picking()) as stage:
            opened = await stage.open(**PRACTICE)
            token = opened["tokens"][0]
            async with stage.sit(opened["table"], token) as ada:
                waiting = asyncio.create_task(ask(stage, ada, token))
                assert await asyncio.to_thread(asked.wait, 20)
                await ada.act(NUMBER)
                moved.set()
                assert await waiting == (409, {"error": commands.MOVED_ON})
                await ada.turn()
                assert (ada.seen["hints"], ada.seen["practice"]) == (3, False)

    play(scene)


def test_a_single_option_costs_nothing(db, monkeypatch):
    # a player with an even number has to pass on a 3, which nobody else can know
    monkeypatch.setattr(Match, "draw", lambda *_: FIRST_ROLL + 2)

    async def scene():
        async with running(db, open_catalog=picking()) as stage:
            opened = await stage.open(**PRACTICE, settings={"mood": "wild"})
            token = opened["tokens"][0]
            async with stage.sit(opened["table"], token) as ada:
                await ada.act(NUMBER)
                await ada.turn()
                (only,) = ada.seen["legal"]
                free = {"text": ONLY_MOVE, "choice": only, "line": [only["action"]]}
                assert await ask(stage, ada, token) == (200, free)
                assert await ask(stage, ada, token, only["action"]) == (200, free)
                assert (ada.seen["hints"], ada.seen["practice"]) == (3, False)

    play(scene)


def without(spec):
    """The game without a way to judge its positions."""
    functions = {**spec.rules.functions, "evaluate": defaults.evaluate}
    return replace(spec, rules=replace(spec.rules, functions=functions))


def test_a_game_without_a_judgement_has_no_hints(db):
    async def scene():
        async with running(db, open_catalog=picking(spec=without(SPEC))) as stage:
            opened = await stage.open(**PRACTICE)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ada:
                assert ada.seen["hints"] is None
                status, said = await ask(stage, ada, opened["tokens"][0])
                assert status == 409
                assert said["error"].startswith(
                    "There are no hints in Guess the digit: the game declares neither"
                )

    play(scene)


def test_hints_wait_until_they_are_compiled(db, monkeypatch):
    monkeypatch.setattr(Library, "has", lambda _library, _game, part: part != HINTS)

    async def scene():
        async with running(db) as stage:
            opened = await stage.open(**PRACTICE)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ada:
                assert await ask(stage, ada, opened["tokens"][0]) == (409, {"error": commands.HINTS_LATER})
                assert ada.seen["hints"] == 3

    play(scene)


async def watched(db, hints):
    """All that a spectator sees of a match at each of its moments, with `hints` asked for in it or not, and its moves."""
    async with running(db, open_catalog=picking()) as stage:
        opened = await stage.open(**PRACTICE)
        token, told = opened["tokens"][0], []
        async with contextlib.AsyncExitStack() as stack:
            ada, eve = await sit_down(stage, stack, opened["table"], [token])
            while ada.seen["ply"] < 6:
                await ada.turn()
                await meet(ada, eve)
                if hints and ada.seen["hints"] and len(ada.choices()) > 1:
                    assert (await ask(stage, ada, token, id=f"hint-{ada.seen['ply']}"))[0] == 200
                    await ada.look()
                    # nothing was sent to anybody else
                    await eve.send(type="ping")
                    assert await eve.next() == {"type": "pong"}
                await eve.hello()
                told.append(eve.raw[-1])
                for path in ("at/0", "picture", "kept", "export", "turning"):
                    told.append((await stage.get(f"/tables/{opened['table']}/{path}")).text)
                await ada.act(ada.choices()[-1], id=f"act-{ada.seen['ply']}")
            assert ada.seen["practice"] is hints
            await ada.turn()
            await ada.ask("resign")
            file = (await stage.get(f"/tables/{opened['table']}/export")).text
    entries = [msgspec.json.decode(line) for line in file.splitlines()[1:-1]]
    assert any(entry["kind"] == "hint" for entry in entries) is hints
    return told, [entry["action"] for entry in entries if entry["kind"] != "hint"]


def test_nobody_else_learns_of_a_hint_before_the_end_and_no_die_changes(tmp_path, monkeypatch):
    fix(monkeypatch)

    async def scene():
        plain = await watched(tmp_path / "plain.db", hints=False)
        assert await watched(tmp_path / "hints.db", hints=True) == plain

    play(scene)


async def hinted(db, number):
    """What a player gets who asks for hints while the computer has picked this number."""
    async with running(db, open_catalog=picking(number)) as stage:
        opened = await stage.open(**PRACTICE)
        token, told = opened["tokens"][0], []
        async with stage.sit(opened["table"], token) as ada:
            await ada.act(NUMBER, id="pick")
            await ada.turn()
            while len(ada.choices()) == 1:
                await ada.act(ada.choices()[0])
                await ada.turn()
            told.append(await ask(stage, ada, token))
            await ada.look()
            told.append(await ask(stage, ada, token, ada.choices()[3], id="y"))
            await ada.look()
            assert ada.seen["hints"] == 1
            return told, ada.raw


def test_a_hint_knows_no_secret(tmp_path, monkeypatch):
    fix(monkeypatch)

    async def scene():
        one, two = [await hinted(tmp_path / f"{number}.db", number) for number in (17, 64)]
        assert one == two
        (status, shown), (_, judged) = one[0]
        assert (status, shown["choice"]["kind"]) == (200, "guess")
        assert judged["choice"] != shown["choice"]

    play(scene)
