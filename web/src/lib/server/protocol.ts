// Messages between browser and server, as declared in src/sandtable/server/protocol.py.

/**
 * `POST /api/v1/tables`: the body that opens a table.
 *
 * `take_back` says which decisions may be taken back: none; those since which no die, no card, no secret and not the other
 * side has spoken; or any, which makes it a match for practice. With `seeds` the page promises a seed for the dice (`Seed`),
 * and no die is rolled before it is there.
 */
export interface NewTable {
  game: string;
  opponent?: "computer" | "friend" | "hotseat";
  level?: number;
  seat?: number;
  name?: string;
  settings?: Record<string, number | string | boolean>;
  take_back?: "any" | "free" | "none";
  seeds?: boolean;
}

/** What a page adds to the dice: a random `seed`, made after it had seen the `commitment` to the server's secret. */
export interface OwnSeed {
  /** 32 hex digits */
  seed: string;
  /** 64 hex digits */
  commitment: string;
}

/** How a match of a table's game would be played; an answer names every setting. */
export interface Terms {
  settings: Record<string, number | string | boolean>;
  take_back: "any" | "free" | "none";
}

/**
 * `POST /api/v1/invites/{code}`: the body that takes the free seat of an invitation.
 *
 * A guest who would rather play `instead` sits down too, and the host is asked at once. `seed` is of the page that the guest
 * sits at; without one the match has none of this seat.
 */
export interface Join {
  name?: string;
  instead?: Terms | null;
  seed?: OwnSeed | null;
}

/**
 * The answer to both: the table's address and this person's right to act.
 *
 * `tokens[k]` belongs to `seats[k]`; a hot seat gets both. `invite` is the code for the other player, if one is wanted.
 * `commitment` is the SHA-256 of the secret that dice will follow from, "" where the match takes no seeds of players.
 */
export interface Seated {
  table: string;
  game: string;
  seats: number[];
  tokens: string[];
  invite: string | null;
  commitment: string;
}

/**
 * `GET /api/v1/invites/{code}`: who invites to what; `length` says how long such a match is, if the game does.
 *
 * `commitment` is as in `Seated`.
 */
export interface Invite {
  table: string;
  game: string;
  host: string;
  taken: boolean;
  settings: Record<string, number | string | boolean>;
  length: string;
  take_back: "any" | "free" | "none";
  commitment: string;
}

/** `POST /api/v1/return` with `{"token": ...}`: where a return link leads. */
export interface Returned {
  table: string;
  game: string;
  seat: number;
}

/** A seat's token on its own. */
export interface Token {
  token: string;
}

/** A seat of the list that is asked about: the table's id and the seat's token. */
export interface SeatAsked {
  table: string;
  token: string;
}

/** `POST /api/v1/seats`: the body that asks how the matches at several seats are. Tokens are in no address and no log. */
export interface SeatsAsked {
  seats: SeatAsked[];
}

/**
 * One entry of the answer: `turn` and `waiting` are of running matches, `over` of finished ones.
 *
 * `gone` is a table that does not exist, or a token that holds no seat there. `closed` is a match that cannot be played on;
 * `text` says why. `unread` is one that the server has to look at first: ask again. Otherwise `text` is the result, what the
 * seat is asked on its turn, or what it waits for. `opponent` is empty until somebody joins, `since` is when the match last
 * went on, in milliseconds since 1970, and `rematch` the table that both play at instead, with sides `swapped` or not.
 */
export interface SeatNow {
  state: "closed" | "gone" | "over" | "turn" | "unread" | "waiting";
  game: string;
  opponent: string;
  text: string;
  since: number;
  rematch: string | null;
  swapped: boolean;
}

/**
 * One stored event of a match that is not played on; `action` is null where it may tell what this seat must not know.
 *
 * `seat` is -1 where nobody decided; `time` is in milliseconds since 1970, 0 where it is not known.
 */
export interface KeptEvent {
  seq: number;
  seat: number;
  kind: string;
  text: string;
  time: number;
  action: number | null;
}

/**
 * `GET /api/v1/tables/{table}/kept`: what is stored of a match that cannot be played on, as one seat may know it.
 *
 * `why` is the sentence that says what stands in the way; `rules` and `draws` are the versions it was played by. Its
 * actions are all told where the match was given up, else those of this seat.
 */
export interface Kept {
  table: string;
  game: string;
  why: string;
  names: string[];
  seat: number | null;
  created: number;
  rules: number;
  draws: number;
  settings: Record<string, number | string | boolean>;
  take_back: "any" | "free" | "none";
  events: KeptEvent[];
}

