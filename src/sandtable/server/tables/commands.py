"""The effects of a message on a table: the events to store, or the reason why it is refused. Changes nothing."""

from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any, Literal, Protocol

import numpy as np
from msgspec.structs import replace

from sandtable.authoring.records import CHANCE, new
from sandtable.authoring.rng import STREAM, stream
from sandtable.engine.game import IllegalAction
from sandtable.engine.match import UNCONFIRMED, Entry, Match, MatchError, Sitter, asked
from sandtable.server.loading.worker import Worker
from sandtable.server.protocol import (
    Act,
    Answer,
    Consent,
    Enter,
    Finish,
    HintAsked,
    Offer,
    Rematch,
    Resign,
    Roll,
    Seed,
    Undo,
)
from sandtable.server.storage import credentials
from sandtable.server.storage.store import StoredEvent, StoredSeat, StoredTable
from sandtable.server.tables.numbering import CONSENT, SEED, Numbering
from sandtable.server.tables.persons import first_word, known

Code = Literal["stale", "illegal", "not_your_turn", "busy", "over"]
# another match: with sides swapped, with the same sides, or in place of the current one
FOLLOWING = ("rematch", "again", "instead")


Message = Seed | Act | Roll | Enter | Undo | HintAsked | Resign | Finish | Rematch | Answer | Consent

NO_SEEDS = "This match does not accept seeds for its dice."
OTHER_COMMITMENT = "Your page has the wrong fingerprint for this match's secret. Reload the page."
SEED_GIVEN = "This seat has already given its seed."
TOO_LATE = "It is too late for a seed: the first dice have been rolled."
OVER = "The match is over."
ELSEWHERE = "You have both moved to another table."
UNANSWERED = "{} has proposed different settings. Answer that first."
SPOKEN = (
    "You can't undo this: since your last move, dice have been rolled, something has been revealed, or your opponent "
    "has moved."
)
ASKED = "{} has asked to undo the last entry. Answer that first."
# the number of states, consistent with a seat's knowledge, that are tried
WORLDS = 24
# hints that a seat may ask for in a match
HINTS = 3
NO_HINTS = "Hints are only for practice matches against the computer: open a new table against it with “Undo: always”."
HINTS_USED = f"You have used all {HINTS} hints for this match."
HINTS_LATER = "The hints of this game are still being prepared. Try again in a minute."
MOVED_ON = "Play has moved on. Look again, then choose."


class TableView(Protocol):
    """The part of a table that commands read."""

    @property
    def stored(self) -> StoredTable: ...

    @property
    def worker(self) -> Worker: ...

    @property
    def match(self) -> Match: ...

    @property
    def seats(self) -> Sequence[StoredSeat]: ...

    @property
    def names(self) -> tuple[str, str]: ...

    @property
    def sides(self) -> tuple[str, str]: ...

    @property
    def seq(self) -> int: ...

    @property
    def moved(self) -> int: ...

    @property
    def numbers(self) -> Numbering: ...

    @property
    def offer(self) -> Offer | None: ...

    @property
    def offered(self) -> StoredEvent | None: ...

    @property
    def rematch(self) -> str | None: ...

    @property
    def agreed(self) -> Sequence[bool]: ...


class RefusalError(Exception):
    """Raised for a message that is not carried out, with one sentence and the clause of the rules behind it."""

    def __init__(self, code: Code, reason: str, clause: str = "") -> None:
        super().__init__(reason)
        self.code: Code = code
        self.reason = reason
        self.clause = clause


def events(table: TableView, seat: int, message: Message) -> list[StoredEvent]:
    """The events by which `table` carries out `message` from `seat`; none if it is already done; raises `RefusalError`."""
    match message:
        case Seed():
            return _seed(table, seat, message)
        case Act():
            return _act(table, seat, message)
        case Roll():
            return _come_out(table, seat, message.seq, table.match.roll_entry)
        case Enter():
            return _come_out(table, seat, message.seq, partial(_entered, table, seat, message.action))
        case Undo():
            return _undo(table, seat, message)
        case HintAsked():
            return _hint(table, seat, message)
        case Resign():
            _refuse_over(table)
            _refuse_ended(table)
            return stored(table, [table.match.resign_entry(seat)])
        case Finish():
            return _finish(table, seat, message)
        case Rematch():
            return _rematch(table, seat, "rematch" if message.swap else "again")
        case Answer():
            return _answer(table, seat, message)
        case Consent():
            return _consent(table, seat, message.agree)


