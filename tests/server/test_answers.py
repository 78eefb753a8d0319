"""What the server answers, whole: every call once as it should be and with what can be wrong, and a match told over sockets.

Ids, tokens, dice and times are the same each time here. Where an answer is meant to change, have the files of `answers`
rewritten (see `tests/golden_text.py`) and read the difference.
"""

import itertools
import json
import re
from pathlib import Path

import pytest

import sandtable as st
from sandtable.server.http.middleware import HEADERS
from sandtable.server.storage import credentials, store
from tests.golden_text import hold
from tests.server.guess.rules import FIRST_GUESS, PASS
from tests.server.ws_client import NUMBER, meet, play, running

FOLDER = Path(__file__).parent / "answers"
OWN = "token-of-a-seat-"
# told apart from those below it by what is in them only
PASSING = ("date", "content-length", "server")
WRONG = [
    {"game": "chess"},
    {"game": "guess", "opponent": "enemy"},
    {"game": "guess", "level": 3},
    {"game": "guess", "level": 5},
    {"game": "guess", "seat": 2},
    {"game": "guess", "name": ""},
    {"game": "guess", "settings": {"turns": 41}},
    {"game": "guess", "settings": {"trns": 4}},
    {"game": "guess", "settings": {"mood": "mild"}},
    {"game": "guess", "take_back": "all"},
    {"game": "guess", "colour": "red"},
    {"opponent": "friend"},
]


@pytest.fixture(autouse=True)
def same(monkeypatch):
    """Ids, tokens, secrets and times that are the same each time."""
    numbers = itertools.count(1)
    for name, made in {
        "new_table_id": lambda: f"table{next(numbers)}",
        "new_invite": lambda: f"invite{next(numbers)}",
        "new_token": lambda: f"{OWN}{next(numbers)}",
        "new_secret": lambda: bytes(32),
        # by it the first dice are a 2 and a 3: with the one a guess is refused, with the other it is not
        "new_salt": lambda: f"{74:032x}",
    }.items():
        monkeypatch.setattr(credentials, name, made)
    monkeypatch.setattr(store, "now", lambda: 1_700_000_000_000)


def test_every_call_is_answered_as_before(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", hosts=("play.example",)) as stage:
            told = Told(stage)
            await about_the_server(told)
            await about_the_game(told)
            await about_opening(told)
            table, tokens = await about_invitations(told)
            await about_a_running_match(told, table, tokens)
            async with stage.sit(table, tokens[0]) as ann:
                await ann.act(NUMBER)
                await ann.ask("resign")
                await about_a_match_that_is_over(told, table, tokens)
            await about_the_lab(told)
            return told.text()

    text = play(scene)
    hold(FOLDER / "calls.txt", text)


class Told:
    """Calls, each written down with what is answered."""

    def __init__(self, stage):
        self._stage, self._lines = stage, []

    async def call(self, method, path, body=None, content=None, **headers):
        """Makes a call and writes it down."""
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"json": body} if body is not None else {"content": content}
        answer = await self._stage.http.request(method, path, headers=headers, **sent)
        asked = json.dumps(body) if body is not None else (content or "")[:60]
        given = [f"{name}: {value}" for name, value in headers.items()]
        said = {name: value for name, value in answer.headers.items() if name not in PASSING}
        if "allow" in said:
            said["allow"] = ", ".join(sorted(said["allow"].split(", ")))
        always = {name.lower(): value for name, value in HEADERS.items()}
        self._lines += [" ".join(filter(None, [method, path, asked])), *given, f"= {answer.status_code}"]
        self._lines += [f"{name}: {value}" for name, value in said.items() if always.get(name) != value]
        self._lines += [f"without {name}" for name in sorted(always.keys() - said.keys())]
        self._lines += [*body_of(answer), ""]
        return answer

    def text(self):
        """All that was written down."""
        text = "\n".join(self._lines).replace(st.__version__, "*")
        # a library may pack it otherwise
        return re.sub('"code": "[\\w-]+"', '"code": "*"', text)


def body_of(answer):
    """The lines of an answer; of a picture or a paper only that there is one."""
    kind = answer.headers.get("content-type", "") if answer.content else ""
    if kind.startswith("application/json"):
        return told(answer.json()).splitlines()
    return (
        answer.text.splitlines() if kind.startswith(("text/", "application/x-nd")) else ["..."] * bool(kind)
    )


