import type { Actions } from "../../lib/table/actions";
import type { Block, Deed, Point, Pose, Speeds, Table } from "./scene";
import { gapBetween, onTable, RADIANS, type Size } from "./shape";

// T3.1: contact points along each of the four sides of a block
export const STEPS = 41;
const MIDDLE = (STEPS - 1) / 2;
/** how far off the middle a push may be put, in contact points */
export const MOST_SPIN = MIDDLE;
export const DIRECTIONS = 3600;
/** T3.1: the speeds of a flick at the usual table */
export const USUAL_SPEEDS: Speeds = { slowest: 0.2, pace: 0.02, count: 191 };
/** m/s for each mm that a finger draws */
const DRAW = 0.004;
// T1.3, where the table does not say
const FRICTION = 0.25;
const GRAVITY = 9.80665;
const STEP = 2;

/** Straight out of each side, in the block's frame. */
const OUTWARD: readonly Point[] = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
];

/** A flick as it is aimed: contact point, tenths of a degree, index of the speed. */
export interface Aim {
  contact: number;
  direction: number;
  speed: number;
}

/** Who does what, and how it is aimed: the fields of an action of the kind `deed`. */
export interface Flick extends Aim {
  deed: Deed;
  unit: number;
}

export function blockSize(table: Table): Size {
  return { long: table.length / 2, wide: table.breadth / 2 };
}

/** The size of what a deed flicks. */
export function flickedSize(table: Table, deed: Deed): Size {
  return deed === "range" ? { long: table.range_length / 2, wide: table.range_breadth / 2 } : blockSize(table);
}

/** `tenths` of a degree from 0 to 3599. */
export function quantised(tenths: number): number {
  return ((Math.round(tenths) % DIRECTIONS) + DIRECTIONS) % DIRECTIONS;
}

/** A contact point in the frame of its block. */
export function rim(contact: number, { long, wide }: Size): Point {
  const side = Math.floor(contact / STEPS);
  const t = ((contact % STEPS) - MIDDLE) / MIDDLE;
  const [u, v] = OUTWARD[side] as Point;
  return side < 2 ? [t * long, v * wide] : [u * long, t * wide];
}

/** The cosine between a push in `tenths` and straight into the side of `contact`. */
export function inward(contact: number, angle: number, tenths: number): number {
  const [u, v] = OUTWARD[Math.floor(contact / STEPS)] as Point;
  const turn = (tenths / 10 - angle) * RADIANS;
  return -(u * Math.cos(turn) + v * Math.sin(turn));
}

/** T3.2: the direction of a push in `direction` that the hand turns by `turn` tenths: cut where it would go in no more. */
export function slipped(contact: number, angle: number, direction: number, turn: number, table: Table): number {
  let left = turn;
  while (left !== 0 && inward(contact, angle, direction + left) < table.flattest) left -= Math.sign(left);
  return quantised(direction + left);
}

/**
 * The contact point of a push in `tenths` through the middle of a block that lies at `angle`, put off it by `spin` contact points:
 * above 0 to the right of the push, so that the block turns anticlockwise.
 */
export function contactOf(angle: number, size: Size, tenths: number, spin: number, table: Table): number {
  const turn = (tenths / 10 - angle) * RADIANS;
  const [du, dv] = [Math.cos(turn), Math.sin(turn)];
  const sides = [0, 1, 2, 3].filter((side) => inward(side * STEPS, angle, tenths) >= Math.max(table.flattest, 1e-9));
  // where the line through the middle enters each of them, as a part of its half; beyond 1 it enters by another
  const entry = (side: number): number => {
    const [u, v] = OUTWARD[side] as Point;
    return side < 2 ? (v * size.wide * du) / (dv * size.long) : (u * size.long * dv) / (du * size.wide);
  };
  const side = sides.sort((a, b) => Math.abs(entry(a)) - Math.abs(entry(b)))[0] as number;
  // whether the right of the push is up or down the side's own count
  const right = side < 2 ? Math.sign(dv) : -Math.sign(du);
  const k = Math.round(MIDDLE * (1 + entry(side))) + right * spin;
  return side * STEPS + Math.min(STEPS - 1, Math.max(0, k));
}

/** The middle of the side that `contact` is on. */
export function sideMiddle(contact: number): number {
  return Math.floor(contact / STEPS) * STEPS + MIDDLE;
}

export function speedOf(index: number, speeds: Speeds): number {
  return speeds.slowest + speeds.pace * index;
}

