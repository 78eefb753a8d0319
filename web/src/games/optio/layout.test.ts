import { expect, test } from "vitest";
import { BLOCK, placeBlocks } from "./layout";

const ANY: (number | null)[] = [null, 0, 1, 2, 3];

function arrangements(length: number): (number | null)[][] {
  return length === 0 ? [[]] : arrangements(length - 1).flatMap((rest) => ANY.map((side) => [side, ...rest]));
}

test("one block stands at the middle of the side that it came by", () => {
  expect([0, 1, 2, 3].map((side) => placeBlocks([side])[0])).toEqual([
    [40, 14],
    [66, 40],
    [40, 66],
    [14, 40],
  ]);
  expect(placeBlocks([null])).toEqual([[40, 40]]);
});

test("a second block at a side moves to the corner whose other side is emptier", () => {
  expect(placeBlocks([0, 0, 1])[1]).toEqual([14, 14]);
  expect(placeBlocks([0, 0, 3])[1]).toEqual([66, 14]);
});

test("a fourth block at one side stands in the centre", () => {
  expect(placeBlocks([2, 2, 2, 2])[3]).toEqual([40, 40]);
});

test("up to four blocks never overlap and stay inside the square, by whatever sides they came", () => {
  for (const sides of [1, 2, 3, 4].flatMap(arrangements)) {
    const middles = placeBlocks(sides);
    expect(middles.flat().every((at) => at >= BLOCK / 2 && at <= 80 - BLOCK / 2)).toBe(true);
    middles.forEach(([x, y], index) => {
      for (const [u, v] of middles.slice(index + 1))
        expect(Math.max(Math.abs(x - u), Math.abs(y - v)), String(sides)).toBeGreaterThanOrEqual(BLOCK);
    });
  }
});

test("up to three blocks at a side all touch it", () => {
  for (const sides of arrangements(4)) {
    const middles = placeBlocks(sides);
    const near = [(y: number) => y === 14, (x: number) => x === 66, (y: number) => y === 66, (x: number) => x === 14];
    for (const side of [0, 1, 2, 3]) {
      const there = middles.filter((_, index) => sides[index] === side);
      if (there.length > 3 || sides.includes(null)) continue;
      expect(
        there.every(([x, y]) => near[side]?.(side % 2 ? x : y)),
        String(sides),
      ).toBe(true);
    }
  }
});
