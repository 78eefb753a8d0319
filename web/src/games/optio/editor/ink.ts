import type { View } from "../../../lib/board/lens";
import { CELL, CELLS, drawGround, drawPart, INK, PAPER, type Part, type Stroke } from "../ground";
import { SIDE } from "../scene";
import type { Rows } from "./plan";

const MAP = SIDE * CELL;

type Drawn = readonly (Stroke & { path: Path2D })[];

const WHOLE: Part = { x: 0, y: 0, width: SIDE, height: SIDE };

/** Draws a map on a canvas; in a hurry only around what changed since it drew last. */
export class Ink {
  private rows: Rows = [];
  private seen: View | null = null;
  /** of the whole map, while the rows stay */
  private drawn: Drawn | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** Draws `rows` as seen through `view`, a fraction of the canvas, which is `side` pixels of the device wide. */
  show(rows: Rows, view: View, side: number, hurried: boolean): void {
    const context = this.canvas.getContext("2d");
    if (!context || side === 0) return;
    const moved = view !== this.seen || this.canvas.width !== side;
    if (moved) this.look(context, view, side);
    if (rows !== this.rows) this.drawn = null;
    const part = hurried && !moved ? changed(this.rows, rows) : WHOLE;
    this.rows = rows;
    if (!part) return;
    if (part === WHOLE) draw(context, WHOLE, 0, 0, (this.drawn ??= inked(drawGround(rows))));
    else {
      const { x, y, strokes } = drawPart(rows, part);
      draw(context, part, x, y, inked(strokes));
    }
  }

  private look(context: CanvasRenderingContext2D, view: View, side: number): void {
    this.seen = view;
    if (this.canvas.width !== side) this.canvas.width = this.canvas.height = side;
    const scale = (view.scale * side) / MAP;
    context.setTransform(scale, 0, 0, scale, view.x * side, view.y * side);
  }
}

/** The rectangle around the cells that differ and what their contours may touch; null where none does. */
export function changed(before: Rows, now: Rows): Part | null {
  const rows = now.flatMap((row, y) => (row === before[y] ? [] : [y]));
  const columns = rows.flatMap((y) => [...(now[y] ?? "")].flatMap((sign, x) => (sign === before[y]?.[x] ? [] : [x])));
  if (columns.length === 0) return null;
  const [x, y] = [Math.max(0, Math.min(...columns) - 1), Math.max(0, Math.min(...rows) - 1)];
  const [right, below] = [Math.min(SIDE, Math.max(...columns) + 2), Math.min(SIDE, Math.max(...rows) + 2)];
  return { x, y, width: right - x, height: below - y };
}

function inked(strokes: readonly Stroke[]): Drawn {
  return strokes.map((stroke) => ({ ...stroke, path: new Path2D(stroke.d) }));
}

/** Draws within `part`; the paths count from the cell `x`, `y`. */
function draw(context: CanvasRenderingContext2D, part: Part, x: number, y: number, strokes: Drawn): void {
  context.save();
  context.beginPath();
  context.rect(part.x * CELL, part.y * CELL, part.width * CELL, part.height * CELL);
  context.clip();
  context.fillStyle = PAPER;
  context.fillRect(0, 0, MAP, MAP);
  context.translate(x * CELL, y * CELL);
  ground(context, strokes);
  context.translate(-x * CELL, -y * CELL);
  grid(context, CELL, 0.4, 0.16);
  grid(context, CELL * CELLS, 1.3, 1);
  context.restore();
}

function ground(context: CanvasRenderingContext2D, strokes: Drawn): void {
  context.lineCap = context.lineJoin = "round";
  for (const { path, fill, stroke, width, dash } of strokes) {
    context.setLineDash(dash?.split(" ").map(Number) ?? []);
    context.fillStyle = fill;
    context.strokeStyle = stroke;
    context.lineWidth = width;
    if (fill !== "none") context.fill(path);
    if (stroke !== "none") context.stroke(path);
  }
  context.setLineDash([]);
}

function grid(context: CanvasRenderingContext2D, step: number, width: number, opacity: number): void {
  context.beginPath();
  for (let at = 0; at <= MAP; at += step) {
    context.moveTo(at, 0);
    context.lineTo(at, MAP);
    context.moveTo(0, at);
    context.lineTo(MAP, at);
  }
  context.strokeStyle = INK;
  context.lineWidth = width;
  context.globalAlpha = opacity;
  context.stroke();
  context.globalAlpha = 1;
}
