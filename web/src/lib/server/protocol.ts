// Messages between browser and server, as declared in src/sandtable/server/protocol.py.

/**
 * `POST /api/v1/tables`: the body that opens a table.
 *
 * `take_back` says which decisions may be undone: none; those since which no dice have been rolled, nothing has been revealed
 * and the opponent has not moved; or any, which makes the match a practice match. With `seeds` the page promises a seed for
 * the dice (`Seed`), and no die is rolled until it arrives.
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

/** What a page adds to the dice: a random `seed`, made after it has seen the `commitment` to the server's secret. */
export interface OwnSeed {
  /** 32 hex digits */
  seed: string;
  /** 64 hex digits */
  commitment: string;
}

/** The terms of a match in a table's game; in a response, every setting is given. */
export interface Terms {
  settings: Record<string, number | string | boolean>;
  take_back: "any" | "free" | "none";
}

/**
 * `POST /api/v1/invites/{code}`: the body that takes the free seat of an invitation.
 *
 * A guest who would rather play `instead` sits down too, and the host is asked at once. `seed` comes from the guest's
 * page; without one the match has no seed for this seat.
 */
export interface Join {
  name?: string;
  instead?: Terms | null;
  seed?: OwnSeed | null;
}

/**
 * The response to both requests: the table's address, and the tokens with which this person may act.
 *
 * `tokens[k]` belongs to `seats[k]`; the page of a hotseat match gets both. `invite` is the code for the other player,
 * if one is wanted. `commitment` is the SHA-256 of the secret from which dice will be derived, "" if the match takes
 * no seeds from players.
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
 * `GET /api/v1/invites/{code}`: who is inviting, and to what match; `length` says how long such a match takes, if the game
 * says.
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

/** A seat's token by itself. */
export interface Token {
  token: string;
}

/** A seat in a request's list: the table's id and the seat's token. */
export interface SeatAsked {
  table: string;
  token: string;
}

/**
 * `POST /api/v1/seats`: the body that asks for the state of the matches at several seats. Tokens never appear in
 * addresses or logs.
 */
export interface SeatsAsked {
  seats: SeatAsked[];
}

/**
 * One entry of the response: `turn` and `waiting` are for running matches, `over` for finished ones. `gone` is a
 * table that does not exist, or a token that holds no seat there. `closed` is a match that cannot be continued; `text`
 * says why. `unread` is one that the server has to read first: ask again. Otherwise `text` is the result, the prompt
 * on the seat's turn, or what the seat is waiting for. `opponent` is empty until someone joins, `since` is the time of the
 * last move, in milliseconds since 1970, and `rematch` the table where both play instead, with sides `swapped` or not.
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
 * One stored event of a match that cannot be continued; `action` is null if it could reveal what this seat must not
 * know. `seat` is -1 if nobody decided; `time` is in milliseconds since 1970, 0 if unknown.
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
 * `GET /api/v1/tables/{table}/kept`: the stored data of a match that cannot be continued, as one seat may know it.
 * `why` is a sentence with the reason; `rules` and `draws` are the versions it was played under. If the match was
 * resigned, all actions are included; otherwise, only those of this seat.
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
 * An entry of a finished match, reduced to what its dice depend on: `action` is the action if a spectator may see
 * it, otherwise -1.
 *
 * `seq` counts the entries from 1; an undo leaves the first `keep` actions and outcomes. The number of an outcome
 * drawn from a list is at least `low` and below `high`; both are -1 if the rules draw it in another way, or if a
 * player entered it.
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
 * `draws` is the version of the dice-drawing method. `bound` is the JSON that the chain begins with, `names` are the salted
 * digests of the names, and `chain` is what a die after the last entry would depend on (see `sandtable.engine.match`).
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
 * `GET /api/v1/tables/{table}/turning`: the turning point of a finished match: what helped its winner most.
 *
 * It is found by the analysis of the match, if there is one (`analysed`), and otherwise by the computers' evaluation. `text`
 * is what the log says about it, and `ply` the position after it; they are empty and 0 if there is no turning point. It
 * is a decision by `seat` in the position `before`; `thrown` says whether dice were part of it, and `other` says what
 * else there was, or how the chance of winning rose. For a match archived by an earlier version only `ply` and `text`
 * are known, and `seat` is -1.
 */
export interface Turning {
  ply: number;
  text: string;
  before: number;
  seat: number;
  thrown: boolean;
  other: string;
  analysed: boolean;
}

