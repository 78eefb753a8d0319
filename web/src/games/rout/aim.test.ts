import { expect, test } from "vitest";
import { contactOf, drawn, ghostOf, inward, quantised, reachOf, rim, slipped, speedIndex, speedOf, STEPS, type Aim } from "./aim";
import type { Block, Speeds, Table } from "./scene";
import { corners, covers, depthIn, gapBetween, onTable } from "./shape";

const SPEEDS: Speeds = { slowest: 0.2, pace: 0.02, count: 191 };
const TABLE: Table = {
  width: 1000,
  height: 1000,
  edges: ["drop", "drop", "drop", "drop"],
  split: "straight",
  length: 75,
  breadth: 25,
  thickness: 15,
  range_length: 37.5,
  range_breadth: 25,
  flattest: 0.2588,
};
const SIZE = { long: 37.5, wide: 12.5 };
const block = (id: number, x: number, y: number, angle = 0): Block => ({ id, x, y, angle, side: 1, kind: "pike", broken: false });
const aim = (direction: number, speed: number, spin = 0, angle = 0): Aim => ({
  direction,
  speed,
  contact: contactOf(angle, SIZE, direction, spin, TABLE),
});

test("a push straight ahead is put to the middle of the side that it enters by", () => {
  expect(contactOf(0, SIZE, 900, 0, TABLE)).toBe(STEPS + 20);
  expect(contactOf(0, SIZE, 2700, 0, TABLE)).toBe(20);
  expect(contactOf(0, SIZE, 0, 0, TABLE)).toBe(3 * STEPS + 20);
  expect(contactOf(0, SIZE, 1800, 0, TABLE)).toBe(2 * STEPS + 20);
  expect(contactOf(90, SIZE, 900, 0, TABLE)).toBe(3 * STEPS + 20);
});

test("every push goes well into its side, and through the middle as far as the rim's steps allow", () => {
  for (let tenths = 0; tenths < 3600; tenths += 7) {
    for (const angle of [0, 33, 120]) {
      const contact = contactOf(angle, SIZE, tenths, 0, TABLE);
      expect(inward(contact, angle, tenths)).toBeGreaterThanOrEqual(TABLE.flattest);
      const [x, y] = onTable({ x: 0, y: 0, angle }, ...rim(contact, SIZE));
      const way = (tenths / 1800) * Math.PI;
      expect(Math.abs(x * Math.sin(way) - y * Math.cos(way))).toBeLessThan(1.2);
    }
  }
});

test("spin moves the contact to the right of the push, whatever side that is", () => {
  for (const tenths of [0, 300, 900, 1500, 1800, 2400, 2700, 3300]) {
    const [x0, y0] = rim(contactOf(0, SIZE, tenths, 0, TABLE), SIZE);
    const [x1, y1] = rim(contactOf(0, SIZE, tenths, 8, TABLE), SIZE);
    const way = (tenths / 1800) * Math.PI;
    // to the right is a quarter turn clockwise
    expect((x1 - x0) * Math.sin(way) - (y1 - y0) * Math.cos(way)).toBeGreaterThan(1);
  }
});

test("spin ends at the corner of the side", () => {
  expect(contactOf(0, SIZE, 900, 20, TABLE)).toBe(STEPS + 40);
  expect(contactOf(0, SIZE, 900, -20, TABLE)).toBe(STEPS);
  expect(contactOf(0, SIZE, 1100, 20, TABLE) % STEPS).toBe(40);
});

test("a finger's way tells direction and speed, and the handle stands where the finger was", () => {
  const meant = drawn({ x: 100, y: 100, angle: 40 }, [100, 500], 10, SPEEDS);
  expect(meant).toEqual({ direction: 900, speed: speedIndex(1.6, SPEEDS) });
  expect(reachOf(meant?.speed ?? 0, SPEEDS)).toBeCloseTo(400);
  expect(drawn({ x: 100, y: 100, angle: 40 }, [105, 100], 10, SPEEDS)).toBeNull();
  expect(drawn({ x: 0, y: 0, angle: 0 }, [1, -2000], 10, SPEEDS)?.speed).toBe(190);
});

