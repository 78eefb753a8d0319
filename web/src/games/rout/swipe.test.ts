import { describe, expect, it } from "vitest";
import { MOST_SPIN, speedOf } from "./aim";
import { swiped, type Sample, type Swipe, type Target } from "./swipe";

const SPEEDS = { slowest: 0.2, pace: 0.02, count: 191 };
// half a pixel for a mm
const BLOCK: Target = { pose: { x: 500, y: 300, angle: 0 }, size: { long: 37.5, wide: 12.5 }, pixels: 0.5 };

/** A finger from `from` that moves by `way` mm a millisecond, told every `step` ms for `time` ms. */
function moved(way: [number, number], time = 100, step = 10, from: [number, number] = [500, 300], start = 0): Sample[] {
  return Array.from({ length: Math.floor(time / step) + 1 }, (_, n) => ({
    x: from[0] + way[0] * n * step,
    y: from[1] + way[1] * n * step,
    time: start + n * step,
  }));
}

const told = (samples: readonly Sample[], end = samples.at(-1)?.time ?? 0, on = BLOCK) => swiped(samples, end, on, "usual", SPEEDS);
const mps = (swipe: ReturnType<typeof told>) => speedOf((swipe as Swipe).speed, SPEEDS);

describe("a swipe", () => {
  it("goes where the finger went, as fast as it went on the screen", () => {
    // 2 mm a ms at half a pixel for a mm: 1000 pixels a second
    expect(told(moved([0, 2]))).toEqual({ direction: 900, speed: 65, spin: 0 });
    expect(mps(told(moved([0, 2])))).toBeCloseTo(1.5, 6);
    expect((told(moved([1, 1])) as Swipe).direction).toBe(450);
    expect((told(moved([-1, 0])) as Swipe).direction).toBe(1800);
  });

  it("is as fast in a large picture as in a small one, and as the hand's pace says", () => {
    const large = { ...BLOCK, pixels: 1 };
    expect(mps(told(moved([0, 1]), 100, large))).toBeCloseTo(1.5, 6);
    const brisk = swiped(moved([0, 2]), 100, BLOCK, "brisk", SPEEDS);
    expect(mps(brisk)).toBeCloseTo(2.2, 6);
    expect(mps(told(moved([0, 20])))).toBeCloseTo(4, 6);
  });

  it("goes by its last 60 ms", () => {
    const [aside, ahead] = [moved([1, 0], 200, 10, [400, 300]), moved([0, 2], 80, 10, [600, 300], 200)];
    const beside = told([...aside, ...ahead]);
    expect(beside).toBe("beside");
    const above = { ...BLOCK, pose: { ...BLOCK.pose, x: 600 } };
    expect(told([...aside, ...ahead], 280, above)).toEqual({ direction: 900, speed: 65, spin: 0 });
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
  });
});
