import { expect, test } from "vitest";
import { wrapped } from "./clip";

test("a caption is cut between words, and a word that is too long stands alone", () => {
  const fit = (line: string): boolean => line.length <= 12;
  expect(wrapped("Navy 2 attacks  Rust 1", fit)).toEqual(["Navy 2", "attacks Rust", "1"]);
  expect(wrapped("an extraordinarily long one", fit)).toEqual(["an", "extraordinarily", "long one"]);
  expect(wrapped("", fit)).toEqual([]);
});
