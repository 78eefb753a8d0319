import type { Sides } from "../types";
import { COLOURS } from "./art";
import { SEATS } from "./scene";

const sides: Sides = [
  { name: SEATS[0], shape: "disc", fill: COLOURS[0], ink: "#dff3ff" },
  { name: SEATS[1], shape: "diamond", fill: COLOURS[1], ink: "#ffe4d6" },
];

export default sides;
