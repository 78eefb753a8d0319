"""The OpenAPI document says what the server does: schemathesis calls everything in it, well and badly."""

import asyncio
import json
import subprocess
import sys
import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.server.http import openapi
from sandtable.server.lab.jobs import LabLimits, Measurements
from sandtable.server.protocol import GameInfo, LevelInfo, SettingInfo
from tests.markers import quick
from tests.server.ws_client import PATIENT, picked, play, running

# the document, kept whole; a change that is meant is written there
CONTRACT = Path(__file__).with_name("openapi.json")


def contract():
    """The document of a server with two games, without the version and the structs of its messages."""
    settings = [
        SettingInfo("health", "integer", 12, "Health.", "A1.5", low=1, high=40),
        SettingInfo("board", "choice", "small", "The board.", "A1.1", choices=["small", "big"], own=True),
        SettingInfo("corners", "choice", "side", "Corners.", "A1.2", choices=["side"]),
        SettingInfo("held", "flag", True, "Held.", "A1.3"),
    ]
    levels = [LevelInfo(0, "Pebble", ""), LevelInfo(1, "Stone", "")]
    made = openapi.document(
        [
            GameInfo("a", "A", "", settings, levels, ready=True, exports=["map", "sheet"]),
            GameInfo("b", "B", "", [], levels[:1], ready=False, services=["drawn"]),
        ]
    )
    made["info"]["version"] = ""
    # the others are the structs of the protocol, whose types the client is made with
    table = made["components"].pop("schemas")["NewTable"]
    calls = {
        f"{method} {path}": call
        for path, known in made.pop("paths").items()
        for method, call in known.items()
    }
    return json.loads(json.dumps({**calls, "NewTable": table, "document": made}))


def test_the_contract_is_kept():
    assert contract() == json.loads(CONTRACT.read_text(encoding="utf-8"))


class Background:
    """A server whose loop runs in a thread, for clients that know no loop."""

    def __init__(self, db):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="server")
        self._thread.start()
        self._scene = running(db, lab=LabLimits("shared"))
        self.stage = self.run(self._scene.__aenter__())

    def run(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(60)

    def close(self):
        self.run(self._scene.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with ExitStack() as stack, pytest.MonkeyPatch.context() as patch:
        # nothing is played here for what is asked of the lab
        idle = (sys.executable, "-c", "")
        patch.setattr(Measurements.__init__, "__defaults__", (lambda _path: idle,))
        made = Background(tmp_path_factory.mktemp("api") / "tables.db")
        stack.callback(made.close)
        yield made.stage


@pytest.mark.parametrize(
    "phases", quick("coverage", of=("coverage", "fuzzing,stateful"), study=("fuzzing,stateful",))
)
def test_every_call_does_what_the_document_says(server, phases):
    document = f"http://{server.address}/api/v1/openapi.json"
    options = [
        "--max-examples=15",
        "--generation-deterministic",
        "--no-color",
        f"--phases={phases}",
    ]
    command = [Path(sys.executable).with_name("schemathesis"), "run", document, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout


def test_calls_of_tables_for_which_there_is_no_room_are_refused_as_the_document_says(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            table, tokens = await picked(stage)
            code = (await stage.open())["invite"]
        async with running(tmp_path / "a.db", replace(PATIENT, tables=0)) as stage:
            document = (await stage.get("/openapi.json")).json()
            bodies = {
                "open": {"game": "guess", "opponent": "friend"},
                "join": {"name": "Bob"},
            }
            told = {}
            for path, methods in document["paths"].items():
                for method, call in methods.items():
                    if call["operationId"] != "open" and not {"{table}", "{code}"} & set(path.split("/")):
                        continue
                    where = path.format(table=table, code=code, ply=0, name="map.txt")
                    body = bodies.get(call["operationId"])
                    answer = await stage.http.request(method, where, json=body)
                    told[call["operationId"]] = answer.status_code, "503" in call["responses"]
            assert (await stage.post("/return", token=tokens[0])).status_code == 200
            return told

    told = play(scene)
    assert set(told) == {
        "open",
        "invite",
        "join",
        "at",
        "turning",
        "analysis",
        "analyse",
        "stopAnalysis",
        "dice",
        "kept",
        "export",
        "exports",
        "board",
        "card",
        "hint",
    }
    assert told == dict.fromkeys(told, (503, True))


def test_the_document_spells_out_the_settings_of_each_game():
    from sandtable.server.protocol import LevelInfo, SettingInfo

    health = SettingInfo("health", "integer", 12, "Health.", "A1.5", low=1, high=40)
    board = SettingInfo("board", "choice", "small", "The board.", "A1.1", choices=["small", "big"], own=True)
    game = GameInfo("a", "A", "", [health, board], [LevelInfo(0, "Pebble", "")], ready=True)
    made = openapi.document([game])
    (table,) = made["components"]["schemas"]["NewTable"]["oneOf"]
    assert table["properties"]["game"] == {"type": "string", "const": "a"}
    assert table["properties"]["level"] == {"type": "integer", "enum": [0]}
    listed = table["properties"]["settings"]["properties"]
    assert listed["health"] == {"type": "integer", "minimum": 1, "maximum": 40, "description": "Health."}
    assert listed["board"]["enum"] == ["small", "big"]
    assert set(made["paths"]) >= {"/api/v1/games", "/api/v1/tables", "/api/v1/tables/{table}/at/{ply}"}
    asked = {
        call["operationId"]: [
            (parameter["in"], parameter["name"]) for parameter in call.get("parameters", [])
        ]
        for path in made["paths"].values()
        for call in path.values()
    }
    assert asked["at"] == [("path", "table"), ("path", "ply"), ("query", "seat")]
    assert asked["exports"] == [("path", "table"), ("path", "name"), ("query", "ply")]
    assert asked["games"] == []
    seat = made["paths"]["/api/v1/tables/{table}/at/{ply}"]["get"]["parameters"][2]
    assert seat["schema"] == {"type": "integer", "enum": [0, 1]}
    assert {"Snapshot", "Hello", "Act", "Problem"} <= set(made["components"]["schemas"])
