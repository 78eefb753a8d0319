"""What one viewer may see of a table. A position reaches a message only through its view, its observed action and
`Match.lines`.

During a match, a game may hide its past (`TablePolicy.history_start`): earlier positions and lines of the log are then
hidden. Only this module enforces that.

With a companion, both players look at the page. What only one seat knows is not on it (`open_to_all`), except in
`Snapshot.own`, which a page keeps covered.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Protocol, cast

import msgspec

from sandtable import __version__
from sandtable.authoring.records import CHANCE, SPECTATOR
from sandtable.authoring.spec import Made, everything
from sandtable.authoring.wording import ELSEWHERE
from sandtable.engine.game import Game, Position
from sandtable.engine.match import VOID, EntryLine
from sandtable.graphics.drawing import Drawing
from sandtable.graphics.svg import to_svg
from sandtable.server.problems import ApiError
from sandtable.server.protocol import (
    ActionField,
    ActionKind,
    Beat,
    Choice,
    DiceRecord,
    DiceStep,
    Event,
    Kept,
    KeptEvent,
    Luck,
    Picture,
    Presence,
    SeatInfo,
    Snapshot,
    Turning,
)
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables import summaries
from sandtable.server.tables.commands import hinted, hints_left, undo_means
from sandtable.server.tables.numbering import UNTOLD, Numbering
from sandtable.server.tables.persons import by_name, called, either, first_word, known
from sandtable.server.tables.table import Shut, Table
from sandtable.server.tables.turningpoint import analysed, turning_point

if TYPE_CHECKING:
    from sandtable.server.protocol import TakeBack

LISTED = 100
# if a kind has more examples than this, none are listed
EXAMPLES = 24
WISHES = {
    "undo": "to undo their last move",
    "rematch": "for a rematch",
    "again": "for a rematch with the same sides",
    "instead": "to play with different settings",
}


class Sight(msgspec.Struct, array_like=True):
    """What a viewer may see of one position; the fields are those of `Snapshot`."""

    to_move: int
    phase: str
    over: bool
    score: list[float]
    result: str
    prompt: str
    scene: Any
    picture: Picture | None
    text: str
    luck: list[Luck]
    advice: str


class Record(Protocol):
    """What a snapshot needs from a table, live or archived."""

    stored: StoredTable
    rematch: str | None
    swapped: bool
    present: Counter[int | None]

    @property
    def id(self) -> str: ...

    @property
    def seq(self) -> int: ...

    @property
    def numbers(self) -> Numbering: ...

    @property
    def changed(self) -> int: ...

    @property
    def names(self) -> tuple[str, str]: ...

    @property
    def sides(self) -> tuple[str, str]: ...

    @property
    def seats(self) -> Sequence[StoredSeat]: ...


SHUT = "While this match runs you can look back to position {} and no further."


def snapshot(table: Table, seat: int | None, since: int = 0) -> Snapshot:
    """The current table for the person in `seat`, with the lines after number `since`."""
    made = _at(table, seat, table.match.ply)
    # the readable part grows, shrinks on an undo, and at the end becomes everything, which is sent once
    again = (
        since < table.numbers.of(table.moved)
        if table.match.over
        else table.match.game.spec.table.history_start is not everything
    )
    made.events = events(table, seat, 0 if again else since)
    if not since:
        made.actions, made.words = action_kinds(table.match.game), words(table.match.game)
    if table.stored.opponent == "hotseat":
        # both players look at this page; each requests private parts with `moment`
        made.own = ""
    made.undo = undo_means(table, seat)
    made.hints = hints_left(table, seat)
    made.finish = seat is not None and table.match.unconfirmed
    if seat is not None and table.match.to_move == seat:
        _list_choices(made, table, seat)
    if seat is not None and table.match.waits and table.match.to_move == CHANCE:
        view = table.match.view(table.match.position, _eyes(table, seat))
        made.due = [choice(view, seat, outcome) for outcome in view.actions()]
    return made


def moment(table: Table, seat: int | None, ply: int, eyes: bool) -> Snapshot:
    """The table after `ply` actions and outcomes, with nothing to choose; `MatchError` names the range.

    After the end nothing is hidden, unless the position is requested through the `eyes` of `seat`, as that seat saw it
    then. Raises `ApiError` if the person may not look back that far.
    """
    _keep_shut(table, seat, ply)
    return _at(table, seat, ply, eyes)


def first_ply(table: Table, seat: int | None) -> int:
    """The first position that the person in `seat` may look at now."""
    match = table.match
    if match.over or match.game.spec.table.history_start is everything:
        return 0
    viewer = SPECTATOR if seat is None else seat
    return int(match.game.spec.table.history_start(match.game.setup, match.position.state, viewer))


def _keep_shut(table: Table, seat: int | None, ply: int) -> None:
    first = first_ply(table, seat)
    if ply < first:
        raise ApiError(403, SHUT.format(first))


def open_to_all(table: Table) -> bool:
    """Whether the page of a table contains only what everyone may know: for a companion with secrets, until the end."""
    match = table.match
    return match.waits and match.game.spec.secret and not match.over


def _eyes(table: Table, seat: int | None) -> int:
    """The viewer for whom the page of the person in `seat` is made."""
    return SPECTATOR if seat is None or open_to_all(table) else seat


def _own(table: Table, seat: int | None, ply: int) -> str:
    """The board as text, as only `seat` knows it, if its page does not show that."""
    if seat is None or not open_to_all(table):
        return ""
    alone, together = (table.match.view(table.match.at(ply), eyes).text() for eyes in (seat, SPECTATOR))
    return "" if alone == together else alone


def _secretly(table: Table) -> bool:
    """Whether, with a companion, the current decision is a secret of the seat to move."""
    match = table.match
    if match.to_move < 0 or not open_to_all(table):
        return False
    position = match.position
    return any(position.observed_action(SPECTATOR, action) < 0 for action in position.actions())


def _view(table: Table, position: Position, seat: int | None, eyes: bool = False) -> Position:
    """What the person may know of a past position; after the end, everything, except through `seat`'s eyes."""
    if table.match.over and not eyes:
        return position
    view = table.match.view(position, _eyes(table, seat))
    spec = table.match.game.spec
    if not table.match.over and spec.table.history_start is not everything:
        view = view.copy()
        spec.table.mask_history(view.game.setup, view.state, first_ply(table, seat))
    return view


