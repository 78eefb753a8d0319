"""A finished match as everyone may see it once it is over: stored next to its log, and shown without the rules of its
game.

An archive holds, for each position, what a spectator and each seat may see of it now, and what each seat saw then, and
the board as a drawing; the log as each of them may read it; and the match file. It is made once, under the rules that
the match was played by, and holds nothing that a viewer must not see after the end. Once those rules are gone, an
`ArchivedTable` is what is left to look at; the functions at the end of this module show it, as those of `snapshot` show
a table that can be replayed.
"""

import asyncio
import logging
import lzma
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cache, partial
from time import perf_counter
from typing import Any, ParamSpec, TypeVar, cast

import msgspec

from sandtable.analysis.turning import plies as open_plies
from sandtable.authoring import rng
from sandtable.authoring.encoding import encode
from sandtable.authoring.records import SPECTATOR
from sandtable.authoring.spec import Made, Spec
from sandtable.engine.match import BOUND
from sandtable.graphics.drawing import Circle, Drawing, Line, Place, Polygon, Shape, Text, Thing
from sandtable.graphics.svg import to_svg
from sandtable.server.protocol import Accepted, ActionKind, DiceRecord, Event, Refused, Snapshot, Turning
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables import commands, turningpoint
from sandtable.server.tables import snapshot as live
from sandtable.server.tables.audience import Logged
from sandtable.server.tables.numbering import UNTOLD, Numbering
from sandtable.server.tables.snapshot import Sight
from sandtable.server.tables.snapshot import presence as presence
from sandtable.server.tables.table import ENTRIES, Table

logger = logging.getLogger(__name__)

FORMAT = 1
ARCHIVED = (
    "The rules by which this match was played are no longer on this server. You can replay and export the match; "
    "to play again, open a new table."
)
OTHER_RULES = "This match was played under earlier rules: it can be replayed, but not analysed."
# positions compressed together: neighbours are similar, and reading one takes a few milliseconds
TOGETHER = 64
PRESET = 3
# log lines per part
LINES = 32
# views of a position: as a spectator and seats 0 and 1 see it after the end, then as seats 0 and 1 saw it
SIGHTS: tuple[tuple[int | None, bool], ...] = ((None, False), (0, False), (1, False), (0, True), (1, True))
SHAPES: dict[str, type[Shape]] = {shape.__name__: shape for shape in (Polygon, Circle, Line, Text)}

P = ParamSpec("P")
T = TypeVar("T")


class ArchiveHead(msgspec.Struct):
    """What belongs to the match as a whole; `lines` are those of a spectator, of seat 0 and of seat 1.

    `seq` is the last event that is an entry of the match; the one by which it became void does not count.
    """

    name: str
    sides: tuple[str, str]
    length: str
    settings: dict[str, int | str | bool]
    last_ply: int
    seq: int
    practice: bool
    void: bool
    actions: list[ActionKind]
    lines: tuple[list[Event], list[Event], list[Event]]
    turning: Turning
    file: str
    dice: DiceRecord | None = None
    words: dict[str, dict[str, str]] = {}


class _Archive(msgspec.Struct, array_like=True):
    """An archive as it is stored: the head, and the positions in parts, each compressed."""

    format: int
    head: bytes
    parts: list[bytes]


async def make(table: Table) -> bytes:
    """The archive of a finished match. The work is done in slices, so that nobody else on the server has to wait for it."""
    parts: list[bytes] = []
    for first in range(0, table.last_ply + 1, TOGETHER):
        rows = [await _row(table, ply) for ply in range(first, min(first + TOGETHER, table.last_ply + 1))]
        parts.append(await asyncio.to_thread(_packed, b"[" + b",".join(rows) + b"]"))
    head = await _head(table)
    return msgspec.msgpack.encode(_Archive(FORMAT, await asyncio.to_thread(_packed, encode(head)), parts))


def last_event(table: Table) -> int:
    """The stored number of the last event that an archive of `table` includes."""
    held = (event.seq for event in reversed(table.events) if event.kind in ENTRIES and event.kind != "void")
    return next(held, 0)


async def _row(table: Table, ply: int) -> bytes:
    """What may be seen of one position."""
    seen = [await _slice(table, _encoded, live.sight, table, ply, *who) for who in SIGHTS]
    return b"[" + b",".join([*seen, await _slice(table, _encoded, _drawn, table, ply)]) + b"]"


