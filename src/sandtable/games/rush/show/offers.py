"""The options open to the players of the seat to move, each with the best way to carry it out and the chance of that, for
the page and for plans.

An offer is one thing that one player can do: go somewhere, or do something from the best place for it. All numbers come
from the rules: each action is started in a copy of the state, from which `paths` and `chances` compute them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from threading import local
from typing import Any, NamedTuple, cast, get_args

import numpy as np

from sandtable.authoring import Setup, View, copy, new
from sandtable.authoring.hexgrid import SIDES
from sandtable.games.rush.data.pitch import HEXES, hex_name
from sandtable.games.rush.data.teams import MOST_PLAYERS
from sandtable.games.rush.rules.acts import is_free
from sandtable.games.rush.rules.ball import worth
from sandtable.games.rush.rules.chances import (
    ACT,
    begin_with,
    best_passes,
    best_strikes,
    best_tackles,
    pick_up_odds,
    stage,
    stand_odds,
    survey,
)
from sandtable.games.rush.rules.moves import MOST_ACTIONS, legal
from sandtable.games.rush.rules.paths import MOST_MOVES, REACH, WAY, route, write_ways
from sandtable.games.rush.rules.tests import number_of
from sandtable.games.rush.rules.turns import AIM_AT, DECLINE, FACE, PUSH, TACKLE, WALK
from sandtable.games.rush.schema import ACTIONS, DOING, DOINGS, NOBODY, PHASE, ROLE, STATE, TEST
from sandtable.games.rush.show import parts
from sandtable.games.rush.show.words import called, counted, entry_of, zone_of

KINDS: tuple[parts.Act, ...] = get_args(parts.Act)
PHASES = (PHASE.RUSH, PHASE.MOVE, PHASE.FREE)
# offers with a lower chance are left out
LEAST = 0.01


@dataclass(frozen=True)
class Offer:
    """One thing that a player can do.

    `hex` is where it ends; for a throw the hex aimed at, for a Slam or Steal the hex struck from; `odds` the chance
    that all of it succeeds; `picks` whether it includes a pick-up at the end; `odds5` the contest by name, with the
    reply that is worst for the attacker; `via` the hex thrown from; `path` the hexes walked; `moves` the mover's
    decisions, in order, if all succeeds: a choice that does not come up is skipped.
    """

    player: int
    kind: str
    hex: int
    odds: float
    moves: tuple[int, ...]
    text: str
    path: tuple[int, ...] = ()
    target: int | None = None
    gate: int | None = None
    picks: bool = False
    points: int = 0
    odds5: parts.Odds | None = None
    via: int | None = None

    def told(self) -> parts.Offer:
        """The offer for the page."""
        return parts.Offer(
            odds=round(self.odds, 4),
            kind=cast("parts.Act", self.kind),
            hex=self.hex,
            target=self.target,
            gate=self.gate,
            picks=self.picks,
            points=self.points,
            odds5=self.odds5,
            via=self.via,
            path=self.path,
            moves=self.moves,
            text=self.text,
        )


class Span(NamedTuple):
    """All hexes that a player can reach in one action: for each of `hexes`, the moves after `first` are the base-36
    digits of its word in `ways`, numbered as in WAY.
    """

    player: int
    kind: str
    gate: int | None
    start: int
    first: tuple[int, ...]
    hexes: Any
    odds: Any
    ways: Sequence[str]
    text: str

    def told(self) -> parts.Span:
        """The span for the page."""
        return parts.Span(
            kind=cast("parts.Act", self.kind),
            gate=self.gate,
            first=self.first,
            hexes=self.hexes.tolist(),
            odds=np.round(self.odds, 3).tolist(),
            ways=" ".join(self.ways),
            text=self.text,
        )

    def offer(self, setup: Setup, h: int) -> Offer | None:
        """The offer to go to `h`; None if the action does not lead there."""
        found = np.flatnonzero(self.hexes == h)
        if not found.size:
            return None
        digits = [int(digit, 36) for digit in self.ways[found[0]]]
        path, here = list[int](), self.start
        for digit in digits:
            if WALK.holds(WAY.pack(digit)):
                _, side = WALK.unpack(WAY.pack(digit))
                here = int(setup.across[here, side])
                path.append(here)
        moves = (*self.first, *(WAY.pack(digit) for digit in digits))
        text = f"{self.text} {hex_name(h)}"
        return Offer(
            self.player, self.kind, h, float(self.odds[found[0]]), moves, text, tuple(path), gate=self.gate
        )


@dataclass(frozen=True)
class Begun:
    """A player's action that has begun: `move` is the state after its `first` actions, in `phase` with `test` due."""

    player: int
    kind: str
    first: tuple[int, ...]
    move: Any
    phase: int
    test: int
    doing: int
    gate: int | None = None


