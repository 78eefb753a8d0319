"""The declaration of a game: a `Spec` holds everything that a game offers, and is checked when it is made."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from sandtable.authoring import defaults
from sandtable.authoring.actions import Actions, Labels
from sandtable.authoring.choices import ActionGroup, BoardEvent, Grouping, Pick, kind
from sandtable.authoring.kits import KitMaker
from sandtable.authoring.naming import listed
from sandtable.authoring.observations import FeatureBlock, NamedFeature, named, size_of
from sandtable.authoring.operands import Setup, State, View
from sandtable.authoring.ops import INTERFACE, NAMES, NEEDED
from sandtable.authoring.records import HEADER, OVER, TAG, new, record, tag_of
from sandtable.authoring.settings import (
    Data,
    Flag,
    Integer,
    Setting,
    SettingError,
    Value,
    refuse_default,
    resolve,
)
from sandtable.authoring.sheet import Sheet
from sandtable.authoring.wording import Explanations, filled
from sandtable.graphics.drawing import SIDE_COLOURS, Drawing, Illustration, coloured, refused


class DeclarationError(ValueError):
    """Raised for an invalid declaration, with one sentence that names the game and the part."""


@dataclass(frozen=True)
class Reason:
    """Why an action is refused: one sentence for the player, and the clause behind it."""

    sentence: str
    clause: str


BeatKind = Literal["way", "aim", "flight", "blow", "fall", "turn", "frame", "call"]


@dataclass(frozen=True)
class Beat:
    """One step of an event's animation on the board, drawn over the position before the event.

    `cells` are cells of the board, by number (squares, hexes, tiles). `kind` says what happens to them:

    - way: the piece on the first cell moves along them
    - flight: a ball moves along them
    - aim: the first cell acts on the last
    - blow: something happens to the first cell, and `text` floats over it
    - fall: the piece there goes down or disappears
    - turn: the piece there is revealed
    - frame: all of them are framed
    - call: `text` is called out, over the first cell if there is one
    """

    kind: BeatKind
    cells: tuple[int, ...] = ()
    text: str = ""

    def __post_init__(self) -> None:
        """Raises an error for a beat without a cell, unless it is a call."""
        if not self.cells and self.kind != "call":
            raise ValueError(f"a {self.kind!r} beat needs a cell")


@dataclass(frozen=True)
class LogLine:
    """One line of a log as one viewer may read it. Its `beats` are shown on the board first, in order."""

    kind: str
    text: str
    dice: tuple[int, ...] = ()
    clause: str = ""
    beats: tuple[Beat, ...] = ()


@dataclass(frozen=True)
class RollLuck:
    """The value of one chance outcome to `seat`, and the value expected before it."""

    seat: int
    expected: float
    actual: float


@dataclass(frozen=True)
class Made:
    """A file made for a person: name, media type and bytes."""

    name: str
    media: str
    data: bytes


@dataclass(frozen=True)
class Preset:
    """A named group of settings; all others keep their defaults."""

    name: str
    text: str
    settings: Mapping[str, Value]


@dataclass(frozen=True)
class Level:
    """A strength level of the computer, numbered from 0, the weakest.

    `kind` is random, search, mcts, plan, halving, or the name of one of the game's policies; `simulations` and `options` are
    its arguments (see `sandtable.agents`). `plain` says that it is quick in plain Python too, so it can play until
    the better ones are compiled. Raise `version` whenever the level plays differently, so that older figures can be recognised.
    """

    level: int
    name: str
    text: str
    kind: str
    simulations: int = 0
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    plain: bool = False
    version: int = 1


@dataclass(frozen=True)
class Plans:
    """How a game plans in whole actions ("intents"), which it numbers as it likes; runs in plain Python."""

    intents: Callable[[Setup, View], tuple[list[int], list[float]]]
    begin: Callable[[Setup, View, int], int]
    go_on: Callable[[Setup, View, int], int]
    expect: Callable[[Setup, View, int], float]


@dataclass(frozen=True)
class Policies:
    """A game's own quick players, compiled; `names` are numbered from 1. `search.policy` says what replaces a missing part."""

    names: tuple[str, ...]
    choose: Any
    quick: Any = None
    rate: Any = None
    mix: Any = None
    propose: Any = None
    vary: Any = None
    guess: Any = None
    perform: Any = None
    plans: Plans | None = None


