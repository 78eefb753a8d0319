import { describe, expect, it } from "vitest";
import { MOST_SPIN, speedOf } from "./aim";
import { blockSpeed, firstCrossed, swiped, type Gesture, type Sample, type Swipe, type Target } from "./swipe";

const SPEEDS = { slowest: 0.2, pace: 0.02, count: 191 };
const SIZE = { long: 37.5, wide: 12.5 };
const at = (x: number, y: number, angle = 0): Target => ({ pose: { x, y, angle }, size: SIZE });
const BLOCK = at(500, 300);

/** A finger from `from` that moves by `way` mm a millisecond, told every `step` ms for `time` ms. */
function moved(way: [number, number], time = 100, step = 10, from: [number, number] = [500, 300], start = 0): Sample[] {
  return Array.from({ length: Math.floor(time / step) + 1 }, (_, n) => ({
    x: from[0] + way[0] * n * step,
    y: from[1] + way[1] * n * step,
    time: start + n * step,
  }));
}

// half a pixel for a mm, unless another size is asked for
const gesture = (samples: readonly Sample[], pixels = 0.5): Gesture => ({ samples, two: false, pixels: () => pixels });
const told = (samples: readonly Sample[], end = samples.at(-1)?.time ?? 0, on = BLOCK, pixels = 0.5) => {
  const made = gesture(samples, pixels);
  return swiped(made, end, firstCrossed(made, [on]), "usual", SPEEDS);
};
const mps = (swipe: ReturnType<typeof told>) => speedOf((swipe as Swipe).speed, SPEEDS);

describe("a swipe", () => {
  it("goes where the finger went, as fast as it went on the screen", () => {
    // 2 mm a ms at half a pixel for a mm: 1000 pixels a second
    expect(told(moved([0, 2]))).toEqual({ direction: 900, speed: 60, spin: 0 });
    expect(mps(told(moved([0, 2])))).toBeCloseTo(1.4, 6);
    expect((told(moved([1, 1])) as Swipe).direction).toBe(450);
    expect((told(moved([-1, 0])) as Swipe).direction).toBe(1800);
  });

  it("is as fast in a large picture as in a small one, and as the hand's pace says", () => {
    expect(mps(told(moved([0, 1]), 100, BLOCK, 1))).toBeCloseTo(1.4, 6);
    expect(mps(swiped(gesture(moved([0, 2])), 100, BLOCK, "brisk", SPEEDS))).toBeCloseTo(1.9, 6);
    expect(mps(swiped(gesture(moved([0, 2])), 100, BLOCK, "calm", SPEEDS))).toBeCloseTo(0.98, 6);
  });

  it("has room above a brisk thumb: twice as fast a finger always flicks harder, and none beyond the highest speed", () => {
    // cm a second over the glass: a gentle push, a swipe, a brisk thumb, as fast as a thumb goes
    const flicks = [5, 15, 30, 60, 120].map((finger) => blockSpeed(finger / 100, "usual", SPEEDS));
    expect(flicks.map((speed) => speed.toFixed(1))).toEqual(["0.5", "1.3", "2.2", "3.2", "3.8"]);
    expect(blockSpeed(50, "brisk", SPEEDS)).toBeLessThanOrEqual(4);
  });

  it("goes by its last 60 ms", () => {
    const [aside, ahead] = [moved([1, 0], 200, 10, [400, 300]), moved([0, 2], 80, 10, [600, 300], 200)];
    expect(told([...aside, ...ahead])).toEqual({ direction: 900, speed: 60, spin: 0 });
    const above = at(600, 300);
    expect(told([...aside, ...ahead], 280, above)).toEqual({ direction: 900, speed: 60, spin: 0 });
  });

  it("flicks the block that it crosses first, from behind it too, and the one that it nearly crosses only if it crosses none", () => {
    const [near, far, aside] = [at(500, 300), at(500, 420, 90), at(545, 250)];
    // from 60 mm behind the first one
    const up = gesture(moved([0, 2], 150, 10, [500, 240]));
    expect(firstCrossed(up, [far, near])).toBe(near);
    expect(swiped(up, 150, near, "usual", SPEEDS)).toEqual({ direction: 900, speed: 60, spin: 0 });
    expect(firstCrossed(up, [aside, far])).toBe(far);
    expect(firstCrossed(up, [aside])).toBe(aside);
    expect(firstCrossed(up, [at(570, 300)])).toBeNull();
  });

  it("is the same whether its points come one by one or in bundles with their own times", () => {
    const each = moved([0.5, 2], 96, 8);
    // a slow frame hands over four at once, and the finger's next place comes late
    const bundled = [each.slice(0, 4), each.slice(4, 8), each.slice(8)].flat();
    expect(told(bundled, 98)).toEqual(told(each));
    // by the time of the frames it would have been a quarter as fast: 4 samples in one frame of 33 ms
    const late = each.map((one, n) => ({ ...one, time: 33 * Math.floor(n / 4) }));
    expect((told(late) as Swipe).speed).not.toBe((told(each) as Swipe).speed);
  });

  it("makes do with two moments far apart", () => {
    expect(mps(told(moved([0, 1], 200, 200)))).toBeCloseTo(0.74, 1);
  });

  it("is none after a pause before letting go, when it is too slow, or of a tap", () => {
    expect(told(moved([0, 2]), 145)).not.toBe("rest");
    expect(told(moved([0, 2]), 155)).toBe("rest");
    expect(told(moved([0, 0.2], 400))).toBe("slow");
    expect(told(moved([0, 0.2]))).toBe("tap");
    expect(told([])).toBe("tap");
  });

  it("puts the push where its line meets the block", () => {
    const right = told(moved([0, 2], 100, 10, [520, 300])) as Swipe;
    const left = told(moved([0, 2], 100, 10, [480, 300])) as Swipe;
    // 20 mm of 37.5 and a slack of 24
    expect(right.spin).toBe(Math.round((MOST_SPIN * 20) / 61.5));
    expect(left.spin).toBe(-right.spin);
    // along the block it is narrower
    expect((told(moved([2, 0], 100, 10, [500, 290])) as Swipe).spin).toBe(Math.round((MOST_SPIN * 10) / 36.5));
  });

  it("is none beside the block", () => {
    expect(told(moved([0, 2], 100, 10, [565, 300]))).toBe("beside");
    expect(told(moved([2, 0], 100, 10, [500, 340]))).toBe("beside");
    // nor behind it
    expect(told(moved([0, -2], 100, 10, [500, 280 - 30]))).toBe("beside");
  });
});
