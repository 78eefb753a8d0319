"""The records, settings and actions of Rush. Clauses: `rules.md`."""

from collections.abc import Mapping
from enum import IntEnum, auto
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
    Value,
    dice,
    names_of,
    new,
    numbers,
    record,
    tagged,
)
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES, LAUNCHES, ZONES, pitch
from sandtable.games.rush.data.teams import (
    BOUNDS,
    FORMATIONS,
    MOST_PLAYERS,
    ROLES,
    Role,
    formations,
    presets,
    roster,
    shipped,
    source,
)

PLAYERS = 2 * MOST_PLAYERS
NOBODY = -1

# where a player is: a hex 0-200, or one of these; NOWHERE if a team has fewer players
BENCH, OUT, NOWHERE = HEXES, HEXES + 1, HEXES + 2
# where the ball is: a hex where it lies, or one of these
CARRIED, NO_BALL = HEXES, HEXES + 1
NEUTRAL, NO_ZONE = 2, ZONES


class Doing(IntEnum):
    """What a player in action is doing."""

    NOTHING, RUN, SPRINT, SLAM, STEAL, THROW, STAND = range(7)


class Test(IntEnum):
    """What is rolled for (R4)."""

    NONE, DASH, EVADE, PICK_UP, ATTACK, REPLY, ARMOUR, AIM, CATCH, RISE = range(10)


class Reply(IntEnum):
    """What the target of a Slam or Steal does about it (R6.2)."""

    NONE, SLAMBACK, DODGE = range(3)


class Phase(IntEnum):
    """What has to be done next."""

    LINE_UP = 0
    LAUNCH = auto()
    BOUNCE = auto()
    RUSH = auto()
    MOVE = auto()
    TEST = auto()
    REPLY = auto()
    PUSH = auto()
    FOLLOW = auto()
    SIDESTEP = auto()
    FACE = auto()
    FREE = auto()
    SCATTER = auto()
    OVER = auto()
    FIRST = auto()


ROLE, DOING, TEST, REPLY, PHASE = numbers(Role), numbers(Doing), numbers(Test), numbers(Reply), numbers(Phase)
DOINGS = ("", *names_of(Doing)[1:])
_TESTS = {Test.NONE: "", Test.PICK_UP: "pick up", Test.AIM: "throw", Test.RISE: "stand up"}
TESTS = tuple(_TESTS.get(test, test.name.lower()) for test in Test)
PHASES = tuple(name.replace("_", "-") for name in names_of(Phase))

SUCCESSES = dice.MOST_SUCCESSES + 1

ACTIONS = Actions(
    Kind("formation", "line up as {formation}", formation=FORMATIONS),
    Kind("place", "place player {player} at {hex}", player=MOST_PLAYERS, hex=HEXES),
    Kind("launch", "launch the ball with {die}", die=6),
    Kind("bounce", "bounce off the wall with {die} and roll {distance}", die=6, distance=6),
    Kind("roll", "roll {successes}", successes=SUCCESSES),
    Kind("scatter", "scatter {side} by {distance}", side=SIDES, distance=6),
    Kind("run", "run with player {player}", player=MOST_PLAYERS),
    Kind("sprint", "sprint with player {player}", player=MOST_PLAYERS),
    Kind("slam", "slam with player {player}", player=MOST_PLAYERS),
    Kind("steal", "steal with player {player}", player=MOST_PLAYERS),
    Kind("throw", "throw with player {player}", player=MOST_PLAYERS),
    Kind("stand", "stand up with player {player}", player=MOST_PLAYERS),
    Kind("enter", "bring on player {player} at the {gate} entry", player=MOST_PLAYERS, gate=2),
    Kind("end", "end the rush"),
    Kind("step", "step {side}", side=SIDES),
    Kind("dash", "dash {side}", side=SIDES),
    Kind("turn", "turn {hand}", hand=2),
    Kind("wheel", "dash and turn {hand}", hand=2),
    Kind("face", "face {side}", side=SIDES),
    Kind("tackle", "go for player {target}", target=MOST_PLAYERS),
    Kind("aim", "throw at {hex}", hex=HEXES),
    Kind("slamback", "slamback"),
    Kind("dodge", "dodge"),
    Kind("push", "push {side}", side=SIDES),
    Kind("follow", "follow up"),
    Kind("sidestep", "sidestep {side}", side=SIDES),
    Kind("decline", "leave it at that"),
    Kind("first", "{seat} rushes first", seat=2),
)

PLAYER = record(
    (
        ("place", np.uint8),  # a hex, BENCH, OUT or NOWHERE
        ("facing", np.uint8),  # side 0-5
        ("prone", np.uint8),
        ("out", np.uint8),  # the team's turns that the player still misses (R6.7)
        ("fresh", np.uint8),  # left the pitch in this very rush (R3.1)
        ("acted", np.uint8),  # token actions in this rush (R2.3)
    )
)

# an action in progress
DEED = record(
    (
        ("actor", np.int8),  # player 0-15, or NOBODY
        ("doing", np.uint8),
        ("free", np.uint8),  # a free action: no token was spent
        ("points", np.uint8),  # hexes or turns left
        ("moved", np.uint8),  # hexes moved in this action
        ("dashes", np.uint8),
        ("evades", np.uint8),
        ("start", np.uint8),  # the hex where it began
    )
)

