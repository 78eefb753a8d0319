import { describe, expect, it } from "vitest";
import { wayIntoSight } from "./sight";

describe("wayIntoSight", () => {
  it("stays where everything is seen", () => expect(wayIntoSight(100, 200, 300)).toBe(0));
  it("scrolls down to what lies under the floor", () => expect(wayIntoSight(250, 350, 300)).toBe(58));
  it("scrolls up to what lies above the window", () => expect(wayIntoSight(-50, 40, 300)).toBe(-58));
  it("never pushes the top out to show the bottom", () => expect(wayIntoSight(60, 900, 300)).toBe(52));
});
