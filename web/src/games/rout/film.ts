import type { Block, Film, FilmEvent, Point, Pose, Track } from "./scene";

// numbers of a track in a mm, in a degree
const TENTHS = 10;
const HUNDREDTHS = 100;
// frames: an echo of the same knock is no second one
const ECHO = 2;

/** Where a block is in a frame: `z` is its underside above the table, in mm. */
export interface Placed extends Pose {
  id: number;
  z: number;
}

interface Way {
  block: number;
  first: number;
  poses: { x: number; y: number; angle: number; z: number }[];
}

/** frames in which a block that was drawn ahead of its film comes onto the film's path */
const BLEND = 8;

/** A film of a flick, taken apart. */
export class FilmReel {
  readonly length: number;
  /** the offset of a block that was drawn elsewhere in this frame */
  private ahead: { block: number; frame: number; by: Omit<Placed, "id"> } | null = null;
  private ways: Way[];
  private still: Block[];

  constructor(readonly film: Film) {
    this.length = film.frames;
    this.ways = film.tracks.map(unpack);
    const moving = new Set(this.ways.map(({ block }) => block));
    this.still = film.blocks.filter(({ id }) => !moving.has(id));
  }

  /** Where everything is at `frame`, which may lie between two; the range block only while it is there. */
  at(frame: number): Placed[] {
    const moving = this.ways.map((way) => this.blended({ ...between(way, frame), id: way.block }, frame));
    return [...this.still.map(({ id, x, y, angle }) => ({ id, x, y, angle, z: 0 })), ...moving];
  }

  /** Continues from where a block is drawn already, and blends into the film's path; returns the frame to start with. */
  join(drawn: Placed): number {
    const way = this.ways.find(({ block }) => block === drawn.id);
    if (!way) return 0;
    const far = way.poses.map(({ x, y }) => Math.hypot(x - drawn.x, y - drawn.y));
    // a frame early, so that what happens in it is heard
    const frame = Math.max(0, way.first + far.indexOf(Math.min(...far)) - 1);
    const { x, y, z, angle } = between(way, frame);
    const by = { x: drawn.x - x, y: drawn.y - y, z: drawn.z - z, angle: drawn.angle - angle };
    this.ahead = { block: drawn.id, frame, by };
    return frame;
  }

  private blended(placed: Placed, frame: number): Placed {
    const { ahead } = this;
    if (!ahead || ahead.block !== placed.id || frame < ahead.frame) return placed;
    const part = 1 - (frame - ahead.frame) / BLEND;
    if (part <= 0) return placed;
    const { x, y, z, angle } = ahead.by;
    return { ...placed, x: placed.x + part * x, y: placed.y + part * y, z: placed.z + part * z, angle: placed.angle + part * angle };
  }

  /** The way of a block's middle up to `frame`. */
  trail(block: number, frame: number): Point[] {
    const way = this.ways.find((one) => one.block === block);
    if (!way || frame <= way.first) return [];
    const passed = way.poses.slice(0, Math.floor(frame - way.first) + 1).map(({ x, y }): Point => [x, y]);
    const { x, y } = between(way, frame);
    return [...passed, [x, y]];
  }

  /** The blocks that move, the range block among them. */
  get movers(): number[] {
    return this.ways.map(({ block }) => block);
  }

  /** Where and how fast a block falls off the table, in mm and mm a second; null where it stays on it. */
  exit(block: number): { frame: number; x: number; y: number; vx: number; vy: number } | null {
    const frame = this.film.events.filter((event) => event.block === block && event.kind === "fall").at(-1)?.frame;
    const way = this.ways.find((one) => one.block === block);
    if (frame === undefined || !way) return null;
    const { x, y } = between(way, frame);
    const before = between(way, frame - 2);
    const pace = this.film.fps / 2;
    return { frame, x, y, vx: (x - before.x) * pace, vy: (y - before.y) * pace };
  }
}

/** Seconds before and after what a film is seen again for. */
const [LEAD, TAIL] = [0.25, 0.4];

/** The frames in which somebody is broken, or else routed, with a little before and after; null where nobody is. */
export function highlight(film: Film): { from: number; to: number } | null {
  const [routed] = film.routed;
  if (film.broke === null && routed === undefined) return null;
  const at =
    film.events.find(({ kind, block }) => kind === "touch" && block === film.broke) ??
    film.events.find(({ kind, block }) => kind !== "touch" && block === routed);
  if (!at) return null;
  const last = film.frames - 1;
  return { from: Math.max(0, at.frame - LEAD * film.fps), to: Math.min(last, at.frame + TAIL * film.fps) };
}

/** What a flick came to, in a word for the bench; "" where nobody is broken or routed. */
export function outcome({ broke, routed }: Film): string {
  const words = [
    ...(broke === null ? [] : ["Broken"]),
    ...(routed.length === 0 ? [] : [routed.length > 1 ? `${routed.length} routed` : "Routed"]),
  ];
  return words.length > 1 ? `${words[0]}, ${(words[1] as string).toLowerCase()}` : (words[0] ?? "");
}

/** The events after `from` up to `to` that are heard: not that a block crosses an edge, but its fall; of several touches at once the hardest. */
export function knocks(events: readonly FilmEvent[], from: number, to: number): FilmEvent[] {
  const due = events.filter(({ frame, kind }) => kind !== "leave" && frame > from && frame <= to).sort((a, b) => b.blow - a.blow);
  return due.filter(
    (event, n) =>
      event.kind !== "touch" || !due.slice(0, n).some((louder) => louder.kind === "touch" && Math.abs(louder.frame - event.frame) < ECHO),
  );
}

function between({ first, poses }: Way, frame: number): Way["poses"][number] {
  const at = Math.min(poses.length - 1, Math.max(0, frame - first));
  const from = poses[Math.floor(at)] as Way["poses"][number];
  const to = poses[Math.ceil(at)] as Way["poses"][number];
  const part = at - Math.floor(at);
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), angle: mix(from.angle, to.angle), z: mix(from.z, to.z) };
}

function unpack({ block, first, data, z }: Track): Way {
  const steps = numbers(data);
  const heights = z === undefined ? [] : numbers(z);
  const at = [0, 0, 0];
  const poses = Array.from({ length: Math.floor(steps.length / 3) }, (_, n) => {
    at.forEach((_, field) => (at[field] = (at[field] as number) + (steps[3 * n + field] as number)));
    const [x, y, angle] = at as [number, number, number];
    return { x: x / TENTHS, y: y / TENTHS, angle: angle / HUNDREDTHS, z: (heights[n] ?? 0) / TENTHS };
  });
  return { block, first, poses };
}

/** The int16, little end first, in a base64 text. */
function numbers(text: string): Int16Array {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, n) => view.getInt16(2 * n, true));
}
