import type { Snapshot } from "../../lib/server/protocol";
import { hexName } from "./layout";
import type { Ball, Offer, Pitch, Player, Scene, Zone } from "./scene-types";

export { percent } from "../../lib/rules/percent";
export { hexName, neighbour, SIDES } from "./layout";

export type * from "./scene-types";

export type Role = Player["role"];

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
/** The sides of a hex from the one towards the goal that a side scores in, anticlockwise: Home's is side 0, Visitor's side 3. */
const WAYS = ["forward", "forward left", "back left", "back", "back right", "forward right"] as const;

export function sceneOf(snapshot: Snapshot): Scene {
  return snapshot.scene as Scene;
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

/** What a hex of the pitch is: its name if hexes are `named`, its zone, and what is marked on it; left and right are those of the side `near`. */
export function describePlace(pitch: Pitch, hex: number, near: number, named = true): string {
  const zone = pitch.zones.find((one) => one.hexes.includes(hex));
  const parts = named ? [hexName(hex)] : [];
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

/** What a hex is, with its name if hexes are `named`, who and what is there, and what a tap on it does. */
export function describeHex(pitch: Pitch, { shown, ballShown, ways, threatened, near }: Shown, hex: number, named = true): string {
  const here = shown.find((player) => player.hex === hex);
  const parts = [describePlace(pitch, hex, near, named)];
  if (here) parts.push(describePlayer(here));
  if (ballShown.hex === hex) parts.push("the ball lies here");
  else if (!here) parts.push("free");
  if (threatened.has(hex)) parts.push("threatened");
  const says = ways.get(hex)?.says ?? "";
  parts.push(named ? says : says.replace(hexName(hex), "here"));
  return parts.filter((part) => part).join("; ");
}

function counted(points: number): string {
  return `${points} point${points === 1 ? "" : "s"}`;
}
