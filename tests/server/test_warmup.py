"""Compiling a game before it is played: what is rehearsed, in which order, and what is shown meanwhile."""

import asyncio
import gc
from dataclasses import replace
from types import SimpleNamespace

from sandtable.server import (
    warmup,
)
from sandtable.server.loading.catalog import Catalog, shipped
from sandtable.server.loading.library import Library
from sandtable.server.loading.worker import Worker
from tests.fixtures import connect_four
from tests.server.guess import SPEC, catalog


def opened(levels=None, **done):
    """A library on whose catalog stands the guessing game, with these parts of it compiled."""

    async def scene():
        return Library(catalog)

    made, there = asyncio.run(scene()), catalog()
    if levels is not None:
        there = Catalog(there.games, lambda _game: levels, there.make)
    made._catalog = there
    made._done = {game: set(parts) for game, parts in done.items()}
    return made


LEVELS = [
    SimpleNamespace(level=level, name=name, text="", plain=plain)
    for level, name, plain in (
        (0, "Pebble", True),
        (1, "Stone", True),
        (2, "Rock", False),
        (3, "Cliff", False),
    )
]


def test_how_far_the_preparation_is():
    made = opened()
    name = SPEC.name
    said = made.status()
    assert (said.open, said.ready) == (True, False)
    assert said.message == f"The rules of {name} are being compiled; they can be played meanwhile."
    made._settled.add("guess")
    said = made.status()
    assert (said.open, said.ready, said.message) == (True, True, "Ready.")
    assert made.unplayable() == ""
    made._troubles["guess", "level 1"] = "why"
    failed = f"{name} could not be prepared. The server tries again; its log says why."
    assert (made.status().ready, made.status().message) == (False, failed)
    # it can be played once its rules are there
    assert made.unplayable() == failed
    made._done["guess"] = {"rules"}
    assert made.unplayable() == ""
    made._troubles.clear()
    there = made._catalog
    made._catalog = Catalog(
        {"a": SimpleNamespace(name="A"), "b": SimpleNamespace(name="B"), "c": SimpleNamespace(name="C")},
        there.levels,
        there.make,
    )
    assert made.status().message.startswith("The rules of A, B and C are being compiled")
    made._catalog = None
    assert made.unplayable() == made.status().message
    assert (made.status().open, made.status().ready) == (False, False)
    assert made.status().message == "The game engine is starting."


def test_who_plays_until_a_level_is_compiled():
    made = opened(LEVELS, guess=["rules", "level 2"])
    assert [made.playing("guess", level) for level in range(4)] == [0, 1, 2, 1]
    made._settled.add("guess")
    assert made.playing("guess", 3) == 3
    nobody = opened(LEVELS[2:])
    assert nobody.playing("guess", 2) == 2
    nobody._catalog = None
    assert nobody.playing("guess", 3) == 3
    assert nobody.notice("guess", 3) == ""


def test_what_a_table_is_told_meanwhile():
    name = SPEC.name
    made = opened(LEVELS)
    slower = f"{name} is still being compiled, so everything is slower for now"
    assert made.notice("guess", None) == made.notice("guess", 1) == f"{slower}."
    assert made.notice("guess", 3) == f"{slower}, and Stone plays for Cliff."
    ready = opened(LEVELS, guess=["rules"])
    assert (ready.ready("guess"), made.ready("guess")) == (True, False)
    assert ready.notice("guess", None) == ready.notice("guess", 0) == ""
    assert ready.notice("guess", 3) == "Stone plays for Cliff until that level is ready."
    assert ready.worker("guess", 3).notice() == ready.notice("guess", 3)
    assert (ready.worker("guess", 3).plain, made.worker("guess", 3).plain) == (False, True)
    assert (Worker().plain, Worker().notice()) == (False, "")


def test_parts_are_rehearsed_the_default_level_first(monkeypatch):
    names = [name for name, _ in warmup.parts(Catalog({}, lambda _game: LEVELS, len), "guess")]
    assert names == ["rules", "level 2", "level 0", "level 1", "level 3", "judgement", "hints"]
    played = []
    monkeypatch.setattr(
        warmup, "parts", lambda *_: [(name, lambda name=name: played.append(name)) for name in "ab"]
    )
    monkeypatch.setattr(warmup, "_note", lambda _game: None)
    steps = warmup.warm_up(catalog(), "guess")
    assert (next(steps), played) == ("a", ["a"])
    assert list(steps) == ["b"]
    assert warmup.is_compiled(SPEC)


def test_a_rehearsal_comes_to_what_a_random_match_may_miss(monkeypatch):
    met = set()

    def look(table):
        met.update(table.match.game.unpack(action).kind for action in table.match.position.actions())

    monkeypatch.setattr(warmup, "_look", look)
    warmup._play(shipped(), "rush")
    # attacks of both sorts with all that may be answered, and passes
    assert met >= {"tackle", "steal", "dodge", "slamback", "push", "follow", "stand", "throw", "aim"}


def test_a_process_that_rehearses_prints_each_part_that_is_done(monkeypatch, capsys):
    asked = []

    def warm_up(catalog, game):
        asked.append((list(catalog.games), game, [level.level for level in catalog.levels(game)]))
        yield from ("rules", "level 2")

    monkeypatch.setattr(warmup, "warm_up", warm_up)
    try:
        warmup.main("tests.fixtures.connect_four:SPEC")
        # what a compiler makes is needed to the end
        assert not gc.isenabled()
    finally:
        gc.enable()
    assert capsys.readouterr().out == "rules\nlevel 2\n"
    assert asked == [
        (["connect_four"], "connect_four", [level.level for level in connect_four.SPEC.players.levels])
    ]


def test_a_rehearsal_is_noted_in_the_cache(monkeypatch, tmp_path):
    monkeypatch.setattr(warmup.kernels, "CACHE", tmp_path)
    monkeypatch.setattr(warmup, "parts", lambda *_: [])
    assert not warmup.is_compiled(SPEC)
    assert list(warmup.warm_up(catalog(), "guess")) == []
    # its name tells the sources, so that a changed game is compiled again
    assert (tmp_path / f"{SPEC.rules.state.names[-1]}.all").is_file()
    assert warmup.is_compiled(SPEC)
    monkeypatch.setattr(warmup.kernels, "CACHE", None)
    assert warmup.is_compiled(replace(SPEC, name="Other"))
