"""The log of Optio: one line for each action and outcome, from what the viewer may know before and after it."""

from sandtable.authoring import Beat, LogLine, Setup, View
from sandtable.games.optio.data.ground import SIDES, square_name
from sandtable.games.optio.data.profiles import profiles
from sandtable.games.optio.rules.turns import army, enemies
from sandtable.games.optio.schema import (
    ACTIONS,
    ANY_TARGET,
    ARMIES,
    BLOCKS,
    KIND,
    KINDS,
    NOBODY,
    PHASE,
    PLACES,
)
from sandtable.games.optio.show.battlefield import SEATS
from sandtable.games.optio.show.text import SHIFT_NAMES, army_square, block_name, hidden, result, verdict

CLAUSES = {
    "deal": "O1.3",
    "wish": "O4.5",
    "opening": "O1.4",
    "enter": "O2.2",
    "step": "O2.3",
    "end": "O2.1",
    "scout": "O2.6",
    "challenge": "O2.6",
    "pass": "O2.6",
    "show": "O2.6",
    "march": "O3.1",
    "retreat": "O3.1",
    "stand": "O3.1",
    "template": "O4.3",
}


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """The line for `action` (-1: secret to this viewer) between two views."""
    if action < 0:
        seat = SEATS[int(before.ply) % 2]
        if before.ply >= 2:
            return LogLine("wish", f"{seat}'s private wishes are drawn.", (), CLAUSES["wish"])
        return LogLine("deal", f"{seat} sets up six blocks, face down.", (), CLAUSES["deal"])
    chosen = ACTIONS.unpack(action)
    fields = chosen.fields
    dice = (fields["first"] + 1, fields["second"] + 1) if chosen.kind == "opening" else ()
    text = (
        _outcome(before, after) + _line(before, chosen.kind, fields, after) + _follows(setup, before, after)
    )
    return LogLine(
        chosen.kind, text, dice, CLAUSES[chosen.kind], _beats(setup, before, chosen.kind, fields, after)
    )


def _line(before: View, kind: str, fields: dict[str, int], after: View) -> str:
    seat = int(before.to_move)
    if kind == "deal":
        return _dealt(fields["seat"], after)
    if kind == "wish":
        return _wished(fields["seat"], fields["wish"])
    if kind == "opening":
        return _opened(fields["first"] + 1, fields["second"] + 1)
    if kind in ("enter", "step"):
        return _moved(seat, kind, fields["block"], after)
    if kind == "scout":
        return _scouted(before, BLOCKS * seat + fields["block"], fields["target"], after)
    if kind == "show":
        b = BLOCKS * seat + fields["block"]
        return f"{SEATS[seat]} shows {block_name(b)}: {_named(after, b)}."
    if kind == "template":
        return f"{SEATS[seat]} places the template {SHIFT_NAMES[fields['shift']]}."
    return _simple(before, seat, kind, fields.get("side", 0), after)


def _simple(before: View, seat: int, kind: str, side: int, after: View) -> str:
    where = "" if kind in ("end", "challenge", "pass") else _goal(after, seat, side)
    return {
        "end": _ended(before, seat),
        "challenge": f"{SEATS[seat]}'s army shows itself to the enemy army.",
        # O2.6: the same words whatever the block is
        "pass": f"{block_name(int(before.acting))} does not scout.",
        "march": f"{SEATS[seat]}'s army {'marches' if before.kudos[seat] else 'has no kudos and must march'} {where}.",
        "retreat": f"{SEATS[seat]} hands in a kudo, and the army backs away {where}.",
        "stand": f"{SEATS[seat]} hands in a kudo, and the army stays.",
    }[kind]


def _ended(before: View, seat: int) -> str:
    moved = sum(bool(block.moved) for block in before.block[BLOCKS * seat : BLOCKS * (seat + 1)])
    return f"{SEATS[seat]} ends the turn: {moved} {'block' if moved == 1 else 'blocks'} moved."


def _goal(after: View, seat: int, side: int) -> str:
    return f"{SIDES[side]} to {square_name(army_square(after, seat))}"


def _dealt(seat: int, after: View) -> str:
    kinds = [int(block.kind) for block in after.block[BLOCKS * seat : BLOCKS * (seat + 1)]]
    army, scout = kinds.index(KIND.ARMY) + 1, kinds.index(KIND.SCOUT) + 1
    return f"{SEATS[seat]} sets up six blocks: number {army} is the army, number {scout} the scout."


def _wished(seat: int, wish: int) -> str:
    name = profiles()[ARMIES[wish]].name
    return f"{SEATS[seat]}'s private wishes are those of {name}; a computer plays to fulfil them, and a person may too."


