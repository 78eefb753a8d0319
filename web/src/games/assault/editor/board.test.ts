import { expect, test } from "vitest";
import { keptClear, painted, read, resized, write } from "./board";

const BOARD = "# a remark\nS....S\n......\n...I..\n..I...\n......\nS....S\n";

test("a board is read and written, and what is none is left to the server", () => {
  const rows = read(BOARD) ?? [];
  expect(rows).toHaveLength(6);
  expect(read(write(rows))).toEqual(rows);
  for (const wrong of ["", "S...S", BOARD.replace("I", "X"), BOARD.replace("S....S", "......"), BOARD.replace("......", ".....")])
    expect(read(wrong)).toBeNull();
});

test("a tile is painted with the one that half a turn brings it to", () => {
  const rows = read(BOARD) ?? [];
  expect(painted(rows, 1, 2, "M")).toEqual(["S....S", "......", ".M.I..", "..I.M.", "......", "S....S"]);
  expect(painted(rows, 3, 2, ".").join("")).not.toContain("I");
});

test("starts stay, and what lies near them stays plain", () => {
  const rows = read(BOARD) ?? [];
  expect([keptClear(rows, 0, 0), keptClear(rows, 1, 1), keptClear(rows, 2, 1)]).toEqual([true, true, false]);
  expect(painted(rows, 0, 0, "R")).toBe(rows);
  expect(painted(rows, 1, 1, "R")).toBe(rows);
});

test("another size keeps the middle, looks the same after half a turn and has its starts", () => {
  const rows = read(BOARD) ?? [];
  for (const [width, height] of [
    [9, 6],
    [10, 10],
    [7, 9],
    [5, 5],
  ] as const) {
    const made = resized(rows, width, height);
    expect(read(write(made))).toEqual(made);
    expect([made.length, made[0]?.length]).toEqual([height, width]);
    expect([...made.join("")].reverse().join("")).toBe(made.join(""));
  }
  expect(resized(rows, 8, 8)[3]).toBe("....I...");
  expect(resized(rows, 8, 8)[4]).toBe("...I....");
});
