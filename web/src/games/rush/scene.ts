import type { Snapshot } from "../../lib/server/protocol";
import { hexName } from "./layout";

export { percent } from "../../lib/rules/percent";
export { hexName, neighbour, SIDES } from "./layout";

/** What `snapshot.scene` holds for this game. Hexes are numbered 0 to 200, players 0 to 15, sides of a hex 0 (east) to 5, counter-clockwise. */
export interface Scene {
  pitch: Pitch;
  players: Player[];
  /** the names of the tests that players take */
  tests: string[];
  /** both null where the ball is not in play */
  ball: Ball;
  rush: Rush;
  /** Home's points less Visitor's, and what wins at once */
  lead: number;
  limit: number;
  on_pitch: [number, number];
  /** the player that the decision which is due is about */
  about: number | null;
  deed: Deed | null;
  held: number | null;
  test: Test | null;
  formations: Formation[];
  rosters: [string, string];
  duel: Duel | null;
  offers: Offers | null;
}

export interface Pitch {
  rows: number[];
  zones: Zone[];
  /** five hexes from Home's left */
  launch: number[];
  /** of each seat: the entry hexes in the north and in the south */
  gates: [[number, number], [number, number]];
}

export interface Zone {
  hexes: number[];
  strike: number;
  bonus: number;
  /** from any hex, from the bonus hex */
  points: [number, number];
  scorer: number;
  name: string;
}

export type Role = "striker" | "jack" | "guard";

export interface Player {
  id: number;
  seat: number;
  number: number;
  /** of the kind, for instance "Human Jack" */
  name: string;
  role: Role;
  letter: string;
  move: number;
  strength: number;
  speed: number;
  skill: number;
  armour: number;
  hex: number | null;
  where: "pitch" | "bench" | "out";
  facing: number;
  prone: boolean;
  /** turns that are still missed */
  out: number;
  acted: number;
  ball: boolean;
  /** the hexes that he threatens */
  threat: number[];
  /** the tests that he might have to take where he is */
  tests: Prospect[];
}

/**
 * A test by its number in `Scene.tests`; its dice, and what each must show; the chance of a success, null where it is set against an
 * enemy's; and the dice against an enemy who threatens him, where these are others.
 */
export type Prospect = [test: number, dice: number, needed: number, chance: number | null, fought: number | null];

export interface Ball {
  hex: number | null;
  carrier: number | null;
}

export interface Rush {
  number: number;
  total: number;
  sudden: boolean;
  side: number;
  tokens: number;
  tokens_full: number;
  cap: number;
}

export interface Deed {
  actor: number;
  doing: string;
  free: boolean;
  points: number;
  moved: number;
  dashes: number;
  evades: number;
}

export interface Test {
  name: string;
  tester: number;
  dice: number;
  base: number;
  needed: number;
  successes: number;
  modifiers: { text: string; value: number }[];
  /** of success; null for contests */
  chance: number | null;
  contest: { attacker: number; target: number; kind: string; reply: string; first: number | null } | null;
}

export interface Formation {
  name: string;
  hexes: number[];
}

/** Chances of a contest as the attacker sees them. */
export interface Odds {
  double: number;
  win: number;
  draw: number;
  lose: number;
  lose_double: number;
}

export interface Duel {
  attacker: number;
  target: number;
  kind: "slam" | "steal";
  slamback: Odds | null;
  dodge: Odds;
}

/** What the side to move can do: one by one, and wherever a player can go as a span. */
export interface Offers {
  players: { id: number; acts: Offer[]; spans: Span[] }[];
}

/** Everywhere that a player can go in one action; `ways` has a word for each hex: its moves as digits to base 36, counted from the first step. */
export interface Span {
  kind: Offer["kind"];
  gate: number | null;
  /** the actions before the first digit */
  first: number[];
  hexes: number[];
  odds: number[];
  ways: string;
  text: string;
}

