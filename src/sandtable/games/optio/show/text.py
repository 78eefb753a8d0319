"""Optio in words and pictures for human readers: labels, the map as text, prompts, results, and the best play, shown after the
match.

Everything here reads records that `observe` has written.
"""

from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, OVER, Labels, RollLuck, Setup, State, View, copy, new
from sandtable.games.optio.data.approach import ACROSS
from sandtable.games.optio.data.battle import BATTLE, SHIFT, SHIFTS, battle_number
from sandtable.games.optio.data.ground import (
    CELLS,
    COLUMNS,
    GROUNDS,
    SIDE,
    SIDES,
    SQUARES,
    square_name,
)
from sandtable.games.optio.data.profiles import profiles
from sandtable.games.optio.rules.moves import MOST_ACTIONS, legal
from sandtable.games.optio.rules.turns import apply, army, meets_army, number_of, owner
from sandtable.games.optio.schema import (
    ACTIONS,
    ARMIES,
    BLOCKS,
    EVEN,
    GONE,
    KIND,
    KINDS,
    LOT,
    LOTS,
    NOBODY,
    OFF,
    PHASE,
    PHASES,
    STATE,
    TURN_CAP,
)
from sandtable.games.optio.show.battlefield import SEATS

NUMBERS = ("1", "2", "3", "4", "5", "6")


def _lot(lot: int) -> str:
    army, other = LOT.unpack(lot)
    return f"army {army + 1} and scout {other + 1 + (other >= army)}"


def _shift(shift: int) -> str:
    south, east = (part - 1 for part in SHIFT.unpack(shift))
    parts = [
        f"1 {name}"
        for step, name in ((-south, "north"), (south, "south"), (east, "east"), (-east, "west"))
        if step > 0
    ]
    return " and ".join(parts) or "where it lies"


SHIFT_NAMES = tuple(_shift(shift) for shift in range(SHIFTS))


def labels(setup: Setup) -> Labels:
    """Names of field values: blocks and dice from 1, sides by compass point."""
    return {
        "seat": SEATS,
        "lot": [_lot(lot) for lot in range(LOTS)],
        "wish": [profiles()[name].name for name in ARMIES],
        "first": NUMBERS,
        "second": NUMBERS,
        "block": NUMBERS,
        "column": tuple(COLUMNS),
        "side": SIDES,
        "target": (*(f"enemy block {n}" for n in NUMBERS), "the one that its owner shows"),
        "shift": SHIFT_NAMES,
    }


def block_name(b: int) -> str:
    """The name of a block, such as "Navy 3" (O1.3)."""
    return f"{SEATS[owner(b)]} {number_of(b) + 1}"


def draw(setup: Setup, s: View) -> str:
    """The map as text, one line per row of cells, then one line per block."""
    lines: list[str] = []
    for y in range(SIDE):
        signs = "".join(GROUNDS[int(kind)].sign for kind in setup.cell[y])
        row = f"{SQUARES - y // CELLS} " if y % CELLS == CELLS // 2 else "  "
        lines.append(row + " ".join(signs[x : x + CELLS] for x in range(0, SIDE, CELLS)))
        if y % CELLS == CELLS - 1:
            lines.append("")
    lines[-1] = "  " + " ".join(f"{name:^{CELLS}}" for name in COLUMNS)
    lines.append(f"kudos: Navy {int(s.kudos[0])}, Oxblood {int(s.kudos[1])}")
    return "\n".join([*lines, *(_block_line(s, b) for b in range(2 * BLOCKS))])


def _block_line(s: View, b: int) -> str:
    block = s.block[b]
    kind = KINDS[int(block.kind)] or "unknown"
    return f"{block_name(b)}: {kind}{', face up' if block.revealed else ''}; {_place(block)}"


def _place(block: Any) -> str:
    if block.square == OFF:
        return "off the map"
    if block.square == GONE:
        return "removed"
    return f"{square_name(int(block.square))}, from the {SIDES[int(block.side)]}"


def hidden(s: View) -> bool:
    """Whether the hidden phase is still going on."""
    return int(s.phase) < PHASE.APPROACH


