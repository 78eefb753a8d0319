import { expect, test, vi } from "vitest";
import { forAttacker, forTarget } from "./wording";

// what a person hears is set by the browser
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined }));

test("a contest reads from the best to the worst for whoever looks at it", () => {
  const odds = { double: 0.1, win: 0.2, draw: 0.3, lose: 0.25, lose_double: 0.15 };
  expect(forAttacker(odds, "slam").map(({ chance, worth }) => [chance, worth])).toEqual([
    [0.1, 2],
    [0.2, 1],
    [0.3, 0],
    [0.25, -1],
    [0.15, -2],
  ]);
  const target = forTarget(odds, "slam", "dodge");
  expect(target.map(({ chance, worth }) => [chance, worth])).toEqual([
    [0.15, 2],
    [0.25, 1],
    [0.3, 0],
    [0.2, -1],
    [0.1, -2],
  ]);
  expect(target.map(({ text }) => text)).toEqual(["gets away and sidesteps", "gets away", "draw", "pushed back", "knocked down"]);
});
