import { fill, type Words } from "../../lib/rules/words";
import type { Snapshot } from "../../lib/server/protocol";
import { CELLS, squareName, SQUARES } from "./ground";
import type { Block, FaceDown, Scene } from "./scene-types";

export type * from "./scene-types";

export type Kind = keyof FaceDown;

export const SEATS = ["Navy", "Oxblood"] as const;
export const SIDES = ["north", "east", "south", "west"] as const;
export const ARROWS = ["↑", "→", "↓", "←"] as const;

/** The arrow that points to a side of the map, as it lies with the side of `near` at the bottom. */
export function arrowTo(side: number, near: 0 | 1): string {
  return ARROWS[(side + 2 * near) % 4] ?? "";
}

/** What the ground is worth to `seat` when it is worth `least` to `most` to Navy: "+0.10 to +0.31". */
export function worthTo(seat: 0 | 1, least: number, most: number): string {
  const [low, high] = seat === 0 ? [least, most] : [-most, -least];
  return least === most ? signed(low) : `${signed(low)} to ${signed(high)}`;
}

/** Blocks of a seat. */
export const BLOCKS = 6;
/** The template where it lies unshifted. */
export const UNSHIFTED = 4;

export function sceneOf(snapshot: Snapshot): Scene {
  return snapshot.scene as Scene;
}

/** The square of a seat's own edge in `column` (O1.4). */
export function homeSquare(seat: number, column: number): number {
  return seat === 0 ? SQUARES * (SQUARES - 1) + column : column;
}

/** The numbers, 0 to 11, of the blocks in `square`. */
export function blocksAt(scene: Scene, square: number): number[] {
  return scene.blocks.flatMap((block, index) => (block.place === "map" && block.square === square ? [index] : []));
}

/** What a viewer may say of a block, for instance "Navy 2 (army, hidden)". */
export function describeBlock(block: Block, viewer: number | null): string {
  const own = block.seat === viewer;
  const parts = [block.kind ?? "unknown", own ? "yours" : "", block.revealed ? "face up" : block.kind ? "hidden" : ""];
  return `${block.name} (${parts.filter((part) => part).join(", ")})`;
}

/** What stands in a square and by which side it came, as a sentence without its full stop. */
export function describeSquare(scene: Scene, square: number, viewer: number | null): string {
  const standing = blocksAt(scene, square).map((index) => {
    const block = scene.blocks[index] as Block;
    const from = block.side === null ? "" : ` from the ${SIDES[block.side] ?? ""}`;
    return `${describeBlock(block, viewer)}${from}`;
  });
  return [squareName(square), standing.length > 0 ? standing.join("; ") : "empty"].join(": ");
}

/** Numbers of things with their names: "1 army, 1 scout and 4 dummies". */
export function listed(counts: Record<Kind, number>): string {
  const parts = (Object.entries(counts) as [Kind, number][])
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${count === 1 ? kind : { army: "armies", scout: "scouts", dummy: "dummies" }[kind]}`);
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "none");
}

/** The place of the template nearest to one moved by `east` and `south` cells from where it lies unshifted. */
export function nearestShift(east: number, south: number): number {
  const step = (by: number): number => Math.max(-1, Math.min(1, Math.round(by)));
  return 3 * (step(south) + 1) + (step(east) + 1);
}

/** The place beside `shift`, one cell further east and south; the same at the end of its reach. */
export function shiftBy(shift: number, east: number, south: number): number {
  return nearestShift((shift % 3) - 1 + east, Math.floor(shift / 3) - 1 + south);
}

/** Where a place of the template lies, in words: "1 north and 1 east". */
export function shiftName(shift: number): string {
  const south = Math.floor(shift / 3) - 1;
  const east = (shift % 3) - 1;
  const parts = [south < 0 ? "1 north" : south > 0 ? "1 south" : "", east > 0 ? "1 east" : east < 0 ? "1 west" : ""].filter((part) => part);
  return parts.join(" and ") || "unshifted";
}

/** A signed number as people write it: "+0.31", "−2". */
export function signed(value: number, digits = 2): string {
  const rounded = Number(Math.abs(value).toFixed(digits));
  return `${value < 0 && rounded > 0 ? "−" : "+"}${rounded.toFixed(digits)}`;
}

/** Whom a score of Navy favours, in the server's words, and by how much: "better for Navy than this map usually is, +0.31". */
export function favour(words: Words, value: number): string {
  const { even = "0", level = "", better = "" } = words["score.favours"] ?? {};
  const [side, other] = value > 0 ? SEATS : [SEATS[1], SEATS[0]];
  if (Math.abs(value) <= Number(even)) return `${level}, ${signed(value)} for Navy`;
  return `${fill(better, { side, other })}, ${signed(Math.abs(value))}`;
}

/** The signs under a part of the map, "#" beyond it. */
export function cut(rows: readonly string[], x: number, y: number, width: number, height: number): string[] {
  return Array.from({ length: height }, (_, j) => Array.from({ length: width }, (_, i) => rows[y + j]?.[x + i] ?? "#").join(""));
}

/** Cells of the map on one side. */
export const SIDE = SQUARES * CELLS;

/** Where `seen` cells begin that show a part of the map with `around` more cells each way, and little of what is beyond the map. */
export function within(start: number, length: number, seen: number, around: number): number {
  const first = Math.min(-around, start - around);
  const last = Math.max(SIDE + around, start + length + around) - seen;
  return Math.max(first, Math.min(last, start + (length - seen) / 2));
}
