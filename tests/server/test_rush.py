"""The server with Rush: plans of a table, what a spectator sees, and the match played over again."""

import json

import pytest

from sandtable import load, verify
from sandtable.authoring import SPECTATOR, rng
from sandtable.authoring.rng import chained, outcome
from sandtable.games import spec
from sandtable.server.loading.catalog import Catalog
from sandtable.server.storage import credentials
from tests.server.guess.declaration import LEVELS
from tests.server.ws_client import finish, meet, running
from tests.server.ws_client import play as run

PITCH, BALL = 201, 100


class First:
    """Plays the first action there is."""

    def act(self, view, seat, rng, budget=None, cancelled=None):
        return view.actions()[0]


@pytest.fixture
def stage(tmp_path, monkeypatch):
    """Opens a server with Rush, where the ball of a match that begins with two formations comes in on F11."""
    lined_up, chain = load("rush").start(), ""
    for seat in (0, 1):
        action = lined_up.actions()[0]
        chain = chained(chain, f"{seat} {lined_up.observed_action(SPECTATOR, action)}")
        lined_up.play(action)
    secret = next(s for n in range(1000) if int(6 * outcome(s := n.to_bytes(32, "big"), "table", chain)) == 2)
    # by this version a die depends on secret, table and entries only
    monkeypatch.setattr(rng, "VERSION", 2)
    monkeypatch.setattr(credentials, "new_secret", lambda: secret)
    monkeypatch.setattr(credentials, "new_table_id", lambda: "table")
    catalog = Catalog({"rush": spec("rush")}, lambda game: LEVELS, lambda game, level: First())
    return lambda: running(tmp_path / "tables.db", open_catalog=lambda: catalog)


async def line_up(*clients):
    for client in clients:
        await client.turn()
        await client.act(
            client.seen["legal"][0]["action"] if client.seen["legal"] else client.seen["many"][0]
        )
    await meet(*clients)


def surely(scene):
    """A player who can surely run to a hex with some steps, and that hex."""
    here = {player["id"]: player["hex"] for player in scene["players"]}
    for player in scene["offers"]["players"]:
        for span in player["spans"]:
            sure = [h for h, odds in zip(span["hexes"], span["odds"], strict=True) if odds == 1.0]
            far = [h for h in sure if h not in (here[player["id"]], BALL)]
            if span["kind"] == "run" and far:
                return player["id"], far[-1]
    raise AssertionError("nobody can run")


def test_a_plan_says_what_its_play_leads_to(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rush", settings={"preset": "demo"})
            path = f"/tables/{table}/exports/plan.json"
            assert (await server.get(path)).status_code == 404
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                await line_up(ann, bob)
                assert (ann.seen["phase"], ann.seen["exports"]) == ("rush", ["plan.json"])
                assert ann.seen["scene"]["ball"] == {"hex": BALL, "carrier": None}
                player, goal = surely(ann.seen["scene"])
                plan = json.loads((await server.get(f"{path}?chips=run.{player}.{goal}.")).text)
                (chip,) = plan["chips"]
                assert (chip["kind"], chip["hex"], chip["running"]) == ("run", goal, 1.0)
                for action in chip["moves"]:
                    assert (await ann.act(action))["type"] == "accepted"
                after = ann.seen["scene"]
                assert (plan["players"], plan["ball"]) == (after["players"], after["ball"])
                assert (plan["tokens"], plan["rush_ends"]) == (after["rush"]["tokens"], False)
                assert plan["players"][player]["hex"] == goal

    run(scene)


def test_a_plan_that_does_not_fit_is_answered_in_one_sentence(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rush", settings={"preset": "demo"})
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                await line_up(ann, bob)
            path = f"/tables/{table}/exports/plan.json"
            for chips in ("run.0", "fly.0.95.", f"run.0.{PITCH}.", "run.99.95.", "run.8.95.", "strike.3.95."):
                answer = await server.get(f"{path}?chips={chips}")
                assert answer.status_code == 400, chips
                assert answer.json()["error"].endswith("."), chips

    run(scene)


def test_a_spectator_sees_everything_but_what_the_mover_is_offered(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="rush", settings={"preset": "demo"})
            async with (
                server.sit(table, tokens[0]) as ann,
                server.sit(table, tokens[1]) as bob,
                server.sit(table) as eve,
            ):
                await line_up(ann, bob)
                await meet(ann, eve)
                own, theirs = ann.seen["scene"], eve.seen["scene"]
                assert own.pop("offers")["players"]
                assert theirs.pop("offers") is None
                assert own == theirs
                assert (eve.seen["legal"], eve.seen["many"]) == ([], [])
                assert [line["text"] for line in ann.log.values()] == [
                    line["text"] for line in eve.log.values()
                ]

    run(scene)


def test_a_finished_match_is_played_over_again(stage):
    async def scene():
        async with stage() as server:
            settings = {"preset": "demo", "rushes": 2, "tokens": 2, "tie": "draw"}
            table, tokens = await server.pair(game="rush", settings=settings)
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                await finish(ann, bob)
                assert ann.seen["over"]
            text = (await server.get(f"/tables/{table}/export")).text
            match = verify(text)
            assert match.over
            position = match.game.start()
            for entry in match.entries:
                position.play(entry.action)
                if position.ply % 10 == 0:
                    then = (await server.get(f"/tables/{table}/at/{position.ply}")).json()
                    assert then["scene"] == json.loads(position.to_json(2))["scene"]
            assert position == match.position

    run(scene)
