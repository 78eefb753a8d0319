import { describe, expect, it } from "vitest";
import { isPermutation, permutationAt, placed, rankOf, shuffled } from "./permutation";

describe("rankOf", () => {
  it("numbers all 720 orders lexicographically", () => {
    expect(rankOf([1, 2, 3, 4, 5, 6])).toBe(0);
    expect(rankOf([1, 2, 3, 4, 6, 5])).toBe(1);
    expect(rankOf([6, 5, 4, 3, 2, 1])).toBe(719);
    let before = "";
    for (let rank = 0; rank < 720; rank++) {
      const numbers = permutationAt(rank, 6);
      expect(rankOf(numbers)).toBe(rank);
      expect(numbers.join("") > before).toBe(true);
      before = numbers.join("");
    }
  });
});

describe("placed", () => {
  it("exchanges the two numbers", () => {
    expect(placed([1, 2, 3, 4, 5, 6], 0, 6)).toEqual([6, 2, 3, 4, 5, 1]);
    expect(placed([1, 2, 3, 4, 5, 6], 2, 3)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(placed([1, 2, 3, 4, 5, 6], 2, 9)).toEqual([1, 2, 3, 4, 5, 6]);
  });
});

describe("shuffled", () => {
  it("gives each number once", () => {
    for (const chance of [0, 0.3, 0.99])
      expect(
        isPermutation(
          shuffled(6, () => chance),
          6,
        ),
      ).toBe(true);
    expect(isPermutation([1, 1, 3, 4, 5, 6], 6)).toBe(false);
    expect(isPermutation("nothing", 6)).toBe(false);
  });
});
