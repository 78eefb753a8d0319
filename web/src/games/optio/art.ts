import art from "../../../../src/sandtable/games/optio/show/art.json";
import type { Pair, Stroke } from "../../lib/board/art";

/** What blocks are, about 0 in a block of some 24 units; the strokes name the colours "ink" and "ground". */
export const PICTURES: Readonly<Record<keyof typeof art.pictures, readonly Stroke[]>> = art.pictures;
/** The outline of the blocks of each seat. */
export const BLOCKS = art.blocks as Pair;
/** A kudo in a square of 20. */
export const KUDO: readonly Stroke[] = art.kudo;
/** The colours of paper and of ink, and of the sides: navy and oxblood, apart in lightness as well. */
export const { paper: PAPER, ink: INK, mark: AMBER } = art;
/** On the side from which a block came, for the north. */
export const CAME = art.came;
export const COLOURS = art.sides as Pair;

/** How areas of ground are filled, outlined and marked; the marks are paths in a cell of 10 by 10. */
export type Area = (typeof art.ground.areas)[number];
/** A line of a way or a crossing: so wide in the cell, and wider by what a pen adds. */
export interface Lined {
  stroke: string;
  width: number;
  pen: number;
  dash?: string;
}
/** The drawing of the ground, in the order in which it is drawn; each texture reads without its colours. */
export const GROUND: {
  areas: readonly Area[];
  ways: readonly { signs: string; to: string; strokes: readonly Lined[] }[];
  crossings: readonly { sign: string; across: string; along: string; strokes: readonly Lined[] }[];
} = art.ground;
/** What streams, roads and what crosses water lie in, where a legend shows them. */
export const PATCHES: Readonly<Record<string, readonly string[]>> = art.patches;