def told(value):
    """An object with a line a field, and whatever is short on one."""
    if isinstance(value, dict) and len(json.dumps(value)) > 100:
        inner = ",\n".join(f'"{key}": {told(one)}' for key, one in value.items())
    elif isinstance(value, list) and len(json.dumps(value)) > 100:
        inner = ",\n".join(map(told, value)) if any(isinstance(one, dict) for one in value) else ""
        inner = inner or json.dumps(value)[1:-1]
    else:
        return json.dumps(value)
    first, last = "{}" if isinstance(value, dict) else "[]"
    return f"{first}\n  {inner.replace(chr(10), f'{chr(10)}  ')}\n{last}"


async def about_the_server(told):
    for path in (
        "/healthz",
        "/readyz",
        "/api/v1/status",
        "/api/v1/nothing",
        "/api/v1/tables/none/at/1234567890",
    ):
        await told.call("GET", path)
    await told.call("HEAD", "/api/v1/status")
    await told.call("DELETE", "/api/v1/status")
    await told.call("GET", "/api/v1/measurements/none/stop")
    await told.call("POST", "/healthz")
    for host in ("other.example", "play.example", "play.example:80/", "PLAY.example.:8"):
        await told.call("GET", "/healthz", Host=host)
    for origin in ("http://other.example", "http://[", "null"):
        await told.call("POST", "/api/v1/return", {"token": f"{OWN}1"}, Origin=origin)
    await told.call("POST", "/api/v1/return", {"token": f"{OWN}1"}, Sec_Fetch_Site="cross-site")


async def about_the_game(told):
    await told.call("GET", "/api/v1/games")
    await told.call("GET", "/api/v1/rules/guess")
    await told.call("GET", "/api/v1/games/guess/picture")
    await told.call("GET", "/api/v1/games/guess/picture?mood=wild")
    await told.call("GET", "/api/v1/games/guess/settings/mood/wild")
    await told.call("GET", "/api/v1/games/guess/played")
    await told.call("GET", "/api/v1/sheets/guess")
    for path in (
        "rules/chess",
        "sheets/chess",
        "games/chess/picture",
        "games/chess/settings/a/b",
        "games/chess/played",
    ):
        await told.call("GET", f"/api/v1/{path}")
    await told.call("GET", "/api/v1/reports/none")
    await told.call("POST", "/api/v1/games/guess/kit", {})
    await told.call("POST", "/api/v1/games/chess/kit/preview", {})
    for body in ({"number": 47}, {"number": "x"}, {"number": 13}):
        await told.call("POST", "/api/v1/games/guess/services/digit", body)
    await told.call("POST", "/api/v1/games/guess/services/none", {})
    await told.call("POST", "/api/v1/games/chess/services/digit", {})
    for variant in ({"settings": {"turns": 7}}, {"settings": {"turns": 77}}, {"game": "chess"}, {"nme": "A"}):
        whole = {"sandtable_variant": 1, "game": "guess", "name": "Short", "why": "To look."}
        await told.call("POST", "/api/v1/variants", {"variant": {**whole, **variant}})
    for body in ({"code": "abc"}, {"text": "a = "}, {}, {"code": "a", "text": "b"}):
        await told.call("POST", "/api/v1/variants", body)


async def about_opening(told):
    for body in WRONG:
        await told.call("POST", "/api/v1/tables", body)
    await told.call("POST", "/api/v1/tables", content="{}")
    for content in (
        "",
        "{",
        "[]",
        '{"game": "gu',
        "1",
        '{"game": "\ud800"}'.encode(errors="replace").decode(),
    ):
        await told.call(
            "POST", "/api/v1/tables", content=content, Content_Type="application/json; charset=utf-8"
        )
    await told.call("POST", "/api/v1/tables", content="x" * 16385, Content_Type="application/json")
    await told.call("POST", "/api/v1/tables", {"game": "guess", "opponent": "hotseat", "seat": 1.0})
    await told.call(
        "POST", "/api/v1/tables", {"game": "guess", "settings": {"turns": 3.0}, "take_back": "any"}
    )