def hints_left(table: TableView, seat: int | None) -> int | None:
    """The number of hints that `seat` has left; None if there are none for it in this match."""
    match = table.match
    if seat is None or match.over or no_hints(table):
        return None
    return max(0, HINTS - sum(hint.seat == seat for hint in match.hints))


def hinted(match: Match, seat: int | None) -> bool:
    """Whether `seat` has asked for a hint."""
    return any(hint.seat == seat for hint in match.hints)


def no_hints(table: TableView) -> str:
    """Why there are no hints in a match; "" if there are."""
    match = table.match
    # in the first way of drawing, dice depend on the number of the entry, which a hint would change
    practice = table.stored.take_back == "any" and match.draws > 1
    if not practice or "computer" not in {one.kind for one in table.seats}:
        return NO_HINTS
    # importing the kernels takes a while, and most tables do not need them
    from sandtable.analysis.hints import why_not

    return why_not(match.game)


def undo_means(table: TableView, seat: int | None) -> Literal["no", "free", "ask", "practice"]:
    """What an undo of the last decision of `seat` would need."""
    allowed = table.stored.take_back
    target = None if seat is None or allowed == "none" else table.match.undo_target(seat)
    if seat is None or target is None:
        return "no"
    if target[1] and not taught(table, seat, target[0]):
        return "free"
    if allowed != "any":
        return "no"
    return "practice" if _agrees_at_once(table, seat) else "ask"


def taught(table: TableView, seat: int, ply: int) -> bool:
    """Whether what was done since `ply`, all by `seat`, has revealed something to it, that is, whether the result could
    have been different.

    An action of skill (`TablePolicy.irreversible`), which nobody could repeat exactly, always counts. While the rules
    run in plain Python, the check would take too long, and everything counts as revealing.
    """
    if table.worker.plain:
        return True
    match = table.match
    spec, moves = match.game.spec, match.moves_from(ply)
    if any(
        spec.table.irreversible(match.game.setup, match.view(match.at(at), seat).state, action)
        for at, action in enumerate(moves, ply)
    ):
        return True
    return not match.fixes(seat, ply, _worlds())


@cache
def _worlds() -> np.ndarray[Any, Any]:
    drawn = new(STREAM, WORLDS)
    for number in range(WORLDS):
        drawn[number] = stream(number)
    return drawn


def commits_to(match: Match, commitment: str) -> None:
    """Raises `RefusalError` if `match` takes no seeds, or if a page saw a different `commitment`."""
    if not match.seeded:
        raise RefusalError("illegal", NO_SEEDS)
    if commitment != match.commitment:
        raise RefusalError("illegal", OTHER_COMMITMENT)


def with_seed(sitters: Sequence[Sitter], seat: int, seed: str, alone: bool) -> list[Sitter]:
    """The people at a table after the page in `seat` has given its `seed`; if `alone`, the page speaks for both seats."""
    given = {seat: seed, **({1 - seat: ""} if alone else {})}
    return [replace(one, seed=given.get(at, one.seed)) for at, one in enumerate(sitters)]


def _seed(table: TableView, seat: int, message: Seed) -> list[StoredEvent]:
    match = table.match
    commits_to(match, message.commitment)
    known = match.sitters[seat].seed
    if known == message.seed:
        return []
    _refuse_over(table)
    if match.rolled:
        raise RefusalError("illegal", TOO_LATE)
    if known is not None:
        raise RefusalError("illegal", SEED_GIVEN)
    sitters = with_seed(match.sitters, seat, message.seed, table.stored.opponent == "hotseat")
    given = StoredEvent(table.seq + 1, SEED, seat, note=message.seed)
    return [given, *stored(table, match.entries_with(sitters), 1)]


