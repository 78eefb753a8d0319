// What the page draws of Companion of ROUT!, as declared in src/sandtable/games/rout/companion.

/** The ledger. Cards and blocks are counted by kind: archer, cavalry, pike and, for cards, rally. */
export interface Scene {
  game: number;
  best_of: number;
  turn: number;
  turn_cap: number;
  wins: [number, number];
  /** Whose turn it is; null before the first. */
  mover: 0 | 1 | null;
  card: "archer" | "cavalry" | "pike" | "rally" | null;
  /** The card of this turn is still to be drawn. */
  draws: boolean;
  /** What comes after what is due, in a sentence; empty after the end. */
  next: string;
  tally: [Tally, Tally];
  /** The cards of each seat. */
  decks: [Deck, Deck];
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
