"""What the page draws for ROUT!."""

from typing import Annotated, Literal, cast

import msgspec
from msgspec import Meta, Struct

from sandtable.authoring import Setup, View, of_state, values
from sandtable.games.rout.schema import FLICKS, GAP, NONE, PHASE, SIDES
from sandtable.games.rout.show import film, parts
from sandtable.games.rout.show.words import CARD_NAMES

Card = Literal["archer", "cavalry", "pike", "rally"]
Flicks = Literal["aimed", "finger", "either"]

# the same names, in the order of their numbers in records
_CARDS, _FLICKS = cast("tuple[Card, ...]", CARD_NAMES), cast("tuple[Flicks, ...]", FLICKS)


class Scene(Struct, frozen=True):
    """What the page draws.

    Lengths are in mm, x to the right and y up; angles are in degrees, anticlockwise from the right. Cards and
    blocks are counted by kind: archer, cavalry, pike and, for cards, rally.
    """

    table: parts.Table
    sides: tuple[str, str]
    halves: Annotated[
        list[list[parts.Point]],
        Meta(description="Of each seat: its half as a polygon; empty while the split is not chosen (T1.2)."),
    ]
    blocks: list[parts.Block]
    tally: tuple[parts.Tally, parts.Tally]
    decks: Annotated[tuple[parts.Deck, parts.Deck], Meta(description="The cards of each seat.")]
    card: Card | None
    mover: Annotated[parts.Seat | None, Meta(description="Whose turn it is; null before the first.")]
    unit: Annotated[int | None, Meta(description="The block in action.")]
    flicks: Annotated[Flicks, Meta(description="Which flicks the table accepts (T3.0).")]
    may: Annotated[list[parts.Deed], Meta(description="What that block, or any other, may still do (T2.2).")]
    usable: Annotated[list[int], Meta(description="The blocks that may be flicked now (T2.2).")]
    ranks: Annotated[list[int], Meta(description="The broken blocks, in the order of a rally (T2.5).")]
    turn: int
    turn_cap: int
    game: int
    best_of: int
    wins: tuple[int, int]
    first: parts.Seat | None
    waiting: Annotated[
        list[int] | None, Meta(description="The viewer's own blocks that are still to be placed, by kind.")
    ]
    placed: tuple[int, int]
    formations: Annotated[list[parts.Formation], Meta(description="For the viewer who places now (T1.5).")]
    split_open: bool
    apart: Annotated[float, Meta(description="The least distance between blocks that are placed.")]
    faults: Annotated[parts.Faults | None, Meta(description="Null while no blocks are placed.")]
    hands: tuple[parts.Hand, parts.Hand]
    speeds: parts.Speeds
    film: film.Film | None


def scene(setup: Setup, s: View, viewer: int) -> Scene:
    """Table, blocks, cards, turn, what the viewer may place, and the film of the last flick."""
    seen = _board(setup, s)
    if s.phase != PHASE.PLACE or viewer not in (0, 1):
        return seen
    placing = values(s)
    return msgspec.structs.replace(
        seen,
        waiting=placing.waiting[viewer].tolist(),
        formations=parts.formations(setup, placing, viewer) if int(s.to_move) == viewer else [],
    )


@of_state
def _board(setup: Setup, s: View) -> Scene:
    """The part that is the same for everyone who sees this much of the match; `scene` adds what a viewer may place."""
    seen = values(s)
    flicks = seen.phase == PHASE.TURN
    return Scene(
        table=parts.table(setup, seen),
        sides=SIDES,
        halves=parts.halves(setup, seen),
        blocks=parts.blocks(seen.block, seen.count),
        tally=(parts.tally(seen, 0), parts.tally(seen, 1)),
        decks=(parts.deck(seen, 0), parts.deck(seen, 1)),
        card=None if seen.card == NONE else _CARDS[int(seen.card)],
        mover=parts.number_or_none(seen.side),
        unit=parts.number_or_none(seen.unit),
        flicks=_FLICKS[int(setup.flick)],
        may=parts.may(seen) if flicks else [],
        usable=parts.usable(seen) if flicks else [],
        ranks=parts.broken_ids(seen),
        turn=int(seen.turn),
        turn_cap=int(setup.turn_cap),
        game=int(seen.game) + int(seen.phase != PHASE.OVER),
        best_of=int(setup.best_of),
        wins=seen.wins.tolist(),
        first=parts.number_or_none(seen.first),
        waiting=None,
        placed=seen.placed.tolist(),
        formations=[],
        split_open=bool(seen.phase == PHASE.SPLIT),
        apart=GAP * 1000,
        faults=parts.FAULTS if seen.phase == PHASE.PLACE else None,
        hands=parts.hands(setup),
        speeds=parts.SPEED_STEPS,
        film=film.film(setup, s),
    )
