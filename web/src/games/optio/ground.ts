import { Squares } from "../../lib/cells";

/** One kind of ground: its sign in map files, its name, and whether troops can cross it (O1.2). */
export interface Ground {
  sign: string;
  name: string;
  passable: boolean;
}

const kind = (sign: string, name: string, passable = true): Ground => ({ sign, name, passable });

export const GROUNDS: readonly Ground[] = [
  kind(".", "open"),
  kind("h", "gentle hill"),
  kind("H", "steep hill"),
  kind("w", "wood"),
  kind("r", "rough"),
  kind("m", "marsh"),
  kind("c", "cultivated"),
  kind("s", "stream"),
  kind("=", "road"),
  kind("f", "ford"),
  kind("b", "bridge"),
  kind("L", "lake", false),
  kind("X", "cliff", false),
  kind("R", "river", false),
];

/** What lies beyond the map. */
export const EDGE: Ground = kind("#", "beyond the map", false);
export { INK, PAPER } from "./art";

/** Large squares on a side of the map, and cells on a side of a large square. */
export const SQUARES = 5;
export const CELLS = 8;
/** The length of a cell's side in the drawings of this file. */
export const CELL = 10;

/** The large squares of a map, row by row from A5 in the north-west; sides from the north clockwise. */
export const LARGE = new Squares(SQUARES, SQUARES, CELL * CELLS);
/** The same with the south at the top. */
export const TURNED = new Squares(SQUARES, SQUARES, CELL * CELLS, 0, 0, true);

/** One path of the drawing; all cells of a kind are in the same one. */
export interface Stroke {
  d: string;
  fill: string;
  stroke: string;
  width: number;
  dash?: string;
}

/** The ground with this sign; open where there is none. */
export function groundOf(sign: string): Ground {
  return sign === EDGE.sign ? EDGE : (GROUNDS.find((ground) => ground.sign === sign) ?? (GROUNDS[0] as Ground));
}

/** The printed name of a large square: A1 lies in the south-west, E5 in the north-east; squares run row by row from A5. */
export function squareName(square: number): string {
  return LARGE.name(square);
}

interface Texture {
  /** the cells that share the area, by their signs */
  signs: string;
  fill: string;
  line: string;
  /** of the contour around the area */
  contour: number;
  /** marks within a cell of 10 by 10; `turn` differs from cell to cell */
  marks: (turn: number) => string;
  ink: string;
  weight: number;
}

const DOTS = (...at: [number, number][]): string => at.map(([x, y]) => `m${x} ${y}h.01m${-x - 0.01} ${-y}`).join("");

// the order is that of drawing; each texture reads without its colours
const TEXTURES: readonly Texture[] = [
  { signs: "hH", fill: "#efe3c4", line: "#8a6a3b", contour: 0.8, marks: () => "m3 7l4-4", ink: "#9a7b4c", weight: 0.8 },
  { signs: "H", fill: "#d9bd8a", line: "#5f4317", contour: 1.6, marks: () => "m1.6 6l4.4-4.4m-2 7l5-5", ink: "#5f4317", weight: 1.3 },
  {
    signs: "c",
    fill: "#f4e9a9",
    line: "#a08a2c",
    contour: 0.7,
    marks: () => "m2 1.6v6.8m3-6.8v6.8m3-6.8v6.8",
    ink: "#8d7a2a",
    weight: 0.7,
  },
  {
    signs: "r",
    fill: "#e7e1d6",
    line: "#8d857a",
    contour: 0,
    marks: (turn) => (turn % 2 ? "m1.6 5.4l1.8-3l1.8 3m.6 3l1.4-2.4l1.4 2.4" : "m4.6 4.6l1.8-3l1.8 3m-6.4 3.8l1.4-2.4l1.4 2.4"),
    ink: "#5e564b",
    weight: 1,
  },
  {
    signs: "m",
    fill: "#d5e8e0",
    line: "#5d8f83",
    contour: 0,
    marks: (turn) =>
      turn % 2 ? "m1.5 8h7m-3.5 0v-4m-1-.2l-1.6-1.6m5 1.8l1.6-1.6" : "m1.2 4.4h5m-2.5 0v-3m-1.8.4l.7.9m3-.9l-.7.9m-2 5.6h6",
    ink: "#2e6a5f",
    weight: 0.9,
  },
  {
    signs: "w",
    fill: "#cfe0b8",
    line: "#51703f",
    contour: 0.7,
    marks: (turn) => [DOTS([3, 3.2], [7, 7]), DOTS([6.8, 3], [3, 7.2]), DOTS([3.4, 2.8], [7, 6.2])][turn % 3] ?? "",
    ink: "#43633a",
    weight: 4.2,
  },
  {
    signs: "L",
    fill: "#aed3ea",
    line: "#1d5a86",
    contour: 1.3,
    marks: () => "m1 3.6q2-1.8 4 0t4 0m-8 4q2-1.8 4 0t4 0",
    ink: "#2f709d",
    weight: 0.8,
  },
  { signs: "Rfb", fill: "#7fb3d8", line: "#123f63", contour: 1.6, marks: () => "m1.4 5.4q1.8-2 3.6 0t3.6 0", ink: "#123f63", weight: 0.9 },
  { signs: "X", fill: "#4e473a", line: "#1d180e", contour: 1.4, marks: () => "m2 2.2h6l-3 5.4z", ink: "#fbf8f0", weight: 0.9 },
  { signs: "#", fill: "#a39c8d", line: "#2b2416", contour: 1.6, marks: () => "m2 2l6 6m0-6l-6 6", ink: "#4a4335", weight: 0.9 },
];

