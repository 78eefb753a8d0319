import { expect, test } from "vitest";
import { Actions } from "./actions";

const size = (name: string, size: number) => ({ name, size });
const ACTIONS = new Actions([
  { name: "pass", fields: [] },
  { name: "move", fields: [size("tile", 121)] },
  { name: "flick", fields: [size("unit", 24), size("direction", 3600), size("speed", 191)] },
]);

test("kinds follow each other, the last field counts fastest", () => {
  expect([ACTIONS.pack("pass", {}), ACTIONS.pack("move", { tile: 5 }), ACTIONS.first("flick")]).toEqual([0, 6, 122]);
  expect(ACTIONS.pack("flick", { speed: 190, unit: 2, direction: 7 })).toBe(122 + (2 * 3600 + 7) * 191 + 190);
});

test("what is packed can be unpacked, also where 32 bits do not hold it", () => {
  const large = new Actions([
    { name: "none", fields: [size("a", 3_000_000), size("b", 3000)] },
    { name: "some", fields: [size("x", 2001), size("y", 2001), size("angle", 180)] },
  ]);
  const fields = { x: 2000, y: 3, angle: 179 };
  const action = large.pack("some", fields);
  expect(action).toBeGreaterThan(2 ** 33);
  expect(large.unpack(action)).toEqual({ kind: "some", fields });
  for (const action of [0, 1, 121, 122, 122 + 24 * 3600 * 191 - 1]) {
    const { kind, fields } = ACTIONS.unpack(action);
    expect(ACTIONS.pack(kind, fields)).toBe(action);
  }
});

test("what is not declared is refused", () => {
  expect(() => ACTIONS.unpack(-1)).toThrow("no action has the number -1");
  expect(() => ACTIONS.unpack(122 + 24 * 3600 * 191)).toThrow(RangeError);
  expect(() => ACTIONS.pack("jump", {})).toThrow("the kind jump");
  expect(() => ACTIONS.pack("move", {})).toThrow("tile of move must be from 0 to 120, not missing");
  expect(() => ACTIONS.pack("move", { tile: 121 })).toThrow("not 121");
  expect(() => ACTIONS.pack("move", { tile: 0.5 })).toThrow(RangeError);
});

test("an action reads as the game says it", () => {
  const told = new Actions([
    { name: "pass", fields: [], text: "pass" },
    { name: "move", fields: [{ name: "pawn", size: 2, labels: ["Ann", "Bob"] }, size("tile", 30)], text: "move {pawn} to {tile}" },
  ]);
  expect([0, 1 + 30 + 7].map((action) => told.text(action))).toEqual(["pass", "move Bob to 7"]);
  // the label of a field that has some, but not for this value
  const rolled = new Actions([{ name: "roll", fields: [{ name: "die", size: 3, labels: ["one"] }], text: "roll {die}" }]);
  expect([0, 2].map((action) => rolled.text(action))).toEqual(["roll one", "roll 2"]);
  expect(ACTIONS.text(0)).toBe("");
  expect(told.kind("move")?.fields).toHaveLength(2);
  expect(told.kind("jump")).toBeUndefined();
});
