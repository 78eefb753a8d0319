import { expect, test } from "vitest";
import type { Block, Scene } from "./scene";
import { called, countedTogether, lettersOf, scoreOf, titled, withoutCourse } from "./wording";

const block = (id: number, x: number, y: number, side: Block["side"], kind: Block["kind"] = side === null ? null : "pike"): Block => ({
  id,
  x,
  y,
  angle: 0,
  side,
  kind,
  broken: side === null,
});

test("blocks that are called the same have letters, which follow their places and not what they are", () => {
  const blocks = [block(0, 100, 100, 0), block(1, 50, 900, 0), block(2, 300, 300, 1), block(3, 400, 80, null), block(4, 400, 700, null)];
  const letters = lettersOf(blocks, 0);
  expect(blocks.map((one) => called(one, letters))).toEqual([
    "Ivory's pike B",
    "Ivory's pike A",
    "Ink's pike",
    "broken block B",
    "broken block A",
  ]);
  expect(blocks.map((one) => titled(one, letters, 0))).toEqual(["Pike B", "Pike A", "Ink's pike", "Broken block B", "Broken block A"]);
  // from the other side of the table; the numbers of blocks change nothing
  expect([...lettersOf(blocks, 1)].sort()).toEqual([0, 1, 3, 4].map((id) => [id, id % 3 === 0 ? "A" : "B"]));
  const again = blocks.map((one) => ({ ...one, id: 9 - one.id })).reverse();
  expect(again.map((one) => called(one, lettersOf(again, 0))).reverse()).toEqual(blocks.map((one) => called(one, letters)));
});

test("blocks that are placed out of sight one after the other are counted together", () => {
  expect(countedTogether("Ink places 1 block out of sight.", 7)).toBe("Ink places 7 blocks out of sight.");
  expect(countedTogether("Ink lines up again, out of sight.", 2)).toBe("Ink lines up again, out of sight.");
});

test("next to the bench a line leaves out direction and speed", () => {
  expect(withoutCourse("Ivory's pike breaks Ink's pike. Charge by finger: 90.0°, 2.18 m/s.")).toBe("Ivory's pike breaks Ink's pike.");
  expect(withoutCourse("The computer aims with its archer. Shot: 4.0°, 2.00 m/s.")).toBe("The computer aims with its archer.");
  expect(withoutCourse("Ivory reveals a pike card.")).toBe("Ivory reveals a pike card.");
});

test("the score counts the units that still fight, and the games won where there are several", () => {
  const tally = (unbroken: number[]): Scene["tally"][number] => ({ dealt: [2, 1, 1], unbroken, broken: [1, 0, 0], routed: [0, 0, 0] });
  const scene = { turn: 3, tally: [tally([1, 1, 1]), tally([0, 0, 1])], best_of: 1, wins: [0, 1] } as unknown as Scene;
  expect([scoreOf(scene, 0), scoreOf(scene, 1)]).toEqual([[[3, "left"]], [[1, "left"]]]);
  expect(scoreOf({ ...scene, best_of: 3 }, 1)).toEqual([
    [1, "left"],
    [1, "won"],
  ]);
  // nothing is placed yet
  expect(scoreOf({ ...scene, turn: 0 }, 0)).toEqual([]);
});
