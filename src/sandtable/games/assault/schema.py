"""The records, settings and actions of All Out Assault. Clauses: `rules.md`.

The accessors below say who owns a pawn, who opposes it, and what the record says about it. Numbers used in arithmetic
or passed on are int64: narrow ones wrap in plain Python, and a kernel would be compiled again for each width.
"""

from collections.abc import Mapping
from enum import IntEnum, auto
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import (
    Actions,
    Choice,
    Data,
    Flag,
    Integer,
    Kind,
    Setup,
    State,
    Value,
    inline,
    names_of,
    new,
    numbers,
    record,
    tagged,
)
from sandtable.games.assault.data.board import BOUNDS, KINDS, board, shipped, source


class Stat(IntEnum):
    """The stats of a pawn (A1.3)."""

    STRENGTH, STEALTH, HONOR, AGILITY, BLOODLUST, DISCIPLINE = range(6)


class Tile(IntEnum):
    """Kinds of tiles, in the order of board.KINDS; the last five are the modifiers."""

    PLAIN, START, RED, BLUE, INJURY, TRAINING, MEDITATION = range(7)


class Phase(IntEnum):
    """What has to be done next."""

    ALLOCATE = 0
    OPENING = auto()
    CHOOSE = auto()
    ROLL = auto()
    MOVE = auto()
    TILE = auto()
    RED_ROLL = auto()
    RED = auto()
    BLUE_ROLL = auto()
    BLUE = auto()
    INJURE = auto()
    TRAIN = auto()
    REST_ROLL = auto()
    ATTACK = auto()
    TIEBREAK = auto()
    DAMAGE = auto()
    OVER = auto()


STAT, TILE, PHASE = numbers(Stat), numbers(Tile), numbers(Phase)
STATS = tuple(stat.name.capitalize() for stat in Stat)
NO_STAT = len(Stat)
# the bits of each set of stats by number: a single stat has its own number, the empty set is NO_STAT, and larger sets
# follow
STAT_SETS = np.array(
    [*(1 << stat for stat in Stat), 0, *(bits for bits in range(1 << len(Stat)) if bits.bit_count() > 1)]
)
SET_OF_BITS = np.argsort(STAT_SETS)
ALL_STATS = (1 << len(Stat)) - 1
# what a pawn has used in its part
MODIFIERS = ("none", *names_of(Tile)[1:])
PHASES = names_of(Phase)

# A1.4: the 720 ways to give 1-6 to the six stats, in lexicographic order, then rows of zeros for HIDDEN and NOT_YET
ALLOCATIONS = 720
HIDDEN, NOT_YET = 720, 721
PERMUTATION = np.array([*permutations(range(1, 7)), (0,) * 6, (0,) * 6], dtype=np.uint8)

MOST_TILES = 100
WORDS = 12  # 64-bit words for a set of allocations
NOBODY = -1
NOWHERE = 255  # means no tile

ACTIONS = Actions(
    Kind("allocate", "give pawn {pawn} the numbers {allocation}", pawn=2, allocation=ALLOCATIONS),
    Kind("opening", "roll {first} against {second} for the first turn", first=6, second=6),
    Kind("choose", "begin with pawn {pawn}", pawn=2),
    Kind("roll", "roll a {die} to move", die=6),
    Kind("move", "go to {tile}", tile=MOST_TILES),
    Kind("use", "use the tile"),
    Kind("decline", "leave the tile alone"),
    Kind("tile_roll", "roll a {die} for the tile", die=6),
    Kind("rest_roll", "roll {first} and {second} to meditate", first=6, second=6),
    Kind("red", "set own {stat} to the number rolled", stat=6),
    Kind("blue", "set {stat} of enemy pawn {pawn} to the number rolled", pawn=2, stat=6),
    Kind("injure", "injure {stat}", stat=6),
    Kind("train", "train {stat}", stat=6),
    Kind("attack", "attack enemy pawn {pawn} with {stat}", pawn=2, stat=6),
    Kind("hold", "do not attack"),
    Kind("tiebreak", "break the tie with {stat}", stat=6),
    Kind("damage", "roll a {die} for damage", die=6),
)

PAWN = record(
    (
        ("health", np.int16),  # A1.5; 0: dead
        ("alloc", np.uint16),  # secret: row of PERMUTATION, HIDDEN or NOT_YET
        ("rested", np.uint16),  # Meditation tiles used, by their order on the board (A3.6)
        ("tile", np.uint8),
        ("held", np.uint8),  # misses its next move (A3.4, A3.5)
        ("modifier", np.uint8),  # kind of tile used in this part, or PLAIN
        ("last_modifier", np.uint8),  # the same, on the owner's previous turn (A3.8)
        # A4.3: a set of stats, from STAT_SETS: the one that it has opened an attack with since its last part began, or, with
        # `barred=used`, all that have been compared since then
        ("opened", np.uint8),
        ("last_opened", np.uint8),  # the same, from the part before last until the last one began
        ("now", np.uint8, (6, 6)),  # [stat][original - 1]: what each original number has become
    )
)

