import { expect, test } from "vitest";
import { live } from "../../../lib/browser/live.svelte";
import { Session } from "./session.svelte";

const count = (session: Session, sign: string): number => session.rows.join("").split(sign).length - 1;
const at = (x: number, y: number) => ({ x, y });

function holding(sign: string, tool: Session["tool"]): Session {
  const session = new Session();
  session.hold(sign);
  session.choose(tool);
  return session;
}

test("a stroke is seen while it is drawn and is one step", () => {
  const session = holding("w", "brush1");
  session.press(at(3, 3));
  session.drag(at(6, 3));
  expect([count(session, "w"), session.canUndo]).toEqual([4, false]);
  session.release();
  expect([count(session, "w"), session.canUndo]).toEqual([4, true]);
  session.undo();
  expect(count(session, "w")).toBe(0);
});

test("a second finger takes a stroke, a fill and a pick back", () => {
  for (const tool of ["brush3", "fill", "box", "pick"] as const) {
    const session = holding("w", tool);
    session.press(at(3, 3));
    session.cancel();
    session.release();
    expect([session.rows.join("").includes("w"), session.canUndo, session.sign]).toEqual([false, false, "w"]);
  }
});

test("a box shrinks again while it is drawn, and stays on the map", () => {
  const session = holding("c", "box");
  session.press(at(35, 35));
  session.drag(at(60, 50));
  expect(count(session, "c")).toBe(25);
  session.drag(at(36, 35));
  session.release();
  expect(count(session, "c")).toBe(2);
});

test("what changes nothing is no step, and is said", () => {
  const session = holding(".", "fill");
  session.press(at(0, 0));
  session.release();
  expect([session.canUndo, live.polite]).toEqual([false, "That is already open."]);
});

test("a pick leads back to the brush", () => {
  const session = holding("R", "brush1");
  session.press(at(1, 1));
  session.release();
  session.choose("pick");
  session.press(at(0, 0));
  session.release();
  expect([session.sign, session.tool]).toEqual([".", "brush1"]);
});

test("signs and digits choose a ground, other keys do not", () => {
  const session = new Session();
  const held = ["H", "1", "4", "0"].map((key) => (session.key(key), session.sign));
  expect(held).toEqual(["H", ".", "w", "f"]);
  expect(session.key("q")).toBe(false);
});

test("the keyboard's cell stays on the map", () => {
  const session = new Session();
  session.step(0, -1);
  for (let n = 0; n < 9; n++) session.step(8, -8);
  expect(session.cursor).toEqual(at(39, 0));
  expect(live.polite).toBe("row 1, column 40 in E5: open.");
});

test("a tap with the hand chooses the square of a battlefield, where one is looked at", () => {
  const session = holding("w", "hand");
  session.press(at(0, 39));
  session.release();
  expect(session.field).toBeNull();
  session.field = { square: 12, side: 2, shift: 0 };
  session.press(at(0, 39));
  session.release();
  expect(session.field).toEqual({ square: 20, side: 2, shift: 4 });
});
