"""The records, settings and actions of Optio. Clauses: `rules.md`."""

from collections.abc import Mapping
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import (
    Actions,
    Choice,
    Codec,
    Data,
    Flag,
    Integer,
    Kind,
    Setup,
    Value,
    names_of,
    new,
    numbers,
    record,
    tagged,
)
from sandtable.games.optio.data.approach import KUDOS, MOST_KUDOS, solved
from sandtable.games.optio.data.battle import BATTLES, PLACES, SHIFTS, best_shifts, scores
from sandtable.games.optio.data.ground import GROUNDS, SIDE, SQUARES, shares
from sandtable.games.optio.data.mapfile import BOUNDS as MAP_BOUNDS
from sandtable.games.optio.data.maps import CLASSES, shipped, terrain
from sandtable.games.optio.data.maps import source as map_source
from sandtable.games.optio.data.profiles import BOUNDS, LONGEST_TEXT, NONE, army, profiles
from sandtable.games.optio.data.profiles import source as profile_source


class BlockKind(IntEnum):
    """What a block is (O1.3); UNKNOWN also before the lots are drawn."""

    UNKNOWN, ARMY, SCOUT, DUMMY = range(4)


class Phase(IntEnum):
    """What has to be done next."""

    LOTS, OPENING, MOVE, SCOUT, SHOW, APPROACH, TEMPLATE, OVER = range(8)


KIND, PHASE = numbers(BlockKind), numbers(Phase)
KINDS = ("", *names_of(BlockKind)[1:])
PHASES = names_of(Phase)

BLOCKS = 6
# a lot: which block is the army, and which of the others the scout
LOT = Codec(0, (BLOCKS, BLOCKS - 1))
LOTS = LOT.count
# O4.5: the armies whose wishes are drawn if there is no winner; `wish` in the state counts them from 1
ARMIES = tuple(name for name in profiles() if name != NONE)
WISHES = len(ARMIES)
# O4.5: the number that means a profile in a player's own text; the numbers of profiles() come before it
OWN_PROFILE = len(profiles())

# where a block is: a square 0-24, or one of these
OFF, GONE = PLACES, PLACES + 1
NO_SIDE = 4
NOBODY = -1
NO_SHIFT = SHIFTS
ANY_TARGET = BLOCKS

# O2.10: turns per side after which a match without `reveal_after` ends
TURN_CAP = 200
# O4.5: a score this near to 0 is a draw
EVEN = 0.05

ACTIONS = Actions(
    Kind("deal", "draw {lot} for {seat}", seat=2, lot=LOTS),
    Kind("wish", "draw the wishes of {wish} for {seat}", seat=2, wish=WISHES),
    Kind("opening", "roll {first} against {second} for the first turn", first=6, second=6),
    Kind("enter", "enter block {block} at {column}", block=BLOCKS, column=SQUARES),
    Kind("step", "move block {block} {side}", block=BLOCKS, side=4),
    Kind("end", "end the turn"),
    Kind("scout", "scout {target} with block {block}", block=BLOCKS, target=BLOCKS + 1),
    Kind("challenge", "show the army to the enemy army"),
    Kind("pass", "do not scout"),
    Kind("show", "show block {block}", block=BLOCKS),
    Kind("march", "march {side}", side=4),
    Kind("retreat", "hand in a kudo and march {side}", side=4),
    Kind("stand", "hand in a kudo and stay"),
    Kind("template", "place the template {shift}", shift=SHIFTS),
)

BLOCK = record(
    (
        ("kind", np.uint8),  # the secret: ARMY, SCOUT, DUMMY, or UNKNOWN to this viewer
        ("square", np.uint8),  # 0-24, OFF or GONE
        ("side", np.uint8),  # the side of the square that it came in by, or NO_SIDE (O2.5)
        ("revealed", np.uint8),  # lies face up (O2.6)
        ("moved", np.uint8),  # on this turn
        ("scouted", np.uint8),  # on this turn
        ("entered", np.uint16),  # turns that were finished when it came into its square (O3.3)
    )
)

