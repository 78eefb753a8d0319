import type { Player } from "./scene";

/** A test that a player might have to take where he stands: its dice, what each must show, and the chance of at least one success. */
export interface Prospect {
  name: string;
  dice: number;
  needed: number;
  /** null where successes are set against another's */
  chance: number | null;
}

// R4.1, R4.4
const DICE = 3;
const MOST_THREATS = 2;

type Statistic = "strength" | "speed" | "skill";

// R4.5: the role that has one die more; R5, R6, R7: who takes the test
const TESTS: readonly { name: string; statistic: Statistic; good: Player["role"]; not: Player["role"] | null; against: boolean }[] = [
  { name: "Dash", statistic: "speed", good: "striker", not: null, against: false },
  { name: "Evade", statistic: "speed", good: "striker", not: null, against: false },
  { name: "Pick up", statistic: "skill", good: "striker", not: "guard", against: false },
  { name: "Throw, up to 3 hexes", statistic: "skill", good: "striker", not: "guard", against: false },
  { name: "Slam", statistic: "strength", good: "guard", not: "striker", against: true },
  { name: "Steal", statistic: "speed", good: "striker", not: "guard", against: true },
  { name: "Slamback", statistic: "strength", good: "guard", not: "striker", against: true },
  { name: "Dodge", statistic: "speed", good: "striker", not: null, against: true },
];

/** The chance that at least one of `dice` shows `needed` or more. */
export function atLeastOne(dice: number, needed: number): number {
  return dice <= 0 ? 0 : 1 - ((needed - 1) / 6) ** dice;
}

/** The enemies among `players` that threaten the hex of `player`. */
export function threatening(player: Player, players: readonly Player[]): Player[] {
  return players.filter((other) => other.seat !== player.seat && player.hex !== null && other.threat.includes(player.hex));
}

/** The tests of `player` where he stands: 3 dice, one less for each threat up to 2, one more for his role. */
export function prospects(player: Player, players: readonly Player[]): Prospect[] {
  const less = Math.min(MOST_THREATS, threatening(player, players).length);
  const able = player.prone
    ? [{ name: "Stand up", statistic: "speed" as const, good: "striker" as const, not: null, against: false }]
    : TESTS;
  return able
    .filter(({ not }) => not !== player.role)
    .map(({ name, statistic, good, against }) => {
      const dice = DICE - less + (good === player.role ? 1 : 0);
      return { name, dice, needed: player[statistic], chance: against ? null : atLeastOne(dice, player[statistic]) };
    });
}
