"""Match files: reads them, replays them and checks every line.

The file is JSON Lines: a head, one line per entry, and, once the match is over, a last line with the secret and the
score. The head names the version of the game's rules (`rules`) and of the way outcomes are drawn (`draws`): a log is never
replayed under other versions. So that dice can be checked without the rules too (`check_record`), a line gives what a
spectator sees of an action (`seen`), unless that is the action itself, and the numbers in [0, 1) for which an outcome
is drawn (`share`). Its `text` is commentary in the words of the version that wrote the file. It is shown if the rules
are gone, and never checked.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple, cast

import msgspec

from sandtable.authoring import rng
from sandtable.authoring.decoding import DecodingError, convert, json_of
from sandtable.authoring.naming import shown
from sandtable.authoring.records import CHANCE, SPECTATOR
from sandtable.authoring.settings import Value, resolve
from sandtable.authoring.spec import Reason
from sandtable.engine.game import Game, IllegalAction
from sandtable.engine.match import (
    BOUND,
    FORMAT,
    PLAYED,
    Dice,
    Digest,
    Entry,
    Match,
    MatchError,
    OtherRulesError,
    Random,
    Sitter,
    basis_of,
    bound_by,
    check_rules,
    number_from,
)

OLDER = 1  # a format whose texts can still be read


def read(text: str, load: Callable[..., Game]) -> Match:
    """The match in a match file, with every die and digest checked; `MatchError` names the faulty line and the reason.

    `load(game, **settings)` makes the game, for instance `sandtable.load`.
    """
    lines = _lines(text)
    head = _head(lines[0])
    if len(lines) < 2:
        raise MatchError("Line 1: the file ends before the match does.")
    bound = head["draws"] == BOUND
    last = _fields(lines[-1], len(lines), _BoundLast if bound else _Last)
    match = _opened(head, last, len(lines), load)
    due = _draws(match)
    for number, line in enumerate(lines[1:-1], 2):
        _fold_line(match, line, number, due)
    match.settle()
    if list(match.score) != last["score"] or not match.over:
        raise MatchError(f"Line {len(lines)}: the score does not match the entries before it.")
    if bound and last["chain"] != match.basis(match.chain):
        raise MatchError(
            f"Line {len(lines)}: the chain does not match the game, settings, seats and entries."
        )
    return match


def verify(text: str) -> Match:
    """The match in a match file of an installed game, with every die and digest checked; `MatchError` names the faulty
    line. Raises its subclass `OtherRulesError` if the match was played under other rules: it can still be read in words
    (`words`).
    """
    from sandtable.engine.game import installed as load

    return read(text, load)


def words(text: str) -> list[str]:
    """The texts of a match file's entries, one string per line, unchecked; `MatchError` names the damaged line."""
    lines = [_fields(line, number, _Words) for number, line in enumerate(_lines(text)[1:-1], 2)]
    return [f"{line['seq']:>4}  {line['text']}" for line in lines]


class Coverage(NamedTuple):
    """What an intact match file proves and what it cannot, both in words."""

    covered: list[str]
    uncovered: list[str]


def check_record(text: str) -> Coverage:
    """What can be verified in a match file without the rules the match was played under, and what was not checked.

    `MatchError` names the faulty line; `OtherRulesError` if this version does not know how the file's dice were drawn.
    """
    lines = _lines(text)
    head = _head(lines[0])
    if len(lines) < 2:
        raise MatchError("Line 1: the file ends before the match does.")
    if head["draws"] not in rng.VERSIONS:
        raise OtherRulesError(
            f"Line 1: this version of Sandtable does not support dice-drawing method {head['draws']}."
        )
    bound = head["draws"] >= BOUND
    last = _fields(lines[-1], len(lines), _BoundLast if bound else _Last)
    record = _Record(head, last, len(lines))
    for number, line in enumerate(lines[1:-1], 2):
        record.add(_fields(line, number, _BoundLine if bound else _Line), number)
    record.end(last, len(lines))
    return record.coverage(text)


