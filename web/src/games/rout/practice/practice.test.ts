import { describe, expect, it, vi } from "vitest";
import { errorOf, likePractice, matchLike, turned, type Miss } from "./error";
import { goals } from "./goals";
import { keep, kept } from "./kept";

describe("the error of a hand", () => {
  it("is the standard deviation, apart from what the hand does on average", () => {
    const error = errorOf([
      { degrees: 1, percent: 10 },
      { degrees: 3, percent: 10 },
    ]);
    expect(error).toEqual({ degrees: expect.closeTo(Math.SQRT2, 9), percent: 0, left: 2, fast: 10 });
  });

  it("fills the form, within what the settings take", () => {
    expect(matchLike({ degrees: 3.24, percent: 11.6, left: 0, fast: 0 })).toBe(
      "/new/rout?ivory_turn=32&ivory_pace=12&ink_turn=32&ink_pace=12",
    );
    expect(matchLike({ degrees: 40, percent: 99, left: 0, fast: 0 })).toContain("ink_turn=150&ink_pace=40");
  });

  it("is the computer's too in a match that is played at once, after enough of them", () => {
    const misses = Array.from({ length: 10 }, (_, n) => ({ degrees: n % 2 ? 3 : -3, percent: n % 2 ? 90 : -90 }));
    expect(likePractice(misses.slice(1))).toBeNull();
    expect(likePractice(misses)).toEqual({
      says: "The computer's hand is as steady as yours in practice: off by 3.2° and 40 %.",
      settings: { ivory_turn: 32, ivory_pace: 40, ink_turn: 32, ink_pace: 40 },
    });
  });

  it("turns the short way round", () => {
    expect(turned(350, 10)).toBe(20);
    expect(turned(10, 350)).toBe(-20);
  });
});

describe("what is kept of practice", () => {
  const miss = (n: number): Miss => ({ degrees: n, percent: -n });

  it("is the last fifty flicks, in this browser", () => {
    const store = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => store.set(key, text),
    });
    expect(kept()).toEqual([]);
    const all = Array.from({ length: 60 }, (_, n) => miss(n));
    expect(keep(all)).toEqual(all.slice(10));
    expect(kept()).toEqual(all.slice(10));
    store.set("sandtable.rout.practice", '[{"degrees": 1}, 4, null]');
    expect(kept()).toEqual([]);
    store.set("sandtable.rout.practice", "{");
    expect(kept()).toEqual([]);
    vi.unstubAllGlobals();
  });
});

describe("the marks", () => {
  it("are many, lie ahead, and all can be reached", () => {
    expect(goals.length).toBe(20);
    for (const { direction, speed, length } of goals) {
      expect(direction).toBeGreaterThanOrEqual(40);
      expect(direction).toBeLessThanOrEqual(140);
      expect(speed).toBeGreaterThan(0.7);
      expect(length).toBeLessThan(450);
    }
  });
});
