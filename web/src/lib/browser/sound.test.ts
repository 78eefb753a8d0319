import { afterEach, expect, test, vi } from "vitest";
import { tremble } from "./sound";

const prefs = vi.hoisted(() => ({ sound: true }));
vi.mock("./prefs.svelte", () => ({ prefs }));
afterEach(() => void vi.unstubAllGlobals());

test("a phone trembles unless it is muted, and a device that cannot does nothing", () => {
  const vibrate = vi.fn();
  vi.stubGlobal("document", { hidden: false });
  vi.stubGlobal("navigator", { vibrate });
  tremble(12);
  prefs.sound = false;
  tremble(30);
  expect(vibrate.mock.calls).toEqual([[12]]);
  prefs.sound = true;
  vi.stubGlobal("navigator", {});
  expect(() => tremble(12)).not.toThrow();
});
