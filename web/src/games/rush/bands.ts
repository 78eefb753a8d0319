/** How sure it is to get somewhere: so much that nobody needs the number, more likely than not, or less. */
export interface Band {
  name: "sure" | "likely" | "risky";
  /** from this chance on */
  from: number;
  /** in words */
  says: string;
  /** how much of the colour is on the hex, and the strokes that mark it beside the colour */
  wash: number;
  strokes: string;
}

export const BANDS: readonly Band[] = [
  { name: "sure", from: 0.9, says: "90 % +", wash: 0.26, strokes: "" },
  { name: "likely", from: 0.5, says: "50 % +", wash: 0.13, strokes: "M-8 8L8-8" },
  { name: "risky", from: 0, says: "less", wash: 0.04, strokes: "M-13 5L5-13M-8 8L8-8M-5 13L13-5" },
];

/** The band of a chance from 0 to 1, as the page rounds it. */
export function bandOf(odds: number): Band {
  const rounded = Math.round(100 * odds) / 100;
  return BANDS.find(({ from }) => rounded >= from) ?? (BANDS[BANDS.length - 1] as Band);
}
