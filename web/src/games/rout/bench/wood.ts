import { MARKS } from "../marks";
import { OAK, type Kind, type Point, type Seat, type Table } from "../scene";
import { margin } from "./camera";

type Brush = CanvasRenderingContext2D;

const PLANKS = 7;
const INLAY = "#ecd9ad";
const BURNT = "#43200c";
const IVORY = "#fbf1dc";
const INK = "#101d36";
const RAW = "#f3e0b8";
/** what is drawn of a block's top, in mm beyond which nothing is seen */
const MARK_WIDTH = 60;

/** What a block is painted with; the blank side is raw wood. */
export const bodyOf = (side: Seat | null): string => (side === null ? RAW : side === 0 ? IVORY : INK);

/** A canvas of `width` by `height` pixels, painted by `paint`. */
export function painted(width: number, height: number, paint: (brush: Brush) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const brush = canvas.getContext("2d");
  if (brush) paint(brush);
  return canvas;
}

/** Paints the table's top at `scale` pixels a mm, north up: planks from west to east, an inlaid line along the rim or a tape, and the split. */
export function paintTable(brush: Brush, table: Table, split: [Point, Point] | null, scale: number, colour: string = OAK): void {
  const out = margin(table);
  const [width, height] = [table.width + 2 * out, table.height + 2 * out];
  brush.save();
  brush.scale(scale, scale);
  planks(brush, width, height, colour);
  brush.translate(out, out);
  if (table.edge === "tape") tape(brush, table);
  else inlay(brush, () => brush.strokeRect(9, 9, table.width - 18, table.height - 18));
  if (split) inlay(brush, () => line(brush, [split[0][0], table.height - split[0][1]], [split[1][0], table.height - split[1][1]]));
  brush.restore();
}

function inlay(brush: Brush, stroke: () => void): void {
  for (const [colour, width] of [["#0007", 4.2], [INLAY, 2.6]] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    stroke();
  }
}

function tape(brush: Brush, { width, height }: Table): void {
  brush.strokeStyle = "#d9c9a0";
  brush.lineWidth = 12;
  brush.strokeRect(-6, -6, width + 12, height + 12);
  brush.strokeStyle = "#0004";
  brush.lineWidth = 0.8;
  brush.strokeRect(0, 0, width, height);
}

function line(brush: Brush, [x0, y0]: Point, [x1, y1]: Point): void {
  brush.beginPath();
  brush.moveTo(x0, y0);
  brush.lineTo(x1, y1);
  brush.stroke();
}

/** Paints boards along the width, each with its own grain and shade. */
export function planks(brush: Brush, width: number, height: number, colour: string, count = PLANKS): void {
  const chance = chances(7);
  const high = height / count;
  brush.fillStyle = colour;
  brush.fillRect(0, 0, width, height);
  for (let n = 0; n < count; n++) {
    const y = n * high;
    brush.save();
    brush.beginPath();
    brush.rect(0, y, width, high);
    brush.clip();
    brush.fillStyle = chance() < 0.5 ? `rgb(20 10 0 / ${0.1 * chance()})` : `rgb(255 205 140 / ${0.1 * chance()})`;
    brush.fillRect(0, y, width, high);
    grain(brush, width, y, high, chance);
    brush.restore();
    seam(brush, width, y);
    // where two boards of a row meet
    const end = width * (0.15 + 0.7 * chance());
    brush.fillStyle = "#00000059";
    brush.fillRect(end, y, 1.1, high);
  }
}

function seam(brush: Brush, width: number, y: number): void {
  brush.fillStyle = "#00000073";
  brush.fillRect(0, y - 0.7, width, 1.4);
  brush.fillStyle = "#ffdca01f";
  brush.fillRect(0, y + 0.7, width, 0.8);
}

