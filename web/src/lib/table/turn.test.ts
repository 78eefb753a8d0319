import { expect, test } from "vitest";
import type { Snapshot } from "../server/protocol";
import { promptOf } from "./turn";

test("what was asked of this person is not asked any more once it was answered", () => {
  const asked = { seat: 0, to_move: 0, prompt: "Choose." } as Snapshot;
  expect([promptOf(asked, true), promptOf(asked, false)]).toEqual(["Choose.", ""]);
  expect(promptOf({ ...asked, to_move: 1 }, false)).toBe("Choose.");
  expect(promptOf({ ...asked, seat: null }, false)).toBe("Choose.");
});