class _Record:
    """Checks a match file line by line without its rules."""

    def __init__(self, head: Mapping[str, Any], last: Mapping[str, Any], end: int) -> None:
        self._head = head
        self._dice = _dice(head)
        self._secret = _secret(head, last, end, self._dice)
        try:
            seats = _seats(head)
        except MatchError as error:
            raise MatchError(f"Line 1: {error}.") from None
        self._sitters = [seat if isinstance(seat, Sitter) else Sitter(seat, None, "") for seat in seats]
        bound = bound_by(head["game"], head["rules"], head["settings"], head["table"])
        self._chains = [rng.chained("", bound) if head["draws"] >= BOUND else ""]
        self._entries: list[Entry] = []
        self._drawn = self._checked = 0

    def add(self, line: Mapping[str, Any], number: int) -> None:
        """Checks an entry's line."""
        try:
            entry = convert({name: line[name] for name in Entry.__struct_fields__ if name in line}, Entry)
            self._add(entry, line)
        except (DecodingError, MatchError) as error:
            raise MatchError(f"Line {number}: {str(error).rstrip('.')}.") from None

    def _add(self, entry: Entry, line: Mapping[str, Any]) -> None:
        if entry.seq != len(self._entries) + 1:
            raise MatchError(f"entry {len(self._entries) + 1} is expected here, not entry {entry.seq}")
        if not entry.is_plain():
            raise MatchError(f"entry {entry.seq} has values that this kind of entry cannot have")
        if self._ended:
            raise MatchError(f"entry {entry.seq} comes after the end of the match")
        if entry.kind == "undo":
            if not 0 <= entry.keep < len(self._chains):
                raise MatchError(
                    f"an undo must return to a position from 0 to {len(self._chains) - 1}, not {entry.keep}"
                )
            del self._chains[entry.keep + 1 :]
        elif entry.kind in PLAYED:
            if entry.kind == "outcome" and not entry.entered:
                self._check_outcome(entry.seq, line.get("share"))
            self._chains.append(
                rng.chained(self._chains[-1], f"{entry.seat} {line.get('seen', entry.action)}")
            )
        self._entries.append(entry)

    @property
    def _ended(self) -> bool:
        return bool(self._entries) and self._entries[-1].kind in ("resign", "finish", "void")

    @property
    def _scored(self) -> bool:
        """Whether the score follows from the last entry."""
        return self._ended and self._entries[-1].kind != "finish"

    def _check_outcome(self, seq: int, share: Sequence[float] | None) -> None:
        self._drawn += 1
        if share is None or self._dice:
            return
        self._checked += 1
        head = self._head
        number = number_from(self._secret, head["table"], head["draws"], self._sitters, seq, self._chains[-1])
        if not share[0] <= number < share[1]:
            raise MatchError("with the shares in the file, the secret gives a different outcome here")

    def end(self, last: Mapping[str, Any], number: int) -> None:
        """Checks the last line."""
        score = list(last["score"])
        if self._scored and score != self._score():
            raise MatchError(f"Line {number}: the score does not match the entries before it.")
        if self._recorded and "chain" in last and last["chain"] != basis_of(self._sitters, self._chains[-1]):
            raise MatchError(
                f"Line {number}: the chain does not match the game, settings, seats and entries."
            )

    def _score(self) -> list[float]:
        last = self._entries[-1]
        return [0.0, 0.0] if last.kind == "void" else [-1.0, 1.0] if last.seat == 0 else [1.0, -1.0]

    @property
    def _recorded(self) -> bool:
        """Whether the file contains what is needed to follow the chain: older files do not."""
        return self._checked > 0

    def coverage(self, text: str) -> Coverage:
        """What was checked, and what was not."""
        head, scored = self._head, self._scored
        rules = f"version {head['rules']} of the rules of {head['game']}"
        covered = ["the entries are numbered without a gap, and nothing follows the end"]
        uncovered = [
            f"whether the actions were legal, and by the seat to move: that takes {rules}",
            f"the positions{'' if scored else ' and the score'}, which follow from the rules",
        ]
        covered += ["the score, which follows from the last entry"] if scored else []
        covered += [] if self._dice else ["the secret is the one that line 1 committed to"]
        if self._checked:
            counted = f"{self._checked} of {self._drawn} dice and cards"
            covered.append(f"{counted}: the secret gives them, by the shares that the file names")
            uncovered.append("whether the shares are those that the rules give to each outcome")
        if self._checked < self._drawn:
            uncovered.append(f"{self._drawn - self._checked} dice and cards of which the file names no share")
        if self._recorded and head["draws"] >= BOUND:
            covered.append("the game, the version of its rules, every setting and the table's name")
            named = [(seat, one.name) for seat, one in enumerate(self._sitters) if one.name is not None]
            covered += [f"the name of seat {seat}: {name}" for seat, name in named]
        else:
            uncovered.append("the settings and the players' names")
        uncovered += [] if self._dice else _trusted(self._sitters)
        if any(entry.kind == "hint" for entry in self._entries):
            uncovered.append("which seat asked for a hint: that it was the one to move takes the rules")
        by = tuple(sum(entry.entered and entry.seat == seat for entry in self._entries) for seat in (0, 1))
        called = tuple(one.called for one in self._sitters)
        return Coverage(covered, [*uncovered, *_entries_uncovered(text, called, by)])