/**
 * An entry of a finished match as its dice depend on it: `action` is what a spectator sees of it, itself or -1.
 *
 * `seq` counts the entries from 1; an undo leaves the first `keep` actions and outcomes. The number of an outcome drawn from a
 * list is at least `low` and below `high`; both are -1 where the rules draw it otherwise, and where a player entered it.
 */
export interface DiceStep {
  seq: number;
  kind: "action" | "finish" | "outcome" | "resign" | "undo" | "void";
  seat: number;
  action: number;
  keep: number;
  low: number;
  high: number;
}

/**
 * `GET /api/v1/tables/{table}/dice`: what a browser needs to check the dice of a finished match against its secret.
 *
 * `draws` is the version of how dice are drawn. `bound` is the JSON that the chain begins with, `names` are the salted digests
 * of the names, `chain` is what a die after the last entry would depend on (see `sandtable.engine.match`).
 */
export interface DiceRecord {
  table: string;
  draws: number;
  bound: string;
  names: string[];
  seeds: string[];
  commitment: string;
  secret: string;
  chain: string;
  steps: DiceStep[];
}

/**
 * `GET /api/v1/tables/{table}/turning`: what swung a finished match most to its winner.
 *
 * It is found by the judgement that computers use. `text` is its line of the log, `ply` the position after it; empty and 0
 * where nothing did.
 */
export interface Turning {
  ply: number;
  text: string;
}

/**
 * One setting of a game: `choices` for a named one, else `low`..`high`; a flag has neither.
 *
 * `own` says that a text of the player's own, of more than one line, is taken as well as the choices, and `form` how it is
 * written. `words` is what people read in place of a value. `pictured` says that a picture of the game shows which it is,
 * `sourced` that the text of a choice is available as a start for a custom one. `bounds` are the least and the most of the
 * numbers in a custom text, by name.
 */
export interface SettingInfo {
  name: string;
  kind: "choice" | "flag" | "integer";
  default: number | string | boolean;
  text: string;
  clause: string;
  low: number | null;
  high: number | null;
  choices: string[];
  own: boolean;
  words: Record<string, string>;
  form: string;
  pictured: boolean;
  sourced: boolean;
  bounds: Record<string, number[]>;
}

/** Settings of a game that go together under one short name. */
export interface PresetInfo {
  name: string;
  text: string;
  settings: Record<string, number | string | boolean>;
}

/** `POST /api/v1/variants`: one of an address's part behind `#`, the text of a file, an object with a file's names. */
export interface VariantAsked {
  code?: string | null;
  text?: string | null;
  variant?: Record<string, unknown> | null;
}

/** A setting of a variant and the printed one, in words. */
export interface VariantChange {
  setting: string;
  text: string;
  clause: string;
  printed: string;
  here: string;
}

/** A variant that was read: its settings that are not as printed, what they change, its address behind `#`, and its file. */
export interface VariantInfo {
  game: string;
  title: string;
  name: string;
  why: string;
  settings: Record<string, number | string | boolean>;
  changes: VariantChange[];
  code: string;
  text: string;
}

/** `GET /api/v1/status`: whether tables can be opened, whether nothing is left to compile, and a sentence for people. */
export interface Status {
  open: boolean;
  ready: boolean;
  message: string;
}

/** The answer to a request that was not carried out: one sentence that says why. */
export interface Problem {
  error: string;
}

/** One strength of the computer. */
export interface LevelInfo {
  level: number;
  name: string;
  text: string;
}

/** A match of a report that can be looked at; `table` is where. */
export interface ReportMatch {
  name: string;
  table: string;
  title: string;
  text: string;
}

/** `GET /api/v1/reports` gives a list of these: what the lab found out about a game, the most important findings first. */
export interface ReportInfo {
  name: string;
  game: string;
  title: string;
  matches: number;
  findings: string[];
  examples: ReportMatch[];
}

/** Of several matches: a quarter lies below `low`, half below `middle`, three quarters below `high`. */
export interface Spread {
  low: number;
  middle: number;
  high: number;
}

/** How often people chose a kind of action, on the average of the matches: its name, its sentence with … for fields. */
export interface PlayedChoice {
  kind: string;
  sentence: string;
  mean: number;
}

