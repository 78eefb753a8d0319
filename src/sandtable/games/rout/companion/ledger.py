"""The ledger of a match on a real table: both decks, and the results of each flick as the players enter them. Clauses:
`../rules.md`.

Blocks have no positions here. After a card, the players flick; the active side then enters which enemy kind was hit (at
most one, since a unit attacks once a turn) and what was routed, and ends the turn. Whether broken blocks look alike
does not matter: everyone saw the block when it was hit, and sees it again as a trophy or when it is rallied.
"""

from collections.abc import Mapping
from enum import IntEnum, auto
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import (
    CHANCE,
    OVER,
    Actions,
    Kind,
    Reason,
    Setup,
    State,
    Value,
    by_code,
    jit,
    names_of,
    new,
    numbers,
    record,
    resolve,
    tagged,
)
from sandtable.games.rout import schema
from sandtable.games.rout.schema import CARDS, MOST_HAND, NONE, RALLY, UNITS

# the maximum number of cards of a kind in the common deck, and the number of possible counts
PILE = 8
COUNTS = PILE + 1
# C(n, k) for every pile and hand
CHOOSE = np.array([[comb(n, k) for k in range(COUNTS)] for n in range(COUNTS)], dtype=np.float64)


class Phase(IntEnum):
    """What has to be done next."""

    FIRST = 0
    DEAL = auto()
    DRAW = auto()
    TURN = auto()
    RALLY = auto()
    REMOVE = auto()
    OVER = auto()


class Refusal(IntEnum):
    """The codes of `check`."""

    OK = 0
    FINISHED = auto()
    NOT_DUE = auto()
    NO_CARDS = auto()
    NO_CARD = auto()
    HIT_ONCE = auto()
    NONE_STANDS = auto()
    NONE_BROKEN = auto()
    OWN_BROKEN = auto()


PHASE, REFUSAL = numbers(Phase), numbers(Refusal)
PHASES = names_of(Phase)
REASONS = by_code(
    {
        Refusal.FINISHED: Reason("The match is over.", "T2.6"),
        Refusal.NOT_DUE: Reason("You cannot do that now: another step is due.", "T2.1"),
        Refusal.NO_CARDS: Reason(
            "The common deck does not have that many cards of these kinds left.", "T1.4"
        ),
        Refusal.NO_CARD: Reason("There is no such card left in the deck.", "T2.1"),
        Refusal.HIT_ONCE: Reason("A unit attacks once a turn and hits the first enemy it touches.", "T3.4"),
        Refusal.NONE_STANDS: Reason("No enemy unit of that kind is unbroken.", "T4.1"),
        Refusal.NONE_BROKEN: Reason("No unit of that kind was broken before this attack.", "T4.2"),
        Refusal.OWN_BROKEN: Reason("Your own broken units are not routed at this table.", "T4.2"),
    }
)

ACTIONS = Actions(
    Kind("first", "{seat} goes first", seat=2),
    Kind(
        "deal", "deal {archers} archers and {cavalry} cavalry, the rest pikes", archers=COUNTS, cavalry=COUNTS
    ),
    Kind("card", "draw {card}", card=CARDS),
    Kind("hit", "enemy {kind} hit: it is broken", kind=UNITS),
    Kind("rout", "broken {kind} of {side} off the table: routed", side=2, kind=UNITS),
    Kind("done", "that was all: end the turn"),
    Kind("rally", "rally {kind} of {side}", side=2, kind=UNITS),
    Kind("leave", "rally nobody"),
    Kind("remove", "take the card out of the game"),
    Kind("keep", "keep the card"),
)
FIRST, DEAL, CARD = ACTIONS.codec("first"), ACTIONS.codec("deal"), ACTIONS.codec("card")
HIT, ROUT, DONE = ACTIONS.codec("hit"), ACTIONS.codec("rout"), ACTIONS.codec("done")
RALLIED, LEAVE = ACTIONS.codec("rally"), ACTIONS.codec("leave")
REMOVE, KEEP = ACTIONS.codec("remove"), ACTIONS.codec("keep")
COUNT = ACTIONS.count

