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

const KEY = "sandtable.rout.renderer";
/** milliseconds of a frame above which the bench is drawn flat */
const SLOWEST = 30;
const SOFTWARE = /swiftshader|llvmpipe|software|basic render/i;

/** What this person chose, or this machine is known to need; a `?renderer=` in the address comes first. */
export function wanted(): Wanted {
  const asked = new URLSearchParams(location.search).get("renderer");
  if (asked === "canvas" || asked === "three") return asked;
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "canvas" || kept === "three" ? kept : "auto";
  } catch {
    return "auto";
  }
}

/** Remembers the choice in this browser. */
export function prefer(name: Wanted): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // it holds for this page
  }
}

/** A renderer: three dimensions where the machine draws them quickly enough, or they are wanted; else flat. */
export async function open(choice: Wanted): Promise<Renderer> {
  if (choice === "three" || (choice === "auto" && draws3d())) {
    try {
      const { ThreeRenderer } = await import("./three");
      const made = new ThreeRenderer();
      if (choice === "three" || made.frameTime() < SLOWEST) return made;
      made.dispose();
    } catch {
      // no WebGL after all, or the part could not be fetched
    }
  }
  const { CanvasRenderer } = await import("./canvas");
  return new CanvasRenderer();
}

/** Whether there is WebGL, and not one that the processor works out. */
function draws3d(): boolean {
  const gl = document.createElement("canvas").getContext("webgl2", { failIfMajorPerformanceCaveat: true });
  if (!gl) return false;
  const info = gl.getExtension("WEBGL_debug_renderer_info");
  const name = String(gl.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER));
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return !SOFTWARE.test(name);
}

/** What is seen of a piece: on its painted side, or on the blank one. */
export function faceOf({ side, kind, known }: Piece, blank: boolean): Face {
  if (!blank) return { side, kind: side === null ? null : kind, under: null };
  return { side: null, kind: known ? kind : null, under: known ? side : null };
}