def _at(table: Table, seat: int | None, ply: int, eyes: bool = False) -> Snapshot:
    match, first = table.match, first_ply(table, seat)
    made = laid_out(table, seat, ply, sight(table, ply, seat, eyes))
    made.own, made.secretly = _own(table, seat, ply), _secretly(table)
    made.first_ply, made.first_seq = first, table.number_of(match.number_of(first))
    made.last_ply, made.void = match.ply, match.void
    made.practice = match.practice if match.over or hinted(match, seat) else match.relearned
    made.settings = match.game.settings
    made.counts = seat is not None and table.agreed[seat]
    made.offer, made.invite = table.offer, _invite(table, seat)
    made.exports = list(
        match.game.spec.table.exported(match.game.setup, match.view(match.at(ply), SPECTATOR).state)
    )
    made.commitment = match.commitment
    made.seeds = [sitter.seed for sitter in match.sitters] if match.seeded else []
    made.secret = match.secret.hex() if match.over and not match.dice else None
    made.notice = table.worker.notice()
    return made


def sight(table: Table, ply: int, seat: int | None, eyes: bool = False) -> Sight:
    """What the person in `seat` may see of the position after `ply` actions and outcomes (see `moment`)."""
    match, viewer = table.match, SPECTATOR if seat is None else seat
    position = match.at(ply)
    last = ply == match.ply
    view = _view(table, position, seat, eyes)
    return Sight(
        to_move=match.to_move if last else view.to_move,
        phase=view.phase,
        over=match.over if last else view.over,
        score=list(match.score if last else view.score),
        result=_result(table, view, last),
        prompt=_prompt(table, view, viewer, last),
        scene=view.game.spec.presentation.scene(view.game.setup, view.state, viewer),
        picture=_picture(view),
        text="" if view.game.spec.presentation.client else view.text(),
        luck=list(table.luck(viewer, ply)),
        advice=_advice(table, view, viewer),
    )


