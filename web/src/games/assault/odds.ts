/** The odds of a comparison, told for the attacker, as the defender sees them. */
export function asDefender(odds: Record<string, number>): Record<string, number> {
  const { higher = 0, lower = 0, dealt = 0, taken = 0, knocks_out = 0, knocked_out = 0, best = 0, worst = 0 } = odds;
  return {
    ...odds,
    higher: lower,
    lower: higher,
    dealt: taken,
    taken: dealt,
    knocks_out: knocked_out,
    knocked_out: knocks_out,
    best: -worst,
    worst: -best,
  };
}