/**
 * Real matches alike in players and in settings, of which those that are not as printed are given; a custom text is "\n".
 *
 * `level` is that of the computer, null where two people played. `won`, `drawn` and `lost` count results of the person, of two
 * people those of seat 0; `resigned` of them ended by somebody giving up. `decisions` counts moments with more than one
 * action, of both sides. `minutes` are from the first action to the last.
 */
export interface PlayedGroup {
  level: number | null;
  settings: Record<string, number | string | boolean>;
  matches: number;
  won: number;
  drawn: number;
  lost: number;
  resigned: number;
  decisions: Spread;
  minutes: Spread | null;
  choices: PlayedChoice[];
}

/**
 * `GET /api/v1/games/{game}/played`: real matches that everybody who played them lets count.
 *
 * A group of less than `fewest` matches is not told. `unread` matches are still to be looked at.
 */
export interface Played {
  game: string;
  matches: number;
  unread: number;
  fewest: number;
  groups: PlayedGroup[];
}

/** A setting with the values that a sweep or a tuning gives it. */
export interface SweptSetting {
  name: string;
  values: (number | string | boolean)[];
}

/** A figure by name and where a tuning is to bring it: at least `low`, at most `high`, of shares in per cent. */
export interface Aimed {
  figure: string;
  low: number | null;
  high: number | null;
}

/**
 * `POST /api/v1/measurements`: the body that asks the lab for a measurement of a game.
 *
 * `levels` are those of the two computers that play, `pairs` how many pairs of matches are played, in a sweep in each cell.
 * A comparison is one with the game's own settings; `ranges` are of a sweep, one or two, or of a tuning, up to six. A tuning
 * searches them for settings that reach the `aims`: it tries so many `candidates` at most, each on `pairs` pairs at most, and
 * plays the best anew on `confirm` pairs. With `search_picks` a report looks for better picks than those that are listed,
 * where the game is `searchable`. The same `seed` gives the same dice.
 */
export interface NewMeasurement {
  kind: "comparison" | "report" | "simulation" | "sweep" | "tuning";
  game: string;
  levels: number[];
  pairs?: number;
  seed?: number;
  settings?: Record<string, number | string | boolean>;
  ranges?: SweptSetting[];
  aims?: Aimed[];
  candidates?: number;
  confirm?: number;
  search_picks?: boolean;
  name?: string;
}

/** A figure that is known by now, with its 95 % interval from `n` pairs; `said` is it in words. */
export interface MeasuredFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  n: number;
  unit: string;
  said: string;
}

/**
 * `GET /api/v1/measurements/{measurement}`: what was asked for, how far it is and what is known by now.
 *
 * `share` of the work is done and takes `left` seconds more, -1 where that is not known; `measured` is the number of pairs
 * that figures and page are made of, 0 as long as there is nothing. `sentence` says why it has ended before it was done. With
 * `page` there is a page of it to read, with `data` a file. `created` is in milliseconds since 1970.
 */
export interface Measurement {
  id: string;
  kind: "comparison" | "report" | "simulation" | "sweep" | "tuning";
  game: string;
  name: string;
  levels: number[];
  pairs: number;
  seed: number;
  settings: Record<string, number | string | boolean>;
  ranges: SweptSetting[];
  aims: Aimed[];
  candidates: number;
  confirm: number;
  search_picks: boolean;
  created: number;
  state: "done" | "failed" | "running" | "stopped" | "waiting";
  sentence: string;
  share: number;
  left: number;
  matches: number;
  measured: number;
  figures: MeasuredFigure[];
  page: boolean;
  data: boolean;
}

/** The answer to a new measurement: its id, and the key with which who asked may stop it, go on with it and delete it. */
export interface Asked {
  id: string;
  key: string;
}

/**
 * `GET /api/v1/measurements`: what may be asked of the lab here.
 *
 * `open` says whether anything may be; if not, `sentence` says why. `pairs` is the most that one may ask for. With `shared`
 * everybody sees all `measurements` and may stop, go on with and delete them; else they are for who has their id and key, and
 * none are listed.
 */
export interface LabInfo {
  open: boolean;
  sentence: string;
  pairs: number;
  shared: boolean;
  measurements: Measurement[];
}

/** A figure that a tuning can aim at; a `share` is given in per cent. */
export interface FigureInfo {
  name: string;
  share: boolean;
}