/** The paths that draw `rows` of signs, north first, in cells of `CELL` units; few, whatever the size of the map. */
export function drawGround(rows: readonly string[]): Stroke[] {
  const drawn = TEXTURES.flatMap((texture) => area(rows, texture));
  drawn.push(...water(rows), ...ways(rows), ...crossings(rows));
  return drawn.filter((one) => one.d !== "");
}

/** A rectangle of cells. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

// so far does a cell change what is drawn of others, and after so many cells the marks come round again
const REACH = 2;
const TURNS = 6;

/** The paths of `part` and a little more; they count from the cell `x`, `y`. For a redrawing where only `part` has changed. */
export function drawPart(rows: readonly string[], part: Part): { x: number; y: number; strokes: Stroke[] } {
  const from = (at: number): number => Math.max(0, Math.floor((at - REACH) / TURNS) * TURNS);
  const [x, y] = [from(part.x), from(part.y)];
  const piece = rows.slice(y, part.y + part.height + REACH).map((row) => row.slice(x, part.x + part.width + REACH));
  return { x, y, strokes: drawGround(piece) };
}

const at = (rows: readonly string[], x: number, y: number): string => rows[y]?.[x] ?? "";

function cells(rows: readonly string[], signs: string): [number, number][] {
  return rows.flatMap((row, y) => [...row].flatMap((sign, x): [number, number][] => (signs.includes(sign) ? [[x, y]] : [])));
}

function area(rows: readonly string[], texture: Texture): Stroke[] {
  // fords and bridges lie in the river that they cross, or over a stream
  const signs = texture.signs;
  const inside = (x: number, y: number): boolean =>
    signs[0] === "R" && "fb".includes(at(rows, x, y) || " ")
      ? besideRiver(rows, x, y)
      : at(rows, x, y) !== "" && signs.includes(at(rows, x, y));
  const contour = { fill: texture.fill, stroke: texture.contour ? texture.line : "none", width: texture.contour };
  const marks = cells(rows, signs[0] ?? "").map(([x, y]) => `M${x * CELL} ${y * CELL}${texture.marks((x * 7 + y * 5 + x * y) % TURNS)}`);
  return [
    { d: outline(inside, rows[0]?.length ?? 0, rows.length), ...contour },
    { d: marks.join(""), fill: "none", stroke: texture.ink, width: texture.weight },
  ];
}

const NEAR: readonly [number, number][] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

function besideRiver(rows: readonly string[], x: number, y: number): boolean {
  return NEAR.some(([dx, dy]) => ["R", "L"].includes(at(rows, x + dx, y + dy)));
}

/** The outline of the cells that are `inside`, corners rounded; clockwise around them. */
function outline(inside: (x: number, y: number) => boolean, width: number, height: number): string {
  const next = new Map<string, string[]>();
  const edge = (from: string, to: string): void => void next.set(from, [...(next.get(from) ?? []), to]);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!inside(x, y)) continue;
      if (!inside(x, y - 1)) edge(`${x} ${y}`, `${x + 1} ${y}`);
      if (!inside(x + 1, y)) edge(`${x + 1} ${y}`, `${x + 1} ${y + 1}`);
      if (!inside(x, y + 1)) edge(`${x + 1} ${y + 1}`, `${x} ${y + 1}`);
      if (!inside(x - 1, y)) edge(`${x} ${y + 1}`, `${x} ${y}`);
    }
  }
  return [...next.keys()].map((start) => rounded(loop(next, start))).join("");
}

/** The corners from `start` back to it, taken out of `next`. */
function loop(next: Map<string, string[]>, start: string): [number, number][] {
  const corners: [number, number][] = [];
  let here = start;
  for (;;) {
    const to = next.get(here)?.pop();
    if (to === undefined) return corners;
    corners.push(here.split(" ").map(Number) as [number, number]);
    here = to;
  }
}