function grain(brush: Brush, width: number, top: number, high: number, chance: () => number): void {
  const heart = top + high * (0.2 + 0.6 * chance());
  for (let n = 0; n < 34; n++) {
    const y = top + high * chance();
    const bend = (y - heart) * 0.25 * chance();
    brush.strokeStyle = chance() < 0.72 ? `rgb(34 17 5 / ${0.08 + 0.2 * chance()})` : `rgb(255 214 150 / ${0.05 + 0.09 * chance()})`;
    brush.lineWidth = 0.4 + 1.3 * chance() ** 2;
    brush.beginPath();
    brush.moveTo(-2, y);
    brush.bezierCurveTo(width * 0.3, y + bend, width * (0.4 + 0.3 * chance()), y - bend, width + 2, y + bend * chance());
    brush.stroke();
  }
  // pores
  brush.fillStyle = "#1e0f0440";
  for (let n = 0; n < width * high * 0.0045; n++) brush.fillRect(width * chance(), top + high * chance(), 3 + 9 * chance(), 0.5);
}

/** What is painted on one side of a block: `side` is null on the blank side, which may show faintly what is on the other one. */
export interface Face {
  side: Seat | null;
  kind: Kind | null;
  under: Seat | null;
}

/** Paints the top of a block of `long` by `wide` mm at `scale` pixels a mm. */
export function paintTop(brush: Brush, long: number, wide: number, { side, kind, under }: Face, scale: number): void {
  brush.save();
  brush.scale(scale, scale);
  brush.fillStyle = bodyOf(side);
  brush.fillRect(0, 0, long, wide);
  fibres(brush, long, wide, side);
  const shown = side ?? under;
  if (side === null) brush.globalAlpha = 0.5;
  if (shown === 0) ring(brush, long, wide);
  if (shown === 1) bars(brush, long, wide, side === 1 ? IVORY : INK);
  if (shown !== null && kind) burn(brush, long, wide, side === 1 ? IVORY : shown === 1 ? INK : BURNT, kind);
  brush.restore();
}

function fibres(brush: Brush, long: number, wide: number, side: Seat | null): void {
  const chance = chances(side === null ? 3 : side + 11);
  brush.strokeStyle = side === 1 ? "#8fa6d60f" : side === 0 ? "#7a4a1a1f" : "#7a4a1a4a";
  for (let n = 0; n < (side === null ? 16 : 12); n++) {
    const y = wide * chance();
    brush.lineWidth = 0.3 + 0.5 * chance();
    brush.beginPath();
    brush.moveTo(0, y);
    brush.bezierCurveTo(long * 0.3, y + 2 * chance(), long * 0.6, y - 2 * chance(), long, y + chance());
    brush.stroke();
  }
}

/** Ivory: a ring burnt all round. */
function ring(brush: Brush, long: number, wide: number): void {
  const inset = wide * 0.075;
  brush.strokeStyle = BURNT;
  brush.lineWidth = wide * 0.062;
  brush.beginPath();
  brush.roundRect(inset, inset, long - 2 * inset, wide - 2 * inset, wide * 0.16);
  brush.stroke();
}

/** Ink: two ivory bars across, at each end. */
function bars(brush: Brush, long: number, wide: number, colour: string): void {
  brush.fillStyle = colour;
  for (const at of [0.035, 0.085]) {
    const width = long * 0.026;
    brush.fillRect(long * at, 0, width, wide);
    brush.fillRect(long * (1 - at) - width, 0, width, wide);
  }
}

function burn(brush: Brush, long: number, wide: number, colour: string, kind: Kind): void {
  const fit = Math.min((long * 0.72) / MARK_WIDTH, (wide * 0.7) / 20);
  brush.translate(long / 2, wide / 2);
  brush.scale(fit, fit);
  brush.fillStyle = brush.strokeStyle = colour;
  brush.lineWidth = 2.4;
  brush.lineCap = brush.lineJoin = "round";
  const { fill, line } = MARKS[kind];
  brush.fill(new Path2D(fill));
  brush.stroke(new Path2D(line));
}

/** Numbers from 0 to 1, the same ones each time. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
