import { away, letter, nearest, type Cells, type Step } from "./cells";
import type { Point } from "./lens";

/** Degrees, clockwise, by which a picture of hexes is turned. */
export type Turn = -90 | 0 | 90 | 180;

// half hex widths and rows to the neighbour over each side, from the east anticlockwise
const HEX_SIDES: readonly Step[] = [
  [2, 0],
  [1, -1],
  [-1, -1],
  [-2, 0],
  [-1, 1],
  [1, 1],
];
// so far from the middle of a hex, in its widths, a point still means it: a little beyond the corners, for fingers
const MISS = 0.9;

/**
 * Hexes that stand on a corner, in rows: `longest` in the middle row, one less in each row further out. They are numbered row by
 * row from the north, in a row from the west, sides from the east anticlockwise. Points count from the middle of the board.
 */
export class Hexes implements Cells {
  readonly numbers: readonly number[];
  /** sides of a hex */
  readonly sides = HEX_SIDES.map((_, side) => side);
  /** by hex: half hex widths from the middle of the board, and rows, both growing to the south-east */
  readonly places: readonly Step[];
  private readonly known: ReadonlyMap<string, number>;

  constructor(
    readonly longest: number,
    readonly rows: number,
    readonly size: number,
    readonly turn: Turn = 0,
  ) {
    const middle = (rows - 1) / 2;
    this.places = Array.from({ length: rows }, (_, line) => {
      const row = line - middle;
      const width = longest - Math.abs(row);
      return Array.from({ length: width }, (_, n): Step => [2 * n - width + 1, row]);
    }).flat();
    this.numbers = this.places.map((_, hex) => hex);
    this.known = new Map(this.places.map((place, hex) => [place.join(), hex]));
  }

  /** The distance from a hex's middle to its corners. */
  get radius(): number {
    return this.size / Math.sqrt(3);
  }

  /** The distance between two rows. */
  get line(): number {
    return this.size * Math.sqrt(0.75);
  }

  /** The hex at a place as `places` has it; null beyond the edge. */
  cell(x: number, row: number): number | null {
    return this.known.get([x, row].join()) ?? null;
  }

  /** The hex as people say it: the letter of its row and its number in it, "F11". */
  name(hex: number): string {
    const [x, row] = this.place(hex);
    return `${letter(row + (this.rows - 1) / 2)}${(x + this.longest - Math.abs(row) + 1) / 2}`;
  }

  middle(hex: number): Point {
    const [x, row] = this.place(hex);
    return this.turned({ x: (x * this.size) / 2, y: row * this.line });
  }

  at(point: Point): number | null {
    const hex = nearest(this, this.numbers, point);
    return hex !== null && away(this, hex, point) <= MISS ? hex : null;
  }

  across(hex: number, side: number): number | null {
    const [x, row] = this.place(hex);
    const [east, south] = HEX_SIDES[side] ?? [0, 0];
    return this.cell(x + east, row + south);
  }

  step(hex: number, [right, down]: Step): number {
    const [x, row] = this.place(hex);
    // the way of the arrow on the board: the turn undone
    const way = turned({ x: right, y: down }, this.turn === 90 ? -90 : this.turn === -90 ? 90 : this.turn);
    const [along, south] = [Math.round(way.x), Math.round(way.y)];
    if (along !== 0) return this.cell(x + 2 * along, row) ?? hex;
    // first to the one side, then to the other, so that two steps lead straight on
    const aside = row % 2 === 0 ? 1 : -1;
    return this.cell(x + aside, row + south) ?? this.cell(x - aside, row + south) ?? hex;
  }

  /** A point of the unturned picture, in this one. */
  turned(point: Point): Point {
    return turned(point, this.turn);
  }

  /** Degrees, clockwise from the right, at which something looks that faces `side`. */
  angle(side: number): number {
    return this.turn - 60 * side;
  }

  /** The outline of a hex around its middle. */
  outline(scale = 1): string {
    return `${path(this.sides.map((side) => this.corner(side, scale)))}Z`;
  }

  /** The line around `hexes`. */
  border(hexes: readonly number[]): string {
    const inside = new Set<number | null>(hexes);
    const edges = hexes.flatMap((hex) => this.sides.flatMap((side) => (inside.has(this.across(hex, side)) ? [] : [this.edge(hex, side)])));
    return edges.join("");
  }

  /** The line over the middles of `route`. */
  track(route: readonly number[]): string {
    return path(route.map((hex) => this.middle(hex)));
  }

  private place(hex: number): Step {
    return this.places[hex] ?? [0, 0];
  }

  private corner(side: number, scale = 1): Point {
    const radians = ((this.angle(side) - 30) * Math.PI) / 180;
    return { x: scale * this.radius * Math.cos(radians), y: scale * this.radius * Math.sin(radians) };
  }

  private edge(hex: number, side: number): string {
    const middle = this.middle(hex);
    return path([this.corner(side + 5), this.corner(side)].map(({ x, y }) => ({ x: middle.x + x, y: middle.y + y })));
  }
}

function turned({ x, y }: Point, turn: Turn): Point {
  if (turn === 0) return { x, y };
  if (turn === 180) return { x: -x, y: -y };
  return turn === 90 ? { x: -y, y: x } : { x: y, y: -x };
}

function path(points: readonly Point[]): string {
  return `M${points.map(({ x, y }) => `${fixed(x)} ${fixed(y)}`).join("L")}`;
}

function fixed(value: number): string {
  return String(Math.round(100 * value) / 100);
}
