import type { Grip, Trace } from "../../../lib/board/hand";
import { blockSize, drawn, reachOf } from "../aim";
import type { Played } from "../stage";
import type { Block, Scene } from "../scene";
import type { Gesture, Sample } from "../swipe";
import { covers, onTable, RADIANS } from "../shape";
import { BETWEEN, margin, TRAY_DEPTH, type Camera, type Pixel } from "./camera";
import { slot } from "./show";

/** pixels by which a finger may miss a block, a handle */
const NEAR = 12;
const HANDLE = 24;
/** pixels between the picture's rim and a handle that would stand beyond it */
const INSET = 18;
/** pixels from the end of a block to the handle that turns it */
const ARM = 24;
/** mm that a finger draws at least */
const LEAST = 12;

/** What of the bench is under a finger, and what it does there. */
export class Reach {
  constructor(
    private play: Played,
    private scene: Scene,
    private camera: Camera,
    private frame: { width: number; height: number },
  ) {}

  /** Pixels from left to right. */
  get width(): number {
    return this.frame.width;
  }

  grab(at: Pixel): Grip | null {
    const { aiming, placing, reel } = this.play;
    if (!reel.done) return null;
    const turner = this.turner();
    if (turner && away(turner, at) < HANDLE) return { move: (to) => this.turnTo(to) };
    const handle = this.handle();
    if (handle && away(handle.seen, at) < HANDLE)
      return { move: (to) => this.aimTo({ x: to.x + handle.meant.x - at.x, y: to.y + handle.meant.y - at.y }) };
    const draft = this.draftUnder(at);
    if (draft !== null) return this.carry(draft, at);
    if (this.play.swipes) return this.stroke(false);
    const block = this.blockUnder(at, this.scene.usable);
    if (!block || placing.blocks.length > 0 || !this.play.table.mine) return null;
    return {
      move: (to) => {
        if (aiming.block !== block.id) this.play.press(block.id);
        this.aimTo(to);
      },
    };
  }

  /** What two fingers hold that move side by side. */
  pair(): Grip | null {
    return this.play.reel.done && this.play.swipes ? this.stroke(true) : null;
  }

  tap(at: Pixel): void {
    const { aiming, placing } = this.play;
    if (placing.blocks.length > 0) return this.tapPlacing(at);
    const block = this.blockUnder(at);
    const aims = aiming.block !== null && this.play.aims;
    if (block && aims && !this.scene.usable.includes(block.id)) this.play.aimAt(block);
    else if (block) this.play.press(block.id);
    else if (aims) this.aimTo(at, false);
    else this.play.hurry();
  }

  /** The block under a pixel, the nearest where there are several; one of `among`. */
  blockUnder(at: Pixel, among?: readonly number[]): Block | null {
    const { table, blocks } = this.scene;
    const point = this.camera.ground(at, table.thickness);
    const slack = NEAR / this.camera.pixels(...point);
    const far = ({ x, y }: Block): number => Math.hypot(x - point[0], y - point[1]);
    const found = blocks.filter((block) => (!among || among.includes(block.id)) && covers(block, blockSize(table), point, slack));
    return found.sort((a, b) => far(a) - far(b))[0] ?? null;
  }

  draftUnder(at: Pixel): number | null {
    const { placing } = this.play;
    const { table, mover } = this.scene;
    const point = this.camera.ground(at, table.thickness);
    const placed = placing.under(point, NEAR / this.camera.pixels(...point));
    if (placed !== null) return placed;
    const below = this.camera.ground(at, table.thickness - TRAY_DEPTH);
    const found = placing.blocks.findIndex(
      (draft, n) => !draft.placed && covers(slot(table, mover ?? 0, n, placing.blocks.length), blockSize(table), below, 4),
    );
    return found < 0 ? null : found;
  }

  /** Where the handle of the aim is seen, and where it would be on a picture without an end. */
  handle(): { seen: Pixel; meant: Pixel } | null {
    const { piece, direction, speed, ready } = this.play.aiming;
    const { table, speeds } = this.scene;
    if (!piece || !ready) return null;
    const [x, y] = onTable({ ...piece, angle: direction / 10 }, reachOf(speed, speeds), 0);
    const meant = this.camera.project(x, y, table.thickness);
    return { seen: this.kept(this.camera.project(piece.x, piece.y, table.thickness), meant), meant };
  }

