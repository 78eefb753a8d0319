"""What people read in the companion: the ledger as text, the prompts, and the log. Everything is public here."""

from typing import Any

from sandtable.authoring import CHANCE, OVER, Labels, LogLine, Setup, Unpacked, View
from sandtable.authoring.dice import at_least
from sandtable.games.rush.companion.ledger import (
    ACROSS,
    ACTIONS,
    CHOOSE,
    GOALS,
    LANDS,
    ONTO,
    THREATS,
    WAY,
)
from sandtable.games.rush.companion.scene import ball_of
from sandtable.games.rush.data.pitch import ZONES
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.tests import needed_of, pool_of
from sandtable.games.rush.schema import (
    BENCH,
    DOING,
    DOINGS,
    NOWHERE,
    OUT,
    PHASE,
    REPLY,
    TEST,
    Doing,
)
from sandtable.games.rush.show import log, text
from sandtable.games.rush.show.log import BEGINS, follows
from sandtable.games.rush.show.words import (
    SEATS,
    asked,
    attempt,
    called,
    counted,
    named,
    of_rush,
    role_of,
    rolled,
    rush_of,
    standing,
    test_name,
)

ACTED = "*"
CAME = ("without coming up to him", "having come up to him")
FAR = ("1 to 3 hexes", "4 to 6 hexes", "7 to 9 hexes")
MOVED = ("from where he stood", "having moved")
THREATENED = ("no enemy threatens him", "one enemy threatens him", "two or more threaten him")
CLAUSES = {
    "first": "R2.4",
    "line_up": "R2.4",
    "place": "R2.4",
    "launch": "R3.3",
    "bounce": "R3.3",
    "scatter": "R8.1",
    "act": "R3.2",
    "enter": "R3.4",
    "end": "R3.2",
    "decline": "R5.5",
    "dash": "R5.2",
    "evade": "R5.3",
    "ball": "R5.5",
    "slam": "R6.1",
    "steal": "R6.1",
    "pass": "R7.1",
    "strike": "R7.2",
    "way": "R7.1",
    "done": "R5.1",
    "slamback": "R6.2",
    "dodge": "R6.2",
    "threats": "R4.4",
    "wall": "R3.3",
    "hits": "R8.2",
    "anew": "R8.2",
    "rests": "R8.2",
    "onto": "R5.5",
    "clear": "R5.5",
}
# tests for which the hex that a player leaves counts (R4.4)
LEAVING = (TEST.DASH, TEST.EVADE)


def labels(setup: Setup) -> Labels:
    """Names of field values."""
    known = text.labels(setup)
    return {
        **{name: known[name] for name in ("seat", "player", "die", "distance", "successes")},
        "doing": DOINGS[Doing.RUN : Doing.STAND],
        "came": CAME,
        "far": FAR,
        "moved": MOVED,
        "threats": THREATENED,
        "points": [counted(worth, "point", "points") for worth in _worths(setup)],
    }


def _worths(setup: Setup) -> list[int]:
    """The values of strikes, in the order of `GOALS` (R1.3)."""
    return sorted({int(setup.points[zone, bonus]) for zone in range(ZONES) for bonus in (0, 1)})[
        : GOALS.shape[1]
    ]


def draw(setup: Setup, s: View) -> str:
    """The ledger: the rush marker and tokens, the score track, the ball, and both teams, including the players out of play."""
    played = rush_of(setup, s)
    sudden = ", sudden death" if played >= setup.rushes else ""
    last = int(setup.rushes) + (int(setup.sudden) if sudden else 0)
    heads = (
        f"Rush {played + 1} of {last}, {of_rush(s)}{sudden}",
        _track(setup, s),
        f"{standing(s).capitalize()}. The ball: {ball_of(s)}",
    )
    acted = [f"{ACTED} an action in this rush"] if any(player.acted for player in s.player) else []
    return "\n\n".join(["\n".join(heads), "\n".join(_teams(setup, s)), *acted])


def _track(setup: Setup, s: View) -> str:
    """The score track from Home's winning lead to Visitor's, with a character for the marker (R2.5)."""
    limit = int(setup.limit)
    places = ["O" if lead == s.lead else "|" if lead == 0 else "." for lead in range(limit, -limit - 1, -1)]
    return f"Home {''.join(places)} Visitor"


def _teams(setup: Setup, s: View) -> list[str]:
    """Both teams side by side, a line for each number."""
    columns = [
        [SEATS[seat], *(_player(setup, s, MOST_PLAYERS * seat + n) for n in range(MOST_PLAYERS))]
        for seat in (0, 1)
    ]
    return [
        f"{home:<20}{visitor}".rstrip() for home, visitor in zip(*columns, strict=True) if home or visitor
    ]


