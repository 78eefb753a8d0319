import { expect, test } from "vitest";
import { CELL, drawGround, drawPart, GROUNDS, groundOf, squareName } from "./ground";
import kept from "./ground.test.json";

const corners = (d: string): number => d.split("Q").length - 1;

test("squares are named from the south-west, row by row from the north", () => {
  expect([0, 4, 20, 24, 12].map(squareName)).toEqual(["A5", "E5", "A1", "E1", "C3"]);
});

test("every kind of ground has a sign of its own, and three cannot be crossed", () => {
  expect(new Set(GROUNDS.map((ground) => ground.sign)).size).toBe(GROUNDS.length);
  expect(GROUNDS.filter((ground) => !ground.passable).map((ground) => ground.name)).toEqual(["lake", "cliff", "river"]);
  expect(groundOf("#").name).toBe("beyond the map");
});

test.each(kept)("the page draws what paper draws: $rows.0", ({ rows, strokes }) => {
  const drawn = drawGround(rows).map(({ dash, width, ...one }) => ({
    ...one,
    width: Number(width.toFixed(9)),
    dashed: dash !== undefined,
  }));
  expect(drawn).toEqual(strokes);
});

test("open ground draws nothing, every other kind something of its own", () => {
  expect(drawGround(["..", ".."])).toEqual([]);
  const drawn = GROUNDS.slice(1).map((ground) => JSON.stringify(drawGround([ground.sign.repeat(2), ground.sign.repeat(2)])));
  expect(new Set(drawn).size).toBe(GROUNDS.length - 1);
  expect(drawn).not.toContain("[]");
});

test("cells that touch, at a corner too, share one contour; a hole has one of its own", () => {
  // what lies at the edge would go on beyond it
  const framed = (rows: string[]) => ["....", ...rows.map((row) => `.${row}.`), "...."].map((row) => row.padEnd(5, "."));
  const contour = (rows: string[]) => drawGround(framed(rows))[0]?.d ?? "";
  expect(contour(["ww", "ww"]).split("M").length - 1).toBe(1);
  expect(corners(contour(["ww", "ww"]))).toBe(8);
  expect(contour(["w.", ".w"]).split("M").length - 1).toBe(1);
  expect(contour(["www", "w.w", "www"]).split("M").length - 1).toBe(2);
});

test("a steep hill stands within the gentle hill around it", () => {
  const [slope, , steep] = drawGround([".....", ".hhh.", ".hHh.", ".hhh.", "....."]);
  expect(corners(slope?.d ?? "")).toBe(12);
  expect(corners(steep?.d ?? "")).toBe(4);
});

test("a road runs over the edge of the map and joins its neighbours", () => {
  const road = drawGround(["...", "===", "..."])[0]?.d ?? "";
  expect(road).toContain(`M0 ${CELL}m5 5l-10 0`);
  expect(road.split("M").length - 1).toBe(6);
});

test("a road that goes down in steps is one curve", () => {
  const road = drawGround(["==.", ".==", "..="])[0]?.d ?? "";
  expect(road).toContain("M10 0m5 10q0 -5 -5 -5");
  expect(road).toContain("M10 10m5 0q0 5 5 5");
});

test("a map of every kind stays a handful of paths", () => {
  const rows = Array.from({ length: 40 }, (_, y) => Array.from({ length: 40 }, (_, x) => GROUNDS[(x * 3 + y * 5) % 14]?.sign).join(""));
  expect(drawGround(rows).length).toBeLessThan(32);
});

test("a part is drawn as it is in the whole", () => {
  const rows = Array.from({ length: 40 }, (_, y) => Array.from({ length: 40 }, (_, x) => GROUNDS[(x * 3 + y * 5) % 14]?.sign).join(""));
  const part = { x: 15, y: 21, width: 3, height: 4 };
  // the pieces of all paths that begin at a cell or in its middle, by place
  const pieces = (strokes: ReturnType<typeof drawGround>, east: number, south: number): string[] =>
    strokes.flatMap(({ d, stroke }) =>
      [...d.matchAll(/M(\d+) (\d+)([^MQ]+)(?=M|$)/g)].flatMap(([, x, y, rest]) => {
        const [column, row] = [Number(x) / CELL + east, Number(y) / CELL + south];
        const within = column >= part.x && row >= part.y && column < part.x + part.width && row < part.y + part.height;
        return within ? [`${stroke} ${column} ${row} ${rest}`] : [];
      }),
    );
  const drawn = drawPart(rows, part);
  expect(pieces(drawn.strokes, drawn.x, drawn.y)).toEqual(pieces(drawGround(rows), 0, 0));
  expect(pieces(drawn.strokes, drawn.x, drawn.y).length).toBeGreaterThan(12);
});