/**
 * Seat 0's chance of winning at a position, from 0 to 1, as everything really lay; `known` is that chance as the seat to
 * move could know it, or null if that is not different.
 */
export interface ChancePoint {
  chance: number;
  known: number | null;
}

/**
 * A decision of `seat` in the position `ply` that cost it `loss` of its chance of winning, with the standard error `error`.
 *
 * `why` says what happens more often after one of the two choices, or gives the chances of both, where the game states
 * them; it may be empty.
 */
export interface CostlyDecision {
  ply: number;
  seat: number;
  text: string;
  best_text: string;
  loss: number;
  error: number;
  mark: "" | "blunder" | "good" | "inaccuracy" | "mistake";
  why: string;
}

/**
 * How a seat did: a sentence, the chance of winning that it gained by luck and by skill, what its decisions cost in all
 * with the standard error (both null if it is not certain that they cost anything), and how many of them have each mark.
 */
export interface SideFindings {
  verdict: string;
  luck: number;
  skill: number;
  loss: number | null;
  loss_error: number | null;
  decisions: number;
  marks: Record<string, number>;
}

/** What an analysis has found so far. `points` has one entry per position; the costliest decision comes first. */
export interface MatchFindings {
  points: ChancePoint[];
  costliest: CostlyDecision[];
  sides: SideFindings[];
}

/**
 * `GET /api/v1/tables/{table}/analysis`: the analysis of a finished match; `findings` is null until there are any.
 *
 * `share` of the current work is done and the rest takes `left` seconds, -1 if unknown. `sentence` says why it ended
 * early. `open` says whether it can be started or made more precise now, and `stoppable` whether this viewer may stop it.
 */
export interface MatchAnalysis {
  state: "done" | "failed" | "none" | "running" | "stopped" | "waiting";
  sentence: string;
  share: number;
  left: number;
  open: boolean;
  stoppable: boolean;
  findings: MatchFindings | null;
}

/**
 * One setting of a game: a named one has `choices`, a number `low` and `high`, a flag neither.
 *
 * `own` says that a custom text of more than one line is accepted as well as the choices, and `form` explains its
 * format. `words` are what people see in place of values. `pictured` says that a picture of the game shows the
 * setting, `sourced` that the text of a choice is available as a starting point for a custom one. `bounds` gives the
 * minimum and maximum of the numbers in a custom text, by name.
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

/** Settings of a game that belong together under a short name. */
export interface PresetInfo {
  name: string;
  text: string;
  settings: Record<string, number | string | boolean>;
}

/** `POST /api/v1/variants`: the part of an address after `#`, the text of a file, or an object with a file's names. */
export interface VariantAsked {
  code?: string | null;
  text?: string | null;
  variant?: Record<string, unknown> | null;
}

/** A setting's value in a variant and in the printed game, in words. */
export interface VariantChange {
  setting: string;
  text: string;
  clause: string;
  printed: string;
  here: string;
}

/**
 * A parsed variant: its settings that differ from the printed game, their effects, the part of its address
 * after `#`, and its file.
 */
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

/**
 * `GET /api/v1/status`: whether tables can be opened, whether nothing is left to compile, and a human-readable sentence.
 *
 * `docs` is the address of the documentation; "" if the host has set none.
 */
export interface Status {
  open: boolean;
  ready: boolean;
  message: string;
  docs: string;
}

/** The response to a failed request: one sentence that says why. */
export interface Problem {
  error: string;
}

/** One level of the computer. */
export interface LevelInfo {
  level: number;
  name: string;
  text: string;
}

/** A viewable match in a report, at the table `table`. */
export interface ReportMatch {
  name: string;
  table: string;
  title: string;
  text: string;
}

/** `GET /api/v1/reports` gives a list of these: the lab's findings about a game, most important first. */
export interface ReportInfo {
  name: string;
  game: string;
  title: string;
  matches: number;
  findings: string[];
  examples: ReportMatch[];
}

/** Quartiles over several matches: a quarter lies below `low`, half below `middle`, three quarters below `high`. */
export interface Spread {
  low: number;
  middle: number;
  high: number;
}

/**
 * How often people chose a kind of action, averaged over the matches: the kind's name, and its sentence with … in
 * place of fields.
 */
export interface PlayedChoice {
  kind: string;
  sentence: string;
  mean: number;
}

