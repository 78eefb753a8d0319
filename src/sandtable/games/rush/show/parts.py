"""The parts of the page's scene: the pitch, the players, the rush, the test and the contest that are due."""

from typing import Any

import numpy as np

from sandtable.authoring import Setup, View, copy, new, of_setup, values
from sandtable.authoring.dice import at_least
from sandtable.authoring.hexgrid import SIDES, WALL
from sandtable.games.rush.data.pitch import HEXES, ROWS, ZONES, pitch
from sandtable.games.rush.data.teams import MOST_PLAYERS, NAMES, ROLES
from sandtable.games.rush.rules.acts import loser_of
from sandtable.games.rush.rules.chances import reply_odds
from sandtable.games.rush.rules.tests import bonus, is_strong, needed_of, pool_of, pressure
from sandtable.games.rush.schema import (
    BENCH,
    CARRIED,
    DOINGS,
    NOBODY,
    NOWHERE,
    PHASE,
    REPLY,
    STATE,
    TEST,
)
from sandtable.games.rush.show.prospects import prospects
from sandtable.games.rush.show.words import CONTESTS, REPLIES, asked, dice_of, role_of, rush_of, test_name

# the order of `dice.contest`, as the attacker sees it
CONTEST = ("double", "win", "draw", "lose", "lose_double")


def text_of(name: Any) -> str:
    """The text in a field of bytes."""
    return bytes(name).rstrip(b"\0").decode(errors="ignore")


def player_or_none(p: Any) -> int | None:
    """A player for the page: None for NOBODY."""
    return None if p == NOBODY else int(p)


@of_setup
def ground(setup: Setup) -> dict[str, Any]:
    """The pitch (R1)."""
    return {
        "rows": list(ROWS),
        "zones": [_zone(setup, n) for n in range(ZONES)],
        "launch": setup.launch[0].tolist(),
        "gates": setup.gate.tolist(),
    }


def _zone(setup: Setup, n: int) -> dict[str, Any]:
    return {
        "hexes": np.flatnonzero(setup.zone == n).tolist(),
        "strike": int(setup.strike[n]),
        "bonus": int(setup.bonus[n]),
        "points": setup.points[n].tolist(),
        "scorer": int(setup.scorer[n]),
        "name": pitch().zone_names[n],
    }


def players(setup: Setup, s: View) -> list[dict[str, Any]]:
    """Everyone who plays, on the pitch or beside it."""
    named, fronts, seen = _units(setup), _fronts(setup), values(s)
    threats = [_threat(fronts, player) for player in seen.player]
    return [
        {
            **named[p],
            **_whereabouts(player),
            "ball": seen.carrier == p,
            "threat": threats[p],
            "tests": _tests(setup, p, player, threats),
        }
        for p, player in enumerate(seen.player)
        if player.place != NOWHERE
    ]


