// What the page draws of Rush, as declared in src/sandtable/games/rush/show.

/**
 * What the page draws.
 *
 * Hexes are numbered 0 to 200, players 0 to 15, sides of a hex 0 (east) to 5, anticlockwise.
 */
export interface Scene {
  pitch: Pitch;
  players: Player[];
  /** The names of the tests that players take. */
  tests: string[];
  ball: Ball;
  rush: Rush;
  /** Home's points less Visitor's. */
  lead: number;
  /** The lead that wins at once. */
  limit: number;
  /** How many players each side may line up. */
  on_pitch: [number, number];
  /** The player that the next decision is about. */
  about: number | null;
  deed: Deed | null;
  /** The player whose action waits for a free action to end. */
  held: number | null;
  test: Test | null;
  formations: Formation[];
  rosters: [string, string];
  duel: Duel | null;
  offers: Offers | null;
}

/** The pitch (R1). */
export interface Pitch {
  rows: number[];
  zones: Zone[];
  /** Five hexes, from Home's left. */
  launch: number[];
  /** Of each seat: the entry hexes in the north and in the south. */
  gates: [[number, number], [number, number]];
}

/** A zone of the pitch in which a side scores (R1). */
export interface Zone {
  hexes: number[];
  strike: number;
  bonus: number;
  /** From any hex, and from the bonus hex. */
  points: [number, number];
  scorer: number;
  name: string;
}

/** A player, on the pitch or off it. */
export interface Player {
  id: number;
  seat: number;
  number: number;
  /** Of the kind, for instance "Human Jack". */
  name: string;
  role: "guard" | "jack" | "striker";
  letter: string;
  move: number;
  strength: number;
  speed: number;
  skill: number;
  armour: number;
  hex: number | null;
  where: "bench" | "out" | "pitch";
  facing: number;
  prone: boolean;
  /** Turns that the player still misses. */
  out: number;
  acted: number;
  ball: boolean;
  /** The hexes that the player threatens. */
  threat: number[];
  /** The tests that the player might have to take there. */
  tests: Prospect[];
}

/**
 * A test by its number in `Scene.tests`, its dice, and what each must show.
 *
 * `chance` is that of a success, null if an enemy's successes count against the player's; `fought` is the dice against an
 * enemy who threatens the player but does not count as a threat, otherwise null.
 */
export type Prospect = [test: number, dice: number, needed: number, chance: number | null, fought: number | null];

/** Where the ball lies or who carries it; both null if it is not in play. */
export interface Ball {
  hex: number | null;
  carrier: number | null;
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

/** The action in progress. */
export interface Deed {
  actor: number;
  doing: "run" | "slam" | "sprint" | "stand" | "steal" | "throw";
  free: boolean;
  points: number;
  moved: number;
  dashes: number;
  evades: number;
}

/** The test that is due: its dice, and where they come from (R4). */
export interface Test {
  name: string;
  tester: number;
  dice: number;
  base: number;
  needed: number;
  successes: number;
  modifiers: Modifier[];
  /** Of success; null for a contest. */
  chance: number | null;
  contest: Contest | null;
}

/** What adds dice to a test, or takes them away. */
export interface Modifier {
  text: string;
  value: number;
}

/** The opponent in the test that is due; `first` is the result of the player who rolled first. */
export interface Contest {
  attacker: number;
  target: number;
  kind: "slam" | "steal";
  reply: "dodge" | "slamback";
  first: number | null;
}

/** A formation that the seat to move may take (R2.4). */
export interface Formation {
  name: string;
  hexes: number[];
}

/** The effect on the contest of each reply that the target may choose (R6.2). */
export interface Duel {
  attacker: number;
  target: number;
  kind: "slam" | "steal";
  slamback: Odds;
  dodge: Odds;
}

/** Chances of a contest from the attacker's side. */
export interface Odds {
  double: number;
  win: number;
  draw: number;
  lose: number;
  lose_double: number;
}

/** The options open to the players of the side to move. */
export interface Offers {
  players: Options[];
}

/** The options of one player: single offers, and the reachable hexes as a span. */
export interface Options {
  id: number;
  acts: Offer[];
  spans: Span[];
}

/** One thing that a player can do. */
export interface Offer {
  /** Of full success. */
  odds: number;
  kind: "enter" | "pass" | "run" | "slam" | "sprint" | "stand" | "steal" | "strike";
  /** Where it ends; of a throw the hex aimed at, of a contest the hex struck from. */
  hex: number;
  target: number | null;
  gate: number | null;
  picks: boolean;
  points: number;
  odds5: Odds | null;
  via: number | null;
  path: number[];
  moves: number[];
  text: string;
}

/**
 * All hexes that a player can reach in one action.
 *
 * `ways` has a word for each hex: its moves as base-36 digits, counted from the first step.
 */
export interface Span {
  kind: "enter" | "pass" | "run" | "slam" | "sprint" | "stand" | "steal" | "strike";
  gate: number | null;
  /** The actions before the first digit. */
  first: number[];
  hexes: number[];
  odds: number[];
  ways: string;
  text: string;
}
