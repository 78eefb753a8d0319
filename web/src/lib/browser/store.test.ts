import { afterEach, expect, test, vi } from "vitest";
import { local } from "./store";

const kept = new Map<string, string>();
let refuses = false;
const store = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => {
    if (refuses) throw new DOMException("full", "QuotaExceededError");
    kept.set(key, text);
  },
};

afterEach(() => {
  vi.unstubAllGlobals();
  kept.clear();
  refuses = false;
});

test("what a full store refuses lasts as long as the page, and is newer than what it holds", () => {
  vi.stubGlobal("localStorage", store);
  expect([local.write("full", "1"), local.keeps("full")]).toEqual([true, true]);
  refuses = true;
  expect([local.write("full", "2"), local.keeps("full"), local.read("full")]).toEqual([false, false, "2"]);
  refuses = false;
  expect([local.write("full", "3"), local.keeps("full"), kept.get("full")]).toEqual([true, true, "3"]);
});

test("a store that is blocked throws wherever it is touched", () => {
  vi.stubGlobal("localStorage", undefined);
  expect(local.read("blocked")).toBeNull();
  expect([local.write("blocked", "[1]"), local.json("blocked")]).toEqual([false, [1]]);
});

test("what is no JSON reads like nothing", () => {
  vi.stubGlobal("localStorage", store);
  local.write("text", "{");
  expect([local.json("text"), local.json("none")]).toEqual([null, null]);
});