/**
 * A group of real matches with the same kind of players and the same settings; only changed settings are given,
 * with "\n" for a custom text.
 *
 * `level` is that of the computer, null if two people played. `won`, `drawn` and `lost` count the person's results, or seat
 * 0's for two people; `resigned` of the matches ended by resignation. `decisions` counts moments with more than one action,
 * for both sides. `minutes` run from the first action to the last.
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
 * `GET /api/v1/games/{game}/played`: real matches that all their players agreed should be counted. Groups of fewer than
 * `fewest` matches are left out. `unread` matches have not been read yet.
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

/** A figure by name and the target for a tuning: at least `low`, at most `high`, in percent for shares. */
export interface Aimed {
  figure: string;
  low: number | null;
  high: number | null;
}

/**
 * `POST /api/v1/measurements`: the body that asks the lab for a measurement of a game.
 *
 * `levels` are those of the two computers that play, and `pairs` is the number of pairs of matches (in each cell, for a
 * sweep). A comparison is with the game's own settings. A sweep has one or two `ranges`, a tuning up to six, which it searches
 * for settings that reach the `aims`: it tries at most this many `candidates`, each with at most `pairs` pairs, and plays the
 * best again in `confirm` pairs. With `search_picks`, a report searches for better picks than those listed, if the game is
 * `searchable`. The same `seed` gives the same dice.
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

/** A figure so far, with its 95 % interval from `n` pairs; `said` is the same in words. */
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
 * `GET /api/v1/measurements/{measurement}`: the request, the progress and the results so far. `share` of the work
 * is done and the rest takes `left` seconds, -1 if unknown; `measured` is the number of pairs behind the figures and the page,
 * 0 if there are none yet. `sentence` says why the measurement ended early. `page` says whether it has a page to read, `data`
 * whether it has a file. `created` is in milliseconds since 1970.
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

/**
 * The response to a new measurement: its id, and the key with which the person who started it can stop, resume or
 * delete it.
 */
export interface Asked {
  id: string;
  key: string;
}

/**
 * `GET /api/v1/measurements`: what may be measured here. `open` says whether anything may; if not, `sentence` says
 * why. `pairs` is the maximum per request. With `shared`, everyone sees all `measurements` and may stop, resume and
 * delete them; otherwise they are private to whoever has their id and key, and none are listed.
 */
export interface LabInfo {
  open: boolean;
  sentence: string;
  pairs: number;
  shared: boolean;
  measurements: Measurement[];
}

/** A figure that a tuning can have a target for; a `share` is given in percent. */
export interface FigureInfo {
  name: string;
  share: boolean;
}

/**
 * `GET /api/v1/games` gives a list of these.
 *
 * `exports` are the files that a position of the game can be exported to (see `Snapshot`), `services` the files made
 * without a match. `companion_of` is the game that a companion tracks at a real table, "" for any other game. `kit`
 * are the options of its printable kit, null if it has none. `summary` is the game's aim in one sentence. `sides` names seat 0
 * and seat 1, and `secret` says whether a seat may know what the other one does not. `colours` are those of its sides
 * as #rrggbb, and `tints` lighter ones for text and outlines. `grids` gives, for kinds of action with one field, the
 * number of columns of the grid that the field's values form. `titles` are headings over the choices of a kind, or
 * labels of the buttons that draw an outcome of that kind. `about` gives the game's credits, and `length` says how long a
 * match with the default settings takes. `sheet` says whether the game has a quick sheet. `figures` are those that a tuning
 * can have targets for; `searchable` says whether there are more picks than reports compare, so that a report can
 * search for better ones.
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
  titles: Record<string, string>;
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
 * Sheets are flipped on the edge `flip`, long or short; all backs are shifted by these distances in mm to the right and down.
 */
export interface KitOrder {
  settings?: Record<string, number | string | boolean>;
  paper?: string;
  ink?: string;
  flip?: string;
  shift_right?: number;
  shift_down?: number;
}

/** A page of a kit: its name, and the address of its picture, "" for later pages. */
export interface KitPage {
  title: string;
  picture: string;
}

/** `POST /api/v1/games/{game}/kit/preview`: the pages of a kit and whatever else is needed. */
export interface KitPreview {
  pages: KitPage[];
  needed: string[];
}

/** A diagram of the rules: `picture` is an SVG element, and `caption` says in words what it shows. */
export interface Diagram {
  picture: string;
  caption: string;
}

/** One anchored clause of the players' rules, with its diagram if it has one. */
export interface Clause {
  id: string;
  heading: string;
  html: string;
  diagram: Diagram | null;
}

