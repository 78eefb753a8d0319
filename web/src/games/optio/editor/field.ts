import { CELLS, GROUNDS, LARGE, type Part } from "../ground";
import { cut, UNSHIFTED } from "../scene";
import type { Rows } from "./plan";

/** What a template takes in: cells that cannot be crossed, and cells beyond the map's edge. */
export interface Holding {
  impassable: number;
  edge: number;
}

const HALF = CELLS / 2;
const IMPASSABLE = GROUNDS.filter((ground) => !ground.passable).map((ground) => ground.sign);

/** Where the template lies (O4.2, O4.3), partly beyond the map perhaps: the square and half of both neighbours across the side of entry, shifted. */
export function frameOf(square: number, side: number, shift: number = UNSHIFTED): Part {
  const x = LARGE.column(square) * CELLS + (shift % 3) - 1;
  const y = LARGE.row(square) * CELLS + Math.floor(shift / 3) - 1;
  return side % 2 === 0 ? { x: x - HALF, y, width: 2 * CELLS, height: CELLS } : { x, y: y - HALF, width: CELLS, height: 2 * CELLS };
}

export function holding(rows: Rows, frame: Part): Holding {
  const signs = cut(rows, frame.x, frame.y, frame.width, frame.height).join("");
  const count = (sign: string): number => signs.split(sign).length - 1;
  return { impassable: IMPASSABLE.reduce((sum, sign) => sum + count(sign), 0), edge: count("#") };
}

/** Why the template may not lie at `shift` (O4.4); nothing where it may. */
export function objection(rows: Rows, square: number, side: number, shift: number): string {
  const still = holding(rows, frameOf(square, side));
  const there = holding(rows, frameOf(square, side, shift));
  if (there.impassable > still.impassable) return `Impassable cells would rise from ${still.impassable} to ${there.impassable}.`;
  if (there.edge > still.edge) return `Cells beyond the map would rise from ${still.edge} to ${there.edge}.`;
  return "";
}