DECK = ("archers", "cavalry", "pikes")
KEPT = (*DECK, "ivory_units", "ink_units", "rally", "first", "best_of", "turn_cap", "rout_in_one", "own_rout")
SETTINGS = tuple(one for one in schema.SETTINGS if one.name in KEPT)
SETUP = record(
    (
        ("deck", np.int64, (UNITS,)),  # the common deck, by kind
        ("units", np.int64, (2,)),
        ("rally", np.int64),
        ("first", np.int64),  # a seat, or NONE: decided by lot
        ("wins", np.int64),  # the number of wins that ends the match
        ("games", np.int64),
        ("turn_cap", np.int64),
        ("rout_in_one", np.int64),
        ("own_rout", np.int64),
    )
)
STATE = tagged(
    "rout_companion",
    (
        ("first", np.int64),
        ("side", np.int64),  # whose turn it is, or whose cards are dealt
        ("turn", np.int64),
        ("games", np.int64),  # finished
        ("wins", np.int64, (2,)),
        ("card", np.int64),  # this turn's card, or NONE
        ("fresh", np.int64),  # the kind that was hit this turn, or NONE
        ("dealt", np.int64, (2, UNITS)),
        ("broken", np.int64, (2, UNITS)),
        ("routed", np.int64, (2, UNITS)),
        ("deck", np.int64, (2, CARDS)),
        ("discard", np.int64, (2, CARDS)),
    ),
    Path(__file__).parent,
)


def build(settings: Mapping[str, Value]) -> Any:
    """The setup record for these settings."""
    # settings that do not fit together are refused, as in the game itself
    schema.build({**resolve(schema.SETTINGS, {}), **settings})
    setup = new(SETUP)[0]
    setup.deck[:] = [settings[kind] for kind in DECK]
    setup.units[:] = settings["ivory_units"], settings["ink_units"]
    setup.rally, setup.turn_cap = settings["rally"], settings["turn_cap"]
    setup.first = NONE if settings["first"] == "random" else int(settings["first"])
    setup.games = int(settings["best_of"])
    setup.wins = setup.games // 2 + 1
    setup.rout_in_one, setup.own_rout = settings["rout_in_one"], settings["own_rout"]
    return setup


def bound(setup: Setup) -> int:
    """The maximum number of plies: a turn has a card, a rally, a hit and an end; each unit is routed once a game."""
    return 1 + int(setup.games) * (2 + 4 * int(setup.turn_cap) + 2 * MOST_HAND)


@jit
def deal(setup: Setup, state: State):
    """See `ops.deal`."""
    s = state
    s.ply = s.games = 0
    for side in range(2):
        s.score[side] = 0.0
        s.wins[side] = 0
    _begin(setup, s, setup.first)


@jit
def _begin(setup: Setup, s: State, first):
    # begins a game; `first` may be NONE (T1.6)
    s.turn = 0
    s.card = s.fresh = NONE
    for side in range(2):
        for kind in range(UNITS):
            s.dealt[side, kind] = s.broken[side, kind] = s.routed[side, kind] = 0
        for card in range(CARDS):
            s.deck[side, card] = s.discard[side, card] = 0
    s.first = s.side = first
    s.phase, s.to_move = (PHASE.FIRST if first == NONE else PHASE.DEAL), CHANCE


@jit
def standing(s: State, side, kind):
    """How many units of `kind` on `side` are unbroken."""
    return s.dealt[side, kind] - s.broken[side, kind] - s.routed[side, kind]


@jit
def _left(setup: Setup, s: State, kind):
    # T1.4: in the common deck
    return setup.deck[kind] - s.dealt[0, kind] - s.dealt[1, kind]


@jit
def _ways(setup: Setup, s: State, archers, cavalry):
    """The number of ways in which the common deck can deal the side this many cards of each kind; 0 if it cannot."""
    pikes = setup.units[s.side] - archers - cavalry
    if (
        pikes < 0
        or archers > _left(setup, s, 0)
        or cavalry > _left(setup, s, 1)
        or pikes > _left(setup, s, 2)
    ):
        return 0.0
    ways = CHOOSE[_left(setup, s, 0), archers] * CHOOSE[_left(setup, s, 1), cavalry]
    return ways * CHOOSE[_left(setup, s, 2), pikes]