/**
 * `GET /api/v1/rules/{game}`: the players' rules under the settings in the query.
 *
 * `aim` is the game in one sentence. `intro` is the part before the first clause, as HTML: an example turn, and what
 * the marks mean. A mark is a `span` with the class `mark`. `notes` are the sections without clauses that follow: what
 * each side knows, and reasons. `about` gives the game's credits. What a player rarely needs is in `details` elements:
 * `words` counts the words outside them and `folded` those inside, both without clause numbers, marks and pictures.
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

/** One thing that an answer on a quick sheet depends on; with `many`, bit n of its value is set if option n applies. */
export interface SheetAsk {
  label: string;
  options: string[];
  usual: number;
  many: boolean;
}

/** One line of an answer; `kind` says what kind of figure goes with it. */
export interface SheetFact {
  text: string;
  clause: string;
  kind: "" | "chance" | "mean";
}

/**
 * A question on a quick sheet with all its answers.
 *
 * The values of `asks` make up the number of an answer, the last of them varying fastest. Answer n has the facts
 * `lines[lines_of[n]]`; those with a figure have `figures[figures_of[n]]`, in order.
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
 * `note` says what the figures refer to.
 */
export interface QuickSheet {
  game: string;
  note: string;
  questions: SheetQuestion[];
}

/** A seat and its occupant; `called` is the name used in sentences, "" if the person has given none. */
export interface SeatInfo {
  name: string;
  kind: "computer" | "empty" | "person";
  connected: boolean;
  level: number | null;
  called: string;
}

/** One legal action: what the client sends back, and its text. `odds` are the game's own figures, if it has any. */
export interface Choice {
  action: number;
  kind: string;
  fields: Record<string, number>;
  text: string;
  odds: Record<string, number> | null;
}

/** A field of a kind of action: its values are 0 to `size` - 1, named as in `labels` or by number. */
export interface ActionField {
  name: string;
  size: number;
  labels: string[];
}

/**
 * A kind of action as the game declares it.
 *
 * Actions are numbered without gaps, kind after kind, each kind a mixed-radix number of its fields, the last field varying
 * fastest. `text` is the sentence of an action, with `{field}` in place of each field. Texts and labels are sent only for a
 * game without a client of its own.
 */
export interface ActionKind {
  name: string;
  fields: ActionField[];
  text: string;
}

/** One step of the animation of an event on the board, drawn over the position before it (`authoring.Beat`). */
export interface Beat {
  kind: "aim" | "blow" | "call" | "fall" | "flight" | "frame" | "turn" | "way";
  cells: number[];
  text: string;
}

/**
 * One line of the log as this seat may read it; `ply` is the position after it, `beats` the animation that leads
 * there. `seat` is -1 for an outcome. In addition to the game's own kinds there are join, offer, decline, undo,
 * resign, finish, void, rematch, again and instead.
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
 * A question from one seat to the other that is waiting for an answer.
 *
 * "Again" is a rematch with the same sides. "Instead" is another match in place of this one, on the terms `instead`.
 */
export interface Offer {
  kind: "again" | "instead" | "rematch" | "undo";
  seat: number;
  instead: Terms | null;
}

/** The sum of a seat's outcomes minus their expectation, in the game's own points. */
export interface Luck {
  seat: number;
  expected: number;
  actual: number;
  rolls: number;
}

/** A human-readable board: an SVG drawing, and a description in lines of text. */
export interface Picture {
  svg: string;
  title: string;
  words: string[];
}