def laid_out(table: Record, seat: int | None, ply: int, seen: Sight) -> Snapshot:
    """A snapshot of a view of a position, with what is known of the table itself, and nothing to choose."""
    return Snapshot(
        **msgspec.structs.asdict(seen),
        table=table.id,
        game=table.stored.game,
        seq=table.numbers.of(table.seq),
        ply=ply,
        last_ply=ply,
        first_ply=0,
        first_seq=0,
        seat=seat,
        changed=table.changed,
        seats=_seats(table),
        actions=[],
        legal=[],
        many=[],
        free=[],
        due=[],
        events=[],
        undo="no",
        take_back=cast("TakeBack", table.stored.take_back),
        finish=False,
        own="",
        secretly=False,
        practice=False,
        void=False,
        counts=False,
        offer=None,
        watchers=table.present[None],
        settings=table.stored.settings,
        words={},
        exports=[],
        commitment="",
        seeds=[],
        secret=None,
        rematch=table.rematch,
        swapped=table.swapped,
        invite=None,
        version=__version__,
        notice="",
        archived="",
    )


def action_kinds(game: Game) -> list[ActionKind]:
    """The numbering of a game's actions for the client, with their texts for the generic client."""
    told = not game.spec.presentation.client
    return [
        ActionKind(
            kind.name,
            [
                ActionField(name, size, list(game.labels.get(name, ())[:size]) if told else [])
                for name, size in kind.sizes.items()
            ],
            kind.sentence if told else "",
        )
        for kind in game.spec.rules.actions.kinds
    ]


def words(game: Game) -> dict[str, dict[str, str]]:
    """The short explanations that the client shows at a table."""
    return {name: dict(lines) for name, lines in game.words.items() if not name.startswith(ELSEWHERE)}


def opening(game: Game) -> str:
    """The start of a match as a spectator sees it, as SVG."""
    return game.start().view(SPECTATOR).svg()


def _advice(table: Table, view: Position, viewer: int) -> str:
    # no help during a match, not even from spectators
    if not table.match.over or view.over:
        return ""
    return view.game.spec.presentation.advice(view.game.setup, view.state, viewer)


def export(table: Table, name: str, ply: int, options: Mapping[str, str]) -> Callable[[], Made] | None:
    """A function that makes the file `name` of the position after `ply` actions for a spectator; None if there is none.

    Raises `ApiError` if a spectator may not look back that far. In addition to `options`, the game gets `match`, the
    table's id.
    """
    _keep_shut(table, None, ply)
    game = table.match.game
    view = _view(table, table.match.at(ply), None).state
    if name not in game.spec.table.exported(game.setup, view):
        return None
    return partial(game.spec.table.exports[name], game.setup, view, {**options, "match": table.id})


def picture(table: Table, ply: int) -> str:
    """The board after `ply` actions and outcomes as a spectator sees it, as SVG; `ApiError` if the past is hidden."""
    return to_svg(drawing(table, ply))


def card(table: Table, ply: int) -> tuple[str, Callable[[], bytes]]:
    """A digest of the preview picture for a link to a position, and a function that makes it as a PNG, from a spectator's view.

    People's names are not on it; they are in the page's tags.
    """
    spec = table.match.game.spec
    return card_of(drawing(table, ply), spec.name, spec.presentation.sides)


def card_of(board: Drawing, name: str, sides: tuple[str, str]) -> tuple[str, Callable[[], bytes]]:
    """See `card`."""

    def make() -> bytes:
        # the PDF libraries take a third of a second to load
        from sandtable.graphics import pdf

        return pdf.card(board, name, sides)

    return sha256(f"{name}\n{sides}\n{to_svg(board)}".encode()).hexdigest(), make


def file(table: Table) -> str:
    """The match file of a finished match."""
    return table.match.file()


def turning(table: Table) -> Turning:
    """The turning point of a finished match (see `turningpoint`)."""
    return turning_point(table)


def analysed_turning(table: Table, curve: Sequence[tuple[float, float]]) -> Turning:
    """The turning point by an analysis (see `turningpoint.analysed`)."""
    return analysed(table, curve)


