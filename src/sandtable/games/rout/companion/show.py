"""What people read in the companion of ROUT!. Everything here reads views, in which nothing is hidden."""

from collections.abc import Mapping
from typing import Any

from sandtable.authoring import CHANCE, OVER, Labels, LogLine, Setup, View
from sandtable.games.rout.companion.ledger import ACTIONS, PHASES
from sandtable.games.rout.schema import KINDS, RALLY, SIDES
from sandtable.games.rout.show.words import a, counted

CARDS = (*KINDS, "rally")
DOES = ("may move once and shoot once", "may move once and charge once", "may charge once")
SAID = {
    "deal": "{by} is dealt {archers}, {cavalry} cavalry and {pikes}.",
    "card": "{by} draws {card}.",
    "hit": "{by} hits an enemy {kind}: it is broken.",
    "rout": "{side}'s broken {kind} is off the table: routed.",
    "done": "{by} ends the turn.",
    "rally": "{by} rallies {side}'s {kind}.",
    "leave": "{by} rallies nobody.",
    "remove": "{by} takes the card out of the game.",
    "keep": "{by} keeps the card.",
}
CLAUSES = {
    "first": "T1.6",
    "deal": "T1.4",
    "card": "T2.1",
    "hit": "T4.1",
    "rout": "T4.2",
    "done": "T2.2",
    "rally": "T2.4",
    "leave": "T2.4",
    "remove": "T2.3",
    "keep": "T2.3",
}


def labels(_setup: Setup) -> Labels:
    """Names of field values."""
    return {"seat": SIDES, "side": SIDES, "kind": KINDS, "card": CARDS}


def draw(setup: Setup, view: View) -> str:
    """The ledger: the games, and for each side its units by kind and its two piles."""
    game = min(int(view.games) + 1, int(setup.games))
    head = f"Game {game} of {int(setup.games)}, turn {int(view.turn)} of {int(setup.turn_cap)}"
    won = f"Won: {SIDES[0]} {int(view.wins[0])}, {SIDES[1]} {int(view.wins[1])}"
    heads = [head, won] if setup.games > 1 else [head]
    return "\n\n".join(["\n".join(heads), *("\n".join(_side(view, side)) for side in (0, 1))])


def _side(view: View, side: int) -> list[str]:
    lines = [f"{SIDES[side]:<9} up broken routed"]
    for kind, name in enumerate(KINDS):
        broken, routed = int(view.broken[side][kind]), int(view.routed[side][kind])
        lines.append(f"  {name:<7}{int(view.dealt[side][kind]) - broken - routed:>3}{broken:>7}{routed:>7}")
    return [*lines, f"  deck {_pile(view.deck[side])}", f"  discards {_pile(view.discard[side])}"]


def _pile(pile: Any) -> str:
    held = [f"{int(count)} {name}" for name, count in zip(CARDS, pile, strict=True) if count]
    return ", ".join(held) or "empty"


def prompt(setup: Setup, view: View, viewer: int) -> str:
    """The current prompt, and for whom."""
    if view.to_move == OVER:
        return result(setup, view)
    phase = PHASES[int(view.phase)]
    if phase == "first":
        return "Who goes first?"
    side = SIDES[int(view.side)]
    if phase == "deal":
        return f"{side} is dealt {int(setup.units[int(view.side)])} unit cards."
    if view.to_move == CHANCE:
        return f"{side} reveals the top card."
    if int(view.to_move) != viewer:
        return f"{side} says what happens."
    if phase == "turn":
        kind = int(view.card)
        return f"{side}: one {KINDS[kind]} {DOES[kind]}. What happened?"
    if phase == "rally":
        return f"{side}: turn any one broken block face up. Whose is it, and what is it?"
    return f"All of {side}'s {KINDS[int(view.card)]} units are routed: take the card out of the game?"


def result(_setup: Setup, view: View) -> str:
    """How the match ended; "" before the end."""
    if view.to_move != OVER:
        return ""
    first = 1 if view.score[0] < 0 else 0
    won = f"{int(view.wins[first])} to {int(view.wins[1 - first])}"
    if view.score[0] == 0:
        return f"The match is a draw, {won}."
    return f"{SIDES[first]} wins the match, {won}."


def tell(setup: Setup, before: View, action: int, after: View) -> LogLine:
    """One line of the log."""
    taken = ACTIONS.unpack(action)
    line = _line(setup, before, taken.kind, taken.fields)
    if taken.kind == "card":
        line += _idle(before, taken.fields["card"], after)
    if after.games > before.games:
        line += _ended(before, after)
    return LogLine(taken.kind, f"{line} {result(setup, after)}".strip(), clause=CLAUSES[taken.kind])


def _line(setup: Setup, before: View, kind: str, fields: Mapping[str, int]) -> str:
    if kind == "first":
        return f"{SIDES[fields['seat']]} goes first."
    if kind == "deal":
        archers, cavalry = fields["archers"], fields["cavalry"]
        pikes = int(setup.units[int(before.side)]) - archers - cavalry
        known = {
            "archers": counted(archers, "archer", "archers"),
            "cavalry": cavalry or "no",
            "pikes": counted(pikes, "pike", "pikes"),
        }
    else:
        known = {name: labels(setup)[name][value] for name, value in fields.items()}
        if "card" in known:
            known["card"] = f"{a(known['card'])} card"
    return SAID[kind].format(by=SIDES[int(before.side)], **known)


def _idle(before: View, card: int, after: View) -> str:
    if after.turn == before.turn and after.games == before.games:
        return ""
    return " No block is broken." if card == RALLY else f" No {KINDS[card]} is unbroken: the turn passes."


def _ended(before: View, after: View) -> str:
    winner = next((side for side in (0, 1) if after.wins[side] > before.wins[side]), None)
    return " The game is a draw." if winner is None else f" {SIDES[winner]} wins the game."
