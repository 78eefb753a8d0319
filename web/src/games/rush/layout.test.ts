import { expect, test } from "vitest";
import type { Turn } from "../../lib/board/hexes";
import type { Point } from "../../lib/board/lens";
import { dugout, SPOT } from "./dugout";
import { frame, HEXES, hexName, isOwnHalf, pitchOf, turnOf } from "./layout";
import type { Player } from "./scene";

const TURNS: Turn[] = [0, -90, 90, 180];
const hexes = HEXES.numbers;
const centre = (hex: number, turn: Turn): Point => pitchOf(turn).middle(hex);
/** A player on the bench, or who has turns to miss. */
const off = (id: number, out = 0): Player => ({ id, seat: id < 8 ? 0 : 1, hex: null, where: out ? "out" : "bench", out }) as Player;
const named = (name: string): number => hexes.find((hex) => hexName(hex) === name) ?? -1;

test("201 hexes have names from A1 to K16", () => {
  expect(hexes.length).toBe(201);
  expect([0, 15, 90, 100, 110, 200].map(hexName)).toEqual(["A1", "A16", "F1", "F11", "F21", "K16"]);
  expect(new Set(hexes.map(hexName)).size).toBe(201);
});

test("the halves are alike, and the middle belongs to neither", () => {
  expect([0, 1, null].map((seat) => hexes.filter((hex) => isOwnHalf(hex, seat)).length)).toEqual([98, 98, 0]);
  expect([isOwnHalf(named("F1"), 0), isOwnHalf(named("F11"), 0), isOwnHalf(named("F12"), 1)]).toEqual([true, false, true]);
});

test("a high picture has the own end at the bottom", () => {
  const [west, east, north] = [named("F1"), named("F21"), named("A8")];
  expect([turnOf(false, 0), turnOf(false, 1)]).toEqual([0, 180]);
  expect(centre(east, turnOf(false, 1)).x).toBeLessThan(-300);
  expect(centre(west, turnOf(true, 0)).y).toBeGreaterThan(300);
  expect(centre(east, turnOf(true, 1)).y).toBeGreaterThan(300);
  expect(centre(north, -90).x).toBeLessThan(0);
  expect(centre(north, 90).x).toBeGreaterThan(0);
});

test("the whole pitch and its tracks stand within the picture", () => {
  const squad = Array.from({ length: 16 }, (_, id) => off(id, id % 8 < 3 ? 0 : (id % 8) + 4));
  for (const turn of TURNS) {
    const { width, height, middle } = frame(pitchOf(turn));
    const inside = (x: number, y: number): boolean =>
      middle.x + x >= 0 && middle.y + y >= 0 && middle.x + x <= width && middle.y + y <= height;
    expect(
      hexes.every(
        (hex) => inside(centre(hex, turn).x - 20, centre(hex, turn).y - 20) && inside(centre(hex, turn).x + 20, centre(hex, turn).y + 20),
      ),
    ).toBe(true);
    const boxes = [0, 1].flatMap((seat) => dugout(squad, seat, pitchOf(turn)));
    expect(boxes.every((box) => inside(box.x, box.y) && inside(box.x + box.width, box.y + box.height))).toBe(true);
    expect(boxes.flatMap((box) => box.players.map(({ id }) => id)).sort((a, b) => a - b)).toEqual(squad.map(({ id }) => id));
  }
});

test("the bench is at the own end, and a box nearer to the middle means a turn more", () => {
  for (const turn of TURNS) {
    const along = (box: { x: number; y: number }): number => ({ 0: box.x, 180: -box.x, 90: box.y, [-90]: -box.y })[turn];
    const home = dugout([], 0, pitchOf(turn)).map(along);
    const visitor = dugout([], 1, pitchOf(turn)).map(along);
    expect(home).toEqual([...home].sort((a, b) => a - b));
    expect(visitor).toEqual([...visitor].sort((a, b) => b - a));
    expect(home.length).toBe(4);
  }
});

test("who is off the pitch stands in the box of the turns to miss, apart from the others", () => {
  const boxes = dugout([off(1), off(2), off(4, 2), off(9)], 0, HEXES);
  expect(boxes.map((box) => box.players.map(({ id }) => id))).toEqual([[1, 2], [], [4], []]);
  const [one, two] = boxes[0]?.players ?? [];
  expect((two?.at.x ?? 0) - (one?.at.x ?? 0)).toBeCloseTo(SPOT);
  // a whole team on the bench: what stands below the last one does not lie on the frame
  const [bench] = dugout(
    [0, 1, 2, 3, 4, 5, 6, 7].map((id) => off(id)),
    0,
    HEXES,
  );
  const [last = 0, before = 0] = bench?.players.map(({ at }) => at.x).reverse() ?? [];
  expect((bench?.x ?? 0) + (bench?.width ?? 0) - last).toBeGreaterThan((last - before) / 2 + 3);
  for (const box of boxes) for (const { at } of box.players) expect(at.x > box.x && at.x < box.x + box.width).toBe(true);
});
