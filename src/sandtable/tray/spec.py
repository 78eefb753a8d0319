"""The dice tray: one side throws, the result is drawn or entered, and the log keeps everything. Clauses: `rules.md`."""

from collections.abc import Mapping
from enum import IntEnum, auto
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.authoring import (
    CHANCE,
    OVER,
    Actions,
    Kind,
    Labels,
    LogLine,
    Presentation,
    Reason,
    Rules,
    Setup,
    Spec,
    State,
    TablePolicy,
    Value,
    View,
    by_code,
    jit,
    names_of,
    new,
    numbers,
    record,
    tagged,
)

FACES = 6
# more at once would make the list of results that can be entered too long (D1.1)
MOST = 4
MOST_THROWS = 1000
SIDES = ("Left", "Right")
NUMBERS = tuple(str(n) for n in range(1, FACES + 1))
ORDINALS = ("first", "second", "third", "fourth")


class Phase(IntEnum):
    """What the match is waiting for."""

    HAND, THROW, OVER = range(3)


class Refusal(IntEnum):
    """The reasons that `check` returns."""

    OK = 0
    FINISHED = auto()
    NOT_DUE = auto()
    HANDED = auto()


PHASE, REFUSAL = numbers(Phase), numbers(Refusal)
REASONS = by_code(
    {
        Refusal.FINISHED: Reason("The tray is put away.", "D1.4"),
        Refusal.NOT_DUE: Reason("You cannot do that now: another step is due.", "D1.1"),
        Refusal.HANDED: Reason("The tray has just been handed over: throw first.", "D1.3"),
    }
)


def _fallen(dice: int) -> str:
    return " ".join(f"{{{name}}}" for name in ORDINALS[:dice])


ACTIONS = Actions(
    Kind("throw", "throw {dice}", dice=MOST),
    Kind("hand", "hand the tray over"),
    Kind("away", "put the tray away"),
    *(
        Kind(f"fall{dice}", _fallen(dice), **dict.fromkeys(ORDINALS[:dice], FACES))
        for dice in range(1, MOST + 1)
    ),
)
THROW, HAND, AWAY = (ACTIONS.codec(name) for name in ("throw", "hand", "away"))
FALLS = tuple(ACTIONS.codec(f"fall{dice}") for dice in range(1, MOST + 1))
# by the number of dice minus 1: the first outcome of a throw, and the one after the last
FIRST: Any = np.array([fall.first for fall in FALLS])
END: Any = np.array([fall.end for fall in FALLS])

SETUP = record((("most", np.int64),))
STATE = tagged(
    "dice_companion",
    (
        ("dice", np.int64),  # in the current throw, or in the last one
        ("throws", np.int64),
        ("face", np.int64, (MOST,)),  # last result, 1 to 6, 0 for no die
        ("count", np.int64, (2, FACES)),  # faces thrown by each side
        ("thrower", np.int64),  # the side that made the last throw
        ("handed", np.int64),  # whether the tray has been handed over since
    ),
    Path(__file__).parent,
)


def build(_settings: Mapping[str, Value]) -> Any:
    """The setup record, which is always the same."""
    setup = new(SETUP)[0]
    setup.most = MOST_THROWS
    return setup


def bound(setup: Setup) -> int:
    """The maximum number of plies: a throw has two, and before each, the tray may be handed over once."""
    return 3 * int(setup.most)


@jit
def deal(_setup: Setup, state: State) -> None:
    """See `ops.deal`."""
    s = state
    s.ply = s.dice = s.throws = s.thrower = s.handed = 0
    s.score[0] = s.score[1] = 0.0
    s.phase, s.to_move = PHASE.HAND, 0
    for n in range(MOST):
        s.face[n] = 0
    for side in range(2):
        for face in range(FACES):
            s.count[side, face] = 0


@jit
def check(setup: Setup, state: State, action: int) -> int:
    """See `ops.check`; returns a `Refusal`."""
    s = state
    if s.phase == PHASE.OVER:
        return REFUSAL.FINISHED
    if s.phase == PHASE.THROW:
        n = s.dice - 1
        return REFUSAL.OK if FIRST[n] <= action < END[n] else REFUSAL.NOT_DUE
    if HAND.holds(action):
        return REFUSAL.HANDED if s.handed != 0 else REFUSAL.OK
    return REFUSAL.OK if THROW.holds(action) or AWAY.holds(action) else REFUSAL.NOT_DUE


@jit
def legal(setup: Setup, state: State, out: Any) -> int:
    """See `ops.legal`."""
    s, n = state, 0
    low, high = (FIRST[s.dice - 1], END[s.dice - 1]) if s.phase == PHASE.THROW else (0, FIRST[0])
    for action in range(low, high):
        if check(setup, s, action) == REFUSAL.OK:
            out[n] = action
            n += 1
    return n


@jit
def chance(setup: Setup, state: State, weights: Any) -> int:
    """See `ops.chance`: all results of the dice are equally likely (D1.2)."""
    if state.to_move != CHANCE:
        return 0
    n = END[state.dice - 1] - FIRST[state.dice - 1]
    for i in range(n):
        weights[i] = 1.0 / n
    return n


