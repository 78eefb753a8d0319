"""What archiving a finished match takes: `python -m benchmarks.archives`.

Of each game a match of level 1 and the longest of several: bytes of the archive and of what it holds, processor time, and the
longest piece of it in the event loop, for which others at the server wait at most. `sandtable warm` beforehand compiles the
games; each match is archived once before it is measured.
"""

import asyncio
import logging
import lzma
import time

import msgspec

from sandtable import agents, load
from sandtable.authoring import stream
from sandtable.engine.match import Match
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables import archive
from sandtable.server.tables.table import Table

GAMES = ("assault", "optio", "rout", "rush")
# the longest of this many matches is the long one
MATCHES = 20
BEAT = 0.001


def played(game: str, seed: int) -> Match:
    """A match that level 1 has played against itself."""
    match = Match(load(game), bytes([seed] * 32), f"{game}{seed}", ("Ann", "Bob"))
    agent, own = agents.make(game, 1), stream(seed)
    match.begin()
    while not match.over:
        seat = match.position.to_move
        match.play(int(agent.act(match.view(match.position, seat), seat, own)))
    return match


def at_table(match: Match) -> Table:
    """The match at a table of its own, as a server holds it once the last action is stored."""
    rules = match.game.spec.rules.version
    stored = StoredTable(
        match.table, match.game.id, match.settings, match.secret, "friend", 0, rules, match.draws
    )
    seats = [StoredSeat(seat, "person", name) for seat, name in enumerate(match.seats)]
    fresh = Match(match.game, match.secret, match.table, match.sitters, draws=match.draws)
    table = Table(stored, seats, fresh, None)  # type: ignore[arg-type] - nothing is stored
    table.fold([StoredEvent(e.seq, e.kind, e.seat, e.action, e.keep, e.note) for e in match.entries])
    return table


async def measured(table: Table) -> tuple[bytes, float, float]:
    """The archive, the processor time it took, and the longest piece of it in the event loop, in seconds."""
    waits: list[float] = []

    async def beat() -> None:
        while True:
            # the loop's own processor time, so that other programs do not count
            before = time.thread_time()
            await asyncio.sleep(BEAT)
            waits.append(time.thread_time() - before)

    heart = asyncio.create_task(beat())
    began = time.process_time()
    data = await archive.make(table)
    took = time.process_time() - began
    heart.cancel()
    return data, took, max(waits)


def raw(data: bytes) -> int:
    """How many bytes an archive holds before they are compressed."""
    _, head, parts = msgspec.msgpack.decode(data)
    return sum(len(lzma.decompress(part)) for part in (head, *parts))


def main() -> None:
    """Prints a line for each match."""
    logging.disable()
    print("| game | positions | archive, kB | uncompressed, kB | processor, s | longest piece, ms |")
    print("|---|---:|---:|---:|---:|---:|")
    for game in GAMES:
        matches = sorted((played(game, seed) for seed in range(MATCHES)), key=lambda match: match.ply)
        for match in (matches[len(matches) // 2], matches[-1]):
            asyncio.run(measured(at_table(match)))
            data, took, wait = asyncio.run(measured(at_table(match)))
            figures = f"{len(data) / 1e3:.0f} | {raw(data) / 1e3:,.0f} | {took:.2f} | {1e3 * wait:.0f}"
            print(f"| {game} | {match.ply + 1} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