def why_not_analysed(table: Table) -> str:
    """A sentence on why a finished match cannot be analysed; "" if it can."""
    # importing the kernels takes a while, and most tables do not need them
    from sandtable.analysis.analysis import check
    from sandtable.analysis.judgement import AnalysisError

    try:
        check(table.match)
    except AnalysisError as error:
        return str(error)
    return ""


def dice_record(table: Table) -> DiceRecord | None:
    """What a browser needs to check the dice of a finished match; None if they are not derived from a secret."""
    match = table.match
    if match.dice:
        return None
    steps = [
        DiceStep(entry.seq, entry.kind, entry.seat, seen, entry.keep, low, high)
        for entry, seen, low, high in match.steps()
        # no dice depend on hints
        if entry.kind != "hint"
    ]
    names, seeds = [one.digest for one in match.sitters], [one.seed or "" for one in match.sitters]
    return DiceRecord(
        match.table,
        match.draws,
        match.bound,
        names,
        seeds,
        match.commitment,
        match.secret.hex(),
        match.basis(match.chain),
        steps,
    )


def drawing(table: Table, ply: int) -> Drawing:
    """The board after `ply` actions and outcomes as a spectator sees it; `ApiError` if the past is hidden."""
    _keep_shut(table, None, ply)
    return _view(table, table.match.at(ply), None).drawing()


def _picture(view: Position) -> Picture | None:
    # a game's own client draws the board itself
    board = None if view.game.spec.presentation.client else view.picture()
    return board and Picture(to_svg(board), board.title, list(board.told()))


def _result(table: Table, view: Position, last: bool) -> str:
    resigned = table.match.resigned
    if last and table.match.void:
        return VOID
    if last and resigned is not None:
        return summaries.resigned(table.match, resigned, table.names)
    return _by_name(table, view.game.spec.presentation.result(view.game.setup, view.state))


def _prompt(table: Table, view: Position, viewer: int, last: bool) -> str:
    if last and (table.match.void or table.match.resigned is not None):
        return _result(table, view, last)
    if last and table.match.unconfirmed:
        return summaries.unconfirmed(_result(table, view, last), viewer)
    if last and table.match.to_move == CHANCE and table.match.held:
        return _awaited(table)
    return _by_name(table, view.game.spec.presentation.prompt(view.game.setup, view.state, viewer))


def _by_name(table: Table, text: str) -> str:
    return by_name(text, table.sides, table.names)


def _called(table: Table, seat: int) -> str:
    return either(seat, table.names, table.sides)


def _awaited(table: Table) -> str:
    """What has to happen before dice can be rolled or cards drawn."""
    if any(seat.kind == "empty" for seat in table.seats):
        return "The match goes on once somebody sits opposite: no die is rolled and no card is drawn before."
    late = next(seat for seat, sitter in enumerate(table.match.sitters) if sitter.seed is None)
    return f"The match goes on once {_called(table, late)} opens this table: their browser adds to the dice first."


def _seats(table: Record) -> list[SeatInfo]:
    return [
        SeatInfo(s.name, s.kind, s.kind == "computer" or table.present[s.seat] > 0, s.level, name)  # type: ignore[arg-type]
        for s, name in zip(table.seats, known(table.names, table.sides), strict=True)
    ]


def presence(table: Record) -> Presence:
    """Presence at the table, as last sent to everyone."""
    return Presence([seat.connected for seat in _seats(table)], table.present[None])


def _invite(table: Table, seat: int | None) -> str | None:
    wanted = seat is not None and any(s.kind == "empty" for s in table.seats)
    return table.stored.invite if wanted else None


def _list_choices(made: Snapshot, table: Table, seat: int) -> None:
    position = table.match.position
    view = table.match.view(position, _eyes(table, seat))
    actions = view.actions()
    if open_to_all(table):
        # listing only what the seat's secrets allow would reveal them; a choice that they rule out is refused
        actions = sorted({*actions, *table.match.view(position, seat).actions()})
    if view.partial and view.game.spec.presentation.client:
        actions = _beside_examples(view, actions)
    elif view.partial:
        made.free = _kinds(view.game, actions)
    if len(actions) > LISTED:
        made.many = actions
    else:
        made.legal = [choice(view, seat, action) for action in actions]


