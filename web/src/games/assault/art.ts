import art from "../../../../src/sandtable/games/assault/show/art.json";
import type { Pair, Stroke } from "../../lib/board/art";
import type { TileKind } from "./scene";

/** The signs of tiles, about 0 in a square of 40 units. */
export const SIGNS: Readonly<Partial<Record<TileKind, { ink: string; strokes: readonly Stroke[] }>>> = art.signs;
/** The pawns of both seats without their numbers, about 0 in a tile of 100 units. */
export const PAWNS: readonly (readonly Stroke[])[] = art.pawns;
/** The rings around the pawn that acts, and what its health stands on in its colour. */
export const ACTING: readonly (readonly Stroke[])[] = art.acting;
export const HEALTH: readonly Stroke[] = art.health;
export const { figures: FIGURES, shadow: SHADOW } = art;
/** The mark of a held pawn. */
export const HELD: readonly Stroke[] = art.held;
/** The signs of stats in a square of 24, drawn 1.8 wide. */
export const STATS: readonly string[] = art.stats;
/** The colours of the sides, of the numbers on their pawns, and of tiles that touch. */
export const COLOURS = art.sides as Pair;
export const WORDS = art.words as Pair;
export const FACES = art.tiles as Pair;
