"""What an action costs a server, for each game, compared with an echo: `python -m benchmarks.actions [GAME ...]`.

At one table are both seats and a spectator; each gets a new snapshot after every action. An echo is a ping on one of these
sockets, which the same server answers. Both are counted as the server's processor time, commit to SQLite included, and taken
in turns, so that a noisy moment of the machine affects both alike. The ratio is the median of the rounds. `make bench` includes
this section.
"""

import asyncio
import random
import statistics
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial

from benchmarks.load import Game, Size, running
from benchmarks.race import Aim, Trial, told
from sandtable import games
from tests.server.flicks import action
from tests.server.ws_client import Client

# times the cost of an echo
MOST = 12.0
ROUNDS = 7
# of a round
ACTIONS, ECHOES = 60, 300
RATIO = "cost of an action"

Figures = dict[str, tuple[str, float]]


def trials(names: Sequence[str] = ()) -> list[Trial]:
    """One for each of these games, or of all."""
    aims = {RATIO: Aim(most=MOST)}
    return [
        Trial(f"{game}, a table with two seats and a spectator", partial(measure, game), aims)
        for game in names or games.installed()
    ]


def measure(game: str) -> Figures:
    """The server's processor time for an echo and for an action, in ms, and their ratio."""
    rounds = asyncio.run(_measure(game))
    echoes, actions = zip(*rounds, strict=True)
    ratios = [action / echo for echo, action in rounds]
    return {
        "an echo": ("ms", statistics.median(echoes)),
        "an action": ("ms", statistics.median(actions)),
        RATIO: ("echoes", statistics.median(ratios)),
    }


async def _measure(name: str) -> list[tuple[float, float]]:
    rng, rounds = random.Random(1), list[tuple[float, float]]()
    async with running("", name, Size()) as game:
        for _ in range(ROUNDS + 1):
            echo = await _echoes(game)
            rounds.append((echo, await _actions(game, rng)))
    # the first warms up
    return rounds[1:]


async def _echoes(game: Game) -> float:
    table, tokens = await game.open()
    async with game.connect(table) as socket:
        client = Client(socket)
        await client.hello(tokens[0])
        before, _ = await game.used()
        for _ in range(ECHOES):
            await client.send(type="ping")
            await client.next()
        after, _ = await game.used()
    return 1000 * (after - before) / ECHOES


async def _actions(game: Game, rng: random.Random) -> float:
    spent, done = 0.0, 0
    while done < ACTIONS:
        took, played = await _play(game, ACTIONS - done, rng)
        spent, done = spent + took, done + played
    return 1000 * spent / done


async def _play(game: Game, most: int, rng: random.Random) -> tuple[float, int]:
    """Plays a match, `most` actions of it; seconds of processor time and how many actions it took."""
    table, tokens = await game.open()
    async with AsyncExitStack() as stack:
        clients = [Client(await stack.enter_async_context(game.connect(table))) for _ in range(3)]
        for client, token in zip(clients, (*tokens, None), strict=True):
            await client.hello(token)
        # until all clients have received all joins
        await asyncio.sleep(0.3)
        done, (before, _) = 0, await game.used()
        while done < most and not clients[0].seen["over"]:
            mover = clients[clients[0].seen["to_move"]]
            reply = await mover.act(action(mover, rng))
            assert reply["type"] == "accepted", reply
            for client in clients:
                while client.seen["seq"] < reply["seq"]:
                    await client.look()
            done += 1
        after, _ = await game.used()
    return after - before, done


if __name__ == "__main__":
    told(trials(sys.argv[1:]))
