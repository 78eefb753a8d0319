import { describe, expect, test } from "vitest";
import { arrowStep, away, letter, nearest, nextPoint, Squares, type Step } from "./cells";

const WAYS: Step[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];

test("only arrows are steps", () => {
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map(arrowStep)).toEqual(WAYS);
  expect(arrowStep("Enter")).toBeUndefined();
});

describe("squares", () => {
  const squares = new Squares(5, 3, 10, 100, 200);

  test("are named from the bottom left and numbered from the top left", () => {
    expect([0, 4, 10, 14, 7].map((cell) => squares.name(cell))).toEqual(["A3", "E3", "A1", "E1", "C2"]);
    expect([squares.numbers.length, squares.column(7), squares.row(7), letter(2)]).toEqual([15, 2, 1, "C"]);
  });

  test("hold the points within them, and none beyond the edge", () => {
    expect([squares.corner(7), squares.middle(7)]).toEqual([
      { x: 120, y: 210 },
      { x: 125, y: 215 },
    ]);
    for (const cell of squares.numbers) expect(squares.at(squares.middle(cell))).toBe(cell);
    expect([squares.at({ x: 99, y: 215 }), squares.at({ x: 150, y: 215 }), squares.at({ x: 125, y: 230 })]).toEqual([null, null, null]);
    expect(away(squares, 7, { x: 128, y: 219 })).toBeCloseTo(0.5);
    expect([nearest(squares, [0, 8, 14], { x: 126, y: 215 }), nearest(squares, [], { x: 0, y: 0 })]).toEqual([8, null]);
  });

  test("turned round they stand upside down, and names and neighbours are the same", () => {
    const turned = new Squares(5, 3, 10, 100, 200, true);
    expect([turned.corner(0), turned.corner(14)]).toEqual([squares.corner(14), squares.corner(0)]);
    for (const cell of turned.numbers) expect(turned.at(turned.middle(cell))).toBe(cell);
    expect([turned.name(0), turned.across(7, 0)]).toEqual([squares.name(0), squares.across(7, 0)]);
    expect(WAYS.map((way) => turned.step(7, way))).toEqual([8, 6, 12, 2]);
  });

  test("have a neighbour over each side but the board's own", () => {
    const map = new Squares(5, 5);
    expect([0, 1, 2, 3].map((side) => map.across(12, side))).toEqual([7, 13, 17, 11]);
    expect([map.across(0, 0), map.across(0, 3), map.across(24, 1), map.across(24, 2), map.across(4, 1)]).toEqual(Array(5).fill(null));
  });

  test("arrows lead to the neighbours and stop at the edge", () => {
    const map = new Squares(5, 5);
    expect(WAYS.map((way) => map.step(6, way))).toEqual([5, 7, 1, 11]);
    expect([map.step(0, [-1, 0]), map.step(0, [0, -1]), map.step(24, [1, 0]), map.step(24, [0, 1])]).toEqual([0, 0, 24, 24]);
  });
});

test("an arrow leads to the nearest point on its side", () => {
  const points = [
    { x: 100, y: 100 },
    { x: 140, y: 104 },
    { x: 300, y: 100 },
    { x: 104, y: 20 },
  ];
  const found = WAYS.map((way) => nextPoint(points, { x: 100, y: 100 }, way));
  expect(found).toEqual([-1, 1, 3, 1]);
});
