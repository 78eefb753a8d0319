"""The OpenAPI document says what the server does: schemathesis calls everything in it, well and badly."""

import asyncio
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest

from sandtable.server import openapi
from sandtable.server.measurements import Lab, Measurements
from sandtable.server.protocol import GameInfo
from tests.server.stage import running


class Background:
    """A server whose loop runs in a thread, for clients that know no loop."""

    def __init__(self, db):
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="server")
        self._thread.start()
        self._scene = running(db, lab=Lab("shared"))
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


def test_every_call_does_what_the_document_says(server):
    document = f"http://{server.address}/api/v1/openapi.json"
    options = [
        "--max-examples=15",
        "--generation-deterministic",
        "--no-color",
        "--phases=coverage,fuzzing,stateful",
    ]
    command = [Path(sys.executable).with_name("schemathesis"), "run", document, *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout


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
