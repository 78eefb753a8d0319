import { expect, test } from "vitest";
import type { Block, Table, Tally } from "../scene";
import { Camera, TILTS, trayMiddle } from "./camera";
import { draftPieces, pieceOf, slot, splitOf, trophies } from "./show";

const TABLE: Table = {
  width: 1000,
  height: 800,
  edges: ["drop", "drop", "drop", "drop"],
  split: "diagonal",
  length: 75,
  breadth: 25,
  thickness: 15,
  range_length: 37.5,
  range_breadth: 25,
  flattest: 0.2588,
};
const tally = (routed: number[]): Tally => ({ dealt: [2, 2, 2], unbroken: [0, 0, 0], broken: [0, 0, 0], routed });

test("what is seen at a pixel is the point that is drawn there, at any tilt, from either side, enlarged or not", () => {
  for (const tilt of Object.values(TILTS)) {
    for (const seat of [0, 1] as const) {
      const camera = new Camera(TABLE, tilt, seat);
      camera.fit(390, 420, { scale: 2.5, x: -130, y: -40 });
      for (const [x, y, z] of [
        [0, 0, 0],
        [730, 411, 15],
        [1000, 800, -30],
      ] as const) {
        const [back, up] = camera.ground(camera.project(x, y, z), z);
        expect([back, up]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
      }
    }
  }
});

test("the whole bench fits the picture, with one's own tray below", () => {
  for (const seat of [0, 1] as const) {
    const camera = new Camera(TABLE, TILTS.desk, seat);
    camera.fit(600, 600 / camera.aspect, { scale: 1, x: 0, y: 0 });
    const own = camera.project(...trayMiddle(TABLE, seat));
    const other = camera.project(...trayMiddle(TABLE, seat === 0 ? 1 : 0));
    expect(own.y).toBeGreaterThan(other.y);
    expect(own.y).toBeLessThan(600 / camera.aspect);
    for (const [east, north] of [
      [0, 0],
      [1000, 800],
    ] as const) {
      const { x } = camera.project(east, north);
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(600);
    }
  }
});

test("a broken block lies blank side up, and shows what it is only to those who may know", () => {
  const block: Block = { id: 3, x: 1, y: 2, angle: 4, side: null, kind: null, broken: true };
  expect(pieceOf(block, TABLE)).toMatchObject({ side: null, kind: null, roll: Math.PI });
  expect(pieceOf({ ...block, broken: false, side: 1, kind: "pike" }, TABLE)).toMatchObject({ side: 1, roll: 0, known: false });
});

test("what is routed lies in the tray of the other side, and falls into it", () => {
  const before = [tally([0, 0, 0]), tally([1, 0, 0])] as const;
  const now = [tally([0, 0, 1]), tally([1, 0, 0])] as const;
  const early = trophies(TABLE, now, before, 0);
  expect(early).toHaveLength(1);
  expect(early[0]).toMatchObject({ side: 1, kind: "archer", y: trayMiddle(TABLE, 0)[1] });
  const falling = trophies(TABLE, now, before, 0.3).find(({ side }) => side === 0);
  const lying = trophies(TABLE, now, before, 1).find(({ side }) => side === 0);
  expect(falling?.y).toBe(trayMiddle(TABLE, 1)[1]);
  expect(falling?.z).toBeGreaterThan((lying?.z ?? 0) + 50);
});

test("blocks to be placed wait side by side in one's own tray", () => {
  const drafts = Array.from({ length: 12 }, (_, n) => ({ kind: "pike" as const, x: 500, y: 100, angle: 7, placed: n === 0, key: `${n}` }));
  const [laid, ...waiting] = draftPieces(drafts, TABLE, 1);
  expect(laid).toMatchObject({ x: 500, y: 100, angle: 7, z: 0 });
  const places = waiting.map(({ x }) => x);
  expect(Math.min(...places.slice(1).map((x, n) => (places[n] ?? 0) - x))).toBeGreaterThan(TABLE.breadth);
  expect([slot(TABLE, 0, 0, 12).x > 0, slot(TABLE, 0, 11, 12).x < TABLE.width]).toEqual([true, true]);
});

test("the line between the halves", () => {
  expect(splitOf(TABLE)).toEqual([
    [0, 0],
    [1000, 800],
  ]);
  expect(splitOf({ ...TABLE, split: "straight" })).toEqual([
    [0, 400],
    [1000, 400],
  ]);
  expect(splitOf({ ...TABLE, split: null })).toBeNull();
});
