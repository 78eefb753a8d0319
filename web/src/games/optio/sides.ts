import type { Sides } from "../types";
import { COLOURS } from "./art";

/** The template and what is chosen. */
export const AMBER = "#f2b84b";

const sides: Sides = [
  { name: "Navy", shape: "disc", fill: COLOURS[0], ink: "#c9d8ff" },
  { name: "Oxblood", shape: "hexagon", fill: COLOURS[1], ink: "#ffd9cf" },
];

export default sides;
