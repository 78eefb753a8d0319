import { expect, test, vi } from "vitest";
import { goalsOf, LESSON } from "./lesson-steps";
import { codeOf } from "./plan";
import { hexName, sceneOf } from "./scene";

// what a person hears is set by the browser
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined }));

test("each step of the lesson can be left by a plan that it offers, or by a choice", () => {
  for (const [index, step] of LESSON.slice(0, -1).entries()) {
    const { legal } = step.position;
    expect(
      legal.some((choice) => step.wants(choice)),
      step.name,
    ).toBe(true);
    const scene = sceneOf(step.position);
    const acts = scene.offers?.players.flatMap(({ id, acts }) => acts.map((offer) => ({ actor: id, offer, facing: null }))) ?? [];
    const first = Object.keys(step.plans).map((plan) => plan.split(",")[0]);
    expect(acts.map(codeOf)).toEqual(expect.arrayContaining(first));
    expect(step.position.ply).toBe(index);
  }
});

test("the players stand where the plan before has led them", () => {
  const [slam, , runs, strike, , , pick, end] = LESSON;
  const players = (step: (typeof LESSON)[number] | undefined) => (step ? sceneOf(step.position).players : []);
  const led = (step: (typeof LESSON)[number] | undefined) => Object.values(step?.plans ?? {})[0]?.players;
  expect(led(pick)).toEqual(players(end));
  expect(players(slam)).toEqual(players(end));
  expect(led(runs)).toEqual(players(strike));
});

test("a step is about the hexes that its plans lead to", () => {
  const named = LESSON.map((step) => goalsOf(step).map((hex) => hexName(hex)));
  expect(named[2]).toEqual(["F16", "F20"]);
  expect(named[1]).toEqual([]);
});
