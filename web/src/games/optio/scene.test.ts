import type { Words } from "../../lib/rules/words";
import { expect, test } from "vitest";
import { arrowTo, cut, favour, homeSquare, listed, nearestShift, shiftBy, shiftName, signed, within, worthTo } from "./scene";

test("Navy enters in row 1, Oxblood in row 5", () => {
  expect([homeSquare(0, 0), homeSquare(0, 4), homeSquare(1, 0), homeSquare(1, 4)]).toEqual([20, 24, 0, 4]);
});

test("an arrow points where the way leads on the map as it lies, turned for Oxblood", () => {
  const [north, east, south, west] = [0, 1, 2, 3];
  expect([north, east, south, west].map((side) => arrowTo(side, 0)).join("")).toBe("↑→↓←");
  expect([north, east, south, west].map((side) => arrowTo(side, 1)).join("")).toBe("↓←↑→");
});

test("each side sees what ground is worth to itself", () => {
  expect([worthTo(0, 0.1, 0.31), worthTo(1, 0.1, 0.31)]).toEqual(["+0.10 to +0.31", "−0.31 to −0.10"]);
  expect([worthTo(0, -0.2, -0.2), worthTo(1, -0.2, -0.2)]).toEqual(["−0.20", "+0.20"]);
});

test("the template snaps to the nearest of nine places", () => {
  expect([nearestShift(0, 0), nearestShift(-1, -1), nearestShift(1, 1), nearestShift(0.4, 0.6), nearestShift(-7, 0.2)]).toEqual([
    4, 0, 8, 7, 3,
  ]);
  expect([shiftBy(4, 1, 0), shiftBy(5, 1, 0), shiftBy(1, 0, -1), shiftBy(0, 1, 1)]).toEqual([5, 5, 1, 4]);
  expect([0, 1, 4, 5, 6].map(shiftName)).toEqual(["1 north and 1 west", "1 north", "unshifted", "1 east", "1 south and 1 west"]);
});

test("scores say whom they favour", () => {
  const than = (level: string, better: string): Words => ({ "score.favours": { clause: "", even: "0.05", level, better } });
  const usual = than("about what this map usually is", "better for {side} than this map usually is");
  const zero = than("about as good for both", "better for {side} than for {other}");
  expect(favour(usual, 0.314)).toBe("better for Navy than this map usually is, +0.31");
  expect(favour(usual, -0.314)).toBe("better for Oxblood than this map usually is, +0.31");
  expect(favour(usual, -0.04)).toBe("about what this map usually is, −0.04 for Navy");
  expect(favour(zero, 0.314)).toBe("better for Navy than for Oxblood, +0.31");
  expect(favour(zero, -0.314)).toBe("better for Oxblood than for Navy, +0.31");
  expect(favour(zero, -0.04)).toBe("about as good for both, −0.04 for Navy");
  expect(signed(-0.001)).toBe("+0.00");
});

test("kinds are listed as people count", () => {
  expect(listed({ army: 1, scout: 1, dummy: 4 })).toBe("1 army, 1 scout and 4 dummies");
  expect(listed({ army: 0, scout: 1, dummy: 0 })).toBe("1 scout");
});

test("what lies beyond the map is cut out as such", () => {
  expect(cut(["ab", "cd"], -1, 1, 3, 2)).toEqual(["#cd", "###"]);
});

test("a part of the map is shown with the ground around it, and little of what is beyond the map", () => {
  expect(within(12, 16, 22, 3)).toBe(9);
  // more room shows more ground, first on both sides, then where there is some
  expect(within(12, 16, 32, 3)).toBe(4);
  expect(within(0, 8, 34, 3)).toBe(-3);
  expect(within(32, 8, 34, 3)).toBe(9);
  // what lies partly beyond the map is seen whole
  expect(within(-4, 16, 30, 3)).toBe(-7);
});