/**
 * `GET /api/v1/games` gives a list of these.
 *
 * `exports` are the files that a position of the game may have (see `Snapshot`), `services` what it makes without a match.
 * `companion_of` is the game whose books it keeps at a real table, "" where it is a game of its own.
 * `kit` are the options of its kit to print, null where it has none.
 * `summary` is its aim in one sentence. `sides` names seat 0 and seat 1, and `secret` says whether a seat may know what the
 * other one does not. `colours` are those of its sides as #rrggbb, and `tints` light ones of the same for words and outlines.
 * `grids` says, by the kind of an action with one field, on how many columns the values of that field lie.
 * `about` says whose game it is, `length` how long a match with the usual settings is. `sheet` says whether it has a quick
 * sheet. `figures` are what a tuning can aim at; `searchable` says whether more can be picked in it than reports compare, so
 * that they can search for better picks.
 */
export interface GameInfo {
  id: string;
  name: string;
  summary: string;
  settings: SettingInfo[];
  levels: LevelInfo[];
  ready: boolean;
  exports: string[];
  services: string[];
  sides: string[];
  colours: string[];
  tints: string[];
  grids: Record<string, number>;
  secret: boolean;
  about: string;
  presets: PresetInfo[];
  length: string;
  companion_of: string;
  sheet: boolean;
  kit: SettingInfo[] | null;
  figures: FigureInfo[];
  searchable: boolean;
}

/**
 * The body of `POST /api/v1/games/{game}/kit`: settings of the game and options of its kit by name, and how it is printed.
 *
 * Sheets are flipped on the edge `flip`, long or short; all backs are moved by these mm to the right and down.
 */
export interface KitOrder {
  settings?: Record<string, number | string | boolean>;
  paper?: string;
  ink?: string;
  flip?: string;
  shift_right?: number;
  shift_down?: number;
}

/** A page of a kit: what it is called, and its picture as an address, "" for one far back. */
export interface KitPage {
  title: string;
  picture: string;
}

/** `POST /api/v1/games/{game}/kit/preview`: the pages of a kit and what else is needed. */
export interface KitPreview {
  pages: KitPage[];
  needed: string[];
}

/** A diagram of the rules: `picture` is an SVG element, `caption` says in words what it shows. */
export interface Diagram {
  picture: string;
  caption: string;
}

/** One anchored clause of the players' rules, with its diagram where it has one. */
export interface Clause {
  id: string;
  heading: string;
  html: string;
  diagram: Diagram | null;
}

/**
 * `GET /api/v1/rules/{game}`: the players' rules under the settings in the query.
 *
 * `aim` is the game in one sentence. `intro` is what stands before the first clause, as HTML: a turn for example, and what
 * the marks mean. A mark is a `span` of the class `mark`. `notes` are the sections without clauses that follow: what each side
 * knows, and why it is so. `about` says whose game it is. What a player rarely needs is in `details`: `words` counts the words
 * outside of them, `folded` those inside, both without the numbers of clauses, marks and pictures.
 */
export interface Rulebook {
  aim: string;
  intro: string;
  clauses: Clause[];
  notes: string;
  about: string;
  words: number;
  folded: number;
}

/** One thing that an answer of a quick sheet depends on; with `many` what is said is a number whose bit n is option n. */
export interface SheetAsk {
  label: string;
  options: string[];
  usual: number;
  many: boolean;
}

/** One line of an answer; `kind` says what figure goes with it. */
export interface SheetFact {
  text: string;
  clause: string;
  kind: "" | "chance" | "mean";
}

/**
 * A question of a quick sheet with all its answers.
 *
 * What is said to `asks` makes the number of an answer, the last of them changing fastest. Answer n has the facts
 * `lines[lines_of[n]]`, and those of them with a figure have `figures[figures_of[n]]`, in their order.
 */
export interface SheetQuestion {
  id: string;
  title: string;
  asks: SheetAsk[];
  facts: SheetFact[];
  lines: number[][];
  figures: number[][];
  lines_of: number[];
  figures_of: number[];
}

/**
 * `GET /api/v1/sheets/{game}`: what players look up at a real table, under the settings in the query.
 *
 * `note` says what the figures are of.
 */
export interface QuickSheet {
  game: string;
  note: string;
  questions: SheetQuestion[];
}

/** A seat and its occupant. */
export interface SeatInfo {
  name: string;
  kind: "computer" | "empty" | "person";
  connected: boolean;
  level: number | null;
}

/** One legal action: what the client sends back, and how it reads. `odds` is the game's own figures, if it has any. */
export interface Choice {
  action: number;
  kind: string;
  fields: Record<string, number>;
  text: string;
  odds: Record<string, number> | null;
}