class _Version(msgspec.Struct):
    sandtable: int


class _Played(msgspec.Struct):
    game: str
    rules: int
    draws: int


class _Opening(_Played):
    settings: dict[str, Value]
    table: str
    commitment: str
    digest: str


class _Head(_Opening):
    seats: tuple[str, str]


class _FiledSitter(msgspec.Struct, forbid_unknown_fields=True):
    name: str | None
    salt: Random | None
    digest: Digest
    seed: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{32})?$", description="32 hex digits or empty")]


class _BoundHead(_Opening, forbid_unknown_fields=True):
    sandtable: int
    seats: tuple[_FiledSitter, _FiledSitter]
    version: str = ""
    about: str = ""
    dice: Any = ()


class _Line(msgspec.Struct):
    seq: int
    kind: str
    seat: int
    action: int
    keep: int
    text: str
    digest: str
    seen: int | None = None
    share: tuple[float, float] | None = None


class _BoundLine(_Line, forbid_unknown_fields=True):
    note: str = ""


class _Words(msgspec.Struct):
    seq: int
    text: str


class _Last(msgspec.Struct):
    score: tuple[float, float]
    secret: str


class _BoundLast(_Last, forbid_unknown_fields=True):
    chain: str


def _lines(text: str) -> list[str]:
    """The lines of a match file. Only a line feed ends one: a name may contain what other programs take for a line break."""
    lines = text.removeprefix("\ufeff").rstrip().split("\n")
    if lines == [""]:
        raise MatchError("Line 1: the file is empty.")
    return lines


def _head(line: str) -> dict[str, Any]:
    found = _fields(line, 1, _Version)
    version, draws = found["sandtable"], found.get("draws")
    if version != FORMAT:
        # the texts of an older file can still be read
        kind = OtherRulesError if version == OLDER else MatchError
        raise kind(f"Line 1: the format must be {FORMAT}, not {shown(version)}.")
    if draws is not None and draws not in rng.VERSIONS:
        return _fields(line, 1, _Played)
    return _fields(line, 1, _BoundHead if draws == BOUND else _Head)


