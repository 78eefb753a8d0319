"""The records, settings and actions of ROUT!. Clauses: `rules.md`.

Lengths in records are in metres if they are floats and in hundredths of a millimetre if they are whole numbers. On the table, x
runs to the right and y up; the edges are 0 south, 1 east, 2 north, 3 west. Seat 0 (Ivory) sits in the south, seat 1 (Ink) in
the north. The orientation of a block is the unit vector (c, s) of its long side.

The record keeps the blocks on the table in an order that does not reveal what a broken one is (T2.5).
"""

from collections.abc import Mapping
from enum import IntEnum
from math import cos, erf, pi, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import (
    Actions,
    Choice,
    Codec,
    Flag,
    Integer,
    Kind,
    SettingError,
    Setup,
    State,
    Value,
    inline,
    jit,
    names_of,
    new,
    numbers,
    record,
    tagged,
)
from sandtable.games.rout.data.formations import FORMATIONS, formations

SIDES = ("Ivory", "Ink")


class Unit(IntEnum):
    """The kinds of block (T1.3)."""

    ARCHER, CAVALRY, PIKE = range(3)


class Deed(IntEnum):
    """What a unit may do (T2.2); the bits of `may`."""

    MOVE, MELEE, RANGE = range(3)


class Phase(IntEnum):
    """What has to be done next."""

    FIRST, SPLIT, DEAL, PLACE, DRAW, TURN, RALLY, REMOVE, HAND, OVER = range(10)


class Halves(IntEnum):
    """How the table is split (T1.2); OPEN: the first player chooses."""

    STRAIGHT, DIAGONAL, OPEN = range(3)


class Edge(IntEnum):
    """The edges of the table."""

    SOUTH, EAST, NORTH, WEST = range(4)


class By(IntEnum):
    """The kinds of flick, and which of them a table accepts (T3.0)."""

    AIMED, FINGER, EITHER = range(3)


UNIT, DEED, PHASE = numbers(Unit), numbers(Deed), numbers(Phase)
HALVES, EDGE, BY = numbers(Halves), numbers(Edge), numbers(By)
KINDS, DEEDS, PHASES = names_of(Unit), names_of(Deed), names_of(Phase)
SPLITS, EDGE_NAMES, FLICKS = names_of(Halves), names_of(Edge), names_of(By)

UNITS = len(Unit)
RALLY = UNITS
CARDS = UNITS + 1
MOST_HAND = 12
BLOCKS = 2 * MOST_HAND
NONE = -1

# T2.2: what a unit may do, as bits of `may`
MAY = (1 << DEED.MOVE | 1 << DEED.RANGE, 1 << DEED.MOVE | 1 << DEED.MELEE, 1 << DEED.MELEE)

# in these phases `legal` lists examples, and `check` accepts everything that is allowed
PARTIAL = ("place", "turn")

# T3.1: the resolution of a flick. Contact points: STEPS along each of the four sides of a block (see `physics.rim`)
STEPS, RIM = 41, 4
# the side of the block, and the step along it
CONTACT = Codec(0, (RIM, STEPS))
CONTACTS = CONTACT.count
DIRECTIONS = 3600  # tenths of a degree from east, anticlockwise
SPEEDS = 191
SLOWEST, PACE = 0.2, 0.02  # m/s
# T3.2: tenths of a degree to either side; hundredths of the speed
TURNS, PACES = 1201, 181
STILL, LEAST_PACE = TURNS // 2, 20
# the coordinates of a place are whole millimetres below this
LONGEST_TABLE = 2000
ANGLES = 180  # degrees

# hundredths of a millimetre in a metre; units in a unit vector
GRAIN, TURN = 100_000, 1_000_000
# T1.5: minimum distance at which blocks are placed, in metres
GAP = 0.001