/** A field of a kind of actions: its values are 0 to `size` - 1, called as in `labels` or by their number. */
export interface ActionField {
  name: string;
  size: number;
  labels: string[];
}

/**
 * A kind of actions as the game declares it.
 *
 * Actions are numbered without gaps, kind after kind, each kind a mixed-radix number of its fields, the last field fastest.
 * `text` is the sentence of an action, with `{field}` in the place of a field. Texts and labels are sent for a game without a
 * client of its own.
 */
export interface ActionKind {
  name: string;
  fields: ActionField[];
  text: string;
}

/** One thing that is seen on the board when something happens, over the position before it (`authoring.Beat`). */
export interface Beat {
  kind: "aim" | "blow" | "call" | "fall" | "flight" | "frame" | "turn" | "way";
  cells: number[];
  text: string;
}

/**
 * One line of the log as this seat may read it; `ply` is the position after it, `beats` what is to be seen before it.
 *
 * `seat` is -1 for an outcome. Besides the game's own kinds there are join, offer, decline, undo, resign, finish, void,
 * rematch, again and instead.
 */
export interface Event {
  seq: number;
  ply: number;
  seat: number;
  kind: string;
  text: string;
  dice: number[];
  clause: string;
  beats: Beat[];
}

/**
 * A question from one seat to the other that waits for an answer.
 *
 * Again is a rematch with the same sides. Instead is another match before this one: by which terms, `instead` says.
 */
export interface Offer {
  kind: "again" | "instead" | "rematch" | "undo";
  seat: number;
  instead: Terms | null;
}

/** Sum of a seat's outcomes less their expectation, in points of the game's own kind. */
export interface Luck {
  seat: number;
  expected: number;
  actual: number;
  rolls: number;
}

/** A board for people: an SVG drawing, and what it shows in lines of words. */
export interface Picture {
  svg: string;
  title: string;
  words: string[];
}

/**
 * Everything that one seat (or a spectator: seat null) may know of the table at a moment. `events` holds the lines after
 * the client's `since`. `actions` says how the game's actions are numbered, to a client that has no event yet; it is empty in
 * every other snapshot. `legal` is empty unless it is this seat's move. Where a position has more than 100 legal actions they
 * stand as bare numbers, ascending, in `many`. Where a game cannot list all that a seat may do, kinds of actions with more
 * than 24 examples are left out: the page makes those from the scene. A game without a client of its own has its board in
 * `text`, and in `picture` if it declares a drawing; its examples are all listed, and `free` names the kinds of which a seat
 * may do more than that. At a companion `due` lists the outcomes that players may enter while one is waited for; either seat
 * may have it drawn instead (`Roll`). `undo` says what an undo would need: nothing, the other's consent, or that the
 * match is for practice from then on, as `practice` tells. `finish` says that this seat may finish the match (`Finish`): the
 * rules of a companion have ended it, but it is not over before. `void` says that the match was ended because its rules have
 * changed. At a companion `text`, `picture`, `legal` and `events` hold only what everybody may know until the match is over,
 * and `own` is the board in text as this seat alone knows it, "" where that is the same: a page covers it. It is left out
 * where one device serves both seats, but for positions that are asked for. `secretly` says that what is decided now is a
 * secret of the seat to move. `counts` says that this seat lets the finished match count in the lab; nobody else sees that.
 * `rematch` is the table of the next match, where the same tokens hold the seats, sides `swapped` or not; it is played
 * instead of a match that is not over. `seeds` are what the pages in both seats gave for the dice: null where one is awaited,
 * "" where none is given; the list is empty where the match takes none. `exports` names the files that this position can be
 * exported to. `advice` is the best play from here, in words, once the match is over. While a match runs a game may keep its
 * past shut: positions before `first_ply`, and lines up to number `first_seq`, are then not told; both are 0 where all is
 * open, as after the end. `changed` is when the match last went on, in milliseconds since 1970, 0 where that is not known.
 * `words` are the game's short explanations under this table's settings, by `group.name`; like `actions` they come once.
 * `notice` says what is different while the game's rules and computers are being compiled. `archived` says why nothing but
 * this record of a finished match is left: its rules are not those of this server any more.
 */
