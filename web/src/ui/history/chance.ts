import type { ChanceWords } from "../../games/types";

/** The words of games with dice. */
export const DICE: ChanceWords = {
  heading: "Luck",
  bars: "Upper bar: expected. Lower bar: rolled.",
  told: ({ rolls, actual, expected }) =>
    `${rolls} ${rolls === 1 ? "roll" : "rolls"}: ${actual.toFixed(0)} against ${expected.toFixed(1)} expected (${signed(actual - expected)})`,
  fair: "Fair dice",
  drawn: "every die roll and random draw",
};

function signed(value: number): string {
  return (value >= 0 ? "+" : "−") + Math.abs(value).toFixed(1);
}
