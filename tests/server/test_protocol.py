"""The client's types are those of the server, and importing the server starts no compiler."""

import json
import subprocess
import sys
from typing import Annotated, Literal, NamedTuple

import msgspec
import pytest
from msgspec import Meta

from sandtable.server import protocol, typescript


class Row(NamedTuple):
    """A row."""

    dice: int
    chance: float | None


class Part(msgspec.Struct):
    """A part.

    It says more.
    """

    word: Annotated[Literal["b", "a"] | None, Meta(description="One of two.")]
    pair: tuple[int, float | None]
    more: str | msgspec.UnsetType = msgspec.UNSET


class Whole(msgspec.Struct, rename={"kind": "class"}):
    kind: str
    parts: dict[str, list[Part]]
    rows: tuple[Row, ...]


def test_the_clients_types_are_up_to_date():
    for path, text in typescript.files().items():
        written = (typescript.CLIENT / path).read_text(encoding="utf-8")
        assert written == text, "run: python -m sandtable.server.typescript"


def test_a_scene_reads_as_declared():
    assert typescript.scene(Whole) == (
        "export interface Whole {\n  class: string;\n  parts: Record<string, Part[]>;\n  rows: Row[];\n}\n\n"
        "/**\n * A part.\n *\n * It says more.\n */\nexport interface Part {\n"
        '  /** One of two. */\n  word: "a" | "b" | null;\n  pair: [number, number | null];\n  more?: string;\n}\n\n'
        "/** A row. */\nexport type Row = [dice: number, chance: number | null];\n"
    )


def test_two_parts_of_a_scene_cannot_have_one_name():
    other = msgspec.defstruct("Part", [("width", int)])
    with pytest.raises(TypeError, match="called Part"):
        typescript.scene(msgspec.defstruct("Scene", [("one", Part), ("other", other)]))


def test_types_read_as_declared():
    text = typescript.messages()
    assert 'export interface Accepted {\n  type: "accepted";\n  id: string;\n  seq: number;\n}' in text
    assert "  settings: Record<string, number | string | boolean>;" in text
    assert "  level: number | null;" in text
    # what the client sends may be left out where it has a default
    assert "  name?: string;" in text
    sent = "Hello | Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent | Ping"
    assert f"export type ClientMessage = {sent};" in text


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


@pytest.mark.parametrize(
    "message",
    [
        {"type": "hello", "token": "x" * 64, "since": 2**53 - 1, "seeds": True},
        {"type": "seed", "id": "a", "seq": 0, "seed": "0f" * 16, "commitment": "1e" * 32},
        {"type": "act", "id": "a-Z_9", "seq": 0, "action": 2**53 - 1},
        {"type": "roll", "id": "a", "seq": 7},
        {"type": "enter", "id": "a", "seq": 7, "action": 3},
        {"type": "undo", "id": "a" * 36, "seq": 7},
        {"type": "resign", "id": "a", "seq": 7},
        {"type": "rematch", "id": "a", "seq": 7, "swap": False},
        {"type": "answer", "id": "a", "seq": 7, "accept": False},
    ],
)
def test_every_message_is_taken_as_it_is_and_with_nothing_more(message):
    read = msgspec.json.decode(json.dumps(message), type=protocol.ClientMessage)
    assert msgspec.to_builtins(read) == message
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(json.dumps({**message, "more": 1}), type=protocol.ClientMessage)


def test_who_says_hello_only_is_a_spectator_who_has_seen_nothing():
    assert msgspec.json.decode('{"type": "hello"}', type=protocol.ClientMessage) == protocol.Hello(
        token=None, since=0
    )


def test_a_table_is_opened_against_the_second_level_unless_it_is_asked_otherwise():
    asked = msgspec.json.decode('{"game": "guess"}', type=protocol.NewTable)
    assert msgspec.to_builtins(asked) == {
        "game": "guess",
        "opponent": "computer",
        "level": 2,
        "seat": 0,
        "name": "Guest",
        "settings": {},
        "take_back": "free",
        "seeds": False,
    }


def test_importing_the_application_imports_no_compiler():
    code = "import sys, sandtable.server.app; sys.exit(any(m in sys.modules for m in ('numba', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
