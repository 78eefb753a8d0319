import { BARE, BARS, COLOURS, INLAY, MARKS, OAK, RING, SIGNS } from "../art";
import { type Edge, type Kind, type Point, type Seat, type Table } from "../scene";
import { topOf } from "./camera";

type Pen = CanvasRenderingContext2D;

const PLANKS = 7;
const [IVORY, INK] = COLOURS;
const [BURNT] = SIGNS;
/** what is drawn of a block's top, in mm beyond which nothing is seen */
const MARK_WIDTH = 60;

/** What a block is painted with; the blank side is raw wood. */
export const bodyOf = (side: Seat | null): string => (side === null ? BARE : side === 0 ? IVORY : INK);

/** A canvas of `width` by `height` pixels, painted by `paint`. */
export function painted(width: number, height: number, paint: (pen: Pen) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const pen = canvas.getContext("2d");
  if (pen) paint(pen);
  return canvas;
}

/** Paints the table's top at `scale` pixels a mm, north up: planks from west to east, an inlaid line along the rim or a tape, and the split. */
export function paintTable(pen: Pen, table: Table, split: [Point, Point] | null, scale: number, colour: string = OAK): void {
  const { west, north, width, height } = topOf(table);
  pen.save();
  pen.scale(scale, scale);
  planks(pen, width, height, colour);
  pen.translate(-west, north - table.height);
  rims(pen, table);
  if (split) inlay(pen, () => line(pen, [split[0][0], table.height - split[0][1]], [split[1][0], table.height - split[1][1]]));
  pen.restore();
}

/** A tape along each edge beyond which the table goes on, an inlaid line along the others. */
function rims(pen: Pen, table: Table): void {
  const { width, height, edges } = table;
  const along = (far: number): [Point, Point][] => {
    const [left, right, top, bottom] = [-far, width + far, -far, height + far];
    // south, east, north, west
    return [
      [
        [left, bottom],
        [right, bottom],
      ],
      [
        [right, top],
        [right, bottom],
      ],
      [
        [left, top],
        [right, top],
      ],
      [
        [left, top],
        [left, bottom],
      ],
    ];
  };
  const lines = (edge: Edge, far: number): [Point, Point][] => along(far).filter((_, n) => edges[n] === edge);
  inlay(pen, () => lines("drop", -9).forEach(([from, to]) => line(pen, from, to)));
  pen.strokeStyle = "#d9c9a0";
  pen.lineWidth = 12;
  lines("tape", 6).forEach(([from, to]) => line(pen, from, to));
  pen.strokeStyle = "#0004";
  pen.lineWidth = 0.8;
  lines("tape", 0).forEach(([from, to]) => line(pen, from, to));
}

function inlay(pen: Pen, stroke: () => void): void {
  for (const [colour, width] of [
    ["#0007", 4.2],
    [INLAY, 2.6],
  ] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    stroke();
  }
}

function line(pen: Pen, [x0, y0]: Point, [x1, y1]: Point): void {
  pen.beginPath();
  pen.moveTo(x0, y0);
  pen.lineTo(x1, y1);
  pen.stroke();
}

/** Paints boards along the width, each with its own grain and shade. */
export function planks(pen: Pen, width: number, height: number, colour: string, count = PLANKS): void {
  const chance = chances(7);
  const high = height / count;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, width, height);
  for (let n = 0; n < count; n++) {
    const y = n * high;
    pen.save();
    pen.beginPath();
    pen.rect(0, y, width, high);
    pen.clip();
    pen.fillStyle = chance() < 0.5 ? `rgb(20 10 0 / ${0.1 * chance()})` : `rgb(255 205 140 / ${0.1 * chance()})`;
    pen.fillRect(0, y, width, high);
    grain(pen, width, y, high, chance);
    pen.restore();
    seam(pen, width, y);
    // where two boards of a row meet
    const end = width * (0.15 + 0.7 * chance());
    pen.fillStyle = "#00000059";
    pen.fillRect(end, y, 1.1, high);
  }
}

function seam(pen: Pen, width: number, y: number): void {
  pen.fillStyle = "#00000073";
  pen.fillRect(0, y - 0.7, width, 1.4);
  pen.fillStyle = "#ffdca01f";
  pen.fillRect(0, y + 0.7, width, 0.8);
}

