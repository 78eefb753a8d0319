/** A flick beside what was wanted: degrees to the left of it, percent too fast. */
export interface Miss {
  degrees: number;
  percent: number;
}

/** How a hand errs: the standard deviations, and what it does on average. */
export interface Error {
  degrees: number;
  percent: number;
  left: number;
  fast: number;
}

/** What the settings of a table take at most: tenths of a degree, percent. */
const MOST = { turn: 150, pace: 40 };

/** The error of the hand that did `misses`, two at least. */
export function errorOf(misses: readonly Miss[]): Error {
  const [left, degrees] = spread(misses.map((miss) => miss.degrees));
  const [fast, percent] = spread(misses.map((miss) => miss.percent));
  return { degrees, percent, left, fast };
}

/** The form for a match in which the computer's hand errs like `error`, and one's own where it aims. */
export function matchLike({ degrees, percent }: Error): string {
  const turn = Math.min(MOST.turn, Math.round(10 * degrees));
  const pace = Math.min(MOST.pace, Math.round(percent));
  return `/new/rout?ivory_turn=${turn}&ivory_pace=${pace}&ink_turn=${turn}&ink_pace=${pace}`;
}

/** The difference of two directions in degrees, from -180 to 180. */
export function turned(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** Mean and standard deviation. */
function spread(values: readonly number[]): [number, number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const square = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return [mean, Math.sqrt(square)];
}
