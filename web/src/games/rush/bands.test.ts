import { expect, test } from "vitest";
import { bandOf } from "./bands";

test("a chance lies in the band of the number that people read", () => {
  expect([1, 0.9, 0.896, 0.894, 0.5, 0.496, 0.49, 0.01, 0].map((odds) => bandOf(odds).name)).toEqual([
    "sure",
    "sure",
    "sure",
    "likely",
    "likely",
    "likely",
    "risky",
    "risky",
    "risky",
  ]);
});
