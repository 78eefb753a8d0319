"""Rush in words and pictures for human readers: labels, the pitch as text, prompts, results and odds.

Everything is public here, so all viewers read the same.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, OVER, Labels, RollLuck, Setup, State, View, copy, new
from sandtable.authoring.dice import FACES, at_least
from sandtable.authoring.hexgrid import NAMES as COMPASS
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES, LETTERS, ROWS, hex_name
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.data.teams import NAMES as FORMATION_NAMES
from sandtable.games.rush.rules.acts import may_dash
from sandtable.games.rush.rules.ball import on_pitch, own_strike_hex, player_at
from sandtable.games.rush.rules.chances import best_reply, pass_odds, stand_odds, strike_odds
from sandtable.games.rush.rules.tests import needed_of, pool_of
from sandtable.games.rush.rules.turns import ROLL, apply
from sandtable.games.rush.schema import (
    ACTIONS,
    BENCH,
    DOING,
    NO_BALL,
    NO_ZONE,
    NOBODY,
    NOWHERE,
    OUT,
    PHASE,
    PLAYERS,
    REPLY,
    STATE,
    SUCCESSES,
    TEST,
)
from sandtable.games.rush.show import parts
from sandtable.games.rush.show.parts import text_of
from sandtable.games.rush.show.words import (
    SEATS,
    asked,
    attempt,
    called,
    counted,
    dice_of,
    doing,
    entry_of,
    named,
    of_rush,
    rolled,
    rush_of,
    standing,
    way_of,
)

NUMBERS = tuple(str(n) for n in range(1, MOST_PLAYERS + 1))
DICE = NUMBERS[:FACES]
SIGNS = "12345678abcdefgh"
REPLY_OF = {"slamback": REPLY.SLAMBACK, "dodge": REPLY.DODGE}
ENDS = {
    DOING.RUN: "Choose a facing to end the Run.",
    DOING.SPRINT: "Keep the facing to end the Sprint.",
    DOING.SLAM: "Go for an enemy, or choose a facing to break off.",
    DOING.STEAL: "Go for the player with the ball, or choose a facing to break off.",
    DOING.THROW: "Throw, or choose a facing to break off.",
}


def labels(setup: Setup) -> Labels:
    """Names of field values: players and dice from 1, hexes by row and number."""
    return {
        "formation": FORMATION_NAMES,
        "player": NUMBERS,
        "target": NUMBERS,
        "hex": [hex_name(h) for h in range(HEXES)],
        "die": DICE,
        "distance": DICE,
        "successes": [rolled(n) for n in range(SUCCESSES)],
        "seat": SEATS,
        "side": COMPASS,
        "gate": ("north", "south"),
        "hand": ("left", "right"),
    }


def says(_setup: Setup, s: View, viewer: int, action: int) -> str:
    """What the page calls a choice: the ways as the viewer's team sees them, and a target instead of its hex."""
    taken, seat = ACTIONS.unpack(action), max(viewer, 0)
    if taken.kind == "aim":
        target = player_at(s, taken.fields["hex"])
        return f"throw at {'the strike hex' if target == NOBODY else called(int(target))}"
    ways = [way_of(side, seat) for side in range(SIDES)]
    names = {"side": ways, "gate": [entry_of(gate, seat) for gate in range(2)], "player": NUMBERS}
    return ACTIONS.text(action, names) if taken.fields.keys() & {"side", "gate"} else ""


def draw(setup: Setup, s: View) -> str:
    """The pitch as text, with Home's players as 1 to 8 and Visitor's as a to h, then the score, the rush and a line per
    player.
    """
    signs, lines, first = _signs(setup, s), list[str](), 0
    for letter, size in zip(LETTERS, ROWS, strict=True):
        lines.append(f"{letter} {' ' * (max(ROWS) - size)}{' '.join(signs[first : first + size])}")
        first += size
    lines.append(f"{standing(s)}; rush {rush_of(setup, s) + 1}, {of_rush(s)}")
    lines.append(f"the ball: {_ball(s)}")
    return "\n".join(
        [*lines, *(_player_line(s, p, setup) for p in range(PLAYERS) if s.player[p].place != NOWHERE)]
    )


def _signs(setup: Setup, s: View) -> list[str]:
    signs = ["." if zone == NO_ZONE else ":" for zone in setup.zone]
    for hexes, sign in ((setup.launch[0], "o"), (setup.bonus, "+"), (setup.strike, "x")):
        for h in hexes:
            signs[h] = sign
    if s.ball < HEXES:
        signs[s.ball] = "*"
    for p, player in enumerate(s.player):
        if player.place < HEXES:
            signs[player.place] = SIGNS[p]
    return signs


