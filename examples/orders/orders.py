"""Orders: both sides give a secret order, then a die says what the better one is worth. First to the goal wins.

O1  In each round Blue and then Gold secretly give one order: charge, hold or flank. Nobody gives the same order twice running.
O2  Charge beats flank, flank beats hold, hold beats charge; equal orders do nothing.
O3  Who has the better order rolls a die: 1 and 2 bring nothing, 3 to 5 a point, 6 two points.
O4  Who has `goal` points wins. After 30 rounds the match is drawn.
"""

from enum import IntEnum
from pathlib import Path

import numpy as np

from sandtable.authoring import (
    CHANCE,
    OVER,
    Actions,
    Integer,
    Kind,
    LogLine,
    Presentation,
    Reason,
    Rng,
    Rules,
    Setup,
    Spec,
    State,
    View,
    below,
    by_code,
    copy,
    jit,
    names_of,
    tagged,
)
from sandtable.graphics.drawing import Circle, Drawing, Polygon, Text, Thing, box, piece

SIDES = ("Blue", "Gold")
ORDERS = ("charge", "hold", "flank")
NONE = 3
ROUNDS = 30


class Phase(IntEnum):
    """What is due."""

    ORDER, ROLL, OVER = range(3)


class Refused(IntEnum):
    """Why an action is not possible."""

    NOT_NOW, TWICE = 1, 2


# what kernels return are numbers
NOT_NOW, TWICE = int(Refused.NOT_NOW), int(Refused.TWICE)

ACTIONS = Actions(Kind("order", "{order}", order=3), Kind("roll", "roll a {die}", die=6))
ORDER, ROLL, END = ACTIONS.codec("order"), ACTIONS.codec("roll"), ACTIONS.count

STATE = tagged(
    "orders",
    (
        ("order", np.int8, (2,)),  # given in this round, or NONE
        ("last", np.int8, (2,)),  # given in the round before, or NONE
        ("points", np.int8, (2,)),
        ("rounds", np.int16),
        ("better", np.int8),  # who rolls
    ),
    Path(__file__),
)


@jit
def deal(setup: Setup, s: State):
    """No order is given yet, and Blue begins (O1)."""
    s.to_move, s.phase, s.ply = 0, Phase.ORDER, 0
    s.rounds, s.better = 0, 0
    for seat in range(2):
        s.score[seat] = 0.0
        s.points[seat] = 0
        s.order[seat] = s.last[seat] = NONE


@jit
def legal(setup: Setup, s: State, out):
    """The orders but the last one (O1), or the six faces (O3)."""
    n = 0
    for action in range(END):
        if check(setup, s, action) == 0:
            out[n] = action
            n += 1
    return n


@jit
def check(setup: Setup, s: State, action):
    """0, or why not."""
    if s.phase == Phase.ROLL:
        return 0 if ROLL.holds(action) else NOT_NOW
    if s.phase != Phase.ORDER or not ORDER.holds(action):
        return NOT_NOW
    return TWICE if s.last[s.to_move] == action - ORDER.first else 0


@jit
def chance(setup: Setup, s: State, weights):
    """A fair die (O3)."""
    if s.to_move != CHANCE:
        return 0
    for face in range(6):
        weights[face] = 1.0 / 6.0
    return 6


@jit
def apply(setup: Setup, s: State, action):
    """Notes an order, compares two, or counts what a die brings."""
    s.ply += 1
    if ORDER.holds(action):
        (s.order[s.to_move],) = ORDER.unpack(action)
        if s.to_move == 0:
            s.to_move = 1
        else:
            compare(s)
    else:
        (face,) = ROLL.unpack(action)
        s.points[s.better] += 0 if face < 2 else 1 if face < 5 else 2
        next_round(setup, s)


@jit
def compare(s: State):
    """The better order lets its side roll (O2)."""
    ahead = (s.order[0] - s.order[1]) % 3
    if ahead == 0:
        s.rounds += 1
        forget(s)
        return
    # of charge 0, hold 1 and flank 2 each beats the one before it, and charge beats flank
    s.better = 0 if ahead == 1 else 1
    s.to_move, s.phase = CHANCE, Phase.ROLL


@jit
def next_round(setup: Setup, s: State):
    """Ends the match at the goal or after the last round (O4), else begins the next one."""
    s.rounds += 1
    forget(s)
    if s.points[s.better] >= setup.goal:
        finish(s, 1.0 if s.better == 0 else -1.0)


@jit
def forget(s: State):
    """This round's orders are the last ones now."""
    for seat in range(2):
        s.last[seat] = s.order[seat]
        s.order[seat] = NONE
    s.to_move, s.phase = 0, Phase.ORDER
    if s.rounds == ROUNDS:
        finish(s, 0.0)


@jit
def finish(s: State, score):
    """Ends the match with this score for Blue."""
    s.to_move, s.phase = OVER, Phase.OVER
    s.score[0], s.score[1] = score, -score


