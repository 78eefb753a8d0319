import { MOST_SPIN, quantised, speedIndex, speedOf } from "./aim";
import type { Pose, Speeds } from "./scene";
import { RADIANS, type Size } from "./shape";

/** ms at the end of a swipe that count */
export const WINDOW = 60;
/** ms: who rests so long before he lets go has stopped */
export const REST = 50;
/** pixels: less is a tap */
export const LEAST = 16;
/** pixels by which the line of a swipe may miss the block; across block and slack the contact point goes from rim to rim */
export const SLACK = 12;
/** by how brisk the hand is: m/s of a flick for 1000 pixels a second of the finger, whatever the size of the picture */
export const PACES = { calm: 1, usual: 1.5, brisk: 2.2 } as const;
export type Pace = keyof typeof PACES;

/** Where a finger was: mm on the table, and when in ms. */
export interface Sample {
  x: number;
  y: number;
  time: number;
}

/** What is swiped at: how it lies, half its size, and pixels for a mm there. */
export interface Target {
  pose: Pose;
  size: Size;
  pixels: number;
}

/** What a finger did: tenths of a degree, index of the speed, contact points right of the middle; see `contactOf`. */
export interface Swipe {
  direction: number;
  speed: number;
  spin: number;
}

/** Why a gesture is no flick. */
export type Fault = "tap" | "rest" | "slow" | "beside";

export const FAULTS: Record<Fault, string> = {
  tap: "That was a tap. Swipe from the block and let go while moving.",
  rest: "Your finger had stopped. Let go while moving.",
  slow: "Too slow for a flick. Swipe faster.",
  beside: "Your finger missed the block. Swipe across it.",
};

/** The flick of a finger that was at `samples` and let go at the time `end`: its last moments count, however they were delivered. */
export function swiped(samples: readonly Sample[], end: number, { pose, size, pixels }: Target, pace: Pace, speeds: Speeds): Swipe | Fault {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || Math.hypot(last.x - first.x, last.y - first.y) * pixels < LEAST) return "tap";
  if (end - last.time > REST) return "rest";
  // a slow machine tells little: then the last two
  const late = samples.filter(({ time }, n) => last.time - time <= WINDOW || n >= samples.length - 2);
  const [vx, vy] = [slope(late, "x"), slope(late, "y")];
  // mm in a ms are m/s; of pixels on the table, thousands in a second
  const fast = Math.hypot(vx, vy);
  const speed = fast * pixels * PACES[pace];
  if (speed < speedOf(0, speeds)) return "slow";
  const [dx, dy] = [vx / fast, vy / fast];
  const right = (mean(late, "x") - pose.x) * dy - (mean(late, "y") - pose.y) * dx;
  const turn = Math.atan2(dy, dx) / RADIANS;
  const lies = (turn - pose.angle) * RADIANS;
  const rim = Math.abs(size.long * Math.sin(lies)) + Math.abs(size.wide * Math.cos(lies)) + SLACK / pixels;
  if (Math.abs(right) > rim) return "beside";
  return { direction: quantised(10 * turn), speed: speedIndex(speed, speeds), spin: Math.round((MOST_SPIN * right) / rim) };
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
