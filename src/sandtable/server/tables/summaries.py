"""Summaries of matches, stored with each change, so that a list of tables needs no logs: see `own_tables`."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.authoring.records import CHANCE, OVER, SPECTATOR
from sandtable.engine.game import Position
from sandtable.engine.match import VOID, Match
from sandtable.server.storage.store import StoredEvent, StoredSummary
from sandtable.server.tables.persons import either, first_word

# in place of the seat to move: either seat may finish the match
EITHER = -3
UNCONFIRMED = "Finish the match if this is right. Until then the last entry can be corrected."
WATCHED = "The players have not finished the match yet."


def after(match: Match, events: Sequence[StoredEvent], opened: int = 0) -> StoredSummary:
    """The summary of a match once these latest entries are stored; if there are none, the summary of a match `opened`
    at that time.
    """
    if not events:
        return _summary(match, match.position, opened, False)
    last = events[-1]
    if last.kind == "resign":
        return StoredSummary(OVER, resigned(match, last.seat), last.time)
    return _summary(match, match.position_after(last.kind, last.keep), last.time, last.kind == "finish")


def of(match: Match, changed: int, rematch: str | None, swapped: bool) -> StoredSummary:
    """The current summary of a match whose last move was at `changed`."""
    if match.void:
        made = StoredSummary(OVER, VOID, changed)
    elif match.resigned is None:
        made = _summary(match, match.position, changed, match.finished)
    else:
        made = StoredSummary(OVER, resigned(match, match.resigned), changed)
    return replace(made, rematch=rematch, swapped=swapped)


def unconfirmed(result: str, viewer: int) -> str:
    """The prompt for `viewer` after the rules have ended a companion's match with this result."""
    return f"{result} {WATCHED if viewer == SPECTATOR else UNCONFIRMED}"


def resigned(match: Match, seat: int, names: Sequence[str] = ()) -> str:
    """The result of a match in which `seat` has resigned; the people have these `names`, by default those in the match."""
    sides = match.game.spec.presentation.sides
    loser, winner = (either(one, names or match.seats, sides) for one in (seat, 1 - seat))
    return f"{first_word(loser)} resigned: {winner} wins."


def _summary(match: Match, position: Position, changed: int, finished: bool) -> StoredSummary:
    spec, to_move = match.game.spec, position.to_move
    if to_move == OVER and match.waits and not finished:
        view = match.view(position, SPECTATOR)
        return StoredSummary(
            EITHER, unconfirmed(spec.presentation.result(view.game.setup, view.state), 0), changed
        )
    if to_move == OVER:
        return StoredSummary(OVER, spec.presentation.result(match.game.setup, position.state), changed)
    if to_move == CHANCE:
        return StoredSummary(CHANCE, "", changed)
    # only that seat is shown the text, so it may use what that seat knows
    view = match.view(position, to_move)
    return StoredSummary(to_move, spec.presentation.prompt(view.game.setup, view.state, to_move), changed)
