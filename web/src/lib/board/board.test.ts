import { expect, test } from "vitest";
import { meant, pieceAt } from "./board.svelte";
import { Squares } from "./cells";

const cells = new Squares(3, 3, 10);
const ways = new Map([
  [4, ""],
  [8, ""],
]);

test("a tap means the cell under it where something can be done there", () => {
  expect(meant(cells, ways, { x: 19.9, y: 19.9 })).toBe(4);
});

test("a tap next to the cells means the nearest cell where something can be done, if it is near enough", () => {
  expect(meant(cells, ways, { x: 8, y: 15 })).toBe(4);
  expect(meant(cells, ways, { x: 5, y: 15 })).toBe(3);
  expect(meant(cells, ways, { x: 24, y: 31 })).toBe(8);
  expect(meant(cells, ways, { x: 24, y: 38 })).toBeNull();
  expect(meant(cells, new Map(), { x: 8, y: 15 })).toBe(3);
});

test("of pieces the nearest within reach is hit", () => {
  const pieces = [
    { id: 1, x: 0, y: 0, reach: 5 },
    { id: 2, x: 6, y: 0, reach: 5 },
  ];
  expect([pieceAt(pieces, { x: 2, y: 5 })?.id, pieceAt(pieces, { x: 4, y: 0 })?.id, pieceAt(pieces, { x: 3, y: 6 })]).toEqual([1, 2, null]);
});
