import { describe, expect, it } from "vitest";
import { aimsOf, outcomesOf, type Shot } from "./shot.svelte";
import { HAND } from "./wording";

const SHOT: Shot = {
  deed: "melee",
  unit: 0,
  hands: 64,
  touch: [{ block: 4, chance: 1 }],
  hit: 0,
  perhaps: 0,
  breaks: [],
  off: [],
  self_off: 0,
  rout: [],
  comes: { rout: 0, hit: 0, perhaps: 0 },
  path: { fps: 60, frames: 0, tracks: [] },
};

describe("what a flick may come to", () => {
  it("has no bad end where a rout is certain", () => {
    const certain = { ...SHOT, rout: [{ block: 4, chance: 1 }], comes: { rout: 1, hit: 0, perhaps: 0 } };
    expect(outcomesOf(certain)).toEqual([{ text: "routs", chance: 1, worth: 2 }]);
  });

  it("counts every end once", () => {
    const mixed = { ...SHOT, comes: { rout: 0.25, hit: 0.5, perhaps: 0.125 } };
    expect(outcomesOf(mixed).map(({ text, chance }) => [text, chance])).toEqual([
      ["routs", 0.25],
      ["breaks a unit", 0.5],
      ["may break a unit", 0.125],
      ["has no effect", 0.125],
    ]);
  });

  it("is given for the unit that an attack breaks or routs, not for the one it touches first", () => {
    const told = { ...SHOT, breaks: [{ block: 7, chance: 0.3 }], rout: [{ block: 4, chance: 0.6 }] };
    expect([...aimsOf(told)]).toEqual([
      [4, 0.6],
      [7, 0.3],
    ]);
    expect(aimsOf({ ...SHOT, deed: "move" }).size).toBe(0);
  });

  it("is a matter of the hand", () => {
    const told = HAND.told({ seat: 0, rolls: 2, expected: -4.8, actual: -3 });
    expect(told).toBe("2 aimed flicks: 1.5° off the aim on average, against 2.4° expected");
    const words = Object.values(HAND).filter((word) => typeof word === "string");
    expect([...words, told].join(" ")).not.toMatch(/\b(luck|rolls?|rolled|dice|die)\b/i);
  });
});
