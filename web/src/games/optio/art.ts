import art from "../../../../src/sandtable/games/optio/show/art.json";
import type { Pair, Stroke } from "../../lib/art";

/** What blocks are, about 0 in a block of some 24 units; the strokes name the colours "ink" and "ground". */
export const PICTURES: Readonly<Record<keyof typeof art.pictures, readonly Stroke[]>> = art.pictures;
/** The outline of the blocks of each seat. */
export const BLOCKS = art.blocks as Pair;
/** A kudo in a square of 20. */
export const KUDO: readonly Stroke[] = art.kudo;
/** The colours of paper and of ink, and of the sides: navy and oxblood, apart in lightness as well. */
export const { paper: PAPER, ink: INK } = art;
export const COLOURS = art.sides as Pair;