def _ball(s: View) -> str:
    if s.carrier != NOBODY:
        return f"{called(int(s.carrier))} has it"
    return "not in play" if s.ball == NO_BALL else hex_name(int(s.ball))


def _player_line(s: View, p: int, setup: Setup) -> str:
    return f"{SIGNS[p]} {called(p)} ({text_of(setup.unit[p].title)}): {_whereabouts(s.player[p], p // MOST_PLAYERS)}"


def _whereabouts(player: Any, seat: int) -> str:
    if player.place == BENCH:
        return "on the bench"
    if player.place == OUT:
        return f"out of play for {counted(int(player.out), 'turn', 'turns')}"
    stance = "prone" if player.prone else f"faces {way_of(int(player.facing), seat)}"
    return f"{hex_name(int(player.place))}, {stance}"


def prompt(setup: Setup, s: View, viewer: int) -> str:
    """The current prompt, and whom it is for."""
    if s.to_move == OVER:
        return result(setup, s)
    if s.to_move == CHANCE:
        return _awaited(setup, s)
    if int(s.to_move) != viewer:
        return f"{SEATS[int(s.to_move)]} is to move."
    return _question(setup, s)


def _awaited(setup: Setup, s: View) -> str:
    if s.phase == PHASE.TEST:
        return f"{attempt(setup, s)}."
    return {
        PHASE.LAUNCH: "The ball is launched.",
        PHASE.FIRST: "Lots decide who rushes first.",
        PHASE.BOUNCE: "The ball comes back off the far wall.",
        PHASE.SCATTER: "The ball scatters.",
    }[int(s.phase)]


def _question(setup: Setup, s: View) -> str:
    if s.phase == PHASE.LINE_UP:
        return _line_up(setup, s)
    if s.phase == PHASE.RUSH:
        return f"Choose an action: {counted(int(s.tokens), 'token', 'tokens')} left. Or end the rush."
    if s.phase == PHASE.MOVE:
        return _move(setup, s)
    name = named(setup, parts.about(s) or 0)
    if s.phase == PHASE.REPLY:
        act = "slams" if s.now.doing == DOING.SLAM else "steals from"
        return f"{named(setup, int(s.now.actor))} {act} {name}: does he slam back or dodge?"
    free = "a free action" if s.now.doing == DOING.STAND else "a free Run or Throw"
    return {
        PHASE.PUSH: f"{called(int(s.winner))} wins: where is {name} pushed?",
        PHASE.FOLLOW: f"Does {name} follow up?",
        PHASE.SIDESTEP: f"{name} has dodged and may move one hex: where?",
        PHASE.FACE: f"Which way does {name} face?",
        PHASE.FREE: f"{name} has {free}.",
    }[int(s.phase)]


def _line_up(setup: Setup, s: View) -> str:
    # R2.4
    seat = int(s.to_move)
    left = int(setup.on_pitch[seat]) - int(on_pitch(s, seat))
    to_place = f"place {counted(left, 'player', 'players')} in your half"
    if left == setup.on_pitch[seat]:
        return f"Line up: choose a formation, or {to_place}."
    return f"{to_place.capitalize()}."


def _move(setup: Setup, s: View) -> str:
    left = counted(int(s.now.points), "hex", "hexes")
    dashes = ", but Dashes" if s.now.points == 0 and may_dash(setup, s) else ""
    return f"{named(setup, int(s.now.actor))}, {doing(s.now)}: {left} left{dashes}. {ENDS[int(s.now.doing)]}"


def result(setup: Setup, s: View) -> str:
    """How the match ended; "" before the end (R2.5)."""
    if s.to_move != OVER:
        return ""
    rushes = counted(int(setup.rushes), "rush", "rushes")
    if s.score[0] == 0:
        return _drawn(setup, s, rushes)
    winner, loser = (SEATS[seat] for seat in ((0, 1) if s.score[0] > 0 else (1, 0)))
    by = abs(int(s.lead))
    if by == 0:
        return f"{loser} has no player left on the pitch in sudden death: {winner} wins."
    if by >= setup.limit:
        return f"{winner} leads by {by} and wins at once, in rush {int(s.rush) + 1}."
    if rush_of(setup, s) < setup.rushes:
        return f"{winner} leads by {by} after {rushes} and wins."
    return f"{winner} strikes in sudden death and wins by {by}."


