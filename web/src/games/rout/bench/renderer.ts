import type { Kind, Point, Pose, Seat, Table } from "../scene";
import type { Size } from "../shape";
import type { Camera } from "./camera";
import type { Face } from "./wood";

/** A block or the range block as it is to be seen. */
export interface Piece extends Pose {
  /** the same piece has the same key from picture to picture */
  key: string;
  size: Size;
  tall: number;
  /** mm of the underside above the table's top */
  z: number;
  /** radians about the long side: half a turn shows the blank side */
  roll: number;
  side: Seat | null;
  kind: Kind | null;
  /** the blank side shows what the other one is */
  known: boolean;
  /** from 0, in the dark, to 1 */
  light: number;
}

/** A way over the table that was gone. */
export interface Trail {
  points: Point[];
  side: Seat | null;
  /** from 0 to 1 */
  strength: number;
}

/** All that a renderer draws; outlines, aims and labels lie over it. */
export interface Picture {
  table: Table;
  camera: Camera;
  /** the split, while there are halves to be seen */
  split: [Point, Point] | null;
  pieces: Piece[];
  trails: Trail[];
}

/** Draws the bench into a canvas of its own. */
export interface Renderer {
  readonly name: RendererName;
  readonly canvas: HTMLCanvasElement;
  /** to `width` by `height` pixels of the page */
  resize(width: number, height: number): void;
  show(picture: Picture): void;
  dispose(): void;
}

export type RendererName = "canvas" | "three";
export type Wanted = RendererName | "auto";

/** Device pixels of a pixel of the page, at most. */
export const SHARPEST = 2;

/** What is seen of a piece: on its painted side, or on the blank one. */
export function faceOf({ side, kind, known }: Piece, blank: boolean): Face {
  if (!blank) return { side, kind: side === null ? null : kind, under: null };
  return { side: null, kind: known ? kind : null, under: known ? side : null };
}