ACTIONS = Actions(
    Kind("first", "{seat} goes first", seat=2),
    Kind("split", "split the table {split}", split=2),
    Kind("deal", "deal {kind}", kind=UNITS),
    Kind("formation", "line up as {formation}", formation=FORMATIONS),
    Kind(
        "place",
        "place {kind} at {x} by {y} turned {angle}",
        kind=UNITS,
        x=LONGEST_TABLE + 1,
        y=LONGEST_TABLE + 1,
        angle=ANGLES,
    ),
    Kind("card", "draw {card}", card=CARDS),
    *(
        Kind(
            deed,
            f"{deed} block {{unit}} pushed {{contact}} toward {{direction}} at {{speed}} m/s{{by}}",
            by=BY.EITHER,
            unit=BLOCKS,
            contact=CONTACTS,
            direction=DIRECTIONS,
            speed=SPEEDS,
        )
        for deed in DEEDS
    ),
    Kind("rally", "rally broken block {rank}", rank=BLOCKS),
    Kind("remove", "remove the card"),
    Kind("pass", "pass"),
    Kind("hand", "the hand turns by {turn} with {pace}", turn=TURNS, pace=PACES),
)

BLOCK = record(
    (
        ("x", np.int32),  # of the centre, in hundredths of a millimetre
        ("y", np.int32),
        ("c", np.int32),  # of the long side, in millionths
        ("s", np.int32),
        ("side", np.int8),  # owner, or NONE: unknown, or no block at all
        ("kind", np.int8),
        ("broken", np.uint8),
    )
)

FLICK = record(
    (
        ("deed", np.int8),  # MOVE, MELEE, RANGE, or NONE
        ("by", np.uint8),  # AIMED or FINGER
        ("unit", np.int8),
        ("contact", np.uint8),
        ("direction", np.int16),
        ("speed", np.int16),  # hundredths of a metre per second
    )
)

STATE = tagged(
    "rout",
    (
        ("game", np.uint8),  # T2.6b: games finished
        ("wins", np.uint8, (2,)),
        ("first", np.int8),
        ("side", np.int8),  # whose turn it is
        ("split", np.uint8),
        ("turn", np.uint16),  # turns begun in this game
        # T2.5: the ply at which the turn in progress began, and that of each side's last earlier turn in which it had a choice
        ("turn_began", np.uint32),
        ("began", np.uint32, (2,)),
        ("dealt", np.uint8, (2, UNITS)),
        ("waiting", np.uint8, (2, UNITS)),  # blocks still to be placed; secret during placement
        ("placed", np.uint8, (2,)),
        ("deck", np.uint8, (2, CARDS)),
        ("discard", np.uint8, (2, CARDS)),
        ("card", np.int8),  # revealed in this turn, or NONE
        ("unit", np.int8),  # the acting block, or NONE
        ("may", np.uint8),  # bits of what it may still do
        ("broken", np.uint8, (2, UNITS)),
        ("routed", np.uint8, (2, UNITS)),
        ("count", np.uint8),  # blocks on the table
        # unbroken ones by side, kind and place, then broken ones by place: the order reveals nothing (T2.5)
        ("block", BLOCK, (BLOCKS,)),
        ("flick", FLICK),  # as intended, until the hand's error is drawn (T3.2)
        # the last flick as it happened, and the table before it: the source of the viewer's frames (T5.4)
        ("last", FLICK),
        ("meant", FLICK),  # the same flick without the hand's error
        ("last_ply", np.uint32),
        ("was_count", np.uint8),
        ("was", BLOCK, (BLOCKS,)),
        # results of the last flick, indexed as in `was`: everyone saw them
        ("hit", np.int8),  # the block that it broke, or NONE
        ("gone", np.uint32),  # bits of the blocks that it routed
    ),
    Path(__file__).parent,
)

