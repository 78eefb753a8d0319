import type { Sides } from "../types";
import { COLOURS } from "./art";

const sides: Sides = [
  { name: "Navy", shape: "disc", fill: COLOURS[0], ink: "#c9d8ff" },
  { name: "Oxblood", shape: "hexagon", fill: COLOURS[1], ink: "#ffd9cf" },
];

export default sides;
