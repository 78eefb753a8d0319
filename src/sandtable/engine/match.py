"""A match as a log: the one play loop. `matchfile` reads and checks the files of matches.

The log is the match. An entry is a seat's action, a chance outcome, a take-back, a resignation, the confirmation that a match
is finished, or the end of a match that is void because its rules have changed; position and score follow from folding the
entries. An outcome of a table is drawn by `rng.outcome(secret, table, basis)`, and `basis` is a digest of all that the outcome
depends on (`Match.basis`): the game, the version of its rules and its settings, who plays, the seeds that the players'
browsers gave, and the entries that stand, as a spectator sees them. So the same decision meets the same outcome however often
it is taken back, and what is hidden moves no dice. Whoever picks the secret publishes its digest first and does not know the
seeds; whoever gives a seed does not know the secret: so neither chooses the outcomes.

All these digests are made by `rng.chained`, SHA-256 in hex of "before entry":

- the chain begins with `chained("", bound)`, `bound` being JSON with sorted keys of game, rules, settings and table;
- after an entry that stands it is `chained(chain, "seat action")`, the action being what a spectator sees of it: itself or -1;
- the digest of a seat's name is `chained(salt, name)`, so that a name can be erased with its salt and the dice still verify;
- `basis` is `chained(chained("digest digest", "seed seed"), chain)`, of seat 0 and seat 1; a seat without a seed has "".

In the second version of `draws` the basis was the chain alone, which began as "", in the first the number of the entry.

Where players keep the books of a real table (`TablePolicy.companion_of`) an outcome waits until somebody has it drawn or enters
what the real die or card has shown; an entered one carries the note "entered" and the seat that entered it. Such a match is not
over when its rules end it, but once a player has confirmed that (`finish_entry`): until then the last entry can be corrected.

A match of the lab has no secret: its outcomes are drawn one after the other from the stream that `dice` is the key of.
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

FORMAT = 2  # of the match file
# what is said of a take-back by which a seat keeps what it has learned
LEARNED = "learned"
# shown in place of a player's name that was erased
ERASED = "(name erased)"
# what is said of an outcome that a player has entered
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
# of what viewers may know of a position: an action and the outcome after it, for two seats and who watches
VIEWS = 12
# size of the cache of lines that viewers share: those of an action and the outcomes after it
LATELY = 8
# a match at rest keeps one position in this many
KEPT = 16
# the first version of draws in which settings, names and seeds are part of what dice depend on
BOUND = 3
Dice = Annotated[list[Annotated[int, msgspec.Meta(ge=0)]], msgspec.Meta(max_length=4)]


class Entry(msgspec.Struct, frozen=True):
    """One entry of the log: `seq` counts from 1, `seat` is CHANCE for a drawn outcome, a take-back returns to the ply `keep`.

    `note` says more: of a take-back, that what was learned meanwhile is not forgotten; of an outcome, that `seat` entered it.
    """

    seq: int
    kind: Literal["action", "outcome", "undo", "resign", "finish", "void"]
    seat: int
    action: int = -1
    keep: int = -1
    note: Literal["", "learned", "entered"] = ""

    def is_plain(self) -> bool:
        """Whether it is by a seat that can do this, and what this kind does not use is left out."""
        player = self.seat in (0, 1)
        if self.kind == "undo":
            return player and self.action == -1 and self.note in ("", LEARNED)
        if self.keep != -1:
            return False
        if self.kind == "void":
            return self.seat == CHANCE and self.action == -1 and not self.note
        if self.note:
            return player and self.entered
        return self.kind not in ("resign", "finish") or (player and self.action == -1)

    @property
    def entered(self) -> bool:
        """Whether it is an outcome that a player has entered."""
        return self.kind == "outcome" and self.note == ENTERED

    def words(self, game: Game) -> str:
        """What it does, for the match file."""
        if self.kind == "undo":
            knowing = ", having learned something" if self.note else ""
            return f"seat {self.seat} takes back to {self.keep}{knowing}"
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
# what a browser gives, and what is put before a name: 16 random bytes
Random = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", description="32 hex digits")]


class Sitter(msgspec.Struct, frozen=True):
    """The occupant of a seat: dice depend on `digest`, that of `salt` and `name`; an erased name and its salt are None.

    `seed` is what the browser in the seat gave, "" where none is given, None where it is still awaited: as long as any is, no
    outcome is drawn.
    """

    name: str | None
    salt: str | None
    digest: str
    seed: str | None = ""

    @property
    def called(self) -> str:
        """The name, or the substitute for an erased one."""
        return ERASED if self.name is None else self.name


# an entry, the position and the chain after it, and its action as a spectator sees it
_Led = tuple[Entry, Position, str, int]


class Step(NamedTuple):
    """An entry as the dice see it: `seen` is its action for a spectator, itself or -1.

    Where it was drawn from listed outcomes the number drawn is at least `low` and below `high`; else both are -1.
    """

    entry: Entry
    seen: int
    low: float = -1.0
    high: float = -1.0

    def recorded(self) -> dict[str, Any]:
        """What the match file says of it, so that dice can be checked without the rules."""
        hidden = {"seen": self.seen} if self.entry.kind in PLAYED and self.seen != self.entry.action else {}
        return {**hidden, **({"share": [self.low, self.high]} if self.low >= 0.0 else {})}


class MatchError(ValueError):
    """Something that this match cannot do now; the message is one sentence for the player."""


class OtherRulesError(MatchError):
    """A log of another version of the rules, or of the file: it is kept and can be read, but not played again."""


class Match:
    """One match of `game` at `table`, its outcomes drawn from `secret`; with `dice` a match that the lab has played.

    `draws` is the version of how outcomes are drawn, an older one for a log that was begun by it. A seat that is just a name
    gets a salt that follows from the secret, and gives no seed. `settings` are those that were noted when the match began, by
    default those of `game`, which may have got more since.
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
        # whether it was ended because the rules that it was begun by are gone
        self.void = False
        # whether somebody took back a decision and kept what he had learned by it; never at a companion, which is mended
        self.practice = False
        # by ply; those that `rest` has let go are played again from the last one before them
        self._positions = {0: game.start()}
        self._played: list[Entry] = []
        self._chains = [rng.chained("", self.bound) if draws >= BOUND else ""]
        # the entries worked out last, each with position and chain after it: where they are added, nothing is played again
        self._foreseen: list[_Led] = []
        # the lines of the log so far, by viewer and by whether the match was over
        self._told: dict[tuple[int, bool], list[EntryLine]] = {}
        # what an entry's action, as it is seen, reads like to all alike, by whether the match was over
        self._shared: dict[tuple[int, int, bool], LogLine] = {}
        # an entry's action as a viewer sees it, by the entry's number
        self._seen: dict[tuple[int, int], int] = {}
        # the lines that were rendered last, by what was seen
        self._lately: dict[tuple[int, bytes, bytes], LogLine] = {}
        self._alike = game.spec.presentation.shared_log or not game.spec.secret
        # by viewer and the position's address; each with the position, which keeps the address in use
        self._views: dict[tuple[int, int], tuple[Position, Position]] = {}
        self._digest = b"", ""
        # of the position now, which is asked again and again
        self._to_move = self.position.to_move
        # by which a secret is shown beforehand to be fixed; a match of the lab has none
        self.commitment = "" if self.dice else rng.commitment(secret)

    def _named(self, seat: int, name: str) -> Sitter:
        salt = rng.chained(self.secret.hex(), f"{self.table} {seat}")[:32]
        return Sitter(name, salt, rng.chained(salt, name))

    def sit(self, seat: int, who: str | Sitter) -> None:
        """Seats somebody else, before any outcome depends on who sits there."""
        self.sitters[seat] = self._named(seat, who) if isinstance(who, str) else who

    @property
    def seats(self) -> tuple[str, str]:
        """What the players are called."""
        first, second = self.sitters
        return first.called, second.called

    @property
    def bound(self) -> str:
        """What the chain begins with, as JSON: the game, the version of its rules, the settings and the table."""
        return bound_by(self.game.id, self.game.rules, self.settings, self.table)

    @property
    def position(self) -> Position:
        """The position now."""
        return self._position(self.ply)

    @property
    def ply(self) -> int:
        """How many actions and outcomes stand."""
        return len(self._played)

    @property
    def over(self) -> bool:
        """Whether nothing changes any more: the match has ended, by its rules or by resignation, or is void."""
        ended = self._to_move == OVER and not self.unconfirmed
        return ended or self.void or self.resigned is not None

    @property
    def unconfirmed(self) -> bool:
        """Whether its rules have ended a companion's match, and players may still correct the last entry or finish it."""
        return self._to_move == OVER and self.waits and not (self.finished or self.void)

    @property
    def to_move(self) -> int:
        """The seat to move, CHANCE or OVER."""
        return OVER if self.over else self._to_move

    @property
    def seeded(self) -> bool:
        """Whether seeds of the players may be part of what outcomes depend on."""
        return self.draws >= BOUND and not self.waits and not self.dice

    @property
    def held(self) -> bool:
        """Whether no outcome is drawn yet, because a seed is still awaited."""
        return self.seeded and any(sitter.seed is None for sitter in self.sitters)

    @property
    def waits(self) -> bool:
        """Whether outcomes wait for the players, who have them drawn or enter them."""
        return bool(self.game.spec.table.companion_of)

    @property
    def rolled(self) -> int:
        """How many outcomes were drawn, those that were taken back among them."""
        return sum(entry.kind == "outcome" and not entry.entered for entry in self.entries)

    @property
    def entered(self) -> tuple[int, int]:
        """How many outcomes each seat has entered, those that were taken back among them."""
        by = [entry.seat for entry in self.entries if entry.entered]
        return by.count(0), by.count(1)

    @property
    def score(self) -> tuple[float, float]:
        """The score of each seat; a resignation loses, and nobody wins a match that is void."""
        if self.void:
            return 0.0, 0.0
        if self.resigned is None:
            return self.position.score
        return (-1.0, 1.0) if self.resigned == 0 else (1.0, -1.0)

    @property
    def chain(self) -> str:
        """What the events of this position hang on: equal wherever the same entries stand, as a spectator sees them."""
        return self._chains[-1]

    def basis(self, chain: str) -> str:
        """What an outcome depends on where the entries that stand have led to `chain`."""
        return basis_of(self.sitters, chain)

    def seed(self, seat: int) -> int:
        """What the choices of a computer in `seat` are drawn from here: it answers the same position in the same way."""
        return rng.key(self.secret, self.table, f"{self.chain} by {seat}")

    @property
    def moves(self) -> list[int]:
        """The actions and outcomes that stand, in order."""
        return self.moves_from(0)

    def moves_from(self, ply: int) -> list[int]:
        """The actions and outcomes that stand, in order, from that after position `ply` on."""
        return [entry.action for entry in self.played_from(ply)]

    def played_from(self, ply: int) -> Sequence[Entry]:
        """The entries of the actions and outcomes that stand, in order, from that after position `ply` on."""
        return self._played[ply:]

    def at(self, ply: int) -> Position:
        """The position after `ply` actions and outcomes; `MatchError` names the range."""
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
        """Lets go what takes memory and can be worked out again from the entries, which it is once somebody asks."""
        self._positions = {
            ply: position for ply, position in self._positions.items() if ply % KEPT == 0 or ply == self.ply
        }
        for kept in (self._told, self._shared, self._seen, self._lately, self._views):
            kept.clear()

    def view(self, position: Position, viewer: int) -> Position:
        """What `viewer` may know of a position of this match; it is kept for a while, and neither is to be changed."""
        key = viewer, id(position)
        known = self._views.get(key)
        if known is None:
            if len(self._views) >= VIEWS:
                del self._views[next(iter(self._views))]
            known = self._views[key] = position, self._observed(position, viewer)
        return known[1]

    def _observed(self, position: Position, viewer: int) -> Position:
        """What `viewer` may know of a position: of an end that is not confirmed no more than of a running match.

        Rules may show everything once a match is over, by its phase and who is to move. So they are asked about such an end as
        if the phase before it went on.
        """
        if self.over or not (self.waits and position.over):
            return position.view(viewer)
        before, running = self._position(position.ply - 1).state, position.copy()
        running.state.phase, running.state.to_move = before.phase, before.to_move
        view = running.view(viewer)
        view.state.phase, view.state.to_move = position.state.phase, position.state.to_move
        return view

    def fixes(self, seat: int, ply: int, drawn: np.ndarray[Any, Any]) -> bool:
        """Whether what was done since `ply` could only lead `seat` to what it sees now (see `Position.fixes`)."""
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
        """The entries that `seat` playing `action` would add: the action, and the outcomes after it that do not wait.

        A seat that is in `answered` also answers at once where everybody can see that it has a single answer. What follows its
        own decision it always does itself, so that it can still undo that decision. Changes nothing.

        Raises `IllegalAction` or `MatchError`.
        """
        if self.over:
            raise MatchError("The match is over.")
        if self.position.to_move != seat:
            raise MatchError("It is not your turn.")
        first = Entry(len(self.entries) + 1, "action", seat, action)
        return self._foresee([_led(first, self.position, self.chain)], answered)

    def opening_entries(self) -> list[Entry]:
        """The outcomes that a match begins with, before any seat may move; none where they wait."""
        return [] if self.entries else self._foresee([])

    def entries_with(self, sitters: Sequence[Sitter]) -> list[Entry]:
        """The outcomes that are drawn at once if `sitters` sit here; none while a seed is awaited. Changes nothing."""
        if self.over:
            return []
        before, self.sitters = self.sitters, list(sitters)
        try:
            return self._foresee([])
        finally:
            self.sitters = before

    def roll_entry(self) -> Entry:
        """The entry by which the outcome that is waited for is drawn. Changes nothing; `MatchError` where none is."""
        self._expect_outcome()
        seq = len(self.entries) + 1
        return self._foresee_one(Entry(seq, "outcome", CHANCE, self.draw(self.position, seq, self.chain)))

    def enter_entry(self, seat: int, outcome: int) -> Entry:
        """The entry by which `seat` says what a real die or card has shown. Changes nothing.

        Raises `IllegalAction` where there is no such outcome, `MatchError` where none is waited for.
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
        """The entry that takes the match back to `keep` plies. Changes nothing; `MatchError` if there is nothing there.

        Once the match is over there is no undo: hidden information and the secret of all dice are shown then. At a companion
        that is once the players have finished it.

        `learned` says that what was learned since then is not forgotten, which makes it a match for practice, but no companion.
        """
        if self.over:
            raise MatchError("The match is over.")
        self.at(keep)
        return Entry(len(self.entries) + 1, "undo", seat, keep=keep, note=LEARNED if learned else "")

    def resign_entry(self, seat: int) -> Entry:
        """The entry by which `seat` gives up. Changes nothing; `MatchError` once the match has ended."""
        if self.over:
            raise MatchError("The match is over.")
        if self.unconfirmed:
            raise MatchError(UNCONFIRMED)
        return Entry(len(self.entries) + 1, "resign", seat)

    def finish_entry(self, seat: int) -> Entry:
        """The entry by which `seat` confirms the end of a match whose outcomes wait.

        Changes nothing; `MatchError` where there is no end to confirm.
        """
        if self.over:
            raise MatchError("The match is over.")
        if not self.unconfirmed:
            raise MatchError(NOT_ENDED)
        return Entry(len(self.entries) + 1, "finish", seat)

    def settle(self) -> None:
        """Counts a match as finished that ended before players had to confirm that; others stay as they are."""
        if self.unconfirmed:
            self._finish()

    def _finish(self) -> None:
        self.finished = True
        # the end is open from now on
        self._views.clear()

    def play(self, action: int) -> list[Entry]:
        """Plays `action` for the seat to move, and the outcomes after it; returns the new entries."""
        self.begin()
        made = self.next_entries(self.position.to_move, action)
        self.extend(made)
        return made + self._roll_on()

    def begin(self) -> list[Entry]:
        """Draws the outcomes that the match begins with, if that is still to be done; returns them."""
        made = self.opening_entries()
        self.extend(made)
        return made + self._roll_on()

    def _roll_on(self) -> list[Entry]:
        """Draws the outcomes that wait, and finishes the match at its end: nobody is there to do so. Returns the entries."""
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
            raise MatchError(f"Entry {entry.seq} has values that its kind of entry cannot have.")
        if self.over:
            raise MatchError(f"Entry {entry.seq} comes after the end of the match.")
        if entry.kind == "undo":
            self._take_back(entry)
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
        # the log lines of the entries that go are made from their positions
        for viewer, over in tuple(self._told):
            if over == self.over:
                self.lines(viewer)
        self.practice = self.practice or (entry.note == LEARNED and not self.waits)
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
            raise MatchError(f"Entry {entry.seq} resigns a match that has reached its end.")
        else:
            self.resigned = entry.seat

    def _foresee(self, made: list[_Led], answered: Sequence[int] = ()) -> list[Entry]:
        """The entries `made`, and those after them that wait for nobody (see `next_entries`); remembers where they lead."""
        ahead, chain = made[-1][1:3] if made else (self.position, self.chain)
        # the last that was free to choose; chance is
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
        """The digest of the position that new `entries` lead to, as they were worked out last."""
        return self.digest(self.position_after(entries[-1].kind, entries[-1].keep))

    def position_after(self, kind: str, keep: int) -> Position:
        """The position after a new entry of this kind, the last of those that were worked out last."""
        if kind in PLAYED:
            return self._foreseen[-1][1]
        return self.at(keep) if kind == "undo" else self.position

    def ends_with(self, kind: str) -> bool:
        """Whether the match ends with an entry of this kind, the last of those that were worked out last."""
        if kind in PLAYED:
            return self._foreseen[-1][1].to_move == OVER and not self.waits
        return kind in ("resign", "finish", "void")

    def digest(self, position: Position) -> str:
        """The digest of a position of this game; that of the one asked last is kept."""
        known = bytes(position)
        if self._digest[0] != known:
            self._digest = known, position.digest()
        return self._digest[1]

    def number(self, seq: int, chain: str) -> float:
        """The number in [0, 1) that the outcome of entry `seq` follows from, before which the entries of `chain` stand."""
        return number_from(self.secret, self.table, self.draws, self.sitters, seq, chain)

    def draw(self, position: Position, seq: int, chain: str) -> int:
        """The outcome of entry `seq`, before which the entries of `chain` stand, in a chance position.

        By its weight where outcomes can be listed, else by `sample`.
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
        """The ply before the last decision of `seat`, and whether no other decision and no die came between, or None.

        What everybody could see to be the only action was nobody's decision. Where outcomes wait, two people keep one ledger:
        it is then the last thing that either has done or entered.
        """
        if self.over:
            return None
        if self.waits:
            return self._last_deed(seat)
        # while chance waits for a seed nothing has been revealed
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
        """The log as `viewer` (0, 1 or SPECTATOR) may read it, a line an entry; taken-back entries stay readable.

        With `until` it tells new entries up to that number only.

        Once the match is over everybody reads what each side did, in full; an outcome that was one seat's own affair stays so.
        Earlier lines are cached: only new entries take time.
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
        """The lines up to the last entry that was taken back, whose positions are gone: it is all played once more."""
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
        # viewers who see the same are sent the same line
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
        """All entries of a finished match, with what it takes to check its dice without the rules."""
        return [step for step, _ in self._played_through()]

    def _played_through(self) -> Iterator[tuple[Step, Position]]:
        """All entries, each with the position after it."""
        fresh = self._fresh()
        for entry in self.entries:
            before = fresh.position
            fresh.extend([entry])
            yield fresh.step(entry, before), fresh.position

    def step(self, entry: Entry, before: Position) -> Step:
        """An entry that was added in the position `before`, with what it takes to check its dice without the rules."""
        if entry.kind not in PLAYED:
            return Step(entry, -1)
        drawn = entry.kind == "outcome" and not entry.entered
        share = _share(before.chances(), entry.action) if drawn and not self.dice else (-1.0, -1.0)
        return Step(entry, self.observed(entry, before, SPECTATOR), *share)

    def file(self) -> str:
        """The match file of a finished match; `MatchError` before, since it holds both hands."""
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
    """The numbers in [0, 1) by which `action` is drawn: from, and up to."""
    low = 0.0
    for outcome, weight in chances:
        if outcome == action:
            return low, low + weight
        low += weight
    return -1.0, -1.0


def _filed(sitter: Sitter) -> dict[str, Any]:
    # a name without its salt cannot be checked: both were to be erased
    known = sitter if sitter.salt else msgspec.structs.replace(sitter, name=None, salt=None)
    return {**msgspec.structs.asdict(known), "seed": known.seed or ""}


def _led(entry: Entry, before: Position, chain: str) -> _Led:
    after, seen = before.copy().play(entry.action), before.observed_action(SPECTATOR, entry.action)
    return entry, after, rng.chained(chain, f"{entry.seat} {seen}"), seen


def check_rules(spec: Spec, rules: object, draws: object) -> None:
    """`OtherRulesError` where a log cannot be folded by the rules that it was played by, or its outcomes not be drawn."""
    for what, played, here in (
        (f"the rules of {spec.name}", rules, spec.versions),
        ("how dice are drawn", draws, rng.VERSIONS),
    ):
        if type(played) is not int or played not in here:
            raise OtherRulesError(
                f"This match was played with version {played} of {what}, but this program has version {here[-1]}."
            )
