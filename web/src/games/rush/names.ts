/** Where the role of a player stands: below his piece, or above it. */
export type Spot = "below" | "above";

/** A piece on the pitch, in units of the picture. */
export interface Token {
  id: number;
  x: number;
  y: number;
  role: string;
  /** degrees, clockwise from the right, at which he looks */
  angle: number;
  prone: boolean;
  ball: boolean;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The lines on which roles stand, and the size of their letters. */
export const BASELINE = { below: 22.8, above: -15.2 };
export const LETTERS = 10;
// of bold letters, in their size: how wide one is, how high a capital; and the dark line around them
const [WIDTH, HEIGHT, LINE] = [0.6, 0.76, 1.6];
// half the size of a piece, of one that lies, of one with the ball, of a ball alone
const [PIECE, LYING, HOLDING, BALL] = [15.5, { x: 19.5, y: 12 }, 18.5, 8];
// where the mark of what he faces reaches to, and half its width
const [TIP, TIP_HALF] = [14, 7];
// so much of a turn counts as looking up or down the picture
const LEVEL = 0.1;

const around = (x: number, y: number, wide: number, high = wide): Box => ({
  left: x - wide,
  right: x + wide,
  top: y - high,
  bottom: y + high,
});
const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** What a role covers. */
export function nameBox({ x, y, role }: Token, spot: Spot): Box {
  const half = (role.length * LETTERS * WIDTH) / 2 + LINE;
  const line = y + BASELINE[spot];
  return { left: x - half, right: x + half, top: line - LETTERS * HEIGHT - LINE, bottom: line + LINE };
}

/** What a piece covers, with the mark of what it faces. */
export function pieceBoxes({ x, y, angle, prone, ball }: Token): Box[] {
  if (prone) return [around(x, y, LYING.x, LYING.y)];
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return [around(x, y, ball ? HOLDING : PIECE), around(x + TIP * cos, y + TIP * sin, TIP_HALF)];
}

/** Where roles stand so that none covers another role, another piece or the ball; who has no room has none. */
export function spotsOf(tokens: readonly Token[], ball: { x: number; y: number } | null): Map<number, Spot> {
  const pieces = tokens.map((token) => ({ id: token.id, boxes: pieceBoxes(token) }));
  const taken: Box[] = ball ? [around(ball.x, ball.y, BALL)] : [];
  const spots = new Map<number, Spot>();
  for (const token of tokens) {
    const others = [...taken, ...pieces.flatMap(({ id, boxes }) => (id === token.id ? [] : boxes))];
    const spot = wanted(token).find((one) => !others.some((box) => meet(box, nameBox(token, one))));
    if (!spot) continue;
    spots.set(token.id, spot);
    taken.push(nameBox(token, spot));
  }
  return spots;
}

/** Below, and above of one who looks down; on either side of one who looks across. */
function wanted({ angle, prone, ball }: Token): Spot[] {
  const down = Math.sin((angle * Math.PI) / 180);
  if (prone) return ["below", "above"];
  if (down > LEVEL) return ["above"];
  // the ball is held above
  return down < -LEVEL || ball ? ["below"] : ["below", "above"];
}
