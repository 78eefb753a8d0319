"""A match as a log, and the only play loop. `matchfile` reads and checks match files.

The log is the match. An entry is a seat's action, a chance outcome, an undo, a request for a hint, a resignation, the
confirmation that a match is finished, or the end of a match that is void because its rules have changed; position and score
are derived from the entries. A hint changes neither, nor any dice.
An outcome at a table is drawn by `rng.outcome(secret, table, basis)`, where `basis` is a digest of everything that the outcome
depends on (`Match.basis`): the game, the version of its rules and its settings, who plays, the seeds from the players'
browsers, and the entries that have not been undone, as a spectator sees them. So the same decision gets the same
outcome however often it is undone, and hidden information does not affect the dice. Whoever picks the secret publishes
its digest first and does not know the seeds; whoever gives a seed does not know the secret, so neither can choose the
outcomes.

All these digests are made by `rng.chained`, SHA-256 in hex of "before entry":

- the chain begins with `chained("", bound)`, where `bound` is the JSON, with sorted keys, of game, rules, settings and table;
- after an entry that has not been undone it is `chained(chain, "seat action")`, where the action is what a spectator sees:
  itself or -1;
- the digest of a seat's name is `chained(salt, name)`, so a name can be erased along with its salt and the dice still verify;
- `basis` is `chained(chained("digest digest", "seed seed"), chain)`, of seat 0 and seat 1; a seat without a seed has "".

In the second version of `draws` the basis was the chain alone, which began as ""; in the first it was the number of the entry.

If players track a match at a real table (`TablePolicy.companion_of`), an outcome waits until someone has it drawn or enters
what the real die or card has shown; an entered one has the note "entered" and the seat that entered it. Such a match is over
not when its rules end it but once a player has confirmed the end (`finish_entry`): until then the last entry can be corrected.

A lab match has no secret: its outcomes are drawn one after another from the stream keyed by `dice`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import numpy as np

from sandtable import __version__
from sandtable.authoring import rng
from sandtable.authoring.records import CHANCE, OVER, SPECTATOR
from sandtable.authoring.settings import Value
from sandtable.authoring.spec import LogLine, Spec
from sandtable.engine.game import Game, Position

FORMAT = 2  # version of the match file
# note on an undo after which the seat keeps what it has learned
LEARNED = "learned"
# shown in place of a player's erased name
ERASED = "(name erased)"
# note on an outcome that a player has entered
ENTERED = "entered"
VOID = "The rules of this game have changed since this match began, so it can't be continued. Nobody wins."
DRAWN_HERE = (
    "At this table every die and card comes from the table's secret: "
    "you can enter your own rolls only in the companion for a real table."
)
NONE_DUE = "No roll or card is pending."
NOT_ENDED = "The match has not reached its end yet, so you cannot finish it."
UNCONFIRMED = "The match has reached its end: finish it, or undo the last entry."
PLAYED = ("action", "outcome")
# size of the cache of what viewers may know of a position: an action and the outcome after it, for two seats and spectators
VIEWS = 12
# size of the cache of lines that viewers share: those for an action and the outcomes after it
LATELY = 8
# out of this many positions, an idle match keeps one in memory
KEPT = 16
# the first version of draws in which dice depend on settings, names and seeds
BOUND = 3
Dice = Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(max_length=4)]


class Entry(msgspec.Struct, frozen=True):
    """One entry of the log: `seq` counts from 1; `seat` is CHANCE for a drawn outcome; an undo returns to the ply
    `keep`; a hint is about `action` (see `asked`). `note` adds detail: for an undo, that the seat
    keeps what it has learned; for an outcome, that `seat` entered it.
    """

    seq: int
    kind: Literal["action", "outcome", "undo", "hint", "resign", "finish", "void"]
    seat: int
    action: int = -1
    keep: int = -1
    note: Literal["", "learned", "entered"] = ""

    def is_plain(self) -> bool:
        """Whether the seat can make this kind of entry, and whether all fields that the entry does not use are empty."""
        player = self.seat in (0, 1)
        if self.kind == "undo":
            return player and self.action == -1 and self.note in ("", LEARNED)
        if self.keep != -1:
            return False
        if self.kind == "void":
            return self.seat == CHANCE and self.action == -1 and not self.note
        if self.note:
            return player and self.entered
        if self.kind == "hint":
            return player and self.action >= -1
        return self.kind not in ("resign", "finish") or (player and self.action == -1)

    @property
    def entered(self) -> bool:
        """Whether the entry is an outcome that a player has entered."""
        return self.kind == "outcome" and self.note == ENTERED

    def words(self, game: Game) -> str:
        """What the entry does, for the match file."""
        if self.kind == "undo":
            knowing = ", having learned something" if self.note else ""
            return f"seat {self.seat} takes back to {self.keep}{knowing}"
        if self.kind == "hint":
            return f"seat {self.seat} asks for a hint"
        if self.kind == "resign":
            return f"seat {self.seat} resigns"
        if self.kind == "finish":
            return f"seat {self.seat} finishes the match"
        if self.kind == "void":
            return "the match is void: its rules have changed"
        by = f", entered by seat {self.seat}" if self.entered else ""
        return f"{game.describe(self.action)}{by}"


class EntryLine(msgspec.Struct, frozen=True):
    """An entry as one viewer may read it; `ply` is the position after it."""

    entry: Entry
    ply: int
    told: LogLine


Digest = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", description="64 hex digits")]
# a seed from a browser, or the salt of a name: 16 random bytes
Random = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", description="32 hex digits")]


class Sitter(msgspec.Struct, frozen=True):
    """The occupant of a seat. Dice depend on `digest`, which is made from `salt` and `name`; an erased name and its
    salt are None.

    `seed` comes from the player's browser: "" if the browser gives none, None while it is awaited. Until all seeds have
    arrived, no outcome is drawn.
    """

    name: str | None
    salt: str | None
    digest: str
    seed: str | None = ""

    @property
    def called(self) -> str:
        """The name, or the substitute for an erased one."""
        return ERASED if self.name is None else self.name


class HintQuestion(NamedTuple):
    """A hint that a seat asked for about `action` (see `asked`), in the position that looked to it like `seen`, a digest."""

    seat: int
    action: int
    seen: str


# an entry, the position and the chain after it, and its action as a spectator sees it
_Led = tuple[Entry, Position, str, int]


class Step(NamedTuple):
    """An entry in the form on which the dice depend: `seen` is its action for a spectator, the action itself or -1. If
    it was drawn from listed outcomes, the number drawn is at least `low` and below `high`; otherwise both are -1.
    """

    entry: Entry
    seen: int
    low: float = -1.0
    high: float = -1.0

    def recorded(self) -> dict[str, Any]:
        """The entry's fields in the match file, so that dice can be checked without the rules."""
        hidden = {"seen": self.seen} if self.entry.kind in PLAYED and self.seen != self.entry.action else {}
        return {**hidden, **({"share": [self.low, self.high]} if self.low >= 0.0 else {})}


