import { beforeEach, expect, test, vi } from "vitest";
import { breach, keepSeed, noteGiven, seedFor, seedsAt } from "./seeds";

const PLEDGE = "ab".repeat(32);
let stored: string | null = null;

beforeEach(() => {
  stored = null;
  vi.stubGlobal("localStorage", { getItem: () => stored, setItem: (_: string, text: string) => void (stored = text) });
});

test("a seat keeps the seed that was made for it", () => {
  const made = seedFor("s1", 0, PLEDGE);
  expect(made.seed).toMatch(/^[0-9a-f]{32}$/);
  expect(seedFor("s1", 0, "cd".repeat(32))).toEqual(made);
  expect(seedFor("s1", 1, PLEDGE).seed).not.toBe(made.seed);
  noteGiven("s1", 0);
  expect(seedsAt("s1").map((kept) => [kept.seat, kept.given])).toEqual([
    [1, false],
    [0, true],
  ]);
  expect(seedsAt("elsewhere")).toEqual([]);
});

test("seeds that others have written there are not believed", () => {
  stored = '[{"table": "t9"}, 7, null]';
  expect(seedsAt("t9")).toEqual([]);
  stored = "{";
  expect(seedsAt("t9")).toEqual([]);
});

test("a server that breaks its word is accused, and no other", () => {
  const own = { table: "s3", seat: 0, seed: "12".repeat(16), commitment: PLEDGE, given: true };
  keepSeed(own);
  const kept = seedsAt("s3");
  const word = (seeds: (string | null)[], commitment = PLEDGE, seen = PLEDGE, mine = kept): string =>
    breach({ commitment, seeds }, seen, mine);
  expect(word([own.seed, null])).toBe("");
  expect(word([null, ""], PLEDGE, PLEDGE, [{ ...own, given: false }])).toBe("");
  for (const seeds of [[null, ""], ["", ""], ["34".repeat(16), ""], []]) expect(word(seeds)).toMatch("is not using it");
  // one that says that there was none, although it was never answered
  expect(word(["", ""], PLEDGE, PLEDGE, [{ ...own, given: false }])).toMatch("is not using it");
  const other = "cd".repeat(32);
  expect(word([own.seed, ""], other, other)).toMatch("the server has swapped its secret");
  expect(word(["", ""], other, PLEDGE, [])).toMatch("the server has swapped its secret");
  expect(word([], "", "", [])).toBe("");
});
