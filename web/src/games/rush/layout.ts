import { arrowStep } from "../../lib/arrows";
import type { Point } from "../../lib/lens";

/** Hexes of the longest row, and rows. */
export const LENGTH = 21;
export const ROWS = 11;
/** Sides of a hex, numbered from the east counter-clockwise. */
export const SIDES = 6;
/** The width of a hex and its outer radius, in units of the picture. */
export const WIDE = 40;
export const RADIUS = WIDE / Math.sqrt(3);

const LINE = WIDE * Math.sqrt(0.75);
const MIDDLE = (ROWS - 1) / 2;
// half hex widths and rows to the neighbour over each side, from the east counter-clockwise
const ACROSS = [
  [2, 0],
  [1, -1],
  [-1, -1],
  [-2, 0],
  [-1, 1],
  [1, 1],
] as const;
/** The depth of the track of those who are off the pitch, and the room around the pitch. */
export const TRACK = 46;
export const EDGE = 13;
export const HALF_WIDTH = (LENGTH * WIDE) / 2 + EDGE;
export const HALF_HEIGHT = MIDDLE * LINE + RADIUS + EDGE;

/** Degrees, clockwise, by which the picture is turned: 0 has Home in the west, -90 Home's end at the bottom, 90 Visitor's. */
export type Turn = -90 | 0 | 90;

/** A hex: `x` in half hex widths from the middle of the pitch, `row` from the middle row, both growing to the south-east. */
interface Place {
  x: number;
  row: number;
}

/** All hexes in the order of their numbers: row by row from the north, in a row from the west. */
export const PLACES: readonly Place[] = Array.from({ length: ROWS }, (_, line) => {
  const row = line - MIDDLE;
  const width = LENGTH - Math.abs(row);
  return Array.from({ length: width }, (_, n) => ({ x: 2 * n - width + 1, row }));
}).flat();

const NUMBERS = new Map(PLACES.map(({ x, row }, hex) => [key(x, row), hex]));

function key(x: number, row: number): number {
  return 100 * row + x;
}

function numberOf(x: number, row: number): number | null {
  return NUMBERS.get(key(x, row)) ?? null;
}

/** A hex as people say it: the letter of its row and its number in it, "F11". */
export function hexName(hex: number): string {
  const { x = 0, row = 0 } = PLACES[hex] ?? {};
  return `${String.fromCharCode(65 + row + MIDDLE)}${(x + LENGTH - Math.abs(row) + 1) / 2}`;
}

/** Whether `hex` is in the half of `seat`: Home's is the west. */
export function isOwnHalf(hex: number, seat: number | null): boolean {
  const x = PLACES[hex]?.x ?? 0;
  return seat === 0 ? x < 0 : seat === 1 && x > 0;
}

/** The hex over `side` of `hex`; null beyond the wall. */
export function neighbour(hex: number, side: number): number | null {
  const place = PLACES[hex];
  const [x, row] = ACROSS[side] ?? [0, 0];
  return place ? numberOf(place.x + x, place.row + row) : null;
}

/** How the picture is turned: lengthwise where it is higher than wide, with the end of `seat` at the bottom. */
export function turnOf(portrait: boolean, seat: number | null): Turn {
  if (!portrait) return 0;
  return seat === 1 ? 90 : -90;
}

/** A point of the unturned picture as it stands in the turned one. */
export function turned({ x, y }: Point, turn: Turn): Point {
  if (turn === 0) return { x, y };
  return turn === 90 ? { x: -y, y: x } : { x: y, y: -x };
}

/** The middle of `hex` in the picture, from the middle of the pitch. */
export function centre(hex: number, turn: Turn): Point {
  const { x = 0, row = 0 } = PLACES[hex] ?? {};
  return turned({ x: (x * WIDE) / 2, y: row * LINE }, turn);
}

/** Degrees, clockwise from the right, at which a player looks who faces `side`. */
export function angle(side: number, turn: Turn): number {
  return turn - 60 * side;
}

function corner(side: number, turn: Turn): Point {
  const radians = ((angle(side, turn) - 30) * Math.PI) / 180;
  return { x: RADIUS * Math.cos(radians), y: RADIUS * Math.sin(radians) };
}

/** The outline of a hex around its middle. */
export function outline(turn: Turn, scale = 1): string {
  const corners = ACROSS.map((_, side) => corner(side, turn));
  return `M${corners.map(({ x, y }) => `${fixed(scale * x)} ${fixed(scale * y)}`).join("L")}Z`;
}

/** The line around `hexes`. */
export function border(hexes: readonly number[], turn: Turn): string {
  const inside = new Set<number | null>(hexes);
  const edges = hexes.flatMap((hex) => ACROSS.flatMap((_, side) => (inside.has(neighbour(hex, side)) ? [] : [edge(hex, side, turn)])));
  return edges.join("");
}

function edge(hex: number, side: number, turn: Turn): string {
  const middle = centre(hex, turn);
  const ends = [corner(side + 5, turn), corner(side, turn)];
  return `M${ends.map(({ x, y }) => `${fixed(middle.x + x)} ${fixed(middle.y + y)}`).join("L")}`;
}

/** The line over the hexes of `route`. */
export function track(route: readonly number[], turn: Turn): string {
  const points = route.map((hex) => centre(hex, turn));
  return `M${points.map(({ x, y }) => `${fixed(x)} ${fixed(y)}`).join("L")}`;
}

function fixed(value: number): string {
  return String(Math.round(100 * value) / 100);
}

/** The hex among `hexes` whose middle is nearest to `point`, and how far it is in hex widths; null among none. */
export function nearest(point: Point, hexes: Iterable<number>, turn: Turn): { hex: number; away: number } | null {
  let best: { hex: number; away: number } | null = null;
  for (const hex of hexes) {
    const { x, y } = centre(hex, turn);
    const away = Math.hypot(x - point.x, y - point.y) / WIDE;
    if (!best || away < best.away) best = { hex, away };
  }
  return best;
}

/** The hex that an arrow key leads to as the picture is turned, never over the wall; undefined for another key. */
export function arrowTo(name: string, hex: number, turn: Turn): number | undefined {
  const step = arrowStep(name);
  const place = PLACES[hex];
  if (!step || !place) return undefined;
  // the way of the arrow on the pitch: the turn undone
  const way = turned({ x: step[0], y: step[1] }, turn === 0 ? 0 : turn === 90 ? -90 : 90);
  const [along, down] = [Math.round(way.x), Math.round(way.y)];
  if (along !== 0) return numberOf(place.x + 2 * along, place.row) ?? hex;
  // first to the one side, then to the other, so that two steps lead straight on
  const aside = place.row % 2 === 0 ? 1 : -1;
  return numberOf(place.x + aside, place.row + down) ?? numberOf(place.x - aside, place.row + down) ?? hex;
}

/** The size of the whole picture, and where in it the middle of the pitch stands. */
export function frame(turn: Turn): { width: number; height: number; middle: Point } {
  const corners = [
    { x: -HALF_WIDTH, y: -HALF_HEIGHT },
    { x: HALF_WIDTH, y: HALF_HEIGHT + TRACK + EDGE },
  ].map((point) => turned(point, turn));
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  return { width: right - left, height: bottom - top, middle: { x: -left, y: -top } };
}
