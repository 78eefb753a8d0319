import art from "../../../../src/sandtable/games/rout/show/art.json";
import type { Pair } from "../../lib/board/art";
import type { Kind } from "./scene";

/** The signs that are burnt into blocks, in a box of 60 by 20 with its middle at 0: what is filled, and what is drawn 2.4 wide. */
export const MARKS: Readonly<Record<Kind, { fill: string; line: string }>> = art.marks;
/** The rally card's flag about 0, some 60 high: its cloth, and its pole, which is drawn 4 wide. */
export const RALLY = art.rally;
/** The colours of the sides' blocks, of the signs on them, of a bare block and of cards. */
export const COLOURS = art.sides as Pair;
export const SIGNS = art.signs as Pair;
export const { bare: BARE, card: CARD } = art;
/** The wood of the table and the lines that are laid into it. */
export const { oak: OAK, inlay: INLAY } = art.table;
/** What is burnt into Ivory's blocks all round, and the bars across Ink's, in shares of a block's width and length. */
export const { ring: RING, bars: BARS } = art;
