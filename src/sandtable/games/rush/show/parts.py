"""The parts of the page's scene: the pitch, the players, the rush, the test and the contest that are due."""

from functools import partial
from typing import Annotated, Any, Literal, cast

import numpy as np
from msgspec import Meta, Struct

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
from sandtable.games.rush.show.prospects import Prospect, prospects
from sandtable.games.rush.show.words import CONTESTS, REPLIES, asked, dice_of, role_of, rush_of, test_name

Doing = Literal["run", "sprint", "slam", "steal", "throw", "stand"]
Tackle = Literal["slam", "steal"]
Reply = Literal["slamback", "dodge"]
Role = Literal["striker", "jack", "guard"]
# the kinds of offer
Act = Literal["run", "sprint", "slam", "steal", "pass", "strike", "stand", "enter"]

# the same names, by their numbers in records
_DOINGS, _ROLES = cast("tuple[Doing, ...]", DOINGS), cast("tuple[Role, ...]", ROLES)
_TACKLES, _REPLIES = cast("tuple[Tackle, ...]", DOINGS), cast("dict[int, Reply]", REPLIES)


class Zone(Struct, frozen=True):
    """A zone of the pitch in which a side scores (R1)."""

    hexes: list[int]
    strike: int
    bonus: int
    points: Annotated[tuple[int, int], Meta(description="From any hex, and from the bonus hex.")]
    scorer: int
    name: str


class Pitch(Struct, frozen=True):
    """The pitch (R1)."""

    rows: tuple[int, ...]
    zones: list[Zone]
    launch: Annotated[list[int], Meta(description="Five hexes, from Home's left.")]
    gates: Annotated[
        tuple[tuple[int, int], tuple[int, int]],
        Meta(description="Of each seat: the entry hexes in the north and in the south."),
    ]


class Player(Struct, frozen=True):
    """A player, on the pitch or off it."""

    id: int
    seat: int
    number: int
    name: Annotated[str, Meta(description='Of the kind, for instance "Human Jack".')]
    role: Role
    letter: str
    move: int
    strength: int
    speed: int
    skill: int
    armour: int
    hex: int | None
    where: Literal["pitch", "bench", "out"]
    facing: int
    prone: bool
    out: Annotated[int, Meta(description="Turns that the player still misses.")]
    acted: int
    ball: bool
    threat: Annotated[list[int], Meta(description="The hexes that the player threatens.")]
    tests: Annotated[list[Prospect], Meta(description="The tests that the player might have to take there.")]


class Ball(Struct, frozen=True):
    """Where the ball lies or who carries it; both null if it is not in play."""

    hex: int | None
    carrier: int | None


class Rush(Struct, frozen=True):
    """The progress of the match (R2.3, R2.5)."""

    number: int
    total: int
    sudden: bool
    side: int
    tokens: int
    tokens_full: int
    cap: int


class Deed(Struct, frozen=True):
    """The action in progress."""

    actor: int
    doing: Doing
    free: bool
    points: int
    moved: int
    dashes: int
    evades: int


class Modifier(Struct, frozen=True):
    """What adds dice to a test, or takes them away."""

    text: str
    value: int


class Contest(Struct, frozen=True):
    """The opponent in the test that is due; `first` is the result of the player who rolled first."""

    attacker: int
    target: int
    kind: Tackle
    reply: Reply
    first: int | None


class Test(Struct, frozen=True):
    """The test that is due: its dice, and where they come from (R4)."""

    name: str
    tester: int
    dice: int
    base: int
    needed: int
    successes: int
    modifiers: list[Modifier]
    chance: Annotated[float | None, Meta(description="Of success; null for a contest.")]
    contest: Contest | None


class Formation(Struct, frozen=True):
    """A formation that the seat to move may take (R2.4)."""

    name: str
    hexes: list[int]


class Odds(Struct, frozen=True):
    """Chances of a contest from the attacker's side."""

    double: float
    win: float
    draw: float
    lose: float
    lose_double: float


class Duel(Struct, frozen=True):
    """The effect on the contest of each reply that the target may choose (R6.2)."""

    attacker: int
    target: int
    kind: Tackle
    slamback: Odds
    dodge: Odds