def _opened(navy: int, oxblood: int) -> str:
    if navy == oxblood:
        return f"Both players roll {navy} for the first turn, so they roll again."
    return f"Navy rolls {navy}, Oxblood rolls {oxblood}: {SEATS[0 if navy > oxblood else 1]} moves first."


def _moved(seat: int, kind: str, number: int, after: View) -> str:
    b = BLOCKS * seat + number
    square = square_name(int(after.block[b].square))
    return f"{block_name(b)} {'enters at' if kind == 'enter' else 'moves to'} {square}."


def _scouted(before: View, b: int, target: int, after: View) -> str:
    line = f"{block_name(b)} scouts: it is {_named(after, b)}."
    first = enemies(b)
    if target != ANY_TARGET and after.block[first + target].revealed:
        return f"{line} {block_name(first + target)} is {_named(after, first + target)}."
    turned = [
        o for o in range(first, first + BLOCKS) if after.block[o].revealed and not before.block[o].revealed
    ]
    return f"{line} {block_name(turned[0])} is {_named(after, turned[0])}." if turned else line


def _named(s: View, b: int) -> str:
    kind = KINDS[int(s.block[b].kind)]
    return f"a {kind}" if kind == "dummy" else f"the {kind}"


def _outcome(before: View, after: View) -> str:
    """The start of the line: the most important result, ahead of how it came about."""
    met = int(before.phase) != PHASE.TEMPLATE and int(after.phase) == PHASE.TEMPLATE
    return f"The armies meet in {square_name(int(after.battle))}. " if met else ""


def _follows(setup: Setup, before: View, after: View) -> str:
    """The further effects of an action."""
    if int(after.phase) == PHASE.OVER:
        return f" {result(setup, after)}"
    if _found(before, after):
        navy, oxblood = (block_name(army(after, seat)) for seat in (0, 1))
        return f" Both armies are face up, {navy} and {oxblood}: all other blocks are removed."
    return ""


def _found(before: View, after: View) -> bool:
    """Whether both armies are face up from here on (O2.7)."""
    return hidden(before) and not hidden(after) and int(after.phase) != PHASE.OVER


# the animation


def _beats(setup: Setup, before: View, kind: str, fields: dict[str, int], after: View) -> tuple[Beat, ...]:
    seat = int(before.to_move)
    seen: list[Beat] = []
    if kind in ("enter", "step"):
        seen = _gone(before, BLOCKS * seat + fields["block"], after)
    elif kind == "scout":
        seen = _looked(before, BLOCKS * seat + fields["block"], fields["target"])
    elif kind in ("march", "retreat", "stand"):
        left = "last kudo" if before.kudos[seat] == 1 else "−1 kudo"
        kudo = [] if kind == "march" else [Beat("blow", (army_square(before, seat),), left)]
        seen = [*kudo, *_gone(before, army(before, seat), after)]
    return (*seen, *_turned(before, after), *_met(setup, before, kind, after))


def _gone(before: View, b: int, after: View) -> list[Beat]:
    here, there = int(before.block[b].square), int(after.block[b].square)
    if here == there or there >= PLACES:
        return []
    return [Beat("way", (there,) if here >= PLACES else (here, there))]


def _looked(before: View, b: int, target: int) -> list[Beat]:
    here = int(before.block[b].square)
    there = here if target == ANY_TARGET else int(before.block[enemies(b) + target].square)
    return [Beat("aim", (here, there))] if max(here, there) < PLACES and here != there else []


def _turned(before: View, after: View) -> list[Beat]:
    """Blocks that turn face up (O2.6)."""
    return [
        Beat("turn", (int(old.square),), KINDS[int(new.kind)])
        for old, new in zip(before.block, after.block, strict=True)
        if new.revealed and not old.revealed and old.square < PLACES
    ]


def _met(setup: Setup, before: View, kind: str, after: View) -> list[Beat]:
    """That the armies know of each other, where they meet, and the battlefield with its score (O3.2, O4.3, O4.5)."""
    if int(before.phase) != PHASE.TEMPLATE and int(after.phase) == PHASE.TEMPLATE:
        return [Beat("call", (int(after.battle),), "The armies meet")]
    if _found(before, after):
        return [Beat("call", (), "Both armies found!")]
    if kind == "template" and before.battle != NOBODY:
        square, said = int(before.battle), verdict(setup, after)
        return [Beat("frame", (square,)), *([Beat("call", (square,), said)] if said else [])]
    return []
