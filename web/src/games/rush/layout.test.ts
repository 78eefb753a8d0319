import { expect, test } from "vitest";
import { dugout, SPOT } from "./dugout";
import {
  arrowTo,
  border,
  centre,
  frame,
  hexName,
  isOwnHalf,
  nearest,
  neighbour,
  outline,
  PLACES,
  SIDES,
  track,
  turnOf,
  WIDE,
  type Turn,
} from "./layout";
import type { Player } from "./scene";

const TURNS: Turn[] = [0, -90, 90];
const hexes = PLACES.map((_, hex) => hex);
/** A player on the bench, or who has turns to miss. */
const off = (id: number, out = 0): Player => ({ id, seat: id < 8 ? 0 : 1, hex: null, where: out ? "out" : "bench", out }) as Player;
const named = (name: string): number => hexes.find((hex) => hexName(hex) === name) ?? -1;

test("201 hexes have names from A1 to K16", () => {
  expect(hexes.length).toBe(201);
  expect([0, 15, 90, 100, 110, 200].map(hexName)).toEqual(["A1", "A16", "F1", "F11", "F21", "K16"]);
  expect(new Set(hexes.map(hexName)).size).toBe(201);
});

test("the halves are alike, and the middle belongs to neither", () => {
  expect([0, 1, null].map((seat) => hexes.filter((hex) => isOwnHalf(hex, seat)).length)).toEqual([98, 98, 0]);
  expect([isOwnHalf(named("F1"), 0), isOwnHalf(named("F11"), 0), isOwnHalf(named("F12"), 1)]).toEqual([true, false, true]);
});

test("neighbours lie a hex away, in the direction of their side, and are neighbours in return", () => {
  for (const hex of hexes) {
    for (let side = 0; side < SIDES; side++) {
      const next = neighbour(hex, side);
      if (next === null) continue;
      expect(neighbour(next, (side + 3) % SIDES)).toBe(hex);
      const [from, to] = [centre(hex, 0), centre(next, 0)];
      expect(Math.hypot(to.x - from.x, to.y - from.y)).toBeCloseTo(WIDE);
      expect((Math.atan2(from.y - to.y, to.x - from.x) * 180) / Math.PI).toBeCloseTo(side > 3 ? 60 * side - 360 : 60 * side);
    }
  }
  expect([0, 1, 2, 3, 4, 5].map((side) => neighbour(0, side))).toEqual([1, null, null, null, 16, 17]);
});

test("a high picture has the own end at the bottom", () => {
  const [west, east, north] = [named("F1"), named("F21"), named("A8")];
  expect(turnOf(false, 1)).toBe(0);
  expect(centre(west, turnOf(true, 0)).y).toBeGreaterThan(300);
  expect(centre(east, turnOf(true, 1)).y).toBeGreaterThan(300);
  expect(centre(west, turnOf(true, null)).y).toBeGreaterThan(300);
  expect(centre(north, -90).x).toBeLessThan(0);
  expect(centre(north, 90).x).toBeGreaterThan(0);
});

test("the whole pitch and its tracks stand within the picture", () => {
  const squad = Array.from({ length: 16 }, (_, id) => off(id, id % 8 < 3 ? 0 : (id % 8) + 4));
  for (const turn of TURNS) {
    const { width, height, middle } = frame(turn);
    const inside = (x: number, y: number): boolean =>
      middle.x + x >= 0 && middle.y + y >= 0 && middle.x + x <= width && middle.y + y <= height;
    expect(
      hexes.every(
        (hex) => inside(centre(hex, turn).x - 20, centre(hex, turn).y - 20) && inside(centre(hex, turn).x + 20, centre(hex, turn).y + 20),
      ),
    ).toBe(true);
    const boxes = [0, 1].flatMap((seat) => dugout(squad, seat, turn));
    expect(boxes.every((box) => inside(box.x, box.y) && inside(box.x + box.width, box.y + box.height))).toBe(true);
    expect(boxes.flatMap((box) => box.players.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(squad.map(({ id }) => id));
  }
});

test("the bench is at the own end, and a box nearer to the middle means a turn more", () => {
  for (const turn of TURNS) {
    const along = (box: { x: number; y: number }): number => (turn === 0 ? box.x : turn === 90 ? box.y : -box.y);
    const home = dugout([], 0, turn).map(along);
    const visitor = dugout([], 1, turn).map(along);
    expect(home).toEqual([...home].sort((a, b) => a - b));
    expect(visitor).toEqual([...visitor].sort((a, b) => b - a));
    expect(home.length).toBe(4);
  }
});

test("who is off the pitch stands in the box of the turns to miss, apart from the others", () => {
  const boxes = dugout([off(1), off(2), off(4, 2), off(9)], 0, 0);
  expect(boxes.map((box) => box.players.map(({ id }) => id))).toEqual([[1, 2], [], [4], []]);
  const [one, two] = boxes[0]?.players ?? [];
  expect((two?.at.x ?? 0) - (one?.at.x ?? 0)).toBeCloseTo(SPOT);
  for (const box of boxes) for (const { at } of box.players) expect(at.x > box.x && at.x < box.x + box.width).toBe(true);
});

test("a point means the hex that it lies in", () => {
  for (const turn of TURNS) {
    for (const hex of hexes) {
      const { x, y } = centre(hex, turn);
      expect(nearest({ x: x + 9, y: y - 9 }, hexes, turn)?.hex).toBe(hex);
    }
  }
  expect(nearest({ x: 40, y: 0 }, [100], 0)).toEqual({ hex: 100, away: 1 });
  expect(nearest({ x: 0, y: 0 }, [], 0)).toBeNull();
});

test("arrows lead where they point, however the picture is turned, and stop at the wall", () => {
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  for (const turn of TURNS) {
    for (const hex of hexes) {
      for (const [key, [x = 0, y = 0]] of Object.entries(ways)) {
        const next = arrowTo(key, hex, turn) ?? -1;
        const [from, to] = [centre(hex, turn), centre(next, turn)];
        if (next !== hex) expect((to.x - from.x) * x + (to.y - from.y) * y).toBeGreaterThan(30);
      }
    }
  }
  expect(arrowTo("ArrowUp", arrowTo("ArrowUp", 100, 0) ?? -1, 0)).toBe(named("D10"));
  expect(arrowTo("ArrowUp", named("A5"), 0)).toBe(named("A5"));
  expect(arrowTo("ArrowUp", named("F1"), -90)).toBe(named("F2"));
  expect(arrowTo("Enter", 100, 0)).toBeUndefined();
});

test("the line around hexes has an edge for each side that leads out", () => {
  const edges = (line: string): number => line.split("M").length - 1;
  expect(edges(border([100], 0))).toBe(6);
  expect(edges(border([100, 101], 0))).toBe(10);
  // straight walls show two sides of a hex, the six corners three
  expect(edges(border(hexes, -90))).toBe(
    hexes.reduce((sum, hex) => sum + [0, 1, 2, 3, 4, 5].filter((side) => neighbour(hex, side) === null).length, 0),
  );
});

test("a hex stands upright in a wide picture and on its side in a high one", () => {
  const highest = (line: string): number => Math.min(...[...line.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map((found) => Number(found[2])));
  expect(highest(outline(0))).toBeCloseTo(-23.09);
  expect(highest(outline(90))).toBeCloseTo(-20);
});

test("a path leads over the middles of its hexes", () => {
  expect(track([100, 101, 122], 0)).toBe("M0 0L40 0L60 34.64");
  expect(track([100, 101], -90)).toBe("M0 0L0 -40");
});
