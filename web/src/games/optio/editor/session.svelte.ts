import { live } from "../../../lib/browser/live.svelte";
import { CELLS, GROUNDS, groundOf, squareName, SQUARES } from "../ground";
import { SIDE, UNSHIFTED } from "../scene";
import { begun, redone, stepped, undone, type History } from "../../../lib/forms/history";
import type { Place } from "./survey.svelte";
import { area, BARE, between, inside, mirrored, painted, same, signAt, turned, under, way, type Cell, type Plan, type Rows } from "./plan";

/** What a finger on the map does; a brush by the cells that it is wide. */
export type Tool = "brush1" | "brush3" | "fill" | "box" | "pick" | "hand";

const WIDTH = { brush1: 1, brush3: 3 } as const;

/** A battlefield that is looked at: the square, the side by which Navy came second, and the place of the template. */
export interface Field {
  square: number;
  side: number;
  shift: number;
}

interface Stroke {
  first: Cell;
  last: Cell;
  before: Rows;
}

/** Where a cell lies, in the words of the server's notes. */
export function cellName({ x, y }: Cell): string {
  return `row ${y + 1}, column ${x + 1} in ${squareName(squareOf({ x, y }))}`;
}

/** The large square that holds a cell. */
export function squareOf({ x, y }: Cell): number {
  return Math.floor(y / CELLS) * SQUARES + Math.floor(x / CELLS);
}

/** A map being drawn: its steps, what is in the hand, and what is pointed at. */
export class Session {
  // a finger moves the map until a ground is taken in hand: it came to look first
  tool = $state<Tool>(typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches ? "hand" : "brush1");
  /** the sign of the ground to paint with */
  sign = $state("w");
  /** the cell that the keyboard stands on; null before it is used */
  cursor = $state.raw<Cell | null>(null);
  /** null while no battlefield is looked at */
  field = $state.raw<Field | null>(null);
  /** where the server lets the template of that battlefield lie; empty until it has answered */
  places = $state.raw<readonly Place[]>([]);
  readonly place = $derived(this.field && (this.places[this.field.shift] ?? null));
  private history = $state.raw<History<Plan>>(begun({ name: "Unnamed", kind: "average", rows: BARE }));
  private drawing = $state.raw<Rows | null>(null);
  private stroke: Stroke | null = null;
  /** where a finger is down that does not draw */
  private tapped: Cell | null = null;

  readonly plan = $derived(this.history.now);
  /** what is to be seen, a stroke that is not finished yet with it */
  readonly rows = $derived(this.drawing ?? this.plan.rows);
  readonly canUndo = $derived(this.history.past.length > 0);
  readonly canRedo = $derived(this.history.future.length > 0);
  /** true while a finger draws */
  readonly busy = $derived(this.drawing !== null);

  constructor(first: Plan | null = null) {
    if (first) this.history = begun(first);
  }

  /** Starts over with `plan`; there is nothing to undo then. */
  begin(plan: Plan): void {
    this.history = begun(plan);
  }

  /** One step: `plan` instead of what stands. */
  take(plan: Plan): void {
    if (!same(plan, this.plan)) this.history = stepped(this.history, plan);
  }

  /** Exchanges rows, and says so. */
  change(rows: Rows, said: string): void {
    this.take({ ...this.plan, rows });
    live.say(said);
  }

  undo(): void {
    if (!this.canUndo) return;
    this.cancel();
    this.history = undone(this.history);
    live.say("Undone.");
  }

  redo(): void {
    if (!this.canRedo) return;
    this.cancel();
    this.history = redone(this.history);
    live.say("Redone.");
  }

  turn(): void {
    this.change(turned(this.plan.rows), "Rotated clockwise by a quarter turn.");
  }

  mirror(): void {
    this.change(mirrored(this.plan.rows), "East and west swapped.");
  }

  clear(): void {
    this.change(BARE, "Cleared: open ground everywhere.");
  }

  /** Takes a tool; a stroke that is not finished was none. */
  choose(tool: Tool): void {
    this.cancel();
    this.tool = tool;
  }

