import { expect, test } from "vitest";
import { DICE } from "./chance";

test("one roll is one, and several are rolls", () => {
  const luck = { seat: 0, actual: 8, expected: 7 };
  expect(DICE.told({ ...luck, rolls: 1 })).toBe("1 roll: 8 against 7.0 expected (+1.0)");
  expect(DICE.told({ ...luck, rolls: 2 })).toMatch(/^2 rolls: /);
});
