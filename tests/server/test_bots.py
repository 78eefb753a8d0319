"""Computers at tables: they stop when the table moves on, and a match outlives a search that fails."""

import asyncio
import time

import pytest

from tests.server.guess import shelf
from tests.server.guess.declaration import Guesser
from tests.server.stage import play, running


class Ponderer:
    """Thinks until it is told to stop, once it is not the rehearsal."""

    stopped = 0

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if cancelled is None:
            return view.sample(rng)
        while not cancelled():
            time.sleep(0.005)
        type(self).stopped += 1
        return view.sample(rng)


class Fool:
    """Fails, or plays what is not allowed."""

    def act(self, view, seat, rng, budget=None, cancelled=None):
        if budget is not None:
            return view.sample(rng)
        raise ZeroDivisionError


class Cheat(Guesser):
    """Plays what is not allowed."""

    def act(self, view, seat, rng, budget=None, cancelled=None):
        return 10**6


def with_agent(agent):
    def opened():
        made = shelf()
        return type(made)(made.games, made.levels, lambda game, level: agent())

    return opened


def test_a_thought_is_given_up_when_the_table_moves_on(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", open_shelf=with_agent(Ponderer)) as stage:
            opened = await stage.open("computer", level=0)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                assert {"type": "thinking", "seat": 1, "on": True} in ann.heard
                await ann.ask("undo")
                assert ann.seen["ply"] == 0
                assert {"type": "thinking", "seat": 1, "on": False} in ann.heard
                await ann.act(6)
                await ann.ask("resign")
                assert ann.seen["over"]
            for _ in range(100):
                if Ponderer.stopped >= 2:
                    break
                await asyncio.sleep(0.02)
            assert Ponderer.stopped == 2

    play(scene)


def test_a_newcomer_hears_that_the_computer_thinks(tmp_path):
    async def scene():
        async with running(tmp_path / "a.db", open_shelf=with_agent(Ponderer)) as stage:
            opened = await stage.open("computer", seat=1, level=0)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                assert {"type": "thinking", "seat": 0, "on": True} in ann.heard

    play(scene)


@pytest.mark.parametrize("agent", [Fool, Cheat])
def test_a_match_goes_on_after_a_computer_failed(tmp_path, agent, caplog):
    async def scene():
        async with running(tmp_path / "a.db", open_shelf=with_agent(agent)) as stage:
            opened = await stage.open("computer", level=1)
            async with stage.sit(opened["table"], opened["tokens"][0]) as ann:
                await ann.act(5)
                await ann.turn()
                assert ann.seen["ply"] >= 3
        assert [record.name for record in caplog.records if record.levelname == "ERROR"][:1] == [
            "sandtable.server.bots"
        ]

    play(scene)