class Offer(Struct, frozen=True):
    """One thing that a player can do."""

    odds: Annotated[float, Meta(description="Of full success.")]
    kind: Act
    hex: Annotated[
        int,
        Meta(description="Where it ends; of a throw the hex aimed at, of a contest the hex struck from."),
    ]
    target: int | None
    gate: int | None
    picks: bool
    points: int
    odds5: Odds | None
    via: int | None
    path: tuple[int, ...]
    moves: tuple[int, ...]
    text: str


class Span(Struct, frozen=True):
    """All hexes that a player can reach in one action.

    `ways` has a word for each hex: its moves as base-36 digits, counted from the first step.
    """

    kind: Act
    gate: int | None
    first: Annotated[tuple[int, ...], Meta(description="The actions before the first digit.")]
    hexes: list[int]
    odds: list[float]
    ways: str
    text: str


class Options(Struct, frozen=True):
    """The options of one player: single offers, and the reachable hexes as a span."""

    id: int
    acts: list[Offer]
    spans: list[Span]


class Offers(Struct, frozen=True):
    """The options open to the players of the side to move."""

    players: list[Options]


# the order of `dice.contest`, from the attacker's side
CONTEST = Odds.__struct_fields__


def text_of(name: Any) -> str:
    """The text in a field of bytes."""
    return bytes(name).rstrip(b"\0").decode(errors="ignore")


def player_or_none(p: Any) -> int | None:
    """A player for the page: None for NOBODY."""
    return None if p == NOBODY else int(p)


@of_setup
def ground(setup: Setup) -> Pitch:
    """The pitch (R1)."""
    return Pitch(
        rows=ROWS,
        zones=[_zone(setup, n) for n in range(ZONES)],
        launch=setup.launch[0].tolist(),
        gates=setup.gate.tolist(),
    )


def _zone(setup: Setup, n: int) -> Zone:
    return Zone(
        hexes=np.flatnonzero(setup.zone == n).tolist(),
        strike=int(setup.strike[n]),
        bonus=int(setup.bonus[n]),
        points=setup.points[n].tolist(),
        scorer=int(setup.scorer[n]),
        name=pitch().zone_names[n],
    )


def players(setup: Setup, s: View) -> list[Player]:
    """All players, on the pitch or off it."""
    named, fronts, seen = _units(setup), _fronts(setup), values(s)
    threats = [_threat(fronts, player) for player in seen.player]
    return [
        named[p](
            hex=player.place if player.place < HEXES else None,
            where=_where(player.place),
            facing=player.facing,
            prone=bool(player.prone),
            out=player.out,
            acted=player.acted,
            ball=seen.carrier == p,
            threat=threats[p],
            tests=_tests(setup, p, player, threats),
        )
        for p, player in enumerate(seen.player)
        if player.place != NOWHERE
    ]


def _where(place: int) -> Literal["pitch", "bench", "out"]:
    if place < HEXES:
        return "pitch"
    return "bench" if place == BENCH else "out"