FIELDS = (
    ("turn", np.uint16),  # turns finished
    ("first", np.uint8),  # seat that goes first (O1.4)
    ("kudos", np.uint8, (2,)),
    ("wish", np.uint8, (2,)),  # a secret: a seat's private wishes, 1 to 6; 0 for none or unknown (O4.5)
    ("acting", np.int8),  # block 0-11 that is asked whether to scout, or NOBODY
    ("battle", np.int8),  # the square of the battle, or NOBODY
    ("second", np.int8),  # seat whose army came second, or NOBODY
    ("battle_side", np.uint8),  # the side by which it came, or NO_SIDE
    ("shift", np.uint8),  # of the template, or NO_SHIFT
    ("block", BLOCK, (2 * BLOCKS,)),  # seat 0's six, then seat 1's
)
STATE = tagged("optio", FIELDS, Path(__file__).parent)

LONGEST_NAME = 64

SETUP_FIELDS = (
    ("cell", np.uint8, (SIDE, SIDE)),  # kinds of ground, north-west first
    ("ground", np.float32, (PLACES, len(GROUNDS))),  # the share of each kind in a square
    ("name", np.uint8, (LONGEST_NAME,)),  # of the map, UTF-8
    ("map_class", np.uint8),  # number in maps.CLASSES
    ("kudos", np.uint8),
    ("first", np.int8),  # a seat, or NOBODY: they roll (O1.4)
    ("target_by_owner", np.uint8),
    ("scout_later", np.uint8),
    ("show_army", np.uint8),
    ("reveal_after", np.int64),
    ("only_ground", np.uint8),  # nobody wins (O4.5)
    ("from_zero", np.uint8),  # scores are plain differences (O4.5)
    ("profile", np.uint8, (2,)),  # number in profiles(), or OWN_PROFILE
    ("own_profile", np.uint8, (2, LONGEST_TEXT)),  # texts, UTF-8
    ("centre", np.float64),  # the difference in suitability that scores 0 (O4.5)
    ("scale", np.float64),
    ("score", np.float32, (2, PLACES, 4, SHIFTS)),  # Navy's [second][square][side][shift]
    ("allowed", np.uint16, (PLACES, 4)),  # bit n: shift n may be chosen (O4.4)
    ("best_shift", np.uint8, (BATTLES,)),  # the first army's best; battles as `battle_number` counts them
    ("value", np.float32, (BATTLES,)),  # Navy's score with that shift
    # the battle that best play leads to: [army 0][army 1][kudos 0][kudos 1][mover]
    ("approach", np.uint8, (PLACES, PLACES, KUDOS, KUDOS, 2)),
)
SETUP = record(SETUP_FIELDS)

FIRST = ("roll", "0", "1")
TARGET_BY = ("scouter", "owner")
RESULTS = ("winner", "ground")
SCORE_FROM = ("average", "zero")


MAP_FORM = (
    "First name: and class:, then legend: with a line for each sign (two spaces, sign, space, ground), then map: with "
    "40 rows of 40 signs, north first. The map editor writes such a text. An error message gives the line and column. "
    "Instead of a text, CLASS:NUMBER generates a map."
)
PROFILE_FORM = (
    "First name: and text:, then own: and enemy: for the two halves of the field. Under each, a line for each ground: two "
    "spaces, the ground, a colon, what a cell of it is worth, a comma and the reason. A ground you leave out is worth nothing."
)


def _spaced(names: tuple[str, ...]) -> dict[str, str]:
    return {name: name.replace("_", " ").replace("-", " ") for name in names}


def _profile(name: str, default: str, text: str) -> Data:
    names = tuple(profiles())
    words = {**_spaced(names), "none": "no wishes"}
    return Data(
        name,
        names,
        default,
        "O4.5",
        text,
        partial(army, name),
        words,
        PROFILE_FORM,
        source=profile_source,
        bounds=BOUNDS,
    )