class Scratch:
    """Memory that the kernels write to; `chance` and `node` are those of `reach`."""

    def __init__(self) -> None:
        self.reach, self.trial, self.acts = new(REACH), new(STATE)[0], new(ACT, MOST_PLAYERS)
        self.chance, self.node = self.reach["chance"][0], self.reach["node"][0]
        self.both, self.ways = np.zeros(2), np.zeros(HEXES * (MOST_MOVES + 2), np.uint8)
        self.actions, self.hexes = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.int64)


_own = local()


def _scratch() -> Scratch:
    """This thread's scratch memory. It is slow to make, and nothing left in it is ever read."""
    if not hasattr(_own, "scratch"):
        _own.scratch = Scratch()
    return _own.scratch


def offers(setup: Setup, s: View) -> parts.Offers:
    """All offers of the seat to move, for the page."""
    return packed(*found(setup, s))


def packed(acts: Sequence[Offer], spans: Sequence[Span]) -> parts.Offers:
    """Offers for the page, by player: acts one by one, and spans of hexes; the digits of ways count from the first step."""
    players = sorted({offer.player for offer in acts} | {span.player for span in spans})
    return parts.Offers(
        [
            parts.Options(
                id=p,
                acts=[offer.told() for offer in acts if offer.player == p],
                spans=[span.told() for span in spans if span.player == p],
            )
            for p in players
        ]
    )


def found(setup: Setup, s: View, player: int = NOBODY) -> tuple[list[Offer], list[Span]]:
    """All offers of the seat to move, or of one player."""
    acts, spans, scratch = list[Offer](), list[Span](), _scratch()
    surest: dict[int, Any] = {}
    for begun in begins(setup, s, player):
        if begun.kind == "stand":
            acts.append(_stand(setup, s, begun, scratch))
        elif begun.phase != PHASE.MOVE:
            acts += _enter_at_ball(setup, begun, scratch)
        elif begun.doing in (DOING.RUN, DOING.SPRINT):
            before = surest.setdefault(begun.player, np.zeros(HEXES))
            odds = float(survey(setup, begun.move, scratch.reach[0], scratch.trial))
            acts += _pick_up(setup, begun, scratch, before, odds) + _kick(setup, begun, scratch, before)
            spans += _span(setup, begun, scratch, before)
        elif begun.doing == DOING.THROW:
            acts += _passes(setup, begun, scratch) + _strikes(setup, begun, scratch)
        else:
            acts += _tackles(setup, begun, scratch)
    return [offer for offer in acts if offer.odds >= LEAST], spans


def begins(setup: Setup, s: View, player: int = NOBODY) -> Iterator[Begun]:
    """Every action that the seat to move, or one of its players, can start; in phase "move" the one in progress."""
    if s.phase not in PHASES or s.to_move < 0:
        return
    if s.phase == PHASE.MOVE:
        p = int(s.now.actor)
        if player in (NOBODY, p):
            yield _begin(setup, s, -1, p, DOINGS[int(s.now.doing)])
        return
    listed, first = np.zeros(MOST_ACTIONS, np.int64), MOST_PLAYERS * int(s.to_move)
    for action in listed[: legal(setup, s, listed)].tolist():
        taken = _unpack(action)
        p = first + taken.fields.get("player", 0)
        if "player" in taken.fields and player in (NOBODY, p):
            yield _begin(setup, s, action, p, taken.kind, taken.fields.get("gate"))


