import { expect, test } from "vitest";
import { changed } from "./ink";
import { BARE, painted } from "./plan";

test("what changed is looked for with one cell around it, within the map", () => {
  expect(changed(BARE, BARE)).toBeNull();
  expect(
    changed(
      BARE,
      painted(
        BARE,
        [
          { x: 7, y: 9 },
          { x: 8, y: 12 },
        ],
        "w",
      ),
    ),
  ).toEqual({ x: 6, y: 8, width: 4, height: 6 });
  expect(changed(BARE, painted(BARE, [{ x: 0, y: 39 }], "w"))).toEqual({ x: 0, y: 38, width: 2, height: 2 });
});
