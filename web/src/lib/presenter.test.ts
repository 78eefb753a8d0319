import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pauseAfter, Presenter } from "./presenter";
import type { Event, Snapshot } from "./protocol";

const position = (seq: number) => ({ seq }) as Snapshot;
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

  it("stays at what takes longer to show", () => {
    const shown: number[] = [];
    const presenter = new Presenter(
      (snapshot) => shown.push(snapshot.seq),
      (snapshot) => (snapshot.seq === 1 ? 3000 : 0),
    );
    for (const seq of [1, 2, 3]) presenter.add(position(seq), [line([])], 1);
    vi.advanceTimersByTime(2900);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(800);
    expect(shown).toEqual([1, 2, 3]);
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

  it("pauses longer for dice and not at all for nothing", () => {
    expect(pauseAfter([line([3])], 1)).toBeGreaterThan(pauseAfter([line([])], 1));
    expect(pauseAfter([], 1)).toBe(0);
    expect(pauseAfter([line([3])], 0)).toBe(0);
  });
});