/**
 * Everything that one seat (or a spectator: seat null) may know of the table at a given moment. `events` holds the lines
 * after the client's `since`. `actions` says how the game's actions are numbered; only a client that has no events yet
 * gets it, and it is empty in every other snapshot. `legal` is empty unless it is this seat's move. If a position has more
 * than 100 legal actions, they are bare numbers, ascending, in `many`. If a game cannot list everything that a seat may
 * do, kinds of actions with more than 24 examples are left out: the page builds those from the scene. A game without its
 * own client has its board in `text`, and in `picture` if it declares a drawing; its examples are all listed, and `free`
 * names the kinds that have more legal actions than those. For a companion, `due` lists the outcomes that players may
 * enter while one is pending; either seat may have it drawn instead (`Roll`). `undo` says what an undo would need:
 * nothing, the other's consent, or that the match becomes a practice match, as `practice` says from then on. `hints` is
 * the number of hints that this seat has left; null if there are none in this match, and for everybody else. A hint makes
 * it a practice match too, which only this seat sees before the end. `finish` says that this seat may finish the match
 * (`Finish`): the rules of a companion have ended it, but it is not over until a player does so. `void` says that the match
 * was ended because its rules have changed. For a companion, `text`, `picture`, `legal` and `events` contain, until the match
 * is over, only what everyone may know, and `own` is the board as text with what only this seat knows, "" if that is the
 * same; a page keeps it covered. It is left out if one device serves both seats, except for requested positions.
 * `secretly` says that the current decision is a secret of the seat to move. `counts` says that this seat agreed to have
 * the finished match counted in the lab; nobody else sees that. `rematch` is the table of the next match, where the same
 * tokens hold the seats, sides `swapped` or not; if this match is not over, that one is played instead. `seeds` are the
 * seeds from the pages in both seats: null while one is awaited, "" if none is given; the list is empty if the match takes
 * none. `exports` names the files that this position can be exported to. `advice` is the best play from here, in words,
 * once the match is over. While a match runs, a game may hide its past: positions before `first_ply`, and lines up to
 * number `first_seq`, are then left out; both are 0 if everything is open, as after the end. `changed` is the time of the
 * last move, in milliseconds since 1970, 0 if unknown. `words` are the game's short explanations under this table's
 * settings, by `group.name`; like `actions` they are sent once. `notice` says what is different while the game's rules and
 * computer players are being compiled. `archived` says why only this record of a finished match is left: this server no longer
 * has its rules.
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
  hints: number | null;
}

/**
 * Why a message was not carried out; the sentence is for the person, `clause` links to the rule, and a fresh snapshot
 * follows.
 */
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

/** The computer in `seat` is thinking, or has stopped. */
export interface Thinking {
  type: "thinking";
  seat: number;
  on: boolean;
}

/** Presence at the table from now on: whether each seat is connected, as in `SeatInfo`, and the number of spectators. */
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

/** The response to a ping, by which a page knows that its connection is alive. */
export interface Pong {
  type: "pong";
}

/**
 * The first message to a page whose build, as given in the socket's `build`, is not the one that this server
 * delivers. The page reloads itself before it draws anything it might not understand, at most once for each `build`.
 */
export interface Outdated {
  type: "outdated";
  build: string;
}

export type ServerMessage = Snapshot | Refused | Accepted | Thinking | Presence | Rejected | Pong | Outdated;

/**
 * The first message on a socket: the seat's token (none: a spectator) and the last event number that the client
 * has.
 *
 * `seeds` says that the page will give a seed when one is awaited, at the next table too.
 */
export interface Hello {
  type: "hello";
  token?: string | null;
  since?: number;
  seeds?: boolean;
}

/**
 * Give the seed that is awaited from this seat (`OwnSeed`): once, and before the first die; repeating the same one
 * is not an error.
 */
export interface Seed {
  type: "seed";
  id: string;
  seq: number;
  /** 32 hex digits */
  seed: string;
  /** 64 hex digits */
  commitment: string;
}

/** Play `action` if the table is still at `seq`; a message with the same `id` is carried out only once. */
export interface Act {
  type: "act";
  id: string;
  seq: number;
  action: number;
}

/** Let the server draw the pending outcome of a companion. */
export interface Roll {
  type: "roll";
  id: string;
  seq: number;
}

/** Enter the pending outcome of a companion, as shown by a real die or card: an `action` of the snapshot's `due`. */
export interface Enter {
  type: "enter";
  id: string;
  seq: number;
  action: number;
}

/** Undo the seat's own last decision: at once if that is allowed, otherwise as an offer. */
export interface Undo {
  type: "undo";
  id: string;
  seq: number;
}

/**
 * `POST /api/v1/tables/{table}/hint`: asks how good it is to play `actions` in a row, or what to play if there are none,
 * while the table is still at `seq`. A message with the same `id` is carried out only once, and the same question in the
 * same position costs only one hint.
 */
export interface HintAsked {
  id: string;
  seq: number;
  actions: number[];
}

/**
 * The answer to a hint, made only from what the seat knows: a sentence about the move `choice`, which is the one in
 * question or the one suggested. `line` has all its actions if it goes on with the next ones, as a run does.
 */
export interface Hint {
  text: string;
  choice: Choice;
  line: number[];
}

/** Resign the match. */
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

/**
 * Agree to have the finished match counted among the lab's real matches, or withdraw that agreement; in a hotseat match,
 * for both sides.
 */
export interface Consent {
  type: "consent";
  id: string;
  seq: number;
  agree: boolean;
}

/** Asks for a pong: pages cannot see the pings that are built into WebSockets. */
export interface Ping {
  type: "ping";
}

export type ClientMessage = Hello | Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent | Ping;
