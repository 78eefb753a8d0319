import { expect, test } from "vitest";
import { area, BARE, between, fileName, mirrored, painted, read, signAt, turned, under, way, write, type Cell } from "./plan";

const spots = (...cells: [number, number][]): Cell[] => cells.map(([x, y]) => ({ x, y }));
const count = (rows: readonly string[], sign: string): number => rows.join("").split(sign).length - 1;

test("paint changes its cells only, and nothing where nothing differs", () => {
  const rows = painted(BARE, spots([0, 0], [39, 39], [40, 3], [-1, 0]), "w");
  expect(count(rows, "w")).toBe(2);
  expect([rows[0]?.[0], rows[39]?.[39]]).toEqual(["w", "w"]);
  expect(painted(rows, spots([0, 0]), "w")).toBe(rows);
  expect(rows[5]).toBe(BARE[5]);
});

test("a brush of three covers nine cells, fewer at the edge", () => {
  expect(count(painted(BARE, under({ x: 5, y: 5 }, 3), "r"), "r")).toBe(9);
  expect(count(painted(BARE, under({ x: 0, y: 0 }, 3), "r"), "r")).toBe(4);
  expect(under({ x: 7, y: 2 }, 1)).toEqual([{ x: 7, y: 2 }]);
});

test("a quick stroke leaves no gap", () => {
  const cells = way({ x: 2, y: 30 }, { x: 17, y: 3 });
  expect([cells[0], cells.at(-1)]).toEqual([
    { x: 2, y: 30 },
    { x: 17, y: 3 },
  ]);
  for (const [n, cell] of cells.slice(1).entries()) {
    const before = cells[n] as Cell;
    expect(Math.max(Math.abs(cell.x - before.x), Math.abs(cell.y - before.y))).toBe(1);
  }
  expect(way({ x: 4, y: 4 }, { x: 4, y: 4 })).toEqual([{ x: 4, y: 4 }]);
});

test("a rectangle is the same from any of its corners", () => {
  const one = between({ x: 3, y: 8 }, { x: 5, y: 6 });
  expect(one).toHaveLength(9);
  expect(between({ x: 5, y: 6 }, { x: 3, y: 8 })).toEqual(one);
});

test("an area hangs together by sides, not by corners", () => {
  const rows = painted(BARE, spots([1, 1], [2, 1], [3, 2], [2, 2], [4, 3]), "w");
  expect(area(rows, { x: 1, y: 1 })).toHaveLength(4);
  expect(area(BARE, { x: 20, y: 20 })).toHaveLength(1600);
  expect(area(BARE, { x: 40, y: 0 })).toEqual([]);
});

test("four quarter turns and two mirrors lead back; the west comes to the north", () => {
  const rows = painted(painted(BARE, between({ x: 0, y: 5 }, { x: 0, y: 9 }), "w"), spots([30, 2]), "c");
  expect(turned(turned(turned(turned(rows))))).toEqual(rows);
  expect(mirrored(mirrored(rows))).toEqual(rows);
  expect(signAt(turned(rows), { x: 39 - 5, y: 0 })).toBe("w");
  expect(signAt(mirrored(rows), { x: 39, y: 5 })).toBe("w");
});

test("a file that is written can be read back", () => {
  const plan = { name: "Hill: of 7 # elms", kind: "very open", rows: painted(BARE, spots([0, 0], [8, 31]), "=") };
  expect(read(write(plan))).toEqual(plan);
  expect(read(`# a remark\n${write(plan)}`)).toEqual(plan);
  expect(write({ ...plan, name: "  " })).toContain("name: Unnamed\n");
});

test("texts that are not whole maps are left to the server", () => {
  const text = write({ name: "Elms", kind: "open", rows: BARE });
  for (const other of [
    "",
    "name: x",
    text.replace("....", "..."),
    text.replace("....", "..Q."),
    text.replace("class: open", "class: odd"),
  ]) {
    expect(read(other)).toBeNull();
  }
});

test("a file is named after its map", () => {
  expect([fileName("Three Fords"), fileName("Été 3!"), fileName("#")]).toEqual(["three-fords.txt", "ete-3.txt", "map.txt"]);
});
