"""Frames that make no sense are answered; the table and the socket stay."""

import asyncio
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.ws_client import play, running

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = st.sampled_from(["act", "undo", "resign", "rematch", "answer", "hello", "snapshot", "", 3, None])
MESSAGES = st.fixed_dictionaries(
    {"type": KINDS},
    optional={
        "id": JUNK | st.just("ok"),
        "seq": JUNK | st.just(1),
        "action": JUNK,
        "accept": JUNK,
        "token": JUNK,
        "since": JUNK,
    },
)
FRAMES = (
    st.text(max_size=60)
    | st.binary(max_size=60)
    | JUNK.map(json.dumps)
    | MESSAGES.map(json.dumps)
    | st.integers(1, 5000).map("[".__mul__)
    | st.just(" " * 5000)
)


@pytest.fixture(scope="module")
def loop():
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def stage(loop, tmp_path_factory):
    scene = running(tmp_path_factory.mktemp("fuzz") / "tables.db")
    yield loop.run(scene.__aenter__())
    loop.run(scene.__aexit__(None, None, None))


def rejects(frame):
    """Whether a frame is a hello that may end the connection, or gives up a match."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        return False
    return isinstance(message, dict) and message.get("type") in ("hello", "resign")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(FRAMES.filter(lambda frame: not rejects(frame)), min_size=1, max_size=5))
def test_no_frame_harms_a_table(loop, stage, caplog, frames):
    async def scene():
        opened = await stage.open("hotseat")
        async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
            for frame in frames:
                await ann.socket.send(frame)
            reply = await ann.ask("undo", id="last", seq=ann.seen["seq"])
            assert reply["type"] in ("accepted", "refused")
            assert len(ann.heard) >= len(frames)
            await ann.hello(opened["tokens"][0])
            assert not ann.seen["over"]

    loop.run(scene())
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


@settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))
@given(frames=st.lists(FRAMES, max_size=4))
def test_no_first_frame_harms_a_table(loop, stage, caplog, frames):
    async def scene():
        import websockets

        opened = await stage.open()
        address = f"ws://{stage.address}/api/v1/tables/{opened['table']}/socket"
        async with websockets.connect(address) as socket:
            try:
                for frame in frames:
                    await socket.send(frame)
            except websockets.ConnectionClosed:
                pass
        async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
            assert ann.seen["ply"] == 0

    loop.run(scene())
    assert not [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]


def test_a_frame_beyond_all_bounds_ends_the_socket_only(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db") as stage:
            opened = await stage.open()
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.socket.send(" " * 5000)
                assert (await ann.until(lambda m: m["type"] == "refused"))["code"] == "limit"
                await ann.socket.send(" " * 100_000)
                with pytest.raises(Exception, match="1009"):
                    await ann.until(lambda m: False)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert ann.seen["ply"] == 0

    play(scene)
