"""What the page draws for Rush."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from sandtable.authoring import Setup, View, of_setup, of_state
from sandtable.games.rush.schema import PHASE
from sandtable.games.rush.show import offers, parts, prospects


class Scene(Struct, frozen=True):
    """What the page draws.

    Hexes are numbered 0 to 200, players 0 to 15, sides of a hex 0 (east) to 5, anticlockwise.
    """

    pitch: parts.Pitch
    players: list[parts.Player]
    tests: Annotated[tuple[str, ...], Meta(description="The names of the tests that players take.")]
    ball: parts.Ball
    rush: parts.Rush
    lead: Annotated[int, Meta(description="Home's points less Visitor's.")]
    limit: Annotated[int, Meta(description="The lead that wins at once.")]
    on_pitch: Annotated[tuple[int, int], Meta(description="How many players each side may line up.")]
    about: Annotated[int | None, Meta(description="The player that the next decision is about.")]
    deed: parts.Deed | None
    held: Annotated[int | None, Meta(description="The player whose action waits for a free action to end.")]
    test: parts.Test | None
    formations: list[parts.Formation]
    rosters: tuple[str, str]
    duel: parts.Duel | None
    offers: parts.Offers | None


def scene(setup: Setup, s: View, viewer: int) -> Scene:
    """Pitch, players, ball, rush, the current action and test, and the viewer's options."""
    seen = _board(setup, s)
    asks = int(s.to_move) == viewer and s.phase in (PHASE.RUSH, PHASE.MOVE, PHASE.FREE)
    return msgspec.structs.replace(seen, offers=offers.offers(setup, s)) if asks else seen


@of_state
def _board(setup: Setup, s: View) -> Scene:
    """What everyone sees."""
    return Scene(
        pitch=parts.ground(setup),
        players=parts.players(setup, s),
        tests=prospects.NAMES,
        ball=parts.ball(s),
        rush=parts.rush(setup, s),
        lead=int(s.lead),
        limit=int(setup.limit),
        on_pitch=setup.on_pitch.tolist(),
        about=parts.about(s),
        deed=parts.deed(s),
        held=parts.player_or_none(s.held.actor),
        test=parts.due(setup, s),
        formations=parts.lineups(setup, s),
        rosters=_rosters(setup),
        duel=parts.duel(setup, s),
        offers=None,
    )


@of_setup
def _rosters(setup: Setup) -> tuple[str, str]:
    home, visitor = (parts.text_of(name) for name in setup.roster)
    return home, visitor