@jit
def apply(setup: Setup, state: State, action: int) -> None:
    """See `ops.apply`."""
    s = state
    s.ply += 1
    if s.phase == PHASE.THROW:
        _fall(setup, s, action)
    elif THROW.holds(action):
        (dice,) = THROW.unpack(action)
        s.dice, s.thrower = dice + 1, s.to_move
        s.phase, s.to_move = PHASE.THROW, CHANCE
    elif HAND.holds(action):
        # D1.3
        s.to_move, s.handed = 1 - s.to_move, 1
    else:
        _put_away(s)


@jit
def _fall(setup: Setup, s: State, action: int) -> None:
    left = action - FIRST[s.dice - 1]
    for n in range(MOST):
        s.face[n] = 0
    for i in range(s.dice):
        # the last die varies fastest
        n = s.dice - 1 - i
        s.face[n] = left % FACES + 1
        left //= FACES
        s.count[s.thrower, s.face[n] - 1] += 1
    s.throws, s.handed = s.throws + 1, 0
    s.phase, s.to_move = PHASE.HAND, s.thrower
    if s.throws == setup.most:
        _put_away(s)


@jit
def _put_away(s: State) -> None:
    # D1.4: nobody wins
    s.phase, s.to_move = PHASE.OVER, OVER


def labels(_setup: Setup) -> Labels:
    """Names of the fields' values."""
    dice = ("1 die", *(f"{n} dice" for n in range(2, MOST + 1)))
    return {"dice": dice, **dict.fromkeys(ORDINALS, NUMBERS)}


def draw(_setup: Setup, view: View) -> str:
    """The last throw, and how often each face has come up."""
    lines = [f"{_last(view)}", "", f"{'so far':<7}{''.join(f'{face:>5}' for face in NUMBERS)}"]
    for side, name in enumerate(SIDES):
        lines.append(f"{name:<7}{''.join(f'{int(count):>5}' for count in view.count[side])}")
    return "\n".join(lines)


def _faces(view: View) -> list[int]:
    return [int(face) for face in view.face if face]


def _last(view: View) -> str:
    if not view.throws:
        return "Nothing thrown yet"
    return f"Throw {int(view.throws)}, {SIDES[int(view.thrower)]}: {_shown(view)}"


def _shown(view: View) -> str:
    faces = _faces(view)
    fallen = " ".join(map(str, faces))
    return f"{fallen} (sum {sum(faces)})" if len(faces) > 1 else fallen


def prompt(setup: Setup, view: View, viewer: int) -> str:
    """The current prompt, as shown to `viewer`."""
    if view.to_move == OVER:
        return result(setup, view)
    if view.to_move == CHANCE:
        dice = labels(setup)["dice"][int(view.dice) - 1]
        return f"{SIDES[int(view.thrower)]} throws {dice}."
    return "How many dice do you throw?" if int(view.to_move) == viewer else "The other side holds the tray."


def result(_setup: Setup, view: View) -> str:
    """How the match ended, or an empty string."""
    if view.to_move != OVER:
        return ""
    return f"The tray is put away after {int(view.throws)} throw{'' if view.throws == 1 else 's'}."


def tell(setup: Setup, before: State, action: int, after: State) -> LogLine:
    """One line of the log."""
    taken = ACTIONS.unpack(action)
    if taken.kind.startswith("fall"):
        side = SIDES[int(before.thrower)]
        line = f"{side}: {_shown(after)}. {result(setup, after)}".strip()
        return LogLine("fall", line, dice=tuple(_faces(after)), clause="D1.2")
    side = SIDES[int(before.to_move)]
    clause = {"throw": "D1.1", "hand": "D1.3", "away": "D1.4"}[taken.kind]
    said = f"{side}: {ACTIONS.text(action, labels(setup))}. {result(setup, after)}".strip()
    return LogLine(taken.kind, said, clause=clause)


SPEC = Spec(
    interface=3,
    id="dice_companion",
    name="Dice tray",
    summary=(
        "Dice for any game on a real table: thrown by the table so that everybody can check them, or your own, entered as "
        "they fell. The log shows which is which."
    ),
    rules=Rules(
        functions={"deal": deal, "legal": legal, "chance": chance, "check": check, "apply": apply},
        state=STATE,
        build=build,
        actions=ACTIONS,
        max_actions=FACES**MOST,
        bound=bound,
        phases=names_of(Phase),
        reasons=REASONS,
    ),
    presentation=Presentation(
        sides=SIDES,
        labels=labels,
        draw=draw,
        # labels of the buttons that roll dice on the phone
        titles={f"fall{dice}": f"Roll the {'die' if dice == 1 else 'dice'}" for dice in range(1, MOST + 1)},
        prompt=prompt,
        result=result,
        tell=tell,
        rulebook=Path(__file__).parent / "rules.md",
    ),
    table=TablePolicy(
        companion_of="dice",
    ),
)
