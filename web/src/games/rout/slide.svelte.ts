import { blockSize, courseOf, flickedSize, ghostOf, goneAfter, type Course, type Flick } from "./aim";
import type { Placed } from "./film";
import { RANGE_BLOCK, type Block, type Scene } from "./scene";
import { covers } from "./shape";

/** seconds: the first picture already shows what the next frame would */
const FRAME = 1 / 60;
/** seconds in which a block comes back after a flick that was not taken */
const BACK = 0.18;
// mm/s2
const GRAVITY = 9806;

interface Going {
  /** the position that it was flicked in */
  ply: number;
  scene: Scene;
  from: Block;
  id: number;
  course: Course;
  /** mm to the first block in its way, to rest or to the edge */
  most: number;
}

/**
 * The first straight slide of a finger's flick, drawn from the moment the finger lifts until the server's path arrives. It decides
 * nothing: it stops where the block would first touch another one, and goes back if the flick is refused or does not arrive.
 */
export class Slide {
  /** where the block is drawn, under its id in a film; null while none slides */
  drawn = $state.raw<Placed | null>(null);
  /** the block that was flicked */
  from = $state.raw<Block | null>(null);
  private going: Going | null = null;
  private gone = 0;
  private begun = 0;
  /** seconds since the start at which it left the archer's top, if it is a range block */
  private dropped: number | null = null;
  private back: { at: number; gone: number } | null = null;
  private timer = 0;

  /** The ply of the position in which a block slides; null if none does or it is on its way back. */
  get ply(): number | null {
    return this.going && !this.back ? this.going.ply : null;
  }

  /** Draws `flick` from now on, in `scene` after `ply` actions: in this picture its block has moved. */
  start(flick: Flick, scene: Scene, ply: number): void {
    const from = scene.blocks.find(({ id }) => id === flick.unit);
    if (!from) return;
    const size = flickedSize(scene.table, flick.deed);
    const others = scene.blocks.filter((other) => other !== from);
    const course = courseOf(from, size, flick, scene.speeds);
    const most = ghostOf(from, size, flick, others, scene.table, scene.speeds).gone;
    this.stop();
    this.going = { ply, scene, from, id: flick.deed === "range" ? RANGE_BLOCK : from.id, course, most };
    this.from = from;
    this.begun = performance.now() - 1000 * FRAME;
    this.draw(performance.now());
    this.timer = requestAnimationFrame(this.tick);
  }

  /** Ends the slide, for the server's path or another position; returns where the block was drawn last, null if none was. */
  take(): Placed | null {
    const { drawn } = this;
    this.stop();
    return drawn;
  }

  /** Moves the block back to where it lay, since the flick was refused or did not arrive. */
  undo(): void {
    if (this.going && !this.back) this.back = { at: performance.now(), gone: this.gone };
    if (this.going && this.timer === 0) this.timer = requestAnimationFrame(this.tick);
  }

  private stop(): void {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.going = this.back = this.from = this.drawn = this.dropped = null;
  }

  private tick = (now: number): void => {
    this.timer = 0;
    this.draw(now);
    const { going, back, gone } = this;
    if (going && (back || gone < going.most)) this.timer = requestAnimationFrame(this.tick);
  };

  private draw(now: number): void {
    const { going, back } = this;
    if (!going) return;
    const passed = Math.max(FRAME, (now - this.begun) / 1000);
    if (back) {
      const part = 1 - (now - back.at) / 1000 / BACK;
      if (part <= 0) return this.stop();
      this.gone = back.gone * part;
    } else this.gone = Math.min(going.most, goneAfter(going.course, passed));
    this.drawn = { ...going.course.at(this.gone), id: going.id, z: going.id === RANGE_BLOCK ? this.height(going, passed) : 0 };
  }

  /** The height of a range block above the table in mm: the archer's top until it has left that, then falling. */
  private height({ scene, from, course }: Going, passed: number): number {
    const { table } = scene;
    const { x, y } = course.at(this.gone);
    if (this.back || covers(from, blockSize(table), [x, y])) return table.thickness;
    this.dropped ??= passed;
    return Math.max(0, table.thickness - (GRAVITY * (passed - this.dropped) ** 2) / 2);
  }
}
