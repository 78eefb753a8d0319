"""Names and phrases for Rush, and the test that is due, in words."""

from typing import Any

from sandtable.authoring import OVER, Setup, View
from sandtable.authoring.dice import MOST_SUCCESSES
from sandtable.games.rush.data.teams import MOST_PLAYERS, ROLES
from sandtable.games.rush.rules.tests import needed_of, pool_of
from sandtable.games.rush.schema import DOING, DOINGS, NOBODY, PHASE, REPLY, TEST, TESTS

SEATS = ("Home", "Visitor")
# whose game it is
CREDIT = "Rush follows a public quick-reference sheet of a hex-pitch sport."
SOURCE = "Statistics, tests and actions are made from that sheet; pitch, points and procedures are filled in."
# the sides of a hex for the team that scores beyond the first side, anticlockwise from it: Home's first is the east,
# Visitor's the west
WAYS = ("forward", "forward left", "back left", "back", "back right", "forward right")
REPLIES = {REPLY.SLAMBACK: "slamback", REPLY.DODGE: "dodge"}
CONTESTS = (TEST.ATTACK, TEST.REPLY)
ATTEMPTS = {
    TEST.DASH: "dashes",
    TEST.EVADE: "evades",
    TEST.PICK_UP: "reaches for the ball",
    TEST.ARMOUR: "tests Armour",
    TEST.CATCH: "tries to catch",
    TEST.RISE: "tries to stand up",
}


def called(p: int) -> str:
    """A player by team and number: "Home 3"."""
    return f"{SEATS[p // MOST_PLAYERS]} {p % MOST_PLAYERS + 1}"


def way_of(side: int, seat: int) -> str:
    """A side of a hex as seen by a team that faces the goal it scores in: "forward left"."""
    return WAYS[(side + 3 * seat) % len(WAYS)]


def entry_of(gate: int, seat: int) -> str:
    """An entry as its team sees it: Home has the north on its left, Visitor on its right."""
    return ("left", "right")[gate ^ seat]


def zone_of(zone: int, seat: int) -> str:
    """A zone in which a team scores, as that team sees it: "left zone"."""
    return ("end zone", f"{entry_of(0, seat)} zone", f"{entry_of(1, seat)} zone")[zone % 3]


def role_of(setup: Setup, p: int) -> str:
    """The role of a player: "Jack"."""
    return ROLES[int(setup.unit[p].role)].capitalize()


def named(setup: Setup, p: int) -> str:
    """A player with his role: "Home 3 (Jack)"."""
    return f"{called(p)} ({role_of(setup, p)})"


def counted(n: int, one: str, many: str) -> str:
    """A count with its noun: "no dice", "1 die", "2 dice"."""
    return f"{n or 'no'} {one if n == 1 else many}"


def successes(n: int) -> str:
    """A number of successes: "no success", "1 success", "2 successes"."""
    return counted(n, "success", "successes" if n else "success")


def number_of(n: int) -> str:
    """The number of successes in an outcome: "none", "2", and for the last "12 or more" (R4.1)."""
    return f"{n} or more" if n == MOST_SUCCESSES else str(n or "none")


def rolled(n: int) -> str:
    """The number of successes, followed by the noun: "no success", "12 or more successes"."""
    return f"{number_of(n)} successes" if n == MOST_SUCCESSES else successes(n)


def doing(deed: Any) -> str:
    """What the player in action is doing: "Run"."""
    return DOINGS[int(deed.doing)].capitalize()


def asked(s: View) -> int:
    """The successes needed in the test that is due: one per hit in an Armour test, one in a contest (R4.2, R4.3, R6.7)."""
    return {TEST.DASH: int(s.now.dashes), TEST.EVADE: int(s.now.evades), TEST.ARMOUR: int(s.hits)}.get(
        int(s.test), 1
    )


def test_name(s: View) -> str:
    """The name of the test that is due; in a contest, what the tester does."""
    if s.test == TEST.ATTACK:
        return DOINGS[int(s.now.doing)]
    return REPLIES[int(s.reply)] if s.test == TEST.REPLY else TESTS[int(s.test)]


def dice_of(setup: Setup, s: View) -> int:
    """The dice rolled in the test that is due (R4.1)."""
    return max(0, int(pool_of(setup, s)))


def attempt(setup: Setup, s: View) -> str:
    """The test that is due: "Home 3 (Jack) dashes with 2 dice at 4+, needs 2 successes"."""
    return f"{named(setup, int(s.tester))} {try_of(setup, s)}"


def try_of(setup: Setup, s: View) -> str:
    """The test that is due, without the name: "dashes with 2 dice at 4+, needs 2 successes"."""
    dice = dice_of(setup, s)
    rolled = counted(dice, "die", "dice") + (f" at {int(needed_of(setup, s))}+" if dice else "")
    return f"{_act(setup, s)} with {rolled}{_need(s)}"


def _act(setup: Setup, s: View) -> str:
    if s.test == TEST.ATTACK:
        act = "slams" if s.now.doing == DOING.SLAM else "steals from"
        return f"{act} {named(setup, int(s.target))}"
    if s.test == TEST.REPLY:
        return "slams back" if s.reply == REPLY.SLAMBACK else "dodges"
    if s.test == TEST.AIM:
        return f"throws at {goal(setup, s)}"
    return ATTEMPTS[int(s.test)]


def goal(setup: Setup, s: View) -> str:
    """What the current throw is aimed at."""
    return "the strike hex" if s.target == NOBODY else named(setup, int(s.target))


def _need(s: View) -> str:
    if s.test in CONTESTS:
        return ""
    if s.test == TEST.ARMOUR:
        return f" against {counted(int(s.hits), 'hit', 'hits')}"
    return f", needs {successes(asked(s))}"


def standing(s: View) -> str:
    """Who leads, and by how much (R2.5)."""
    return f"{SEATS[0 if s.lead > 0 else 1]} leads by {abs(int(s.lead))}" if s.lead else "nobody leads"


def rush_of(setup: Setup, s: View) -> int:
    """The current rush, counting from 0; for a finished match, the one in which it ended (R2.5)."""
    unplayed = s.to_move == OVER and s.tokens == setup.tokens and s.chain == 0
    return int(s.rush) - bool(unplayed)


def of_rush(s: View) -> str:
    """Whose rush it is and what is left of it, "Home's, 3 tokens left"; or that it will be drawn by lot, or that it is over."""
    if s.to_move == OVER:
        return "the match is over"
    if s.phase == PHASE.FIRST:
        return "whose it is will be drawn"
    left = (
        "the teams line up"
        if s.phase == PHASE.LINE_UP
        else f"{counted(int(s.tokens), 'token', 'tokens')} left"
    )
    return f"{SEATS[int(s.side)]}'s, {left}"
