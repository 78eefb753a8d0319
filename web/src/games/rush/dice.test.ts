import { expect, test, vi } from "vitest";
import { atLeastOne, prospects } from "./dice";
import { player } from "./lesson-scene";
import { forAttacker, forTarget } from "./wording";

// what a person hears is set by the browser
vi.mock("../../lib/sound", () => ({ play: () => undefined }));

const HERE = 100;

test("the chance of one success among so many dice", () => {
  expect(atLeastOne(0, 4)).toBe(0);
  expect(atLeastOne(-1, 2)).toBe(0);
  expect(atLeastOne(1, 4)).toBe(0.5);
  expect(atLeastOne(3, 5)).toBeCloseTo(1 - 8 / 27);
});

test("threats take a die each, at most two, and the role gives one", () => {
  const striker = player(3, HERE, 0);
  const enemies = [101, 99, 80].map((hex, index) => player(8 + index, hex, [3, 0, 5][index] ?? 0));
  const dash = (count: number) => prospects(striker, [striker, ...enemies.slice(0, count)]).find((one) => one.name === "Dash")?.dice;
  expect([0, 1, 2, 3].map(dash)).toEqual([4, 3, 2, 2]);
  const lying = enemies.map((enemy) => player(enemy.id, enemy.hex, enemy.facing, { prone: true }));
  expect(prospects(striker, [striker, ...lying]).find((one) => one.name === "Dash")?.dice).toBe(4);
});

test("who may not take a test is not told of it", () => {
  const names = (id: number) => prospects(player(id, HERE, 0), []).map((one) => one.name);
  expect(names(0)).not.toContain("Pick up");
  expect(names(3)).not.toContain("Slam");
  expect(names(1)).toContain("Steal");
  expect(prospects(player(1, HERE, 0, { prone: true }), [])).toEqual([{ name: "Stand up", dice: 3, needed: 4, chance: 0.875 }]);
});

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