async def about_invitations(told):
    opened = (
        await told.call("POST", "/api/v1/tables", {"game": "guess", "opponent": "friend", "name": "Ann"})
    ).json()
    table, invite = opened["table"], f"/api/v1/invites/{opened['invite']}"
    await told.call("GET", invite)
    seed = {"seed": "ab" * 16, "commitment": "cd" * 32}
    for body in ({"name": "x" * 25}, {"seat": 1}, {"seed": seed}, {"seed": {**seed, "seed": "AB"}}):
        await told.call("POST", invite, body)
    joined = (await told.call("POST", invite, {"name": "ann"})).json()
    await told.call("GET", invite)
    await told.call("POST", invite, {"name": "Eve"})
    await told.call("GET", "/api/v1/invites/none")
    await told.call("POST", "/api/v1/invites/none", {})
    for token in (joined["tokens"][0], f"{OWN}99", "short", "no token at all"):
        await told.call("POST", "/api/v1/return", {"token": token})
    return table, [opened["tokens"][0], joined["tokens"][0]]


async def about_a_running_match(told, table, tokens):
    at = f"/api/v1/tables/{table}"
    await told.call("GET", f"{at}/at/0")
    await told.call("GET", f"{at}/at/0", Authorization=f"Bearer {tokens[1]}")
    for token in ("", tokens[0], f"Basic {tokens[0]}", f"Bearer {OWN}99"):
        await told.call("GET", f"{at}/at/0", Authorization=token)
    for path in (
        "at/1",
        "at/x",
        "at/0?seat=0",
        "turning",
        "analysis",
        "dice",
        "kept",
        "export",
        "exports/board.txt",
        "exports/none",
    ):
        await told.call("GET", f"{at}/{path}")
    for path in (
        "picture",
        "picture?ply=1",
        "picture?ply=x",
        "card",
        "card?ply=9",
        "exports/board.txt?a=1&a=2",
    ):
        await told.call("GET", f"{at}/{path}")
    for path in (
        "at/0",
        "turning",
        "analysis",
        "dice",
        "kept",
        "export",
        "exports/board.txt",
        "picture",
        "card",
    ):
        await told.call("GET", f"/api/v1/tables/none/{path}")


async def about_a_match_that_is_over(told, table, tokens):
    at = f"/api/v1/tables/{table}"
    own = {"Authorization": f"Bearer {tokens[0]}"}
    for path in (
        "at/0",
        "at/1",
        "at/1?seat=1",
        "at/1?seat=2",
        "at/1?seat=0&seat=1",
        "turning",
        "analysis",
        "dice",
        "kept",
        "export",
    ):
        await told.call("GET", f"{at}/{path}", **own)
    drawn = await told.call("GET", f"{at}/picture?ply=1")
    await told.call("GET", f"{at}/picture?ply=1", If_None_Match=drawn.headers["etag"])
    await told.call("GET", f"{at}/picture?ply=0", If_None_Match=drawn.headers["etag"])
    await told.call("GET", f"{at}/at/1", Authorization=f"bearer  {tokens[0]}")


async def about_the_lab(told):
    await told.call("GET", "/api/v1/measurements")
    await told.call("POST", "/api/v1/measurements", {"kind": "simulation", "game": "guess", "levels": [0, 1]})
    await told.call("POST", "/api/v1/measurements", {"kind": "simulation", "game": "guess", "levels": [0]})
    for method, path in (("GET", ""), ("GET", "/page"), ("GET", "/data"), ("POST", "/stop"), ("DELETE", "")):
        await told.call(method, f"/api/v1/measurements/none{path}")


