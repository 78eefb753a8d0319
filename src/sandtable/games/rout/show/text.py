"""ROUT! in words and pictures for human readers: labels, the table as text, prompts, results and odds.

Everything here reads records that `observe` has written.
"""

from functools import cache
from math import ceil
from string import ascii_uppercase
from typing import Any

import numpy as np

from sandtable.authoring import CHANCE, OVER, Labels, RollLuck, Setup, State, View
from sandtable.games.rout.data.formations import NAMES
from sandtable.games.rout.rules.push import slipped
from sandtable.games.rout.schema import (
    ACTIONS,
    ANGLES,
    BLOCKS,
    CARDS,
    DIRECTIONS,
    GRAIN,
    HALVES,
    KINDS,
    LEAST_PACE,
    NONE,
    PACE,
    PACES,
    PHASE,
    SIDES,
    SLOWEST,
    SPEEDS,
    SPLITS,
    STEPS,
    STILL,
    TURN,
    TURNS,
    UNITS,
)
from sandtable.games.rout.show import parts
from sandtable.games.rout.show.words import CARD_NAMES, a, angle_of, called, counted, listed, off_aim

# the four sides of a block in the order of contact points (T3.1): its long side points ahead
RIMS = ("left flank", "right flank", "front", "rear")
DEED_WORDS = {"move": "move it", "melee": "charge with it", "range": "shoot with it"}
# the width of the picture in characters; a line is twice as high as a character is wide
ACROSS = 50


def labels(setup: Setup) -> Labels:
    """Names of field values: contact points by side and place along it, angles in degrees, speeds in m/s."""
    return _labels()


@cache
def _labels() -> Labels:
    # these are long, and the same for all settings
    numbers = tuple(str(n) for n in range(1, BLOCKS + 1))
    half = STEPS // 2
    return {
        "seat": SIDES,
        "split": SPLITS[: HALVES.OPEN],
        "kind": KINDS,
        "card": CARD_NAMES,
        "formation": NAMES,
        "unit": numbers,
        "rank": numbers,
        "angle": [f"{n} deg" for n in range(ANGLES)],
        "contact": [f"{rim} {(k - half) / half:+.2f}" for rim in RIMS for k in range(STEPS)],
        "direction": [f"{n / 10:.1f} deg" for n in range(DIRECTIONS)],
        "speed": [f"{SLOWEST + PACE * n:.2f}" for n in range(SPEEDS)],
        # T3.0: aimed flicks get no suffix
        "by": ("", " by finger"),
        "turn": [f"{(n - STILL) / 10:+.1f} deg" for n in range(TURNS)],
        "pace": [f"{n + LEAST_PACE} %" for n in range(PACES)],
    }


# the table as text


def draw(setup: Setup, s: View) -> str:
    """The table as text, then the turn, each side's pieces, and a line per block.

    Ivory's blocks are capital letters, Ink's lower-case ones, and broken ones question marks, in the order of the blocks'
    numbers; dots are Ivory's half. The numbers next to the picture are in millimetres.
    """
    ranks = {n: rank for rank, n in enumerate(parts.broken_ids(s), 1)}
    return "\n".join(
        [
            *_picture(setup, s),
            _turn_line(setup, s),
            *(_side_line(s, side) for side in range(2)),
            *(_block_line(s, n, ranks) for n in _there(s)),
        ]
    )


def _there(s: View) -> list[int]:
    return [n for n in range(int(s.count)) if parts.is_there(s.block[n])]


