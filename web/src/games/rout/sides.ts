import type { Sides } from "../types";
import { COLOURS, SIDES } from "./scene";

const sides: Sides = [
  { name: SIDES[0], shape: "disc", fill: COLOURS[0], ink: "#6b3f14" },
  { name: SIDES[1], shape: "hexagon", fill: COLOURS[1], ink: "#fbf1dc" },
];

export default sides;
