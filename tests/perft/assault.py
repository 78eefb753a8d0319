"""Assault on both sides: settings, how a match and its twin are described, and hand-made positions with their lines of play.

duel      Navy 1 stands beside Rust 1 on a small board with one Meditation tile; half of their stats are tied
crossing  Navy 1 and Rust 1 meet between tiles of all kinds; Navy 2 is held, Rust 2 is out
ford      Navy 1 and 2 stand side by side among Injury and Training; a tile that one leaves is closed for the turn
drill     Navy 1 and Rust 1 are left, among Injury and Training, which hold whoever lands; Rust 1 is held
"""

from collections.abc import Callable
from typing import Any

from sandtable.engine.game import Game, Position
from sandtable.games.assault.data.board import board
from sandtable.games.assault.show.text import coordinate, stats
from tests.knowledge.assault.play import CROWDED, VARIANTS
from tests.perft.lockstep import at_random
from tests.perft.naive_assault import LETTERS, STATS, Twin
from tests.rules.assault.table import PAWNS, Table, table

GAME = "assault"
SMALL = "S...S\n.....\n..M..\n.....\nS...S"
DRILL = "S...S\n..I..\n.T.T.\n..I..\nS...S"
SETTINGS: list[dict[str, Any]] = [
    *VARIANTS,
    {"board": CROWDED, "health": 3, "meditation_rounding": "nearest"},
    {"board": "skirmish", "health": 1, "round_cap": 7, "meditation_rounding": "up", "first": "1"},
    {"board": "grand", "health": 2, "stay_triggers": True, "corners": "diagonal"},
    {"board": SMALL, "health": 4, "stay_triggers": True, "tile_once": "turn"},
    {"board": CROWDED, "stat_cap": "8", "held_may_attack": False, "health": 6},
    {"board": CROWDED, "health": 6, "held_if": "landed", "tile_once": "turn", "first": "0"},
    {"board": CROWDED, "health": 20, "barred": "used"},
]
SHORT = {"round_cap": 12}
choose = at_random
# depths at which the twin counts by default, and deeper
QUICK, DEEP = (1, 2, 3, 4), (5, 6)
KINDS = {"red": "R", "blue": "B", "injury": "I", "training": "T", "meditation": "M", "none": ""}
COUNTED = {
    "duel": {1: 2, 2: 12, 3: 166, 4: 993, 5: 11529, 6: 40884, 7: 256279, 8: 1852219},
    "ford": {1: 2, 2: 12, 3: 167, 4: 995, 5: 11135, 6: 38883, 7: 208509, 8: 1815576},
    "drill": {1: 6, 2: 101, 3: 624, 4: 8209, 5: 52044, 6: 686433, 7: 4195502},
    "crossing": {1: 2, 2: 12, 3: 294, 4: 1602, 5: 31646, 6: 143562, 7: 760138, 8: 5809218},
}


def twin_of(game: Game) -> Twin:
    """A fresh match on the plain side."""
    return Twin(list(board(str(game.settings["board"])).rows), dict(game.settings))


def told(position: Position) -> list[Any]:
    """What the two must agree on, as the game has it: the turn, then each pawn."""
    setup, state = position.game.setup, position.state
    pawns = [
        [
            int(pawn.health),
            coordinate(setup, int(pawn.tile)),
            stats(state, p),
            bool(pawn.held),
            int(pawn.rested).bit_count(),
        ]
        for p, pawn in enumerate(state.pawn)
        if position.phase != "allocate"
    ]
    return [int(state.turn), *pawns]


def told_of_twin(twin: Twin) -> list[Any]:
    """The same as the twin has it."""
    pawns = [
        [
            pawn.health,
            f"{LETTERS[pawn.place[0]]}{pawn.place[1] + 1}",
            [pawn.stats[stat] for stat in STATS],
            pawn.held,
            len(pawn.rested),
        ]
        for pawn in twin.pawns
        if twin.phase != "allocate"
    ]
    return [twin.turn, *pawns]


def duel() -> Table:
    places = {"Navy 1": "B3", "Navy 2": "E1", "Rust 1": "B4", "Rust 2": "E5"}
    return table(places, {"Navy 1": "123564"}, {"Navy 1": 5, "Rust 1": 3}, board=SMALL)


def crossing() -> Table:
    places = {"Navy 1": "C3", "Navy 2": "G4", "Rust 1": "D3"}
    stats = {"Navy 1": "612345", "Rust 1": "216543"}
    marks = {"Navy 1": "red"}
    return table(places, stats, {"Navy 1": 4, "Rust 1": 5, "Rust 2": 0}, ("Navy 2",), marks, stat_cap="6")


def ford() -> Table:
    places = {"Navy 1": "B2", "Navy 2": "B1", "Rust 1": "D4", "Rust 2": "E4"}
    stats = {"Navy 1": "143526", "Navy 2": "156243", "Rust 1": "216543"}
    return table(places, stats, {"Rust 1": 3}, board=DRILL, tile_once="turn")


def drill() -> Table:
    places = {"Navy 1": "B2", "Rust 1": "D4"}
    stats = {"Navy 1": "143526", "Rust 1": "216543"}
    health = {"Navy 1": 4, "Navy 2": 0, "Rust 1": 3, "Rust 2": 0}
    t = table(places, stats, health, first="Rust", board=DRILL, held_if="landed").begin("Rust 1").idle()
    t.pawn("Rust 1").held = 1
    return t


POSITIONS: dict[str, Callable[[], Table]] = {"duel": duel, "crossing": crossing, "ford": ford, "drill": drill}


def twin_at(t: Table) -> Twin:
    """The same position on the plain side; Navy's turn has just begun."""
    made, scene = twin_of(t.position.game), t.scene(0)
    for pawn, name, seen in zip(made.pawns, PAWNS, scene["pawns"], strict=True):
        pawn.place = (seen["x"], scene["board"]["height"] - 1 - seen["y"])
        pawn.health, pawn.held, pawn.used = seen["health"], seen["held"], KINDS[seen["modifier"]]
        pawn.stats = dict(zip(STATS, t.stats(name), strict=True))
    made.begin_turn()
    return made