@jit
def observe(setup: Setup, s: State, seat, out):
    """An order is its giver's secret until both are given (O1)."""
    copy(out, s)
    for other in range(2):
        if other != seat and s.phase == Phase.ORDER:
            out.order[other] = NONE


@jit
def determinize(setup: Setup, view: View, seat, rng: Rng, out):
    """Blue has given any order but its last one, each as likely, when Gold is to give one."""
    copy(out, view)
    if seat == 1 and view.phase == Phase.ORDER and view.to_move == 1:
        order = below(rng, 3)
        while order == view.last[0]:
            order = below(rng, 3)
        out.order[0] = order


@jit
def observed_action(setup: Setup, s: State, seat, action):
    """Blue's order is a secret until Gold has given one, which shows both (O1)."""
    return action if ROLL.holds(action) or s.to_move == 1 or seat == 0 else -1


@jit
def evaluate(setup: Setup, s: State, seat):
    """The lead in points."""
    if s.to_move == OVER:
        return np.float64(s.score[seat])
    return (s.points[seat] - s.points[1 - seat]) / (setup.goal + 2.0)


def draw(setup, view):
    """Points, and the orders that may be known."""
    lines = [f"Round {view.rounds + 1}, first to {setup.goal}"]
    for seat in (0, 1):
        now, last = (("nothing seen", *ORDERS)[(int(o) + 1) % 4] for o in (view.order[seat], view.last[seat]))
        lines.append(f"{SIDES[seat]}: {view.points[seat]} points, order {now}, before {last}")
    return "\n".join(lines)


def drawing(setup, view):
    """A track of points for each side, and its orders next to it, as far as they may be known."""
    goal = int(setup.goal)
    shapes = []
    for seat in (0, 1):
        y, points = 1.5 + 2.5 * seat, min(goal, int(view.points[seat]))
        shapes += [Circle(1 + at, y, 0.3, "board", "line", 0.05) for at in range(goal + 1)]
        shapes += [Text(1 + at, y + 0.8, 0.35, str(at), "faint") for at in range(goal + 1)]
        words = f"{SIDES[seat]} has {view.points[seat]} points"
        shapes.append(Thing(words, piece(seat, 1 + points, y, 0.4, SIDES[seat][0])))
        orders = (("now", view.order[seat], 0.0), ("before", view.last[seat], 2.6))
        shapes += [card(seat, when, int(order), goal + 2.2 + right, y) for when, order, right in orders]
    return Drawing(goal + 7.6, 5.5, f"Round {view.rounds + 1}, first to {goal}", tuple(shapes))


def card(seat, when, order, x, y):
    """A card with an order on it, or face down."""
    known = "nothing seen" if order == NONE else ORDERS[order]
    back = Polygon(box(x, y - 0.7, 2.3, 1.4), "ground" if order == NONE else "board", "line", 0.05)
    name = Text(x + 1.15, y + 0.2, 0.55, "?" if order == NONE else known, "faint" if order == NONE else "ink")
    return Thing(
        f"{SIDES[seat]}, {when}: {known}", (back, name, Text(x + 1.15, y + 1.1, 0.35, when, "faint"))
    )


def tell(setup, before, action, after):
    """One line of the log; an order stays out of it."""
    if before.to_move == CHANCE:
        face = int(action) - ROLL.first + 1
        gained = int(after.points[before.better]) - int(before.points[before.better])
        return LogLine(
            "roll", f"{SIDES[before.better]} rolls {face}: {gained} points.", dice=(face,), clause="O3"
        )
    which = "" if action < 0 else f" {ORDERS[action]}"
    return LogLine("order", f"{SIDES[before.to_move]} gives an order{which}.", clause="O1")


SPEC = Spec(
    interface=3,
    id="orders",
    name="Orders",
    summary="Secret orders, and a die that says what the better one is worth.",
    rules=Rules(
        functions={
            "deal": deal,
            "legal": legal,
            "check": check,
            "chance": chance,
            "apply": apply,
            "observe": observe,
            "determinize": determinize,
            "observed_action": observed_action,
            "evaluate": evaluate,
        },
        state=STATE,
        actions=ACTIONS,
        settings=(Integer("goal", 1, 9, 5, "O4", "Points that win."),),
        bound=lambda _setup: 3 * ROUNDS,
        phases=names_of(Phase),
        reasons=by_code(
            {
                Refused.NOT_NOW: Reason("That is not possible now.", "O1"),
                Refused.TWICE: Reason("Nobody gives the same order twice running.", "O1"),
            }
        ),
    ),
    presentation=Presentation(
        sides=SIDES,
        colours=("#1f4f9c", "#8a6500"),
        # an order that is barred leaves its place empty, so that the others stay where they are
        grids={"order": len(ORDERS)},
        labels=lambda _setup: {"order": ORDERS, "die": tuple("123456")},
        draw=draw,
        drawing=drawing,
        tell=tell,
    ),
)