/** A closed path through the middles of the edges, bent around the corners. */
function rounded(corners: [number, number][]): string {
  if (corners.length < 4) return "";
  const half = CELL / 2;
  const [first, second] = corners as [[number, number], [number, number]];
  const steps = corners.map((_, index) => {
    const [ax, ay] = corners[(index + 1) % corners.length] as [number, number];
    const [bx, by] = corners[(index + 2) % corners.length] as [number, number];
    return `Q${ax * CELL} ${ay * CELL} ${(ax + bx) * half} ${(ay + by) * half}`;
  });
  return `M${(first[0] + second[0]) * half} ${(first[1] + second[1]) * half}${steps.join("")}Z`;
}

/** Lines from the middle of each of `from` to its neighbours with one of `to`, and over the edge, bent where it turns; a stub where there is none. */
function joined(rows: readonly string[], from: [number, number][], to: string): string {
  return from
    .map(([x, y]) => {
      const middle = `M${x * CELL + 5} ${y * CELL + 5}`;
      const has = (dx: number, dy: number): boolean => to.includes(at(rows, x + dx, y + dy) || " ");
      const straight = NEAR.filter(([dx, dy]) => has(dx, dy));
      const slant = [-1, 1]
        .flatMap((dx) => [-1, 1].map((dy): [number, number] => [dx, dy]))
        .filter(([dx, dy]) => has(dx, dy) && !has(dx, 0) && !has(0, dy));
      const met = [...straight, ...slant];
      // what ends at the edge goes on beyond it
      const out = met.length === 1 ? NEAR.filter(([dx, dy]) => at(rows, x + dx, y + dy) === "" && has(-dx, -dy)) : [];
      const arms = [...met, ...out];
      const [one, other] = arms;
      // a line that turns bends through the cell, so that steps become a curve
      if (one && other && arms.length === 2 && (one[0] + other[0] || one[1] + other[1])) {
        const end = ([dx, dy]: readonly [number, number]): string => `${x * CELL + 5 + dx * 5} ${y * CELL + 5 + dy * 5}`;
        return `M${end(one)}Q${middle.slice(1)} ${end(other)}`;
      }
      return arms.length ? arms.map(([dx, dy]) => `${middle}l${dx * 5} ${dy * 5}`).join("") : `${middle}m-3 0h6`;
    })
    .join("");
}

function water(rows: readonly string[]): Stroke[] {
  // what crosses a river already lies in it
  const line = joined(
    rows,
    cells(rows, "sfb").filter(([x, y]) => at(rows, x, y) === "s" || !besideRiver(rows, x, y)),
    "sfbRL",
  );
  return [
    { d: line, fill: "none", stroke: "#123f63", width: 3.2 },
    { d: line, fill: "none", stroke: "#8fc2e4", width: 1.6 },
  ];
}

function ways(rows: readonly string[]): Stroke[] {
  const line = joined(rows, cells(rows, "="), "=fb");
  return [
    { d: line, fill: "none", stroke: "#4a3a20", width: 4 },
    { d: line, fill: "none", stroke: "#f7edd6", width: 2.2 },
    { d: line, fill: "none", stroke: "#4a3a20", width: 0.7, dash: "2 2" },
  ];
}

function crossings(rows: readonly string[]): Stroke[] {
  const across = (x: number, y: number): boolean => {
    const share = (dx: number, dy: number): number =>
      ["=", "fb", ".hrwmc"].findIndex((signs) => signs.includes(at(rows, x + dx, y + dy) || "?"));
    const rank = (a: number, b: number): number => (a < 0 || b < 0 ? 9 : a + b);
    return rank(share(-1, 0), share(1, 0)) <= rank(share(0, -1), share(0, 1));
  };
  const lines = (sign: string, flat: string, upright: string): string =>
    cells(rows, sign)
      .map(([x, y]) => `M${x * CELL} ${y * CELL}${across(x, y) ? flat : upright}`)
      .join("");
  const deck = lines("b", "m0 5h10", "m5 0v10");
  const stones = DOTS([2, 3.4], [5, 3.4], [8, 3.4], [2, 6.8], [5, 6.8], [8, 6.8]);
  const posts = DOTS([3.4, 2], [3.4, 5], [3.4, 8], [6.8, 2], [6.8, 5], [6.8, 8]);
  return [
    { d: deck, fill: "none", stroke: "#2b2416", width: 7 },
    { d: deck, fill: "none", stroke: "#f7edd6", width: 4 },
    { d: lines("b", "m2 3v4m3-4v4m3-4v4", "m3 2h4m-4 3h4m-4 3h4"), fill: "none", stroke: "#2b2416", width: 0.8 },
    { d: lines("f", stones, posts), fill: "none", stroke: "#2b2416", width: 2.4 },
    { d: lines("f", stones, posts), fill: "none", stroke: "#f7edd6", width: 1.5 },
  ];
}