async def _slice(table: Table, job: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """The result of `job`, after yielding to other tasks for as long as it took."""
    began = perf_counter()
    made = await table.work(job, *args, **named)
    await asyncio.sleep(perf_counter() - began)
    return made


def _encoded(job: Callable[..., object], *args: Any) -> bytes:
    return encode(job(*args))


def _drawn(table: Table, ply: int) -> list[object]:
    drawing = live.drawing(table, ply)
    shapes = [_plain(shape) for shape in drawing.shapes]
    return [drawing.width, drawing.height, drawing.title, shapes, drawing.words]


async def _head(table: Table) -> ArchiveHead:
    match = table.match
    for viewer in (SPECTATOR, 0, 1):
        for until in range(LINES, len(match.entries), LINES):
            await _slice(table, match.lines, viewer, until)
    told = [await _slice(table, live.entry_lines, table, viewer) for viewer in (SPECTATOR, 0, 1)]
    spec = match.game.spec
    return ArchiveHead(
        name=spec.name,
        sides=spec.presentation.sides,
        length=table.length,
        settings=match.game.settings,
        last_ply=match.ply,
        seq=last_event(table),
        practice=match.practice,
        void=match.void,
        actions=live.action_kinds(match.game),
        words=live.words(match.game),
        lines=(told[0], told[1], told[2]),
        turning=await _turning(table),
        # nothing is added to it any more, so a thread can replay it
        file=await asyncio.to_thread(match.file),
        dice=await asyncio.to_thread(live.dice_record, table),
    )


async def _turning(table: Table) -> Turning:
    winner = turningpoint.winner_of(table)
    if winner is None:
        return Turning()
    plies = range(open_plies(table.match))
    worths = [await _slice(table, turningpoint.worth, table, winner, ply) for ply in plies]
    return await _slice(table, turningpoint.found, table, winner, worths)


def _packed(data: bytes) -> bytes:
    return lzma.compress(data, preset=PRESET)


def _plain(shape: Shape) -> list[object]:
    """A shape as a list: its kind, and its fields in order."""
    if isinstance(shape, Thing):
        return ["Thing", shape.words, [_plain(part) for part in shape.shapes], shape.place]
    return [type(shape).__name__, *(getattr(shape, name) for name in _fields(type(shape)))]


@cache
def _fields(kind: type[Shape]) -> tuple[str, ...]:
    return tuple(part.name for part in fields(kind))


def _shape(plain: Sequence[Any]) -> Shape:
    if plain[0] == "Thing":
        _, words, parts, place = plain
        return Thing(words, tuple(map(_shape, parts)), place and Place(*place))
    kind = SHAPES[plain[0]]
    # a match archived by an older version lacks the fields added since
    return msgspec.convert(dict(zip(_fields(kind), plain[1:], strict=False)), cast("Any", kind))


class ArchivedTable(Logged):
    """A finished match that can only be viewed."""

    shown_by = __name__
    archived = ARCHIVED
    pledge = ""
    over = True
    broken = False
    thinking = None

    def __init__(
        self,
        stored: StoredTable,
        seats: Sequence[StoredSeat],
        events: Sequence[StoredEvent],
        data: bytes,
        spec: Spec | None = None,
    ) -> None:
        """`spec` is the game as this server has it; `ValueError` if `data` is not an archive or is from a newer version."""
        kept = msgspec.msgpack.decode(data, type=_Archive)
        if kept.format != FORMAT:
            raise ValueError(f"its format is {kept.format}, but this version reads {FORMAT}")
        head = msgspec.json.decode(_unpacked(kept.head), type=ArchiveHead)
        super().__init__(stored, seats, events, head.seq)
        self.head = head
        self.numbers = Numbering(events)
        self.client = ""
        self.rematch: str | None = None
        self.swapped = False
        for event in events:
            if event.kind in commands.FOLLOWING:
                self.rematch, self.swapped = event.note, event.kind == "rematch"
        self._spec = spec
        self._parts = kept.parts
        self._read: tuple[int, list[list[msgspec.Raw]]] = -1, []

    @property
    def last_ply(self) -> int:
        return self.head.last_ply

    @property
    def sides(self) -> tuple[str, str]:
        return self.head.sides

    @property
    def settings(self) -> Mapping[str, int | str | bool]:
        return self.head.settings

    @property
    def length(self) -> str:
        """The length of such a match, according to the game."""
        return self.head.length

    async def carry_out(
        self, seat: int | None, message: commands.Message, may_open: Callable[[], bool] = lambda: True
    ) -> Accepted | Refused:
        """Raises an error: nothing can be played here."""
        return Refused(message.id, "over", self.archived)

    def sight(self, ply: int, seat: int | None, eyes: bool) -> Sight:
        """What may be seen of the position after `ply` actions and outcomes."""
        return msgspec.json.decode(self._row(ply)[SIGHTS.index((seat, eyes))], type=Sight)

    def files(self, ply: int) -> Mapping[str, Callable[[Mapping[str, str]], Made]]:
        """Functions that make the files for that position, by name, from what everyone sees of it."""
        return self._spec.table.scene_files(self.sight(ply, None, False).scene) if self._spec else {}

    def drawing(self, ply: int) -> Drawing:
        """The board of that position, as everyone sees it."""
        width, height, title, shapes, words = msgspec.json.decode(self._row(ply)[len(SIGHTS)])
        return Drawing(width, height, title, tuple(map(_shape, shapes)), tuple(words))

    def _row(self, ply: int) -> list[msgspec.Raw]:
        part, row = divmod(ply, TOGETHER)
        if self._read[0] != part:
            rows = msgspec.json.decode(_unpacked(self._parts[part]), type=list[list[msgspec.Raw]])
            self._read = part, rows
        return self._read[1][row]


def _unpacked(data: bytes) -> bytes:
    return lzma.decompress(data)


def snapshot(table: ArchivedTable, seat: int | None, since: int = 0) -> Snapshot:
    """The end of the match for the person in `seat`, with the whole log, part of which may have been sent before."""
    made = moment(table, seat, table.last_ply, False)
    if not since:
        made.actions, made.words = table.head.actions, table.head.words
    made.events = events(table, seat)
    return made


def moment(table: ArchivedTable, seat: int | None, ply: int, eyes: bool) -> Snapshot:
    """See `snapshot.moment`."""
    made = live.laid_out(table, seat, ply, table.sight(ply, seat, eyes))
    made.last_ply, made.practice, made.void = table.last_ply, table.head.practice, table.head.void
    made.settings = table.head.settings
    made.commitment, made.secret = rng.commitment(table.stored.secret), table.stored.secret.hex()
    if table.head.dice is not None and table.head.dice.draws >= BOUND:
        made.seeds = list(table.head.dice.seeds)
    made.exports = list(table.files(ply))
    made.archived = table.archived
    return made


def events(table: ArchivedTable, seat: int | None) -> list[Event]:
    """The log as the person in `seat` may read it."""
    told = table.head.lines[0 if seat is None else 1 + seat]
    lines = {line.seq: line for line in told}
    found: list[Event] = []
    for event in table.events:
        if event.kind not in UNTOLD:
            ply, number = found[-1].ply if found else 0, table.numbers.of(event.seq)
            # a match that became void may have continued after it was archived
            line = lines.get(number) if event.seq <= table.head.seq else None
            text = live.entry_text(event, table.names)
            found.append(line or Event(number, ply, event.seat, event.kind, text))
    return found


def export(
    table: ArchivedTable, name: str, ply: int, options: Mapping[str, str]
) -> Callable[[], Made] | None:
    """See `snapshot.export`."""
    make = table.files(ply).get(name)
    return make and partial(make, {**options, "match": table.id})


def picture(table: ArchivedTable, ply: int) -> str:
    """See `snapshot.picture`."""
    return to_svg(table.drawing(ply))


def card(table: ArchivedTable, ply: int) -> tuple[str, Callable[[], bytes]]:
    """See `snapshot.card`."""
    return live.card_of(table.drawing(ply), table.head.name, table.head.sides)


def why_not_analysed(_: ArchivedTable) -> str:
    """See `snapshot.why_not_analysed`."""
    return OTHER_RULES


def turning(table: ArchivedTable) -> Turning:
    """See `snapshot.turning`."""
    return table.head.turning


def analysed_turning(table: ArchivedTable, _: Sequence[tuple[float, float]]) -> Turning:
    """As archived: without the rules it cannot be found again."""
    return table.head.turning


def file(table: ArchivedTable) -> str:
    """The match file."""
    return table.head.file


def dice_record(table: ArchivedTable) -> DiceRecord | None:
    """See `snapshot.dice_record`; also None if none was stored."""
    return table.head.dice
