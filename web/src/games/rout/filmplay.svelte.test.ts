import { expect, test, vi } from "vitest";
import { Reel } from "./filmplay.svelte";
import type { Film } from "./scene";

vi.mock("../../lib/browser/sound", () => ({ play: () => undefined, tremble: () => undefined }));
vi.mock("../../lib/browser/prefs.svelte", () => ({ prefs: { pace: 1 } }));

const FILM = {
  ply: 3,
  fps: 60,
  frames: 121,
  blocks: [],
  tracks: [],
  events: [{ frame: 60, kind: "touch", block: 1, blow: 0.02 }],
  broke: 1,
  routed: [],
  back: [],
} as unknown as Film;

/** Plays a film at 60 frames a second; the frames shown, those of the repeat apart. */
function watch(start: (reel: Reel) => void): { shown: number[]; again: number[] } {
  let due: ((now: number) => void) | undefined;
  let now = 0;
  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("requestAnimationFrame", (tick: (now: number) => void) => ((due = tick), 1));
  vi.stubGlobal("cancelAnimationFrame", () => (due = undefined));
  const reel = new Reel();
  start(reel);
  const shown: number[] = [];
  const again: number[] = [];
  while (reel.playing) {
    now += 1000 / 60;
    due?.(now);
    (reel.repeating ? again : shown).push(reel.frame);
  }
  expect(reel.done).toBe(true);
  return { shown, again };
}

test("what broke somebody is seen once more at a quarter of the pace, before it turns over", () => {
  const { shown, again } = watch((reel) => reel.follow(FILM, true));
  expect(again[0]).toBe(45);
  expect(again.length).toBeGreaterThan(4 * 38);
  expect(Math.max(...again)).toBeLessThan(85);
  const settling = shown.findIndex((frame) => frame > 120);
  expect(shown.slice(0, settling).filter((frame) => frame >= 120)).toEqual([120]);
});

test("nothing is seen again by who wants it quick, or looks at it himself", () => {
  expect(watch((reel) => reel.follow(FILM)).again).toEqual([]);
  expect(
    watch((reel) => {
      reel.show(FILM);
      reel.play();
    }).again,
  ).toEqual([]);
});
