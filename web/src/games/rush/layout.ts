import { Hexes, type Turn } from "../../lib/board/hexes";
import type { Point } from "../../lib/board/lens";

/** The width of a hex, in units of the picture. */
export const WIDE = 40;
/** The depth of the track of those who are off the pitch, and the room around the pitch. */
export const TRACK = 46;
export const EDGE = 13;

const pitchAt = (turn: Turn): Hexes => new Hexes(21, 11, WIDE, turn);
const PITCHES = { 0: pitchAt(0), 90: pitchAt(90), 180: pitchAt(180), [-90]: pitchAt(-90) };
/** The pitch with Home in the west, and the sides of a hex. */
export const HEXES = PITCHES[0];
export const SIDES = HEXES.sides.length;

export const HALF_WIDTH = (HEXES.longest * WIDE) / 2 + EDGE;
export const HALF_HEIGHT = ((HEXES.rows - 1) / 2) * HEXES.line + HEXES.radius + EDGE;

/** The pitch as its picture is turned: -90 has Home's end at the bottom, 90 Visitor's; 0 Home's at the left, 180 Visitor's. */
export function pitchOf(turn: Turn): Hexes {
  return PITCHES[turn];
}

/** A hex as people say it: the letter of its row and its number in it, "F11". */
export function hexName(hex: number): string {
  return HEXES.name(hex);
}

/** Whether `hex` is in the half of `seat`: Home's is the west. */
export function isOwnHalf(hex: number, seat: number | null): boolean {
  const [x] = HEXES.places[hex] ?? [0];
  return seat === 0 ? x < 0 : seat === 1 && x > 0;
}

/** The hex over `side` of `hex`; null beyond the wall. */
export function neighbour(hex: number, side: number): number | null {
  return HEXES.across(hex, side);
}

/** How the picture is turned: the end of the side `near` is at the bottom where it is higher than wide, at the left otherwise. */
export function turnOf(portrait: boolean, near: number): Turn {
  if (!portrait) return near === 1 ? 180 : 0;
  return near === 1 ? 90 : -90;
}

/** Whether a picture turned so is higher than wide. */
export function isHigh(turn: Turn): boolean {
  return turn === 90 || turn === -90;
}

/** The size of the whole picture, and where in it the middle of the pitch stands. */
export function frame(pitch: Hexes): { width: number; height: number; middle: Point } {
  const corners = [
    { x: -HALF_WIDTH, y: -HALF_HEIGHT },
    { x: HALF_WIDTH, y: HALF_HEIGHT + TRACK + EDGE },
  ].map((point) => pitch.turned(point));
  const [left, right] = [Math.min(...corners.map(({ x }) => x)), Math.max(...corners.map(({ x }) => x))];
  const [top, bottom] = [Math.min(...corners.map(({ y }) => y)), Math.max(...corners.map(({ y }) => y))];
  return { width: right - left, height: bottom - top, middle: { x: -left, y: -top } };
}
