"""The log of ROUT!: one line for each action and outcome, from what the viewer may know before and after it.

The result of a flick is derived from the losses, which are public, and from the blocks as the viewer saw them before
(T2.5).
"""

from typing import Any

import numpy as np

from sandtable.authoring import LogLine, Setup, View
from sandtable.games.rout.data.formations import NAMES
from sandtable.games.rout.schema import (
    ACTIONS,
    BY,
    DEED,
    DEEDS,
    KINDS,
    LEAST_PACE,
    NONE,
    PHASE,
    RALLY,
    SIDES,
    SPLITS,
    STILL,
    UNITS,
)
from sandtable.games.rout.show.film import Replay, replay
from sandtable.games.rout.show.text import result
from sandtable.games.rout.show.words import CARD_NAMES, a, called, counted, listed, off_aim

CLAUSES = {
    "first": "T1.6",
    "split": "T1.2",
    "deal": "T1.4",
    "formation": "T1.5",
    "place": "T1.5",
    "card": "T2.1",
    "aim": "T3.1",
    "move": "T3.3",
    "melee": "T3.4",
    "range": "T3.5",
    "break": "T4.1",
    "rout": "T4.2",
    "rally": "T2.4",
    "remove": "T2.3",
    "pass": "T2.2",
}
NOUNS = ("Move", "Charge", "Shot")
DECLINED = {
    PHASE.RALLY: ("leaves the broken blocks as they are", "T2.4"),
    PHASE.REMOVE: ("keeps the card", "T2.3"),
}


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """The log line for `action` (-1: secret to this viewer) between two views.

    Its kind is that of the action; for a completed flick it is "rout", "break" or its deed; for one that waits for the hand,
    "aim".
    """
    kind, fields = ("place", {}) if action < 0 else _taken(action)
    # T3.0: a finger flick needs no hand
    if kind == "hand" or (kind in DEEDS and (fields["by"] == BY.FINGER or not setup.noisy[before.side])):
        return _flick(setup, before, fields, after)
    line, kind, clause = _line(before, kind, fields, after)
    return LogLine(kind, " ".join([line, *_follows(setup, before, after)]), (), clause)


def _taken(action: int) -> tuple[str, dict[str, int]]:
    chosen = ACTIONS.unpack(action)
    return chosen.kind, chosen.fields


def _line(before: View, kind: str, fields: dict[str, int], after: View) -> tuple[str, str, str]:
    """The sentence for an action that moves no block, the kind of the line, and the clause."""
    if kind == "first":
        return f"{SIDES[fields['seat']]} goes first.", kind, CLAUSES[kind]
    side = SIDES[int(before.side)]
    if kind in DEEDS:
        return f"{side} {_aimed(before, after)}.", "aim", CLAUSES["aim"]
    if kind == "pass":
        words, clause = DECLINED.get(int(before.phase), ("ends the turn", CLAUSES["pass"]))
        return f"{side} {words}.", kind, clause
    words = {
        "split": lambda: f"splits the field {_split(fields['split'])}",
        "deal": lambda: f"is dealt {a(KINDS[fields['kind']])} card",
        "formation": lambda: f"lines up in the {NAMES[fields['formation']]} formation",
        "place": lambda: _placed(before, fields, after),
        "card": lambda: f"reveals {a(CARD_NAMES[fields['card']])} card",
        "rally": lambda: f"turns a broken block face up: it is {_rallied(before, after)}",
        "remove": lambda: f"takes the {KINDS[int(before.card)]} card out of the game",
    }[kind]()
    return f"{side} {words}.", kind, CLAUSES[kind]


def _split(split: int) -> str:
    return "diagonally" if SPLITS[split] == "diagonal" else "straight across"


def _placed(before: View, fields: dict[str, int], after: View) -> str:
    if fields:
        place = (
            f"{fields['x']} mm from the edge on Ivory's left and {fields['y']} mm from Ivory's own edge, "
            f"turned {fields['angle']} degrees"
        )
        return f"places {a(KINDS[fields['kind']])} block {place}"
    # T1.5: the number of blocks placed out of sight is not secret
    side = int(before.side)
    more = int(after.placed[side]) - int(before.placed[side])
    return (
        f"places {counted(more, 'block', 'blocks')} out of sight"
        if more > 0
        else "lines up again, out of sight"
    )


def _rallied(before: View, after: View) -> str:
    side, kind = (int(n) for n in np.argwhere(_losses(before, "broken") > _losses(after, "broken"))[0])
    own = ", which may act" if side == int(before.side) else ""
    return f"{SIDES[side]}'s {KINDS[kind]}{own}"


def _losses(s: View, name: str) -> Any:
    return s[name].astype(np.int64)


# flicks


def _aimed(before: View, after: View) -> str:
    flick = after.flick
    return f"aims with its {KINDS[int(before.block[int(flick.unit)].kind)]}. {_course(flick)}"


def _course(flick: Any) -> str:
    # no compass points: the table may be rotated
    by = " by finger" if flick.by == BY.FINGER else ""
    return f"{NOUNS[int(flick.deed)]}{by}: {int(flick.direction) / 10:.1f}°, {int(flick.speed) / 100:.2f} m/s"


