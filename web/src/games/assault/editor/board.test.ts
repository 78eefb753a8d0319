import { expect, test } from "vitest";
import type { Bounds } from "../../../lib/forms/settings";
import { keptClear, painted, read, resized, write } from "./board";

const BOUNDS: Bounds = { side: [5, 10], from_start: [3, 8] };
const BOARD = "# a remark\nS....S\n......\n...I..\n..I...\n......\nS....S\n";

test("a board is read and written, and what is none is left to the server", () => {
  const rows = read(BOARD, BOUNDS) ?? [];
  expect(rows).toHaveLength(6);
  expect(read(write(rows), BOUNDS)).toEqual(rows);
  for (const wrong of ["", "S...S", BOARD.replace("I", "X"), BOARD.replace("S....S", "......"), BOARD.replace("......", ".....")])
    expect(read(wrong, BOUNDS)).toBeNull();
});

test("a tile is painted with the one that half a turn brings it to", () => {
  const rows = read(BOARD, BOUNDS) ?? [];
  expect(painted(rows, 1, 2, "M", BOUNDS)).toEqual(["S....S", "......", ".M.I..", "..I.M.", "......", "S....S"]);
  expect(painted(rows, 3, 2, ".", BOUNDS).join("")).not.toContain("I");
});

test("starts stay, and what lies near them stays plain", () => {
  const rows = read(BOARD, BOUNDS) ?? [];
  expect([keptClear(rows, 0, 0, BOUNDS), keptClear(rows, 1, 1, BOUNDS), keptClear(rows, 2, 1, BOUNDS)]).toEqual([true, true, false]);
  expect(painted(rows, 0, 0, "R", BOUNDS)).toBe(rows);
  expect(painted(rows, 1, 1, "R", BOUNDS)).toBe(rows);
});

test("how large a board is and what is kept clear are the server's to say", () => {
  expect(read(BOARD, { ...BOUNDS, side: [7, 10] })).toBeNull();
  const rows = read(BOARD, BOUNDS) ?? [];
  expect(painted(rows, 1, 1, "R", { ...BOUNDS, from_start: [2, 8] })[1]).toBe(".R....");
});

test("another size keeps the middle, looks the same after half a turn and has its starts", () => {
  const rows = read(BOARD, BOUNDS) ?? [];
  for (const [width, height] of [
    [9, 6],
    [10, 10],
    [7, 9],
    [5, 5],
  ] as const) {
    const made = resized(rows, width, height, BOUNDS);
    expect(read(write(made), BOUNDS)).toEqual(made);
    expect([made.length, made[0]?.length]).toEqual([height, width]);
    expect([...made.join("")].reverse().join("")).toBe(made.join(""));
  }
  expect(resized(rows, 8, 8, BOUNDS)[3]).toBe("....I...");
  expect(resized(rows, 8, 8, BOUNDS)[4]).toBe("...I....");
});