def _player(setup: Setup, s: View, p: int) -> str:
    player = s.player[p]
    if player.place == NOWHERE:
        return ""
    return f"{p % MOST_PLAYERS + 1} {role_of(setup, p):<8} {_state(s, p, player)}".rstrip()


def _state(s: View, p: int, player: Any) -> str:
    if player.place == BENCH:
        return "bench"
    if player.place == OUT:
        return f"out {int(player.out)}"
    said = ["ball" if s.carrier == p else "", "down" if player.prone else "", ACTED * int(player.acted)]
    return " ".join(filter(None, said))


def prompt(setup: Setup, s: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    if s.to_move == OVER:
        return text.result(setup, s)
    if s.to_move == CHANCE:
        return _rolled(setup, s)
    if int(s.to_move) != viewer:
        return f"{SEATS[int(s.to_move)]} says what happens."
    return _question(setup, s)


def _rolled(setup: Setup, s: View) -> str:
    if s.phase == PHASE.TEST:
        return f"{attempt(setup, s)}."
    return {
        PHASE.FIRST: "Lots decide who rushes first.",
        PHASE.LAUNCH: f"The ball comes in from {SEATS[int(s.side)]}'s left: a die for its hex; on a 6 it rolls to the wall.",
        PHASE.BOUNCE: f"Roll a die for the way, 1 to 3 towards {SEATS[int(s.side)]}'s half, and one for the hexes.",
        PHASE.SCATTER: "The ball scatters: roll a die for the direction and one for the hexes.",
    }[int(s.phase)]


def _question(setup: Setup, s: View) -> str:
    seat, phase = SEATS[int(s.to_move)], int(s.phase)
    if phase == PHASE.LINE_UP:
        return f"{seat}: which {int(setup.on_pitch[s.to_move])} of the team are on the pitch?"
    if phase == PHASE.RUSH:
        return f"{seat}: who acts? {counted(int(s.tokens), 'token', 'tokens')} left."
    if phase == ACROSS:
        return "Does the ball hit a standing player on the launch hexes? From behind, or off a Guard, it scatters again."
    if phase == LANDS:
        return "Where does the ball stop? A standing player stops it; on one who is down it scatters again."
    if phase == THREATS:
        return _threats(setup, s)
    if phase == PHASE.REPLY:
        return f"{named(setup, int(s.target))}: how does he respond?"
    if phase == ONTO:
        return f"{named(setup, int(s.about))}: has he come onto the ball?"
    return _deed(setup, s)


def _threats(setup: Setup, s: View) -> str:
    # R4.4
    hexes = "the hex he leaves" if s.test in LEAVING else "his hex"
    fought = ""
    if s.test in (TEST.ATTACK, TEST.REPLY):
        fought = " The opponent counts too." if setup.opponent_threatens else " The opponent does not count."
    return (
        f"{named(setup, int(s.tester))}, {test_name(s)}: how many standing enemies threaten {hexes}?{fought}"
    )


def _deed(setup: Setup, s: View) -> str:
    name = named(setup, int(s.now.actor))
    if s.phase == CHOOSE:
        return f"{name}: what does he do? It costs a token."
    if s.phase == PHASE.FREE:
        return f"{name} has a free action."
    if s.phase == WAY:
        return f"{name} throws: how far, and has he moved in this action?"
    deed = DOINGS[int(s.now.doing)].capitalize()
    return f"{name}, {deed}: move him on the pitch, and enter here what he must test."


def odds_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float] | None:
    """For the number of threats: the chance that the test succeeds; None for other actions and in contests."""
    taken = ACTIONS.unpack(action)
    if taken.kind != "threats" or s.test in (TEST.ATTACK, TEST.REPLY):
        return None
    pool = int(pool_of(setup, s)) - taken.fields["threats"]
    return {"succeeds": float(at_least(setup.odds, int(needed_of(setup, s)), pool, asked(s)))}


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """One line of the log."""
    taken = ACTIONS.unpack(action)
    if taken.kind == "roll":
        return _test(setup, before, taken.fields["successes"], after)
    dice = tuple(taken.fields[name] + 1 for name in ("die", "distance") if name in taken.fields)
    clause = (
        log.CLAUSES[DOINGS[DOING.RUN + taken.fields["doing"]]]
        if taken.kind == "begin"
        else CLAUSES[taken.kind]
    )
    said = [_line(setup, before, taken, after)]
    # the results; there are none after the threats, when the prompt announces the test
    said += [] if before.phase == THREATS else follows(setup, before, after)
    return LogLine(taken.kind, " ".join(said), dice, clause)


