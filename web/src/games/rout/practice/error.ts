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

/** flicks that say something about a hand */
export const ENOUGH = 10;

/** What the settings of a table take at most: tenths of a degree, percent. */
const MOST = { turn: 150, pace: 40 };

/** The error of the hand that did `misses`, two at least. */
export function errorOf(misses: readonly Miss[]): Error {
  const [left, degrees] = spread(misses.map((miss) => miss.degrees));
  const [fast, percent] = spread(misses.map((miss) => miss.percent));
  return { degrees, percent, left, fast };
}

/** Settings by which the computer's hand errs like `error`, and one's own where it aims. */
export function settingsLike({ degrees, percent }: Error) {
  const turn = Math.min(MOST.turn, Math.round(10 * degrees));
  const pace = Math.min(MOST.pace, Math.round(percent));
  return { ivory_turn: turn, ivory_pace: pace, ink_turn: turn, ink_pace: pace };
}

/** The form for a match with these settings. */
export function matchLike(error: Error): string {
  const settings = Object.entries(settingsLike(error)).map(([name, value]) => `${name}=${value}`);
  return `/new/rout?${settings.join("&")}`;
}

/** What "Play now" is like for a person who flicked so in practice; none before there is enough of it. */
export function likePractice(misses: readonly Miss[]): { says: string; settings: Record<string, number> } | null {
  if (misses.length < ENOUGH) return null;
  const settings = settingsLike(errorOf(misses));
  return {
    says: `The computer's hand is as steady as yours in practice: off by ${settings.ink_turn / 10}° and ${settings.ink_pace} %.`,
    settings,
  };
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