export interface Offer {
  kind: "run" | "sprint" | "slam" | "steal" | "pass" | "strike" | "stand" | "enter";
  /** where it ends; of a throw the hex aimed at, of a contest the hex struck from */
  hex: number;
  target: number | null;
  gate: number | null;
  /** of full success */
  odds: number;
  picks: boolean;
  points: number;
  odds5: Odds | null;
  via: number | null;
  path: number[];
  moves: number[];
  text: string;
}

/** What is on the pitch that is shown. */
export interface Shown {
  shown: readonly Player[];
  ballShown: Ball;
  /** by hex: what a tap does */
  ways: ReadonlyMap<number, { says: string }>;
  /** hexes in front of standing enemies */
  threatened: ReadonlySet<number>;
  /** the side that is near to the viewer */
  near: number;
}

/** The most players of a team. */
export const TEAM = 8;
export const SEATS = ["Home", "Visitor"] as const;
/** The sides of a hex from the one towards the goal that a side scores in, counter-clockwise: Home's is side 0, Visitor's side 3. */
const WAYS = ["forward", "forward left", "back left", "back", "back right", "forward right"] as const;

export function sceneOf(snapshot: Snapshot): Scene {
  return snapshot.scene as unknown as Scene;
}

/** A side of a hex as the players of `seat` see it who look at the goal they score in: "forward left". */
export function wayOf(side: number, seat: number): string {
  return WAYS[(side + 3 * seat) % WAYS.length] ?? "";
}

/** A player as people say it: "Home 3". */
export function called(player: Player): string {
  return `${SEATS[player.seat] ?? ""} ${player.number}`;
}

/** What a player does on the pitch, for instance "Home 3, Human Jack, faces forward, has the ball". */
export function describePlayer(player: Player): string {
  const stance = player.prone ? "prone" : `faces ${wayOf(player.facing, player.seat)}`;
  return [called(player), player.name, stance, player.ball ? "has the ball" : ""].filter((part) => part).join(", ");
}

/** What a hex of the pitch is: its name, its zone, and what is marked on it; left and right are those of the side `near`. */
export function describePlace(pitch: Pitch, hex: number, near: number): string {
  const zone = pitch.zones.find((one) => one.hexes.includes(hex));
  const parts = [hexName(hex)];
  if (zone) parts.push(zoneName(zone, near));
  if (zone?.strike === hex) parts.push(`strike hex, ${counted(zone.points[0])}, ${zone.points[1]} from the bonus hex`);
  if (zone?.bonus === hex) parts.push(`bonus hex, a strike from here scores ${zone.points[1]}`);
  const launch = pitch.launch.indexOf(hex);
  if (launch >= 0) parts.push("launch hex");
  const entry = pitch.gates.findIndex((gates) => gates.includes(hex));
  if (entry >= 0) parts.push(`${SEATS[entry] ?? ""}'s entry`);
  return parts.join(", ");
}

function zoneName({ name }: Zone, near: number): string {
  const [north, south] = near === 0 ? ["left", "right"] : ["right", "left"];
  return name.replace("north", north ?? "").replace("south", south ?? "");
}

/** The hexes that each planned action leads over, from where its player stands by then. */
export function legs(players: readonly Player[], chips: readonly { actor: number; offer: Pick<Offer, "path"> }[]): number[][] {
  const at = new Map(players.map(({ id, hex }) => [id, hex]));
  return chips.map(({ actor, offer: { path } }) => {
    const from = at.get(actor) ?? null;
    at.set(actor, path.at(-1) ?? from);
    return from === null ? path : [from, ...path];
  });
}

/** What a hex is, who and what is there, and what a tap on it does. */
export function describeHex(pitch: Pitch, { shown, ballShown, ways, threatened, near }: Shown, hex: number): string {
  const here = shown.find((player) => player.hex === hex);
  const parts = [describePlace(pitch, hex, near)];
  if (here) parts.push(describePlayer(here));
  if (ballShown.hex === hex) parts.push("the ball lies here");
  else if (!here) parts.push("free");
  if (threatened.has(hex)) parts.push("threatened");
  parts.push(ways.get(hex)?.says ?? "");
  return parts.filter((part) => part).join("; ");
}

function counted(points: number): string {
  return `${points} point${points === 1 ? "" : "s"}`;
}
