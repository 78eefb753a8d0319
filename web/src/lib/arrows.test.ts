import { expect, test } from "vitest";
import { arrowTo } from "./arrows";

test("arrows lead to the neighbours and stop at the edge", () => {
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map((key) => arrowTo(key, 6, 5, 5))).toEqual([5, 7, 1, 11]);
  expect(["ArrowLeft", "ArrowUp"].map((key) => arrowTo(key, 0, 5, 5))).toEqual([0, 0]);
  expect(["ArrowRight", "ArrowDown"].map((key) => arrowTo(key, 11, 4, 3))).toEqual([11, 11]);
  expect(arrowTo("Enter", 6, 5, 5)).toBeUndefined();
});
