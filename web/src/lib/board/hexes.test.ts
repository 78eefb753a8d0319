import { expect, test } from "vitest";
import { away, type Step } from "./cells";
import { Hexes, type Turn } from "./hexes";

const WAYS: Step[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];
const WIDE = 40;
const TURNS: Turn[] = [0, -90, 90, 180];
const fields = TURNS.map((turn) => new Hexes(21, 11, WIDE, turn));
const [field] = fields as [Hexes];
const named = (name: string): number => field.numbers.find((hex) => field.name(hex) === name) ?? -1;

test("neighbours lie a hex away, in the direction of their side, and are neighbours in return", () => {
  for (const hex of field.numbers) {
    for (const side of field.sides) {
      const next = field.across(hex, side);
      if (next === null) continue;
      expect(field.across(next, (side + 3) % 6)).toBe(hex);
      const [from, to] = [field.middle(hex), field.middle(next)];
      expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(WIDE);
      expect((Math.atan2(from.y - to.y, to.x - from.x) * 180) / Math.PI).toBeCloseTo(side > 3 ? 60 * side - 360 : 60 * side);
    }
  }
  expect(field.sides.map((side) => field.across(0, side))).toEqual([1, null, null, null, 16, 17]);
});

test("a point means the hex that it lies in", () => {
  for (const turned of fields) {
    for (const hex of turned.numbers) {
      const { x, y } = turned.middle(hex);
      expect(turned.at({ x: x + 9, y: y - 9 })).toBe(hex);
    }
  }
  expect([field.at({ x: 0, y: 300 }), away(field, 100, { x: 40, y: 0 })]).toEqual([null, 1]);
});

test("arrows lead where they point, however the picture is turned, and stop at the edge", () => {
  for (const turned of fields) {
    for (const hex of turned.numbers) {
      for (const way of WAYS) {
        const next = turned.step(hex, way);
        const [from, to] = [turned.middle(hex), turned.middle(next)];
        if (next !== hex) expect((to.x - from.x) * way[0] + (to.y - from.y) * way[1]).toBeGreaterThan(30);
      }
    }
  }
  const [wide, high] = fields as [Hexes, Hexes];
  expect(wide.step(wide.step(100, [0, -1]), [0, -1])).toBe(named("D10"));
  expect(wide.step(named("A5"), [0, -1])).toBe(named("A5"));
  expect(high.step(named("F1"), [0, -1])).toBe(named("F2"));
});

test("the line around them has an edge for each side that leads out", () => {
  const edges = (line: string): number => line.split("M").length - 1;
  expect([edges(field.border([100])), edges(field.border([100, 101]))]).toEqual([6, 10]);
  // straight walls show two sides of a hex, the six corners three
  const out = field.numbers.flatMap((hex) => field.sides.filter((side) => field.across(hex, side) === null));
  expect(fields.map((turned) => edges(turned.border(turned.numbers)))).toEqual([out.length, out.length, out.length, out.length]);
});

test("they stand upright in a wide picture and on their sides in a high one", () => {
  const highest = (line: string): number => Math.min(...[...line.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map((found) => Number(found[2])));
  expect(fields.map((turned) => highest(turned.outline()).toFixed(2))).toEqual(["-23.09", "-20.00", "-20.00", "-23.09"]);
});

test("a way leads over their middles", () => {
  expect(fields[0]?.track([100, 101, 122])).toBe("M0 0L40 0L60 34.64");
  expect(fields[1]?.track([100, 101])).toBe("M0 0L0 -40");
});