def _act(table: TableView, seat: int, message: Act) -> list[StoredEvent]:
    _refuse_to_go_on(table, seat, message.seq)
    _refuse_ended(table)
    if table.match.to_move != seat:
        raise RefusalError("not_your_turn", "It is not your turn.")
    # the reason is derived from what the seat knows: it must not reveal a secret
    reason = table.match.view(table.match.position, seat).refusal(message.action)
    if reason is not None:
        raise RefusalError("illegal", reason.sentence, reason.clause)
    seated = [one.seat for one in table.seats if one.kind != "empty"]
    return stored(table, table.match.next_entries(seat, message.action, answered=seated))


def _entered(table: TableView, seat: int, outcome: int) -> Entry:
    # as for an action, the reason is derived from what the seat knows
    reason = table.match.position.view(seat).refusal(outcome) if table.match.to_move == CHANCE else None
    if table.match.waits and reason is not None:
        raise IllegalAction(reason)
    return table.match.enter_entry(seat, outcome)


def _come_out(table: TableView, seat: int, seq: int, entry: Callable[[], Entry]) -> list[StoredEvent]:
    """The event that brings the pending outcome."""
    _refuse_to_go_on(table, seat, seq)
    _refuse_ended(table)
    try:
        return stored(table, [entry()])
    except IllegalAction as error:
        raise RefusalError("illegal", error.reason.sentence, error.reason.clause) from None
    except MatchError as error:
        raise RefusalError("illegal", str(error)) from None


def _undo(table: TableView, seat: int, message: Undo) -> list[StoredEvent]:
    _refuse_to_go_on(table, seat, message.seq)
    if table.stored.take_back == "none":
        raise RefusalError("illegal", "Undo is off at this table.")
    target = table.match.undo_target(seat)
    if target is None:
        raise RefusalError("illegal", "You have nothing to undo yet.")
    match undo_means(table, seat):
        case "no":
            raise RefusalError("illegal", SPOKEN)
        case "ask":
            return _offer(table, seat, "undo", target[0])
        case means:
            return stored(table, [table.match.undo_entry(seat, target[0], learned=means == "practice")])


def _hint(table: TableView, seat: int, message: HintAsked) -> list[StoredEvent]:
    _refuse_to_go_on(table, seat, message.seq)
    refusal = no_hints(table)
    if refusal:
        raise RefusalError("illegal", refusal)
    match, action = table.match, asked(message.actions)
    if match.to_move != seat:
        raise RefusalError("not_your_turn", "It is not your turn.")
    view = match.view(match.position, seat)
    reason = view.refusal(message.actions[0]) if message.actions else None
    if reason is not None:
        raise RefusalError("illegal", reason.sentence, reason.clause)
    # whether later actions are legal depends on what comes before them, but all of them have to exist
    known = range(match.game.spec.rules.actions.count)
    unknown = next((one for one in message.actions if one not in known), None)
    if unknown is not None:
        raise RefusalError("illegal", f"There is no action {unknown}.")
    if not table.worker.hints:
        raise RefusalError("busy", HINTS_LATER)
    # a single option, or a question that was already answered, costs nothing
    if view.forced() is not None or match.hint_at(seat, action) in match.hints:
        return []
    if not hints_left(table, seat):
        raise RefusalError("illegal", HINTS_USED)
    return stored(table, [match.hint_entry(seat, action)])


def _finish(table: TableView, seat: int, message: Finish) -> list[StoredEvent]:
    if table.match.finished:
        # both might press at once
        return []
    _refuse_to_go_on(table, seat, message.seq)
    if table.offer is not None and table.offer.seat != seat:
        raise RefusalError("busy", ASKED.format(_opponent(table, seat)))
    try:
        return stored(table, [table.match.finish_entry(seat)])
    except MatchError as error:
        raise RefusalError("illegal", str(error)) from None


