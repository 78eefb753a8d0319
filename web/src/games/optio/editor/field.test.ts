import { expect, test } from "vitest";
import { frameOf, holding, objection } from "./field";
import { BARE, between, painted } from "./plan";

const C3 = 12;
const A1 = 20;

test("the template takes half of both neighbours across the side of entry, never on it", () => {
  expect(frameOf(C3, 2)).toEqual({ x: 12, y: 16, width: 16, height: 8 });
  expect(frameOf(C3, 0)).toEqual(frameOf(C3, 2));
  expect(frameOf(C3, 1)).toEqual({ x: 16, y: 12, width: 8, height: 16 });
});

test("a shift moves it one cell each way", () => {
  expect(frameOf(C3, 2, 0)).toEqual({ x: 11, y: 15, width: 16, height: 8 });
  expect(frameOf(C3, 2, 5)).toEqual({ x: 13, y: 16, width: 16, height: 8 });
});

test("what it holds is counted, cells beyond the map apart", () => {
  const rows = painted(BARE, between({ x: 0, y: 32 }, { x: 2, y: 33 }), "L");
  expect(holding(rows, frameOf(A1, 2))).toEqual({ impassable: 6, edge: 32 });
});

test("a shift may raise neither the impassable cells nor those beyond the edge", () => {
  const rows = painted(BARE, between({ x: 28, y: 16 }, { x: 28, y: 18 }), "X");
  expect(objection(rows, C3, 2, 5)).toBe("Impassable cells would rise from 0 to 3.");
  expect(objection(rows, C3, 2, 3)).toBe("");
  expect(objection(BARE, A1, 2, 3)).toBe("Cells beyond the map would rise from 32 to 40.");
  expect(objection(BARE, A1, 2, 5)).toBe("");
});