class MatchError(ValueError):
    """Raised for something that this match cannot do now; the message is one sentence for the player."""


class OtherRulesError(MatchError):
    """Raised for a log made under another version of the rules or of the file format. It can be stored and read, but
    not replayed.
    """


class Match:
    """One match of `game` at `table`, with outcomes drawn from `secret`; with `dice`, a match played by the lab.

    `draws` is the version of the way in which outcomes are drawn: an older one for a log that began with it. A seat
    given as a plain name gets a salt derived from the secret, and gives no seed. `settings` are those recorded when the
    match began, by default those of `game`, which may have more by now.
    """

    def __init__(
        self,
        game: Game,
        secret: bytes,
        table: str = "local",
        seats: Sequence[str | Sitter] = ("Seat 0", "Seat 1"),
        dice: Sequence[int] = (),
        draws: int = rng.VERSION,
        settings: Mapping[str, Value] | None = None,
    ) -> None:
        self.game = game
        self.secret = secret
        self.table = table
        self.sitters = [
            self._named(seat, who) if isinstance(who, str) else who for seat, who in enumerate(seats)
        ]
        self.dice = tuple(dice)
        self.draws = draws
        self.settings = dict(game.settings if settings is None else settings)
        self.entries: list[Entry] = []
        self.resigned: int | None = None
        # whether a player has confirmed the end of a match whose outcomes wait
        self.finished = False
        # whether the match was ended because its rules no longer exist
        self.void = False
        # whether a seat kept what it had learned after an undo; never in a companion match, where undo is for
        # corrections
        self.relearned = False
        # the hints that seats have asked for, including those before moves that were undone
        self.hints: list[HintQuestion] = []
        # by ply; positions dropped by `rest` are replayed from the last earlier one
        self._positions = {0: game.start()}
        self._played: list[Entry] = []
        self._chains = [rng.chained("", self.bound) if draws >= BOUND else ""]
        # the latest entries with the position and chain after each: adding them replays nothing
        self._foreseen: list[_Led] = []
        # the lines of the log so far, by viewer and by whether the match was over
        self._told: dict[tuple[int, bool], list[EntryLine]] = {}
        # the text of an entry's visible action that is the same for everyone, by whether the match was over
        self._shared: dict[tuple[int, int, bool], LogLine] = {}
        # an entry's action as a viewer sees it, by the entry's number
        self._seen: dict[tuple[int, int], int] = {}
        # recently rendered lines, by what was seen
        self._lately: dict[tuple[int, bytes, bytes], LogLine] = {}
        self._alike = game.spec.presentation.shared_log or not game.spec.secret
        # by viewer and the position's id; each with the position, which keeps the id in use
        self._views: dict[tuple[int, int], tuple[Position, Position]] = {}
        self._digest = b"", ""
        # the seat to move in the current position, which is requested again and again
        self._to_move = self.position.to_move
        # publishes a digest that fixes the secret in advance; a lab match has none
        self.commitment = "" if self.dice else rng.commitment(secret)

    def _named(self, seat: int, name: str) -> Sitter:
        salt = rng.chained(self.secret.hex(), f"{self.table} {seat}")[:32]
        return Sitter(name, salt, rng.chained(salt, name))

    def sit(self, seat: int, who: str | Sitter) -> None:
        """Replaces the occupant of a seat, before any outcome depends on who sits there."""
        self.sitters[seat] = self._named(seat, who) if isinstance(who, str) else who

    @property
    def seats(self) -> tuple[str, str]:
        """The names of the players."""
        first, second = self.sitters
        return first.called, second.called

    @property
    def bound(self) -> str:
        """The start of the chain, as JSON: the game, the version of its rules, the settings and the table."""
        return bound_by(self.game.id, self.game.rules, self.settings, self.table)

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position(self.ply)

    @property
    def ply(self) -> int:
        """The number of actions and outcomes, not counting undone ones."""
        return len(self._played)

    @property
    def over(self) -> bool:
        """Whether nothing can change any more: the match has ended, by its rules or by resignation, or is void."""
        ended = self._to_move == OVER and not self.unconfirmed
        return ended or self.void or self.resigned is not None

    @property
    def practice(self) -> bool:
        """Whether it is a practice match: a seat kept what it had learned after an undo, or asked for a hint."""
        return self.relearned or bool(self.hints)

    @property
    def unconfirmed(self) -> bool:
        """Whether the rules have ended a companion match, but players may still correct the last entry or finish it."""
        return self._to_move == OVER and self.waits and not (self.finished or self.void)

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""
        return OVER if self.over else self._to_move

    @property
    def seeded(self) -> bool:
        """Whether the players' seeds can be part of what outcomes depend on."""
        return self.draws >= BOUND and not self.waits and not self.dice

    @property
    def held(self) -> bool:
        """Whether no outcome is drawn yet because a seed is still awaited."""
        return self.seeded and any(sitter.seed is None for sitter in self.sitters)

    @property
    def waits(self) -> bool:
        """Whether outcomes wait until the players have them drawn or enter them."""
        return bool(self.game.spec.table.companion_of)

    @property
    def rolled(self) -> int:
        """The number of outcomes drawn, including undone ones."""
        return sum(entry.kind == "outcome" and not entry.entered for entry in self.entries)

    @property
    def entered(self) -> tuple[int, int]:
        """The number of outcomes each seat has entered, including undone ones."""
        by = [entry.seat for entry in self.entries if entry.entered]
        return by.count(0), by.count(1)

    @property
    def score(self) -> tuple[float, float]:
        """Each seat's score; a seat that resigns loses, and nobody wins a void match."""
        if self.void:
            return 0.0, 0.0
        if self.resigned is None:
            return self.position.score
        return (-1.0, 1.0) if self.resigned == 0 else (1.0, -1.0)

    @property
    def chain(self) -> str:
        """The digest that events in this position depend on. It is made from the entries that have not been undone, as
        a spectator sees them.
        """
        return self._chains[-1]

    def basis(self, chain: str) -> str:
        """The digest that an outcome depends on if the entries have led to `chain`."""
        return basis_of(self.sitters, chain)

    def seed(self, seat: int) -> int:
        """The random key for the choices of a computer in `seat` here: after an undo, it answers the same position in
        the same way.
        """
        return rng.key(self.secret, self.table, f"{self.chain} by {seat}")

    @property
    def moves(self) -> list[int]:
        """The actions and outcomes in order, without undone ones."""
        return self.moves_from(0)

    def moves_from(self, ply: int) -> list[int]:
        """The actions and outcomes from the position after ply `ply` onwards, in order, without undone ones."""
        return [entry.action for entry in self.played_from(ply)]

    def played_from(self, ply: int) -> Sequence[Entry]:
        """The entries of the actions and outcomes from the position after ply `ply` onwards, in order, without undone ones."""
        return self._played[ply:]

    def at(self, ply: int) -> Position:
        """The position after `ply` actions and outcomes; `MatchError` gives the valid range."""
        if not 0 <= ply <= self.ply:
            raise MatchError(f"This match has positions 0 to {self.ply}, not {ply}.")
        return self._position(ply)

    def _position(self, ply: int) -> Position:
        known = self._positions.get(ply)
        if known is None:
            first = max(at for at in self._positions if at < ply)
            known = self._positions[first]
            for at, entry in enumerate(self._played[first:ply], first + 1):
                known = self._positions[at] = known.copy().play(entry.action)
        return known

    def rest(self) -> None:
        """Drops caches that can be rebuilt from the entries when they are needed."""
        self._positions = {
            ply: position for ply, position in self._positions.items() if ply % KEPT == 0 or ply == self.ply
        }
        for kept in (self._told, self._shared, self._seen, self._lately, self._views):
            kept.clear()

    def view(self, position: Position, viewer: int) -> Position:
        """What `viewer` may know of a position of this match; cached, and not to be modified."""
        key = viewer, id(position)
        known = self._views.get(key)
        if known is None:
            if len(self._views) >= VIEWS:
                del self._views[next(iter(self._views))]
            known = self._views[key] = position, self._observed(position, viewer)
        return known[1]

    def _observed(self, position: Position, viewer: int) -> Position:
        """What `viewer` may know of a position; an unconfirmed end shows no more than a running match.

        Rules may show everything once a match is over, judging by its phase and the seat to move. So for such an end
        they are given the position as if the previous phase continued.
        """
        if self.over or not (self.waits and position.over):
            return position.view(viewer)
        before, running = self._position(position.ply - 1).state, position.copy()
        running.state.phase, running.state.to_move = before.phase, before.to_move
        view = running.view(viewer)
        view.state.phase, view.state.to_move = position.state.phase, position.state.to_move
        return view

    def fixes(self, seat: int, ply: int, drawn: np.ndarray[Any, Any]) -> bool:
        """Whether what was done since `ply` was bound to lead to what `seat` sees now (see `Position.fixes`)."""
        before, now, moves = (
            self.view(self.at(ply), seat),
            self.view(self.position, seat),
            self.moves_from(ply),
        )
        if not self.unconfirmed:
            return before.fixes(seat, moves, now, drawn)
        worlds = (before.determinize(seat, one) for one in drawn.copy())
        return all(self._leads(world, moves, seat, now) for world in worlds)

    def _leads(self, world: Position, moves: Sequence[int], seat: int, now: Position) -> bool:
        for action in moves:
            if world.refusal(action) is not None:
                return False
            world.play(action)
        return self._observed(world, seat) == now

    def observed(self, entry: Entry, before: Position, viewer: int) -> int:
        """The action of an entry that was played in the position `before`, as `viewer` sees it: itself, or -1."""
        key = entry.seq, viewer
        if key not in self._seen:
            self._seen[key] = before.observed_action(viewer, entry.action)
        return self._seen[key]

    def number_of(self, ply: int) -> int:
        """The number of the entry that led to the position after `ply` actions and outcomes; 0 for the start."""
        return self._played[ply - 1].seq if ply else 0

    def next_entries(self, seat: int, action: int, answered: Sequence[int] = ()) -> list[Entry]:
        """The entries that `seat` would add by playing `action`: the action, and the outcomes after it that do not wait.

        A seat in `answered` also answers at once if everyone can see that it has only one answer. After its own decision it
        always acts itself, so that it can still undo that decision. Changes nothing.

        Raises `IllegalAction` or `MatchError`.
        """
        if self.over:
            raise MatchError("The match is over.")
        if self.position.to_move != seat:
            raise MatchError("It is not your turn.")
        first = Entry(len(self.entries) + 1, "action", seat, action)
        return self._foresee([_led(first, self.position, self.chain)], answered)

    def opening_entries(self) -> list[Entry]:
        """The outcomes with which a match begins, before any seat may move; none if they wait."""
        return [] if self.entries else self._foresee([])

    def entries_with(self, sitters: Sequence[Sitter]) -> list[Entry]:
        """The outcomes drawn at once if `sitters` take the seats; none while a seed is awaited. Changes nothing."""
        if self.over:
            return []
        before, self.sitters = self.sitters, list(sitters)
        try:
            return self._foresee([])
        finally:
            self.sitters = before

    def roll_entry(self) -> Entry:
        """The entry that draws the pending outcome. Changes nothing; raises `MatchError` if none is pending."""
        self._expect_outcome()
        seq = len(self.entries) + 1
        return self._foresee_one(Entry(seq, "outcome", CHANCE, self.draw(self.position, seq, self.chain)))

    def enter_entry(self, seat: int, outcome: int) -> Entry:
        """The entry by which `seat` reports what a real die or card has shown. Changes nothing.

        Raises `IllegalAction` if there is no such outcome, and `MatchError` if none is pending.
        """
        self._expect_outcome()
        return self._foresee_one(Entry(len(self.entries) + 1, "outcome", seat, outcome, note=ENTERED))

    def _expect_outcome(self) -> None:
        if not self.waits:
            raise MatchError(DRAWN_HERE)
        if self.to_move != CHANCE:
            raise MatchError(NONE_DUE)

    def _foresee_one(self, entry: Entry) -> Entry:
        self._foreseen = [_led(entry, self.position, self.chain)]
        return entry

    def undo_entry(self, seat: int, keep: int, learned: bool = False) -> Entry:
        """The undo entry that returns the match to `keep` plies. Changes nothing; `MatchError` if there is nothing to undo.

        Once the match is over (for a companion match, once the players have finished it) there is no undo: hidden
        information and the secret behind all dice are shown then. `learned` says that the seat keeps what it has learned since
        then, which makes the match a practice match, unless it is a companion match.
        """
        if self.over:
            raise MatchError("The match is over.")
        self.at(keep)
        return Entry(len(self.entries) + 1, "undo", seat, keep=keep, note=LEARNED if learned else "")

    def resign_entry(self, seat: int) -> Entry:
        """The entry by which `seat` resigns. Changes nothing; `MatchError` once the match has ended."""
        if self.over:
            raise MatchError("The match is over.")
        if self.unconfirmed:
            raise MatchError(UNCONFIRMED)
        return Entry(len(self.entries) + 1, "resign", seat)

    def hint_entry(self, seat: int, action: int = -1) -> Entry:
        """The entry by which `seat`, which is to move, asks for a hint about `action` (see `asked`). Changes nothing;
        `MatchError` if it is not its turn.
        """
        if self.over:
            raise MatchError("The match is over.")
        if self.to_move != seat:
            raise MatchError("It is not your turn.")
        return Entry(len(self.entries) + 1, "hint", seat, action)

    def hint_at(self, seat: int, action: int) -> HintQuestion:
        """The same hint as it is kept in `hints`."""
        return HintQuestion(seat, action, self.view(self.position, seat).digest())

    def finish_entry(self, seat: int) -> Entry:
        """The entry by which `seat` confirms the end of a match whose outcomes wait. Changes nothing; `MatchError` if
        there is no end to confirm.
        """
        if self.over:
            raise MatchError("The match is over.")
        if not self.unconfirmed:
            raise MatchError(NOT_ENDED)
        return Entry(len(self.entries) + 1, "finish", seat)

    def settle(self) -> None:
        """Counts a match as finished if it ended before players were required to confirm the end; other matches are
        unchanged.
        """
        if self.unconfirmed:
            self._finish()

    def _finish(self) -> None:
        self.finished = True
        # the end is public from now on
        self._views.clear()

    def play(self, action: int) -> list[Entry]:
        """Plays `action` for the seat to move, and the outcomes after it; returns the new entries."""
        self.begin()
        made = self.next_entries(self.position.to_move, action)
        self.extend(made)
        return made + self._roll_on()

    def begin(self) -> list[Entry]:
        """Draws the outcomes with which the match begins, if that has not happened yet; returns them."""
        made = self.opening_entries()
        self.extend(made)
        return made + self._roll_on()

    def _roll_on(self) -> list[Entry]:
        """Draws the pending outcomes, and finishes the match at its end, for matches without human players. Returns the
        entries.
        """
        made: list[Entry] = []
        while self.waits and not self.over and (self.to_move == CHANCE or self.unconfirmed):
            made.append(self.finish_entry(0) if self.unconfirmed else self.roll_entry())
            self.extend(made[-1:])
        return made

    def extend(self, entries: Iterable[Entry]) -> None:
        """Adds stored entries; `MatchError` names the first that does not follow."""
        for entry in entries:
            if entry.seq != len(self.entries) + 1:
                raise MatchError(f"Entry {len(self.entries) + 1} is expected here, not entry {entry.seq}.")
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        if not entry.is_plain():
            raise MatchError(f"Entry {entry.seq} has values that this kind of entry cannot have.")
        if self.over:
            raise MatchError(f"Entry {entry.seq} comes after the end of the match.")
        if entry.kind == "undo":
            self._take_back(entry)
        elif entry.kind == "hint":
            if entry.seat != self.to_move:
                raise MatchError(f"Entry {entry.seq} was not made by the seat to move.")
            self.hints.append(self.hint_at(entry.seat, entry.action))
        elif entry.kind not in PLAYED:
            self._end(entry)
        else:
            if entry.entered:
                self._expect_outcome()
            elif entry.seat != self.to_move:
                raise MatchError(f"Entry {entry.seq} was not made by the seat to move.")
            _, after, chain, seen = self._after(entry)
            self._seen[entry.seq, SPECTATOR] = seen
            self._played.append(entry)
            self._positions[self.ply] = after
            self._chains.append(chain)
        self.entries.append(entry)
        self._to_move = self.position.to_move

    def _take_back(self, entry: Entry) -> None:
        self.at(entry.keep)
        # the log lines of the removed entries are made from their positions
        for viewer, over in tuple(self._told):
            if over == self.over:
                self.lines(viewer)
        self.relearned = self.relearned or (entry.note == LEARNED and not self.waits)
        for ply in range(entry.keep + 1, self.ply + 1):
            self._positions.pop(ply, None)
        del self._played[entry.keep :]
        del self._chains[entry.keep + 1 :]

    def _end(self, entry: Entry) -> None:
        if entry.kind == "void":
            self.void = True
        elif entry.kind == "finish":
            if not self.unconfirmed:
                raise MatchError(f"Entry {entry.seq} finishes a match that has not reached its end.")
            self._finish()
        elif self.unconfirmed:
            raise MatchError(f"Entry {entry.seq} resigns a match that is already over.")
        else:
            self.resigned = entry.seat

    def _foresee(self, made: list[_Led], answered: Sequence[int] = ()) -> list[Entry]:
        """The entries `made` and those after them that need no decision (see `next_entries`); remembers the positions."""
        ahead, chain = made[-1][1:3] if made else (self.position, self.chain)
        # the last seat that was free to choose; an outcome counts as a free choice
        chose = made[-1][0].seat if made else CHANCE
        while True:
            seq = len(self.entries) + len(made) + 1
            if ahead.to_move == CHANCE and not (self.waits or self.held):
                entry, chose = Entry(seq, "outcome", CHANCE, self.draw(ahead, seq, chain)), CHANCE
            elif ahead.to_move in answered and ahead.to_move != chose and not self.waits:
                action = ahead.openly_forced()
                if action is None:
                    break
                entry = Entry(seq, "action", ahead.to_move, action)
            else:
                break
            made.append(_led(entry, ahead, chain))
            _, ahead, chain, _ = made[-1]
        self._foreseen = made
        return [entry for entry, *_ in made]

    def digest_after(self, entries: Sequence[Entry]) -> str:
        """The digest of the position that the new `entries` lead to, as last computed."""
        return self.digest(self.position_after(entries[-1].kind, entries[-1].keep))

    def position_after(self, kind: str, keep: int) -> Position:
        """The position after a new entry of this kind: for an action or outcome, the last one computed."""
        if kind in PLAYED:
            return self._foreseen[-1][1]
        return self.at(keep) if kind == "undo" else self.position

    def ends_with(self, kind: str) -> bool:
        """Whether the match ends with a new entry of this kind: for an action or outcome, the last answer computed."""
        if kind in PLAYED:
            return self._foreseen[-1][1].to_move == OVER and not self.waits
        return kind in ("resign", "finish", "void")

    def digest(self, position: Position) -> str:
        """The digest of a position of this game; the latest one is cached."""
        known = bytes(position)
        if self._digest[0] != known:
            self._digest = known, position.digest()
        return self._digest[1]

    def number(self, seq: int, chain: str) -> float:
        """The number in [0, 1) from which the outcome of entry `seq` is drawn, after the entries of `chain`."""
        return number_from(self.secret, self.table, self.draws, self.sitters, seq, chain)

    def draw(self, position: Position, seq: int, chain: str) -> int:
        """The outcome of entry `seq`, after the entries of `chain`, in a chance position: by weight if outcomes can be
        listed, otherwise by `sample`.
        """
        number = self.number(seq, chain)
        chances = position.chances()
        if not chances:
            return position.sample(rng.stream(int(number * 2**53)))
        for action, weight in chances:
            number -= weight
            if number < 0:
                return action
        return next(action for action, weight in reversed(chances) if weight > 0)

    def _after(self, entry: Entry) -> _Led:
        if self._foreseen and self._foreseen[0][0] == entry:
            return self._foreseen.pop(0)
        self._foreseen = []
        return _led(entry, self.position, self.chain)

    def undo_target(self, seat: int) -> tuple[int, bool] | None:
        """The ply before the last decision of `seat`, and whether there has been no other decision and no die roll since; or
        None.

        An action that everyone could see to be the only one does not count as a decision. If outcomes wait, both
        players keep one ledger, and the result is the last thing that either of them did or entered.
        """
        if self.over:
            return None
        if self.waits:
            return self._last_deed(seat)
        # nothing has been revealed while chance waits for a seed
        free = self.to_move == seat or (self.to_move == CHANCE and self.held)
        for ply in range(self.ply - 1, -1, -1):
            entry = self._played[ply]
            if self._position(ply).openly_forced() is not None:
                continue
            if entry.seat == seat:
                return ply, free
            free = False
        return None

    def _last_deed(self, seat: int) -> tuple[int, bool] | None:
        done = next((ply for ply in range(self.ply - 1, -1, -1) if self._played[ply].seat != CHANCE), None)
        if done is None:
            return None
        return done, done == self.ply - 1 and self._played[done].seat == seat

    def lines(self, viewer: int, until: int | None = None) -> Sequence[EntryLine]:
        """The log as `viewer` (0, 1 or SPECTATOR) may read it, one line per entry; undone entries stay readable. With
        `until`, only new entries up to that number.

        Once the match is over, everyone reads in full what each side did; an outcome that only one seat may know stays
        private. Earlier lines are cached, so only new entries take time.
        """
        told = self._told.get((viewer, self.over))
        if told is None:
            told = self._told[viewer, self.over] = self._lines_anew(viewer)
        ply = told[-1].ply if told else 0
        for entry in self.entries[len(told) : until]:
            after = entry.keep if entry.kind == "undo" else ply + (entry.kind in PLAYED)
            before, then = self._position(min(ply, after)), self._position(after)
            told.append(EntryLine(entry, after, self._tell(entry, before, then, viewer)))
            ply = after
        return told

    def _lines_anew(self, viewer: int) -> list[EntryLine]:
        """The lines up to the last undone entry, whose positions are gone, so everything is replayed."""
        last = max((entry.seq for entry in self.entries if entry.kind == "undo"), default=0)
        told: list[EntryLine] = []
        seen = self._fresh()
        for entry in self.entries[:last]:
            before = seen.position
            seen.extend([entry])
            told.append(EntryLine(entry, seen.ply, self._tell(entry, before, seen.position, viewer)))
        return told

    def _tell(self, entry: Entry, before: Position, after: Position, viewer: int) -> LogLine:
        if entry.kind == "undo":
            practice = "" if self.waits else ": this match is for practice"
            knowing = f", knowing more than before{practice}" if entry.note else ""
            return LogLine("undo", f"{self.seats[entry.seat]} took back to position {entry.keep}{knowing}.")
        if entry.kind == "hint":
            return LogLine("hint", f"{self.seats[entry.seat]} asked for a hint.")
        if entry.kind == "resign":
            return LogLine("resign", f"{self.seats[entry.seat]} resigned.")
        if entry.kind == "finish":
            return LogLine("finish", f"{self.seats[entry.seat]} finished the match.")
        if entry.kind == "void":
            return LogLine("void", VOID)
        told = self._tell_played(entry, before, after, viewer)
        if not entry.entered:
            return told
        return replace(told, text=f"{told.text} Entered by {self.seats[entry.seat]}.")

    def _tell_played(self, entry: Entry, before: Position, after: Position, viewer: int) -> LogLine:
        seen = self.observed(entry, before, viewer)
        if self.over:
            seen = entry.action if entry.kind == "action" else seen
        elif not self._alike or seen != self.observed(entry, before, SPECTATOR):
            return self._told_of(self.view(before, viewer), seen, self.view(after, viewer))
        key = entry.seq, seen, self.over
        if key not in self._shared:
            was, now = (each if self.over else self.view(each, SPECTATOR) for each in (before, after))
            self._shared[key] = self._told_of(was, seen, now)
        return self._shared[key]

    def _told_of(self, was: Position, seen: int, now: Position) -> LogLine:
        # viewers who see the same thing get the same line
        key = seen, bytes(was), bytes(now)
        known = self._lately.get(key)
        if known is None:
            if len(self._lately) >= LATELY:
                self._lately.clear()
            known = self._lately[key] = self.game.spec.presentation.tell(
                self.game.setup, was.state, seen, now.state
            )
        return known

    def steps(self) -> list[Step]:
        """All entries of a finished match, with the data for checking its dice without the rules."""
        return [step for step, _ in self._played_through()]

    def _played_through(self) -> Iterator[tuple[Step, Position]]:
        """All entries, each with the position after it."""
        fresh = self._fresh()
        for entry in self.entries:
            before = fresh.position
            fresh.extend([entry])
            yield fresh.step(entry, before), fresh.position

    def step(self, entry: Entry, before: Position) -> Step:
        """An entry that was added in the position `before`, with the data for checking its dice without the rules."""
        if entry.kind not in PLAYED:
            return Step(entry, -1)
        drawn = entry.kind == "outcome" and not entry.entered
        share = _share(before.chances(), entry.action) if drawn and not self.dice else (-1.0, -1.0)
        return Step(entry, self.observed(entry, before, SPECTATOR), *share)

    def file(self) -> str:
        """The match file of a finished match; `MatchError` before the end, since it contains the secrets of both seats."""
        if not self.over:
            raise MatchError("You can export the match once it is over.")
        return "".join(msgspec.json.encode(line).decode() + "\n" for line in self._file_lines())

    def _file_lines(self) -> list[dict[str, Any]]:
        head = {
            "sandtable": FORMAT,
            "version": __version__,
            "game": self.game.id,
            **({"about": self.game.spec.about} if self.game.spec.about else {}),
            "rules": self.game.rules,
            "draws": self.draws,
            "settings": self.settings,
            "seats": [_filed(sitter) for sitter in self.sitters] if self.draws >= BOUND else list(self.seats),
            "table": self.table,
            "commitment": self.commitment,
            "digest": self._position(0).digest(),
            **({"dice": list(self.dice)} if self.dice else {}),
        }
        body: list[dict[str, Any]] = []
        for step, after in self._played_through():
            entry = step.entry
            said = {
                name: value for name, value in msgspec.to_builtins(entry).items() if name != "note" or value
            }
            body.append({**said, "text": entry.words(self.game), "digest": after.digest(), **step.recorded()})
        chain = {"chain": self.basis(self.chain)} if self.draws >= BOUND else {}
        return [head, *body, {"score": list(self.score), "secret": self.secret.hex(), **chain}]

    def _fresh(self) -> "Match":
        """The same match before its first entry."""
        return Match(self.game, self.secret, self.table, self.sitters, self.dice, self.draws, self.settings)


