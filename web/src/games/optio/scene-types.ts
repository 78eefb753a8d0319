// What the page draws of Optio, as declared in src/sandtable/games/optio/show.

/** What the page draws. */
export interface Scene {
  map: Map;
  legend: Sign[];
  blocks: Block[];
  turn: number;
  turn_seat: number;
  reveal_after: number;
  turns_left: number | null;
  /** The block that is asked whether it scouts. */
  asking: number | null;
  /** It may show itself to an army. */
  showing: boolean;
  /** Of each seat; null where the viewer knows all blocks that are left. */
  hidden: [FaceDown | null, FaceDown | null];
  kudos: [number, number];
  kudos_start: number;
  distance: number | null;
  profiles: [Profile, Profile];
  /** By sign: how much more a cell of that ground is worth to Navy than to Oxblood, from -1 to 1. */
  favour: Record<string, number>;
  settings: Settings;
  /** The viewer's own private wish, where nobody wins: the id of a profile. */
  wish: string | null;
  battle: Battle | null;
  account: Account | null;
}

/** The map: a string for each row of cells, with a character for each kind of ground. */
export interface Map {
  name: string;
  class: string;
  rows: string[];
}

/** A kind of ground: its character on the map, and whether troops can pass it. */
export interface Sign {
  sign: string;
  name: string;
  passable: boolean;
}

/** A block, with what the viewer knows of it. */
export interface Block {
  seat: number;
  number: number;
  name: string;
  /** Null where the viewer does not know it. */
  kind: "army" | "dummy" | "scout" | null;
  /** Face up on the map. */
  revealed: boolean;
  place: "gone" | "map" | "off";
  square: number | null;
  /** The side of the square that it came in by: 0 north, 1 east, 2 south, 3 west. */
  side: number | null;
  moved: boolean;
  scouted: boolean;
}

/** How many blocks of each kind are face down. */
export interface FaceDown {
  army: number;
  scout: number;
  dummy: number;
}

/** The profile of an army (O4.5). */
export interface Profile {
  id: string;
  name: string;
  text: string;
}

/** The settings that the page needs to explain the rules. */
export interface Settings {
  target_by: "owner" | "scouter";
  scout_later: boolean;
  show_army: boolean;
  result: "ground" | "winner";
  score_from: "average" | "zero";
}

/**
 * Where the armies meet: `second` and `first` are the seats that came second and first, `side` the one by which the second
 * came.
 */
export interface Battle {
  square: number;
  side: number;
  second: number;
  first: number;
  shift: number | null;
  templates: Template[];
}

/** One of the nine positions of the template; x, y, width and height in cells of the map. */
export interface Template {
  shift: number;
  x: number;
  y: number;
  width: number;
  height: number;
  counts: Record<string, number>;
  impassable: number;
  edge: number;
  name: string;
  legal: boolean;
  /** Why it may not lie there. */
  why: string;
  /** The score of the ground there, for Navy. */
  value: number | null;
}

/** How the score came about, ground by ground (O4.5). */
export interface Account {
  value: number;
  even: number;
  difference: number;
  score_from: "average" | "zero";
  mean: number;
  scale: number;
  sides: [AccountSide, AccountSide];
  field: Field;
}

/** The value of the ground to a seat's army. */
export interface AccountSide {
  seat: number;
  profile: string;
  total: number;
  rows: AccountRow[];
}

/** The value to an army of the cells of one kind of ground in one half, and the reason. */
export interface AccountRow {
  ground: string;
  half: "enemy" | "own";
  count: number;
  weight: number;
  points: number;
  reason: string;
}

/** The ground as Navy sees it: a string for each row; `up` is the compass side at its top. */
export interface Field {
  cells: string[];
  up: number;
}
