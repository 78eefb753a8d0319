import art from "../../../../src/sandtable/games/rush/show/art.json";
import type { Pair, Stroke } from "../../lib/board/art";

/** Pieces and marks, about 0 in a hex 40 wide: players of each seat, standing and prone, and the wedge on the side that they face. */
export const STANDING = art.standing as Pair;
export const PRONE = art.prone as Pair;
/** What is on hexes: the ring of a strike hex, the diamond of a bonus hex, the ring of a launch hex, an entry from the left. */
export const { wedge: WEDGE, strike: STRIKE, bonus: BONUS, launch: LAUNCH, gate: GATE } = art;
/** The ball, 22 long. */
export const BALL: readonly Stroke[] = art.ball;
/** The colours of the sides, and of words on and beside their pieces. */
export const COLOURS = art.sides as Pair;
export const INKS = art.inks as Pair;
export const RIMS = art.rims as Pair;
/** The colours of the pitch, of a prone piece and of zones. */
export const { pitch: PITCH, middle: MIDDLE, grid: GRID, wall: WALL, sign: SIGN, lying: LYING, zone: TEAL, zoneFilled: FILLED } = art;
/** Around pieces and signs, and the wedge itself. */
export const { outline: OUTLINE, arrow: ARROW } = art;