SETUP = record(
    (
        ("width", np.float64),  # metres
        ("height", np.float64),
        ("tape", np.uint8, (4,)),  # by edge, whether it is taped on a larger table
        ("split", np.uint8),
        ("long", np.float64, (2,)),  # half sides in metres: of a block, and of the range block
        ("wide", np.float64, (2,)),
        ("tall", np.float64),
        ("mass", np.float64, (2,)),  # kilograms
        ("on_table", np.float64),  # coefficients of friction
        ("on_block", np.float64),
        ("bounce", np.float64),  # restitution
        ("deck", np.uint8, (UNITS,)),  # the common deck
        ("hand", np.uint8, (2,)),
        ("rally", np.uint8),
        ("in_turn", np.uint8),
        ("first", np.int8),  # a seat, or NONE: at random
        ("shown", np.uint8),  # broken_shown: 0 nobody, 1 owner, 2 everyone
        ("history", np.uint8),  # 0 since the last turn, 1 everything
        ("flick", np.uint8),  # AIMED, FINGER or EITHER
        ("rout_in_one", np.uint8),
        ("own_rout", np.uint8),
        ("best_of", np.uint8),
        ("turn_cap", np.uint16),
        ("cut", np.uint8),  # T3.2: whether an error in direction is cut off; not in version 2 of the rules
        ("noisy", np.uint8, (2,)),  # whether the seat's hand errs at all
        ("error", np.float64, (2, 2)),  # of each seat: degrees, share of the speed
        # cumulative probabilities of the error's steps
        ("turns", np.float64, (2, TURNS)),
        ("paces", np.float64, (2, PACES)),
        ("toward", np.float64, (DIRECTIONS, 2)),  # unit vectors
        # [seat][split][formation][n]: x and y in millimetres, degrees
        ("formation", np.int16, (2, 2, FORMATIONS, MOST_HAND, 3)),
    )
)

PLACING = ("secret", "in_turn")
FIRST = ("random", "0", "1")
SHOWN = ("nothing", "owner", "all")
HISTORY = ("last_turn", "all")
EDGES = ("drop", "tape")
AS_EDGE = "as_edge"
# T3.2: degrees, share of the speed
HANDS: Mapping[str, tuple[float, float]] = {
    "none": (0.0, 0.0),
    "steady": (1.5, 0.08),
    "casual": (3.0, 0.12),
    "novice": (6.0, 0.18),
}
AS_HAND = {"-1": "as set for both hands"}
# edges of the table, in the order in which they are numbered
EDGE_PLACES = ("at Ivory's side", "at Ivory's right", "at Ink's side", "at Ivory's left")
EDGE_WORDS = {"drop": "the table ends: blocks fall off", "tape": "tape on a larger table"}

