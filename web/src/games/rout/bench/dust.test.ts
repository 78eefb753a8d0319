import { expect, test } from "vitest";
import { seen } from "./dust";

test("dust comes and goes slowly, and is gone when it has settled", () => {
  expect([seen(0, 9), seen(1.25, 7.75), seen(5, 4), seen(100, 4), seen(8, 1.25), seen(9, 0), seen(20, -11)]).toEqual([
    0, 0.5, 1, 1, 0.5, 0, 0,
  ]);
});
