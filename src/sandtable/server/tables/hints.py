"""Answers hints at a table. They are made from what the seat knows, and only whoever asks gets them."""

import asyncio
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

NOT_YOURS = "Only a player of this match can ask for a hint."
ONLY_MOVE = "This is your only move here. It costs no hint."


async def answer(bots: Bots, table: Table | ArchivedTable, seat: int | None, message: HintAsked) -> Hint:
    """The answer to a hint that `seat` asks for; `ApiError` if it gets none."""
    if seat is None:
        raise ApiError(403, NOT_YOURS)
    stored = await table.carry_out(seat, message)
    if isinstance(stored, Refused):
        raise ApiError(409, stored.reason)
    assert isinstance(table, Table)
    question, view = await table.work(_question, table, seat, message)
    if view.forced() is not None:
        return await table.work(_shown, ONLY_MOVE, view, view.actions())
    known = table.answers.get(question)
    if known is None or (known.done() and (known.cancelled() or known.exception() is not None)):
        work = _answered(bots, table, view, tuple(message.actions))
        known = table.answers[question] = asyncio.create_task(work)
    # it is completed even if whoever asked has left
    return await asyncio.shield(known)


def _question(table: Table, seat: int, message: HintAsked) -> tuple[HintQuestion, Position]:
    """The question as it is stored, and a copy of what the seat knows."""
    match = table.match
    view = match.position.view(seat)
    if match.to_move == seat:
        question = match.hint_at(seat, asked(message.actions))
        if question in match.hints or view.forced() is not None:
            return question, view
    # the match has gone on since it was stored
    raise ApiError(409, MOVED_ON)


async def _answered(bots: Bots, table: Table, view: Position, actions: tuple[int, ...]) -> Hint:
    found = await bots.ask(table.client, hint, view, actions)
    return await table.work(_shown, told(found, bool(actions)), view, actions or found.line)


def _shown(text: str, view: Position, line: Sequence[int]) -> Hint:
    return Hint(text, choice(view, view.to_move, line[0]), list(line))
