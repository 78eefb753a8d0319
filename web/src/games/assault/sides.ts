import { COLOURS } from "./art";
import type { Sides } from "../types";

const sides: Sides = [
  { name: "Navy", shape: "disc", fill: COLOURS[0], ink: "#c9d8ff" },
  { name: "Rust", shape: "diamond", fill: COLOURS[1], ink: "#ffd9bf" },
];

export default sides;