@dataclass(frozen=True)
class Wasted:
    """What a counter of waste is a part of: together with the counters `of`, it is the whole. `text` follows a share of
    it, as in "of their tokens stay unspent".
    """

    text: str
    of: tuple[str, ...]


@dataclass(frozen=True)
class Counters:
    """What designers count in a match, per seat; `tally` and `options` are compiled (see `lab.run.watch`).

    `limits` names the counters that show that a limit, a clock or a cap has decided a match, each with a phrase for it, such
    as "the limit of turns". `wasted` names the counters for what a good player seldom does: a report uses them to check its
    players. `gains` and `losses` name those of what is good or bad for a seat, each with a phrase such as "loses a pawn": an
    analysis explains decisions by them.
    """

    names: tuple[str, ...]
    tally: Any
    limits: Mapping[str, str] = field(default_factory=dict[str, str])
    options: Any = None
    wasted: Mapping[str, Wasted] = field(default_factory=dict[str, Wasted])
    gains: Mapping[str, str] = field(default_factory=dict[str, str])
    losses: Mapping[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        """Raises `DeclarationError` for a waste, gain or loss that is not counted."""
        wasted = [*self.wasted, *(name for waste in self.wasted.values() for name in waste.of)]
        for what, used in (("wasted", wasted), ("a gain", self.gains), ("a loss", self.losses)):
            if unknown := [name for name in used if name not in self.names]:
                raise DeclarationError(f"there is no counter {unknown[0]!r} for what is {what}")


@dataclass(frozen=True)
class Pace:
    """How long people take at a table, in seconds. These are the author's estimates, and a report says so.

    `layout` is for setting up and packing away, `outcome` for a chance outcome, and `decision` for a decision; `phases`
    sets other times for decisions in some phases.
    """

    layout: float
    outcome: float
    decision: float
    phases: Mapping[str, float] = field(default_factory=dict[str, float])


@dataclass(frozen=True)
class Vectors:
    """Actions as `width` numbers in [-1, 1], for games with too many to list; compiled (see `adapters.vectors`)."""

    width: int
    decode: Any
    encode: Any


@dataclass(frozen=True)
class Grid:
    """A coarser numbering of actions and outcomes that OpenSpiel itself cannot number (see `adapters.openspiel.numbers`)."""

    actions: Actions
    labels: Callable[[Setup], Labels]
    open_numbers: Callable[[Setup, View], list[int]]
    action_of: Callable[[Setup, View, int], int]
    outcomes: Callable[[Setup, State], list[tuple[int, float]]]


# view, seat -> the setup that a computer uses for that seat, which may have goals of its own
AgentSetup = Callable[[View, int], Setup]

INDEPENDENT = "This is an independent, unofficial implementation."


def attribution(credit: str, source: str = "") -> str:
    """The sentences shown wherever the game appears, ending with the one on independence; "" without a credit."""
    return " ".join(filter(None, (credit, source, INDEPENDENT))) if credit else ""


# setup, view, options by name -> the file; raises ValueError for an invalid option
Export = Callable[[Setup, View, Mapping[str, str]], Made]
# what the page draws for a position: a struct, or a dict that can be written as JSON
Scene = msgspec.Struct | dict[str, Any]
# the plain data of a scene, perhaps a stored one -> a function for each of its files, called with options by name
SceneFiles = Callable[[Mapping[str, Any]], Mapping[str, Callable[[Mapping[str, str]], Made]]]
# a JSON object -> the file; raises ValueError for an invalid one
Service = Callable[[Mapping[str, Any]], Made]

# kinds of computer player in addition to a game's policies
KINDS = ("random", "search", "mcts", "plan", "halving")
# maximum number of columns in an action grid, so that buttons are wide enough for a thumb on a phone
MOST_COLUMNS = 8
# more would need too much memory for lists of actions
MOST_LISTED = 2**16

# the levels of games that declare none
LEVELS = (
    Level(0, "Random", "Plays any legal action, each as likely.", "random", plain=True),
    Level(1, "Beginner", "Tries 30 continuations for every choice.", "search", 30),
    Level(2, "Player", "Tries 200 continuations for every choice.", "search", 200),
    Level(3, "Expert", "Tries 1,000 continuations for every choice.", "search", 1000),
)
# a companion has no computer opponent; checks play it at random
LEDGER = (Level(0, "Random", "Says anything that is possible.", "random", plain=True),)


def names_of(phases: type[IntEnum]) -> tuple[str, ...]:
    """The names of the members in lower case; the members must be numbered 0, 1, 2 and so on."""
    if [*phases] != [*range(len(phases))]:
        raise DeclarationError(f"the members of {phases.__name__} must be numbered 0, 1, 2 and so on")
    return tuple(phase.name.lower() for phase in phases)


def by_code(told: Mapping[Any, Reason]) -> tuple[Reason, ...]:
    """The reasons in the order of their codes, given one for each code of an `IntEnum` except 0.

    `DeclarationError` names the codes without a reason.
    """
    first: Any = next(iter(told))
    codes: list[Any] = [code for code in first.__class__ if code != 0]
    without = [code.name for code in codes if code not in told]
    if without or codes != [*range(1, len(codes) + 1)]:
        raise DeclarationError(
            f"codes must be 0, 1, 2 and so on, and each except 0 must have a reason; wrong: {without or codes}"
        )
    return Reason("", ""), *(told[code] for code in codes)


def _length(_settings: Mapping[str, Value]) -> str:
    return ""


def _labels(_setup: Setup) -> Labels:
    return {}


def _draw(_setup: Setup, view: View) -> str:
    """One line per field of the view."""
    names = [name for name in view.dtype.names[len(HEADER) :] if not name.startswith(TAG)]
    return "\n".join(f"{name.replace('_', ' ')}: {np.asarray(view[name]).tolist()}" for name in names)


def _scene(_setup: Setup, _view: View, _viewer: int) -> Scene:
    return {}


def _odds(_setup: Setup, _view: View, _viewer: int, _action: int) -> dict[str, float] | None:
    return None


def _as_written(_setup: Setup, _view: View, _viewer: int, _action: int) -> str:
    return ""


def _luck(_setup: Setup, _state: State, _outcome: int) -> RollLuck | None:
    return None


def _uneven(_settings: Mapping[str, Value]) -> str:
    return ""


def _passes(_setup: Setup, _view: View, _action: int) -> bool:
    return False


def _closed(_setup: Setup, _view: View) -> bool:
    return False


def _advice(_setup: Setup, _view: View, _viewer: int) -> str:
    return ""


def _nothing(_settings: Mapping[str, Value]) -> Mapping[str, Any]:
    return {}


def _no_agent_setup(_setup: Setup) -> None:
    return None


def everything(_setup: Setup, _state: State, _viewer: int) -> int:
    """The first position of a match: a viewer may look back at the whole match."""
    return 0


def _forget_nothing(_setup: Setup, _view: View, _ply: int) -> None:
    pass


def _exported(_setup: Setup, _view: View) -> Sequence[str]:
    return ()


def _no_files(_scene: Mapping[str, Any]) -> Mapping[str, Callable[[Mapping[str, str]], Made]]:
    return {}


def _unsaid(*_: Any) -> Any:
    # placeholder for a default that depends on other parts of the declaration
    raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Rules:
    """How a game is played: what the engine, searches and learners need.

    `functions` are the compiled operations (see `ops`).
    """

    functions: Mapping[str, Any]
    state: np.dtype[Any]
    actions: Actions
    bound: Callable[[Setup], int]  # the maximum number of plies in a match
    settings: Sequence[Setting] = ()
    # settings -> their setup record; raises SettingError. By default, one number for each setting: the index of a
    # choice, 0 or 1 for a flag
    build: Callable[[Mapping[str, Value]], Setup] = _unsaid
    max_actions: int = 0  # maximum number of actions or outcomes in one position; by default all
    features: int = 0  # how many numbers `features` writes; by default one for each number in the state
    phases: Sequence[str] = ("play",)  # names of the phases, by number: see `names_of`
    # by the number that `check` returns, 0 unused: see `by_code`
    reasons: Sequence[Reason] = (Reason("", ""), Reason("That is not possible now.", "rules"))
    # phases in which `legal` lists only examples: `check` accepts more, and `sample` draws from all
    partial: Sequence[str] = ()
    version: int = 1  # raised whenever an old log would be played differently
    # older versions of the rules that a switch in the setup brings back, each with its `build`, so that their logs can
    # still be replayed
    older: Mapping[int, Callable[[Mapping[str, Value]], Setup]] = field(default_factory=dict[int, Any])
    zero_sum: bool = True


@dataclass(frozen=True, kw_only=True)
class Presentation:
    """What people see and read. The functions are plain Python; `viewer` is 0, 1 or SPECTATOR, and a view holds what that
    viewer knows.

    Everything that explains the game follows the settings; the functions that explain it get all of them (see `wording`).
    """

    # names of the two sides; at a table, the game's texts call the people by their names where a side's name begins a clause
    # and a word ending in -s follows ("Navy is to move", but not "Navy 1 moves")
    sides: tuple[str, str] = ("Seat 0", "Seat 1")
    # their colours as #rrggbb, for `first` and `second` in drawings and kits, and for their marks on the page
    colours: tuple[str, str] = SIDE_COLOURS
    labels: Callable[[Setup], Labels] = _labels  # names for the values of action fields
    draw: Callable[[Setup, View], str] = _draw  # the board as text
    # the board as a picture; without a function or a picture, the page shows the text
    drawing: Callable[[Setup, View], Drawing | None] | None = None
    # whether `web/src/games` has a client for this game; otherwise the page shows the generic table
    client: bool = False
    # for the generic table: kinds of actions with one field whose values lie on a grid, with the number of columns
    grids: Mapping[str, int] = field(default_factory=dict[str, int])
    # also for the generic table: by kind, the heading over its choices ("" for none), or for an outcome the label of its button
    titles: Mapping[str, str] = field(default_factory=dict[str, str])
    # what the page draws for the viewer; for a game with a client, the return annotation names its struct
    scene: Callable[[Setup, View, int], Scene] = _scene
    prompt: Callable[[Setup, View, int], str] = _unsaid  # what the viewer is asked or waits for
    result: Callable[[Setup, View], str] = _unsaid  # how the match ended; "" while it runs
    # setup, view before, action (-1: hidden from the viewer), view after
    tell: Callable[[Setup, View, int, View], LogLine] = _unsaid
    # whether seats read the same line as a spectator about every action that a spectator sees, so one line serves all
    shared_log: bool = False
    odds: Callable[[Setup, View, int, int], dict[str, float] | None] = _odds  # chances of an action, by name
    # setup, view, viewer, action -> the chances of an action in words, such as "succeeds in 75 %", for explaining it after the
    # match; "" if there are none
    chances: Callable[[Setup, View, int, int], str] = _as_written
    # setup, view, viewer, action -> what the page calls a choice, below its title; "" for the action's own text
    says: Callable[[Setup, View, int, int], str] = _as_written
    # the luck of an outcome, given the state before it
    luck: Callable[[Setup, State, int], RollLuck | None] = _luck
    # the best play from here, shown after the match
    advice: Callable[[Setup, View, int], str] = _advice
    rulebook: Path | None = None  # the players' rule text, with passages that depend on settings
    # what those passages may refer to besides settings
    terms: Callable[[Mapping[str, Value]], Mapping[str, object]] = _nothing
    # short explanations shown by the client
    words: Callable[[Mapping[str, Value]], Explanations] = _nothing
    # diagrams by clause
    figures: Callable[[Mapping[str, Value]], Mapping[str, Illustration]] = _nothing
    length: Callable[[Mapping[str, Value]], str] = _length  # the length of a match, in a sentence
    credit: str = ""  # who made the game
    source: str = ""  # what the rules here are based on, and what was filled in
    # whose board, map or teams a match uses; by default a sentence about each setting that takes a text
    provenance: Callable[[Mapping[str, Value]], str] = _unsaid


@dataclass(frozen=True, kw_only=True)
class TablePolicy:
    """How the server's tables treat the game: presets, the companion, undo, looking back, and files."""

    presets: Sequence[Preset] = ()  # what a new table offers in addition to single settings
    # where to find the declaration of its companion at a real table (see `games.find`)
    companion: str = ""
    # for a companion: the id of its game. At a table, chance waits until an outcome is drawn or entered; the rules run in plain
    # Python
    companion_of: str = ""
    # the ply of the first position that the viewer may look back at during the match
    history_start: Callable[[Setup, State, int], int] = everything
    # setup, view, ply: erases in place what the view still contains from before that ply
    mask_history: Callable[[Setup, View, int], None] = _forget_nothing
    # setup, a spectator's view -> whether `legal` lists the same actions for that view as for the position. If it then lists a
    # single action, a table carries it out by itself; otherwise the player is always asked, so that nobody learns a secret
    # from it. Not called for games without secrets, where everybody sees what is legal
    open_choice: Callable[[Setup, View], bool] = _closed
    # setup, view before, action -> whether the action took skill, so that it cannot be undone as a slip
    irreversible: Callable[[Setup, View, int], bool] = _passes
    # files that a position can be saved as, by name, and the names of those that are available now
    exports: Mapping[str, Export] = field(default_factory=dict[str, Export])
    exported: Callable[[Setup, View], Sequence[str]] = _exported
    # the same files from the stored scene of a finished match whose rules this version no longer has
    scene_files: SceneFiles = _no_files
    # files that the game makes without a match, by name
    services: Mapping[str, Service] = field(default_factory=dict[str, Service])


@dataclass(frozen=True, kw_only=True)
class Players:
    """The computer players."""

    levels: Sequence[Level] = LEVELS
    policies: Policies | None = None
    # how a computer's own setup is found; None if it uses the match's
    agent_setup: Callable[[Setup], AgentSetup | None] = _no_agent_setup


@dataclass(frozen=True, kw_only=True)
class Lab:
    """What reports count and compare."""

    # why the rules treat both seats alike, as in "the board is the same from either side"; "" if they might not
    symmetric: Callable[[Mapping[str, Value]], str] = _uneven
    counters: Counters | None = None
    picks: tuple[Pick, ...] = ()
    action_groups: tuple[ActionGroup, ...] = ()  # by default one for each kind of action
    groupings: tuple[Grouping, ...] = ()
    events: tuple[BoardEvent, ...] = ()  # what heat maps can show in addition to where pieces are
    pace: Pace | None = None  # without it, reports do not estimate minutes
    pairs: int = 1000  # the default for a report: about three minutes on two cores


@dataclass(frozen=True, kw_only=True)
class Learning:
    """What the game gives to learners besides its features."""

    # what each of the features says; () leaves it unsaid
    features: Sequence[FeatureBlock] = ()
    vectors: Vectors | None = None
    grid: Grid | None = None

    @property
    def named_features(self) -> tuple[NamedFeature, ...]:
        """The features in order: what each says, and its least and greatest values."""
        return tuple(named(self.features))


@dataclass(frozen=True, kw_only=True)
class Print:
    """What is printed for a real table."""

    kit: KitMaker | None = None  # None: nothing to print
    # the quick sheet, which the page shows too
    sheet: Callable[[Mapping[str, Value]], Sheet] | None = None


@dataclass(frozen=True, kw_only=True)
class Spec:
    """A game: its name, its rules, and everything else that it offers. Each part has defaults for what you leave out."""

    interface: int  # the interface version that the game was written for, see `ops.INTERFACE`
    id: str
    name: str
    summary: str  # the aim of the game in one sentence, shown on its card, before a match and above its rules
    rules: Rules
    presentation: Presentation = Presentation()
    table: TablePolicy = TablePolicy()
    players: Players = Players()
    lab: Lab = Lab()
    learning: Learning = Learning()
    print: Print = Print()

    def __post_init__(self) -> None:
        for check in (_check_parts, _check_head, _check_state, _check_lists, _check_levels):
            wrong = check(self)
            if wrong:
                raise DeclarationError(f"the declaration of {self.id!r} is wrong: {wrong}")
        for name, said in _filled(self).items():
            part = getattr(self, name)
            made = {key: value for key, value in said.items() if getattr(part, key) is not value}
            if made:
                object.__setattr__(self, name, replace(part, **made))

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of the rules that can replay a log, the current one last."""
        return (*sorted(self.rules.older), self.rules.version)

    @property
    def policy_names(self) -> tuple[str, ...]:
        """The names of the game's policies, numbered from 1."""
        return self.players.policies.names if self.players.policies else ()

    @property
    def secret(self) -> bool:
        """Whether a seat can know something that the other does not, such as an order given before the other's."""
        return self.rules.functions.get("observe", defaults.observe) is not defaults.observe

    def rules_text(self, settings: Mapping[str, Value] | None = None) -> str:
        """The players' rules under some settings, with defaults for those left out. They begin with the aim. Without a
        rulebook, they consist of the title and the summary. Raises `WordingError` if the file cannot be filled in with
        the settings.
        """
        text = (
            self.presentation.rulebook.read_text(encoding="utf-8")
            if self.presentation.rulebook
            else f"# {self.name}\n"
        )
        here = self.complete(settings)
        values = {**self.presentation.terms(here), **here, "varied": here != self.complete()}
        title, _, rest = filled(text, values, str(self.presentation.rulebook)).partition("\n")
        return f"{title}\n\n{self.summary}\n{rest}"

    def complete(self, settings: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """All settings by name: those given, which must already be checked, and the defaults for the others."""
        return {**{setting.name: setting.default for setting in self.rules.settings}, **(settings or {})}

    def painted(self, drawing: Drawing) -> Drawing:
        """The drawing in the colours of the game's sides."""
        return coloured(drawing, self.presentation.colours)

    @property
    def about(self) -> str:
        """Whose game it is, what its rules are based on, and that this implementation is independent; "" without a
        credit.
        """
        return attribution(self.presentation.credit, self.presentation.source)


# the parts of a declaration
PARTS = {
    "rules": Rules,
    "presentation": Presentation,
    "table": TablePolicy,
    "players": Players,
    "lab": Lab,
    "learning": Learning,
    "print": Print,
}


def _check_parts(spec: Spec) -> str:
    wrong = [part for part, made_by in PARTS.items() if not isinstance(getattr(spec, part), made_by)]
    return f"{wrong[0]} must be made by {PARTS[wrong[0]].__name__}(...)" if wrong else ""


def _check_head(spec: Spec) -> str:
    if spec.interface != INTERFACE:
        return (
            f"it was written for interface {spec.interface}, but this version of sandtable has interface {INTERFACE}; "
            "docs/interface.md lists the changes"
        )
    if not re.fullmatch("[a-z][a-z0-9_]*", spec.id):
        return "an id consists of lower-case letters, digits and underscores and starts with a letter"
    strange = [name for name in spec.rules.functions if name not in NAMES]
    if strange:
        return f"there is no operation {strange[0]!r}{listed(strange[0], NAMES, 'there are ' + ', '.join(NAMES))}"
    missing = [name for name in NEEDED if name not in spec.rules.functions]
    return f"functions is missing {', '.join(missing)}" if missing else ""


def _check_state(spec: Spec) -> str:
    names = spec.rules.state.names or ("",)
    if tuple(names[: len(HEADER)]) != tuple(part[0] for part in HEADER) or not names[-1].startswith(TAG):
        return "state is not a game's record: make it with records.tagged"
    if tag_of(names) != spec.id:
        return f"state is tagged {tag_of(names)!r}: pass the game's id to records.tagged first"
    if not spec.rules.max_actions and spec.rules.actions.count > MOST_LISTED:
        return f"give max_actions, since {spec.rules.actions.count:,} actions are too many to list"
    return ""


def _check_lists(spec: Spec) -> str:
    names = [setting.name for setting in spec.rules.settings]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        return f"there are two settings {twice[0]!r}"
    for setting in spec.rules.settings:
        try:
            refuse_default(setting)
        except SettingError as error:
            return f"a setting does not accept its own default: {error}"
    for preset in spec.table.presets:
        try:
            resolve(spec.rules.settings, preset.settings)
        except SettingError as error:
            return f"the preset {preset.name!r} does not fit: {error}"
    shared = (
        [option.name for option in spec.print.kit.options if option.name in names] if spec.print.kit else []
    )
    if shared:
        return f"{shared[0]!r} is both a setting and an option of the kit"
    if wrong := refused(spec.presentation.colours):
        return f"colours: {wrong}"
    if wrong := _wrong_kinds(spec):
        return wrong
    strange = [name for name in spec.rules.partial if name not in spec.rules.phases]
    if strange:
        there = "there are " + ", ".join(spec.rules.phases)
        return f"partial names an unknown phase, {strange[0]!r}{listed(strange[0], spec.rules.phases, there)}"
    described = size_of(spec.learning.features)
    if spec.learning.features and described != spec.rules.features:
        return f"learning names {described} features, but rules declares {spec.rules.features}"
    if spec.rules.version < 1:
        return "version must be 1 or more"
    strange = [version for version in spec.rules.older if not 1 <= version < spec.rules.version]
    return (
        f"older names version {strange[0]}, but must name versions below {spec.rules.version}"
        if strange
        else ""
    )


def _wrong_kinds(spec: Spec) -> str:
    fields = {kind.name: len(kind.sizes) for kind in spec.rules.actions.kinds}
    for name in spec.presentation.titles:
        if name not in fields:
            return f"titles names an unknown kind, {name!r}{listed(name, fields, 'there are ' + ', '.join(fields))}"
    for name, columns in spec.presentation.grids.items():
        if name not in fields:
            return f"grids names an unknown kind, {name!r}{listed(name, fields, 'there are ' + ', '.join(fields))}"
        if fields[name] != 1:
            return f"grids names the kind {name!r}, which has {fields[name]} fields; a grid needs exactly one"
        if not 1 <= columns <= MOST_COLUMNS:
            return f"the grid of {name!r} must have 1 to {MOST_COLUMNS} columns, not {columns}"
    return ""


def _check_levels(spec: Spec) -> str:
    if [level.level for level in spec.players.levels] != [*range(len(spec.players.levels))]:
        return "levels must be numbered 0, 1, 2 and so on"
    known = (*KINDS, *spec.policy_names)
    for level in spec.players.levels:
        if level.kind not in known:
            there = "there are " + ", ".join(known)
            return (
                f"level {level.level} has an unknown kind, {level.kind!r}{listed(level.kind, known, there)}"
            )
        if level.kind == "mcts" and spec.secret:
            return f"level {level.level} is played by mcts, which must see everything, but the game hides something: use search"
    return ""


def _filled(spec: Spec) -> dict[str, dict[str, Any]]:
    """Defaults for whatever a declaration leaves out, by part."""
    rules = spec.rules
    features = 0 if "features" in rules.functions else len(list(defaults.numbers(rules.state)))
    ledger = spec.table.companion_of and spec.players.levels is LEVELS
    every = tuple(kind(k.name, f"play an action of the kind “{k.name}”") for k in rules.actions.kinds)
    said = {
        "prompt": partial(_prompt, spec),
        "result": partial(_result, spec),
        "tell": partial(_tell, spec),
        "provenance": partial(_provenance, spec),
    }
    return {
        "rules": {
            "functions": {**defaults.FUNCTIONS, **rules.functions},
            "max_actions": rules.max_actions or rules.actions.count,
            "features": rules.features or features,
            "build": partial(_numbers, spec) if rules.build is _unsaid else rules.build,
        },
        "players": {"levels": LEDGER if ledger else spec.players.levels},
        "lab": {"action_groups": spec.lab.action_groups or every},
        "presentation": {
            name: make for name, make in said.items() if getattr(spec.presentation, name) is _unsaid
        },
    }


def _numbers(spec: Spec, settings: Mapping[str, Value]) -> Any:
    declared = spec.rules.settings
    made = new(record([(setting.name, np.int64) for setting in declared] or [("nothing", np.int64)]))[0]
    for setting in declared:
        value = settings[setting.name]
        plain = isinstance(setting, Integer | Flag)
        made[setting.name] = int(value) if plain else setting.options.index(str(value))
    return made


def _prompt(spec: Spec, setup: Setup, view: View, viewer: int) -> str:
    if view.to_move == OVER:
        return spec.presentation.result(setup, view)
    if view.to_move < 0:
        return "Chance decides."
    return (
        "It is your turn."
        if view.to_move == viewer
        else f"{spec.presentation.sides[view.to_move]} is to move."
    )


def _result(spec: Spec, _setup: Setup, view: View) -> str:
    if view.to_move != OVER:
        return ""
    ahead = float(view.score[0]) - float(view.score[1])
    return "The match is drawn." if ahead == 0 else f"{spec.presentation.sides[0 if ahead > 0 else 1]} wins."


def _tell(spec: Spec, setup: Setup, before: State, action: int, _after: State) -> LogLine:
    who = "Chance" if before.to_move < 0 else spec.presentation.sides[int(before.to_move)]
    if action < 0:
        return LogLine("hidden", f"{who} does something that you do not see.")
    taken = spec.rules.actions.unpack(int(action))
    return LogLine(
        taken.kind, f"{who}: {spec.rules.actions.text(int(action), spec.presentation.labels(setup))}."
    )


def _provenance(spec: Spec, settings: Mapping[str, Value]) -> str:
    """A sentence for each setting that takes a text: a shipped one or a custom one."""
    texts = [setting for setting in spec.rules.settings if isinstance(setting, Data)]
    return " ".join(f"{text.name.capitalize()}: {owned(settings[text.name])}." for text in texts)


def owned(value: Value, made: str = "which comes with the game") -> str:
    """Where the text of a setting comes from, in words: "custom", or its name followed by `made`."""
    return "custom" if "\n" in str(value) else f"{value}, {made}"
