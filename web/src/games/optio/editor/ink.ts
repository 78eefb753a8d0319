import type { View } from "../../../lib/lens";
import { CELL, CELLS, drawGround, INK, PAPER, type Stroke } from "../ground";
import { SIDE } from "../scene";
import type { Rows } from "./plan";

const MAP = SIDE * CELL;

interface Drawn extends Stroke {
  path: Path2D;
}

/** Draws a map on a canvas; the paths are made anew only where the map changed. */
export class Ink {
  private rows: Rows = [];
  private drawn: Drawn[] = [];

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** Draws `rows` as seen through `view`, a fraction of the canvas, which is `side` pixels of the device wide. */
  show(rows: Rows, view: View, side: number): void {
    const context = this.canvas.getContext("2d");
    if (!context || side === 0) return;
    if (this.canvas.width !== side) this.canvas.width = this.canvas.height = side;
    if (rows !== this.rows) {
      this.rows = rows;
      this.drawn = drawGround(rows).map((stroke) => ({ ...stroke, path: new Path2D(stroke.d) }));
    }
    const scale = (view.scale * side) / MAP;
    context.setTransform(scale, 0, 0, scale, view.x * side, view.y * side);
    context.fillStyle = PAPER;
    context.fillRect(0, 0, MAP, MAP);
    this.ground(context);
    grid(context, CELL, 0.4, 0.16);
    grid(context, CELL * CELLS, 1.3, 1);
  }

  private ground(context: CanvasRenderingContext2D): void {
    context.lineCap = context.lineJoin = "round";
    for (const { path, fill, stroke, width, dash } of this.drawn) {
      context.setLineDash(dash?.split(" ").map(Number) ?? []);
      context.fillStyle = fill;
      context.strokeStyle = stroke;
      context.lineWidth = width;
      if (fill !== "none") context.fill(path);
      if (stroke !== "none") context.stroke(path);
    }
    context.setLineDash([]);
  }
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
