import { expect, test } from "vitest";
import { cut, favour, homeSquare, listed, nearestShift, shiftBy, shiftName, signed, unknown, type Block, type Scene } from "./scene";

test("Navy enters in row 1, Oxblood in row 5", () => {
  expect([homeSquare(0, 0), homeSquare(0, 4), homeSquare(1, 0), homeSquare(1, 4)]).toEqual([20, 24, 0, 4]);
});

test("the template snaps to the nearest of nine places", () => {
  expect([nearestShift(0, 0), nearestShift(-1, -1), nearestShift(1, 1), nearestShift(0.4, 0.6), nearestShift(-7, 0.2)]).toEqual([
    4, 0, 8, 7, 3,
  ]);
  expect([shiftBy(4, 1, 0), shiftBy(5, 1, 0), shiftBy(1, 0, -1), shiftBy(0, 1, 1)]).toEqual([5, 5, 1, 4]);
  expect([0, 1, 4, 5, 6].map(shiftName)).toEqual(["1 north and 1 west", "1 north", "unshifted", "1 east", "1 south and 1 west"]);
});

test("scores say whom they favour", () => {
  expect(favour(0.314)).toBe("good for Navy +0.31");
  expect(favour(-0.314)).toBe("good for Oxblood +0.31");
  expect(favour(-0.04)).toBe("even, −0.04 for Navy");
  expect(signed(-0.001)).toBe("+0.00");
});

test("kinds are listed as people count", () => {
  expect(listed({ army: 1, scout: 1, dummy: 4 })).toBe("1 army, 1 scout and 4 dummies");
  expect(listed({ army: 0, scout: 1, dummy: 0 })).toBe("1 scout");
});

test("what lies beyond the map is cut out as such", () => {
  expect(cut(["ab", "cd"], -1, 1, 3, 2)).toEqual(["#cd", "###"]);
});

test("what is not known is counted while it is on the table", () => {
  const block = (kind: Block["kind"], place: Block["place"]): Block => ({
    seat: 1,
    number: 0,
    name: "",
    kind,
    revealed: false,
    place,
    square: null,
    side: null,
    moved: false,
    scouted: false,
  });
  const hidden = (blocks: Block[]) => unknown({ blocks } as unknown as Scene, 1);
  expect(hidden([block("army", "map"), ...Array.from({ length: 5 }, () => block(null, "map"))])).toEqual({ army: 0, scout: 1, dummy: 4 });
  expect(hidden([block("army", "map"), ...Array.from({ length: 5 }, () => block(null, "gone"))])).toBeNull();
});