SETTINGS = (
    Integer("width", 600, LONGEST_TABLE, 1000, "T1.1", "Width of the field as the players see it, in mm"),
    Integer(
        "height", 600, LONGEST_TABLE, 1000, "T1.1", "Depth of the field from Ivory's edge to Ink's, in mm"
    ),
    Choice("edge", EDGES, "drop", "T1.1", "The edges of the field", EDGE_WORDS),
    *(
        Choice(
            f"{name}_edge",
            (AS_EDGE, *EDGES),
            AS_EDGE,
            "T1.1",
            f"The edge {where}",
            words={**EDGE_WORDS, AS_EDGE: "like the others"},
        )
        for name, where in zip(EDGE_NAMES, EDGE_PLACES, strict=True)
    ),
    Choice(
        "split",
        SPLITS,
        "straight",
        "T1.2",
        "How the field is split",
        {"straight": "straight across", "diagonal": "diagonally", "open": "as the first player chooses"},
    ),
    Integer("length", 40, 100, 75, "T1.3", "A block's length, in mm"),
    Integer("breadth", 15, 40, 25, "T1.3", "A block's breadth, in mm"),
    Integer("thickness", 5, 40, 15, "T1.3", "A block's thickness, in mm"),
    Integer("mass", 2, 100, 13, "T1.3", "A block's mass, in g; the range block has half"),
    Integer("table_friction", 5, 90, 25, "T1.3", "Friction between block and table, in hundredths"),
    Integer("block_friction", 0, 90, 30, "T1.3", "Friction between blocks, in hundredths"),
    Integer("restitution", 0, 90, 50, "T1.3", "How much blocks bounce off each other, in hundredths"),
    Integer("archers", 0, 8, 8, "T1.4", "Archers in the common deck"),
    Integer("cavalry", 0, 8, 8, "T1.4", "Cavalry in the common deck"),
    Integer("pikes", 0, 8, 8, "T1.4", "Pikes in the common deck"),
    Integer("ivory_units", 1, MOST_HAND, 7, "T1.4", "Unit cards dealt to Ivory"),
    Integer("ink_units", 1, MOST_HAND, 7, "T1.4", "Unit cards dealt to Ink"),
    Integer("rally", 0, 6, 2, "T1.4", "Rally cards for each player"),
    Choice(
        "placing",
        PLACING,
        "secret",
        "T1.5",
        "How players set up",
        {"secret": "out of each other's sight", "in_turn": "one side after the other, in the open"},
    ),
    Choice(
        "first", FIRST, "random", "T1.6", "Who goes first", {"random": "by lot", "0": "Ivory", "1": "Ink"}
    ),
    Choice(
        "broken_shown",
        SHOWN,
        "nothing",
        "T2.5",
        "Who may see what a broken block is",
        {"nothing": "nobody", "owner": "its owner", "all": "both sides"},
    ),
    Choice(
        "history",
        HISTORY,
        "last_turn",
        "T2.5",
        "How far back players may look during a match",
        {"last_turn": "to the start of their own last turn", "all": "over all of it"},
    ),
    Choice("best_of", ("1", "3"), "1", "T2.6b", "Games in a match", {"1": "one", "3": "best of three"}),
    Integer("turn_cap", 10, 1000, 200, "T2.7", "Turns, counting both sides, after which a game is a draw"),
    Choice(
        "flick",
        FLICKS,
        "either",
        "T3.0",
        "How players flick. A program can send any swipe it likes, so a table that accepts swipes is never rated",
        {
            "finger": "with a finger: the swipe counts as it left the screen",
            "aimed": "by aiming: the hand adds an error",
            "either": "either",
        },
    ),
    Choice("hand", tuple(HANDS), "casual", "T3.2", "How steady the hands are", {"none": "no error at all"}),
    Integer("ivory_turn", -1, 150, -1, "T3.2", "Ivory's error in direction, in tenths of a degree", AS_HAND),
    Integer("ivory_pace", -1, 40, -1, "T3.2", "Ivory's error in speed, in percent", AS_HAND),
    Integer("ink_turn", -1, 150, -1, "T3.2", "Ink's error in direction, in tenths of a degree", AS_HAND),
    Integer("ink_pace", -1, 40, -1, "T3.2", "Ink's error in speed, in percent", AS_HAND),
    Flag("rout_in_one", False, "T4.2", "One attack may both break and rout a unit"),
    Flag("own_rout", True, "T4.2", "Your own broken units are routed like the enemy's"),
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record for these settings; `SettingError` if they do not fit together."""
    _refuse(settings)
    setup = new(SETUP)[0]
    _lay_out(setup, settings)
    setup.deck[:] = settings["archers"], settings["cavalry"], settings["pikes"]
    setup.hand[:] = settings["ivory_units"], settings["ink_units"]
    setup.rally = settings["rally"]
    setup.in_turn = settings["placing"] == "in_turn"
    setup.first = {"random": NONE, "0": 0, "1": 1}[str(settings["first"])]
    setup.shown = SHOWN.index(str(settings["broken_shown"]))
    setup.history = HISTORY.index(str(settings["history"]))
    setup.flick = FLICKS.index(str(settings["flick"]))
    setup.rout_in_one, setup.own_rout = settings["rout_in_one"], settings["own_rout"]
    setup.best_of, setup.turn_cap = int(settings["best_of"]), settings["turn_cap"]
    setup.cut = True
    for seat, side in enumerate(("ivory", "ink")):
        degrees, share = HANDS[str(settings["hand"])]
        turn, pace = int(settings[f"{side}_turn"]), int(settings[f"{side}_pace"])
        setup.error[seat] = (degrees if turn < 0 else turn / 10, share if pace < 0 else pace / 100)
        setup.noisy[seat] = setup.error[seat].any()
        setup.turns[seat] = _normal(TURNS, STILL, 10 * float(setup.error[seat, 0]))
        setup.paces[seat] = _normal(PACES, 100 - LEAST_PACE, 100 * float(setup.error[seat, 1]))
    return setup


def build_2(settings: Mapping[str, Value]) -> Any:
    """The setup record under version 2 of the rules: an error in direction is not cut off (T3.2)."""
    setup = build(settings)
    setup.cut = False
    return setup


def _refuse(settings: Mapping[str, Value]) -> None:
    cards = sum(int(settings[name]) for name in ("archers", "cavalry", "pikes"))
    units = int(settings["ivory_units"]) + int(settings["ink_units"])
    if cards < units:
        raise SettingError(
            f"ivory_units and ink_units together must be at most the {cards} cards in the deck, not {units} (T1.4)"
        )


def _lay_out(setup: Setup, settings: Mapping[str, Value]) -> None:
    # T1.1 to T1.3, T1.5
    setup.width, setup.height = int(settings["width"]) / 1000, int(settings["height"]) / 1000
    edges = [settings[f"{name}_edge"] for name in EDGE_NAMES]
    setup.tape[:] = [(settings["edge"] if edge == AS_EDGE else edge) == "tape" for edge in edges]
    setup.split = SPLITS.index(str(settings["split"]))
    length, breadth = int(settings["length"]), int(settings["breadth"])
    setup.long[:] = length / 2000, length / 4000
    setup.wide[:] = breadth / 2000
    setup.tall = int(settings["thickness"]) / 1000
    setup.mass[:] = int(settings["mass"]) / 1000, int(settings["mass"]) / 2000
    setup.on_table, setup.on_block = (
        int(settings["table_friction"]) / 100,
        int(settings["block_friction"]) / 100,
    )
    setup.bounce = int(settings["restitution"]) / 100
    # T5.2: rounded, so that differences in the sine between machines do not matter
    angles = (pi * i / (DIRECTIONS // 2) for i in range(DIRECTIONS))
    setup.toward[:] = [(round(cos(angle), 12), round(sin(angle), 12)) for angle in angles]
    setup.formation[:] = formations(int(settings["width"]), int(settings["height"]), length, breadth)


def _normal(count: int, middle: int, deviation: float) -> list[float]:
    """Cumulative probabilities of a normal error in steps of 1 around `middle`, cut off at 4 deviations or the last step."""
    if deviation == 0:
        return [float(i >= middle) for i in range(count)]
    edges = [min(4.0, max(-4.0, (i + 0.5 - middle) / deviation)) for i in range(-1, count)]
    falls = [erf(edge / sqrt(2)) for edge in edges]
    # rounded, as above
    return [round((fall - falls[0]) / (falls[-1] - falls[0]), 12) for fall in falls[1:]]


def bound(setup: Setup) -> int:
    """The maximum number of plies of a match."""
    hands = int(setup.hand.sum())
    # a card, then two flicks with the hand's error, then a pass; or a rally before them
    turn = 7
    return int(setup.best_of) * (3 + 2 * hands + turn * int(setup.turn_cap)) + 1


@inline
def clear_block(block):
    """No block."""
    block.x = block.y = block.c = block.s = 0
    block.side = block.kind = NONE
    block.broken = 0


@inline
def copy_block(out, block):
    """Copies `block` into `out`."""
    out.x, out.y, out.c, out.s = block.x, block.y, block.c, block.s
    out.side, out.kind, out.broken = block.side, block.kind, block.broken


@inline
def swap(a, b):
    """Swaps two blocks in the record."""
    a.x, b.x = np.int64(b.x), np.int64(a.x)
    a.y, b.y = np.int64(b.y), np.int64(a.y)
    a.c, b.c = np.int64(b.c), np.int64(a.c)
    a.s, b.s = np.int64(b.s), np.int64(a.s)
    a.side, b.side = np.int64(b.side), np.int64(a.side)
    a.kind, b.kind = np.int64(b.kind), np.int64(a.kind)
    a.broken, b.broken = np.int64(b.broken), np.int64(a.broken)


@inline
def settle(block, body):
    """Writes the position in which `body` rests into `block`, rounded (T5.2); a block has two equivalent orientations, and the
    one below 180 degrees is stored.
    """
    block.x, block.y = rounded(body.x * GRAIN), rounded(body.y * GRAIN)
    c, s = rounded(body.c * TURN), rounded(body.s * TURN)
    if s < 0 or (s == 0 and c < 0):
        c, s = -c, -s
    block.c, block.s = c, s


@inline
def rounded(x):
    """The nearest whole number; halves round up."""
    return np.int64(np.floor(x + 0.5))


@jit
def precedes(a, b):
    """Whether block `a` sorts before block `b`: unbroken before broken, unbroken ones by side and kind, and all by place."""
    if a.broken != b.broken:
        return a.broken < b.broken
    if a.broken == 0:
        if a.side != b.side:
            return a.side < b.side
        if a.kind != b.kind:
            return a.kind < b.kind
    if a.y != b.y:
        return a.y < b.y
    if a.x != b.x:
        return a.x < b.x
    return a.s < b.s or (a.s == b.s and a.c < b.c)


@jit
def arrange(s: State):
    """Sorts the blocks; `unit` still refers to the same block."""
    for i in range(1, blocks_on(s)):
        j = i
        while j > 0 and precedes(s.block[j], s.block[j - 1]):
            swap(s.block[j], s.block[j - 1])
            if s.unit == j:
                s.unit = j - 1
            elif s.unit == j - 1:
                s.unit = j
            j -= 1


@jit
def drop(s: State, gone):
    """Removes from the record the blocks whose bits are set in `gone`."""
    kept, unit = 0, np.int64(s.unit)
    for i in range(blocks_on(s)):
        if gone >> i & 1:
            continue
        if kept != i:
            copy_block(s.block[kept], s.block[i])
        if i == unit:
            s.unit = kept
        kept += 1
    for i in range(kept, BLOCKS):
        clear_block(s.block[i])
    s.count = kept


@inline
def blocks_on(s: State):
    """The number of blocks on the table, as an int64."""
    return np.int64(s.count)


@inline
def broken_blocks(s: State):
    """The number of broken blocks on the table."""
    return blocks_on(s) - first_broken(s)


@inline
def may_do(s: State, deed):
    """1 if the acting unit may still do a deed (T2.2), otherwise 0."""
    return np.int64(s.may) >> deed & 1


@inline
def first_broken(s: State):
    """The index of the first broken block; all later ones are broken too."""
    i = 0
    while i < s.count and s.block[i].broken == 0:
        i += 1
    return i


@inline
def ready(s: State, side, kind):
    """The number of unbroken units of a side and kind on the table."""
    return np.int64(s.dealt[side, kind]) - np.int64(s.broken[side, kind]) - np.int64(s.routed[side, kind])


@inline
def standing(s: State, side):
    """The number of unbroken units of a side on the table."""
    return ready(s, side, UNIT.ARCHER) + ready(s, side, UNIT.CAVALRY) + ready(s, side, UNIT.PIKE)
