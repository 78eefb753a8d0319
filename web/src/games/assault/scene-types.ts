// What the page draws of All Out Assault, as declared in src/sandtable/games/assault/show.

/** What the page draws; pawns are numbered 0 to 3, tiles row by row from the top left. */
export interface Scene {
  board: Board;
  pawns: Pawn[];
  round: number;
  round_cap: number;
  turn_seat: number;
  acting: number | null;
  /** The tiles that would do nothing for the acting pawn, as far as the viewer knows. */
  idle: number[];
  roll: number;
  /** The die of a Red or a Blue tile. */
  die: number;
  attack: Attack | null;
  stats: string[];
  /** Why a stat is barred, in a few words (A4.3). */
  barred_why: string;
  /** What the stat that is named next will do: "becomes 3". */
  change: string;
  allocating: Allocating | null;
}

/** The tiles: a string for each row, with a letter for each kind of tile. */
export interface Board {
  width: number;
  height: number;
  tiles: string[];
}

/** A pawn, with what the viewer knows of it. */
export interface Pawn {
  seat: number;
  pawn: number;
  name: string;
  tile: number;
  x: number;
  y: number;
  alive: boolean;
  health: number;
  held: boolean;
  stats: number[] | null;
  allocated: boolean;
  known: Known[] | null;
  modifier: "blue" | "injury" | "meditation" | "none" | "red" | "training";
  /** The kind of tile that it may not use now, or in its next turn (A3.8). */
  barred_tile: "blue" | "injury" | "meditation" | "none" | "red" | "training";
  /** The stats that it may not open with now, or in its next turn (A4.3). */
  barred_stats: number[];
}

/** What the viewer knows of one stat of an enemy pawn: its possible numbers now, and the chance of each. */
export interface Known {
  values: number[];
  chance: number[];
  changed: boolean;
}

/** The attack that is being resolved: two pawns, and the stats that have been compared. */
export interface Attack {
  attacker: number;
  target: number;
  compared: number[];
}

/** The viewer's pawn that is getting its numbers. */
export interface Allocating {
  pawn: number;
}
