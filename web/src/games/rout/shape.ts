import type { Point, Pose } from "./scene";

/** Half the sides of a rectangle, in mm. */
export interface Size {
  long: number;
  wide: number;
}

type Place = Pick<Pose, "x" | "y">;

export const RADIANS = Math.PI / 180;

/** A point of the frame of `pose` (u along the long side, v a quarter turn on) as a point of the table. */
export function onTable({ x, y, angle }: Pose, u: number, v: number): Point {
  const c = Math.cos(angle * RADIANS);
  const s = Math.sin(angle * RADIANS);
  return [x + u * c - v * s, y + u * s + v * c];
}

/** The four corners, anticlockwise. */
export function corners(pose: Pose, { long, wide }: Size): Point[] {
  return [onTable(pose, long, wide), onTable(pose, -long, wide), onTable(pose, -long, -wide), onTable(pose, long, -wide)];
}

/** By how much two rectangles are apart, as the widest gap along any of their sides; negative where they overlap. */
export function gapBetween(a: Pose, sizeA: Size, b: Pose, sizeB: Size): number {
  const spans = [corners(a, sizeA), corners(b, sizeB)] as const;
  const gap = (angle: number): number => {
    const c = Math.cos(angle * RADIANS);
    const s = Math.sin(angle * RADIANS);
    const [first, second] = spans.map((points) => points.map(([x, y]) => x * c + y * s)) as [number[], number[]];
    return Math.max(Math.min(...first) - Math.max(...second), Math.min(...second) - Math.max(...first));
  };
  return Math.max(gap(a.angle), gap(a.angle + 90), gap(b.angle), gap(b.angle + 90));
}

/** By how much `point` lies inside a convex polygon; negative outside. */
export function depthIn(polygon: readonly Point[], [x, y]: Point): number {
  const turns = polygon.map(([x0, y0], n) => {
    const [x1, y1] = polygon[(n + 1) % polygon.length] as Point;
    return ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / Math.hypot(x1 - x0, y1 - y0);
  });
  // either way round
  return Math.max(Math.min(...turns), Math.min(...turns.map((turn) => -turn)));
}

/** Whether `point` of the table lies on the rectangle, made larger by `slack` all round. */
export function covers(pose: Pose, { long, wide }: Size, [x, y]: Point, slack = 0): boolean {
  const c = Math.cos(pose.angle * RADIANS);
  const s = Math.sin(pose.angle * RADIANS);
  const [dx, dy] = [x - pose.x, y - pose.y];
  return Math.abs(dx * c + dy * s) <= long + slack && Math.abs(dy * c - dx * s) <= wide + slack;
}

/** Where the way from `from` (0) to `to` (1) enters the rectangle, enlarged by `slack` on all sides; null if it does not. */
export function entry(pose: Pose, { long, wide }: Size, from: Place, to: Place, slack = 0): number | null {
  const c = Math.cos(pose.angle * RADIANS);
  const s = Math.sin(pose.angle * RADIANS);
  const [a, b] = [from, to].map(({ x, y }) => [(x - pose.x) * c + (y - pose.y) * s, (y - pose.y) * c - (x - pose.x) * s]) as [Point, Point];
  let [first, last] = [0, 1];
  for (const [axis, half] of [long + slack, wide + slack].entries()) {
    const [start, along] = [a[axis] as number, (b[axis] as number) - (a[axis] as number)];
    if (along === 0 && Math.abs(start) > half) return null;
    if (along === 0) continue;
    const ends = [(-half - start) / along, (half - start) / along];
    first = Math.max(first, Math.min(...ends));
    last = Math.min(last, Math.max(...ends));
  }
  return first <= last ? first : null;
}

/** Where the way from `from` to `to` is nearest to `point`. */
export function nearestOn(from: Place, to: Place, point: Place): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx ** 2 + dy ** 2;
  const part = square > 0 ? ((point.x - from.x) * dx + (point.y - from.y) * dy) / square : 0;
  const at = Math.min(1, Math.max(0, part));
  return [from.x + at * dx, from.y + at * dy];
}