  /** Where the handle is seen that turns the selected block. */
  turner(): Pixel | null {
    const { placing } = this.play;
    const draft = placing.selected === null ? undefined : placing.blocks[placing.selected];
    if (!draft?.placed) return null;
    const { table } = this.scene;
    const arm = table.length / 2 + ARM / this.camera.pixels(draft.x, draft.y);
    const [a, b] = [arm, -arm].map((u) => this.camera.project(...onTable(draft, u, 0), table.thickness)) as [Pixel, Pixel];
    const inside = ({ x, y }: Pixel): boolean => x > INSET && y > INSET && x < this.frame.width - INSET && y < this.frame.height - INSET;
    return inside(a) ? a : b;
  }

  private turnTo(to: Pixel): void {
    const { placing } = this.play;
    const draft = placing.selected === null ? undefined : placing.blocks[placing.selected];
    if (!draft) return;
    const [x, y] = this.camera.ground(to, this.scene.table.thickness);
    const wanted = Math.atan2(y - draft.y, x - draft.x) / RADIANS;
    // either end of the block may be turned there
    const by = ((((wanted - draft.angle) % 180) + 270) % 180) - 90;
    placing.turn(by);
  }

  private carry(n: number, from: Pixel): Grip {
    const { placing } = this.play;
    const { table, mover } = this.scene;
    const draft = placing.blocks[n];
    const held = this.camera.ground(from, table.thickness);
    const [dx, dy] = draft?.placed ? [draft.x - held[0], draft.y - held[1]] : [0, 0];
    const end = BETWEEN / 2 + margin(table);
    return {
      move: (to) => {
        placing.selected = n;
        const [x, y] = this.camera.ground(to, table.thickness);
        if (mover === 0 ? y < -end : y > table.height + end) placing.lift();
        else placing.move(x + dx, y + dy);
      },
    };
  }

  private tapPlacing(at: Pixel): void {
    const { placing } = this.play;
    const draft = this.draftUnder(at);
    if (draft !== null) placing.selected = placing.selected === draft ? null : draft;
    else if (placing.selected !== null) placing.move(...this.camera.ground(at, this.scene.table.thickness));
  }

  /** A swipe, wherever it begins: a finger that flicks comes from behind the block. */
  private stroke(two: boolean): Grip {
    const samples: Sample[] = [];
    // a trace only grows
    const gesture = (trace: readonly Trace[]): Gesture => {
      for (const seen of trace.slice(samples.length)) {
        const [x, y] = this.camera.ground(seen, this.scene.table.thickness);
        samples.push({ x, y, time: seen.time });
      }
      return { samples, two, pixels: (x, y) => this.camera.pixels(x, y) };
    };
    return {
      move: (_, trace) => this.play.swiping(gesture(trace)),
      drop: ({ trace, time, lifted }) => (lifted ? this.play.swipe(gesture(trace), time) : this.play.swiping(null)),
    };
  }

  private aimTo(to: Pixel, harder = true): void {
    const { aiming } = this.play;
    const { piece } = aiming;
    if (!piece) return;
    const meant = drawn(piece, this.camera.ground(to, this.scene.table.thickness), LEAST, this.scene.speeds);
    if (!meant) return;
    aiming.setDirection(meant.direction);
    if (harder) aiming.setSpeed(meant.speed);
  }

  /** `to`, or where the way there from `from` comes near the picture's rim. */
  private kept(from: Pixel, to: Pixel): Pixel {
    const part = (start: number, end: number, length: number): number => {
      const limit = end < INSET ? INSET : end > length - INSET ? length - INSET : end;
      return limit === end ? 1 : Math.max(0, (limit - start) / (end - start));
    };
    const t = Math.min(part(from.x, to.x, this.frame.width), part(from.y, to.y, this.frame.height));
    return { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
  }
}

const away = (a: Pixel, b: Pixel): number => Math.hypot(a.x - b.x, a.y - b.y);
