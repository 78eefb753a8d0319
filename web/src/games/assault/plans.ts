import type { Permutation } from "./permutation";

/** A ready-made pair of allocations, in the order Strength, Stealth, Honor, Agility, Bloodlust, Discipline. */
export interface Plan {
  name: string;
  text: string;
  pawns: [Permutation, Permutation];
}

export const PLANS: Plan[] = [
  {
    name: "Balanced",
    text: "Each stat is high on one of your pawns",
    pawns: [
      [6, 3, 1, 4, 2, 5],
      [2, 5, 6, 3, 4, 1],
    ],
  },
  {
    name: "Sneaky",
    text: "Quiet, quick and hard to hurt",
    pawns: [
      [1, 6, 4, 5, 3, 2],
      [2, 5, 4, 6, 1, 3],
    ],
  },
  {
    name: "Brutal",
    text: "High Strength and Bloodlust, trains well",
    pawns: [
      [6, 2, 1, 3, 5, 4],
      [5, 1, 3, 2, 6, 4],
    ],
  },
  {
    name: "Contrast",
    text: "One pawn hits, the other avoids damage",
    pawns: [
      [6, 1, 2, 3, 4, 5],
      [1, 6, 5, 4, 3, 2],
    ],
  },
];