  /** The finger comes down on a cell. */
  press(cell: Cell): void {
    if (!inside(cell)) return;
    if (this.tool === "hand" || this.tool === "pick" || this.tool === "fill") this.tapped = cell;
    else {
      this.stroke = { first: cell, last: cell, before: this.plan.rows };
      this.drawing = this.plan.rows;
      this.drag(cell);
    }
  }

  /** The finger moves to a cell, beyond the map perhaps. */
  drag(cell: Cell): void {
    if (!this.stroke || this.drawing === null) return;
    const { first, last, before } = this.stroke;
    if (this.tool === "box") this.drawing = painted(before, between(first, held(cell)), this.sign);
    else this.drawing = painted(this.drawing, this.swept(last, cell), this.sign);
    this.stroke.last = cell;
  }

  /** The finger leaves the map: the stroke is a step, the tap is done. */
  release(): void {
    const { drawing, stroke, tapped } = this;
    this.cancel();
    if (drawing !== null && stroke) this.tell(stroke.before, drawing);
    else if (tapped) this.tap(tapped);
  }

  /** The stroke or the tap was none. */
  cancel(): void {
    this.tapped = null;
    this.drawing = null;
    this.stroke = null;
  }

  /** Moves the keyboard's cell and says what lies there. */
  step(east: number, south: number): void {
    const from = this.cursor ?? { x: SIDE / 2 - 1, y: SIDE / 2 - 1 };
    this.cursor = this.cursor ? held({ x: from.x + east, y: from.y + south }) : from;
    // the second corner of a box
    this.drag(this.cursor);
    live.say(`${cellName(this.cursor)}: ${groundOf(signAt(this.rows, this.cursor)).name}.`);
  }

  /** Uses the tool at the keyboard's cell; a box goes from the first such cell to the second. */
  use(): void {
    if (!this.cursor) return this.step(0, 0);
    if (this.tool === "box" && this.stroke) {
      this.release();
    } else {
      this.press(this.cursor);
      if (this.tool === "box") live.say(`First corner at ${cellName(this.cursor)}. Go to the opposite corner and press Enter.`);
      else this.release();
    }
  }

  /** Takes a ground in hand by the sign or the number on a key; false where there is none. */
  key(key: string): boolean {
    const ground = /^\d$/.test(key) ? GROUNDS[(Number(key) + 9) % 10] : GROUNDS.find((one) => one.sign === key);
    if (!ground) return false;
    this.hold(ground.sign);
    live.say(`${ground.name} selected.`);
    return true;
  }

  /** Takes a ground in hand, and a brush where the tool at hand does not paint. */
  hold(sign: string): void {
    this.sign = sign;
    if (this.tool === "hand" || this.tool === "pick") this.tool = "brush1";
  }

  private tap(cell: Cell): void {
    if (this.tool === "pick") this.pick(cell);
    else if (this.tool === "fill") this.fill(cell);
    else if (this.field) this.field = { ...this.field, square: squareOf(cell), shift: UNSHIFTED };
  }

  private pick(cell: Cell): void {
    this.hold(signAt(this.plan.rows, cell) || this.sign);
    live.say(`${groundOf(this.sign).name} selected.`);
  }

  private fill(cell: Cell): void {
    const before = this.plan.rows;
    this.tell(before, painted(before, area(before, cell), this.sign));
  }

  private swept(from: Cell, to: Cell): Cell[] {
    const width = WIDTH[this.tool === "brush3" ? "brush3" : "brush1"];
    return way(from, to).flatMap((cell) => under(cell, width));
  }

  private tell(before: Rows, rows: Rows): void {
    const count = rows.reduce((sum, row, y) => sum + [...row].filter((sign, x) => before[y]?.[x] !== sign).length, 0);
    const name = groundOf(this.sign).name;
    if (count === 0) live.say(`That is already ${name}.`);
    else this.change(rows, `${count} ${count === 1 ? "cell" : "cells"}: ${name}.`);
  }
}

function held({ x, y }: Cell): Cell {
  const within = (at: number): number => Math.min(SIDE - 1, Math.max(0, at));
  return { x: within(x), y: within(y) };
}