def asked(actions: Sequence[int]) -> int:
    """What a hint is about, as a number: the action, a digest of several in a row, or -1 for what to play."""
    if len(actions) > 1:
        return int(rng.chained("", " ".join(map(str, actions)))[:13], 16)
    return actions[0] if actions else -1


def bound_by(game: str, rules: int, settings: Mapping[str, Value], table: str) -> str:
    said = {"game": game, "rules": rules, "settings": settings, "table": table}
    return msgspec.json.encode(said, order="sorted").decode()


def basis_of(sitters: Sequence[Sitter], chain: str) -> str:
    first, second = sitters
    sat = rng.chained(f"{first.digest} {second.digest}", f"{first.seed or ''} {second.seed or ''}")
    return rng.chained(sat, chain)


def number_from(
    secret: bytes, table: str, draws: int, sitters: Sequence[Sitter], seq: int, chain: str
) -> float:
    hangs = seq if draws == 1 else chain if draws < BOUND else basis_of(sitters, chain)
    return rng.outcome(secret, table, hangs)


def _share(chances: Sequence[tuple[int, float]], action: int) -> tuple[float, float]:
    """The interval of numbers in [0, 1) for which `action` is drawn."""
    low = 0.0
    for outcome, weight in chances:
        if outcome == action:
            return low, low + weight
        low += weight
    return -1.0, -1.0


def _filed(sitter: Sitter) -> dict[str, Any]:
    # a name without its salt cannot be checked: both must be erased
    known = sitter if sitter.salt else msgspec.structs.replace(sitter, name=None, salt=None)
    return {**msgspec.structs.asdict(known), "seed": known.seed or ""}


def _led(entry: Entry, before: Position, chain: str) -> _Led:
    after, seen = before.copy().play(entry.action), before.observed_action(SPECTATOR, entry.action)
    return entry, after, rng.chained(chain, f"{entry.seat} {seen}"), seen


def check_rules(spec: Spec, rules: object, draws: object) -> None:
    """Raises `OtherRulesError` if the rules under which a log was played, or its way of drawing outcomes, are not
    available.
    """
    for what, played, here in (
        (f"the rules of {spec.name}", rules, spec.versions),
        ("how dice are drawn", draws, rng.VERSIONS),
    ):
        if type(played) is not int or played not in here:
            raise OtherRulesError(
                f"This match was played with version {played} of {what}, but this program has version {here[-1]}."
            )
