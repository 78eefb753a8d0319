import type { Snapshot } from "../../lib/server/protocol";
import type { Block, Film, Scene, Table } from "./scene-types";

export type * from "./scene-types";

export type Seat = Film["side"];
export type Kind = Film["kind"];
export type Deed = Film["deed"];
export type Point = Scene["halves"][number][number];
export type Edge = Table["edges"][number];

export const KINDS: readonly Kind[] = ["archer", "cavalry", "pike"];
export const DEEDS: readonly Deed[] = ["move", "melee", "range"];
export const SIDES = ["Ivory", "Ink"] as const;

/** The table and the blocks of a match by default (T1.1, T1.3), not split. */
export const USUAL: Table = {
  width: 1000,
  height: 1000,
  edges: ["drop", "drop", "drop", "drop"],
  split: null,
  length: 75,
  breadth: 25,
  thickness: 15,
  range_length: 37.5,
  range_breadth: 25,
  // through the middle of such a block no push is too flat
  flattest: 0,
};

/** Where something lies: its centre, and the turn of its long side. */
export type Pose = Pick<Block, "x" | "y" | "angle">;

/** The number that stands for the range block among the blocks of a film. */
export const RANGE_BLOCK = -1;

export function sceneOf(snapshot: Snapshot): Scene {
  return snapshot.scene as Scene;
}

/** The half of a seat as a polygon; without corners while the split is not chosen. */
export function halfOf(scene: Scene, seat: Seat | null): Point[] {
  return (seat === null ? null : scene.halves[seat]) ?? [];
}