def _flick(setup: Setup, before: View, fields: dict[str, int], after: View) -> LogLine:
    """A completed flick: its result, what follows, and how it went."""
    shown = replay(setup, after.was, int(after.was_count), after.last)
    came = _came_to(before, shown, after)
    said = [
        f"{came[0].upper()}{came[1:]}.",
        *_put_back(shown, after),
        *_follows(setup, before, after),
        _went(fields, after),
    ]
    kind = "rout" if after.gone else "break" if after.hit != NONE else DEEDS[int(after.last.deed)]
    return LogLine(kind, " ".join(said), (), CLAUSES[kind])


def _went(fields: dict[str, int], after: View) -> str:
    """How a flick went: only the hand's error if the aim has its own line, otherwise all of it."""
    if "turn" not in fields:
        return f"{_course(after.last)}."
    # T3.2
    turn, pace = fields["turn"] - STILL, fields["pace"] + LEAST_PACE - 100
    slips = f"slipped {abs(turn) / 10:.1f}° to the {'left' if turn > 0 else 'right'}" if turn else ""
    happened = off_aim(int(after.meant.direction), int(after.last.direction))
    if happened != turn:
        slips += f" (cut to {abs(happened) / 10:.1f}°: a push must be within 75° of straight in)"
    off = f"{'was ' if not turn else ''}{abs(pace)} % too {'fast' if pace > 0 else 'slow'}" if pace else ""
    return f"The hand {', '.join(part for part in (slips, off) if part) or 'was true'}."


def _came_to(before: View, shown: Replay, after: View) -> str:
    """What a flick did, or that it touched nothing."""
    hit, deed = int(after.hit), int(after.last.deed)
    unit = called(after.was[int(after.last.unit)])
    struck = "" if hit == NONE else called(after.was[hit])
    routed = [n for n in range(shown.blocks) if int(after.gone) >> n & 1]
    lost = _lost(before, after) or [called(after.was[n]) for n in routed]
    deeds = [f"breaks {'and routs ' if hit in routed else ''}{struck}"] if struck else []
    if struck and hit in routed:
        lost.remove(struck)
    if lost:
        deeds.append(f"routs {listed(lost)}")
    if deeds:
        return f"{unit} {listed(deeds)}"
    does = {DEED.MOVE: "moves", DEED.MELEE: "charges"}.get(deed, "shoots")
    if not shown.touched:
        return f"{unit} {does} and touches nobody"
    first = called(after.was[shown.touched[0]])
    if deed == DEED.MOVE:
        return f"{unit} {does} and bumps into {first}"
    return f"{unit} {does}, touches {first} and breaks nobody"


def _lost(before: View, after: View) -> list[str]:
    """What was routed, judging by the losses; empty if another game has started, which resets them."""
    if after.game != before.game and after.phase != PHASE.OVER:
        return []
    more = _losses(after, "routed") - _losses(before, "routed")
    return [
        f"{SIDES[side]}'s {KINDS[kind]}"
        for side in range(2)
        for kind in range(UNITS)
        for _ in range(more[side, kind])
    ]


def _put_back(shown: Replay, after: View) -> list[str]:
    # T4.3
    back = [n for n in shown.left if not int(after.gone) >> n & 1]
    told = []
    for n in back:
        name = called(after.was[n])
        told.append(f"{name[0].upper()}{name[1:]} leaves the table and is put back.")
    return told


# what follows


def _follows(setup: Setup, before: View, after: View) -> list[str]:
    """The further effects of an action."""
    if after.phase == PHASE.OVER:
        return [*_game_over(setup, before, after), result(setup, after)]
    if after.game != before.game:
        return _game_over(setup, before, after)
    if before.phase == PHASE.PLACE and after.phase == PHASE.DRAW:
        return [f"All blocks are in place. {SIDES[int(after.side)]} takes the first turn."]
    if after.phase == PHASE.DRAW and after.turn != before.turn:
        return [*_passed(before, after), *_shuffled(before, after)]
    return []


def _passed(before: View, after: View) -> list[str]:
    # T2.3, T2.4
    if before.phase != PHASE.DRAW:
        return []
    if after.discard[before.side, RALLY] > before.discard[before.side, RALLY]:
        return ["No block is broken: the turn passes."]
    return ["No unit of that kind can act: the turn passes."]


def _shuffled(before: View, after: View) -> list[str]:
    # T2.1
    side = int(after.side)
    if not before.discard[side].any() or after.discard[side].any():
        return []
    return [f"{SIDES[side]}'s deck is empty: the discards are shuffled."]


def _game_over(setup: Setup, before: View, after: View) -> list[str]:
    # T2.6b
    if setup.best_of == 1:
        return []
    won = [side for side in range(2) if after.wins[side] > before.wins[side]]
    ends = f"{SIDES[won[0]]} wins game {int(after.game)}" if won else f"Game {int(after.game)} is a draw"
    if after.phase == PHASE.OVER:
        return [f"{ends}."]
    return [f"{ends}. Game {int(after.game) + 1} begins: {SIDES[int(after.first)]} goes first."]
