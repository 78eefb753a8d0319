"""The quick sheet of a game as a message with all its answers."""

import gzip
from collections.abc import Mapping

import msgspec

from sandtable.authoring.encoding import encode
from sandtable.authoring.settings import Value
from sandtable.authoring.sheet import Question, Sheet, tabulated
from sandtable.authoring.spec import Spec
from sandtable.server.protocol import QuickSheet, SheetAsk, SheetQuestion


def compressed(spec: Spec, settings: Mapping[str, Value] | None = None) -> bytes:
    """The quick sheet of a game under some settings, if it has one, as gzipped JSON; the same bytes each time."""
    assert spec.print.sheet is not None
    return gzip.compress(encode(message(spec.id, spec.print.sheet(spec.complete(settings)))), mtime=0)


def message(game: str, sheet: Sheet) -> QuickSheet:
    """A quick sheet as a page reads it."""
    return QuickSheet(game, sheet.note, [_question(question) for question in sheet.questions])


def _question(question: Question) -> SheetQuestion:
    asks = [SheetAsk(ask.label, list(ask.options), ask.usual, ask.many) for ask in question.asks]
    answers = msgspec.to_builtins(tabulated(question))
    return msgspec.convert(
        {"id": question.id, "title": question.title, "asks": asks, **answers}, SheetQuestion
    )