def army_square(s: View, seat: int) -> int:
    """The square of a seat's army if it is known; otherwise -1."""
    for block in s.block[BLOCKS * seat : BLOCKS * (seat + 1)]:
        if block.kind == KIND.ARMY and block.square < OFF:
            return int(block.square)
    return -1


def prompt(setup: Setup, s: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    if s.to_move == OVER:
        return result(setup, s)
    if s.to_move == CHANCE:
        return (
            "The lots are drawn."
            if PHASES[int(s.phase)] == "lots"
            else "Both players roll for the first turn."
        )
    if int(s.to_move) != viewer:
        return f"{SEATS[int(s.to_move)]} is to move."
    return _question(setup, s)


def _question(setup: Setup, s: View) -> str:
    seat = int(s.to_move)
    moved = any(block.moved for block in s.block[BLOCKS * seat : BLOCKS * (seat + 1)])
    asked = "" if s.acting == NOBODY else block_name(int(s.acting))
    kudos = int(s.kudos[seat])
    return {
        "move": "Move another block, or end your turn." if moved else "Move at least one of your blocks.",
        # O2.6: the same words whatever the block is
        "scout": f"{asked} meets enemy blocks. Will it scout{or_show(setup, s)}?",
        "show": f"{asked} scouts: which of your blocks there will you show?",
        "approach": "March closer, or hand in a kudo to back away or stay."
        if kudos
        else "You have no kudos left: march closer.",
        "template": "You were there first: place the template.",
    }[PHASES[int(s.phase)]]


def or_show(setup: Setup, s: View) -> str:
    """What the block being asked about may do instead of scouting, as far as everyone can see, whatever its kind
    (O2.6).
    """
    b = int(s.acting)
    return (
        " or show itself"
        if b >= 0 and setup.show_army and not s.block[b].revealed and meets_army(s, b)
        else ""
    )


def result(setup: Setup, s: View) -> str:
    """How the match ended; "" before the end."""
    if s.to_move != OVER:
        return ""
    winner = SEATS[0 if s.score[0] > 0 else 1]
    if s.battle == NOBODY:
        return _without_battle(s, winner)
    where = f"The battle is fought in {square_name(int(s.battle))}"
    if not setup.scale > 0:
        return f"{where}. The ground is the result: nobody wins."
    value = _value(setup, s)
    ending = "a draw" if s.score[0] == 0 else f"{winner} wins"
    return f"{where}, {worth_told(setup, value)}: {ending}."


def _value(setup: Setup, s: View) -> float:
    """The score of Navy on the battlefield (O4.5)."""
    return float(setup.score[s.second, s.battle, s.battle_side, s.shift])


def verdict(setup: Setup, s: View) -> str:
    """The score of a battlefield in a few words, "" where the ground is the result."""
    if not setup.scale > 0:
        return ""
    value = _value(setup, s)
    return f"{abs(value):+.2f} for {SEATS[0 if value > 0 else 1]}"


def worth_told(setup: Setup, value: float) -> str:
    """How good the ground is if Navy scores this much on it, and what the score is measured from (O4.5)."""
    side = SEATS[0 if value > 0 else 1]
    # to the precision of the scores, as in the rules
    even = abs(value) <= np.float32(EVEN)
    if setup.from_zero:
        if even:
            return f"about as good for one army as for the other ({value:+.2f} for Navy)"
        return f"better for {side}'s army than for the other ({abs(value):.2f})"
    if even:
        return f"about what this map usually is ({value:+.2f} for Navy)"
    return f"better for {side} than this map usually is ({abs(value):.2f})"


def _without_battle(s: View, winner: str) -> str:
    if s.score[0] != 0:
        loser = SEATS[0 if s.score[0] < 0 else 1]
        return f"{loser}'s army never came onto the map: {winner} wins."
    if all(block.square == OFF for block in s.block if block.kind == KIND.ARMY):
        return "Neither army came onto the map: no battle, a draw."
    return f"The armies did not find each other in {TURN_CAP} turns: no battle, a draw."


def odds_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float] | None:
    """For scouting, the chance of each thing that the scouted block can be; for a step of the approach, what it leads to (see
    `ground_of`). None for other actions, or if no block will turn face up (O2.7).
    """
    chosen = ACTIONS.unpack(action)
    if s.phase == PHASE.APPROACH:
        return ground_of(setup, s, viewer, action)
    if chosen.kind != "scout":
        return None
    enemies = s.block[BLOCKS * (1 - viewer) : BLOCKS * (2 - viewer)]
    unknown = [block for block in enemies if block.kind == KIND.UNKNOWN]
    known = {int(block.kind) for block in enemies}
    if KIND.ARMY in known and s.block[BLOCKS * viewer + chosen.fields["block"]].kind == KIND.ARMY:
        return None
    army = 0.0 if KIND.ARMY in known else 1 / len(unknown)
    scout = 0.0 if KIND.SCOUT in known else 1 / len(unknown)
    return {"army": army, "scout": scout, "dummy": 1 - army - scout}