@jit
def check(setup: Setup, state: State, action):
    """See `ops.check`: a `Refusal`."""
    s, phase = state, state.phase
    if phase == PHASE.OVER:
        return REFUSAL.FINISHED
    if phase == PHASE.FIRST:
        return REFUSAL.OK if FIRST.holds(action) else REFUSAL.NOT_DUE
    if phase == PHASE.DEAL:
        if not DEAL.holds(action):
            return REFUSAL.NOT_DUE
        archers, cavalry = DEAL.unpack(action)
        return REFUSAL.OK if _ways(setup, s, archers, cavalry) > 0.0 else REFUSAL.NO_CARDS
    if phase == PHASE.DRAW:
        if not CARD.holds(action):
            return REFUSAL.NOT_DUE
        (card,) = CARD.unpack(action)
        return REFUSAL.OK if s.deck[s.side, card] > 0 else REFUSAL.NO_CARD
    if phase == PHASE.TURN:
        return _check_turn(setup, s, action)
    if phase == PHASE.RALLY:
        return _check_rally(s, action)
    return REFUSAL.OK if REMOVE.holds(action) or KEEP.holds(action) else REFUSAL.NOT_DUE


@jit
def _check_turn(setup: Setup, s: State, action):
    enemy = 1 - s.side
    if DONE.holds(action):
        return REFUSAL.OK
    if HIT.holds(action):
        (kind,) = HIT.unpack(action)
        if s.fresh != NONE:
            return REFUSAL.HIT_ONCE
        return REFUSAL.OK if standing(s, enemy, kind) > 0 else REFUSAL.NONE_STANDS
    if not ROUT.holds(action):
        return REFUSAL.NOT_DUE
    side, kind = ROUT.unpack(action)
    if side == s.side and setup.own_rout == 0:
        return REFUSAL.OWN_BROKEN
    # T4.2: broken before this attack
    fresh = 1 if side == enemy and kind == s.fresh and setup.rout_in_one == 0 else 0
    return REFUSAL.OK if s.broken[side, kind] > fresh else REFUSAL.NONE_BROKEN


@jit
def _check_rally(s: State, action):
    if LEAVE.holds(action):
        return REFUSAL.OK
    if not RALLIED.holds(action):
        return REFUSAL.NOT_DUE
    side, kind = RALLIED.unpack(action)
    return REFUSAL.OK if s.broken[side, kind] > 0 else REFUSAL.NONE_BROKEN