export interface Snapshot {
  type: "snapshot";
  table: string;
  game: string;
  seq: number;
  ply: number;
  last_ply: number;
  first_ply: number;
  first_seq: number;
  seat: number | null;
  to_move: number;
  changed: number;
  phase: string;
  over: boolean;
  score: number[];
  result: string;
  prompt: string;
  seats: SeatInfo[];
  scene: unknown;
  picture: Picture | null;
  text: string;
  actions: ActionKind[];
  legal: Choice[];
  many: number[];
  free: string[];
  due: Choice[];
  events: Event[];
  undo: "ask" | "free" | "no" | "practice";
  take_back: "any" | "free" | "none";
  finish: boolean;
  own: string;
  secretly: boolean;
  practice: boolean;
  void: boolean;
  counts: boolean;
  offer: Offer | null;
  luck: Luck[];
  watchers: number;
  settings: Record<string, number | string | boolean>;
  words: Record<string, Record<string, string>>;
  exports: string[];
  advice: string;
  commitment: string;
  seeds: (string | null)[];
  secret: string | null;
  rematch: string | null;
  swapped: boolean;
  invite: string | null;
  version: string;
  notice: string;
  archived: string;
}

/** Why a message was not carried out; the sentence is for the person, `clause` links the rule, a fresh snapshot follows. */
export interface Refused {
  type: "refused";
  id: string;
  code:
    | "busy"
    | "illegal"
    | "limit"
    | "malformed"
    | "no_such"
    | "not_your_turn"
    | "over"
    | "spectator"
    | "stale"
    | "storage";
  reason: string;
  clause: string;
}

/** The message with this id is stored; `seq` is the number of its event. */
export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
}

/** The computer in `seat` is at work (or has stopped). */
export interface Thinking {
  type: "thinking";
  seat: number;
  on: boolean;
}

/** The presence at the table from now on: whether each seat is connected, as in `SeatInfo`, and how many watch. */
export interface Presence {
  type: "presence";
  connected: boolean[];
  watchers: number;
}

/** The connection is about to be closed for this reason. */
export interface Rejected {
  type: "rejected";
  reason: string;
}

/** The answer to a ping, by which a page knows that its connection is alive. */
export interface Pong {
  type: "pong";
}

/**
 * The first message to a page whose build is not the one that this server delivers, as the socket's `build` says.
 *
 * The page reloads itself before it draws what it may not know, at most once for each `build`.
 */
export interface Outdated {
  type: "outdated";
  build: string;
}

export type ServerMessage = Snapshot | Refused | Accepted | Thinking | Presence | Rejected | Pong | Outdated;

/**
 * First message of a socket: the seat's token (none: a spectator) and the last event number that the client has.
 *
 * `seeds` says that the page gives a seed where one is awaited, at the next table too.
 */
export interface Hello {
  type: "hello";
  token?: string | null;
  since?: number;
  seeds?: boolean;
}

/** Give the seed that is awaited of this seat (`OwnSeed`): once, and before the first die; the same again is no fault. */
export interface Seed {
  type: "seed";
  id: string;
  seq: number;
  /** 32 hex digits */
  seed: string;
  /** 64 hex digits */
  commitment: string;
}

/** Play `action` if the table is still at `seq`; the same `id` twice is carried out once. */
export interface Act {
  type: "act";
  id: string;
  seq: number;
  action: number;
}

/** Have the outcome drawn that a companion waits for. */
export interface Roll {
  type: "roll";
  id: string;
  seq: number;
}

/** Enter the outcome that a companion waits for, as a real die or card has shown it: an `action` of the snapshot's `due`. */
export interface Enter {
  type: "enter";
  id: string;
  seq: number;
  action: number;
}

/** Take back the own last decision: at once where that is free, else as an offer. */
export interface Undo {
  type: "undo";
  id: string;
  seq: number;
}

/** Give the match up. */
export interface Resign {
  type: "resign";
  id: string;
  seq: number;
}

/** Finish the match of a companion that its rules have ended: either player may, and nothing changes after it. */
export interface Finish {
  type: "finish";
  id: string;
  seq: number;
}

/** Ask for another match, with sides swapped or the same; the computer accepts at once. */
export interface Rematch {
  type: "rematch";
  id: string;
  seq: number;
  swap?: boolean;
}

/** Accept or decline the open offer. */
export interface Answer {
  type: "answer";
  id: string;
  seq: number;
  accept: boolean;
}

/** Let the finished match count among the real matches of the lab, or not any more; in a hot seat for both sides. */
export interface Consent {
  type: "consent";
  id: string;
  seq: number;
  agree: boolean;
}

/** Asks for a pong: pages cannot see the pings that WebSockets have of their own. */
export interface Ping {
  type: "ping";
}

export type ClientMessage = Hello | Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent | Ping;