test("directions and speeds are whole steps within their range", () => {
  expect([quantised(-5), quantised(3600), quantised(899.6)]).toEqual([3595, 0, 900]);
  expect(speedOf(190, SPEEDS)).toBeCloseTo(4);
  expect([speedIndex(0, SPEEDS), speedIndex(9, SPEEDS)]).toEqual([0, 190]);
});

test("the ghost stands where it touches the first block in its way", () => {
  const ghost = ghostOf(block(0, 500, 200), SIZE, aim(900, 100), [block(2, 500, 600), block(1, 505, 400)], TABLE, SPEEDS);
  expect(ghost.touched).toBe(1);
  expect(ghost.end.y).toBeCloseTo(375, 1);
  expect(ghost.off).toBe(false);
});

test("a flick that meets nobody ends where friction stops it, or over the edge", () => {
  const slow = ghostOf(block(0, 500, 200), SIZE, aim(900, speedIndex(1, SPEEDS)), [], TABLE, SPEEDS);
  expect(slow).toMatchObject({ touched: null, off: false });
  expect(slow.end.y).toBeCloseTo(200 + 1000 / (2 * 0.25 * 9.80665), 0);
  const hard = ghostOf(block(0, 500, 200), SIZE, aim(2700, 190), [], TABLE, SPEEDS);
  expect(hard.off).toBe(true);
  expect(hard.end.y).toBeLessThan(0);
});

test("a slip is cut where the push would go in no more", () => {
  // the rear of a block that points east is pushed straight in toward the east
  const rear = 3 * STEPS + 20;
  expect(slipped(rear, 0, 700, 240, TABLE)).toBe(750);
  expect(slipped(rear, 0, 2900, -240, TABLE)).toBe(2850);
  expect(slipped(rear, 0, 700, -240, TABLE)).toBe(460);
  expect(slipped(rear, 0, 0, -40, TABLE)).toBe(3560);
  // how flat a push may be is the table's to say
  expect(slipped(rear, 0, 700, 240, { ...TABLE, flattest: 0.1 })).toBe(842);
});

test("a push off the middle is slower and turns the block as it goes", () => {
  const straight = ghostOf(block(0, 500, 200), SIZE, aim(900, 40), [], TABLE, SPEEDS);
  const spun = ghostOf(block(0, 500, 200), SIZE, aim(900, 40, 10), [], TABLE, SPEEDS);
  expect(spun.end.y).toBeLessThan(straight.end.y);
  expect(spun.end.angle).toBeGreaterThan(20);
  expect(straight.end.angle).toBeCloseTo(0);
});

test("rectangles: corners, gaps, depths and what they cover", () => {
  expect(corners(block(0, 10, 20, 90), SIZE)[0]?.map(Math.round)).toEqual([-2, 58]);
  expect(gapBetween(block(0, 0, 0), SIZE, block(1, 0, 30), SIZE)).toBeCloseTo(5);
  expect(gapBetween(block(0, 0, 0), SIZE, block(1, 0, 24), SIZE)).toBeCloseTo(-1);
  // near by their boxes, apart along a turned side
  expect(gapBetween(block(0, 0, 0, 45), SIZE, block(1, 30, -30, 45), SIZE)).toBeCloseTo(Math.hypot(30, 30) - 25);
  const square: [number, number][] = [
    [0, 0],
    [10, 0],
    [10, 10],
    [0, 10],
  ];
  expect([depthIn(square, [3, 5]), depthIn([...square].reverse(), [3, 5]), depthIn(square, [-2, 5])]).toEqual([3, 3, -2]);
  expect(covers(block(0, 0, 0, 90), SIZE, [0, 36])).toBe(true);
  expect(covers(block(0, 0, 0, 90), SIZE, [36, 0])).toBe(false);
});