function grain(pen: Pen, width: number, top: number, high: number, chance: () => number): void {
  const heart = top + high * (0.2 + 0.6 * chance());
  for (let n = 0; n < 34; n++) {
    const y = top + high * chance();
    const bend = (y - heart) * 0.25 * chance();
    pen.strokeStyle = chance() < 0.72 ? `rgb(34 17 5 / ${0.08 + 0.2 * chance()})` : `rgb(255 214 150 / ${0.05 + 0.09 * chance()})`;
    pen.lineWidth = 0.4 + 1.3 * chance() ** 2;
    pen.beginPath();
    pen.moveTo(-2, y);
    pen.bezierCurveTo(width * 0.3, y + bend, width * (0.4 + 0.3 * chance()), y - bend, width + 2, y + bend * chance());
    pen.stroke();
  }
  // pores
  pen.fillStyle = "#1e0f0440";
  for (let n = 0; n < width * high * 0.0045; n++) pen.fillRect(width * chance(), top + high * chance(), 3 + 9 * chance(), 0.5);
}

/** What is painted on one side of a block: `side` is null on the blank side, which may show faintly what is on the other one. */
export interface Face {
  side: Seat | null;
  kind: Kind | null;
  under: Seat | null;
}

/** Paints the top of a block of `long` by `wide` mm at `scale` pixels a mm. */
export function paintTop(pen: Pen, long: number, wide: number, { side, kind, under }: Face, scale: number): void {
  pen.save();
  pen.scale(scale, scale);
  pen.fillStyle = bodyOf(side);
  pen.fillRect(0, 0, long, wide);
  fibres(pen, long, wide, side);
  const shown = side ?? under;
  if (side === null) pen.globalAlpha = 0.5;
  if (shown === 0) ring(pen, long, wide);
  if (shown === 1) bars(pen, long, wide, side === 1 ? IVORY : INK);
  if (shown !== null && kind) burn(pen, long, wide, side === 1 ? IVORY : shown === 1 ? INK : BURNT, kind);
  pen.restore();
}

function fibres(pen: Pen, long: number, wide: number, side: Seat | null): void {
  const chance = chances(side === null ? 3 : side + 11);
  pen.strokeStyle = side === 1 ? "#8fa6d60f" : side === 0 ? "#7a4a1a1f" : "#7a4a1a4a";
  for (let n = 0; n < (side === null ? 16 : 12); n++) {
    const y = wide * chance();
    pen.lineWidth = 0.3 + 0.5 * chance();
    pen.beginPath();
    pen.moveTo(0, y);
    pen.bezierCurveTo(long * 0.3, y + 2 * chance(), long * 0.6, y - 2 * chance(), long, y + chance());
    pen.stroke();
  }
}

/** Ivory: a ring burnt all round. */
function ring(pen: Pen, long: number, wide: number): void {
  const inset = wide * RING.inset;
  pen.strokeStyle = BURNT;
  pen.lineWidth = wide * RING.width;
  pen.beginPath();
  pen.roundRect(inset, inset, long - 2 * inset, wide - 2 * inset, wide * RING.corner);
  pen.stroke();
}

/** Ink: two ivory bars across, at each end. */
function bars(pen: Pen, long: number, wide: number, colour: string): void {
  pen.fillStyle = colour;
  for (const at of BARS.at) {
    const width = long * BARS.width;
    pen.fillRect(long * at, 0, width, wide);
    pen.fillRect(long * (1 - at) - width, 0, width, wide);
  }
}

function burn(pen: Pen, long: number, wide: number, colour: string, kind: Kind): void {
  const fit = Math.min((long * 0.72) / MARK_WIDTH, (wide * 0.7) / 20);
  pen.translate(long / 2, wide / 2);
  pen.scale(fit, fit);
  pen.fillStyle = pen.strokeStyle = colour;
  pen.lineWidth = 2.4;
  pen.lineCap = pen.lineJoin = "round";
  const { fill, line } = MARKS[kind];
  pen.fill(new Path2D(fill));
  pen.stroke(new Path2D(line));
}

/** Numbers from 0 to 1, the same ones each time. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
