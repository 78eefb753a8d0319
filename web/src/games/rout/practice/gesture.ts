/** Where a finger was: pixels of the page, y downward, and when in milliseconds. */
export interface Sample {
  x: number;
  y: number;
  time: number;
}

/** What a finger did as it let go. */
export interface Fling {
  /** degrees counter-clockwise from the right */
  direction: number;
  /** pixels in a second */
  speed: number;
}

// the end of a gesture that counts, in ms
const WINDOW = 70;
// ms: who rests that long before he lets go has stopped
const STOPPED = 250;
// pixels: less is a tap
const LEAST = 24;

/** The direction and speed of the last moments of a gesture that ended at the time `end`; null where it was none. */
export function flung(samples: readonly Sample[], end: number): Fling | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last || end - last.time > STOPPED || Math.hypot(last.x - first.x, last.y - first.y) < LEAST) return null;
  // a slow machine tells little
  const late = samples.filter(({ time }, n) => last.time - time <= WINDOW || n >= samples.length - 2);
  const [vx, vy] = [slope(late, "x"), slope(late, "y")];
  const speed = 1000 * Math.hypot(vx, vy);
  return speed > 0 ? { direction: ((Math.atan2(-vy, vx) * 180) / Math.PI + 360) % 360, speed } : null;
}

/** The slope of the line through the samples, by least squares: pixels in a millisecond. */
function slope(samples: readonly Sample[], axis: "x" | "y"): number {
  const mean = (of: (sample: Sample) => number): number => samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [time, place] = [mean((one) => one.time), mean((one) => one[axis])];
  const spread = mean((one) => (one.time - time) ** 2);
  return spread > 0 ? mean((one) => (one.time - time) * (one[axis] - place)) / spread : 0;
}
