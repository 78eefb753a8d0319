"""What the lab measures in Rush: the roster, how a team lines up, what a player may do, and counters for each seat.

Clauses: `rules.md`. For how counters are called, see `sandtable.lab.run.watch`.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from sandtable.authoring import (
    NOTHING_TO_TAKE,
    BoardEvent,
    Grouping,
    Option,
    Pace,
    Pick,
    Setup,
    State,
    Unpacked,
    View,
    inline,
    jit,
)
from sandtable.authoring.choices import kind
from sandtable.games.rush.data.pitch import HEXES
from sandtable.games.rush.data.teams import NAMES as FORMATION_NAMES
from sandtable.games.rush.data.teams import shipped
from sandtable.games.rush.rules.tests import seat_of
from sandtable.games.rush.rules.turns import BEGIN, ENTER, ROLL
from sandtable.games.rush.schema import ACTIONS, DOING, NOBODY, OUT, PHASE, PLAYERS, REPLY, TEST
from sandtable.games.rush.show.drawing import place_of
from sandtable.graphics.drawing import Place


def _roster(name: str) -> Option:
    return Option(name, f"the {name}", ({"home": name}, {"visitor": name}))


def _lines_up(formation: int) -> Callable[[Any, Any, int], int]:
    def take(_setup: Setup, view: View, _seat: int) -> int:
        # R2.4
        return (
            ACTIONS.pack("formation", formation=formation) if view.phase == PHASE.LINE_UP else NOTHING_TO_TAKE
        )

    return take


PICKS = (
    Pick(
        "roster",
        "the team (R2.2)",
        tuple(map(_roster, shipped())),
        natural=shipped()[0],
        filled_in="the teams (R2.2)",
    ),
    Pick(
        "formation",
        "how a team lines up (R2.4)",
        tuple(
            Option(name, f"lines up as {name}", take=_lines_up(number))
            for number, name in enumerate(FORMATION_NAMES)
        ),
        natural=FORMATION_NAMES[0],
    ),
)

ACTION_GROUPS = (
    kind("sprint", "sprint"),
    kind("slam", "slam"),
    kind("steal", "steal"),
    kind("throw", "throw"),
    kind("stand", "stand up"),
    kind("enter", "bring on a player"),
    kind("slamback", "slam back"),
    kind("dodge", "dodge"),
    kind("follow", "follow up"),
    kind("end", "end its rush early"),
)


def _line_up(_setup: Setup, _state: State, action: Unpacked) -> str:
    # R2.4
    if action.kind == "place":
        return "player by player"
    return FORMATION_NAMES[action.fields["formation"]] if action.kind == "formation" else ""


def _first_token(_setup: Setup, state: State, action: Unpacked) -> str:
    # R3.2
    return action.kind if state.phase == PHASE.RUSH else ""


GROUPINGS = (
    Grouping("formation", "how a team lines up (R2.4)", _line_up),
    Grouping("opening", "what its first token is used for", _first_token),
)


def _strike(_setup: Setup, before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # R7.2
    if before.lead != after.lead:
        yield place_of(before, int(before.tester))


def _slam(_setup: Setup, before: State, action: Unpacked, _after: State) -> Iterator[Place]:
    # R6.3
    answered = action.kind == "roll" and before.test == TEST.REPLY
    if answered and before.now.doing == DOING.SLAM:
        yield place_of(before, int(before.now.actor))


def _put_out(_setup: Setup, before: State, _action: Unpacked, after: State) -> Iterator[Place]:
    # R6.7
    for p in range(PLAYERS):
        if before.player[p].place < HEXES and after.player[p].place == OUT:
            yield place_of(before, p)


EVENTS = (
    BoardEvent("strikes", "strikes are made from", _strike),
    BoardEvent("slams", "slams are made", _slam),
    BoardEvent("losses", "players are put out of play", _put_out),
)

# using a token takes thought; a single step does not
PACE = Pace(300, 6, 3, {"line-up": 10, "rush": 15, "reply": 6, "free": 6})

SIDES = ("Home", "Visitor")


NAMES = (
    "went_first",  # 1 for the seat that rushed first (R2.4)
    "points",  # of strikes (R1.3)
    "strikes",
    "shots",  # throws at a strike hex (R7.2)
    "passes",  # throws at a team-mate (R7.3)
    "catches",  # catches, including those of scattered balls (R7.4, R8.2)
    "misses",  # failed ones
    "pick_ups",  # successful ones (R5.5)
    "fumbles",  # failed ones
    "balls_lost",  # times that a player lost the ball other than by throwing it
    "dashes",  # tests for them (R5.2)
    "evades",  # tests for them (R5.3)
    "falls",  # players who fell in a Dash or an Evade
    "slams",  # contests (R6.3)
    "slams_won",
    "slambacks",  # contests in which the seat's player slammed back
    "slambacks_won",
    "steals",  # contests (R6.4)
    "steals_won",
    "dodges_won",  # by the seat's player (R6.5)
    "knocked_down",  # own players (R6.3)
    "out_of_play",  # own players (R6.7)
    "stood_up",  # passed tests (R9.1)
    "entries",  # players brought on (R3.4)
    "tokens",  # spent (R3.2)
    "tokens_unspent",  # left at the end of the seat's rushes
    "free_actions",  # begun
    "sudden_death",  # 1 for both if it ended the match (R2.5)
    "timed_out",  # 1 for both if nobody led after the last rush (R2.5)
)
(
    WENT_FIRST,
    POINTS,
    STRIKES,
    SHOTS,
    PASSES,
    CATCHES,
    MISSES,
    PICK_UPS,
    FUMBLES,
    LOST,
    DASHES,
    EVADES,
    FALLS,
    SLAMS,
    SLAMS_WON,
    SLAMBACKS,
    SLAMBACKS_WON,
    STEALS,
    STEALS_WON,
    DODGES_WON,
    DOWN,
    OUT_OF_PLAY,
    STOOD_UP,
    ENTRIES,
    TOKENS,
    UNSPENT,
    FREE,
    SUDDEN_DEATH,
    TIMED_OUT,
) = range(len(NAMES))

# what is good or bad for a seat, as an analysis says it
GAINS = {
    "strikes": "strikes",
    "catches": "catches the ball",
    "pick_ups": "picks up the ball",
    "slams_won": "wins a slam",
    "steals_won": "wins a steal",
}
LOSSES = {
    "balls_lost": "loses the ball",
    "misses": "fails to catch the ball",
    "fumbles": "fails to pick up the ball",
    "falls": "has a player fall",
    "knocked_down": "has a player knocked down",
    "out_of_play": "has a player put out of play",
}


@jit
def tally(setup: Setup, before: State, action, after: State, out):
    """See `sandtable.lab.run.watch`."""
    if ROLL.holds(action):
        (successes,) = ROLL.unpack(action)
        roll(before, successes, out)
    elif BEGIN.holds(action) or ENTER.holds(action):
        begin(before, action, out)
    if before.lead != after.lead:
        seat = 0 if after.lead > before.lead else 1
        out[seat, STRIKES] += 1
        out[seat, POINTS] += abs(np.int64(after.lead) - np.int64(before.lead))
    thrown = before.phase == PHASE.TEST and before.test == TEST.AIM
    if before.carrier != NOBODY and after.carrier != before.carrier and not thrown:
        out[seat_of(before.carrier), LOST] += 1
    if before.phase == PHASE.LINE_UP and after.phase != PHASE.LINE_UP:
        out[after.side, WENT_FIRST] += 1
    # a token or a step alone brings nobody down
    if before.phase != PHASE.RUSH and before.phase != PHASE.MOVE:
        players(before, after, out)
    rushes(setup, before, after, out)


@jit
def roll(before: State, successes, out):
    """Counts a test and its result."""
    test, seat = before.test, seat_of(before.tester)
    if test == TEST.DASH or test == TEST.EVADE:
        out[seat, DASHES if test == TEST.DASH else EVADES] += 1
    elif test == TEST.PICK_UP:
        out[seat, PICK_UPS if successes > 0 else FUMBLES] += 1
    elif test == TEST.CATCH:
        out[seat, CATCHES if successes > 0 else MISSES] += 1
    elif test == TEST.AIM:
        out[seat, SHOTS if before.target == NOBODY else PASSES] += 1
    elif test == TEST.RISE:
        out[seat, STOOD_UP] += successes > 0
    elif test == TEST.REPLY:
        contest(before, successes, out)


@inline
def contest(before: State, theirs, out):
    """Counts a Slam or a Steal once both have rolled (R6.3 to R6.5)."""
    seat, ours = seat_of(before.now.actor), np.int64(before.first)
    slam = before.now.doing == DOING.SLAM
    out[seat, SLAMS if slam else STEALS] += 1
    out[seat, SLAMS_WON if slam else STEALS_WON] += ours > theirs
    if before.reply == REPLY.SLAMBACK:
        out[1 - seat, SLAMBACKS] += 1
        out[1 - seat, SLAMBACKS_WON] += theirs > ours
    else:
        out[1 - seat, DODGES_WON] += theirs > ours


@inline
def begin(before: State, action, out):
    """Counts the start of an action, with a token or free (R3.2)."""
    seat = np.int64(before.to_move)
    out[seat, FREE if before.phase == PHASE.FREE else TOKENS] += 1
    out[seat, ENTRIES] += ENTER.holds(action)


@jit
def players(before: State, after: State, out):
    """Counts the players who went down or out of play."""
    ran = before.phase == PHASE.TEST and (before.test == TEST.DASH or before.test == TEST.EVADE)
    for p in range(PLAYERS):
        was, now = before.player[p], after.player[p]
        if was.place < HEXES:
            out[seat_of(p), OUT_OF_PLAY] += now.place == OUT
            if was.prone == 0 and now.prone != 0:
                out[seat_of(p), FALLS if ran else DOWN] += 1


@inline
def rushes(setup: Setup, before: State, after: State, out):
    """Counts the tokens left in the rushes that ended, including those in which nobody could act (R3.2), and late ends."""
    side, left = np.int64(before.side), np.int64(before.tokens)
    for _ in range(before.rush, after.rush):
        out[side, UNSPENT] += left
        side, left = 1 - side, np.int64(setup.tokens)
    if (
        after.phase == PHASE.OVER
        and after.rush >= setup.rushes
        and (before.rush >= setup.rushes or after.lead == 0)
    ):
        none_left = setup.drawn != 0 or after.rush >= setup.rushes + setup.sudden
        for seat in range(2):
            out[seat, TIMED_OUT if none_left else SUDDEN_DEATH] += 1