def test_every_message_is_answered_as_before(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await stage.pair(take_back="any")
            async with (
                stage.sit(table, tokens[0]) as ann,
                stage.sit(table, tokens[1]) as bob,
                stage.sit(table) as eve,
            ):
                talk = Talk(Ann=ann, Bob=bob, Eve=eve)
                return await talked(talk, ann, bob, eve)

    text = play(scene)
    hold(FOLDER / "talk.txt", text)


class Talk:
    """What people at a table say, each written down with the answer and with what it changes for all."""

    def __init__(self, **people):
        self._people, self._lines, self._ids = people, [], itertools.count(1)
        self._before = {name: {} for name in people}
        self._logs = {name: set() for name in people}

    async def say(self, name, kind, **fields):
        """Says it and writes it down."""
        client = self._people[name]
        fields = {"id": f"message-{next(self._ids)}", **fields}
        reply = await client.ask(kind, **fields)
        await meet(*self._people.values())
        self._lines += [f"{name}: {json.dumps({'type': kind, **fields})}", f"= {json.dumps(reply)}"]
        self.show()
        return reply

    async def send(self, name, text):
        """Sends a text that is no message of a table and writes the answer down."""
        client = self._people[name]
        await client.socket.send(text)
        reply = await client.until(lambda message: message["type"] == "refused")
        await client.look()
        self._lines += [f"{name}: {text[:80]}", f"= {json.dumps(reply)}"]
        self.show()

    def show(self):
        """Writes down what has changed for each."""
        for name, client in self._people.items():
            before, seen = self._before[name], dict(client.seen)
            del seen["events"]
            changed = {key: value for key, value in seen.items() if before.get(key, ...) != value}
            read = [client.log[seq] for seq in sorted(client.log) if seq not in self._logs[name]]
            self._logs[name] |= set(client.log)
            self._before[name] = seen
            self._lines += [f"  {name} reads {json.dumps(event)}" for event in read]
            lines = told(changed).splitlines() if changed else []
            self._lines += [f"  {name} sees {line}" for line in lines[:1]] + [
                f"  {line}" for line in lines[1:]
            ]
        self._lines.append("")

    def text(self):
        """All that was written down."""
        return "\n".join(self._lines).replace(st.__version__, "*")


async def talked(talk, ann, bob, eve):
    await until_all_are_there(ann, bob, eve)
    talk.show()
    seq = ann.seen["seq"]
    await talk.say("Bob", "act", action=NUMBER)
    await talk.say("Eve", "act", action=NUMBER)
    await talk.say("Ann", "act", action=PASS)
    await talk.say("Ann", "act", action=NUMBER, id="once")
    await talk.say("Ann", "act", action=NUMBER, id="once")
    await talk.say("Bob", "act", action=NUMBER, seq=seq)
    await talk.say("Ann", "undo")
    await talk.say("Bob", "undo")
    await talk.say("Bob", "answer", accept=False)
    await talk.say("Ann", "answer", accept=True)
    await talk.say("Bob", "act", action=NUMBER)
    await talk.say("Ann", "act", action=FIRST_GUESS + 1)
    await talk.say("Ann", "act", action=PASS)
    await talk.say("Ann", "roll")
    await talk.say("Ann", "enter", action=1)
    await talk.say("Ann", "consent", agree=True)
    await talk.say("Ann", "rematch")
    await talk.say("Ann", "undo")
    await talk.say("Bob", "rematch", swap=False)
    await talk.say("Ann", "answer", accept=False)
    await talk.say("Bob", "undo")
    await talk.say("Bob", "act", action=FIRST_GUESS + NUMBER % 10)
    for text in (
        "",
        "{",
        '{"type": "act", "id": "odd", "seq": "x"}',
        '{"type": "dance", "id": "odd"}',
        "x" * 5000,
    ):
        await talk.send("Ann", text)
    while not ann.seen["over"] and ann.seen["ply"] < 12:
        name = "Ann" if ann.seen["to_move"] == 0 else "Bob"
        await talk.say(name, "act", action=PASS)
    await talk.say("Bob", "resign")
    await talk.say("Bob", "resign")
    await talk.say("Bob", "act", action=PASS)
    await talk.say("Ann", "consent", agree=True)
    await talk.say("Eve", "consent", agree=True)
    await talk.say("Bob", "consent", agree=True)
    await talk.say("Bob", "consent", agree=False)
    await talk.say("Ann", "rematch", swap=False)
    await talk.say("Ann", "rematch")
    await talk.say("Bob", "answer", accept=True)
    await talk.say("Ann", "rematch")
    return talk.text()


async def until_all_are_there(*clients):
    """Waits until each of two players and a spectator sees all three."""
    for client in clients:
        while client.seen["watchers"] != 1 or not all(seat["connected"] for seat in client.seen["seats"]):
            await client.next()