def _drawn(setup: Setup, s: View, rushes: str) -> str:
    if s.rush >= setup.rushes + setup.sudden:
        return f"Nobody struck in {int(setup.sudden)} rushes of sudden death: a draw."
    if setup.drawn:
        return f"Nobody leads after {rushes}: a draw."
    return "Neither side has a player on the pitch in sudden death: a draw."


def odds_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float] | None:
    """The chances of an action of the seat to move; None if it does not roll dice at once.

    For attacks and replies: the five results from the attacker's side. Otherwise `success`, for all tests of the
    action: Dash, Evade and Pick Up, or Throw and Catch. For standing up also `free`, the chance of a free action.
    """
    chosen = ACTIONS.unpack(action)
    kind = chosen.kind
    if kind in REPLY_OF:
        return parts.after_reply(setup, s, REPLY_OF[kind])
    if kind not in ODDS_OF:
        return None
    trial = new(STATE)[0]
    copy(trial, s)
    return ODDS_OF[kind](setup, trial, action, chosen.fields)


def chances(setup: Setup, s: View, viewer: int, action: int) -> str:
    """The chances of an action in words; "" if it does not roll dice at once."""
    found = odds_of(setup, s, viewer, action)
    if found is None:
        return ""
    percent = {name: f"{round(100 * share)} %" for name, share in found.items()}
    if "success" in found:
        return f"succeeds in {percent['success']} of cases"
    won, lost = (
        f"{round(100 * (found[name] + found[more]))} %"
        for name, more in (("win", "double"), ("lose", "lose_double"))
    )
    reply = ", if the target gives its best reply" if ACTIONS.unpack(action).kind == "tackle" else ""
    return (
        f"the attacker wins in {won} of cases, by a double in {percent['double']}, and loses in {lost}, "
        f"by a double in {percent['lose_double']}{reply}"
    )


def _tackled(setup: Setup, trial: View, action: int, chosen: dict[str, int]) -> dict[str, float]:
    out = np.zeros(len(parts.CONTEST))
    best_reply(setup, trial, MOST_PLAYERS * (1 - int(trial.to_move)) + chosen["target"], out)
    return parts.five(out)


def _stood(setup: Setup, trial: View, action: int, chosen: dict[str, int]) -> dict[str, float]:
    out = np.zeros(2)
    stand_odds(setup, trial, MOST_PLAYERS * int(trial.to_move) + chosen["player"], out)
    return {"success": float(out[0]), "free": float(out[1])}


def _thrown(setup: Setup, trial: View, action: int, chosen: dict[str, int]) -> dict[str, float]:
    # R7.2, R7.3
    if chosen["hex"] == own_strike_hex(setup, trial, int(trial.now.actor)):
        return {"success": float(strike_odds(setup, trial))}
    out = np.zeros(2)
    pass_odds(setup, trial, player_at(trial, chosen["hex"]), out)
    return {"success": float(out[0])}


def _moved(setup: Setup, trial: View, action: int, chosen: dict[str, int]) -> dict[str, float] | None:
    apply(setup, trial, action)
    if trial.phase != PHASE.TEST:
        return None
    mover, chance = int(trial.tester), 1.0
    while (
        trial.phase == PHASE.TEST
        and trial.tester == mover
        and trial.test in (TEST.DASH, TEST.EVADE, TEST.PICK_UP)
    ):
        n = asked(trial)
        chance *= at_least(setup.odds, needed_of(setup, trial), pool_of(setup, trial), n)
        apply(setup, trial, ROLL.pack(n))
    return {"success": float(chance)}


ODDS_OF: dict[str, Callable[[Any, Any, int, dict[str, int]], dict[str, float] | None]] = {
    "tackle": _tackled,
    "stand": _stood,
    "aim": _thrown,
    **dict.fromkeys(("step", "dash", "wheel", "enter", "sidestep"), _moved),
}


def luck(setup: Setup, s: State, action: int) -> RollLuck | None:
    """The successes of a test and the average for its dice; None for the ball's dice, which belong to nobody."""
    chosen = ACTIONS.unpack(action)
    if chosen.kind != "roll":
        return None
    odds = setup.odds[int(needed_of(setup, s)), dice_of(setup, s)]
    return RollLuck(
        int(s.tester) // MOST_PLAYERS, float(odds @ np.arange(SUCCESSES)), chosen.fields["successes"]
    )
