"""Messages between browser and server; the client's TypeScript types are generated from these structs."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

# what makes a name is judged by `persons`
Name = Annotated[str, Meta(min_length=1, max_length=200)]
MessageId = Annotated[str, Meta(min_length=1, max_length=36, pattern=r"^[A-Za-z0-9_-]+$")]
Number = Annotated[int, Meta(ge=0, le=2**53 - 1)]


Random = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z", description="32 hex digits")]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z", description="64 hex digits")]

TakeBack = Literal["none", "free", "any"]
Wish = Literal["undo", "rematch", "again", "instead"]


class NewTable(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/tables`: the body that opens a table.

    `take_back` says which decisions may be taken back: none; those since which no die, no card, no secret and not the other
    side has spoken; or any, which makes it a match for practice. With `seeds` the page promises a seed for the dice (`Seed`),
    and no die is rolled before it is there.
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
    """What a page adds to the dice: a random `seed`, made after it had seen the `commitment` to the server's secret."""

    seed: Random
    commitment: Digest


class Terms(Struct, forbid_unknown_fields=True):
    """How a match of a table's game would be played; an answer names every setting."""

    settings: dict[str, int | str | bool] = {}
    take_back: TakeBack = "free"


class Join(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/invites/{code}`: the body that takes the free seat of an invitation.

    A guest who would rather play `instead` sits down too, and the host is asked at once. `seed` is of the page that the guest
    sits at; without one the match has none of this seat.
    """

    name: Name = "Guest"
    instead: Terms | None = None
    seed: OwnSeed | None = None


class Seated(Struct):
    """The answer to both: the table's address and this person's right to act.

    `tokens[k]` belongs to `seats[k]`; a hot seat gets both. `invite` is the code for the other player, if one is wanted.
    `commitment` is the SHA-256 of the secret that dice will follow from, "" where the match takes no seeds of players.
    """

    table: str
    game: str
    seats: list[int]
    tokens: list[str]
    invite: str | None = None
    commitment: str = ""


class Invite(Struct):
    """`GET /api/v1/invites/{code}`: who invites to what; `length` says how long such a match is, if the game does.

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
    """A seat's token on its own."""

    token: Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class SeatAsked(Struct, forbid_unknown_fields=True):
    """A seat of the list that is asked about: the table's id and the seat's token."""

    table: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
    token: Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]


class SeatsAsked(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/seats`: the body that asks how the matches at several seats are. Tokens are in no address and no log."""

    seats: Annotated[list[SeatAsked], Meta(max_length=64)]


class SeatNow(Struct):
    """One entry of the answer: `turn` and `waiting` are of running matches, `over` of finished ones.

    `gone` is a table that does not exist, or a token that holds no seat there. `closed` is a match that cannot be played on;
    `text` says why. `unread` is one that the server has to look at first: ask again. Otherwise `text` is the result, what the
    seat is asked on its turn, or what it waits for. `opponent` is empty until somebody joins, `since` is when the match last
    went on, in milliseconds since 1970, and `rematch` the table that both play at instead, with sides `swapped` or not.
    """

    state: Literal["turn", "waiting", "over", "closed", "gone", "unread"]
    game: str = ""
    opponent: str = ""
    text: str = ""
    since: int = 0
    rematch: str | None = None
    swapped: bool = False


class KeptEvent(Struct):
    """One stored event of a match that is not played on; `action` is null where it may tell what this seat must not know.

    `seat` is -1 where nobody decided; `time` is in milliseconds since 1970, 0 where it is not known.
    """

    seq: int
    seat: int
    kind: str
    text: str
    time: int
    action: int | None


class Kept(Struct):
    """`GET /api/v1/tables/{table}/kept`: what is stored of a match that cannot be played on, as one seat may know it.

    `why` is the sentence that says what stands in the way; `rules` and `draws` are the versions it was played by. Its
    actions are all told where the match was given up, else those of this seat.
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
    """An entry of a finished match as its dice depend on it: `action` is what a spectator sees of it, itself or -1.

    `seq` counts the entries from 1; an undo leaves the first `keep` actions and outcomes. The number of an outcome drawn from a
    list is at least `low` and below `high`; both are -1 where the rules draw it otherwise, and where a player entered it.
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

    `draws` is the version of how dice are drawn. `bound` is the JSON that the chain begins with, `names` are the salted digests
    of the names, `chain` is what a die after the last entry would depend on (see `sandtable.engine.match`).
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
    """`GET /api/v1/tables/{table}/turning`: what swung a finished match most to its winner.

    It is found by the judgement that computers use. `text` is its line of the log, `ply` the position after it; empty and 0
    where nothing did.
    """

    ply: int = 0
    text: str = ""


class SettingInfo(Struct):
    """One setting of a game: `choices` for a named one, else `low`..`high`; a flag has neither.

    `own` says that a text of the player's own, of more than one line, is taken as well as the choices, and `form` how it is
    written. `words` is what people read in place of a value. `pictured` says that a picture of the game shows which it is,
    `sourced` that the text of a choice is available as a start for a custom one. `bounds` are the least and the most of the
    numbers in a custom text, by name.
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
    """Settings of a game that go together under one short name."""

    name: str
    text: str
    settings: dict[str, int | str | bool]


class VariantAsked(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/variants`: one of an address's part behind `#`, the text of a file, an object with a file's names."""

    code: str | None = None
    text: str | None = None
    variant: dict[str, object] | None = None


class VariantChange(Struct):
    """A setting of a variant and the printed one, in words."""

    setting: str
    text: str
    clause: str
    printed: str
    here: str


class VariantInfo(Struct):
    """A variant that was read: its settings that are not as printed, what they change, its address behind `#`, and its file."""

    game: str
    title: str
    name: str
    why: str
    settings: dict[str, int | str | bool]
    changes: list[VariantChange]
    code: str
    text: str


class Status(Struct):
    """`GET /api/v1/status`: whether tables can be opened, whether nothing is left to compile, and a sentence for people."""

    open: bool
    ready: bool
    message: str


class Problem(Struct):
    """The answer to a request that was not carried out: one sentence that says why."""

    error: str


class LevelInfo(Struct):
    """One strength of the computer."""

    level: int
    name: str
    text: str


class ReportMatch(Struct):
    """A match of a report that can be looked at; `table` is where."""

    name: str
    table: str
    title: str
    text: str


class ReportInfo(Struct):
    """`GET /api/v1/reports` gives a list of these: what the lab found out about a game, the most important findings first."""

    name: str
    game: str
    title: str
    matches: int
    findings: list[str]
    examples: list[ReportMatch]


class Spread(Struct):
    """Of several matches: a quarter lies below `low`, half below `middle`, three quarters below `high`."""

    low: float
    middle: float
    high: float


class PlayedChoice(Struct):
    """How often people chose a kind of action, on the average of the matches: its name, its sentence with … for fields."""

    kind: str
    sentence: str
    mean: float


class PlayedGroup(Struct):
    """Real matches alike in players and in settings, of which those that are not as printed are given; a custom text is "\\n".

    `level` is that of the computer, null where two people played. `won`, `drawn` and `lost` count results of the person, of two
    people those of seat 0; `resigned` of them ended by somebody giving up. `decisions` counts moments with more than one
    action, of both sides. `minutes` are from the first action to the last.
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
    """`GET /api/v1/games/{game}/played`: real matches that everybody who played them lets count.

    A group of less than `fewest` matches is not told. `unread` matches are still to be looked at.
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
    """A figure by name and where a tuning is to bring it: at least `low`, at most `high`, of shares in per cent."""

    figure: Annotated[str, Meta(max_length=64)]
    low: Annotated[float, Meta(ge=-1e9, le=1e9)] | None = None
    high: Annotated[float, Meta(ge=-1e9, le=1e9)] | None = None


class NewMeasurement(Struct, forbid_unknown_fields=True):
    """`POST /api/v1/measurements`: the body that asks the lab for a measurement of a game.

    `levels` are those of the two computers that play, `pairs` how many pairs of matches are played, in a sweep in each cell.
    A comparison is one with the game's own settings; `ranges` are of a sweep, one or two, or of a tuning, up to six. A tuning
    searches them for settings that reach the `aims`: it tries so many `candidates` at most, each on `pairs` pairs at most, and
    plays the best anew on `confirm` pairs. With `search_picks` a report looks for better picks than those that are listed,
    where the game is `searchable`. The same `seed` gives the same dice.
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
    """A figure that is known by now, with its 95 % interval from `n` pairs; `said` is it in words."""

    name: str
    value: float
    low: float
    high: float
    n: int
    unit: str
    said: str


class Measurement(Struct):
    """`GET /api/v1/measurements/{measurement}`: what was asked for, how far it is and what is known by now.

    `share` of the work is done and takes `left` seconds more, -1 where that is not known; `measured` is the number of pairs
    that figures and page are made of, 0 as long as there is nothing. `sentence` says why it has ended before it was done. With
    `page` there is a page of it to read, with `data` a file. `created` is in milliseconds since 1970.
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
    """The answer to a new measurement: its id, and the key with which who asked may stop it, go on with it and delete it."""

    id: str
    key: str


class LabInfo(Struct):
    """`GET /api/v1/measurements`: what may be asked of the lab here.

    `open` says whether anything may be; if not, `sentence` says why. `pairs` is the most that one may ask for. With `shared`
    everybody sees all `measurements` and may stop, go on with and delete them; else they are for who has their id and key, and
    none are listed.
    """

    open: bool
    sentence: str
    pairs: int
    shared: bool
    measurements: list[Measurement]


class FigureInfo(Struct):
    """A figure that a tuning can aim at; a `share` is given in per cent."""

    name: str
    share: bool


class GameInfo(Struct):
    """`GET /api/v1/games` gives a list of these.

    `exports` are the files that a position of the game may have (see `Snapshot`), `services` what it makes without a match.
    `companion_of` is the game whose books it keeps at a real table, "" where it is a game of its own.
    `kit` are the options of its kit to print, null where it has none.
    `summary` is its aim in one sentence. `sides` names seat 0 and seat 1, and `secret` says whether a seat may know what the
    other one does not. `colours` are those of its sides as #rrggbb, and `tints` light ones of the same for words and outlines.
    `grids` says, by the kind of an action with one field, on how many columns the values of that field lie.
    `about` says whose game it is, `length` how long a match with the usual settings is. `sheet` says whether it has a quick
    sheet. `figures` are what a tuning can aim at; `searchable` says whether more can be picked in it than reports compare, so
    that they can search for better picks.
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

    Sheets are flipped on the edge `flip`, long or short; all backs are moved by these mm to the right and down.
    """

    settings: dict[str, int | str | bool] = {}
    paper: str = "A4"
    ink: str = "colour"
    flip: str = "long"
    shift_right: float = 0.0
    shift_down: float = 0.0


class KitPage(Struct):
    """A page of a kit: what it is called, and its picture as an address, "" for one far back."""

    title: str
    picture: str


class KitPreview(Struct):
    """`POST /api/v1/games/{game}/kit/preview`: the pages of a kit and what else is needed."""

    pages: list[KitPage]
    needed: list[str]


class Diagram(Struct):
    """A diagram of the rules: `picture` is an SVG element, `caption` says in words what it shows."""

    picture: str
    caption: str


class Clause(Struct):
    """One anchored clause of the players' rules, with its diagram where it has one."""

    id: str
    heading: str
    html: str
    diagram: Diagram | None


class Rulebook(Struct):
    """`GET /api/v1/rules/{game}`: the players' rules under the settings in the query.

    `aim` is the game in one sentence. `intro` is what stands before the first clause, as HTML: a turn for example, and what
    the marks mean. A mark is a `span` of the class `mark`. `notes` are the sections without clauses that follow: what each side
    knows, and why it is so. `about` says whose game it is. What a player rarely needs is in `details`: `words` counts the words
    outside of them, `folded` those inside, both without the numbers of clauses, marks and pictures.
    """

    aim: str
    intro: str
    clauses: list[Clause]
    notes: str
    about: str
    words: int
    folded: int


class SheetAsk(Struct):
    """One thing that an answer of a quick sheet depends on; with `many` what is said is a number whose bit n is option n."""

    label: str
    options: list[str]
    usual: int
    many: bool


class SheetFact(Struct):
    """One line of an answer; `kind` says what figure goes with it."""

    text: str
    clause: str
    kind: Literal["", "chance", "mean"]


class SheetQuestion(Struct):
    """A question of a quick sheet with all its answers.

    What is said to `asks` makes the number of an answer, the last of them changing fastest. Answer n has the facts
    `lines[lines_of[n]]`, and those of them with a figure have `figures[figures_of[n]]`, in their order.
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

    `note` says what the figures are of.
    """

    game: str
    note: str
    questions: list[SheetQuestion]


class SeatInfo(Struct):
    """A seat and its occupant."""

    name: str
    kind: Literal["person", "computer", "empty"]
    connected: bool
    level: int | None = None


class Choice(Struct):
    """One legal action: what the client sends back, and how it reads. `odds` is the game's own figures, if it has any."""

    action: int
    kind: str
    fields: dict[str, int]
    text: str
    odds: dict[str, float] | None = None


class ActionField(Struct):
    """A field of a kind of actions: its values are 0 to `size` - 1, called as in `labels` or by their number."""

    name: str
    size: int
    labels: list[str] = []


class ActionKind(Struct):
    """A kind of actions as the game declares it.

    Actions are numbered without gaps, kind after kind, each kind a mixed-radix number of its fields, the last field fastest.
    `text` is the sentence of an action, with `{field}` in the place of a field. Texts and labels are sent for a game without a
    client of its own.
    """

    name: str
    fields: list[ActionField]
    text: str = ""


class Beat(Struct):
    """One thing that is seen on the board when something happens, over the position before it (`authoring.Beat`)."""

    kind: Literal["way", "aim", "flight", "blow", "fall", "turn", "frame", "call"]
    cells: list[int]
    text: str


class Event(Struct):
    """One line of the log as this seat may read it; `ply` is the position after it, `beats` what is to be seen before it.

    `seat` is -1 for an outcome. Besides the game's own kinds there are join, offer, decline, undo, resign, finish, void,
    rematch, again and instead.
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
    """A question from one seat to the other that waits for an answer.

    Again is a rematch with the same sides. Instead is another match before this one: by which terms, `instead` says.
    """

    kind: Wish
    seat: int
    instead: Terms | None = None


class Luck(Struct):
    """Sum of a seat's outcomes less their expectation, in points of the game's own kind."""

    seat: int
    expected: float
    actual: float
    rolls: int


class Picture(Struct):
    """A board for people: an SVG drawing, and what it shows in lines of words."""

    svg: str
    title: str
    words: list[str]


class Snapshot(Struct, tag="snapshot", tag_field="type"):
    """Everything that one seat (or a spectator: seat null) may know of the table at a moment. `events` holds the lines after
    the client's `since`. `actions` says how the game's actions are numbered, to a client that has no event yet; it is empty in
    every other snapshot. `legal` is empty unless it is this seat's move. Where a position has more than 100 legal actions they
    stand as bare numbers, ascending, in `many`. Where a game cannot list all that a seat may do, kinds of actions with more
    than 24 examples are left out: the page makes those from the scene. A game without a client of its own has its board in
    `text`, and in `picture` if it declares a drawing; its examples are all listed, and `free` names the kinds of which a seat
    may do more than that. At a companion `due` lists the outcomes that players may enter while one is waited for; either seat
    may have it drawn instead (`Roll`). `undo` says what an undo would need: nothing, the other's consent, or that the
    match is for practice from then on, as `practice` tells. `finish` says that this seat may finish the match (`Finish`): the
    rules of a companion have ended it, but it is not over before. `void` says that the match was ended because its rules have
    changed. At a companion `text`, `picture`, `legal` and `events` hold only what everybody may know until the match is over,
    and `own` is the board in text as this seat alone knows it, "" where that is the same: a page covers it. It is left out
    where one device serves both seats, but for positions that are asked for. `secretly` says that what is decided now is a
    secret of the seat to move. `counts` says that this seat lets the finished match count in the lab; nobody else sees that.
    `rematch` is the table of the next match, where the same tokens hold the seats, sides `swapped` or not; it is played
    instead of a match that is not over. `seeds` are what the pages in both seats gave for the dice: null where one is awaited,
    "" where none is given; the list is empty where the match takes none. `exports` names the files that this position can be
    exported to. `advice` is the best play from here, in words, once the match is over. While a match runs a game may keep its
    past shut: positions before `first_ply`, and lines up to number `first_seq`, are then not told; both are 0 where all is
    open, as after the end. `changed` is when the match last went on, in milliseconds since 1970, 0 where that is not known.
    `words` are the game's short explanations under this table's settings, by `group.name`; like `actions` they come once.
    `notice` says what is different while the game's rules and computers are being compiled. `archived` says why nothing but
    this record of a finished match is left: its rules are not those of this server any more.
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


class Refused(Struct, tag="refused", tag_field="type"):
    """Why a message was not carried out; the sentence is for the person, `clause` links the rule, a fresh snapshot follows."""

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
    """The computer in `seat` is at work (or has stopped)."""

    seat: int
    on: bool


class Presence(Struct, tag="presence", tag_field="type"):
    """The presence at the table from now on: whether each seat is connected, as in `SeatInfo`, and how many watch."""

    connected: list[bool]
    watchers: int


class Rejected(Struct, tag="rejected", tag_field="type"):
    """The connection is about to be closed for this reason."""

    reason: str


class Pong(Struct, tag="pong", tag_field="type"):
    """The answer to a ping, by which a page knows that its connection is alive."""


class Outdated(Struct, tag="outdated", tag_field="type"):
    """The first message to a page whose build is not the one that this server delivers, as the socket's `build` says.

    The page reloads itself before it draws what it may not know, at most once for each `build`.
    """

    build: str


ServerMessage = Snapshot | Refused | Accepted | Thinking | Presence | Rejected | Pong | Outdated


class Hello(Struct, tag="hello", tag_field="type", forbid_unknown_fields=True):
    """First message of a socket: the seat's token (none: a spectator) and the last event number that the client has.

    `seeds` says that the page gives a seed where one is awaited, at the next table too.
    """

    token: Annotated[str, Meta(max_length=64)] | None = None
    since: Number = 0
    seeds: bool = False


class Seed(Struct, tag="seed", tag_field="type", forbid_unknown_fields=True):
    """Give the seed that is awaited of this seat (`OwnSeed`): once, and before the first die; the same again is no fault."""

    id: MessageId
    seq: Number
    seed: Random
    commitment: Digest


class Act(Struct, tag="act", tag_field="type", forbid_unknown_fields=True):
    """Play `action` if the table is still at `seq`; the same `id` twice is carried out once."""

    id: MessageId
    seq: Number
    action: Number


class Roll(Struct, tag="roll", tag_field="type", forbid_unknown_fields=True):
    """Have the outcome drawn that a companion waits for."""

    id: MessageId
    seq: Number


class Enter(Struct, tag="enter", tag_field="type", forbid_unknown_fields=True):
    """Enter the outcome that a companion waits for, as a real die or card has shown it: an `action` of the snapshot's `due`."""

    id: MessageId
    seq: Number
    action: Number


class Undo(Struct, tag="undo", tag_field="type", forbid_unknown_fields=True):
    """Take back the own last decision: at once where that is free, else as an offer."""

    id: MessageId
    seq: Number


class Resign(Struct, tag="resign", tag_field="type", forbid_unknown_fields=True):
    """Give the match up."""

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
    """Let the finished match count among the real matches of the lab, or not any more; in a hot seat for both sides."""

    id: MessageId
    seq: Number
    agree: bool


class Ping(Struct, tag="ping", tag_field="type", forbid_unknown_fields=True):
    """Asks for a pong: pages cannot see the pings that WebSockets have of their own."""


ClientMessage = Hello | Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent | Ping