_unpack = cache(ACTIONS.unpack)


def _begin(setup: Setup, s: View, action: int, p: int, kind: str, gate: int | None = None) -> Begun:
    move = new(STATE)[0]
    phase, test, doing = begin_with(setup, s, action, move)
    return Begun(p, kind, (action,) if action >= 0 else (), move, phase, test, doing, gate)


def _stand(setup: Setup, s: View, begun: Begun, scratch: Scratch) -> Offer:
    # R9.1
    p, player = begun.player, s.player[begun.player]
    copy(scratch.trial, s)
    stand_odds(setup, scratch.trial, p, scratch.both)
    moves = (*begun.first, FACE.pack(player.facing))
    return Offer(p, "stand", int(player.place), float(scratch.both[0]), moves, "Stand up")


def _enter_at_ball(setup: Setup, begun: Begun, scratch: Scratch) -> list[Offer]:
    # R3.4, R5.5
    move = begun.move
    if begun.test != TEST.PICK_UP:
        return []
    copy(scratch.trial, move)
    pick_up_odds(setup, scratch.trial, scratch.both)
    return [_picking(begun, int(move.ball), float(scratch.both[0]), begun.first, ())]


def _picking(begun: Begun, h: int, odds: float, moves: tuple[int, ...], path: tuple[int, ...]) -> Offer:
    text = f"{_going(begun)} {hex_name(h)} and pick up the ball"
    return Offer(begun.player, begun.kind, h, odds, moves, text, path, gate=begun.gate, picks=True)


def _going(begun: Begun) -> str:
    if begun.gate is not None:
        return f"Come on at the {entry_of(begun.gate, begun.player // MOST_PLAYERS)} entry and go to"
    return f"{begun.kind.capitalize()} to"


