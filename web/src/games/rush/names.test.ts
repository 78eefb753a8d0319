import { expect, test } from "vitest";
import { pitchOf } from "./layout";
import { nameBox, pieceBoxes, spotsOf, type Box, type Token } from "./names";

const token = (id: number, x: number, y: number, more: Partial<Token> = {}): Token => ({
  id,
  x,
  y,
  role: "Striker",
  angle: 0,
  prone: false,
  ball: false,
  ...more,
});
const spots = (...tokens: Token[]): unknown[] => [...spotsOf(tokens, null)];

test("a role stands below, above one who looks down, and nowhere where another stands", () => {
  expect(spots(token(1, 0, 0))).toEqual([[1, "below"]]);
  expect(spots(token(1, 0, 0, { angle: 60 }))).toEqual([[1, "above"]]);
  expect(spots(token(1, 0, 0, { angle: -60 }), token(2, 20, 34.6, { role: "Jack" }))).toEqual([[2, "below"]]);
  expect(spots(token(1, 0, 0), token(2, 20, 34.6))).toEqual([
    [1, "above"],
    [2, "below"],
  ]);
  expect([...spotsOf([token(1, 0, 0, { angle: -60 })], { x: 0, y: 20 })]).toEqual([]);
});

test("no role covers a piece or another role, however twelve players stand", () => {
  let seed = 7;
  const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
  let [named, covered] = [0, 0];
  for (let match = 0; match < 200; match++) {
    const pitch = pitchOf(match % 2 === 0 ? 0 : -90);
    // all in a part of the pitch, so that many are neighbours
    const hexes = [...new Set(Array.from({ length: 12 }, () => 60 + random(70)))];
    const tokens = hexes.map((hex, id) =>
      token(id, pitch.middle(hex).x, pitch.middle(hex).y, {
        role: ["Striker", "Jack", "Guard"][random(3)] ?? "",
        angle: pitch.angle(random(6)),
        prone: random(5) === 0,
        ball: id === 0,
      }),
    );
    const found = spotsOf(tokens, null);
    named += found.size;
    const names = tokens.flatMap((one) => {
      const spot = found.get(one.id);
      return spot ? [{ id: one.id, box: nameBox(one, spot) }] : [];
    });
    const things = [...names, ...tokens.flatMap((one) => pieceBoxes(one).map((box) => ({ id: one.id, box })))];
    const apart = (a: Box, b: Box): boolean => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
    covered += names.filter(({ id, box }) => things.some((other) => other.id !== id && !apart(box, other.box))).length;
  }
  expect(covered).toBe(0);
  expect(named).toBeGreaterThan(800);
});
