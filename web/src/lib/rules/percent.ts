/** A chance as people read it; only what is certain reads 0 or 100. */
export function percent(odds: number): string {
  if (odds <= 0 || odds >= 1) return `${odds <= 0 ? 0 : 100} %`;
  return `${Math.min(99, Math.max(1, Math.round(100 * odds)))} %`;
}
