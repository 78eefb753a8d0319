// What the page draws of ROUT!, as declared in src/sandtable/games/rout/show.

/**
 * What the page draws.
 *
 * Lengths are in mm, x to the right and y up; angles are in degrees, anticlockwise from the right. Cards and
 * blocks are counted by kind: archer, cavalry, pike and, for cards, rally.
 */
export interface Scene {
  table: Table;
  sides: [string, string];
  /** Of each seat: its half as a polygon; empty while the split is not chosen (T1.2). */
  halves: [number, number][][];
  blocks: Block[];
  tally: [Tally, Tally];
  /** The cards of each seat. */
  decks: [Deck, Deck];
  card: "archer" | "cavalry" | "pike" | "rally" | null;
  /** Whose turn it is; null before the first. */
  mover: 0 | 1 | null;
  /** The block in action. */
  unit: number | null;
  /** Which flicks the table accepts (T3.0). */
  flicks: "aimed" | "either" | "finger";
  /** What that block, or any other, may still do (T2.2). */
  may: ("melee" | "move" | "range")[];
  /** The blocks that may be flicked now (T2.2). */
  usable: number[];
  /** The broken blocks, in the order of a rally (T2.5). */
  ranks: number[];
  turn: number;
  turn_cap: number;
  game: number;
  best_of: number;
  wins: [number, number];
  first: 0 | 1 | null;
  /** The viewer's own blocks that are still to be placed, by kind. */
  waiting: number[] | null;
  placed: [number, number];
  /** For the viewer who places now (T1.5). */
  formations: Formation[];
  split_open: boolean;
  /** The least distance between blocks that are placed. */
  apart: number;
  /** Null while no blocks are placed. */
  faults: Faults | null;
  hands: [Hand, Hand];
  speeds: Speeds;
  film: Film | null;
}

/** The table, and the size of the blocks (T1.1 to T1.3). */
export interface Table {
  width: number;
  height: number;
  /** South, east, north, west. */
  edges: ("drop" | "tape")[];
  split: "diagonal" | "straight" | null;
  length: number;
  breadth: number;
  thickness: number;
  range_length: number;
  range_breadth: number;
  /** The least cosine between a push and straight into the side (T3.1). */
  flattest: number;
}

/** A block: its centre, and the angle of its long side; side and kind are null if the viewer is not allowed to know them. */
export interface Block {
  id: number;
  x: number;
  y: number;
  angle: number;
  side: 0 | 1 | null;
  kind: "archer" | "cavalry" | "pike" | null;
  broken: boolean;
}

/** What a side was dealt, has and has lost, by kind (T2.5). */
export interface Tally {
  dealt: number[];
  unbroken: number[];
  broken: number[];
  routed: number[];
}

/** A side's cards, by kind (T2.1). */
export interface Deck {
  deck: number[];
  discard: number[];
}

/** A formation with the side's units (T1.5). */
export interface Formation {
  name: string;
  action: number;
  blocks: Slot[];
}

/** A place in a formation. */
export interface Slot {
  kind: "archer" | "cavalry" | "pike";
  x: number;
  y: number;
  angle: number;
}

/** Why a block may not lie somewhere: outside the half, or too near another. */
export interface Faults {
  outside: string;
  near: string;
}

/** The size of a side's hand error: deviations in degrees and as a percentage of the speed (T3.2). */
export interface Hand {
  degrees: number;
  percent: number;
}

/** The speeds of a flick in m/s: the minimum, the step, and how many there are. */
export interface Speeds {
  slowest: number;
  pace: number;
  count: number;
}

/** The last flick. Blocks have the ids that they had before it. */
export interface Film {
  /** Of the position after it. */
  ply: number;
  deed: "melee" | "move" | "range";
  unit: number;
  side: 0 | 1;
  kind: "archer" | "cavalry" | "pike";
  direction: number;
  speed: number;
  /** The player flicked with a finger (T3.0). */
  finger: boolean;
  /** As it was aimed, where the hand erred (T3.2). */
  meant: Aim | null;
  /** As they lay before it. */
  blocks: Block[];
  range: boolean;
  fps: number;
  frames: number;
  tracks: Track[];
  events: FilmEvent[];
  first_touched: number | null;
  broke: number | null;
  routed: number[];
  back: number[];
}

/** A direction in degrees, and a speed in m/s. */
export interface Aim {
  direction: number;
  speed: number;
}

/** The track of one block: base64 of int16, starting at frame `first`; the range block has its height in `z`. */
export interface Track {
  block: number;
  first: number;
  data: string;
  z?: string;
}

/** An event during a flick; `blow` is the impulse of a touch, in N s. */
export interface FilmEvent {
  frame: number;
  kind: "drop" | "fall" | "land" | "leave" | "touch";
  block: number;
  blow: number;
}