def _fields(line: str, number: int, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a line, checked to make sure that those of `kind` are present with their types; `MatchError` names the
    line.
    """
    try:
        found = json_of(line)
        if not isinstance(found, dict):
            raise DecodingError(f"this must be a JSON object, not {shown(found)}")
        fields = cast("dict[str, Any]", found)
        needed = {field.name for field in msgspec.structs.fields(kind) if field.required}
        missing = sorted(needed - set(fields))
        if missing:
            raise DecodingError(f"{', '.join(missing)} is missing")
        convert(fields, kind)
    except DecodingError as error:
        raise MatchError(f"Line {number}: {error}.") from None
    return fields


def _opened(head: Mapping[str, Any], last: Mapping[str, Any], end: int, load: Callable[..., Game]) -> Match:
    try:
        spec = load(head["game"]).spec
        check_rules(spec, head["rules"], head["draws"])
        game = load(head["game"], **resolve(spec.rules.settings, head["settings"]))
        game = game.by_rules(head["rules"])
        seats = _seats(head)
    except OtherRulesError as error:
        raise OtherRulesError(f"Line 1: {error}") from None
    except ValueError as error:
        raise MatchError(f"Line 1: {str(error).rstrip('.')}.") from None
    dice = _dice(head)
    secret = _secret(head, last, end, dice)
    match = Match(game, secret, head["table"], seats, dice, head["draws"], head["settings"])
    if match.position.digest() != head["digest"]:
        raise MatchError("Line 1: the opening digest does not match the game and the settings.")
    return match


def _secret(head: Mapping[str, Any], last: Mapping[str, Any], end: int, dice: Sequence[int]) -> bytes:
    try:
        secret = bytes.fromhex(last["secret"])
    except ValueError:
        raise MatchError(f"Line {end}: the secret must be written in hex.") from None
    if (rng.commitment(secret) if not dice else secret.hex()) != head["commitment"]:
        raise MatchError(f"Line {end}: the secret does not match the commitment in line 1.")
    return secret


def _seats(head: Mapping[str, Any]) -> list[str | Sitter]:
    if head["draws"] < BOUND:
        return list(head["seats"])
    filed = convert(head["seats"], list[_FiledSitter])
    for seat, one in enumerate(filed):
        if (one.name is None) != (one.salt is None):
            raise MatchError(
                f"the name and salt of seat {seat} must be erased together, by setting both to null"
            )
        if one.name is not None and rng.chained(str(one.salt), one.name) != one.digest:
            raise MatchError(f"the name of seat {seat} does not match its digest")
    return [Sitter(one.name, one.salt, one.digest, one.seed) for one in filed]


def _dice(head: Mapping[str, Any]) -> list[int]:
    try:
        return msgspec.convert(head.get("dice", []), Dice)
    except msgspec.ValidationError:
        raise MatchError("Line 1: dice must be a list of one to four whole numbers of 0 or more.") from None


def _draws(match: Match) -> Callable[[int], int]:
    """Draws the outcome of an entry, for entries in order."""
    if not match.dice:
        return lambda seq: match.draw(match.position, seq, match.chain)
    stream = rng.stream(*match.dice)
    return lambda _: match.position.sample(stream)


def _fold_line(match: Match, line: str, number: int, drawn: Callable[[int], int]) -> None:
    found = _fields(line, number, _BoundLine if match.draws == BOUND else _Line)
    try:
        entry = convert({k: found[k] for k in Entry.__struct_fields__ if k in found}, Entry)
        drawn_here = entry.kind == "outcome" and not entry.entered
        if drawn_here and not match.over and match.position.to_move == CHANCE:
            due = drawn(entry.seq)
            if entry.action != due:
                source = "stream of dice" if match.dice else "secret"
                raise MatchError(f"the {source} gives the outcome {match.game.describe(due)!r} here")
        before = match.position
        match.extend([entry])
    except (DecodingError, MatchError) as error:
        raise MatchError(f"Line {number}: {str(error).rstrip('.')}.") from None
    except IllegalAction as error:
        raise MatchError(f"Line {number}: {_sentence(error.reason)}") from None
    if found["digest"] != match.position.digest():
        raise MatchError(f"Line {number}: the digest does not match the position after this entry.")
    recorded = match.step(entry, before).recorded() if "seen" in found or "share" in found else {}
    for name in ("seen", "share"):
        if name not in recorded and name in found:
            raise MatchError(f"Line {number}: this entry has no {name}.")
        if name in found and found[name] != recorded[name]:
            raise MatchError(f"Line {number}: {name} must be {msgspec.json.encode(recorded[name]).decode()}.")


def _sentence(reason: Reason) -> str:
    return f"{reason.sentence} ({reason.clause})" if reason.clause else reason.sentence


def transcript(match: Match) -> list[str]:
    """The log of a finished match in words, one string per line, as both players may read it by then; before the end,
    as a spectator may.
    """
    return [f"{line.entry.seq:4d}  {line.told.text}" for line in match.lines(SPECTATOR)]


def coverage(text: str, match: Match) -> Coverage:
    """What was checked in `text`, the file of `match`, and what was not: changing anything covered breaks the file."""
    covered = ["every action, their order, and the score", *_outcomes_covered(match)]
    uncovered = _entries_uncovered(text, match.seats, match.entered)
    if match.draws >= BOUND:
        covered.append("the game, the version of its rules, every setting and the table's name")
        for seat, sitter in enumerate(match.sitters):
            if sitter.name is None:
                uncovered.append(f"the name of seat {seat}: erased")
            else:
                covered.append(f"the name of seat {seat}: {sitter.name}")
        uncovered += [] if match.dice else _trusted(match.sitters)
    else:
        covered.append("the game, the version of its rules, and each setting as far as this match used it")
        uncovered += [
            "settings that this match did not use (it is from before settings were part of the dice)",
            "the players' names",
        ]
        if not match.dice:
            uncovered.append(
                "how the secret was picked: the server alone picked it, and no player gave a seed"
            )
    return Coverage(covered, uncovered)


def _outcomes_covered(match: Match) -> list[str]:
    if match.dice:
        return ["every die and card: they come from the stream of random numbers that line 1 names"]
    given = [f"seat {seat}" for seat, sitter in enumerate(match.sitters) if sitter.seed]
    seeds = f" and the seed of {' and of '.join(given)}" if given else ""
    drawn = "every die and card that was drawn here" if match.waits else "every die and card"
    return [f"{drawn}: they follow from the secret{seeds}"]


def _trusted(sitters: Sequence[Sitter]) -> list[str]:
    """What the file cannot prove about the fingerprint and the seeds, which come from elsewhere."""
    without = [f"seat {seat}" for seat, sitter in enumerate(sitters) if not sitter.seed]
    if len(without) == 2:
        return [
            "how the secret was picked: no player gave a seed, so whoever picked it could have picked the dice"
        ]
    none = (
        [f"{without[0]} gave no seed: only the other seat's seed kept the server from picking the dice"]
        if without
        else []
    )
    return [
        *none,
        "whether the commitment and the seeds are the ones that the browsers saw and sent: the match page checks that",
    ]


def _entries_uncovered(text: str, names: Sequence[str], entered: Sequence[int]) -> list[str]:
    head, *lines = [cast("dict[str, Any]", json_of(line)) for line in _lines(text)]
    told = [name for name in ("version", "about") if name in head]
    known = [_BoundHead, *[_BoundLine] * (len(lines) - 1), _BoundLast]
    unknown = {
        name
        for found, kind in zip((head, *lines), known, strict=True)
        for name in found.keys() - set(kind.__struct_fields__)
    }
    kinds = {line.get("kind") for line in lines}
    seats = [
        said for kind, said in (("undo", "undid a move"), ("finish", "finished the match")) if kind in kinds
    ]
    by = [f"{count} entered by {name}" for name, count in zip(names, entered, strict=True) if count]
    return [
        "the text of each entry: it is commentary, and only the action counts",
        *([f"which seat {' or '.join(seats)}"] if seats else []),
        *(["what the hints were about"] if "hint" in kinds else []),
        *([f"{' and '.join(told)} in line 1"] if told else []),
        *([f"fields that a match file does not have: {', '.join(sorted(unknown))}"] if unknown else []),
        *([f"dice and cards of a real table, {', '.join(by)}, who vouch for them"] if by else []),
    ]
