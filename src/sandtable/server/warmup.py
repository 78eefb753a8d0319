"""Plays at a table without people, so that everything a real one needs is compiled or loaded from the cache.

The work is divided into parts, starting with what a person meets first. A separate process compiles them and reports each
one:

    python -m sandtable.server.warmup GAME
"""

import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sandtable import agents, games
from sandtable._compiler import kernels
from sandtable.agents import DEFAULT_LEVEL
from sandtable.analysis import hints
from sandtable.authoring.records import CHANCE
from sandtable.authoring.rng import VERSION, stream
from sandtable.authoring.spec import Spec
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.server.loading.catalog import HINTS, RULES, Catalog
from sandtable.server.storage.store import Store, StoredSeat, StoredTable
from sandtable.server.tables import commands
from sandtable.server.tables.snapshot import first_ply, moment, snapshot
from sandtable.server.tables.table import Table

if TYPE_CHECKING:
    from sandtable.engine.match import Entry

# every viewer looks at the first CLOSELY plies, then at one in NOW_AND_THEN
CLOSELY, NOW_AND_THEN = 60, 5
# choices per phase: the first may be of a different kind from the later ones
CHOICES = 4

Part = tuple[str, Callable[[], None]]


def parts(catalog: Catalog, game: str) -> list[Part]:
    """The parts to warm up: the rules, then each level of the computer, starting with the default one."""
    levels = sorted(
        (each.level for each in catalog.levels(game)), key=lambda level: (level != DEFAULT_LEVEL, level)
    )
    return [
        (RULES, partial(_play, catalog, game)),
        *((f"level {level}", partial(_ask, catalog, game, level)) for level in levels),
        # the functions that display a finished match
        ("judgement", partial(_judge, catalog, game)),
        (HINTS, partial(_hint, catalog, game)),
    ]


def warm_up(catalog: Catalog, game: str) -> Iterator[str]:
    """Warms up `game` part by part, compiling; yields the name of each finished part, and records the end in the cache."""
    with kernels.compiling():
        for name, play in parts(catalog, game):
            play()
            yield name
    note = _note(catalog.games[game])
    if note is not None:
        note.touch()


def is_compiled(spec: Spec) -> bool:
    """Whether the cache contains everything that a warm-up of a game needs."""
    note = _note(spec)
    return note is None or note.is_file()


def _note(spec: Spec) -> Path | None:
    # the tag also identifies the sources of a game from outside the package
    return (
        kernels.CACHE / f"{(spec.rules.state.names or ('',))[-1]}.all" if kernels.CACHE is not None else None
    )


def _play(catalog: Catalog, game: str) -> None:
    """Plays two whole matches and views them from all sides. The first is random. One match may miss something; what it misses
    depends on the rules and their settings. So the second prefers the kind of action played least so far, which also reaches
    what follows rare actions.
    """
    met, played = set[str](), Counter[str]()
    for random in (True, False):
        table, rng = _table(Game(catalog.games[game])), stream(7)
        _fold(table, table.match.opening_entries())
        while not table.match.over:
            offered = {
                table.match.game.unpack(action).kind: action for action in table.match.position.actions()
            }
            closely = random and table.match.ply < CLOSELY and table.match.ply % NOW_AND_THEN == 0
            # a page may request more when something can be done for the first time
            if closely or offered.keys() - met:
                _look(table)
            met |= offered.keys()
            rarest = offered.get(min(offered, key=played.__getitem__, default=""))
            action = table.match.position.sample(rng) if random or rarest is None else rarest
            played[table.match.game.unpack(action).kind] += 1
            _fold(table, table.match.next_entries(table.match.to_move, action))
        _look(table)


def _table(game: Game) -> Table:
    stored = StoredTable(
        "warmup",
        game.id,
        game.settings,
        bytes(32),
        "hotseat",
        0,
        rules=game.spec.rules.version,
        draws=VERSION,
    )
    seats = [StoredSeat(seat, "person", f"Seat {seat}") for seat in (0, 1)]
    match = Match(game, stored.secret, stored.id)
    # nothing is stored: the events are applied at once
    return Table(stored, seats, match, cast("Store", None))


def _fold(table: Table, entries: "list[Entry]") -> None:
    table.fold(commands.stored(table, entries))


def _look(table: Table) -> None:
    # whether a decision could be undone
    commands.taught(table, 0, table.match.ply)
    for seat in (0, 1, None):
        snapshot(table, seat)
        moment(table, seat, max(first_ply(table, seat), table.match.ply // 2), eyes=False)


def _judge(catalog: Catalog, game: str) -> None:
    Game(catalog.games[game]).start().evaluate(0)


def _hint(catalog: Catalog, game: str) -> None:
    """Asks for a hint at the first free choice of a random match."""
    position, rng = Game(catalog.games[game]).start(), stream(0)
    if hints.why_not(position.game):
        return
    while not position.over and (position.to_move == CHANCE or position.forced() is not None):
        position.play(position.sample(rng))
    if not position.over:
        hints.hint(position.view(position.to_move), seconds=0.0)


def _ask(catalog: Catalog, game: str, level: int) -> None:
    """Asks `level` for some choices in every phase that a random match reaches, including the first of each."""
    loaded, rng, agent = Game(catalog.games[game]), stream(0), catalog.make(game, level)
    position, asked = loaded.start(), Counter[str]()
    while not position.over:
        seat, phase = position.to_move, position.phase
        if seat != CHANCE and asked[phase] < CHOICES and (not asked[phase] or position.forced() is None):
            asked[phase] += 1
            agent.act(position.view(seat), seat, rng, budget=2)
        position.play(position.sample(rng))


def main(place: str) -> None:
    """Compiles a game; prints the name of each part that is done."""
    # the compiler's data is needed until the end, so garbage collection would be a waste of time
    gc.disable()
    spec = games.find(place)
    for part in warm_up(
        Catalog(
            {spec.id: spec}, lambda game: spec.players.levels, lambda game, level: agents.make(spec, level)
        ),
        spec.id,
    ):
        print(part, flush=True)  # noqa: T201 - this is the purpose of the process


if __name__ == "__main__":
    main(sys.argv[1])
