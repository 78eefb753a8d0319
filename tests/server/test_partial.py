"""The server with a game whose actions and outcomes cannot be listed."""

from dataclasses import replace
from functools import partial

import pytest

import sandtable as st
from sandtable.engine.matchfile import read
from sandtable.server.loading.catalog import Catalog
from sandtable.server.tables.snapshot import EXAMPLES
from tests.fixtures import bowls
from tests.fixtures.bowls.rules import LENGTH, MARGIN, ROLLS
from tests.server.guess.declaration import LEVELS
from tests.server.ws_client import meet, running
from tests.server.ws_client import play as run


def catalog(client=False):
    agent = st.agents.make(st.Game(bowls.SPEC), "random")
    spec = replace(bowls.SPEC, presentation=replace(bowls.SPEC.presentation, client=client))
    return Catalog({"bowls": spec}, lambda game: LEVELS, lambda game, level: agent)


@pytest.fixture
def stage(tmp_path):
    """Opens a server with bowls, as a game with a client of its own or without."""
    return lambda client=False: running(tmp_path / "tables.db", open_catalog=partial(catalog, client))


def test_a_page_may_send_what_is_not_listed(stage):
    async def scene():
        async with stage(client=True) as server:
            table, tokens = await server.pair(game="bowls")
            async with server.sit(table, tokens[0]) as ann, server.sit(table, tokens[1]) as bob:
                # more examples than are worth sending
                assert bowls.SPEC.rules.max_actions > EXAMPLES
                assert (ann.seen["legal"], ann.seen["many"]) == ([], [])
                refused = await ann.act(MARGIN - 1)
                assert (refused["code"], refused["clause"]) == ("illegal", "B1")
                assert (await ann.act(MARGIN + 1))["type"] == "accepted"
                await bob.turn()
                assert (await bob.act(LENGTH - MARGIN))["type"] == "accepted"
                await meet(ann, bob)
                assert [choice["action"] for choice in ann.seen["legal"]] == [ROLLS + LENGTH // 2]
                assert (await ann.act(ROLLS + 3))["type"] == "accepted"
                assert [line["kind"] for line in ann.log.values()][-2:] == ["roll", "drift"]

    run(scene)


def test_the_table_for_any_game_lists_all_examples_and_says_what_else_there_is(stage):
    async def scene():
        async with stage() as server:
            table, tokens = await server.pair(game="bowls")
            async with server.sit(table, tokens[0]) as ann:
                assert len(ann.seen["legal"]) == bowls.SPEC.rules.max_actions
                assert ann.seen["free"] == ["hide"]
                assert (await ann.act(MARGIN + 1))["type"] == "accepted"
                assert ann.seen["free"] == []

    run(scene)


def test_a_computer_plays_what_is_not_listed_and_the_dice_are_fair(stage):
    async def scene():
        async with stage() as server:
            opened = await server.open("computer", game="bowls", level=0)
            async with server.sit(opened["table"], opened["tokens"][0]) as ann:
                for number in range(3):
                    await ann.turn()
                    await ann.act(LENGTH // 2 + number if number == 0 else ROLLS + LENGTH // 2 + number)
                while not ann.seen["over"]:
                    await ann.look()
            text = (await server.get(f"/tables/{opened['table']}/export")).text
            match = read(text, lambda game, **settings: st.Game(bowls.SPEC, **settings))
            assert list(match.score) == ann.seen["score"]
            assert sum(entry.kind == "outcome" for entry in match.entries) == 4

    run(scene)
