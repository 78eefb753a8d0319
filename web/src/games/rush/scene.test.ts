import { expect, test } from "vitest";
import { describeHex, legs, percent, wayOf, type Pitch, type Player, type Shown } from "./scene";

const PITCH: Pitch = {
  rows: [],
  zones: [
    { hexes: [7, 8], strike: 8, bonus: 7, points: [1, 2], scorer: 0, name: "Visitor's north zone" },
    { hexes: [105, 106, 109], strike: 109, bonus: 105, points: [3, 4], scorer: 0, name: "Visitor's end zone" },
  ],
  launch: [100],
  gates: [
    [0, 185],
    [15, 200],
  ],
};

function seenWith(players: Partial<Player>[], more: Partial<Shown> = {}): Shown {
  return {
    shown: players as Player[],
    ballShown: { hex: null, carrier: null },
    ways: new Map(),
    threatened: new Set(),
    near: 0,
    ...more,
  };
}

test("a hex is described by its name, its zone and its marks", () => {
  const told = [100, 105, 106, 109, 185, 15].map((hex) => describeHex(PITCH, seenWith([]), hex));
  expect(told).toEqual([
    "F11, launch hex; free",
    "F16, Visitor's end zone, bonus hex, a strike from here scores 4; free",
    "F17, Visitor's end zone; free",
    "F20, Visitor's end zone, strike hex, 3 points, 4 from the bonus hex; free",
    "K1, Home's entry; free",
    "A16, Visitor's entry; free",
  ]);
});

test("who stands there, the ball, and what a tap does belong to it", () => {
  const home: Partial<Player> = { id: 2, seat: 0, number: 3, name: "Human Jack", facing: 1, prone: false, ball: true, hex: 101 };
  const visitor: Partial<Player> = { id: 8, seat: 1, number: 1, name: "Orc", facing: 3, prone: true, ball: false, hex: 102 };
  const seen = seenWith([home, visitor], {
    ballShown: { hex: 103, carrier: null },
    ways: new Map([
      [104, { says: "run to F15, 67 %" }],
      [102, { says: "slam Visitor 1" }],
      [101, { says: "" }],
    ]),
    threatened: new Set([103]),
  });
  expect(describeHex(PITCH, seen, 101)).toBe("F12; Home 3, Human Jack, faces forward left, has the ball");
  expect(describeHex(PITCH, seen, 102)).toBe("F13; Visitor 1, Orc, prone; slam Visitor 1");
  expect(describeHex(PITCH, seen, 103)).toBe("F14; the ball lies here; threatened");
  expect(describeHex(PITCH, seen, 104)).toBe("F15; free; run to F15, 67 %");
  expect(describeHex(PITCH, seen, 104, false)).toBe("free; run to here, 67 %");
});

test("directions are those of the goal one scores in, and of who looks at the pitch", () => {
  expect([0, 1, 2, 3, 4, 5].map((side) => wayOf(side, 0))).toEqual([
    "forward",
    "forward left",
    "back left",
    "back",
    "back right",
    "forward right",
  ]);
  expect([3, 4, 0].map((side) => wayOf(side, 1))).toEqual(["forward", "forward left", "back"]);
  expect([0, 1].map((near) => describeHex(PITCH, seenWith([], { near }), 8).split(",")[1])).toEqual([
    " Visitor's left zone",
    " Visitor's right zone",
  ]);
});

test("only what is certain reads as certain", () => {
  expect([0, 0.001, 0.5, 0.667, 0.999, 1].map(percent)).toEqual([
    "0\u00a0%",
    "1\u00a0%",
    "50\u00a0%",
    "67\u00a0%",
    "99\u00a0%",
    "100\u00a0%",
  ]);
});

test("a planned way begins where its player stands by then", () => {
  const players = [
    { id: 1, hex: 100 },
    { id: 2, hex: null },
  ] as Player[];
  const chip = (actor: number, ...path: number[]): { actor: number; offer: { path: number[] } } => ({ actor, offer: { path } });
  expect(legs(players, [chip(1, 101, 102), chip(2, 0, 1), chip(1), chip(1, 103)])).toEqual([[100, 101, 102], [0, 1], [102], [102, 103]]);
});