def _tests(setup: Setup, p: int, player: Any, threats: list[list[int]]) -> list[Prospect]:
    if player.place >= HEXES:
        return []
    enemies = MOST_PLAYERS * (1 - p // MOST_PLAYERS)
    found = sum(player.place in threat for threat in threats[enemies : enemies + MOST_PLAYERS])
    return prospects(setup, p, bool(player.prone), found)


@of_setup
def _units(setup: Setup) -> list[partial[Player]]:
    """The constant data of each player."""
    return [
        partial(
            Player,
            id=p,
            seat=p // MOST_PLAYERS,
            number=p % MOST_PLAYERS + 1,
            name=text_of(unit.title),
            role=_ROLES[int(unit.role)],
            letter=role_of(setup, p)[0],
            move=int(unit.move),
            strength=int(unit.strength),
            speed=int(unit.speed),
            skill=int(unit.skill),
            armour=int(unit.armour),
        )
        for p, unit in enumerate(setup.unit)
    ]


@of_setup
def _fronts(setup: Setup) -> list[list[list[int]]]:
    """The hexes threatened by a player who is in a hex, facing a side (R1.5)."""
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


def ball(s: View) -> Ball:
    """Where the ball lies or who carries it; neither if it is not in play."""
    return Ball(int(s.ball) if s.ball < CARRIED else None, player_or_none(s.carrier))


def rush(setup: Setup, s: View) -> Rush:
    """The progress of the match (R2.3, R2.5)."""
    played = rush_of(setup, s)
    sudden, ended = played >= int(setup.rushes), played < int(s.rush)
    return Rush(
        number=played + 1,
        total=int(setup.rushes) + (int(setup.sudden) if sudden else 0),
        sudden=sudden,
        side=int(s.side) ^ ended,
        tokens=0 if ended else int(s.tokens),
        tokens_full=int(setup.tokens),
        cap=int(setup.player_cap),
    )


def deed(s: View) -> Deed | None:
    """The action in progress."""
    now = s.now
    if now.actor == NOBODY:
        return None
    return Deed(
        actor=int(now.actor),
        doing=_DOINGS[int(now.doing)],
        free=bool(now.free),
        points=int(now.points),
        moved=int(now.moved),
        dashes=int(now.dashes),
        evades=int(now.evades),
    )


def about(s: View) -> int | None:
    """The player moved or turned by the decision that is due; otherwise the one in action."""
    if s.phase == PHASE.PUSH:
        return int(loser_of(s))
    if s.phase in (PHASE.SIDESTEP, PHASE.REPLY):
        return int(s.target)
    # R6.5: a facing after a dodge belongs to the player who dodged
    dodger = s.phase in (PHASE.FOLLOW, PHASE.FACE) and s.winner != NOBODY
    return player_or_none(s.winner if dodger else s.now.actor)


def lineups(setup: Setup, s: View) -> list[Formation]:
    """The formations that the seat to move may take (R2.4)."""
    if s.phase != PHASE.LINE_UP:
        return []
    return [
        Formation(name, hexes.tolist()) for name, hexes in zip(NAMES, setup.formation[s.to_move], strict=True)
    ]


def due(setup: Setup, s: View) -> Test | None:
    """The test that is due: its dice, where they come from, and the chance (R4)."""
    if s.phase != PHASE.TEST:
        return None
    pool, needed = int(pool_of(setup, s)), int(needed_of(setup, s))
    contest = s.test in CONTESTS
    return Test(
        name=test_name(s),
        tester=int(s.tester),
        dice=dice_of(setup, s),
        base=int(s.dice),
        needed=needed,
        successes=asked(s),
        modifiers=modifiers(setup, s),
        chance=None if contest else float(at_least(setup.odds, needed, pool, asked(s))),
        contest=_contest(s) if contest else None,
    )


def _contest(s: View) -> Contest:
    return Contest(
        attacker=int(s.now.actor),
        target=int(s.target),
        kind=_TACKLES[int(s.now.doing)],
        reply=_REPLIES[int(s.reply)],
        first=int(s.first) if s.test == TEST.REPLY else None,
    )


def modifiers(setup: Setup, s: View) -> list[Modifier]:
    """What adds dice to the test that is due, or takes them away; with the base it makes up the pool (R4.1)."""
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
    return [Modifier(text, value) for text, value in found if value]


def _circumstances(s: View, value: int) -> list[tuple[str, int]]:
    if s.test == TEST.AIM:
        # R7.1
        strike = -1 if s.target == NOBODY else 0
        return [("moved before the throw", value - strike), ("at a strike hex", strike)]
    # R5.5, R6.1
    return [({TEST.PICK_UP: "sprinted", TEST.ATTACK: "moved up to him"}.get(int(s.test), ""), value)]


def duel(setup: Setup, s: View) -> Duel | None:
    """The effect on the contest of each reply that the target may choose (R6.2)."""
    if s.phase != PHASE.REPLY:
        return None
    return Duel(
        attacker=int(s.now.actor),
        target=int(s.target),
        kind=_TACKLES[int(s.now.doing)],
        slamback=Odds(**after_reply(setup, s, REPLY.SLAMBACK)),
        dodge=Odds(**after_reply(setup, s, REPLY.DODGE)),
    )


def after_reply(setup: Setup, s: View, reply: int) -> dict[str, float]:
    """The five chances of the contest if the target answers with `reply`."""
    trial, out = new(STATE)[0], np.zeros(len(CONTEST))
    copy(trial, s)
    reply_odds(setup, trial, reply, out)
    return five(out)


def five(odds: Any) -> dict[str, float]:
    """The chances of `dice.contest` by name."""
    return dict(zip(CONTEST, odds.tolist(), strict=True))