export function speedIndex(speed: number, speeds: Speeds): number {
  return Math.min(speeds.count - 1, Math.max(0, Math.round((speed - speeds.slowest) / speeds.pace)));
}

/** What a finger means that has drawn from the middle of a block to `to`; null where it has hardly moved. */
export function drawn(from: Pose, to: Point, least: number, speeds: Speeds): { direction: number; speed: number } | null {
  const [dx, dy] = [to[0] - from.x, to[1] - from.y];
  const length = Math.hypot(dx, dy);
  if (length < least) return null;
  return { direction: quantised((Math.atan2(dy, dx) / RADIANS) * 10), speed: speedIndex(length * DRAW, speeds) };
}

/** How far from the middle of a block the handle of an aim stands, in mm: where the finger would have drawn it to. */
export function reachOf(speed: number, speeds: Speeds): number {
  return speedOf(speed, speeds) / DRAW;
}

/** Who flicks: an aim, which errs as the hand does, or a finger, which does what it does. */
export const AIMED = 0;
export const FINGER = 1;

/** The number of `flick`. */
export function actionOf({ deed, unit, contact, direction, speed }: Flick, actions: Actions, by = AIMED): number {
  return actions.pack(deed, { by, unit, contact, direction, speed });
}

/** What would happen to a flicked block if nothing erred. */
export interface Ghost {
  /** where it touches another block first, or comes to rest */
  end: Pose;
  /** the block that it touches, by id */
  touched: number | null;
  /** mm that its middle goes until then */
  gone: number;
  /** its middle crosses the edge of the table before */
  off: boolean;
}

/** How a flicked block slides while it touches nothing. */
export interface Course {
  /** m/s of its middle as it starts, and mm until it rests */
  speed: number;
  length: number;
  /** where it is once it has gone `way` mm */
  at(way: number): Pose;
}

/** The course of a block of `size` at `from` that is flicked by `aim`. Sliding and turning end together, so the turn grows with the way. */
export function courseOf(from: Pose, size: Size, aim: Aim, speeds: Speeds): Course {
  const [dx, dy] = [Math.cos((aim.direction / 10) * RADIANS), Math.sin((aim.direction / 10) * RADIANS)];
  const [px, py] = onTable({ x: 0, y: 0, angle: from.angle }, ...rim(aim.contact, size));
  const lever = px * dy - py * dx;
  const inertia = (size.long ** 2 + size.wide ** 2) / 3;
  const speed = speedOf(aim.speed, speeds) / (1 + lever ** 2 / inertia);
  const turning = lever / inertia / RADIANS;
  const length = (1000 * speed ** 2) / (2 * FRICTION * GRAVITY);
  return { speed, length, at: (way) => ({ x: from.x + way * dx, y: from.y + way * dy, angle: from.angle + way * turning }) };
}

/** How far along `course` a block is after some seconds, in mm. */
export function goneAfter({ speed, length }: Course, seconds: number): number {
  const brake = FRICTION * GRAVITY;
  return seconds * brake >= speed ? length : 1000 * (speed * seconds - (brake * seconds ** 2) / 2);
}

/** The first contact of a block of `size` at `from`, flicked by `aim` among `others`. */
export function ghostOf(from: Pose, size: Size, aim: Aim, others: readonly Block[], table: Table, speeds: Speeds): Ghost {
  const { length, at } = courseOf(from, size, aim, speeds);
  const targets = others.filter((other) => Math.hypot(other.x - from.x, other.y - from.y) < length + table.length + 2 * size.long);
  const blocked = blockSize(table);
  const hit = (pose: Pose): Block | undefined => targets.find((other) => gapBetween(pose, size, other, blocked) < 0);
  for (let gone = 0; ; gone += STEP) {
    const here = at(Math.min(gone, length));
    const touched = hit(here);
    if (touched) {
      const free = lastFree(gone, (far) => !hit(at(far)));
      return { end: at(free), touched: touched.id, gone: free, off: false };
    }
    const off = here.x < 0 || here.y < 0 || here.x > table.width || here.y > table.height;
    if (off || gone >= length) return { end: here, touched: null, gone: Math.min(gone, length), off };
  }
}

/** The farthest way up to `gone` that is still free. */
function lastFree(gone: number, free: (way: number) => boolean): number {
  let [low, high] = [Math.max(0, gone - STEP), gone];
  for (let n = 0; n < 8; n++) {
    const middle = (low + high) / 2;
    if (free(middle)) low = middle;
    else high = middle;
  }
  return low;
}
