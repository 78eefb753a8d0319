"""Messages between browser and server; the client's TypeScript types are generated from these structs."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

# whether a name is acceptable is decided in `persons`
Name = Annotated[str, Meta(min_length=1, max_length=200)]
MessageId = Annotated[str, Meta(min_length=1, max_length=36, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]


Random = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", description="32 hex digits")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hex digits")]

TakeBack = Literal["none", "free", "any"]
Wish = Literal["undo", "rematch", "again", "instead"]


class NewTable(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/tables`: the body that opens a table.

    `take_back` says which decisions may be undone: none; those since which no dice have been rolled, nothing has been revealed
    and the opponent has not moved; or any, which makes the match a practice match. With `seeds` the page promises a seed for
    the dice (`Seed`), and no die is rolled until it arrives.
    """

    game: Annotated[str, Meta(max_length=32)]
    opponent: Literal["computer", "friend", "hotseat"] = "computer"
    level: Annotated[int, Meta(ge=0, le=4)] = 2
    seat: Annotated[int, Meta(ge=0, le=1)] = 0
    name: Name = "Guest"
    settings: dict[str, int | str | bool] = {}
    take_back: TakeBack = "free"
    seeds: bool = False


class OwnSeed(Struct, forbid_unknown_fields=True):
    """What a page adds to the dice: a random `seed`, made after it has seen the `commitment` to the server's secret."""

    seed: Random
    commitment: Digest


class Terms(Struct, forbid_unknown_fields=True):
    """The terms of a match in a table's game; in a response, every setting is given."""

    settings: dict[str, int | str | bool] = {}
    take_back: TakeBack = "free"


