import { boundOf, type Bounds } from "../../../lib/forms/settings";
import type { TileKind } from "../scene";

/** A board as rows of tiles, top row first; never changed, each edit makes a new one (A1.1). */
export type Rows = readonly string[];

/** what can be put on a tile, in the order of the palette */
export const KINDS: readonly TileKind[] = [".", "R", "B", "I", "T", "M"];
const START = "S";
const PLAIN = ".";

/** The rows of a text that draws a board; null for any other, which only the server may judge. */
export function read(text: string, bounds: Bounds): Rows | null {
  const rows = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  const [first = ""] = rows;
  const [low, high] = boundOf(bounds, "side");
  const fits = (length: number): boolean => length >= low && length <= high;
  const whole = rows.every((row) => row.length === first.length && [...row].every((tile) => tile === START || isKind(tile)));
  if (!fits(rows.length) || !fits(first.length) || !whole) return null;
  return rows.every((row, y) => [...row].every((tile, x) => (tile === START) === corner(rows, x, y))) ? rows : null;
}

export function write(rows: Rows): string {
  return `${rows.join("\n")}\n`;
}

export function kindAt(rows: Rows, x: number, y: number): TileKind {
  const tile = rows[y]?.[x] ?? PLAIN;
  return tile === START || isKind(tile) ? tile : PLAIN;
}

/** Whether a tile is a start, or too near to one for anything special. */
export function keptClear(rows: Rows, x: number, y: number, bounds: Bounds): boolean {
  const [right, below] = [(rows[0]?.length ?? 0) - 1, rows.length - 1];
  return Math.min(x, right - x) + Math.min(y, below - y) < boundOf(bounds, "from_start")[0];
}

/** `rows` with `kind` on a tile and on the one that half a turn brings it to; as they were where nothing special may lie. */
export function painted(rows: Rows, x: number, y: number, kind: TileKind, bounds: Bounds): Rows {
  if (corner(rows, x, y) || (keptClear(rows, x, y, bounds) && kind !== PLAIN)) return rows;
  const [across, down] = [(rows[0]?.length ?? 0) - 1 - x, rows.length - 1 - y];
  return drawn(rows[0]?.length ?? 0, rows.length, (column, row) =>
    (column === x && row === y) || (column === across && row === down) ? kind : kindAt(rows, column, row),
  );
}

/** A board of another size with as much of `rows` in its middle as fits. */
export function resized(rows: Rows, width: number, height: number, bounds: Bounds): Rows {
  const [left, top] = [Math.floor((width - (rows[0]?.length ?? 0)) / 2), Math.floor((height - rows.length) / 2)];
  const old = (x: number, y: number): TileKind => {
    const kind = kindAt(rows, x - left, y - top);
    return kind === START ? PLAIN : kind;
  };
  const bare = drawn(width, height, () => PLAIN);
  let made: Rows = bare;
  // the upper half is kept, the lower one follows from it
  for (let tile = 0; tile < (width * height) / 2; tile += 1) {
    const [x, y] = [tile % width, Math.floor(tile / width)];
    made = painted(made, x, y, old(x, y), bounds);
  }
  return made;
}

function drawn(width: number, height: number, kind: (x: number, y: number) => TileKind): Rows {
  const row = (y: number): string =>
    Array.from({ length: width }, (_, x) => ((x === 0 || x === width - 1) && (y === 0 || y === height - 1) ? START : kind(x, y))).join("");
  return Array.from({ length: height }, (_, y) => row(y));
}

function corner(rows: Rows, x: number, y: number): boolean {
  return (x === 0 || x === (rows[0]?.length ?? 0) - 1) && (y === 0 || y === rows.length - 1);
}

function isKind(tile: string): tile is TileKind {
  return (KINDS as readonly string[]).includes(tile);
}
