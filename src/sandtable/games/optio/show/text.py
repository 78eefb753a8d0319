"""Optio in words and pictures for people: labels, the map in text, the page's scene, prompts, results, and the best play after.

Everything here reads records that `observe` has written.
"""

from typing import Any

import numpy as np

from sandtable.authoring import (
    CHANCE,
    OVER,
    Labels,
    RollLuck,
    Setup,
    State,
    View,
    copy,
    new,
    of_setup,
    values,
)
from sandtable.games.optio.data.approach import ACROSS, DISTANCE
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
from sandtable.games.optio.data.maps import CLASSES
from sandtable.games.optio.data.profiles import profiles
from sandtable.games.optio.rules.moves import MOST_ACTIONS, REASONS, REFUSAL, legal
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
    NO_SHIFT,
    NO_SIDE,
    NOBODY,
    OFF,
    PHASE,
    PHASES,
    RESULTS,
    SCORE_FROM,
    STATE,
    TARGET_BY,
    TURN_CAP,
)
from sandtable.games.optio.show.battlefield import SEATS, account, map_name, profile_of, template

NUMBERS = ("1", "2", "3", "4", "5", "6")
LEGEND = [{"sign": ground.sign, "name": ground.name, "passable": ground.passable} for ground in GROUNDS]
# of a setup, of which the templates are kept
MOST_BATTLES = 16


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
    """Names of the fields' values: blocks and dice from 1, sides by compass."""
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
    """The name of a block, for instance "Navy 3" (O1.3)."""
    return f"{SEATS[owner(b)]} {number_of(b) + 1}"


CALLED = [{"seat": owner(b), "number": b % BLOCKS, "name": block_name(b)} for b in range(2 * BLOCKS)]


def draw(setup: Setup, s: View) -> str:
    """The map in text, a line a row of cells, then a line a block."""
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


def scene(setup: Setup, s: View, viewer: int) -> dict[str, Any]:
    """What the page draws: map, blocks, turn, kudos, armies, and once there is a battle its template and account."""
    cap = int(setup.reveal_after)
    seat = (int(s.first) + int(s.turn)) % 2
    return {
        "map": _map(setup),
        "legend": LEGEND,
        "blocks": [_block(b, block) for b, block in enumerate(values(s).block)],
        "turn": int(s.turn) // 2 + 1,
        "turn_seat": seat,
        "reveal_after": cap,
        "turns_left": (2 * cap - int(s.turn) + 1) // 2 if cap and hidden(s) else None,
        "asking": None if s.acting == NOBODY else int(s.acting),
        "showing": _or_show(setup, s) != "",
        "hidden": [_face_down(s, seat) for seat in (0, 1)],
        "kudos": [int(k) for k in s.kudos],
        "kudos_start": int(setup.kudos),
        "distance": _distance(s),
        "profiles": _profiles(setup),
        "settings": _settings(setup),
        "wish": ARMIES[int(s.wish[viewer]) - 1] if viewer in (0, 1) and s.wish[viewer] else None,
        "battle": _battle(setup, s),
        "account": account(setup, s) if s.phase == PHASE.OVER else None,
    }


@of_setup
def _map(setup: Setup) -> dict[str, Any]:
    return {
        "name": map_name(setup),
        "class": CLASSES[int(setup.map_class)],
        "rows": ["".join(GROUNDS[int(kind)].sign for kind in row) for row in setup.cell],
    }


@of_setup
def _settings(setup: Setup) -> dict[str, Any]:
    return {
        "target_by": TARGET_BY[int(setup.target_by_owner)],
        "scout_later": bool(setup.scout_later),
        "show_army": bool(setup.show_army),
        "result": RESULTS[int(setup.only_ground)],
        "score_from": SCORE_FROM[int(setup.from_zero)],
    }


def hidden(s: View) -> bool:
    """Whether the phase of hidden blocks has not ended."""
    return int(s.phase) < PHASE.APPROACH


def _block(b: int, block: Any) -> dict[str, Any]:
    place = "off" if block.square == OFF else "gone" if block.square == GONE else "map"
    return {
        **CALLED[b],
        "kind": KINDS[block.kind] or None,
        "revealed": bool(block.revealed),
        "place": place,
        "square": block.square if place == "map" else None,
        "side": None if block.side == NO_SIDE else block.side,
        "moved": bool(block.moved),
        "scouted": bool(block.scouted),
    }


def _face_down(s: View, seat: int) -> dict[str, int] | None:
    """How many of each kind a seat's blocks are that the viewer does not know; None if all that are left are known (O1.3)."""
    blocks = s.block[BLOCKS * seat : BLOCKS * (seat + 1)]
    if all(block.kind != KIND.UNKNOWN or block.square == GONE for block in blocks):
        return None
    seen = [KINDS[int(block.kind)] for block in blocks]
    rest = {"army": 1, "scout": 1, "dummy": BLOCKS - 2}
    return {kind: n - seen.count(kind) for kind, n in rest.items()}


def army_square(s: View, seat: int) -> int:
    """The square of a seat's army, where it is known; else -1."""
    for block in s.block[BLOCKS * seat : BLOCKS * (seat + 1)]:
        if block.kind == KIND.ARMY and block.square < OFF:
            return int(block.square)
    return -1