class Join(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/invites/{code}`: the body that takes the free seat of an invitation.

    A guest who would rather play `instead` sits down too, and the host is asked at once. `seed` comes from the guest's
    page; without one the match has no seed for this seat.
    """

    name: Name = "Guest"
    instead: Terms | None = None
    seed: OwnSeed | None = None


class Seated(Struct):
    """The response to both requests: the table's address, and the tokens with which this person may act.

    `tokens[k]` belongs to `seats[k]`; the page of a hotseat match gets both. `invite` is the code for the other player,
    if one is wanted. `commitment` is the SHA-256 of the secret from which dice will be derived, "" if the match takes
    no seeds from players.
    """

    table: str
    game: str
    seats: list[int]
    tokens: list[str]
    invite: str | None = None
    commitment: str = ""


class Invite(Struct):
    """`GET /api/v1/invites/{code}`: who is inviting, and to what match; `length` says how long such a match takes, if the game
    says.

    `commitment` is as in `Seated`.
    """

    table: str
    game: str
    host: str
    taken: bool
    settings: dict[str, int | str | bool]
    length: str = ""
    take_back: TakeBack = "free"
    commitment: str = ""


class Returned(Struct):
    """`POST /api/v1/return` with `{"token": ...}`: where a return link leads."""

    table: str
    game: str
    seat: int


class Token(Struct, forbid_unknown_fields=True):
    """A seat's token by itself."""

    token: Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class SeatAsked(Struct, forbid_unknown_fields=True):
    """A seat in a request's list: the table's id and the seat's token."""

    table: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    token: Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class SeatsAsked(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/seats`: the body that asks for the state of the matches at several seats. Tokens never appear in
    addresses or logs.
    """

    seats: Annotated[list[SeatAsked], Meta(max_length=64)]


class SeatNow(Struct):
    """One entry of the response: `turn` and `waiting` are for running matches, `over` for finished ones. `gone` is a
    table that does not exist, or a token that holds no seat there. `closed` is a match that cannot be continued; `text`
    says why. `unread` is one that the server has to read first: ask again. Otherwise `text` is the result, the prompt
    on the seat's turn, or what the seat is waiting for. `opponent` is empty until someone joins, `since` is the time of the
    last move, in milliseconds since 1970, and `rematch` the table where both play instead, with sides `swapped` or not.
    """

    state: Literal["turn", "waiting", "over", "closed", "gone", "unread"]
    game: str = ""
    opponent: str = ""
    text: str = ""
    since: int = 0
    rematch: str | None = None
    swapped: bool = False


class KeptEvent(Struct):
    """One stored event of a match that cannot be continued; `action` is null if it could reveal what this seat must not
    know. `seat` is -1 if nobody decided; `time` is in milliseconds since 1970, 0 if unknown.
    """

    seq: int
    seat: int
    kind: str
    text: str
    time: int
    action: int | None


class Kept(Struct):
    """`GET /api/v1/tables/{table}/kept`: the stored data of a match that cannot be continued, as one seat may know it.
    `why` is a sentence with the reason; `rules` and `draws` are the versions it was played under. If the match was
    resigned, all actions are included; otherwise, only those of this seat.
    """

    table: str
    game: str
    why: str
    names: list[str]
    seat: int | None
    created: int
    rules: int
    draws: int
    settings: dict[str, int | str | bool]
    take_back: TakeBack
    events: list[KeptEvent]


class DiceStep(Struct):
    """An entry of a finished match, reduced to what its dice depend on: `action` is the action if a spectator may see
    it, otherwise -1.

    `seq` counts the entries from 1; an undo leaves the first `keep` actions and outcomes. The number of an outcome
    drawn from a list is at least `low` and below `high`; both are -1 if the rules draw it in another way, or if a
    player entered it.
    """

    seq: int
    kind: Literal["action", "outcome", "undo", "resign", "finish", "void"]
    seat: int
    action: int
    keep: int
    low: float
    high: float


class DiceRecord(Struct):
    """`GET /api/v1/tables/{table}/dice`: what a browser needs to check the dice of a finished match against its secret.

    `draws` is the version of the dice-drawing method. `bound` is the JSON that the chain begins with, `names` are the salted
    digests of the names, and `chain` is what a die after the last entry would depend on (see `sandtable.engine.match`).
    """

    table: str
    draws: int
    bound: str
    names: list[str]
    seeds: list[str]
    commitment: str
    secret: str
    chain: str
    steps: list[DiceStep]


class Turning(Struct):
    """`GET /api/v1/tables/{table}/turning`: the turning point of a finished match: what helped its winner most.

    It is found by the analysis of the match, if there is one (`analysed`), and otherwise by the computers' evaluation. `text`
    is what the log says about it, and `ply` the position after it; they are empty and 0 if there is no turning point. It
    is a decision by `seat` in the position `before`; `thrown` says whether dice were part of it, and `other` says what
    else there was, or how the chance of winning rose. For a match archived by an earlier version only `ply` and `text`
    are known, and `seat` is -1.
    """

    ply: int = 0
    text: str = ""
    before: int = 0
    seat: int = -1
    thrown: bool = False
    other: str = ""
    analysed: bool = False


class ChancePoint(Struct):
    """Seat 0's chance of winning at a position, from 0 to 1, as everything really lay; `known` is that chance as the seat to
    move could know it, or null if that is not different.
    """

    chance: float
    known: float | None


class CostlyDecision(Struct):
    """A decision of `seat` in the position `ply` that cost it `loss` of its chance of winning, with the standard error `error`.

    `why` says what happens more often after one of the two choices, or gives the chances of both, where the game states
    them; it may be empty.
    """

    ply: int
    seat: int
    text: str
    best_text: str
    loss: float
    error: float
    mark: Literal["", "good", "inaccuracy", "mistake", "blunder"]
    why: str


class SideFindings(Struct):
    """How a seat did: a sentence, the chance of winning that it gained by luck and by skill, what its decisions cost in all
    with the standard error (both null if it is not certain that they cost anything), and how many of them have each mark.
    """

    verdict: str
    luck: float
    skill: float
    loss: float | None
    loss_error: float | None
    decisions: int
    marks: dict[str, int]


class MatchFindings(Struct):
    """What an analysis has found so far. `points` has one entry per position; the costliest decision comes first."""

    points: list[ChancePoint]
    costliest: list[CostlyDecision]
    sides: list[SideFindings]


class MatchAnalysis(Struct):
    """`GET /api/v1/tables/{table}/analysis`: the analysis of a finished match; `findings` is null until there are any.

    `share` of the current work is done and the rest takes `left` seconds, -1 if unknown. `sentence` says why it ended
    early. `open` says whether it can be started or made more precise now, and `stoppable` whether this viewer may stop it.
    """

    state: Literal["none", "waiting", "running", "stopped", "failed", "done"]
    sentence: str
    share: float
    left: float
    open: bool
    stoppable: bool
    findings: MatchFindings | None


class SettingInfo(Struct):
    """One setting of a game: a named one has `choices`, a number `low` and `high`, a flag neither.

    `own` says that a custom text of more than one line is accepted as well as the choices, and `form` explains its
    format. `words` are what people see in place of values. `pictured` says that a picture of the game shows the
    setting, `sourced` that the text of a choice is available as a starting point for a custom one. `bounds` gives the
    minimum and maximum of the numbers in a custom text, by name.
    """

    name: str
    kind: Literal["integer", "choice", "flag"]
    default: int | str | bool
    text: str
    clause: str
    low: int | None = None
    high: int | None = None
    choices: list[str] = []
    own: bool = False
    words: dict[str, str] = {}
    form: str = ""
    pictured: bool = False
    sourced: bool = False
    bounds: dict[str, list[int]] = {}


class PresetInfo(Struct):
    """Settings of a game that belong together under a short name."""

    name: str
    text: str
    settings: dict[str, int | str | bool]


class VariantAsked(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/variants`: the part of an address after `#`, the text of a file, or an object with a file's names."""

    code: str | None = None
    text: str | None = None
    variant: dict[str, object] | None = None


class VariantChange(Struct):
    """A setting's value in a variant and in the printed game, in words."""

    setting: str
    text: str
    clause: str
    printed: str
    here: str


class VariantInfo(Struct):
    """A parsed variant: its settings that differ from the printed game, their effects, the part of its address
    after `#`, and its file.
    """

    game: str
    title: str
    name: str
    why: str
    settings: dict[str, int | str | bool]
    changes: list[VariantChange]
    code: str
    text: str


class Status(Struct):
    """`GET /api/v1/status`: whether tables can be opened, whether nothing is left to compile, and a human-readable sentence.

    `docs` is the address of the documentation; "" if the host has set none.
    """

    open: bool
    ready: bool
    message: str
    docs: str = ""


class Problem(Struct):
    """The response to a failed request: one sentence that says why."""

    error: str


class LevelInfo(Struct):
    """One level of the computer."""

    level: int
    name: str
    text: str


class ReportMatch(Struct):
    """A viewable match in a report, at the table `table`."""

    name: str
    table: str
    title: str
    text: str


class ReportInfo(Struct):
    """`GET /api/v1/reports` gives a list of these: the lab's findings about a game, most important first."""

    name: str
    game: str
    title: str
    matches: int
    findings: list[str]
    examples: list[ReportMatch]


class Spread(Struct):
    """Quartiles over several matches: a quarter lies below `low`, half below `middle`, three quarters below `high`."""

    low: float
    middle: float
    high: float


class PlayedChoice(Struct):
    """How often people chose a kind of action, averaged over the matches: the kind's name, and its sentence with … in
    place of fields.
    """

    kind: str
    sentence: str
    mean: float


class PlayedGroup(Struct):
    """A group of real matches with the same kind of players and the same settings; only changed settings are given,
    with "\\n" for a custom text.

    `level` is that of the computer, null if two people played. `won`, `drawn` and `lost` count the person's results, or seat
    0's for two people; `resigned` of the matches ended by resignation. `decisions` counts moments with more than one action,
    for both sides. `minutes` run from the first action to the last.
    """

    level: int | None
    settings: dict[str, int | str | bool]
    matches: int
    won: int
    drawn: int
    lost: int
    resigned: int
    decisions: Spread
    minutes: Spread | None
    choices: list[PlayedChoice]


class Played(Struct):
    """`GET /api/v1/games/{game}/played`: real matches that all their players agreed should be counted. Groups of fewer than
    `fewest` matches are left out. `unread` matches have not been read yet.
    """

    game: str
    matches: int
    unread: int
    fewest: int
    groups: list[PlayedGroup]


class SweptSetting(Struct):
    """A setting with the values that a sweep or a tuning gives it."""

    name: Annotated[str, Meta(max_length=64)]
    values: Annotated[list[int | str | bool], Meta(min_length=1, max_length=40)]


class Aimed(Struct):
    """A figure by name and the target for a tuning: at least `low`, at most `high`, in percent for shares."""

    figure: Annotated[str, Meta(max_length=64)]
    low: Annotated[float, Meta(ge=-1e9, le=1e9)] | None = None
    high: Annotated[float, Meta(ge=-1e9, le=1e9)] | None = None


class NewMeasurement(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/measurements`: the body that asks the lab for a measurement of a game.

    `levels` are those of the two computers that play, and `pairs` is the number of pairs of matches (in each cell, for a
    sweep). A comparison is with the game's own settings. A sweep has one or two `ranges`, a tuning up to six, which it searches
    for settings that reach the `aims`: it tries at most this many `candidates`, each with at most `pairs` pairs, and plays the
    best again in `confirm` pairs. With `search_picks`, a report searches for better picks than those listed, if the game is
    `searchable`. The same `seed` gives the same dice.
    """

    kind: Literal["simulation", "report", "sweep", "comparison", "tuning"]
    game: Annotated[str, Meta(max_length=32)]
    levels: Annotated[list[Annotated[int, Meta(ge=0, le=4)]], Meta(min_length=2, max_length=2)]
    pairs: Annotated[int, Meta(ge=10, le=10_000_000)] = 200
    seed: Number = 1
    settings: dict[str, int | str | bool] = {}
    ranges: Annotated[list[SweptSetting], Meta(max_length=6)] = []
    aims: Annotated[list[Aimed], Meta(max_length=6)] = []
    candidates: Annotated[int, Meta(ge=1, le=200)] = 32
    confirm: Annotated[int, Meta(ge=10, le=10_000_000)] = 1000
    search_picks: bool = False
    name: Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""


class MeasuredFigure(Struct):
    """A figure so far, with its 95 % interval from `n` pairs; `said` is the same in words."""

    name: str
    value: float
    low: float
    high: float
    n: int
    unit: str
    said: str


class Measurement(Struct):
    """`GET /api/v1/measurements/{measurement}`: the request, the progress and the results so far. `share` of the work
    is done and the rest takes `left` seconds, -1 if unknown; `measured` is the number of pairs behind the figures and the page,
    0 if there are none yet. `sentence` says why the measurement ended early. `page` says whether it has a page to read, `data`
    whether it has a file. `created` is in milliseconds since 1970.
    """

    id: str
    kind: Literal["simulation", "report", "sweep", "comparison", "tuning"]
    game: str
    name: str
    levels: list[int]
    pairs: int
    seed: int
    settings: dict[str, int | str | bool]
    ranges: list[SweptSetting]
    aims: list[Aimed]
    candidates: int
    confirm: int
    search_picks: bool
    created: int
    state: Literal["waiting", "running", "stopped", "failed", "done"]
    sentence: str
    share: float
    left: float
    matches: int
    measured: int
    figures: list[MeasuredFigure]
    page: bool
    data: bool


class Asked(Struct):
    """The response to a new measurement: its id, and the key with which the person who started it can stop, resume or
    delete it.
    """

    id: str
    key: str


class LabInfo(Struct):
    """`GET /api/v1/measurements`: what may be measured here. `open` says whether anything may; if not, `sentence` says
    why. `pairs` is the maximum per request. With `shared`, everyone sees all `measurements` and may stop, resume and
    delete them; otherwise they are private to whoever has their id and key, and none are listed.
    """

    open: bool
    sentence: str
    pairs: int
    shared: bool
    measurements: list[Measurement]


class FigureInfo(Struct):
    """A figure that a tuning can have a target for; a `share` is given in percent."""

    name: str
    share: bool


class GameInfo(Struct):
    """`GET /api/v1/games` gives a list of these.

    `exports` are the files that a position of the game can be exported to (see `Snapshot`), `services` the files made
    without a match. `companion_of` is the game that a companion tracks at a real table, "" for any other game. `kit`
    are the options of its printable kit, null if it has none. `summary` is the game's aim in one sentence. `sides` names seat 0
    and seat 1, and `secret` says whether a seat may know what the other one does not. `colours` are those of its sides
    as #rrggbb, and `tints` lighter ones for text and outlines. `grids` gives, for kinds of action with one field, the
    number of columns of the grid that the field's values form. `titles` are headings over the choices of a kind, or
    labels of the buttons that draw an outcome of that kind. `about` gives the game's credits, and `length` says how long a
    match with the default settings takes. `sheet` says whether the game has a quick sheet. `figures` are those that a tuning
    can have targets for; `searchable` says whether there are more picks than reports compare, so that a report can
    search for better ones.
    """

    id: str
    name: str
    summary: str
    settings: list[SettingInfo]
    levels: list[LevelInfo]
    ready: bool
    exports: list[str] = []
    services: list[str] = []
    sides: list[str] = []
    colours: list[str] = []
    tints: list[str] = []
    grids: dict[str, int] = {}
    titles: dict[str, str] = {}
    secret: bool = True
    about: str = ""
    presets: list[PresetInfo] = []
    length: str = ""
    companion_of: str = ""
    sheet: bool = False
    kit: list[SettingInfo] | None = None
    figures: list[FigureInfo] = []
    searchable: bool = False


class KitOrder(Struct, forbid_unknown_fields=True):
    """The body of `POST /api/v1/games/{game}/kit`: settings of the game and options of its kit by name, and how it is printed.

    Sheets are flipped on the edge `flip`, long or short; all backs are shifted by these distances in mm to the right and down.
    """

    settings: dict[str, int | str | bool] = {}
    paper: str = "A4"
    ink: str = "colour"
    flip: str = "long"
    shift_right: float = 0.0
    shift_down: float = 0.0


class KitPage(Struct):
    """A page of a kit: its name, and the address of its picture, "" for later pages."""

    title: str
    picture: str


class KitPreview(Struct):
    """`POST /api/v1/games/{game}/kit/preview`: the pages of a kit and whatever else is needed."""

    pages: list[KitPage]
    needed: list[str]


class Diagram(Struct):
    """A diagram of the rules: `picture` is an SVG element, and `caption` says in words what it shows."""

    picture: str
    caption: str


class Clause(Struct):
    """One anchored clause of the players' rules, with its diagram if it has one."""

    id: str
    heading: str
    html: str
    diagram: Diagram | None


class Rulebook(Struct):
    """`GET /api/v1/rules/{game}`: the players' rules under the settings in the query.

    `aim` is the game in one sentence. `intro` is the part before the first clause, as HTML: an example turn, and what
    the marks mean. A mark is a `span` with the class `mark`. `notes` are the sections without clauses that follow: what
    each side knows, and reasons. `about` gives the game's credits. What a player rarely needs is in `details` elements:
    `words` counts the words outside them and `folded` those inside, both without clause numbers, marks and pictures.
    """

    aim: str
    intro: str
    clauses: list[Clause]
    notes: str
    about: str
    words: int
    folded: int


class SheetAsk(Struct):
    """One thing that an answer on a quick sheet depends on; with `many`, bit n of its value is set if option n applies."""

    label: str
    options: list[str]
    usual: int
    many: bool


class SheetFact(Struct):
    """One line of an answer; `kind` says what kind of figure goes with it."""

    text: str
    clause: str
    kind: Literal["", "chance", "mean"]


class SheetQuestion(Struct):
    """A question on a quick sheet with all its answers.

    The values of `asks` make up the number of an answer, the last of them varying fastest. Answer n has the facts
    `lines[lines_of[n]]`; those with a figure have `figures[figures_of[n]]`, in order.
    """

    id: str
    title: str
    asks: list[SheetAsk]
    facts: list[SheetFact]
    lines: list[list[int]]
    figures: list[list[float]]
    lines_of: list[int]
    figures_of: list[int]


class QuickSheet(Struct):
    """`GET /api/v1/sheets/{game}`: what players look up at a real table, under the settings in the query.

    `note` says what the figures refer to.
    """

    game: str
    note: str
    questions: list[SheetQuestion]


class SeatInfo(Struct):
    """A seat and its occupant; `called` is the name used in sentences, "" if the person has given none."""

    name: str
    kind: Literal["person", "computer", "empty"]
    connected: bool
    level: int | None = None
    called: str = ""


class Choice(Struct):
    """One legal action: what the client sends back, and its text. `odds` are the game's own figures, if it has any."""

    action: int
    kind: str
    fields: dict[str, int]
    text: str
    odds: dict[str, float] | None = None


class ActionField(Struct):
    """A field of a kind of action: its values are 0 to `size` - 1, named as in `labels` or by number."""

    name: str
    size: int
    labels: list[str] = []


class ActionKind(Struct):
    """A kind of action as the game declares it.

    Actions are numbered without gaps, kind after kind, each kind a mixed-radix number of its fields, the last field varying
    fastest. `text` is the sentence of an action, with `{field}` in place of each field. Texts and labels are sent only for a
    game without a client of its own.
    """

    name: str
    fields: list[ActionField]
    text: str = ""


class Beat(Struct):
    """One step of the animation of an event on the board, drawn over the position before it (`authoring.Beat`)."""

    kind: Literal["way", "aim", "flight", "blow", "fall", "turn", "frame", "call"]
    cells: list[int]
    text: str


class Event(Struct):
    """One line of the log as this seat may read it; `ply` is the position after it, `beats` the animation that leads
    there. `seat` is -1 for an outcome. In addition to the game's own kinds there are join, offer, decline, undo,
    resign, finish, void, rematch, again and instead.
    """

    seq: int
    ply: int
    seat: int
    kind: str
    text: str
    dice: list[int] = []
    clause: str = ""
    beats: list[Beat] = []


class Offer(Struct):
    """A question from one seat to the other that is waiting for an answer.

    "Again" is a rematch with the same sides. "Instead" is another match in place of this one, on the terms `instead`.
    """

    kind: Wish
    seat: int
    instead: Terms | None = None


class Luck(Struct):
    """The sum of a seat's outcomes minus their expectation, in the game's own points."""

    seat: int
    expected: float
    actual: float
    rolls: int


class Picture(Struct):
    """A human-readable board: an SVG drawing, and a description in lines of text."""

    svg: str
    title: str
    words: list[str]


class Snapshot(Struct, tag="snapshot", tag_field="type"):
    """Everything that one seat (or a spectator: seat null) may know of the table at a given moment. `events` holds the lines
    after the client's `since`. `actions` says how the game's actions are numbered; only a client that has no events yet
    gets it, and it is empty in every other snapshot. `legal` is empty unless it is this seat's move. If a position has more
    than 100 legal actions, they are bare numbers, ascending, in `many`. If a game cannot list everything that a seat may
    do, kinds of actions with more than 24 examples are left out: the page builds those from the scene. A game without its
    own client has its board in `text`, and in `picture` if it declares a drawing; its examples are all listed, and `free`
    names the kinds that have more legal actions than those. For a companion, `due` lists the outcomes that players may
    enter while one is pending; either seat may have it drawn instead (`Roll`). `undo` says what an undo would need:
    nothing, the other's consent, or that the match becomes a practice match, as `practice` says from then on. `hints` is
    the number of hints that this seat has left; null if there are none in this match, and for everybody else. A hint makes
    it a practice match too, which only this seat sees before the end. `finish` says that this seat may finish the match
    (`Finish`): the rules of a companion have ended it, but it is not over until a player does so. `void` says that the match
    was ended because its rules have changed. For a companion, `text`, `picture`, `legal` and `events` contain, until the match
    is over, only what everyone may know, and `own` is the board as text with what only this seat knows, "" if that is the
    same; a page keeps it covered. It is left out if one device serves both seats, except for requested positions.
    `secretly` says that the current decision is a secret of the seat to move. `counts` says that this seat agreed to have
    the finished match counted in the lab; nobody else sees that. `rematch` is the table of the next match, where the same
    tokens hold the seats, sides `swapped` or not; if this match is not over, that one is played instead. `seeds` are the
    seeds from the pages in both seats: null while one is awaited, "" if none is given; the list is empty if the match takes
    none. `exports` names the files that this position can be exported to. `advice` is the best play from here, in words,
    once the match is over. While a match runs, a game may hide its past: positions before `first_ply`, and lines up to
    number `first_seq`, are then left out; both are 0 if everything is open, as after the end. `changed` is the time of the
    last move, in milliseconds since 1970, 0 if unknown. `words` are the game's short explanations under this table's
    settings, by `group.name`; like `actions` they are sent once. `notice` says what is different while the game's rules and
    computer players are being compiled. `archived` says why only this record of a finished match is left: this server no longer
    has its rules.
    """

    table: str
    game: str
    seq: int
    ply: int
    last_ply: int
    first_ply: int
    first_seq: int
    seat: int | None
    to_move: int
    changed: int
    phase: str
    over: bool
    score: list[float]
    result: str
    prompt: str
    seats: list[SeatInfo]
    scene: Any
    picture: Picture | None
    text: str
    actions: list[ActionKind]
    legal: list[Choice]
    many: list[int]
    free: list[str]
    due: list[Choice]
    events: list[Event]
    undo: Literal["no", "free", "ask", "practice"]
    take_back: TakeBack
    finish: bool
    own: str
    secretly: bool
    practice: bool
    void: bool
    counts: bool
    offer: Offer | None
    luck: list[Luck]
    watchers: int
    settings: dict[str, int | str | bool]
    words: dict[str, dict[str, str]]
    exports: list[str]
    advice: str
    commitment: str
    seeds: list[str | None]
    secret: str | None
    rematch: str | None
    swapped: bool
    invite: str | None
    version: str
    notice: str
    archived: str
    hints: int | None = None


class Refused(Struct, tag="refused", tag_field="type"):
    """Why a message was not carried out; the sentence is for the person, `clause` links to the rule, and a fresh snapshot
    follows.
    """

    id: str
    code: Literal[
        "stale",
        "illegal",
        "not_your_turn",
        "malformed",
        "spectator",
        "busy",
        "over",
        "limit",
        "no_such",
        "storage",
    ]
    reason: str
    clause: str = ""


class Accepted(Struct, tag="accepted", tag_field="type"):
    """The message with this id is stored; `seq` is the number of its event."""

    id: str
    seq: int


class Thinking(Struct, tag="thinking", tag_field="type"):
    """The computer in `seat` is thinking, or has stopped."""

    seat: int
    on: bool


class Presence(Struct, tag="presence", tag_field="type"):
    """Presence at the table from now on: whether each seat is connected, as in `SeatInfo`, and the number of spectators."""

    connected: list[bool]
    watchers: int


class Rejected(Struct, tag="rejected", tag_field="type"):
    """The connection is about to be closed for this reason."""

    reason: str


class Pong(Struct, tag="pong", tag_field="type"):
    """The response to a ping, by which a page knows that its connection is alive."""


class Outdated(Struct, tag="outdated", tag_field="type"):
    """The first message to a page whose build, as given in the socket's `build`, is not the one that this server
    delivers. The page reloads itself before it draws anything it might not understand, at most once for each `build`.
    """

    build: str


ServerMessage = Snapshot | Refused | Accepted | Thinking | Presence | Rejected | Pong | Outdated


class Hello(Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """The first message on a socket: the seat's token (none: a spectator) and the last event number that the client
    has.

    `seeds` says that the page will give a seed when one is awaited, at the next table too.
    """

    token: Annotated[str, Meta(max_length=64)] | None = None
    since: Number = 0
    seeds: bool = False


class Seed(Struct, tag="seed", tag_field="type", forbid_unknown_fields=True):
    """Give the seed that is awaited from this seat (`OwnSeed`): once, and before the first die; repeating the same one
    is not an error.
    """

    id: MessageId
    seq: Number
    seed: Random
    commitment: Digest


class Act(Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Play `action` if the table is still at `seq`; a message with the same `id` is carried out only once."""

    id: MessageId
    seq: Number
    action: Number


class Roll(Struct, tag="roll", tag_field="type", forbid_unknown_fields=True):
    """Let the server draw the pending outcome of a companion."""

    id: MessageId
    seq: Number


class Enter(Struct, tag="enter", tag_field="type", forbid_unknown_fields=True):
    """Enter the pending outcome of a companion, as shown by a real die or card: an `action` of the snapshot's `due`."""

    id: MessageId
    seq: Number
    action: Number


class Undo(Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Undo the seat's own last decision: at once if that is allowed, otherwise as an offer."""

    id: MessageId
    seq: Number


class HintAsked(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/tables/{table}/hint`: asks how good it is to play `actions` in a row, or what to play if there are none,
    while the table is still at `seq`. A message with the same `id` is carried out only once, and the same question in the
    same position costs only one hint.
    """

    id: MessageId
    seq: Number
    actions: Annotated[list[Number], Meta(max_length=64)] = []


class Hint(Struct):
    """The answer to a hint, made only from what the seat knows: a sentence about the move `choice`, which is the one in
    question or the one suggested. `line` has all its actions if it goes on with the next ones, as a run does.
    """

    text: str
    choice: Choice
    line: list[int]


class Resign(Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Resign the match."""

    id: MessageId
    seq: Number


class Finish(Struct, tag="finish", tag_field="type", forbid_unknown_fields=True):
    """Finish the match of a companion that its rules have ended: either player may, and nothing changes after it."""

    id: MessageId
    seq: Number


class Rematch(Struct, tag="rematch", tag_field="type", forbid_unknown_fields=True):
    """Ask for another match, with sides swapped or the same; the computer accepts at once."""

    id: MessageId
    seq: Number
    swap: bool = True


class Answer(Struct, tag="answer", tag_field="type", forbid_unknown_fields=True):
    """Accept or decline the open offer."""

    id: MessageId
    seq: Number
    accept: bool


class Consent(Struct, tag="consent", tag_field="type", forbid_unknown_fields=True):
    """Agree to have the finished match counted among the lab's real matches, or withdraw that agreement; in a hotseat match,
    for both sides.
    """

    id: MessageId
    seq: Number
    agree: bool


class Ping(Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Asks for a pong: pages cannot see the pings that are built into WebSockets."""


ClientMessage = Hello | Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent | Ping
