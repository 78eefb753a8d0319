"""The ledger of a match on a real board: what the players enter, and what follows from it by the rules. Clauses:
`../rules.md`.

Its records are those of the game without a board. Players enter where a pawn stops: on one of a few *spots* (an
ordinary tile, one modifier of each kind, each Meditation tile by its number), or where it was. Each side has its own
spots, adjacent to all spots of the other side, so the rules of the game do the rest; the players see for themselves
whether pawns share an edge.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import Actions, Integer, Kind, Rng, Setup, State, Value, below, jit, tagged
from sandtable.games.assault import schema
from sandtable.games.assault.data.board import MOST_MEDITATION
from sandtable.games.assault.rules import moves, turns
from sandtable.games.assault.rules.moves import REFUSAL
from sandtable.games.assault.rules.turns import MOVE
from sandtable.games.assault.schema import PHASE, TILE, Tile, owner

STATE = tagged("assault_companion", schema.FIELDS, Path(__file__).parent)
# an ordinary tile, one of each modifier except Meditation, and the Meditation tiles
MODIFIERS = (Tile.RED, Tile.BLUE, Tile.INJURY, Tile.TRAINING)
FIRST_MEDITATION = 1 + len(MODIFIERS)
SPOTS = FIRST_MEDITATION + MOST_MEDITATION
# the original number of spots per side; later ones come after those of both sides, so that stored matches stay valid
OLD_SPOTS = FIRST_MEDITATION + 10


def _tile(seat: int, spot: int) -> int:
    if spot < OLD_SPOTS:
        return OLD_SPOTS * seat + spot
    return 2 * OLD_SPOTS + (SPOTS - OLD_SPOTS) * seat + spot - OLD_SPOTS


# the tile that represents a side's spot in the records: [seat][spot]
TILES_OF = np.array([[_tile(seat, spot) for spot in range(SPOTS)] for seat in (0, 1)], dtype=np.int64)

ACTIONS = Actions(*schema.ACTIONS.kinds, Kind("stay", "stay where it is"))
STAY = ACTIONS.codec("stay")

# the settings of the game, minus those about the board and those that players handle themselves on a real one
KEPT = (
    "health",
    "first",
    "held_may_attack",
    "stay_triggers",
    "held_if",
    "stat_cap",
    "meditation_rounding",
    "barred",
    "reveal",
    "round_cap",
)
SETTINGS = (
    Integer("meditations", 0, MOST_MEDITATION, 3, "A3.6", "Meditation tiles on your board"),
    *(one for one in schema.SETTINGS if one.name in KEPT),
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record for these settings, with each side's spots in place of a board."""
    usual = {one.name: one.default for one in schema.SETTINGS}
    setup = schema.build({**usual, **{name: settings[name] for name in KEPT}})
    setup.kind[:], setup.order[:], setup.x[:], setup.y[:] = TILE.PLAIN, 0, 0, 0
    for seat in (0, 1):
        for spot in range(SPOTS):
            tile = TILES_OF[seat, spot]
            setup.kind[tile] = _kind(spot)
            setup.order[tile] = max(0, spot - FIRST_MEDITATION)
            setup.x[tile] = seat
        setup.start[2 * seat : 2 * seat + 2] = TILES_OF[seat, 0]
    setup.tiles = FIRST_MEDITATION + int(settings["meditations"])
    return setup


def _kind(spot: int) -> int:
    if spot == 0:
        return Tile.PLAIN
    return MODIFIERS[spot - 1] if spot < FIRST_MEDITATION else Tile.MEDITATION


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`."""
    turns.deal(setup, state)


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    if state.phase != PHASE.MOVE:
        return moves.legal(setup, state, out)
    for spot in range(setup.tiles):
        out[spot] = MOVE.pack(spot)
    out[setup.tiles] = STAY.pack()
    return setup.tiles + 1


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal` of the game."""
    if state.phase != PHASE.MOVE:
        return moves.check(setup, state, action)
    if STAY.holds(action):
        return REFUSAL.OK
    if not MOVE.holds(action):
        return REFUSAL.NOT_DUE
    (spot,) = MOVE.unpack(action)
    return REFUSAL.OK if spot < setup.tiles else REFUSAL.NO_TILE


@jit
def sample(setup: Setup, state: State, rng: Rng):
    """See `ops.sample`."""
    if state.phase != PHASE.MOVE:
        return moves.sample(setup, state, rng)
    spot = below(rng, setup.tiles + 1)
    return MOVE.pack(spot) if spot < setup.tiles else STAY.pack()


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    if state.phase != PHASE.MOVE:
        turns.apply(setup, state, action)
        return
    pawn = state.pawn[state.acting]
    tile = pawn.tile
    if MOVE.holds(action):
        # A3.1: it has moved, perhaps from another tile of the same kind
        seat = owner(state.acting)
        pawn.tile = TILES_OF[seat, 0]
        (spot,) = MOVE.unpack(action)
        tile = TILES_OF[seat, spot]
    turns.apply(setup, state, MOVE.pack(tile))
