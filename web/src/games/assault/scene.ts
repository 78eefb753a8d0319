import { Squares } from "../../lib/board/cells";
import type { Snapshot } from "../../lib/server/protocol";
import type { Pawn, Scene } from "./scene-types";

export type * from "./scene-types";

export type TileKind = "." | "S" | "R" | "B" | "I" | "T" | "M";

/** The kinds of tile that do something. */
export const SPECIAL: readonly TileKind[] = ["R", "B", "I", "T", "M"];

export function sceneOf(snapshot: Snapshot): Scene {
  return snapshot.scene as Scene;
}

export function kindAt(scene: Scene, tile: number): TileKind {
  const row = scene.board.tiles[Math.floor(tile / scene.board.width)] ?? "";
  return (row[tile % scene.board.width] ?? ".") as TileKind;
}

/** The printed coordinate of a tile: columns by letter, rows numbered from the bottom. */
export function tileName(scene: Scene, tile: number): string {
  return new Squares(scene.board.width, scene.board.height).name(tile);
}

export function pawnAt(scene: Scene, tile: number): Pawn | undefined {
  return scene.pawns.find((pawn) => pawn.alive && pawn.tile === tile);
}

/** What holds a pawn in its next part, in few words. */
export function heldBy(pawn: Pawn, stats: readonly string[]): string[] {
  return [
    pawn.held ? "held" : "",
    pawn.barred_tile !== "none" ? `no ${pawn.barred_tile} tile next` : "",
    pawn.barred_stats.length > 0 ? `may not open with ${pawn.barred_stats.map((stat) => stats[stat]).join(", ")}` : "",
  ].filter(Boolean);
}

/** The pawn with number `pawn` of `seat`. */
export function pawnOf(scene: Scene, seat: number, pawn: number): Pawn | undefined {
  return scene.pawns.find((one) => one.seat === seat && one.pawn === pawn);
}
