"""A table played by nobody, so that everything a real one needs is compiled or loaded from the cache."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from sandtable.game import Game
from sandtable.match import Match
from sandtable.rng import stream
from sandtable.server.snapshot import moment, snapshot
from sandtable.server.store import Store, StoredEvent, StoredSeat, StoredTable
from sandtable.server.table import Table

if TYPE_CHECKING:
    from sandtable.match import Entry
    from sandtable.server.library import Shelf

PLIES = 60


def rehearse(shelf: "Shelf", game: str) -> None:
    """Plays the beginning of a random match of `game`, looks at it from all sides and asks each level for an action."""
    table = _table(Game(shelf.games[game]))
    _fold(table, table.match.opening_entries())
    rng = stream(1)
    while not table.match.over and table.match.ply < PLIES:
        action = table.match.position.sample(rng)
        _fold(table, table.match.next_entries(table.match.to_move, action))
        if table.match.ply % 5 == 0:
            _look(table)
    _look(table)
    _ask(shelf, game)


def _table(game: Game) -> Table:
    stored = StoredTable("rehearsal", game.id, game.settings, bytes(32), "hotseat", 0)
    seats = [StoredSeat(seat, "person", f"Seat {seat}") for seat in (0, 1)]
    match = Match(game, stored.secret, stored.id)
    # nothing is stored: the events are folded at once
    return Table(stored, seats, match, cast("Store", None))


def _fold(table: Table, entries: "Sequence[Entry]") -> None:
    for entry in entries:
        table.fold([StoredEvent(table.seq + 1, entry.kind, entry.seat, entry.action, entry.keep)])


def _look(table: Table) -> None:
    for seat in (0, 1, None):
        snapshot(table, seat)
        moment(table, seat, table.match.ply // 2)


def _ask(shelf: "Shelf", game: str) -> None:
    match = Match(Game(shelf.games[game]), bytes(32))
    match.begin()
    rng = stream(2)
    position = match.position
    if position.to_move < 0:
        return
    for level in shelf.levels(game):
        agent = shelf.make(game, level.level)
        agent.act(position.view(position.to_move), position.to_move, rng, budget=2)
