import { MOST_SPIN, quantised, speedIndex, speedOf } from "./aim";
import type { Point, Pose, Speeds } from "./scene";
import { entry, nearestOn, RADIANS, type Size } from "./shape";

/** ms at the end of a swipe that count */
export const WINDOW = 60;
/** ms: a finger that rests this long before it is lifted has stopped */
export const REST = 50;
/** pixels: less is a tap */
export const LEAST = 16;
/** pixels by which a swipe may miss a block; the contact point runs from rim to rim over the block plus this slack */
export const SLACK = 12;
/** mm of glass to a pixel: phones and tablets have about 160 pixels of a page to the inch, whatever their size */
const GLASS = 25.4 / 160;
/** the finger's speed in m/s that gives a flick 63 % of the highest speed, which no finger quite reaches */
const SOFT = 0.37;
/** by the player's choice: the factor for the finger's speed */
export const PACES = { calm: 0.65, usual: 1, brisk: 1.5 } as const;
export type Pace = keyof typeof PACES;

/** Where a finger was: mm on the table, and when in ms. */
export interface Sample {
  x: number;
  y: number;
  time: number;
}

/** A finger's way over the bench, or that of the middle between two. */
export interface Gesture {
  samples: readonly Sample[];
  /** two fingers side by side */
  two: boolean;
  /** pixels for a mm near a point of the table */
  pixels(x: number, y: number): number;
}

/** A block that may be swiped: its pose, and half its size. */
export interface Target {
  pose: Pose;
  size: Size;
}

/** What a finger did: tenths of a degree, index of the speed, contact points right of the middle; see `contactOf`. */
export interface Swipe {
  direction: number;
  speed: number;
  spin: number;
}

/** Why a gesture is no flick. */
export type Fault = "tap" | "rest" | "slow" | "beside";

const FINGER: Record<Fault, string> = {
  tap: "That was only a tap. Swipe across the block and let go while your finger moves.",
  rest: "Your finger had stopped. Let go while it moves.",
  slow: "That was too slow for a flick.",
  beside: "That swipe missed. Swipe across a framed block.",
};
const MOUSE: Record<Fault, string> = {
  tap: "That was only a click. Drag across the block and let go while the mouse moves.",
  rest: "The mouse had stopped. Let go while it moves.",
  slow: "That was too slow for a flick.",
  beside: "That missed. Drag across a framed block.",
};

/** The message about a gesture that is not a flick. */
export function faultOf(fault: Fault, mouse: boolean): string {
  return (mouse ? MOUSE : FINGER)[fault];
}

/** The speed of a flick in m/s for a finger at `finger` m/s over the glass: nearly proportional at first, never above the highest. */
export function blockSpeed(finger: number, pace: Pace, speeds: Speeds): number {
  return speedOf(speeds.count - 1, speeds) * (1 - Math.exp((-finger * PACES[pace]) / SOFT));
}

/** The target that a finger crosses first, or if it crosses none, the first that it nearly crosses; null if it misses them all. */
export function firstCrossed<T extends Target>({ samples, pixels }: Gesture, targets: readonly T[]): T | null {
  for (const slack of [0, SLACK]) {
    for (const [n, to] of samples.entries()) {
      const from = samples[n - 1] ?? to;
      const found = targets.map((target) => {
        const { pose, size } = target;
        return { target, at: entry(pose, size, from, to, slack / pixels(pose.x, pose.y)) };
      });
      const met = found.filter(({ at }) => at !== null).sort((a, b) => (a.at as number) - (b.at as number))[0];
      if (met) return met.target;
    }
  }
  return null;
}

/**
 * The flick of a finger that crossed `target` and was lifted at the time `end`. Only its last moments count, however often the
 * browser reported them; the block is pushed at the point where the finger came nearest to its middle.
 */
export function swiped(gesture: Gesture, end: number, target: Target | null, pace: Pace, speeds: Speeds): Swipe | Fault {
  const { samples } = gesture;
  const last = samples.at(-1);
  if (!last) return "tap";
  const pixels = gesture.pixels(last.x, last.y);
  if (Math.max(...samples.map(({ x, y }) => Math.hypot(last.x - x, last.y - y))) * pixels < LEAST) return "tap";
  if (!target) return "beside";
  const { pose, size } = target;
  if (end - last.time > REST) return "rest";
  // a slow machine reports few: then the last two
  const late = samples.filter(({ time }, n) => last.time - time <= WINDOW || n >= samples.length - 2);
  const [vx, vy] = [slope(late, "x"), slope(late, "y")];
  const fast = Math.hypot(vx, vy);
  // mm in a ms are m/s
  const speed = blockSpeed(fast * pixels * GLASS, pace, speeds);
  if (speed < speedOf(0, speeds)) return "slow";
  const [dx, dy] = [vx / fast, vy / fast];
  const [x, y] = nearest(samples, pose);
  const turn = Math.atan2(dy, dx) / RADIANS;
  const lies = (turn - pose.angle) * RADIANS;
  const rim = Math.abs(size.long * Math.sin(lies)) + Math.abs(size.wide * Math.cos(lies)) + SLACK / pixels;
  const right = Math.min(1, Math.max(-1, ((x - pose.x) * dy - (y - pose.y) * dx) / rim));
  return { direction: quantised(10 * turn), speed: speedIndex(speed, speeds), spin: Math.round(MOST_SPIN * right) || 0 };
}

/** The point nearest to `point` on the path through `samples`. */
function nearest(samples: readonly Sample[], point: Pose): Point {
  const ways = samples.map((to, n) => nearestOn(samples[n - 1] ?? to, to, point));
  const far = ([x, y]: Point): number => Math.hypot(x - point.x, y - point.y);
  return ways.reduce((best, one) => (far(one) < far(best) ? one : best));
}

const mean = (samples: readonly Sample[], of: keyof Sample): number =>
  samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;

/** The slope of the line through the samples, by least squares: mm in a millisecond. */
function slope(samples: readonly Sample[], axis: "x" | "y"): number {
  const [time, place] = [mean(samples, "time"), mean(samples, axis)];
  const above = samples.reduce((sum, one) => sum + (one.time - time) * (one[axis] - place), 0);
  const below = samples.reduce((sum, one) => sum + (one.time - time) ** 2, 0);
  return below > 0 ? above / below : 0;
}
