import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { contactOf, flickedSize, speedIndex, USUAL_SPEEDS, type Flick } from "./aim";
import { FilmReel } from "./film";
import { FILMS, sceneWith, START } from "./lesson-scene";
import { RANGE_BLOCK, USUAL, type Deed } from "./scene";
import { Slide } from "./slide.svelte";

let now = 0;
let due: ((now: number) => void) | undefined;

beforeEach(() => {
  now = 1000;
  due = undefined;
  vi.stubGlobal("performance", { now: () => now });
  vi.stubGlobal("requestAnimationFrame", (tick: (now: number) => void) => ((due = tick), 1));
  vi.stubGlobal("cancelAnimationFrame", () => (due = undefined));
});
afterEach(() => void vi.unstubAllGlobals());

/** Lets `ms` pass, at 60 frames a second; how many frames were asked for. */
function pass(ms: number): number {
  const end = now + ms;
  let frames = 0;
  while (now < end) {
    now += 1000 / 60;
    const tick = due;
    due = undefined;
    if (tick) frames++;
    tick?.(now);
  }
  return frames;
}

function flick(unit: number, deed: Deed, degrees: number, speed: number): Flick {
  const direction = 10 * degrees;
  const angle = START.find(({ id }) => id === unit)?.angle ?? 0;
  return {
    deed,
    unit,
    direction,
    speed: speedIndex(speed, USUAL_SPEEDS),
    contact: contactOf(angle, flickedSize(USUAL, deed), direction, 0, USUAL),
  };
}

test("a flicked block has moved before the next frame is asked for, and slides until it rests", () => {
  const slide = new Slide();
  slide.start(flick(1, "move", 90, 1), sceneWith(START), 4);
  // 1 m/s for a sixtieth of a second
  expect((slide.drawn?.y ?? 0) - 350).toBeCloseTo(16.3, 1);
  expect([slide.drawn?.x, slide.drawn?.angle, slide.ply]).toEqual([expect.closeTo(300), expect.closeTo(0), 4]);
  pass(2000);
  expect(slide.drawn?.y).toBeCloseTo(350 + 1000 / (2 * 0.25 * 9.80665), 0);
  // who waits asks for no more frames
  expect(pass(100)).toBe(0);
});

test("it waits where it would touch another block, and goes back if it is not taken", () => {
  const slide = new Slide();
  slide.start(flick(1, "move", 86, 4), sceneWith(START), 4);
  pass(400);
  const { x, y } = slide.drawn ?? { x: 0, y: 0 };
  // the Ink archer lies at 330, 800
  expect(y).toBeGreaterThan(740);
  expect(y).toBeLessThan(780);
  slide.undo();
  expect(slide.ply).toBeNull();
  pass(90);
  const half = slide.drawn?.y ?? 0;
  expect(half).toBeGreaterThan(400);
  expect(half).toBeLessThan(y);
  expect(x).toBeGreaterThan(300);
  pass(200);
  expect([slide.drawn, slide.from]).toEqual([null, null]);
});

test("a range block leaves the archer's top and falls onto the table", () => {
  const slide = new Slide();
  slide.start(flick(0, "range", 60, 1.9), sceneWith(START), 1);
  expect(slide.drawn).toMatchObject({ id: RANGE_BLOCK, z: 15 });
  pass(50);
  expect(slide.drawn?.z).toBeLessThan(15);
  pass(150);
  expect(slide.drawn?.z).toBe(0);
});

test("the server's film goes on where the slide is drawn, and is on its own path a moment later", () => {
  const film = FILMS[3];
  if (!film) throw new Error("no film");
  const slide = new Slide();
  slide.start(flick(0, "range", 59.6, 1.9), sceneWith(START), 1);
  pass(100);
  const drawn = slide.take();
  if (!drawn) throw new Error("nothing slides");
  expect(slide.drawn).toBeNull();
  const [own, joined] = [new FilmReel(film), new FilmReel(film)];
  const frame = joined.join(drawn);
  // seven frames after it was flicked
  expect(frame).toBeGreaterThanOrEqual(4);
  expect(frame).toBeLessThanOrEqual(7);
  const at = (reel: FilmReel, n: number) => reel.at(n).find(({ id }) => id === RANGE_BLOCK) ?? { x: 0, y: 0 };
  expect(at(joined, frame)).toEqual({
    ...drawn,
    x: expect.closeTo(drawn.x),
    y: expect.closeTo(drawn.y),
    z: expect.closeTo(drawn.z),
    angle: expect.closeTo(drawn.angle),
  });
  expect(at(joined, frame + 8)).toEqual(at(own, frame + 8));
  // a block that the film does not move begins it
  expect(new FilmReel(film).join({ ...drawn, id: 3 })).toBe(0);
});
