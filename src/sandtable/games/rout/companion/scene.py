"""What the page draws for the companion of ROUT!, and what it calls the choices there."""

from typing import Annotated, cast

from msgspec import Meta, Struct

from sandtable.authoring import CHANCE, OVER, Setup, View, values
from sandtable.games.rout.companion.ledger import ACTIONS, PHASE
from sandtable.games.rout.schema import KINDS, NONE, SIDES
from sandtable.games.rout.show import parts
from sandtable.games.rout.show.scene import Card
from sandtable.games.rout.show.words import CARD_NAMES

TITLES = {
    "first": "Draw lots",
    "deal": "Deal the cards",
    "card": "Draw the card",
    "hit": "Which enemy was hit?",
    "rout": "Which broken block fell off the table?",
    "done": "",
    "rally": "Which block rallies?",
    "leave": "",
    "remove": "",
    "keep": "",
}


class Scene(Struct, frozen=True):
    """The ledger. Cards and blocks are counted by kind: archer, cavalry, pike and, for cards, rally."""

    game: int
    best_of: int
    turn: int
    turn_cap: int
    wins: tuple[int, int]
    mover: Annotated[parts.Seat | None, Meta(description="Whose turn it is; null before the first.")]
    card: Card | None
    draws: Annotated[bool, Meta(description="The card of this turn is still to be drawn.")]
    next: Annotated[
        str, Meta(description="What comes after what is due, in a sentence; empty after the end.")
    ]
    tally: tuple[parts.Tally, parts.Tally]
    decks: Annotated[tuple[parts.Deck, parts.Deck], Meta(description="The cards of each seat.")]


def scene(setup: Setup, s: View, _viewer: int) -> Scene:
    """The games, the turn with its card, and for each side its blocks and its two piles; nothing is hidden."""
    seen = values(s)
    return Scene(
        game=min(int(seen.games) + 1, int(setup.games)),
        best_of=int(setup.games),
        turn=int(seen.turn),
        turn_cap=int(setup.turn_cap),
        wins=seen.wins.tolist(),
        mover=parts.number_or_none(seen.side),
        card=None if seen.card == NONE else cast("Card", CARD_NAMES[int(seen.card)]),
        draws=bool(seen.phase == PHASE.DRAW),
        next=_next(seen),
        tally=(parts.tally(seen, 0), parts.tally(seen, 1)),
        decks=(parts.deck(seen, 0), parts.deck(seen, 1)),
    )


def _next(s: View) -> str:
    if s.to_move == OVER:
        return ""
    if s.phase == PHASE.FIRST:
        return "both sides are dealt their units"
    side, other = SIDES[int(s.side)], SIDES[1 - int(s.side)]
    if s.phase == PHASE.DEAL:
        return f"{other} is dealt its units" if s.side == s.first else f"{other} draws a card"
    return f"{side} plays the card" if s.to_move == CHANCE else f"{other} draws a card"


def says(_setup: Setup, _view: View, _viewer: int, action: int) -> str:
    """What the page calls a choice."""
    taken = ACTIONS.unpack(action)
    fields = taken.fields
    match taken.kind:
        case "card":
            return CARD_NAMES[fields["card"]].capitalize()
        case "hit":
            return KINDS[fields["kind"]].capitalize()
        case "rout" | "rally":
            return f"{SIDES[fields['side']]}'s {KINDS[fields['kind']]}"
        case "done":
            return "End the turn"
        case _:
            return ""
