import type { ChanceWords } from "../types";
import { speedOf } from "./aim";
import { SIDES, type Block, type Deed, type Kind, type Seat, type Speeds } from "./scene";

export const DEED_NAMES: Record<Deed, string> = { move: "Move", melee: "Melee", range: "Range" };
export const KIND_NAMES: Record<Kind | "rally", string> = { archer: "Archer", cavalry: "Cavalry", pike: "Pike", rally: "Rally" };

/** A block within a sentence. */
export function called(block: Block): string {
  if (block.side === null || block.kind === null) return `broken block ${block.id + 1}`;
  return `${SIDES[block.side]}'s ${block.broken ? "broken " : ""}${block.kind}, block ${block.id + 1}`;
}

/** The same for a button. */
export function titled(block: Block, seat: Seat | null): string {
  if (block.side === null || block.kind === null) return `Broken ${block.id + 1}`;
  const kind = KIND_NAMES[block.kind];
  return `${block.side === seat ? "" : `${SIDES[block.side]} `}${block.broken ? "broken " : ""}${kind} ${block.id + 1}`;
}

/** This is a game of skill: there is the hand, and there are cards (T3.0). */
export const HAND: ChanceWords = {
  heading: "Steady hand",
  bars: "Upper bar: expected error. Lower bar: actual error.",
  told: ({ rolls, actual, expected }) =>
    `${counted(rolls, "aimed flick")}: ${mean(actual, rolls)}° off the aim on average, against ${mean(expected, rolls)}° expected`,
  fair: "Fair flicks and cards",
  drawn: "every card and every hand error",
};

/** T1.5: blocks that are placed out of sight are only counted, and those of several lines in a row together. */
export function countedTogether(line: string, times: number): string {
  return line.replace("places 1 block out", `places ${counted(times, "block")} out`);
}

const mean = (sum: number, n: number): string => (Math.abs(sum) / n).toFixed(1);

const WAYS = ["right", "up right", "up", "up left", "left", "down left", "down", "down right"] as const;

/** Where a direction, in tenths of a degree from east, goes on the picture, which is turned to the seat `near`. */
export function seenWay(tenths: number, near: Seat): string {
  return WAYS[Math.round((tenths + 1800 * near) / 450) % WAYS.length] ?? "right";
}

/** A speed in m/s as a part of the highest, in percent. */
export function powerOf(speed: number, speeds: Speeds): number {
  return Math.round((100 * speed) / speedOf(speeds.count - 1, speeds));
}

/** Tenths of a degree as people read them. */
export function degrees(tenths: number): string {
  return `${(tenths / 10).toFixed(1)}°`;
}

export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`;
}