def _tests(setup: Setup, p: int, player: Any, threats: list[list[int]]) -> list[list[float | None]]:
    if player.place >= HEXES:
        return []
    enemies = MOST_PLAYERS * (1 - p // MOST_PLAYERS)
    found = sum(player.place in threat for threat in threats[enemies : enemies + MOST_PLAYERS])
    return [list(prospect) for prospect in prospects(setup, p, bool(player.prone), found)]


@of_setup
def _units(setup: Setup) -> list[dict[str, Any]]:
    """What stays the same of each player."""
    return [
        {
            "id": p,
            "seat": p // MOST_PLAYERS,
            "number": p % MOST_PLAYERS + 1,
            "name": text_of(unit.title),
            "role": ROLES[int(unit.role)],
            "letter": role_of(setup, p)[0],
            **{name: int(unit[name]) for name in ("move", "strength", "speed", "skill", "armour")},
        }
        for p, unit in enumerate(setup.unit)
    ]


def _whereabouts(player: Any) -> dict[str, Any]:
    on = player.place < HEXES
    return {
        "hex": player.place if on else None,
        "where": "pitch" if on else "bench" if player.place == BENCH else "out",
        "facing": player.facing,
        "prone": bool(player.prone),
        "out": player.out,
        "acted": player.acted,
    }


@of_setup
def _fronts(setup: Setup) -> list[list[list[int]]]:
    """The hexes that somebody threatens who stands in a hex and faces a side (R1.5)."""
    return [
        [
            [h for turn in (1, 0, -1) if (h := across[(facing + turn) % SIDES]) != WALL]
            for facing in range(SIDES)
        ]
        for across in setup.across.tolist()
    ]


def _threat(fronts: list[list[list[int]]], player: Any) -> list[int]:
    standing = player.place < HEXES and not player.prone
    return fronts[player.place][player.facing] if standing else []


def ball(s: View) -> dict[str, int | None]:
    """Where the ball lies or who carries it; neither where it is not in play."""
    return {"hex": int(s.ball) if s.ball < CARRIED else None, "carrier": player_or_none(s.carrier)}


def rush(setup: Setup, s: View) -> dict[str, Any]:
    """How far the match is (R2.3, R2.5)."""
    played = rush_of(setup, s)
    sudden, ended = played >= int(setup.rushes), played < int(s.rush)
    return {
        "number": played + 1,
        "total": int(setup.rushes) + (int(setup.sudden) if sudden else 0),
        "sudden": sudden,
        "side": int(s.side) ^ ended,
        "tokens": 0 if ended else int(s.tokens),
        "tokens_full": int(setup.tokens),
        "cap": int(setup.player_cap),
    }


def deed(s: View) -> dict[str, Any] | None:
    """The action in progress."""
    now = s.now
    if now.actor == NOBODY:
        return None
    return {
        "actor": int(now.actor),
        "doing": DOINGS[int(now.doing)],
        "free": bool(now.free),
        **{name: int(now[name]) for name in ("points", "moved", "dashes", "evades")},
    }


def about(s: View) -> int | None:
    """The player that the decision which is due moves or turns; else the one in action."""
    if s.phase == PHASE.PUSH:
        return int(loser_of(s))
    if s.phase in (PHASE.SIDESTEP, PHASE.REPLY):
        return int(s.target)
    # R6.5: a facing after a dodge is the dodger's
    dodger = s.phase in (PHASE.FOLLOW, PHASE.FACE) and s.winner != NOBODY
    return player_or_none(s.winner if dodger else s.now.actor)


def lineups(setup: Setup, s: View) -> list[dict[str, Any]]:
    """The formations that the seat to move may take (R2.4)."""
    if s.phase != PHASE.LINE_UP:
        return []
    return [
        {"name": name, "hexes": hexes.tolist()}
        for name, hexes in zip(NAMES, setup.formation[s.to_move], strict=True)
    ]


def due(setup: Setup, s: View) -> dict[str, Any] | None:
    """The test that is due: its dice, where they come from, and the chance (R4)."""
    if s.phase != PHASE.TEST:
        return None
    pool, needed = int(pool_of(setup, s)), int(needed_of(setup, s))
    contest = s.test in CONTESTS
    return {
        "name": test_name(s),
        "tester": int(s.tester),
        "dice": dice_of(setup, s),
        "base": int(s.dice),
        "needed": needed,
        "successes": asked(s),
        "modifiers": modifiers(setup, s),
        "chance": None if contest else float(at_least(setup.odds, needed, pool, asked(s))),
        "contest": _contest(s) if contest else None,
    }


def _contest(s: View) -> dict[str, Any]:
    return {
        "attacker": int(s.now.actor),
        "target": int(s.target),
        "kind": DOINGS[int(s.now.doing)],
        "reply": REPLIES[int(s.reply)],
        "first": int(s.first) if s.test == TEST.REPLY else None,
    }


def modifiers(setup: Setup, s: View) -> list[dict[str, Any]]:
    """What adds dice to the test that is due and takes dice away; with the base it makes the pool (R4.1)."""
    p = int(s.tester)
    role = int(bonus(setup.unit[p].role, is_strong(s)))
    here = s.left if s.test in (TEST.DASH, TEST.EVADE) else s.player[p].place
    threat = 0 if s.test == TEST.ARMOUR else int(pressure(setup, s, p, int(here)))
    rest = int(pool_of(setup, s)) - int(s.dice) - role + threat
    found = [
        (role_of(setup, p), role),
        ("enemy threat" if threat == 1 else "enemy threats", -threat),
        *_circumstances(s, rest),
    ]
    return [{"text": text, "value": value} for text, value in found if value]


def _circumstances(s: View, value: int) -> list[tuple[str, int]]:
    if s.test == TEST.AIM:
        # R7.1
        strike = -1 if s.target == NOBODY else 0
        return [("moved before the throw", value - strike), ("at a strike hex", strike)]
    # R5.5, R6.1
    return [({TEST.PICK_UP: "sprinted", TEST.ATTACK: "moved up to him"}.get(int(s.test), ""), value)]


def duel(setup: Setup, s: View) -> dict[str, Any] | None:
    """What each reply of a target that may choose makes of the contest (R6.2)."""
    if s.phase != PHASE.REPLY:
        return None
    return {
        "attacker": int(s.now.actor),
        "target": int(s.target),
        "kind": DOINGS[int(s.now.doing)],
        "slamback": after_reply(setup, s, REPLY.SLAMBACK),
        "dodge": after_reply(setup, s, REPLY.DODGE),
    }


def after_reply(setup: Setup, s: View, reply: int) -> dict[str, float]:
    """The five chances of the contest if the target answers with `reply`."""
    trial, out = new(STATE)[0], np.zeros(len(CONTEST))
    copy(trial, s)
    reply_odds(setup, trial, reply, out)
    return five(out)


def five(odds: Any) -> dict[str, float]:
    """The chances of `dice.contest` by name."""
    return dict(zip(CONTEST, odds.tolist(), strict=True))