SETTINGS = (
    Data(
        "map",
        shipped(),
        shipped()[0],
        "O1.2",
        "The map",
        terrain,
        _spaced(shipped()),
        MAP_FORM,
        pictured=True,
        source=map_source,
        bounds=MAP_BOUNDS,
    ),
    Integer("kudos", 0, MOST_KUDOS, 6, "O1.3", "Kudos of each player at the start"),
    Choice(
        "first",
        FIRST,
        "roll",
        "O1.4",
        "Who moves first",
        words={"roll": "whoever rolls higher", "0": "Navy", "1": "Oxblood"},
    ),
    Choice(
        "target_by",
        TARGET_BY,
        "scouter",
        "O2.6",
        "Who chooses which of two enemy blocks is scouted",
        words={"scouter": "the scouting side", "owner": "their owner"},
    ),
    Flag("scout_later", False, "O2.6", "A block may also scout on later turns, without moving in again"),
    Flag(
        "show_army",
        True,
        "O2.6",
        "A hidden army may show itself to a face-up enemy army in its square",
    ),
    Integer(
        "reveal_after",
        0,
        TURN_CAP,
        30,
        "O2.9",
        "Turns of each side after which both armies are turned face up",
        words={"0": "never"},
    ),
    Choice(
        "result",
        RESULTS,
        "winner",
        "O4.5",
        "What a match decides",
        words={"winner": "a winner, by the armies' profiles", "ground": "only the ground: nobody wins"},
    ),
    _profile("navy_profile", "heavy_foot", "Navy's army"),
    _profile("oxblood_profile", "warband", "Oxblood's army"),
    Choice(
        "score_from",
        SCORE_FROM,
        "average",
        "O4.5",
        "What scores 0",
        words={
            "average": "what this map's battlefields give on average",
            "zero": "ground that is equally good for both armies",
        },
    ),
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record of these settings."""
    setup = new(SETUP)[0]
    fill(setup, settings)
    return setup


def fill(setup: Setup, settings: Mapping[str, Value]) -> None:
    """Writes these settings into a record that has the fields of a setup."""
    chosen = terrain(str(settings["map"]))
    setup.cell[:] = chosen.cells
    setup.ground[:] = shares(chosen.cells)
    name = chosen.name.encode()[:LONGEST_NAME]
    setup.name[: len(name)] = list(name)
    setup.map_class = CLASSES.index(chosen.kind)
    setup.kudos, setup.reveal_after = settings["kudos"], settings["reveal_after"]
    setup.first = NOBODY if settings["first"] == "roll" else int(settings["first"])
    setup.target_by_owner = settings["target_by"] == "owner"
    setup.scout_later, setup.show_army = settings["scout_later"], settings["show_army"]
    setup.only_ground, setup.from_zero = settings["result"] == "ground", settings["score_from"] == "zero"
    named = (str(settings["navy_profile"]), str(settings["oxblood_profile"]))
    judge(setup, (NONE, NONE) if setup.only_ground else named)


def judge(setup: Setup, chosen: tuple[str, str]) -> None:
    """Writes into a setup the profiles, scores and solved approach for two armies, given by id or as texts (O4.5, O3)."""
    armies = [army(*named) for named in zip(("navy_profile", "oxblood_profile"), chosen, strict=True)]
    for seat, text in enumerate(chosen):
        own = text not in profiles()
        setup.profile[seat] = OWN_PROFILE if own else list(profiles()).index(text)
        kept = text.encode() if own else b""
        setup.own_profile[seat] = list(kept.ljust(LONGEST_TEXT, b"\0"))
    made = scores(setup.cell, armies[0], armies[1], bool(setup.from_zero))
    setup.score[:], setup.centre, setup.scale = made.table, made.centre, made.scale
    setup.allowed[:] = (made.allowed << np.arange(SHIFTS)).sum(axis=2)
    best = best_shifts(made)
    setup.best_shift[:] = best
    setup.value[:] = made.table.reshape(BATTLES, SHIFTS)[np.arange(BATTLES), best]
    setup.approach[:] = solved(int(setup.kudos), setup.value)


def bound(setup: Setup) -> int:
    """The maximum number of plies in a match in which the opening roll is not tied more than 60 times."""
    turns = 2 * (int(setup.reveal_after) or TURN_CAP)
    # a block moves, it is asked about, and a block is shown; with `scout_later`, the last two once more
    turn = BLOCKS * 5 + 1
    approach = 8 + 3 * 2 * int(setup.kudos)
    return 2 + 61 + turns * turn + approach + 1
