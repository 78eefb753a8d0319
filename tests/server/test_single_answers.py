"""If everybody can see that there is only one answer, the table gives it; if only its player knows, the table waits."""

import contextlib
import itertools
import threading

import pytest

from sandtable.engine.game import Game
from sandtable.server.loading.catalog import Catalog
from sandtable.server.tables import bots
from tests.changed import changed
from tests.server.guess import SPEC
from tests.server.guess.declaration import LEVELS
from tests.server.guess.rules import GUESS, PASS
from tests.server.test_secrets import fix, sit_down
from tests.server.ws_client import meet, play, running

# with an even number a seat may not guess on a 3, and with no number below it
EVEN, ODD = 42, 43
WILD = {"mood": "wild", "turns": 40}


def seen_by_all(setup, view):
    """Whether everybody sees what may be done: on a 3 it depends on the mover's own number."""
    return view.phase == GUESS and not (setup.wild and view.die == 3)


OPEN = changed(SPEC, open_choice=seen_by_all)


class Passes:
    """Picks the number `own` and never guesses; passes each time `let` is released. `alone` notes whether it had to on a 3."""

    def __init__(self, own):
        self.own, self.alone = own, []
        self.let = threading.Semaphore(0)

    def act(self, view, seat, rng, budget=None, cancelled=None):
        while budget is None and not self.let.acquire(timeout=0.1) and not cancelled():
            pass
        if budget is None and view.state.die == 3:
            self.alone.append(view.actions() == [PASS])
        return PASS if view.phase == "guess" else self.own


@pytest.fixture
def world(tmp_path, monkeypatch):
    """Opens a world, with a computer of its own and the same dice; the delays before its answers are in `delays`."""
    fix(monkeypatch)
    delays, worlds = [], itertools.count()
    monkeypatch.setattr(bots, "rest", lambda _spent, beat: delays.append(beat) or 0.0)

    @contextlib.asynccontextmanager
    async def opened(agent):
        delays.clear()
        catalog = Catalog({"guess": OPEN}, lambda _: LEVELS[:1], lambda _game, _level: agent)
        async with running(tmp_path / f"{next(worlds)}.db", open_catalog=lambda: catalog) as stage:
            yield stage, delays

    return opened


async def passing(stage, stack, table, tokens, own, agent=None):
    """Everybody passes: what all but seat 0 receive, and for each decision its seat, the die, and how many choices it had."""
    clients = await sit_down(stage, stack, table, tokens)
    persons, watching, asked = clients[:-1], clients[-1], []
    while not watching.seen["over"]:
        mover = next((one for one in persons if one.seen["seat"] == watching.seen["to_move"]), None)
        if mover is None:
            seq = watching.seen["seq"]
            agent.let.release()
            while watching.seen["seq"] == seq:
                await watching.look()
        else:
            picks = mover.seen["phase"] == "pick"
            if not picks:
                asked.append((mover.seen["seat"], mover.seen["scene"]["die"], len(mover.choices())))
            number = own if mover.seen["seat"] == 0 else EVEN
            await mover.act(number if picks else PASS, id=f"act-{watching.seen['ply']}")
        await meet(*clients)
    others = [one for one in clients if one.seen["seat"] != 0]
    # once it is over the numbers are shown
    return [text for one in others for text in one.raw if '"over":true' not in text], asked


def test_an_answer_is_given_where_everybody_sees_it_and_awaited_where_a_secret_forces_it(world):
    async def told(own):
        async with world(Passes(EVEN)) as (stage, _), contextlib.AsyncExitStack() as stack:
            table, tokens = await stage.pair(settings=WILD)
            return await passing(stage, stack, table, tokens, own)

    async def both():
        return await told(EVEN), await told(ODD)

    (even, asked), (odd, asked_too) = play(both)
    assert even == odd
    # nobody is asked on a 1 or 2, and both are on a 3
    assert {die for _, die, _ in asked} == {3, 4, 5, 6}
    assert [(seat, die) for seat, die, _ in asked] == [(seat, die) for seat, die, _ in asked_too]
    assert {many for seat, die, many in asked if (seat, die) == (0, 3)} == {1}
    assert {many for seat, die, many in asked_too if (seat, die) == (0, 3)} == {11}
    assert len(asked) < WILD["turns"]


def test_a_computer_waits_as_long_before_an_answer_that_only_its_secret_forces(world):
    async def told(own):
        agent = Passes(own)
        async with world(agent) as (stage, delays), contextlib.AsyncExitStack() as stack:
            opened = await stage.open("computer", seat=1, level=0, settings=WILD)
            texts, _ = await passing(stage, stack, opened["table"], opened["tokens"], own, agent)
            return texts, [*delays], agent.alone

    async def both():
        return await told(EVEN), await told(ODD)

    (even, delays, alone), (odd, delays_too, alone_too) = play(both)
    assert even == odd
    assert delays == delays_too
    assert len(delays) > 3
    assert (set(alone), set(alone_too)) == ({True}, {False})


def test_only_what_a_spectator_knows_says_whether_there_is_a_single_answer():
    game = Game(OPEN, **WILD)
    position = game.start().play(EVEN).play(ODD)
    assert position.openly_forced() is None
    for die, forced in ((1, PASS), (2, PASS), (3, None), (4, None)):
        rolled = position.copy().play(game.parse(f"roll a {die}"))
        assert (rolled.openly_forced(), rolled.forced() == PASS) == (forced, die <= 3)