def _rematch(table: TableView, seat: int, kind: str) -> list[StoredEvent]:
    if not table.match.over:
        raise RefusalError("busy", "You can ask for a rematch once this match is over.")
    if table.rematch is not None:
        return []
    # asking for what the other player has asked for means agreeing
    agreed = table.offer is not None and table.offer.seat != seat and table.offer.kind == kind
    if agreed or _agrees_at_once(table, seat):
        return [_beside(table, kind, seat, note=credentials.new_table_id())]
    return _offer(table, seat, kind, -1)


def _answer(table: TableView, seat: int, message: Answer) -> list[StoredEvent]:
    offered = table.offered
    if offered is None or offered.seat == seat:
        raise RefusalError("stale", "That offer is no longer open.")
    if message.seq < table.numbers.of(offered.seq):
        raise RefusalError("stale", MOVED_ON)
    if not message.accept:
        return [_beside(table, "decline", seat, note=offered.note)]
    if offered.note in FOLLOWING:
        return [_beside(table, offered.note, seat, note=credentials.new_table_id())]
    return stored(table, [table.match.undo_entry(offered.seat, offered.keep, learned=True)])


def _consent(table: TableView, seat: int, agree: bool) -> list[StoredEvent]:
    if not table.match.over:
        raise RefusalError("busy", "A match can be counted only after it is over.")
    if table.match.game.spec.table.companion_of:
        raise RefusalError("illegal", "A match at a real table is not counted: it was only tracked here.")
    seats = (0, 1) if table.stored.opponent == "hotseat" else (seat,)
    changed = [one for one in seats if table.agreed[one] != agree]
    note = "yes" if agree else "no"
    return [StoredEvent(table.seq + 1 + at, CONSENT, one, note=note) for at, one in enumerate(changed)]


def _offer(table: TableView, seat: int, kind: str, keep: int) -> list[StoredEvent]:
    if table.seats[1 - seat].kind == "empty":
        raise RefusalError("busy", "You do not yet have an opponent to agree to this.")
    if table.offer is not None:
        raise RefusalError("busy", "An offer is already waiting for an answer.")
    return [_beside(table, "offer", seat, keep=keep, note=kind)]


def _agrees_at_once(table: TableView, seat: int) -> bool:
    return table.stored.opponent == "hotseat" or table.seats[1 - seat].kind == "computer"


def _refuse_over(table: TableView) -> None:
    if table.match.over:
        raise RefusalError("over", OVER)
    if table.rematch is not None:
        raise RefusalError("over", ELSEWHERE)


def _refuse_ended(table: TableView) -> None:
    """Refuses moves after the rules have ended a companion's match."""
    if table.match.unconfirmed:
        raise RefusalError("illegal", UNCONFIRMED)


def _refuse_to_go_on(table: TableView, seat: int, seq: int) -> None:
    _refuse_over(table)
    # a joining player or an open offer changes no position
    if not table.numbers.of(table.moved) <= seq <= table.numbers.of(table.seq):
        raise RefusalError("stale", MOVED_ON)
    # playing on declines a friend's request to undo, but not one for another map
    if table.offer is not None and table.offer.kind == "instead" and table.offer.seat != seat:
        raise RefusalError("busy", UNANSWERED.format(_opponent(table, seat)))


def _opponent(table: TableView, seat: int) -> str:
    return first_word(known(table.names, table.sides)[1 - seat]) or "Your opponent"


def stored(table: TableView, entries: Sequence[Entry], after: int = 0) -> list[StoredEvent]:
    """The events that store new entries of the match, `after` this many others."""
    first = table.seq + 1 + after
    made = [
        StoredEvent(first + index, entry.kind, entry.seat, entry.action, entry.keep, entry.note)
        for index, entry in enumerate(entries)
    ]
    return [*made[:-1], replace(made[-1], digest=table.match.digest_after(entries))] if made else []


def _beside(table: TableView, kind: str, seat: int, keep: int = -1, note: str = "") -> StoredEvent:
    return StoredEvent(table.seq + 1, kind, seat, keep=keep, note=note)
