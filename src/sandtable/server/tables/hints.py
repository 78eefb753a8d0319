"""Answers hints at a table. They are made from what the seat knows, and only whoever asks gets them."""

import asyncio
import logging
from collections.abc import Sequence

from sandtable.analysis.hints import hint, told
from sandtable.engine.game import Position
from sandtable.engine.match import HintQuestion, asked
from sandtable.server.problems import ApiError
from sandtable.server.protocol import Hint, HintAsked, Refused
from sandtable.server.tables.archive import ArchivedTable
from sandtable.server.tables.bots import Bots
from sandtable.server.tables.commands import MOVED_ON
from sandtable.server.tables.snapshot import choice
from sandtable.server.tables.table import Table

logger = logging.getLogger(__name__)

NOT_YOURS = "Only a player of this match can ask for a hint."
ONLY_MOVE = "This is your only move here. It costs no hint."
FAILED = "This hint could not be worked out, because of an error on the server. It has cost you nothing."


async def answer(bots: Bots, table: Table | ArchivedTable, seat: int | None, message: HintAsked) -> Hint:
    """The answer to a hint that `seat` asks for; `ApiError` if it gets none."""
    if seat is None:
        raise ApiError(403, NOT_YOURS)
    if isinstance(table, ArchivedTable):
        raise ApiError(409, table.archived)
    # it is completed, and counted, even if whoever asked has left
    return await asyncio.shield(asyncio.create_task(_answer(bots, table, seat, message)))


async def _answer(bots: Bots, table: Table, seat: int, message: HintAsked) -> Hint:
    """As `answer`: a hint is counted once there is an answer, so one that fails or comes too late costs nothing."""
    async with table.hinting:
        _expect(await table.refusal(seat, message))
        question, view = await table.work(_question, table, seat, message)
        if view.forced() is not None:
            return await table.work(_shown, ONLY_MOVE, view, view.actions())
        if question not in table.answers:
            table.answers[question] = await _worked_out(bots, table, view, tuple(message.actions))
        _expect(await table.carry_out(seat, message))
        if question not in table.match.hints:
            # another question with the same id was carried out before
            raise ApiError(409, MOVED_ON)
        return table.answers[question]


def _expect(response: object) -> None:
    if isinstance(response, Refused):
        raise ApiError(409, response.reason)


def _question(table: Table, seat: int, message: HintAsked) -> tuple[HintQuestion, Position]:
    """The question as it is stored, and a copy of what the seat knows."""
    match = table.match
    if match.to_move != seat:
        # the match has gone on since it was checked
        raise ApiError(409, MOVED_ON)
    return match.hint_at(seat, asked(message.actions)), match.position.view(seat)


async def _worked_out(bots: Bots, table: Table, view: Position, actions: tuple[int, ...]) -> Hint:
    try:
        found = await bots.ask(table.client, hint, view, actions)
        return await table.work(_shown, told(found, bool(actions)), view, actions or found.line)
    except Exception:
        logger.exception("a hint at table %s could not be worked out", table.id)
        raise ApiError(500, FAILED) from None


def _shown(text: str, view: Position, line: Sequence[int]) -> Hint:
    return Hint(text, choice(view, view.to_move, line[0]), list(line))
