// What the page draws of Companion of Rush, as declared in src/sandtable/games/rush/companion.

/** The ledger. */
export interface Scene {
  limit: number;
  /** How far Home leads. */
  lead: number;
  rush: Rush;
  /** Where the ball is, in words. */
  ball: string;
  /** What comes next, in words; empty after the end. */
  next: string;
  /** The players of each seat. */
  teams: [Player[], Player[]];
}

/** The progress of the match (R2.3, R2.5). */
export interface Rush {
  number: number;
  total: number;
  sudden: boolean;
  side: number;
  tokens: number;
  tokens_full: number;
  cap: number;
}

/** A player of the roster. */
export interface Player {
  number: number;
  role: string;
  where: "bench" | "out" | "pitch";
  /** Rushes until a player who is out may come back (R6.7). */
  out: number;
  prone: boolean;
  ball: boolean;
  /** Actions taken in this rush. */
  acted: number;
  /** Is in action, or being tested. */
  acts: boolean;
}
