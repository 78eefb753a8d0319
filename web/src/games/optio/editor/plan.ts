import { GROUNDS } from "../ground";
import { SIDE } from "../scene";

/** Signs of ground, 40 rows of 40, north first (O1.2). */
export type Rows = readonly string[];

/** A cell by its column from the west and its row from the north. */
export interface Cell {
  x: number;
  y: number;
}

/** A map that is drawn; never changed, each edit makes a new one. */
export interface Plan {
  name: string;
  /** one of CLASSES */
  kind: string;
  rows: Rows;
}

export const CLASSES = ["very open", "open", "average", "mountainous", "wooded", "cultivated", "desert"] as const;
const OPEN = ".";

/** Open ground everywhere. */
export const BARE: Rows = Array.from({ length: SIDE }, () => OPEN.repeat(SIDE));

export function inside({ x, y }: Cell): boolean {
  return x >= 0 && y >= 0 && x < SIDE && y < SIDE;
}

/** The sign at a cell; nothing beyond the map. */
export function signAt(rows: Rows, { x, y }: Cell): string {
  return rows[y]?.[x] ?? "";
}

/** `rows` with `sign` at `cells`; the same object where nothing changes. */
export function painted(rows: Rows, cells: Iterable<Cell>, sign: string): Rows {
  const changed = new Map<number, string[]>();
  for (const cell of cells) {
    if (!inside(cell) || signAt(rows, cell) === sign) continue;
    const row = changed.get(cell.y) ?? [...(rows[cell.y] ?? "")];
    row[cell.x] = sign;
    changed.set(cell.y, row);
  }
  return changed.size === 0 ? rows : rows.map((row, y) => changed.get(y)?.join("") ?? row);
}

/** The cells under a brush of `size` cells, an odd number, around the middle. */
export function under({ x, y }: Cell, size: number): Cell[] {
  const reach = (size - 1) / 2;
  return between({ x: x - reach, y: y - reach }, { x: x + reach, y: y + reach });
}

/** The cells of the rectangle with these two corners. */
export function between(a: Cell, b: Cell): Cell[] {
  const [left, top] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const [width, height] = [Math.abs(a.x - b.x) + 1, Math.abs(a.y - b.y) + 1];
  return Array.from({ length: width * height }, (_, n) => ({ x: left + (n % width), y: top + Math.floor(n / width) }));
}

/** The cells on the way from `a` to `b`, both of them too, each beside the one before, at a corner perhaps. */
export function way(a: Cell, b: Cell): Cell[] {
  const steps = Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
  const at = (from: number, to: number, n: number): number => Math.round(from + ((to - from) * n) / Math.max(1, steps));
  return Array.from({ length: steps + 1 }, (_, n) => ({ x: at(a.x, b.x, n), y: at(a.y, b.y, n) }));
}

/** The cells of one ground that hang together with `start` by their sides. */
export function area(rows: Rows, start: Cell): Cell[] {
  const sign = signAt(rows, start);
  const seen = new Set<number>();
  const found: Cell[] = [];
  const waiting = sign === "" ? [] : [start];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const { x, y } = cell;
    if (seen.has(y * SIDE + x) || signAt(rows, cell) !== sign) continue;
    seen.add(y * SIDE + x);
    found.push(cell);
    waiting.push({ x: x - 1, y }, { x: x + 1, y }, { x, y: y - 1 }, { x, y: y + 1 });
  }
  return found;
}

/** A quarter turn clockwise: what lay in the west lies in the north. */
export function turned(rows: Rows): Rows {
  return rows.map((_, y) => rows.map((_, x) => signAt(rows, { x: y, y: SIDE - 1 - x })).join(""));
}

/** East and west exchanged. */
export function mirrored(rows: Rows): Rows {
  return rows.map((row) => [...row].reverse().join(""));
}

export function same(a: Plan, b: Plan): boolean {
  return a.name === b.name && a.kind === b.kind && a.rows.join() === b.rows.join();
}

/** The text of a map file. */
export function write({ name, kind, rows }: Plan): string {
  const legend = GROUNDS.map((ground) => `  ${ground.sign} ${ground.name}`);
  return [`name: ${name.trim() || "Unnamed"}`, `class: ${kind}`, "legend:", ...legend, "map:", ...rows, ""].join("\n");
}

/** The map of a text as `write` and the server write them; null for any other, which only the server may judge. */
export function read(text: string): Plan | null {
  const found = /^name: (.+)\nclass: (.+)\nlegend:\n([^]*?)^map:\n([^]*)\n$/m.exec(text);
  const [, name = "", kind = "", , body = ""] = found ?? [];
  const rows = body.split("\n");
  const signs = new Set(GROUNDS.map((ground) => ground.sign));
  const whole = rows.length === SIDE && rows.every((row) => row.length === SIDE && [...row].every((sign) => signs.has(sign)));
  return found && whole && (CLASSES as readonly string[]).includes(kind) ? { name, kind, rows } : null;
}

/** A name for the file of a map: "Three Fords" is kept in three-fords.txt. */
export function fileName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  return `${plain || "map"}.txt`;
}