def _distance(s: View) -> int | None:
    return int(DISTANCE[army_square(s, 0), army_square(s, 1)]) if s.phase == PHASE.APPROACH else None


@of_setup
def _profiles(setup: Setup) -> list[dict[str, str]]:
    return [_profile(setup, seat) for seat in (0, 1)]


def _profile(setup: Setup, seat: int) -> dict[str, str]:
    profile = profile_of(setup, seat)
    return {"id": profile.id, "name": profile.name, "text": profile.text}


def _battle(setup: Setup, s: View) -> dict[str, Any] | None:
    if s.battle == NOBODY:
        return None
    return {
        "square": int(s.battle),
        "side": int(s.battle_side),
        "second": int(s.second),
        "first": 1 - int(s.second),
        "shift": None if s.shift == NO_SHIFT else int(s.shift),
        "templates": _templates(setup, int(s.battle), int(s.battle_side), int(s.second)),
    }


def _templates(setup: Setup, battle: int, side: int, second: int) -> list[dict[str, Any]]:
    """Where the battlefield may lie; the same for all viewers, from when the battle is known to its end."""
    kept, key = _battles(setup), (battle, side, second)
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST_BATTLES:
            kept.clear()
        found = kept[key] = [_template(setup, *key, shift) for shift in range(SHIFTS)]
    return found


@of_setup
def _battles(_setup: Setup) -> dict[tuple[int, int, int], list[dict[str, Any]]]:
    return {}


def _template(setup: Setup, battle: int, side: int, second: int, shift: int) -> dict[str, Any]:
    legal = bool(int(setup.allowed[battle, side]) >> shift & 1)
    judged = setup.scale > 0
    return {
        **template(setup.cell, battle, side, shift),
        "name": SHIFT_NAMES[shift],
        "legal": legal,
        "why": "" if legal else REASONS[REFUSAL.NOT_ALLOWED].sentence,
        "value": float(setup.score[second, battle, side, shift]) if judged else None,
    }


def prompt(setup: Setup, s: View, viewer: int) -> str:
    """What is asked now, and of whom."""
    if s.to_move == OVER:
        return result(setup, s)
    if s.to_move == CHANCE:
        return "The lots are drawn." if PHASES[int(s.phase)] == "lots" else "Both roll for the first turn."
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
        "scout": f"{asked} meets enemy blocks. Does it scout{_or_show(setup, s)}?",
        "show": f"{asked} scouts: which of your blocks there do you show?",
        "approach": "March closer, or hand in a kudo to go back or stay."
        if kudos
        else "You have no kudo left: march closer.",
        "template": "You were there first: place the template.",
    }[PHASES[int(s.phase)]]


def _or_show(setup: Setup, s: View) -> str:
    # O2.6: said from what all can see, whatever the block is
    b = int(s.acting)
    return (
        " or show itself"
        if b >= 0 and setup.show_army and not s.block[b].revealed and meets_army(s, b)
        else ""
    )


def result(setup: Setup, s: View) -> str:
    """How the match ended, or an empty text."""
    if s.to_move != OVER:
        return ""
    winner = SEATS[0 if s.score[0] > 0 else 1]
    if s.battle == NOBODY:
        return _without_battle(s, winner)
    where = f"The battle is fought in {square_name(int(s.battle))}"
    if not setup.scale > 0:
        return f"{where}. The ground is the result: nobody wins."
    value = float(setup.score[s.second, s.battle, s.battle_side, s.shift])
    ending = "a draw" if s.score[0] == 0 else f"{winner} wins"
    return f"{where}, {worth_told(setup, value)}: {ending}."


def worth_told(setup: Setup, value: float) -> str:
    """What ground of this score of Navy is, and what the score is counted from (O4.5)."""
    side = SEATS[0 if value > 0 else 1]
    # in the precision of the scores, as the rules judge
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
        return f"{loser}'s army never came to the map: {winner} wins."
    if all(block.square == OFF for block in s.block if block.kind == KIND.ARMY):
        return "Neither army came to the map: no battle, a draw."
    return f"The armies did not find each other in {TURN_CAP} turns: no battle, a draw."


def odds_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float] | None:
    """What a scouted block may be, for the seat that scouts, and what ground a step of the approach leads to; else None.

    None also where no block will turn up (O2.7). Of a step: see `ground_of`.
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
    """What a step of the approach leads to, in Navy's scores (O4.5), each battle's template lying best for who places it.

    `ends` is 1 where the armies meet by it: `navy` is then the score of that battle. Else `least` and `most` are those of the
    battles where the own army stands then, should the other come to it from one side or another. No scores where nobody wins.
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


def luck(setup: Setup, s: State, action: int) -> RollLuck | None:
    """None: the lots and the first turn are nobody's gain."""
    return None


def best_battle(setup: Setup, s: View) -> int:
    """The number of the battle that best play leads to from a position of the approach or at the template."""
    if s.phase == PHASE.TEMPLATE:
        return battle_number(int(s.second), int(s.battle), int(s.battle_side))
    navy, oxblood = s.block[army(s, 0)].square, s.block[army(s, 1)].square
    return int(setup.approach[navy, oxblood, s.kudos[0], s.kudos[1], s.to_move])


def best_action(setup: Setup, s: View) -> int:
    """The first action in the approach that keeps the value of best play."""
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
    """The best play from here, in the approach and at the template; "" elsewhere and where nothing is judged."""
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
