import { expect, test } from "vitest";
import { TAG, uncovered } from "./tags";

const at = (x: number, y: number) => ({ x, y });

test("a tag that would cover one before it is left out", () => {
  const [likely, near, far] = [at(100, 100), at(100 + TAG.wide - 1, 100 - TAG.high + 1), at(300, 100)];
  expect(uncovered([likely, near, far])).toEqual([likely, far]);
});

test("tags beside and above each other are all shown", () => {
  const all = [at(100, 100), at(100 + TAG.wide, 100), at(100, 100 - TAG.high)];
  expect(uncovered(all)).toEqual(all);
});

test("what was left out covers nothing", () => {
  const row = [at(0, 0), at(30, 0), at(60, 0)];
  expect(uncovered(row)).toEqual([row[0], row[2]]);
});
