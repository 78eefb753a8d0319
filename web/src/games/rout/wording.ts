import type { ChanceWords } from "../types";
import { letter } from "../../lib/board/cells";
import { speedOf } from "./aim";
import { SIDES, type Block, type Deed, type Kind, type Scene, type Seat, type Speeds } from "./scene";

export const DEED_NAMES: Record<Deed, string> = { move: "Move", melee: "Melee", range: "Range" };
export const KIND_NAMES: Record<Kind | "rally", string> = { archer: "Archer", cavalry: "Cavalry", pike: "Pike", rally: "Rally" };

/** By id: the letters of blocks that are called the same. They follow the places as seen from `near`, so they give nothing away. */
export function lettersOf(blocks: readonly Block[], near: Seat): ReadonlyMap<number, string> {
  const groups = new Map<string, Block[]>();
  for (const block of blocks) groups.set(nameOf(block), [...(groups.get(nameOf(block)) ?? []), block]);
  const way = near === 0 ? 1 : -1;
  const alike = [...groups.values()].filter((group) => group.length > 1);
  return new Map(
    alike.flatMap((group) => group.sort((a, b) => way * (b.y - a.y || a.x - b.x)).map(({ id }, n): [number, string] => [id, letter(n)])),
  );
}

function nameOf({ side, kind, broken }: Block): string {
  return side === null || kind === null ? "broken block" : `${SIDES[side]}'s ${broken ? "broken " : ""}${kind}`;
}

/** A block within a sentence; `letters` are those of `lettersOf`. */
export function called(block: Block, letters: ReadonlyMap<number, string>): string {
  return `${nameOf(block)} ${letters.get(block.id) ?? ""}`.trim();
}

/** The same for a button. */
export function titled(block: Block, letters: ReadonlyMap<number, string>, seat: Seat | null): string {
  const name = called(block, letters);
  const own = seat !== null && block.side === seat ? name.replace(`${SIDES[seat]}'s `, "") : name;
  return own.charAt(0).toUpperCase() + own.slice(1);
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

/** A side's units that still fight (T2.6), and of several games those that it has won. */
export function scoreOf({ turn, tally, best_of, wins }: Scene, side: Seat): [number, string][] {
  const left = tally[side].unbroken.reduce((sum, n) => sum + n, 0);
  return [...(turn > 0 ? [[left, "left"] as [number, string]] : []), ...(best_of > 1 ? [[wins[side], "won"] as [number, string]] : [])];
}

/** T1.5: blocks that are placed out of sight are only counted, and those of several lines in a row together. */
export function countedTogether(line: string, times: number): string {
  return line.replace("places 1 block out", `places ${counted(times, "block")} out`);
}

/** A line of the log without the direction and the speed of its flick: next to the bench one sees both. */
export function withoutCourse(line: string): string {
  return line.replace(/ \w+(?: by finger)?: [\d.]+°, [\d.]+ m\/s\./, "");
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