def _picture(setup: Setup, s: View) -> list[str]:
    width, height = parts.millimetres(setup.width), parts.millimetres(setup.height)
    cell = max(width, height) / ACROSS
    columns, rows = ceil(width / cell), ceil(height / (2 * cell))
    split = parts.split_of(setup, s)
    grid = [
        [
            _ground(split, (column + 0.5) * cell / width, (row + 0.5) * 2 * cell / height)
            for column in range(columns)
        ]
        for row in range(rows)
    ]
    for n in _there(s):
        sign = _sign(s, n)
        for x, y in _points(setup, s.block[n]):
            column, row = int(x // cell), int(y // (2 * cell))
            if 0 <= column < columns and 0 <= row < rows:
                grid[row][column] = sign
    lines = [f"{row * 2 * cell:5.0f} |{''.join(grid[row])}|" for row in reversed(range(rows))]
    marks = "".join(f"{column * cell:<10.0f}" for column in range(0, columns, 10))
    return [*lines, f"       {marks}".rstrip()]


def _ground(split: int, x: float, y: float) -> str:
    # T1.2: shares of the table's width and height
    if split == HALVES.OPEN:
        return " "
    return "." if y < (x if split == HALVES.DIAGONAL else 0.5) else " "


def _points(setup: Setup, block: Any) -> list[tuple[float, float]]:
    """Points all over a block, in mm."""
    x, y, c, s = int(block.x) / GRAIN, int(block.y) / GRAIN, int(block.c) / TURN, int(block.s) / TURN
    long, wide = float(setup.long[0]), float(setup.wide[0])
    return [
        (1000 * (x + u * long * c - v * wide * s), 1000 * (y + u * long * s + v * wide * c))
        for u in np.linspace(-0.9, 0.9, 9).tolist()
        for v in (-0.8, 0.0, 0.8)
    ]


def _sign(s: View, n: int) -> str:
    if s.block[n].broken:
        return "?"
    return chr(ord("a" if s.block[n].side else "A") + n)


def _turn_line(setup: Setup, s: View) -> str:
    card = "" if s.card == NONE else f", {a(CARD_NAMES[int(s.card)])} card"
    whose = "" if s.side == NONE else f", {SIDES[int(s.side)]}'s"
    return f"turn {int(s.turn)} of {int(setup.turn_cap)}{whose}{card}"


def _side_line(s: View, side: int) -> str:
    told = parts.tally(s, side)
    has = ", ".join(f"{name}: {_by_kind(getattr(told, name))}" for name in ("unbroken", "broken", "routed"))
    deck, discard = s.deck[side], s.discard[side]
    return f"{SIDES[side]} {has}, deck: {_by_kind(deck)}, discarded: {_by_kind(discard)}"


def _by_kind(counts: Any) -> str:
    return listed([f"{int(n)} {CARD_NAMES[kind]}" for kind, n in enumerate(counts[:CARDS]) if n]) or "nothing"


def _block_line(s: View, n: int, ranks: dict[int, int]) -> str:
    block = s.block[n]
    place = f"{int(block.x) * 1000 / GRAIN:.2f} by {int(block.y) * 1000 / GRAIN:.2f}"
    rank = f", number {ranks[n]} of the broken" if n in ranks else ""
    return f"{_sign(s, n)} {n + 1} {called(block)}: {place}, turned {angle_of(block):.2f} deg{rank}"


# prompts and results


def prompt(setup: Setup, s: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    if s.to_move == OVER:
        return result(setup, s)
    if s.to_move == CHANCE:
        return _awaited(s)
    if int(s.to_move) != viewer:
        return f"{SIDES[int(s.to_move)]} is to move."
    return _question(setup, s)


def _awaited(s: View) -> str:
    if s.phase == PHASE.FIRST:
        return "Lots decide who goes first."
    side = SIDES[int(s.side)]
    return {
        PHASE.DEAL: f"A card is dealt to {side}.",
        PHASE.DRAW: f"{side} reveals a card.",
        PHASE.HAND: f"{side}'s hand carries out the flick.",
    }[int(s.phase)]


def _question(setup: Setup, s: View) -> str:
    if s.phase == PHASE.SPLIT:
        return "How do you split the field: straight across or diagonally?"
    if s.phase == PHASE.PLACE:
        left = int(s.waiting[s.side].sum())
        blocks = counted(left, "block", "blocks")
        return f"Place {blocks} in your half, or choose a formation."
    if s.phase == PHASE.RALLY:
        return "Rally: turn a broken block face up, or pass."
    if s.phase == PHASE.REMOVE:
        return f"You have no {KINDS[int(s.card)]} left: take the card out of the game?"
    return _act(s)


def _act(s: View) -> str:
    # T2.2, T2.4
    may = listed([DEED_WORDS[deed] for i, deed in enumerate(DEED_WORDS) if int(s.may) >> i & 1])
    may = may.replace(" and ", " or ")
    if s.unit != NONE:
        unit = s.block[int(s.unit)]
        return f"Your {KINDS[int(unit.kind)]}, block {int(s.unit) + 1}: {may}, or pass."
    return f"Choose {a(KINDS[int(s.card)])} unit: {may}, or pass."


def result(setup: Setup, s: View) -> str:
    """How the match ended; "" before the end (T2.6 to T2.7)."""
    if s.to_move != OVER:
        return ""
    if s.score[0] == 0:
        return _drawn(setup, s)
    winner = 0 if s.score[0] > 0 else 1
    if setup.best_of > 1:
        return (
            f"{SIDES[winner]} wins the match with {_games(int(s.wins[winner]))} to {int(s.wins[1 - winner])}."
        )
    return f"{SIDES[winner]} wins: every unit of {SIDES[1 - winner]} is broken or routed."


def _drawn(setup: Setup, s: View) -> str:
    if setup.best_of > 1:
        return f"{_games(int(s.wins[0])).capitalize()} each: the match is a draw."
    return f"Nobody won in {counted(int(s.turn), 'turn', 'turns')}: a draw."


def _games(n: int) -> str:
    return counted(n, "game", "games")


def says(_setup: Setup, s: View, viewer: int, action: int) -> str:
    """What the page calls a choice: a rally names a block by the letter that it has on the page, not by its rank (T2.5)."""
    chosen = ACTIONS.unpack(action)
    if chosen.kind != "rally":
        return ""
    block = s.block[parts.broken_ids(s)[chosen.fields["rank"]]]
    name = called(block)
    alike = [other for n in range(int(s.count)) if called(other := s.block[n]) == name]
    letter = ""
    if len(alike) > 1:
        # from the viewer's far left, row by row
        way = -1 if viewer == 1 else 1
        before = (way * -int(block.y), way * int(block.x))
        n = sum((way * -int(other.y), way * int(other.x)) < before for other in alike)
        letter = f" {ascii_uppercase[n]}"
    return f"rally {name.removeprefix('a ')}{letter}"


def odds_of(setup: Setup, s: View, viewer: int, action: int) -> dict[str, float] | None:
    """What a broken block might be, for the side that rallies, judged by the public losses; None for other actions
    (T2.5).

    `own`: the chance that it is the rallier's; then a chance for each kind. The chances of a flick are in `shot.json`.
    """
    chosen = ACTIONS.unpack(action)
    if chosen.kind != "rally":
        return None
    ids = parts.broken_ids(s)
    block = s.block[ids[chosen.fields["rank"]]]
    weights = s.broken.astype(np.float64)
    if block.side == NONE:
        for n in ids:
            if s.block[n].side != NONE:
                weights[s.block[n].side, s.block[n].kind] -= 1
    else:
        weights[:] = 0
        weights[block.side, block.kind] = 1
    weights /= weights.sum()
    kinds = {KINDS[kind]: float(weights[:, kind].sum()) for kind in range(UNITS)}
    return {"own": float(weights[s.side].sum()), **kinds}


def chances(setup: Setup, s: View, viewer: int, action: int) -> str:
    """What a rallied block may be, in words; "" for other actions."""
    found = odds_of(setup, s, viewer, action)
    return (
        "" if found is None else f"the block is {SIDES[s.side]}'s in {round(100 * found['own'])} % of cases"
    )


def luck(setup: Setup, s: State, action: int) -> RollLuck | None:
    """How straight a flick went, as a negative number of degrees, and the hand's average for this aim (T3.2).

    None for cards, whose value depends on the player, and for a hand that errs only in speed.
    """
    chosen, side = ACTIONS.unpack(action), int(s.side)
    if chosen.kind != "hand" or setup.error[side, 0] == 0:
        return None
    right, left = (_cut(setup, s, turn) for turn in (-STILL, STILL))
    errors = np.abs(np.clip(np.arange(-STILL, STILL + 1), right, left))
    usual = float(errors @ np.diff(setup.turns[side], prepend=0.0))
    return RollLuck(side, -usual / 10, -abs(_cut(setup, s, chosen.fields["turn"] - STILL)) / 10)


def _cut(setup: Setup, s: State, turn: int) -> int:
    """The resulting error of direction if the hand turns the aimed flick by `turn`, in tenths of a degree (T3.2)."""
    flick = s.flick
    direction = int(flick.direction)
    happens = slipped(setup, s.block[int(flick.unit)], int(flick.contact), direction, turn)
    return off_aim(direction, happens)
