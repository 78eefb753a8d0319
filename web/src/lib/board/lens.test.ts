import { expect, test } from "vitest";
import { shifted, spread, WHOLE, zoomed } from "./lens";

const SIZE = { width: 100, height: 50 };

test("what is under the fingers stays there while it grows", () => {
  const view = zoomed(WHOLE, { x: 40, y: 20 }, 2, SIZE, 4);
  expect(view).toEqual({ scale: 2, x: -40, y: -20 });
  const more = zoomed(view, { x: 10, y: 10 }, 1.5, SIZE, 4);
  expect((10 - more.x) / more.scale).toBeCloseTo((10 - view.x) / view.scale);
});

test("it grows to a limit, and shrinks to the whole", () => {
  expect(zoomed(WHOLE, { x: 0, y: 0 }, 9, SIZE, 4).scale).toBe(4);
  expect(zoomed({ scale: 2, x: -70, y: -10 }, { x: 90, y: 5 }, 0.1, SIZE, 4)).toEqual(WHOLE);
});

test("the picture always fills its frame", () => {
  expect(shifted({ scale: 2, x: -40, y: -20 }, 500, 500, SIZE)).toEqual({ scale: 2, x: 0, y: 0 });
  expect(shifted({ scale: 2, x: -40, y: -20 }, -500, -7, SIZE)).toEqual({ scale: 2, x: -100, y: -27 });
  expect(shifted(WHOLE, 9, 9, SIZE)).toEqual(WHOLE);
});

test("two fingers that part by half as much again spread by one and a half, whatever they are measured in", () => {
  for (const unit of [1, 0.01]) {
    const from = [
      { x: 0, y: 0 },
      { x: 10 * unit, y: 0 },
    ] as const;
    expect(
      spread(from, [
        { x: 0, y: 0 },
        { x: 0, y: 15 * unit },
      ]),
    ).toBeCloseTo(1.5);
  }
  const one = { x: 3, y: 3 };
  expect(spread([one, one], [one, { x: 9, y: 9 }])).toBe(1);
});