FIELDS = (
    ("rush", np.uint8),  # rushes finished
    ("side", np.uint8),  # the rushing seat
    ("tokens", np.uint8),  # left in this rush
    ("lead", np.int8),  # Home's strikes minus Visitor's (R2.5)
    ("ball", np.uint8),  # a hex, CARRIED or NO_BALL
    ("carrier", np.int8),
    ("ends", np.uint8),  # the rush ends once the chain is over (R3.2)
    ("chain", np.uint8),  # free actions since the last token
    ("steps", np.uint8),  # hexes that the ball has scattered over (R8.2)
    ("now", DEED),
    ("held", DEED),  # a Guard's action while the ball that he kicked scatters (R5.5)
    ("test", np.uint8),
    ("tester", np.int8),
    ("dice", np.uint8),  # of the test before modifiers
    ("left", np.uint8),  # the hex left in a Dash or Evade
    ("first", np.uint8),  # the attacker's successes, while the target rolls
    ("target", np.int8),  # of a Slam, Steal or throw, or NOBODY
    ("reply", np.uint8),
    ("winner", np.int8),  # who pushes, or NOBODY
    ("double", np.uint8),
    ("loser", np.int8),  # whose armour is to be checked, or NOBODY
    ("hits", np.uint8),
    ("earned", np.uint8),  # a free action waits for the facing (R9.1)
    ("player", PLAYER, (PLAYERS,)),  # seat 0's eight, then seat 1's
)
STATE = tagged("rush", FIELDS, Path(__file__).parent)

UNIT = record(
    (
        ("role", np.uint8),
        ("move", np.uint8),
        ("strength", np.uint8),
        ("speed", np.uint8),
        ("skill", np.uint8),
        ("armour", np.uint8),
        ("title", np.uint8, (16,)),  # UTF-8
    )
)

SETUP = record(
    (
        ("rushes", np.uint8),
        ("tokens", np.uint8),
        ("team", np.uint8, (2,)),  # players in each team
        ("on_pitch", np.uint8, (2,)),
        ("player_cap", np.uint8),
        ("sudden", np.uint8),  # rushes in sudden death
        ("limit", np.uint8),  # the lead that wins at once
        ("first", np.int8),  # the seat that rushes first, or NOBODY: at random (R2.4)
        ("throw_incomplete", np.uint8),
        ("drop_any", np.uint8),  # every catch that fails is a drop (R3.2)
        ("drawn", np.uint8),  # a tie is a draw
        ("opponent_threatens", np.uint8),
        ("exploding", np.uint8),
        ("roster", np.uint8, (2, 24)),  # names, UTF-8
        ("unit", UNIT, (PLAYERS,)),
        ("across", np.uint8, (HEXES, SIDES)),  # the hex across a side, or hexgrid.WALL
        (
            "bounced",
            np.uint8,
            (HEXES, SIDES),
        ),  # the side that the ball takes instead if there is a wall (R8.1)
        (
            "toward",
            np.uint8,
            (HEXES, HEXES),
        ),  # the side of the first hex on which the second lies, or hexgrid.APART
        ("distance", np.uint8, (HEXES, HEXES)),
        ("x", np.int8, (HEXES,)),  # in half hex widths
        ("row", np.int8, (HEXES,)),
        ("half", np.uint8, (HEXES,)),  # whose half, or NEUTRAL
        ("zone", np.uint8, (HEXES,)),  # or NO_ZONE
        ("strike", np.uint8, (ZONES,)),  # strike hexes
        ("bonus", np.uint8, (ZONES,)),
        ("scorer", np.uint8, (ZONES,)),
        ("points", np.uint8, (ZONES, 2)),  # from any hex, and from the bonus hex
        ("launch", np.uint8, (2, LAUNCHES)),  # from each seat's left
        ("gate", np.uint8, (2, 2)),  # entry hexes of each seat, north and south
        ("formation", np.uint8, (2, FORMATIONS, MOST_PLAYERS)),
        ("odds", np.float64, (7, dice.MOST_DICE + 1, SUCCESSES)),  # [needed][dice][successes]
    )
)

FIRST = ("0", "1", "random")
THROW_ENDS = ("always", "incomplete")
DROP = ("held", "any")
TIE = ("sudden_death", "draw")
AS_PRESET = {"0": "set by the size of the match"}
ROSTER_FORM = (
    "A TOML file. team lists eight names; in a match with fewer players, those listed first play. For each name, a table "
    "[player.NAME] gives role (guard, jack or striker), move in hexes, and what a die must show for strength, speed, skill and "
    "armour."
)

PRESET_WORDS = {"standard": "standard: 14 rushes", "demo": "short: 6 rushes"}


def _team(name: str, default: str, text: str) -> Data:
    return Data(
        name, shipped(), default, "R2.2", text, roster, form=ROSTER_FORM, source=source, bounds=BOUNDS
    )