def _test(setup: Setup, before: View, k: int, after: View) -> LogLine:
    outcome = _contest(before, k) if before.test == TEST.REPLY else log.comes_to(setup, before, k, after)
    line = f"{attempt(setup, before)}: {rolled(k)}."
    said = [*outcome, line, *follows(setup, before, after)]
    return LogLine(log.verdict(before, k), " ".join(said), (), log.clause_of_test(before, k))


def _contest(s: View, k: int) -> list[str]:
    """The result of a Slam or Steal, and what to do on the pitch (R6.3, R6.4, R6.5)."""
    attacker, target, first = int(s.now.actor), int(s.target), int(s.first)
    if first == k:
        return ["A draw: they turn to face each other."]
    more, less = max(first, k), min(first, k)
    double = more >= 2 * less
    winner, loser = (attacker, target) if first > k else (target, attacker)
    won = f"{called(winner)} wins{' by a double' if double else ''}."
    if first > k and s.now.doing != DOING.SLAM:
        return [f"{called(attacker)} takes the ball." if double else won]
    if first > k or s.reply == REPLY.SLAMBACK:
        down = f" {called(loser)} falls." if double else ""
        return [
            f"{won} Push {called(loser)} back; {called(winner)} may follow up; both face each other.{down}"
        ]
    if double:
        return [f"{called(target)} dodges by a double: he may move a hex, and {called(attacker)} faces him."]
    return [f"{called(target)} dodges: he may turn to face {called(attacker)}."]


def _line(setup: Setup, before: View, taken: Unpacked, after: View) -> str:
    kind, fields = taken.kind, taken.fields
    if kind == "begin":
        return _began(setup, before, fields["doing"], after)
    seat = int(before.to_move)
    known = {name: labels(setup)[name][value] for name, value in fields.items()}
    if "player" in fields:
        known["player"] = _meant(setup, before, kind, fields)
    if before.phase in (PHASE.MOVE, CHOOSE, PHASE.FREE, WAY):
        known["name"] = named(setup, int(before.now.actor))
    elif before.phase == THREATS:
        known["name"] = named(setup, int(before.tester))
    elif before.phase == ONTO:
        known["name"] = called(int(before.about))
    elif before.phase == PHASE.REPLY:
        known["name"] = named(setup, int(before.target))
    known["side"] = SEATS[seat] if seat >= 0 else SEATS[int(before.side)]
    return SAID[kind].format(**known)


def _meant(setup: Setup, before: View, kind: str, fields: dict[str, int]) -> str:
    """The player named by an action: of the acting side, of the enemy in a Slam, of either side if the ball hits a player."""
    seat = fields.get("seat", int(before.to_move))
    if kind == "slam":
        seat = 1 - seat
    return named(setup, MOST_PLAYERS * seat + fields["player"])


SAID = {
    "first": "{seat} rushes first.",
    "line_up": "{side} lines up with the first players on its roster.",
    "place": "{player} is on the pitch.",
    "launch": "The ball is launched with a roll of {die}.",
    "bounce": "The ball bounces off the wall: direction {die}, distance {distance}.",
    "scatter": "The ball scatters: direction {die}, distance {distance}.",
    "act": "{player} acts.",
    "enter": "{player} comes on.",
    "end": "{side} ends its rush.",
    "decline": "{name} declines his free action.",
    "dash": "{name} goes for a Dash.",
    "evade": "{name} must evade.",
    "ball": "{name} reaches the ball.",
    "slam": "{name} slams {player}, {came}.",
    "steal": "{name} goes for the player with the ball.",
    "pass": "{name} throws at {player}.",
    "strike": "{name} throws at a strike hex for {points}.",
    "way": "{name}: {far}, {moved}.",
    "done": "{name} is done.",
    "slamback": "{name} will slam back.",
    "dodge": "{name} will dodge.",
    "threats": "{name}: {threats}.",
    "wall": "It hits nobody on the launch hexes and reaches the wall.",
    "hits": "The ball hits {player} from the front.",
    "anew": "It scatters again.",
    "rests": "It comes to rest.",
    "onto": "{name} comes onto the ball.",
    "clear": "{name} is not on the ball.",
}


def _began(setup: Setup, before: View, doing: int, after: View) -> str:
    name, act = named(setup, int(before.now.actor)), BEGINS[DOINGS[DOING.RUN + doing]]
    if before.phase == PHASE.FREE:
        return f"{name} uses his free action: he {act}."
    return f"{name} {act}, {counted(int(after.tokens), 'token', 'tokens')} left."
