import type { Point } from "./lens";

/** A step of an arrow key: columns to the right, rows down. */
export type Step = readonly [number, number];

const STEPS: Record<string, Step> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The step of an arrow key; undefined for another key. */
export function arrowStep(key: string): Step | undefined {
  return STEPS[key];
}

/** The cells of a board, numbered from 0: where they are in its picture and how they adjoin. */
export interface Cells {
  readonly numbers: readonly number[];
  /** the width of a cell, in units of the picture */
  readonly size: number;
  middle(cell: number): Point;
  /** the cell that holds `point`; null where none does */
  at(point: Point): number | null;
  /** the cell beyond `side` of a cell; null where the board ends */
  across(cell: number, side: number): number | null;
  /** the cell that an arrow key leads to, never over the edge */
  step(cell: number, step: Step): number;
}

/** How far the middle of a cell is from `point`, in widths of a cell. */
export function away(cells: Cells, cell: number, point: Point): number {
  const { x, y } = cells.middle(cell);
  return Math.hypot(x - point.x, y - point.y) / cells.size;
}

/** That of `among` whose middle is nearest to `point`; null among none. */
export function nearest(cells: Cells, among: Iterable<number>, point: Point): number | null {
  let best: number | null = null;
  for (const cell of among) if (best === null || away(cells, cell, point) < away(cells, best, point)) best = cell;
  return best;
}

/** Squares in rows, numbered row by row from the top left; sides from the top clockwise. */
export class Squares implements Cells {
  readonly numbers: readonly number[];

  /** `left` and `top` are where the picture begins; `turned` round, the first square is at its bottom right. */
  constructor(
    readonly columns: number,
    readonly rows: number,
    readonly size = 1,
    private readonly left = 0,
    private readonly top = 0,
    readonly turned = false,
  ) {
    this.numbers = Array.from({ length: columns * rows }, (_, cell) => cell);
  }

  column(cell: number): number {
    return cell % this.columns;
  }

  row(cell: number): number {
    return Math.floor(cell / this.columns);
  }

  /** The square in a column and a row; null beyond the edge. */
  cell(column: number, row: number): number | null {
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows ? row * this.columns + column : null;
  }

  /** The square as people say it, columns by letter, rows numbered from the bottom: "A1" is at the bottom left. */
  name(cell: number): string {
    return `${letter(this.column(cell))}${this.rows - this.row(cell)}`;
  }

  /** The top left of a square, as the picture stands. */
  corner(cell: number): Point {
    const at = this.turned ? this.numbers.length - 1 - cell : cell;
    return { x: this.left + this.size * this.column(at), y: this.top + this.size * this.row(at) };
  }

  middle(cell: number): Point {
    const { x, y } = this.corner(cell);
    return { x: x + this.size / 2, y: y + this.size / 2 };
  }

  at({ x, y }: Point): number | null {
    const at = this.cell(Math.floor((x - this.left) / this.size), Math.floor((y - this.top) / this.size));
    return at !== null && this.turned ? this.numbers.length - 1 - at : at;
  }

  across(cell: number, side: number): number | null {
    const [east, south] = SQUARE_SIDES[side] ?? [0, 0];
    return this.cell(this.column(cell) + east, this.row(cell) + south);
  }

  step(cell: number, [x, y]: Step): number {
    const within = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at));
    const way = this.turned ? -1 : 1;
    return within(this.row(cell) + way * y, this.rows) * this.columns + within(this.column(cell) + way * x, this.columns);
  }
}

const SQUARE_SIDES: readonly Step[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/** The letter of a column or a row: "A" is the first. */
export function letter(n: number): string {
  return String.fromCharCode(65 + n);
}

// so far aside of an arrow, in units of the picture, something is still in its direction
const ASIDE = 200;

/** The next of `points`, which may stand anywhere, in the direction of an arrow; its index, or -1. */
export function nextPoint(points: readonly Point[], from: Point, [dx, dy]: Step): number {
  const cost = ({ x, y }: Point): number => {
    const along = (x - from.x) * dx + (y - from.y) * dy;
    const aside = Math.abs((x - from.x) * dy) + Math.abs((y - from.y) * dx);
    return along > 1 && along + ASIDE > aside ? along + 2 * aside : Infinity;
  };
  return points.map(cost).reduce((found, one, n, all) => (one < (all[found] ?? Infinity) ? n : found), -1);
}
