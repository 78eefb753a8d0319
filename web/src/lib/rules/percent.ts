/** A chance as people read it, in one piece; only what is certain reads 0 or 100. */
export function percent(odds: number): string {
  return `${Math.max(odds > 0 ? 1 : 0, Math.min(odds < 1 ? 99 : 100, Math.round(100 * odds)))}\u00a0%`;
}
