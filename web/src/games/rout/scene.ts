import type { Snapshot } from "../../lib/server/protocol";

export type Seat = 0 | 1;
export type Kind = "archer" | "cavalry" | "pike";
export type Deed = "move" | "melee" | "range";

export const KINDS: readonly Kind[] = ["archer", "cavalry", "pike"];
export const DEEDS: readonly Deed[] = ["move", "melee", "range"];
export const SIDES = ["Ivory", "Ink"] as const;

/** What `snapshot.scene` holds for this game. Lengths are mm, x to the right and y up; angles are degrees, counter-clockwise from the right. */
export interface Scene {
  table: Table;
  sides: [string, string];
  /** of each seat: its half as a polygon */
  halves: [Point[], Point[]];
  blocks: Block[];
  tally: [Tally, Tally];
  /** cards of each seat: archer, cavalry, pike, rally */
  decks: [Deck, Deck];
  card: Kind | "rally" | null;
  mover: Seat;
  /** the block in action */
  unit: number | null;
  /** which flicks the table takes */
  flicks: "aimed" | "finger" | "either";
  /** what it, or whichever is chosen, may still do */
  may: Deed[];
  /** the blocks that may be flicked now */
  usable: number[];
  /** the broken blocks, as a rally names them */
  ranks: number[];
  /** the viewer's own blocks still to be placed, by kind */
  waiting: number[] | null;
  placed: [number, number];
  formations: Formation[];
  split_open: boolean;
  /** the least distance between blocks that are placed */
  apart: number;
  /** why a block may not lie somewhere: outside the half, too near another; null while none are placed */
  faults: { outside: string; near: string } | null;
  turn: number;
  turn_cap: number;
  game: number;
  best_of: number;
  wins: [number, number];
  first: Seat | null;
  hands: [Hand, Hand];
  speeds: Speeds;
  film: Film | null;
}

export type Point = [number, number];

export type Edge = "drop" | "tape";

export interface Table {
  width: number;
  height: number;
  /** south, east, north, west */
  edges: Edge[];
  split: "straight" | "diagonal" | null;
  length: number;
  breadth: number;
  thickness: number;
  range_length: number;
  range_breadth: number;
  /** the least cosine between a push and straight into the side (T3.1) */
  flattest: number;
}

/** The table and the blocks of a match by default (T1.1, T1.3), not split. */
export const USUAL: Table = {
  width: 1000,
  height: 1000,
  edges: ["drop", "drop", "drop", "drop"],
  split: null,
  length: 75,
  breadth: 25,
  thickness: 15,
  range_length: 37.5,
  range_breadth: 25,
  // through the middle of such a block no push is too flat
  flattest: 0,
};

/** Where something lies: its centre, and the turn of its long side. */
export interface Pose {
  x: number;
  y: number;
  angle: number;
}

export interface Block extends Pose {
  id: number;
  /** null where the viewer may not know */
  side: Seat | null;
  kind: Kind | null;
  broken: boolean;
}

export interface Tally {
  dealt: number[];
  unbroken: number[];
  broken: number[];
  routed: number[];
}

export interface Deck {
  deck: number[];
  discard: number[];
}

export interface Formation {
  name: string;
  action: number;
  blocks: (Pose & { kind: Kind })[];
}

export interface Hand {
  degrees: number;
  percent: number;
}

/** The speeds of a flick in m/s: the least, the step to the next, and how many there are. */
export interface Speeds {
  slowest: number;
  pace: number;
  count: number;
}

/** The last flick. Blocks have the ids that they had before it. */
export interface Film {
  /** of the position after it */
  ply: number;
  deed: Deed;
  unit: number;
  side: Seat;
  kind: Kind;
  direction: number;
  speed: number;
  /** it came from the player's own finger */
  finger: boolean;
  /** as it was meant, where the hand erred */
  meant: { direction: number; speed: number } | null;
  fps: number;
  frames: number;
  /** as they lay before it */
  blocks: Block[];
  range: boolean;
  tracks: Track[];
  events: FilmEvent[];
  first_touched: number | null;
  broke: number | null;
  routed: number[];
  back: number[];
}

/** The way of one block: base64 of int16, see `film.ts`. */
export interface Track {
  block: number;
  first: number;
  data: string;
  z?: string;
}

export interface FilmEvent {
  frame: number;
  kind: "touch" | "drop" | "land" | "leave" | "fall";
  block: number;
  /** N s */
  blow: number;
}

/** The number that stands for the range block among the blocks of a film. */
export const RANGE_BLOCK = -1;

export function sceneOf(snapshot: Snapshot): Scene {
  return snapshot.scene as unknown as Scene;
}
