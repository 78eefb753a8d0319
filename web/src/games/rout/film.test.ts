import { expect, test } from "vitest";
import { FilmReel, highlight, knocks, outcome } from "./film";
import { RANGE_BLOCK, type Film, type FilmEvent } from "./scene";

const packed = (numbers: number[]): string => btoa(String.fromCharCode(...new Uint8Array(Int16Array.from(numbers).buffer)));
const touch = (frame: number, blow: number): FilmEvent => ({ frame, kind: "touch", block: 1, blow });

const FILM: Film = {
  ply: 9,
  deed: "range",
  unit: 0,
  side: 0,
  kind: "archer",
  direction: 90,
  speed: 1,
  finger: false,
  meant: null,
  fps: 60,
  frames: 4,
  range: true,
  blocks: [
    { id: 0, x: 50, y: 50, angle: 0, side: 0, kind: "archer", broken: false },
    { id: 1, x: 100, y: 900, angle: 10, side: 1, kind: "pike", broken: false },
  ],
  tracks: [
    // starts one frame late
    { block: 1, first: 1, data: packed([1000, 9000, 1000, 0, 600, 17500, 0, 600, 100]) },
    { block: RANGE_BLOCK, first: 0, data: packed([500, 500, 0, 0, -10, -50, 0, -10, 0, 0, -10, 0]), z: packed([150, 150, 75, 0]) },
  ],
  events: [touch(1, 0.02), { frame: 3, kind: "leave", block: 1, blow: 0 }, { frame: 3, kind: "fall", block: 1, blow: 0 }],
  first_touched: 1,
  broke: null,
  routed: [],
  back: [1],
};
const reel = new FilmReel(FILM);
const at = (id: number, frame: number) => reel.at(frame).find((placed) => placed.id === id);

test("tracks are sums of differences; what does not move stays", () => {
  expect(at(1, 2)).toEqual({ id: 1, x: 100, y: 960, angle: 185, z: 0 });
  expect(at(0, 3)).toEqual({ id: 0, x: 50, y: 50, angle: 0, z: 0 });
  expect(at(RANGE_BLOCK, 1)).toEqual({ id: RANGE_BLOCK, x: 50, y: 49, angle: -0.5, z: 15 });
});

test("a track stands still before its first frame and after its last", () => {
  expect(at(1, 0)).toEqual(at(1, 1));
  expect(at(1, 99)).toEqual(at(1, 3));
});

test("between two frames everything is in between", () => {
  expect(at(1, 1.5)).toMatchObject({ y: 930, angle: 97.5 });
  expect(at(RANGE_BLOCK, 2.5)?.z).toBeCloseTo(3.75);
});

test("a trail ends where the block is", () => {
  expect(reel.trail(1, 0.5)).toEqual([]);
  expect(reel.trail(1, 2.5)).toEqual([
    [100, 900],
    [100, 960],
    [100, 990],
  ]);
  expect(reel.trail(0, 3)).toEqual([]);
  expect(reel.movers).toEqual([1, RANGE_BLOCK]);
});

test("what leaves goes on as fast as it crossed the edge", () => {
  expect(reel.exit(1)).toEqual({ frame: 3, x: 100, y: 1020, vx: 0, vy: 3600 });
  expect(reel.exit(0)).toBeNull();
});

test("of touches at the same moment the hardest is heard, and nothing twice", () => {
  const events = [touch(3, 0.01), touch(4, 0.03), touch(9, 0.01), { frame: 4, kind: "fall", block: 1, blow: 0 } as FilmEvent];
  expect(knocks(events, 2, 4)).toEqual([touch(4, 0.03), events[3]]);
  expect(knocks([{ frame: 4, kind: "leave", block: 1, blow: 0 }], 2, 4)).toEqual([]);
  expect(knocks(events, 4, 8)).toEqual([]);
  expect(knocks(events, 8, 9)).toEqual([touch(9, 0.01)]);
});

test("what mattered is the touch that broke somebody, or else the fall of who was routed", () => {
  const long = { ...FILM, frames: 200, events: [touch(60, 0.02), { frame: 150, kind: "leave", block: 1, blow: 0 } as FilmEvent] };
  expect(highlight(long)).toBeNull();
  expect(highlight({ ...long, broke: 1 })).toEqual({ from: 45, to: 84 });
  expect(highlight({ ...long, routed: [1] })).toEqual({ from: 135, to: 174 });
  expect(highlight({ ...long, broke: 1, frames: 70 })).toEqual({ from: 45, to: 69 });
  expect(highlight({ ...long, broke: 1, events: [touch(3, 0.02)] })).toEqual({ from: 0, to: 27 });
});

test("the result of a flick is given in a word", () => {
  expect(outcome(FILM)).toBe("");
  expect(outcome({ ...FILM, broke: 1 })).toBe("Broken");
  expect(outcome({ ...FILM, routed: [1] })).toBe("Routed");
  expect(outcome({ ...FILM, routed: [1, 2] })).toBe("2 routed");
  expect(outcome({ ...FILM, broke: 1, routed: [1] })).toBe("Broken, routed");
});