def _walk(setup: Setup, scratch: Scratch, h: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # the actions that lead to a hex, and the hexes walked
    count = route(setup, scratch.reach[0], int(scratch.node[h]), scratch.actions, scratch.hexes)
    actions = scratch.actions[:count].tolist()
    walked = [h for a, h in zip(actions, scratch.hexes[:count].tolist(), strict=True) if WALK.holds(a)]
    return tuple(actions), tuple(walked)


def _pick_up(setup: Setup, begun: Begun, scratch: Scratch, before: View, odds: float) -> list[Offer]:
    # R5.5
    h = int(begun.move.ball)
    if h >= HEXES or odds <= before[h]:
        return []
    before[h] = odds
    moves, path = _to_ball(setup, begun, scratch, h)
    return [_picking(begun, h, odds, moves, path)]


def _kick(setup: Setup, begun: Begun, scratch: Scratch, before: View) -> list[Offer]:
    # R5.5: where a kicked ball goes is unknown
    h = int(begun.move.ball)
    if setup.unit[begun.player].role != ROLE.GUARD or h >= HEXES or scratch.chance[h] <= before[h]:
        return []
    before[h] = odds = float(scratch.chance[h])
    moves, path = _to_ball(setup, begun, scratch, h)
    text = f"{_going(begun)} {hex_name(h)} and kick the ball"
    return [Offer(begun.player, begun.kind, h, odds, moves, text, path, gate=begun.gate)]


def _to_ball(setup: Setup, begun: Begun, scratch: Scratch, h: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    # the moves of a path that ends on the ball, and its hexes
    actions, path = _walk(setup, scratch, h)
    _, side = WALK.unpack(actions[-1])
    return (*begun.first, *actions, FACE.pack(side)), path


def _span(setup: Setup, begun: Begun, scratch: Scratch, before: View) -> list[Span]:
    # where this action leads with a higher chance than the earlier ones
    player, ball, chance = begun.move.player[begun.player], int(begun.move.ball), scratch.chance.copy()
    here = int(player.place)
    if ball < HEXES:
        chance[ball] = 0.0
    if begun.kind != "enter":
        chance[here] = 0.0
    hexes = np.flatnonzero((chance > before) & (chance >= LEAST))
    np.maximum(before, chance, out=before)
    if not hexes.size:
        return []
    size = write_ways(setup, scratch.reach[0], hexes, int(player.facing), scratch.ways)
    ways = scratch.ways[:size].tobytes().decode().split()
    first, text = begun.first, _going(begun)
    return [Span(begun.player, begun.kind, begun.gate, here, first, hexes, chance[hexes], ways, text)]


def _passes(setup: Setup, begun: Begun, scratch: Scratch) -> list[Offer]:
    # R7.3
    made, move = list[Offer](), begun.move
    for act in scratch.acts[: best_passes(setup, move, scratch.reach[0], scratch.trial, scratch.acts)]:
        target = int(act.target)
        text = f"Pass to {called(target)}"
        made.append(_throw(setup, begun, scratch, "pass", act, int(move.player[target].place), text, target))
    return made


def _strikes(setup: Setup, begun: Begun, scratch: Scratch) -> list[Offer]:
    # R7.2
    made, move = list[Offer](), begun.move
    for act in scratch.acts[: best_strikes(setup, move, scratch.reach[0], scratch.trial, scratch.acts)]:
        via = int(act.hex)
        stage(move, via, 0, scratch.trial)
        points = int(worth(setup, scratch.trial, begun.player))
        zone = int(setup.zone[via])
        text = f"Strike in the {zone_of(zone, begun.player // MOST_PLAYERS)} for {counted(points, 'point', 'points')}"
        h = int(setup.strike[zone])
        made.append(replace(_throw(setup, begun, scratch, "strike", act, h, text), points=points))
    return sorted(made, key=lambda offer: -offer.odds)


def _throw(
    setup: Setup,
    begun: Begun,
    scratch: Scratch,
    kind: str,
    act: Any,
    h: int,
    text: str,
    target: int | None = None,
) -> Offer:
    via = int(act.hex)
    actions, path = _walk(setup, scratch, via)
    moves = (*begun.first, *actions, AIM_AT.pack(h))
    return Offer(begun.player, kind, h, float(act.chance), moves, text, path, target, via=via)


def _tackles(setup: Setup, begun: Begun, scratch: Scratch) -> list[Offer]:
    # R6
    made, move = list[Offer](), begun.move
    for act in scratch.acts[: best_tackles(setup, move, scratch.reach[0], scratch.trial, scratch.acts)]:
        h, target = int(act.hex), int(act.target)
        actions, path = _walk(setup, scratch, h)
        moves = (*begun.first, *actions, TACKLE.pack(number_of(target)))
        if begun.doing == DOING.SLAM:
            moves = (*moves, *_pushes(setup, move, begun.player, h, target), DECLINE.pack())
        verb = "Slam" if begun.doing == DOING.SLAM else "Steal from"
        text = f"{verb} {called(target)}"
        odds5 = parts.Odds(*np.round(act.odds, 4).tolist())
        made.append(
            Offer(begun.player, begun.kind, h, float(act.chance), moves, text, path, target, odds5=odds5)
        )
    return made


def _pushes(setup: Setup, move: Any, p: int, h: int, target: int) -> tuple[int, ...]:
    # R6.6: directly away if that hex is free; not onto the ball if there is an alternative
    here = int(move.player[target].place)
    straight = int(setup.toward[h, here])
    trial = new(STATE)[0]
    stage(move, h, 0, trial)
    sides = [(straight + turn) % SIDES for turn in (0, 1, -1)]
    free = [side for side in sides if is_free(trial, int(setup.across[here, side]))]
    free.sort(key=lambda side: bool(setup.across[here, side] == move.ball))
    return tuple(PUSH.pack(side) for side in free[:1])
