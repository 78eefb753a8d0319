import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { expect, test } from "vitest";
import { check, type Known } from "./fairness";
import kept from "./fairness.test.json";
import type { DiceRecord } from "../server/protocol";

// a golden match of All Out Assault, as the server tells it
const record = kept as DiceRecord;
const bound = JSON.parse(record.bound) as { game: string; settings: Known["settings"] };
const known: Known = {
  table: record.table,
  game: bound.game,
  settings: bound.settings,
  commitment: record.commitment,
  seeds: [{ table: record.table, seat: 0, seed: record.seeds[0] ?? "", commitment: record.commitment, given: true }],
};
const fault = (changed: Partial<DiceRecord>, more: Partial<Known> = {}): string =>
  check({ ...record, ...changed }, { ...known, ...more }).fault;
const drawn = record.steps.filter((step) => step.kind === "outcome").length;

test("every die of a match follows from its secret, its seeds, its settings and its names", () => {
  expect(check(record, known)).toEqual({ fault: "", followed: drawn, unlisted: 0 });
  expect(drawn).toBeGreaterThan(10);
});

test("a server that picks its secret after it has seen the seeds is found out", () => {
  const secret = "00".repeat(31) + "07";
  const commitment = bytesToHex(sha256(hexToBytes(secret)));
  expect(fault({ secret, commitment })).toBe("The secret does not match the fingerprint that was published before the match.");
  // one that shows the new fingerprint too differs from the one before in what this browser has kept
  expect(fault({ secret, commitment }, { commitment })).toMatch("does not follow from the secret");
  expect(fault({ secret: "xyz" })).toBe("The secret is damaged.");
});

test("a server that leaves out this browser's seed is found out", () => {
  for (const seed of ["", "ff".repeat(16)]) expect(fault({ seeds: [seed, record.seeds[1] ?? ""] })).toMatch("the server did not use it");
  // another one cannot see that, and sees that the dice do not follow
  expect(fault({ seeds: ["", record.seeds[1] ?? ""] }, { seeds: [] })).toMatch("does not follow from the secret and the seeds");
});

test("an entry by which a match ends changes no die", () => {
  const seq = record.steps.length + 1;
  for (const kind of ["finish", "resign", "void"] as const)
    expect(fault({ steps: [...record.steps, { seq, kind, seat: 0, action: -1, keep: -1, low: -1, high: -1 }] })).toBe("");
});

test("another table, game or setting is found out", () => {
  const other = JSON.stringify({ ...bound, settings: { ...bound.settings, health: 5 } });
  for (const changed of [{ table: "another" }, { bound: other }, { bound: "{" }]) expect(fault(changed)).not.toBe("");
  expect(fault({}, { game: "rush" })).toMatch("a different game, table or settings");
});

test("a die that fell otherwise is named by its entry, and an entry that was slipped in is noticed", () => {
  const die = record.steps.find((step) => step.kind === "outcome");
  if (!die) throw new Error("no die");
  const low = die.low > 0.5 ? 0 : 0.99;
  const steps = record.steps.map((step) => (step === die ? { ...die, low, high: low + 0.01 } : step));
  expect(fault({ steps })).toBe(`The result of entry ${die.seq} does not follow from the secret and the seeds.`);
  expect(fault({ steps: record.steps.slice(0, -1) })).toBe("The match log does not match its final digest.");
});

test("what was undone is checked, and what comes after it", () => {
  // a deed that nobody saw, taken back at once, changes no die
  const [first, ...rest] = record.steps;
  if (!first) throw new Error("no entry");
  const back = { ...first, kind: "undo" as const, action: -1, keep: 0, low: -1, high: -1 };
  expect(fault({ steps: [first, back, first, ...rest] })).toBe("");
  expect(fault({ steps: [first, { ...back, keep: 1 }, first, ...rest] })).not.toBe("");
});

test("of a match from before seeds, the secret and the dice are checked", () => {
  // by the second version of draws, the chain begins with nothing; by the first, an outcome depends on the number of its entry
  for (const draws of [1, 2]) expect(fault({ draws })).toMatch("does not follow from the secret");
  expect(fault({ draws: 2, steps: [] })).toBe("");
});
