import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepAwake } from "./awake";

let page: EventTarget & { hidden: boolean };
let held: string[];

/** A lock that the browser has granted. */
function lock(): EventTarget & { release: () => Promise<void> } {
  held.push("on");
  return Object.assign(new EventTarget(), { release: async () => void held.push("off") });
}

beforeEach(() => {
  held = [];
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { wakeLock: { request: async () => lock() } });
});
afterEach(() => void vi.unstubAllGlobals());

async function see(hidden: boolean): Promise<void> {
  page.hidden = hidden;
  page.dispatchEvent(new Event("visibilitychange"));
  await Promise.resolve();
}

test("the screen stays on until the end, and not while the page is hidden", async () => {
  const end = keepAwake();
  await Promise.resolve();
  expect(held).toEqual(["on"]);
  await see(true);
  expect(held).toEqual(["on", "off"]);
  await see(false);
  expect(held).toEqual(["on", "off", "on"]);
  end();
  await see(true);
  await see(false);
  expect(held).toEqual(["on", "off", "on", "off"]);
});

test("what is granted after the end is given back", async () => {
  keepAwake()();
  await Promise.resolve();
  await Promise.resolve();
  expect(held).toEqual(["on", "off"]);
});

test("a browser that cannot, or will not, is left alone", async () => {
  vi.stubGlobal("navigator", {});
  keepAwake()();
  vi.stubGlobal("navigator", { wakeLock: { request: () => Promise.reject(new Error("battery")) } });
  const end = keepAwake();
  await Promise.resolve();
  end();
  expect(held).toEqual([]);
});
