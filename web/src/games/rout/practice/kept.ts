import { local } from "../../../lib/browser/store";
import type { Miss } from "./error";

const KEY = "sandtable.rout.practice";
/** the flicks over which a hand is measured */
export const MOST = 50;

/** The last flicks of this person, kept in this browser only. */
export function kept(): readonly Miss[] {
  const found = local.json(KEY);
  return (Array.isArray(found) ? found : []).filter(isMiss).slice(-MOST);
}

/** Keeps the last of them, which it returns. */
export function keep(misses: readonly Miss[]): readonly Miss[] {
  const last = misses.slice(-MOST);
  local.write(KEY, JSON.stringify(last));
  return last;
}

function isMiss(found: unknown): found is Miss {
  const { degrees, percent } = (found ?? {}) as Partial<Miss>;
  return Number.isFinite(degrees) && Number.isFinite(percent);
}