# these are also the fields of a ledger without a board
FIELDS = (
    ("turn", np.uint16),  # turns finished
    ("first", np.uint8),  # seat that goes first (A1.6)
    ("done", np.uint8),  # bit n: pawn n of the active seat has had its part
    ("acting", np.int8),  # pawn 0-3 whose part it is, or NOBODY
    ("target", np.int8),  # pawn 0-3 under attack, or NOBODY
    (
        "vacated",
        np.uint8,
    ),  # with `tile_once=turn`: the last tile vacated this turn, or NOWHERE (A2.2)
    ("roll", np.uint8),  # the last movement die
    ("die", np.uint8),  # the last die rolled for a tile
    ("compared", np.uint8),  # bit k: stat k was compared in this attack
    ("stat", np.uint8),  # the last stat compared
    ("outcome", np.int8),  # result for the attacker: 1 higher, 0 tied, -1 lower
    ("pawn", PAWN, (4,)),  # seat 0's two, then seat 1's
    # public knowledge, see knowledge.py
    # [seat 0's pawn][seat 1's pawn][stat]: bit 6a+b, originals a+1 and b+1 are possible together
    ("pair", np.uint64, (2, 2, 6)),
    ("fits", np.uint64, (4, WORDS)),  # allocations of each pawn that Injury and Training leave possible
)
STATE = tagged("assault", FIELDS, Path(__file__).parent)

SETUP = record(
    (
        ("width", np.int64),
        ("height", np.int64),
        ("tiles", np.int64),
        ("stride", np.uint64),  # bits from a tile to the one below: a row and a guard column
        ("free", np.uint64, (2,)),  # all tiles, as bits
        ("place", np.uint8, (MOST_TILES,)),  # the bit of a tile
        ("kind", np.uint8, (MOST_TILES,)),
        ("order", np.uint8, (MOST_TILES,)),  # index of a Meditation tile among those tiles
        ("x", np.int8, (MOST_TILES,)),
        ("y", np.int8, (MOST_TILES,)),
        ("start", np.uint8, (4,)),
        ("health", np.int64),
        ("first", np.int8),  # a seat, or NOBODY: decided by a roll
        ("tile_once", np.uint8),  # 0 move, 1 turn
        ("held_may_attack", np.uint8),
        ("stay_triggers", np.uint8),
        ("held_if", np.uint8),  # 0 effect, 1 landed
        ("stat_cap", np.uint8),  # 0: none
        ("meditation_rounding", np.uint8),  # 0 down, 1 nearest, 2 up
        ("barred", np.uint8),  # 0 opened, 1 used
        ("reveal", np.uint8),  # 0 outcome, 1 numbers
        ("round_cap", np.int64),
    )
)

FIRST = ("roll", "0", "1")
TILE_ONCE = ("move", "turn")
HELD_IF = ("effect", "landed")
ROUNDING = ("down", "nearest", "up")
BARRED = ("opened", "used")
REVEAL = ("outcome", "numbers")

