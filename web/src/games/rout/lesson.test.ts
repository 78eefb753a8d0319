import { describe, expect, it, vi } from "vitest";
import { actionOf, contactOf, flickedSize, speedIndex, type Flick } from "./aim";
import { FilmReel } from "./film";
import { ACTIONS, FILMS, flickOf, shotOf, slideOf, touched } from "./lesson-scene";
import { LESSON, type RoutStep } from "./lesson-steps";
import { RANGE_BLOCK, sceneOf, type Deed, type Scene } from "./scene";

// what a person hears is set by the browser
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined, tremble: () => undefined }));

/** A flick of `unit` at the middle of `target`, in m/s. */
function aimed(scene: Scene, deed: Deed, unit: number, target: number, speed: number): Flick {
  const [from, to] = [unit, target].map((id) => scene.blocks.find((block) => block.id === id)) as [
    Scene["blocks"][number],
    Scene["blocks"][number],
  ];
  const direction = Math.round((1800 / Math.PI) * Math.atan2(to.y - from.y, to.x - from.x));
  return {
    deed,
    unit,
    direction,
    contact: contactOf(from.angle, flickedSize(scene.table, deed), direction, 0, scene.table),
    speed: speedIndex(speed, scene.speeds),
  };
}

const stepOf = (name: string) => {
  const step = LESSON.find((one) => one.name === name) as RoutStep;
  return { judge: step.judge as (flick: Flick) => string, scene: sceneOf(step.position) };
};

describe("the lesson of ROUT!", () => {
  it("begins with a flick of any kind that stays on the table, and films that very flick", () => {
    const { judge, scene } = stepOf("flick");
    expect(LESSON[0]?.name).toBe("flick");
    const flick = {
      deed: "move",
      unit: 0,
      direction: 700,
      contact: contactOf(0, flickedSize(scene.table, "move"), 700, 3, scene.table),
    } as const;
    expect(judge({ ...flick, speed: 140 })).toMatch(/over the edge/);
    expect(judge({ ...flick, speed: 40 })).toBe("");
    const reel = new FilmReel(slideOf({ ...flick, speed: 40 }, scene, 1));
    const [start, end] = [reel.at(0), reel.at(reel.length - 1)].map(([block]) => block);
    expect(start).toMatchObject({ x: 500, y: 300, angle: 0 });
    // pushed off its middle, it turns as it goes, and it goes less far
    expect(Math.hypot((end?.x ?? 0) - 500, (end?.y ?? 0) - 300)).toBeGreaterThan(150);
    expect(Math.hypot((end?.x ?? 0) - 500, (end?.y ?? 0) - 300)).toBeLessThan(204);
    expect(end?.angle).toBeGreaterThan(10);
  });

  it("takes a shot that touches Ink's cavalry, and says what is wrong with another", () => {
    const { judge, scene } = stepOf("shoot");
    expect(judge(aimed(scene, "range", 0, 4, 1.8))).toBe("");
    expect(judge(aimed(scene, "move", 0, 4, 1.8))).toMatch(/only move/);
    expect(judge(aimed(scene, "range", 0, 3, 1.8))).toMatch(/misses/);
  });

  it("takes a charge that is hard enough to rout", () => {
    const { judge, scene } = stepOf("rout");
    expect(judge(aimed(scene, "melee", 2, 5, 1.8))).toBe("");
    expect(judge(aimed(scene, "melee", 2, 5, 1.3))).toBe("33 % will not push it off. Set the power to 38 % or more.");
    expect(judge(aimed(scene, "melee", 2, 4, 1.8))).toMatch(/misses/);
  });

  it("reads a flick back from its number", () => {
    const { scene } = stepOf("shoot");
    const flick = aimed(scene, "range", 0, 4, 1.8);
    expect(flickOf(actionOf(flick, ACTIONS))).toEqual(flick);
    expect(flickOf(0)).toBeNull();
  });

  it("works out odds that make a whole", () => {
    const { scene } = stepOf("shoot");
    const flick = aimed(scene, "range", 0, 4, 1.8);
    const shot = shotOf(scene, flick);
    expect(touched(scene, flick).block).toBe(4);
    expect(shot.touch.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9);
    expect(shot.touch[0]?.block).toBe(4);
    expect(shot.hit).toBeCloseTo(shot.touch[0]?.chance ?? 0, 9);
  });

  it("shows films in which what moves ends where the next position has it", () => {
    for (const film of Object.values(FILMS)) {
      const after = sceneOf(LESSON[film.ply]?.position as RoutStep["position"]).blocks;
      const reel = new FilmReel(film);
      for (const end of reel.at(reel.length - 1)) {
        if (end.id === RANGE_BLOCK || film.routed.includes(end.id) || !reel.movers.includes(end.id)) continue;
        // films are in tenths of a mm
        expect(
          after.some((block) => Math.hypot(block.x - end.x, block.y - end.y) < 0.2),
          `${end.id} of film ${film.ply}`,
        ).toBe(true);
      }
    }
  });
});