@jit
def legal(setup: Setup, state: State, out):
    """See `ops.legal`."""
    n = 0
    for action in range(COUNT):
        if check(setup, state, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    return n


@jit
def chance(setup: Setup, state: State, weights):
    """See `ops.chance`: hands from the common deck (T1.4), cards from what is left in the deck (T2.5b)."""
    if state.to_move != CHANCE:
        return 0
    n, total = 0, 0.0
    for action in range(COUNT):
        if check(setup, state, action) == REFUSAL.OK:
            weights[n] = _weight(setup, state, action)
            total += weights[n]
            n += 1
    for i in range(n):
        weights[i] /= total
    return n


@jit
def _weight(setup: Setup, s: State, action):
    if s.phase == PHASE.DEAL:
        archers, cavalry = DEAL.unpack(action)
        return _ways(setup, s, archers, cavalry)
    if s.phase == PHASE.DRAW:
        (card,) = CARD.unpack(action)
        return 1.0 * s.deck[s.side, card]
    return 1.0


@jit
def apply(setup: Setup, state: State, action):
    """See `ops.apply`."""
    s, phase = state, state.phase
    s.ply += 1
    if phase == PHASE.FIRST:
        (seat,) = FIRST.unpack(action)
        s.first = s.side = seat
        s.phase = PHASE.DEAL
    elif phase == PHASE.DEAL:
        archers, cavalry = DEAL.unpack(action)
        _deal_hand(setup, s, archers, cavalry)
    elif phase == PHASE.DRAW:
        (card,) = CARD.unpack(action)
        _reveal(setup, s, card)
    elif phase == PHASE.TURN:
        _report(setup, s, action)
    elif phase == PHASE.RALLY:
        _rally(setup, s, action)
    else:
        # T2.3
        if REMOVE.holds(action):
            s.discard[s.side, s.card] -= 1
        _next_turn(setup, s, 1 - s.side)


@jit
def _deal_hand(setup: Setup, s: State, archers, cavalry):
    side = s.side
    s.dealt[side, 0], s.dealt[side, 1] = archers, cavalry
    s.dealt[side, 2] = setup.units[side] - archers - cavalry
    for kind in range(UNITS):
        s.deck[side, kind] = s.dealt[side, kind]
    s.deck[side, RALLY] = setup.rally
    if side == s.first:
        s.side = 1 - side
    else:
        _next_turn(setup, s, s.first)


@jit
def _next_turn(setup: Setup, s: State, side):
    # T2.1, T2.7
    s.card = s.fresh = NONE
    if s.turn >= setup.turn_cap:
        _end_game(setup, s, NONE)
        return
    s.turn += 1
    s.side = side
    s.phase, s.to_move = PHASE.DRAW, CHANCE
    cards = 0
    for card in range(CARDS):
        cards += s.deck[side, card]
    if cards == 0:
        for card in range(CARDS):
            s.deck[side, card] = s.discard[side, card]
            s.discard[side, card] = 0


@jit
def _reveal(setup: Setup, s: State, card):
    side = s.side
    s.deck[side, card] -= 1
    s.discard[side, card] += 1
    s.card = card
    if card == RALLY:
        # T2.4
        broken = 0
        for kind in range(UNITS):
            broken += s.broken[0, kind] + s.broken[1, kind]
        if broken > 0:
            s.phase, s.to_move = PHASE.RALLY, side
        else:
            _next_turn(setup, s, 1 - side)
    elif standing(s, side, card) > 0:
        # T2.2
        s.phase, s.to_move = PHASE.TURN, side
    elif s.routed[side, card] == s.dealt[side, card]:
        s.phase, s.to_move = PHASE.REMOVE, side
    else:
        _next_turn(setup, s, 1 - side)


@jit
def _report(setup: Setup, s: State, action):
    if DONE.holds(action):
        _next_turn(setup, s, 1 - s.side)
        return
    enemy = 1 - s.side
    if HIT.holds(action):
        (kind,) = HIT.unpack(action)
        s.broken[enemy, kind] += 1
        s.fresh = kind
    else:
        side, kind = ROUT.unpack(action)
        s.broken[side, kind] -= 1
        s.routed[side, kind] += 1
    # T2.6
    if standing(s, enemy, 0) + standing(s, enemy, 1) + standing(s, enemy, 2) == 0:
        _end_game(setup, s, s.side)


@jit
def _rally(setup: Setup, s: State, action):
    # T2.4
    if LEAVE.holds(action):
        _next_turn(setup, s, 1 - s.side)
        return
    side, kind = RALLIED.unpack(action)
    s.broken[side, kind] -= 1
    if side == s.side:
        s.card = kind
        s.phase = PHASE.TURN
    else:
        _next_turn(setup, s, 1 - s.side)


@jit
def _end_game(setup: Setup, s: State, winner):
    # T2.6b: the loser goes first in the next game; after a draw, the other player does
    s.games += 1
    if winner != NONE:
        s.wins[winner] += 1
    ahead = s.wins[0] - s.wins[1]
    if s.games == setup.games or s.wins[0] == setup.wins or s.wins[1] == setup.wins:
        s.score[0] = 1.0 if ahead > 0 else (-1.0 if ahead < 0 else 0.0)
        s.score[1] = 0.0 - s.score[0]
        s.card = s.fresh = NONE
        s.phase, s.to_move = PHASE.OVER, OVER
    else:
        _begin(setup, s, 1 - (winner if winner != NONE else s.first))
