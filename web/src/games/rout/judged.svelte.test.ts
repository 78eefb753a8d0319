import { expect, test, vi } from "vitest";
import type { TableView } from "../../lib/table/table.svelte";
import { ACTIONS } from "./lesson-scene";
import { LESSON } from "./lesson-steps";
import { Play } from "./play.svelte";

const heard: string[] = [];
vi.mock("../../lib/browser/prefs.svelte", () => ({ prefs: { pace: 1, reduced: false } }));
vi.mock("../../lib/browser/sound", () => ({ play: (name: string) => heard.push(name), tremble: () => heard.push("tremble") }));
vi.mock("../../lib/browser/pointer", () => ({ byMouse: () => false }));
vi.mock("./flicking.svelte", () => ({ flicking: { aims: false, pace: "usual" } }));

const swiped = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((time) => ({ x: 500, y: 300 + 2 * time, time }));

/** What a swipe sends, sounds like and lets slide. */
function swipe(judging: boolean): unknown[] {
  heard.length = 0;
  const { position: shown } = LESSON[0]!;
  const sent: number[] = [];
  const act = (action: number): void => void sent.push(action);
  const table = { shown, legal: [], mine: true, busy: false, cue: null, judging, words: {}, actions: ACTIONS, act, tell: () => undefined };
  const play = new Play(table as unknown as TableView);
  play.swipe({ samples: swiped, two: false, pixels: () => 0.5 }, 100);
  return [sent.length, heard, play.slide.from !== null];
}

test("a swipe that is only judged neither slides nor sounds as if it were played", () => {
  vi.stubGlobal("requestAnimationFrame", () => 1);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  expect(swipe(false)).toEqual([1, ["clack", "tremble"], true]);
  expect(swipe(true)).toEqual([1, [], false]);
  vi.unstubAllGlobals();
});
