import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Cue } from "./cues";
import { haste, pauseAfter, Presenter } from "./presenter";
import type { Event, Snapshot } from "../server/protocol";

const position = (seq: number) => ({ seq }) as Snapshot;
const cue = (ms: number): Cue => ({ kind: "dice", dice: [], ms });
const line = (dice: number[]) => ({ dice }) as Event;

describe("Presenter", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows the first at once and the others after a pause each", () => {
    const shown: number[] = [];
    const presenter = new Presenter((snapshot) => shown.push(snapshot.seq));
    for (const seq of [1, 2, 3]) presenter.add(position(seq), [line([])], 1);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual([1, 2, 3]);
  });

  it("shows a position after its cues, and none of a position before its turn", () => {
    const seen: unknown[] = [];
    const presenter = new Presenter(
      (snapshot) => seen.push(snapshot.seq),
      (cue) => seen.push(cue?.ms ?? null),
      (snapshot) => (snapshot.seq === 2 ? [cue(3000), cue(500)] : []),
    );
    for (const seq of [1, 2, 3]) presenter.add(position(seq), [line([])], 1);
    vi.advanceTimersByTime(3600);
    expect(seen).toEqual([null, 1, 3000]);
    vi.advanceTimersByTime(100);
    expect(seen).toEqual([null, 1, 3000, 500]);
    vi.advanceTimersByTime(500 + 650);
    expect(seen).toEqual([null, 1, 3000, 500, null, 2, null, 3]);
  });

  it("shows positions that belong together as one, with all that led there", () => {
    const seen: unknown[] = [];
    const presenter = new Presenter(
      (snapshot, fresh) => seen.push([snapshot.seq, fresh.length]),
      (cue) => cue && seen.push(cue.ms),
      (_, fresh) => [cue(100 * fresh.length)],
      (before, after) => before.at(-1)?.dice.length === after[0]?.dice.length,
    );
    presenter.add(position(1), [line([])], 1);
    for (const seq of [2, 3]) presenter.add(position(seq), [line([])], 1);
    presenter.add(position(4), [line([6])], 1);
    vi.advanceTimersByTime(5000);
    // the first was on the screen before the others came
    expect(seen).toEqual([100, [1, 1], 200, [3, 2], 100, [4, 1]]);
  });

  it("drops the cues that are left when hurried", () => {
    const seen: unknown[] = [];
    const presenter = new Presenter(
      (snapshot) => seen.push(snapshot.seq),
      (cue) => seen.push(cue?.ms ?? null),
      () => [cue(1000), cue(2000)],
    );
    presenter.add(position(1), [line([])], 1);
    presenter.flush();
    vi.advanceTimersByTime(9000);
    expect(seen).toEqual([1000, null, 1]);
  });

  it("shows only the newest, with all lines, when hurried or set to no pause", () => {
    const shown: [number, number][] = [];
    const presenter = new Presenter((snapshot, fresh) => shown.push([snapshot.seq, fresh.length]));
    presenter.add(position(1), [line([])], 1);
    presenter.add(position(2), [line([])], 1);
    presenter.add(position(3), [line([4])], 1);
    presenter.flush();
    presenter.add(position(4), [line([])], 0);
    expect(shown).toEqual([
      [1, 1],
      [3, 2],
      [4, 1],
    ]);
  });

  it("passes over none of fifty that wait, and is done with them in less than half of the time", () => {
    const seen: unknown[] = [];
    const ends: number[] = [];
    const presenter = new Presenter(
      (snapshot) => ends.push(Date.now()) && seen.push(snapshot.seq),
      (cue) => cue && seen.push(cue.kind),
      (_, fresh, pace) => fresh.map(() => cue(pace * 600)),
    );
    const begin = Date.now();
    const all = Array.from({ length: 50 }, (_, seq) => seq);
    for (const seq of all) presenter.add(position(seq), [line([])], 1);
    vi.advanceTimersByTime(60_000);
    expect(seen).toEqual(all.flatMap((seq) => ["dice", seq]));
    const whole = 50 * (600 + pauseAfter([line([])], 1, true));
    expect((ends.at(-1) ?? 0) - begin).toBeLessThan(whole / 2);
    // the last are as calm as ever
    expect((ends.at(-1) ?? 0) - (ends.at(-2) ?? 0)).toBe(900);
  });

  it("shows at once what came about while the page was away", () => {
    const seen: unknown[] = [];
    const presenter = new Presenter(
      (snapshot, fresh) => seen.push([snapshot.seq, fresh.length]),
      (cue) => cue && seen.push(cue.kind),
      () => [cue(1000)],
    );
    presenter.add(position(1), [line([])], 1);
    presenter.add(
      position(41),
      Array.from({ length: 40 }, () => line([])),
      1,
    );
    expect(seen).toEqual(["dice", [41, 41]]);
  });

  it("hastens only where more lines wait than can be followed calmly", () => {
    expect([1, 6, 12].map(haste)).toEqual([1, 1, 0.5]);
  });

  it("pauses after what was done and not at all for nothing", () => {
    expect(pauseAfter([line([])], 2)).toBe(2 * pauseAfter([line([])], 1));
    expect(pauseAfter([line([])], 1, true)).toBeLessThan(pauseAfter([line([])], 1));
    expect(pauseAfter([], 1)).toBe(0);
    expect(pauseAfter([line([3])], 0)).toBe(0);
  });
});
