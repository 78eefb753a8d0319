import { expect, test } from "vitest";
import { first } from "./people";

test("a sentence begins with a capital, but a person's name stays as it is", () => {
  expect(["the computer", "your opponent", "ßeta", "ann", "the Rock"].map(first)).toEqual([
    "The computer",
    "Your opponent",
    "ßeta",
    "ann",
    "the Rock",
  ]);
});
