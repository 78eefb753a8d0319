"""The entries of a person's list of tables, read from stored summaries, whichever worker is asked."""

from collections.abc import Sequence

from msgspec.structs import replace

from sandtable.authoring.records import OVER
from sandtable.server.loading.catalog import Catalog
from sandtable.server.problems import ApiError
from sandtable.server.protocol import SeatAsked, SeatNow
from sandtable.server.storage.store import Listed, Store, StoredSummary
from sandtable.server.tables import summaries
from sandtable.server.tables.archive import ArchivedTable
from sandtable.server.tables.persons import by_name
from sandtable.server.tables.tables import ShutError, Tables, check_offered, seat_of

# tables that an earlier version stored without a summary: one request replays at most this many, and the next continues
FOLDED = 4
NOBODY_YET = "Nobody has joined yet."


async def seats_now(
    store: Store, catalog: Catalog, tables: Tables, asked: Sequence[SeatAsked]
) -> list[SeatNow]:
    """The state of the match at each of these seats, in the order of `asked`; a wrong token looks like an unknown table."""
    known = await store.listed({one.table for one in asked})
    told: list[SeatNow] = []
    folded = 0
    for one in asked:
        listed = known.get(one.table)
        seat = None if listed is None else seat_of(listed, one.token)
        if listed is None or seat is None:
            told.append(SeatNow("gone"))
            continue
        summary = listed.summary
        try:
            if not (listed.ended or (summary is not None and summary.to_move == OVER)):
                check_offered(catalog, listed)
            if summary is None and folded < FOLDED:
                folded += 1
                summary = await _fold(store, tables, one.table)
        except ShutError as error:
            told.append(SeatNow("closed", listed.game, _opponent(listed, seat), error.sentence))
        else:
            told.append(_seat_now(listed, seat, _by_name(catalog, listed, summary)))
    return told


async def _fold(store: Store, tables: Tables, table: str) -> StoredSummary | None:
    """The summary of a table that has none, stored for next time; None if there is no room for the table now."""
    try:
        found = await tables.table(table)
    except ShutError:
        raise
    except ApiError:
        return None
    if found is None:
        return None
    if isinstance(found, ArchivedTable):
        result = found.sight(found.last_ply, None, False).result
        summary = StoredSummary(OVER, result, found.changed, found.rematch, found.swapped)
    else:
        summary = await found.work(summaries.of, found.match, found.changed, found.rematch, found.swapped)
    await store.summarize(table, summary)
    return summary


def _by_name(catalog: Catalog, listed: Listed, summary: StoredSummary | None) -> StoredSummary | None:
    """The summary with people referred to by name, if the server offers the game."""
    spec = catalog.games.get(listed.game)
    if summary is None or spec is None:
        return summary
    names = [sitting.name for sitting in listed.seats]
    return replace(summary, text=by_name(summary.text, spec.presentation.sides, names))


def _seat_now(listed: Listed, seat: int, summary: StoredSummary | None) -> SeatNow:
    game, opponent = listed.game, _opponent(listed, seat)
    if summary is None:
        return SeatNow("unread", game, opponent)
    if summary.to_move == OVER:
        return SeatNow("over", game, opponent, summary.text, summary.changed)
    if summary.rematch is not None:
        return SeatNow("waiting", game, opponent, "", summary.changed, summary.rematch, summary.swapped)
    if not opponent:
        return SeatNow("waiting", game, "", NOBODY_YET, summary.changed)
    if summary.to_move in (seat, summaries.EITHER):
        return SeatNow("turn", game, opponent, summary.text, summary.changed)
    return SeatNow("waiting", game, opponent, "", summary.changed)


def _opponent(listed: Listed, seat: int) -> str:
    opposite = listed.seats[1 - seat]
    return "" if opposite.kind == "empty" else opposite.name
