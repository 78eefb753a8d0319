import type { Sides } from "../types";

const sides: Sides = [
  { name: "Navy", shape: "disc", fill: "#1f3a80", ink: "#c9d8ff" },
  { name: "Rust", shape: "diamond", fill: "#b5482a", ink: "#ffd9bf" },
];

export default sides;
