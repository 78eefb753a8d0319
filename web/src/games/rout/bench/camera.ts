import type { View } from "../../../lib/board/lens";
import type { Point, Seat, Table } from "../scene";

/** Radians from straight above, on a phone and on a desk. */
export const TILTS = { phone: 0.12, desk: 0.3, above: 0 } as const;
/** mm: what lies between the trays at both ends and the table, and the table beyond a tape */
export const BETWEEN = 22;
export const BEYOND = 60;
/** mm beneath the table's top */
export const TRAY_DEPTH = 30;
const RIM = 14;
const HALF_VIEW = (16 * Math.PI) / 180;

export interface Pixel {
  x: number;
  y: number;
}

export const margin = (table: Table): number => Math.max(...beyond(table));

/** mm of table beyond the south, east, north and west edge. */
export const beyond = (table: Table): number[] => table.edges.map((edge) => (edge === "tape" ? BEYOND : 0));

/** The table's top, with what lies beyond a tape, in mm. */
export function topOf(table: Table): { west: number; north: number; width: number; height: number } {
  const [south = 0, east = 0, north = 0, west = 0] = beyond(table);
  return { west: -west, north: table.height + north, width: table.width + west + east, height: table.height + south + north };
}

/** mm from the front to the back of a tray. */
export const trayDepth = (table: Table): number => table.length + 14;

/** The middle of the tray of `seat`. */
export function trayMiddle(table: Table, seat: Seat): Point {
  const out = margin(table) + BETWEEN + trayDepth(table) / 2;
  return [table.width / 2, seat === 0 ? -out : table.height + out];
}

/** A camera above the bench, and the part of its picture that is on the screen. Lengths are mm and pixels; z is up. */
export class Camera {
  readonly eye: readonly [number, number, number];
  /** the unit vectors to the right, up on the screen and into it */
  readonly right: readonly [number, number, number];
  readonly up: readonly [number, number, number];
  readonly ahead: readonly [number, number, number];
  /** width over height of the whole bench on the screen */
  readonly aspect: number;
  /** pixels for a mm that is one mm away, and where what is straight ahead stands */
  scale = 1;
  middle: Pixel = { x: 0, y: 0 };
  private box: { left: number; right: number; top: number; bottom: number };

  constructor(
    readonly table: Table,
    readonly tilt: number,
    seat: Seat,
  ) {
    const way = seat === 0 ? 1 : -1;
    const [c, s] = [Math.cos(tilt), Math.sin(tilt)];
    const out = margin(table) + BETWEEN + trayDepth(table);
    const far = Math.max(table.width + 2 * (margin(table) + RIM), table.height + 2 * out) / 2 / Math.tan(HALF_VIEW);
    this.right = [way, 0, 0];
    this.up = [0, way * c, s];
    this.ahead = [0, way * s, -c];
    this.eye = [table.width / 2, table.height / 2 - far * way * s, far * c];
    const side = margin(table) + RIM;
    const seen = [-side, table.width + side].flatMap((x) => [-out, table.height + out].map((y) => this.flat(x, y, 0)));
    this.box = {
      left: Math.min(...seen.map(({ x }) => x)),
      right: Math.max(...seen.map(({ x }) => x)),
      top: Math.min(...seen.map(({ y }) => y)),
      bottom: Math.max(...seen.map(({ y }) => y)),
    };
    this.aspect = (this.box.right - this.box.left) / (this.box.bottom - this.box.top);
  }

  /** Fits the bench into `width` by `height` pixels, then enlarges it as `view` says. */
  fit(width: number, height: number, view: View): void {
    const { left, right, top, bottom } = this.box;
    const scale = Math.min(width / (right - left), height / (bottom - top));
    this.scale = scale * view.scale;
    this.middle = {
      x: (width / 2 - (scale * (left + right)) / 2) * view.scale + view.x,
      y: (height / 2 - (scale * (top + bottom)) / 2) * view.scale + view.y,
    };
  }

  /** The pixel where a point is seen. */
  project(x: number, y: number, z = 0): Pixel {
    const at = this.flat(x, y, z);
    return { x: this.middle.x + this.scale * at.x, y: this.middle.y + this.scale * at.y };
  }

  /** The point at the height `z` that is seen at a pixel. */
  ground(pixel: Pixel, z = 0): Point {
    const [u, v] = [(pixel.x - this.middle.x) / this.scale, (this.middle.y - pixel.y) / this.scale];
    const ray = [0, 1, 2].map((n) => (this.ahead[n] as number) + u * (this.right[n] as number) + v * (this.up[n] as number)) as [
      number,
      number,
      number,
    ];
    const far = (z - this.eye[2]) / ray[2];
    return [this.eye[0] + far * ray[0], this.eye[1] + far * ray[1]];
  }

  /** Pixels of a mm near a point of the table. */
  pixels(x: number, y: number): number {
    return this.scale / this.depth(x, y, 0);
  }

  /** mm from the eye, straight ahead. */
  depth(x: number, y: number, z: number): number {
    const [dx, dy, dz] = [x - this.eye[0], y - this.eye[1], z - this.eye[2]];
    return dx * this.ahead[0] + dy * this.ahead[1] + dz * this.ahead[2];
  }

  private flat(x: number, y: number, z: number): Pixel {
    const [dx, dy, dz] = [x - this.eye[0], y - this.eye[1], z - this.eye[2]];
    const depth = this.depth(x, y, z);
    return {
      x: (dx * this.right[0] + dy * this.right[1] + dz * this.right[2]) / depth,
      y: -(dx * this.up[0] + dy * this.up[1] + dz * this.up[2]) / depth,
    };
  }
}