FORM = (
    "One line for each row of tiles, all of the same length, 5 by 5 to 10 by 10. A dot is a plain tile, S a start, R Red, "
    "B Blue, I Injury, T Training and M Meditation. The four corners, and only they, are S. Lines starting with # are comments."
)
SETTINGS = (
    Data(
        "board",
        shipped(),
        "skirmish",
        "A1.1",
        "The board",
        board,
        words={"skirmish": "skirmish, 7 by 7", "grand": "grand, 9 by 9"},
        form=FORM,
        pictured=True,
        source=source,
        bounds=BOUNDS,
    ),
    Choice(
        "corners",
        ("side", "diagonal"),
        "side",
        "A1.2",
        "Where a player's pawns start",
        words={"side": "on their own side", "diagonal": "on opposite corners"},
    ),
    Integer("health", 1, 40, 12, "A1.5", "Starting health of a pawn"),
    Choice(
        "first",
        FIRST,
        "roll",
        "A1.6",
        "Who goes first",
        words={"roll": "whoever rolls higher", "0": "Navy", "1": "Rust"},
    ),
    Choice(
        "tile_once",
        TILE_ONCE,
        "move",
        "A2.2",
        "How long the tile a pawn leaves stays closed",
        words={"move": "for its own move", "turn": "for the rest of its owner's turn"},
    ),
    Flag("held_may_attack", True, "A2.4", "A held pawn may still attack"),
    Flag("stay_triggers", False, "A3.1", "A pawn that stays on a tile may use it"),
    Choice(
        "held_if",
        HELD_IF,
        "effect",
        "A3.4",
        "Which pawns Injury and Training hold",
        words={"effect": "only a pawn whose stat they changed", "landed": "any pawn that lands on them"},
    ),
    Choice(
        "stat_cap",
        ("none", "6", "7", "8", "9", "10"),
        "none",
        "A3.5",
        "The highest number Training can raise a stat to",
        words={"none": "no limit"},
    ),
    Choice("meditation_rounding", ROUNDING, "down", "A3.6", "How a third of the two dice is rounded"),
    Choice(
        "barred",
        BARRED,
        "opened",
        "A4.3",
        "Stats a pawn may not open an attack with",
        words={
            "opened": "the stat it opened with on its owner's last turn",
            "used": "every stat of its own compared since its owner's last turn began",
        },
    ),
    Choice(
        "reveal",
        REVEAL,
        "outcome",
        "A4.6",
        "What a comparison shows both players",
        words={"outcome": "only who was higher", "numbers": "both numbers"},
    ),
    Integer("round_cap", 1, 200, 100, "A5.2", "Rounds after which the match is a draw"),
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record of these settings."""
    chosen = board(str(settings["board"]))
    setup = new(SETUP)[0]
    setup.width, setup.height, setup.tiles = chosen.width, chosen.height, chosen.width * chosen.height
    setup.stride = chosen.width + 1
    free = 0
    for tile, sign in enumerate(chosen.tiles):
        y, x = divmod(tile, chosen.width)
        setup.x[tile], setup.y[tile] = x, y
        setup.place[tile] = y * (chosen.width + 1) + x
        setup.kind[tile] = KINDS.index(sign)
        setup.order[tile] = chosen.tiles[:tile].count("M")
        free |= 1 << int(setup.place[tile])
    setup.free[0], setup.free[1] = free % 2**64, free >> 64
    setup.start[:] = _starts(chosen.width, chosen.height, str(settings["corners"]))
    setup.health, setup.round_cap = settings["health"], settings["round_cap"]
    setup.first = {"roll": NOBODY, "0": 0, "1": 1}[str(settings["first"])]
    setup.tile_once = TILE_ONCE.index(str(settings["tile_once"]))
    setup.held_if = HELD_IF.index(str(settings["held_if"]))
    setup.held_may_attack, setup.stay_triggers = settings["held_may_attack"], settings["stay_triggers"]
    setup.stat_cap = 0 if settings["stat_cap"] == "none" else int(settings["stat_cap"])
    setup.meditation_rounding = ROUNDING.index(str(settings["meditation_rounding"]))
    setup.barred = BARRED.index(str(settings["barred"]))
    setup.reveal = REVEAL.index(str(settings["reveal"]))
    return setup


def _starts(width: int, height: int, corners: str) -> tuple[int, int, int, int]:
    # A1.2: seat 0 sits at the bottom, seat 1 at the top
    last = width * height - 1
    if corners == "side":
        return last - width + 1, last, width - 1, 0
    return last - width + 1, width - 1, 0, last


def bound(setup: Setup) -> int:
    """The maximum number of plies of a match in which the opening roll is not tied more than 60 times."""
    part = 13  # choose, roll, move, tile, its roll, its choice, attack, five tie-breaks, damage
    return 4 + 61 + 2 * part * 2 * int(setup.round_cap)


@inline
def owner(p):
    """The seat of pawn `p`."""
    return p // 2


@inline
def enemies(p):
    """The first of the two pawns that oppose pawn `p`."""
    return 2 * (1 - p // 2)


@inline
def acting(s: State):
    """The pawn whose part it is, or NOBODY."""
    return np.int64(s.acting)


@inline
def target(s: State):
    """The pawn under attack, or NOBODY."""
    return np.int64(s.target)


@inline
def allocation(s: State, p):
    """The allocation of pawn `p`, HIDDEN or NOT_YET."""
    return np.int64(s.pawn[p].alloc)


@inline
def tile_of(s: State, p):
    """The tile that pawn `p` stands on."""
    return np.int64(s.pawn[p].tile)


@inline
def compared(s: State):
    """The stats compared so far in the current attack, as bits."""
    return np.int64(s.compared)


@inline
def barred(s: State, p):
    """A4.3: the stats, as bits, that pawn `p` may not open with in its current part or, failing that, its next one."""
    pawn = s.pawn[p]
    return barring(np.int64(pawn.last_opened if s.acting == p else pawn.opened))


@inline
def barring(number):
    """A4.3: the stats, as bits, barred by the set with this number in STAT_SETS: all six together bar none."""
    bits = STAT_SETS[number]
    return 0 if bits == ALL_STATS else bits


@inline
def was_compared(s: State, stat):
    """Whether `stat` has been compared in the current attack."""
    return compared(s) >> stat & 1 != 0
