/** What stands now, what stood before, oldest first, and what was taken back, the next first. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

/** Steps that can be taken back; the oldest are forgotten. */
export const MOST = 500;

export function begun<T>(now: T): History<T> {
  return { past: [], now, future: [] };
}

/** One step on; what was taken back is gone. */
export function stepped<T>(history: History<T>, now: T): History<T> {
  return { past: [...history.past, history.now].slice(-MOST), now, future: [] };
}

/** One step back; the same object where there is none. */
export function undone<T>(history: History<T>): History<T> {
  if (history.past.length === 0) return history;
  return { past: history.past.slice(0, -1), now: history.past.at(-1) as T, future: [history.now, ...history.future] };
}

/** The step that was taken back last, once more; the same object where there is none. */
export function redone<T>(history: History<T>): History<T> {
  if (history.future.length === 0) return history;
  return { past: [...history.past, history.now], now: history.future[0] as T, future: history.future.slice(1) };
}
