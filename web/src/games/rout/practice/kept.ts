import type { Miss } from "./error";

const KEY = "sandtable.rout.practice";
/** the flicks over which a hand is measured */
export const MOST = 50;

/** The last flicks of this person, kept in this browser only. */
export function kept(): readonly Miss[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return (Array.isArray(found) ? found : []).filter(isMiss).slice(-MOST);
  } catch {
    return [];
  }
}

/** Keeps the last of them, which it returns. */
export function keep(misses: readonly Miss[]): readonly Miss[] {
  const last = misses.slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(last));
  } catch {
    // they hold for this page
  }
  return last;
}

function isMiss(found: unknown): found is Miss {
  const { degrees, percent } = (found ?? {}) as Partial<Miss>;
  return Number.isFinite(degrees) && Number.isFinite(percent);
}
