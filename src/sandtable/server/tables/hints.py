"""Answers hints at a table. They are made from what the seat knows, and only whoever asks gets them."""

import asyncio

from sandtable.analysis.hints import hint, told
from sandtable.engine.game import Position
from sandtable.engine.match import HintQuestion
from sandtable.server.problems import ApiError
from sandtable.server.protocol import Hint, HintAsked, Refused
from sandtable.server.tables.archive import ArchivedTable
from sandtable.server.tables.bots import Bots
from sandtable.server.tables.commands import MOVED_ON
from sandtable.server.tables.snapshot import choice
from sandtable.server.tables.table import Table

NOT_YOURS = "Only a player of this match can ask for a hint."
ONLY_MOVE = "This is your only move here. It costs no hint."


async def answer(bots: Bots, table: Table | ArchivedTable, seat: int | None, asked: HintAsked) -> Hint:
    """The answer to a hint that `seat` asks for; `ApiError` if it gets none."""
    if seat is None:
        raise ApiError(403, NOT_YOURS)
    stored = await table.carry_out(seat, asked)
    if isinstance(stored, Refused):
        raise ApiError(409, stored.reason)
    assert isinstance(table, Table)
    action = -1 if asked.action is None else asked.action
    question, view = await table.work(_asked, table, seat, action)
    if view.forced() is not None:
        return Hint(ONLY_MOVE, None if action >= 0 else choice(view, seat, view.actions()[0]))
    known = table.answers.get(question)
    if known is None or (known.done() and (known.cancelled() or known.exception() is not None)):
        known = table.answers[question] = asyncio.create_task(_answered(bots, table, question, view))
    # it is completed even if whoever asked has left
    return await asyncio.shield(known)


def _asked(table: Table, seat: int, action: int) -> tuple[HintQuestion, Position]:
    """The question, and a copy of what the seat knows."""
    match = table.match
    question = match.hint_at(seat, action) if match.to_move == seat else None
    view = match.position.view(seat)
    if question is None or (question not in match.hints and view.forced() is None):
        # the match has gone on since it was stored
        raise ApiError(409, MOVED_ON)
    return question, view


async def _answered(bots: Bots, table: Table, question: HintQuestion, view: Position) -> Hint:
    seat, action, _ = question
    found = await bots.ask(table.client, hint, view, None if action < 0 else action)
    if action >= 0:
        return Hint(told(found, asked=True))
    return Hint(told(found, asked=False), await table.work(choice, view, seat, found.best))