def ground_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float]:
    """What a step of the approach leads to, in Navy's scores (O4.5), with each battle's template in the best position
    for the side that places it. `ends` is 1 if the armies meet: `navy` is then the score of that battle. Otherwise
    `least` and `most` are the lowest and highest scores of the battles in the army's new square, over the sides from
    which the enemy may come. No scores if there is no winner.
    """
    after = new(STATE)[0]
    copy(after, s)
    apply(setup, after, action)
    judged = float(setup.scale) > 0
    if after.battle != NOBODY:
        met = battle_number(int(after.second), int(after.battle), int(after.battle_side))
        return {"ends": 1.0, **({"navy": float(setup.value[met])} if judged else {})}
    square = army_square(after, viewer)
    battles = [battle_number(1 - viewer, square, side) for side in range(4) if ACROSS[square, side] >= 0]
    scores = [float(setup.value[battle]) for battle in battles]
    return {"ends": 0.0, **({"least": min(scores), "most": max(scores)} if judged else {})}


def chances(setup: Setup, s: View, viewer: int, action: int) -> str:
    """What scouting may find, or what a step of the approach leads to, in words; "" for other actions."""
    found = odds_of(setup, s, viewer, action) or {}
    if "army" in found:
        return f"the block is the enemy's army in {round(100 * found['army'])} % of cases"
    if "navy" in found:
        return f"the armies meet for a battle that scores {found['navy']:+.2f} for {SEATS[0]}"
    if "least" in found:
        return f"battles in the army's square score from {found['least']:+.2f} to {found['most']:+.2f} for {SEATS[0]}"
    return ""


def luck(setup: Setup, s: State, action: int) -> RollLuck | None:
    """None: the lots and the first turn favour nobody."""
    return None


def best_battle(setup: Setup, s: View) -> int:
    """The number of the battle that best play leads to from a position in the approach or at the template."""
    if s.phase == PHASE.TEMPLATE:
        return battle_number(int(s.second), int(s.battle), int(s.battle_side))
    navy, oxblood = s.block[army(s, 0)].square, s.block[army(s, 1)].square
    return int(setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], s.to_move])


def best_action(setup: Setup, s: View) -> int:
    """The first action in the approach that preserves the value of best play."""
    actions = np.empty(MOST_ACTIONS, np.int64)
    sign = 1 if s.to_move == 0 else -1
    after = new(STATE)[0]
    values: list[float] = []
    for action in actions[: legal(setup, s, actions)]:
        copy(after, s)
        apply(setup, after, action)
        values.append(sign * float(setup.value[best_battle(setup, after)]))
    return int(actions[int(np.argmax(values))])


def advice(setup: Setup, s: View, viewer: int) -> str:
    """The best play from here, in the approach and at the template; "" elsewhere, or if there is no winner."""
    if not setup.scale > 0 or s.phase not in (PHASE.APPROACH, PHASE.TEMPLATE):
        return ""
    number = best_battle(setup, s)
    if s.phase == PHASE.TEMPLATE:
        where = SHIFT_NAMES[int(setup.best_shift[number])]
        return f"Place the template {where}: {_worth(setup, number)}."
    second, square, side = BATTLE.unpack(number)
    comes = f"{SEATS[second]} comes into {square_name(square)} from the {SIDES[side]}"
    best = ACTIONS.text(best_action(setup, s), labels(setup)).capitalize()
    return f"{best}. It leads to a battle where {comes}: {_worth(setup, number)}."


def _worth(setup: Setup, number: int) -> str:
    return f"ground that is {worth_told(setup, float(setup.value[number]))}"