def _beside_examples(view: Position, listed: list[int]) -> list[int]:
    """The listed actions whose kind has few examples."""
    known = view.game.spec.rules.actions
    found: list[int] = []
    for kind in known.kinds:
        first, end = (bisect_left(listed, bound) for bound in (known.base(kind.name), known.end(kind.name)))
        found += listed[first:end] if end - first <= EXAMPLES else []
    return found


def _kinds(game: Game, actions: list[int]) -> list[str]:
    found = {game.unpack(action).kind for action in actions}
    return [kind.name for kind in game.spec.rules.actions.kinds if kind.name in found]


def choice(view: Position, seat: int, action: int) -> Choice:
    game = view.game
    parts = game.unpack(action)
    odds = game.spec.presentation.odds(game.setup, view.state, seat, action)
    return Choice(action, parts.kind, parts.fields, view.says(seat, action), odds)


def events(table: Table, seat: int | None, since: int = 0) -> list[Event]:
    """The lines of the log after number `since` that the person in `seat` may read."""
    since = max(since, table.number_of(table.match.number_of(first_ply(table, seat))))
    return [
        _beside(table, event, ply) if line is None else _entry(table, event, line)
        for event, ply, line in table.told(_eyes(table, seat), since)
    ]


def entry_lines(table: Table, viewer: int) -> list[Event]:
    """The lines of all entries of the match, as `viewer` may read them."""
    told = table.told(viewer, 0)
    return [_entry(table, event, line) for event, _, line in told if line is not None]


def kept(shut: Shut, seat: int | None) -> Kept:
    """The stored data of a match that cannot be continued, for the person in `seat`.

    Its position is unknown here, so only that person's own actions are shown; everything is shown once it is finished or void,
    or someone has resigned.
    """
    stored, names = shut.stored, [sitting.name for sitting in shut.seats]
    over = any(event.kind in ("resign", "finish", "void") for event in shut.events)
    numbers = Numbering(shut.events)
    told = [
        KeptEvent(
            numbers.of(event.seq),
            event.seat,
            event.kind,
            entry_text(event, names),
            event.time,
            event.action if event.action >= 0 and (over or event.seat == seat) else None,
        )
        for event in shut.events
        if event.kind not in UNTOLD
    ]
    return Kept(
        stored.id,
        stored.game,
        shut.why,
        names,
        seat,
        stored.created,
        stored.rules,
        stored.draws,
        stored.settings,
        cast("TakeBack", stored.take_back),
        told,
    )


def entry_text(event: StoredEvent, names: Sequence[str]) -> str:
    """The text of an event if the rules are not available."""
    name = first_word(called(names[event.seat]) or names[event.seat]) if 0 <= event.seat < len(names) else ""
    match event.kind:
        case "action":
            return f"{name} decides."
        case "outcome":
            return "Chance decides."
        case "undo":
            return f"{name} goes back to position {event.keep}."
        case "resign":
            return f"{name} resigned."
        case "finish":
            return f"{name} finished the match."
        case "void":
            return VOID
        case _:
            return _beside_text(event, name)


def _entry(table: Table, event: StoredEvent, line: EntryLine) -> Event:
    told = line.told
    beats = [Beat(beat.kind, list(beat.cells), beat.text) for beat in told.beats]
    number = table.numbers.of(event.seq)
    return Event(
        number,
        line.ply,
        event.seat,
        told.kind,
        _by_name(table, told.text),
        list(told.dice),
        told.clause,
        beats,
    )


def _beside(table: Table, event: StoredEvent, ply: int) -> Event:
    text = _beside_text(event, first_word(either(event.seat, table.names, table.sides)))
    return Event(table.numbers.of(event.seq), ply, event.seat, event.kind, text)


def _beside_text(event: StoredEvent, name: str) -> str:
    return {
        "join": f"{called(event.note) or event.note} sits down.",
        "offer": f"{name} asks {WISHES.get(event.note)}.",
        "decline": f"{name} says no.",
        "rematch": "A rematch starts, with sides swapped.",
        "again": "A rematch starts, with the same sides.",
        "instead": "Both moved to another table.",
    }.get(event.kind, "Something that this version does not know.")
