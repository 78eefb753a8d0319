import { describe, expect, it } from "vitest";
import { errorOf, matchLike, turned } from "./error";
import { flung, type Sample } from "./gesture";
import { goals } from "./goals";

/** A finger that moves by `x` and `y` pixels a millisecond, told every `step` ms for `time` ms. */
function moved(x: number, y: number, time = 100, step = 10): Sample[] {
  return Array.from({ length: time / step + 1 }, (_, n) => ({ x: x * n * step, y: y * n * step, time: n * step }));
}

describe("flung", () => {
  const told = (samples: readonly Sample[]) => flung(samples, samples.at(-1)?.time ?? 0);

  it("tells direction and speed, up being a quarter turn", () => {
    expect(told(moved(0, -1))).toEqual({ direction: 90, speed: expect.closeTo(1000, 6) });
    expect(told(moved(1, -1))?.direction).toBeCloseTo(45, 6);
    expect(told(moved(-1, 1))?.speed).toBeCloseTo(1414.2, 1);
  });

  it("goes by the end of the gesture", () => {
    const [fast, slow] = [moved(1, 0, 200), moved(0, -0.3, 100)];
    const after = slow.map(({ x, y, time }) => ({ x: x + 200, y, time: time + 200 }));
    expect(told([...fast, ...after])).toEqual({ direction: expect.closeTo(90, 6), speed: expect.closeTo(300, 6) });
  });

  it("makes do with two moments far apart", () => {
    expect(told(moved(0.5, 0, 200, 100))).toEqual({ direction: 0, speed: expect.closeTo(500, 6) });
  });

  it("does not count where the finger had stopped", () => {
    expect(flung(moved(1, 0), 400)).toBeNull();
    expect(flung(moved(1, 0), 150)).not.toBeNull();
  });

  it("takes a tap for none", () => {
    expect(told(moved(0.1, 0))).toBeNull();
    expect(told([])).toBeNull();
  });
});

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
      "/new/rout?ivory_turn=0&ivory_pace=0&ink_turn=32&ink_pace=12",
    );
    expect(matchLike({ degrees: 40, percent: 99, left: 0, fast: 0 })).toContain("ink_turn=150&ink_pace=40");
  });

  it("turns the short way round", () => {
    expect(turned(350, 10)).toBe(20);
    expect(turned(10, 350)).toBe(-20);
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