SETTINGS = (
    Choice("preset", tuple(presets()), "standard", "R2.3", "The size of the match", PRESET_WORDS),
    Integer("rushes", 0, 40, 0, "R2.3", "Rushes, counting both sides", AS_PRESET),
    Integer("tokens", 0, 10, 0, "R2.3", "Action tokens in a rush", AS_PRESET),
    Integer("team", 0, MOST_PLAYERS, 0, "R2.2", "Players in a team, from the top of its roster", AS_PRESET),
    Integer("on_pitch", 0, MOST_PLAYERS, 0, "R2.3", "Most players of a team on the pitch", AS_PRESET),
    Integer("player_cap", 1, 10, 2, "R2.3", "Most token actions for one player in a rush"),
    _team("home", "humans", "Home's team"),
    _team("visitor", "greenskins", "Visitor's team"),
    Choice(
        "throw_ends",
        THROW_ENDS,
        "always",
        "R3.2",
        "Which throws end the rush",
        {"always": "every throw", "incomplete": "only a throw that fails"},
    ),
    Choice(
        "drop",
        DROP,
        "held",
        "R3.2",
        "What counts as a drop",
        {"held": "losing a held or thrown ball", "any": "any failed catch too"},
    ),
    Choice(
        "first", FIRST, "0", "R2.4", "Who rushes first", {"0": "Home", "1": "Visitor", "random": "by lot"}
    ),
    Choice(
        "tie",
        TIE,
        "sudden_death",
        "R2.5",
        "What happens if nobody leads after the last rush",
        {"sudden_death": "sudden death", "draw": "a draw"},
    ),
    Flag(
        "opponent_threatens",
        True,
        "R4.4",
        "The opponent in a Slam, Steal, Slamback or Dodge counts as a threat",
    ),
    Flag("exploding_sixes", False, "R4.1", "Roll an extra die for every 6, for as long as sixes come up"),
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record for these settings."""
    setup = new(SETUP)[0]
    preset = presets()[str(settings["preset"])]
    setup.rushes = settings["rushes"] or preset.rushes
    setup.tokens = settings["tokens"] or preset.tokens
    setup.sudden, setup.limit = preset.sudden_rushes, preset.winning_lead
    setup.player_cap = settings["player_cap"]
    setup.first = NOBODY if settings["first"] == "random" else int(settings["first"])
    setup.throw_incomplete = settings["throw_ends"] == "incomplete"
    setup.drop_any = settings["drop"] == "any"
    setup.drawn = settings["tie"] == "draw"
    setup.opponent_threatens = settings["opponent_threatens"]
    setup.exploding = settings["exploding_sixes"]
    setup.odds[:] = dice.table(bool(settings["exploding_sixes"]))
    for seat, name in enumerate(("home", "visitor")):
        _enlist(setup, seat, str(settings[name]), int(settings["team"]) or preset.team)
        setup.on_pitch[seat] = min(int(settings["on_pitch"]) or preset.on_pitch, int(setup.team[seat]))
    _lay_out(setup)
    return setup


def _enlist(setup: Setup, seat: int, text: str, size: int) -> None:
    # R2.1, R2.2
    chosen = roster(text)
    name = _cut(chosen.name, setup.roster.shape[1])
    setup.roster[seat, : len(name)] = list(name)
    setup.team[seat] = min(size, len(chosen.team))
    for n, kind in enumerate(chosen.team[:size]):
        unit = setup.unit[MOST_PLAYERS * seat + n]
        unit.role, unit.move, unit.strength = ROLES.index(kind.role), kind.move, kind.strength
        unit.speed, unit.skill, unit.armour = kind.speed, kind.skill, kind.armour
        title = _cut(kind.name, unit.title.shape[0])
        unit.title[: len(title)] = list(title)


def _cut(name: str, room: int) -> bytes:
    return name.encode()[:room].decode(errors="ignore").encode()


def _lay_out(setup: Setup) -> None:
    # R1
    ground = pitch()
    for name in ("across", "bounced", "toward", "distance", "x", "row"):
        setattr(setup, name, getattr(ground.grid, name))
    for name in ("half", "zone", "strike", "bonus", "scorer", "points", "launch", "gate"):
        setattr(setup, name, getattr(ground, name))
    setup.formation[:] = formations()


# R8.2, and free actions in a row (R3.2)
MOST_STEPS, MOST_FREE = 50, 30


def bound(setup: Setup) -> int:
    """The maximum number of plies in a match."""
    # a scattering ball: at most a roll and a catch per hex
    scatter = 2 * MOST_STEPS + 2
    # hexes of the longest action, each with two tests; then facing, contest, push, follow-up, armour
    longest = 3 * (2 * int(max(unit.move for unit in setup.unit)) + dice.MOST_SUCCESSES + 1) + 12
    guard = 2  # an action may continue after a kick each time the ball comes back: at most once per hex
    token = (MOST_FREE + 2) * (longest * guard + scatter) + longest * scatter
    rushes = int(setup.rushes) + int(setup.sudden)
    return 1 + 2 * MOST_PLAYERS + rushes * (2 + 2 * scatter + int(setup.tokens) * token)
