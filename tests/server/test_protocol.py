"""The client's types are those of the server, and importing the server starts no compiler."""

import json
import subprocess
import sys

import msgspec
import pytest

from sandtable.server import protocol, typescript


def test_the_clients_types_are_up_to_date():
    written = typescript.FILE.read_text(encoding="utf-8")
    assert written == typescript.text(), "run: python -m sandtable.server.typescript"


def test_types_read_as_declared():
    text = typescript.text()
    assert 'export interface Accepted {\n  type: "accepted";\n  id: string;\n  seq: number;\n}' in text
    assert "  settings: Record<string, number | string | boolean>;" in text
    assert "  level: number | null;" in text
    # what the client sends may be left out where it has a default
    assert "  name?: string;" in text
    assert "export type ClientMessage = Hello | Act | Undo | Resign | Rematch | Answer;" in text


@pytest.mark.parametrize(
    "message",
    [
        {"type": "act", "id": "a", "seq": 1},
        {"type": "act", "id": "", "seq": 1, "action": 1},
        {"type": "act", "id": "a b", "seq": 1, "action": 1},
        {"type": "act", "id": "a", "seq": -1, "action": 1},
        {"type": "act", "id": "a", "seq": 1, "action": 2**53},
        {"type": "act", "id": "a", "seq": 1, "action": 1.5},
        {"type": "act", "id": "a", "seq": 1, "action": 1, "more": 1},
        {"type": "hello", "token": "x" * 65},
        {"type": "snapshot"},
        {},
        [],
    ],
)
def test_messages_are_read_strictly(message):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(message), type=protocol.ClientMessage)


def test_importing_the_application_imports_no_compiler():
    code = "import sys, sandtable.server.app; sys.exit(any(m in sys.modules for m in ('numba', 'numpy', 'sandtable.game')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
