import type { Sides } from "../types";
import { COLOURS, SIGNS } from "./art";
import { SIDES } from "./scene";

const sides: Sides = [
  { name: SIDES[0], shape: "disc", fill: COLOURS[0], ink: SIGNS[0] },
  { name: SIDES[1], shape: "hexagon", fill: COLOURS[1], ink: SIGNS[1] },
];

export default sides;
