import type { Sides } from "../types";

/** The colours of the blocks: navy and oxblood, apart in lightness as well. */
export const COLOURS = ["#182b60", "#a03236"] as const;
/** The template and what is chosen. */
export const AMBER = "#f2b84b";

const sides: Sides = [
  { name: "Navy", shape: "disc", fill: COLOURS[0], ink: "#c9d8ff" },
  { name: "Oxblood", shape: "hexagon", fill: COLOURS[1], ink: "#ffd9cf" },
];

export default sides;
