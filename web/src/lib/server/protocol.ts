// Messages between browser and server, as declared in src/sandtable/server/protocol.py.

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

export interface OwnSeed {
  seed: string;
  commitment: string;
}

export interface Terms {
  settings: Record<string, number | string | boolean>;
  take_back: "any" | "free" | "none";
}

export interface Join {
  name?: string;
  instead?: Terms | null;
  seed?: OwnSeed | null;
}

export interface Seated {
  table: string;
  game: string;
  seats: number[];
  tokens: string[];
  invite: string | null;
  commitment: string;
}

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

export interface Returned {
  table: string;
  game: string;
  seat: number;
}

export interface Token {
  token: string;
}

export interface SeatAsked {
  table: string;
  token: string;
}

export interface SeatsAsked {
  seats: SeatAsked[];
}

export interface SeatNow {
  state: "closed" | "gone" | "over" | "turn" | "unread" | "waiting";
  game: string;
  opponent: string;
  text: string;
  since: number;
  rematch: string | null;
  swapped: boolean;
}

export interface KeptEvent {
  seq: number;
  seat: number;
  kind: string;
  text: string;
  time: number;
  action: number | null;
}

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

export interface DiceStep {
  seq: number;
  kind: "action" | "finish" | "outcome" | "resign" | "undo" | "void";
  seat: number;
  action: number;
  keep: number;
  low: number;
  high: number;
}

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

export interface Turning {
  ply: number;
  text: string;
}

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

export interface PresetInfo {
  name: string;
  text: string;
  settings: Record<string, number | string | boolean>;
}

export interface VariantAsked {
  code?: string | null;
  text?: string | null;
  variant?: Record<string, unknown> | null;
}

export interface VariantChange {
  setting: string;
  text: string;
  clause: string;
  printed: string;
  here: string;
}

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

export interface Status {
  open: boolean;
  ready: boolean;
  message: string;
}

export interface Problem {
  error: string;
}

export interface LevelInfo {
  level: number;
  name: string;
  text: string;
}

export interface ReportMatch {
  name: string;
  table: string;
  title: string;
  text: string;
}

export interface ReportInfo {
  name: string;
  game: string;
  title: string;
  matches: number;
  findings: string[];
  examples: ReportMatch[];
}

export interface Spread {
  low: number;
  middle: number;
  high: number;
}

export interface PlayedChoice {
  kind: string;
  sentence: string;
  mean: number;
}

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

export interface Played {
  game: string;
  matches: number;
  unread: number;
  fewest: number;
  groups: PlayedGroup[];
}

export interface SweptSetting {
  name: string;
  values: (number | string | boolean)[];
}

export interface Aimed {
  figure: string;
  low: number | null;
  high: number | null;
}

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

export interface MeasuredFigure {
  name: string;
  value: number;
  low: number;
  high: number;
  n: number;
  unit: string;
  said: string;
}

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

export interface Asked {
  id: string;
  key: string;
}

export interface LabInfo {
  open: boolean;
  sentence: string;
  pairs: number;
  shared: boolean;
  measurements: Measurement[];
}

export interface FigureInfo {
  name: string;
  share: boolean;
}

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

export interface KitOrder {
  settings?: Record<string, number | string | boolean>;
  paper?: string;
  ink?: string;
  flip?: string;
  shift_right?: number;
  shift_down?: number;
}

export interface KitPage {
  title: string;
  picture: string;
}

export interface KitPreview {
  pages: KitPage[];
  needed: string[];
}

export interface Diagram {
  picture: string;
  caption: string;
}

export interface Clause {
  id: string;
  heading: string;
  html: string;
  diagram: Diagram | null;
}

export interface Rulebook {
  aim: string;
  intro: string;
  clauses: Clause[];
  notes: string;
  about: string;
  words: number;
  folded: number;
}

export interface SheetAsk {
  label: string;
  options: string[];
  usual: number;
  many: boolean;
}

export interface SheetFact {
  text: string;
  clause: string;
  kind: "" | "chance" | "mean";
}

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

export interface QuickSheet {
  game: string;
  note: string;
  questions: SheetQuestion[];
}

export interface SeatInfo {
  name: string;
  kind: "computer" | "empty" | "person";
  connected: boolean;
  level: number | null;
}

export interface Choice {
  action: number;
  kind: string;
  fields: Record<string, number>;
  text: string;
  odds: Record<string, number> | null;
}

export interface ActionField {
  name: string;
  size: number;
  labels: string[];
}

export interface ActionKind {
  name: string;
  fields: ActionField[];
  text: string;
}

export interface Beat {
  kind: "aim" | "blow" | "call" | "fall" | "flight" | "frame" | "turn" | "way";
  cells: number[];
  text: string;
}

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

export interface Offer {
  kind: "again" | "instead" | "rematch" | "undo";
  seat: number;
  instead: Terms | null;
}

export interface Luck {
  seat: number;
  expected: number;
  actual: number;
  rolls: number;
}

export interface Picture {
  svg: string;
  title: string;
  words: string[];
}

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
  scene: Record<string, unknown>;
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

export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
}

export interface Thinking {
  type: "thinking";
  seat: number;
  on: boolean;
}

export interface Presence {
  type: "presence";
  connected: boolean[];
  watchers: number;
}

export interface Rejected {
  type: "rejected";
  reason: string;
}

export interface Pong {
  type: "pong";
}

export type ServerMessage = Snapshot | Refused | Accepted | Thinking | Presence | Rejected | Pong;

export interface Hello {
  type: "hello";
  token?: string | null;
  since?: number;
  seeds?: boolean;
}

export interface Seed {
  type: "seed";
  id: string;
  seq: number;
  seed: string;
  commitment: string;
}

export interface Act {
  type: "act";
  id: string;
  seq: number;
  action: number;
}

export interface Roll {
  type: "roll";
  id: string;
  seq: number;
}

export interface Enter {
  type: "enter";
  id: string;
  seq: number;
  action: number;
}

export interface Undo {
  type: "undo";
  id: string;
  seq: number;
}

export interface Resign {
  type: "resign";
  id: string;
  seq: number;
}

export interface Finish {
  type: "finish";
  id: string;
  seq: number;
}

export interface Rematch {
  type: "rematch";
  id: string;
  seq: number;
  swap?: boolean;
}

export interface Answer {
  type: "answer";
  id: string;
  seq: number;
  accept: boolean;
}

export interface Consent {
  type: "consent";
  id: string;
  seq: number;
  agree: boolean;
}

export interface Ping {
  type: "ping";
}

export type ClientMessage = Hello | Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent | Ping;
