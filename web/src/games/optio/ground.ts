import { Squares } from "../../lib/board/cells";
import { GROUND, type Area, type Lined } from "./art";

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

/**
 * The paths that draw `rows` of signs, north first, in cells of `CELL` units; few, whatever the size of the map. They reach
 * beyond the edge and have to be cut off there. `games/optio/show/ground.py` draws the same on paper.
 */
export function drawGround(rows: readonly string[]): Stroke[] {
  const drawn = [...GROUND.areas.flatMap((texture) => area(rows, texture)), ...ways(rows), ...crossings(rows)];
  return drawn.filter((one) => one.d !== "");
}

/** A rectangle of cells. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

// how far a cell changes what is drawn of others, and the period in cells after which the marks repeat
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

function area(rows: readonly string[], texture: Area): Stroke[] {
  // fords and bridges lie in the river that they cross, or over a stream
  const signs = texture.signs;
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const within = (x: number, y: number): boolean =>
    signs[0] === "R" && "fb".includes(at(rows, x, y) || " ")
      ? besideRiver(rows, x, y)
      : at(rows, x, y) !== "" && signs.includes(at(rows, x, y));
  // what lies at the edge goes on beyond it
  const inside = (x: number, y: number): boolean =>
    Math.min(x, y) >= -1 && x <= width && y <= height && within(clamp(x, width), clamp(y, height));
  const { marks } = texture;
  const drawn = cells(rows, signs[0] ?? "").map(([x, y]) => `${corner(x, y)}${marks[((x * 7 + y * 5 + x * y) % TURNS) % marks.length]}`);
  return [
    {
      d: outline(inside, width, height),
      fill: texture.fill,
      stroke: texture.contour ? texture.line : "none",
      width: texture.contour,
    },
    { d: drawn.join(""), fill: "none", stroke: texture.ink, width: texture.weight },
  ];
}

const corner = (x: number, y: number): string => `M${x * CELL} ${y * CELL}`;

/** One path, drawn with several lines on top of each other. */
function lined(d: string, lines: readonly Lined[]): Stroke[] {
  return lines.map(({ stroke, width, pen, dash }) => ({ d, fill: "none", stroke, width: width + pen, ...(dash && { dash }) }));
}

/** To the east and to the south. */
type Step = readonly [number, number];

const NEAR: readonly Step[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

const SLANT: readonly Step[] = [
  [-1, -1],
  [-1, 1],
  [1, -1],
  [1, 1],
];

function besideRiver(rows: readonly string[], x: number, y: number): boolean {
  return NEAR.some(([dx, dy]) => ["R", "L"].includes(at(rows, x + dx, y + dy)));
}

const clamp = (at: number, count: number): number => Math.min(Math.max(at, 0), count - 1);

/** The outline of the cells that are `inside`, from one beyond the edge on, corners rounded; clockwise around them. */
function outline(inside: (x: number, y: number) => boolean, width: number, height: number): string {
  const next = new Map<string, string[]>();
  const edge = (from: string, to: string): void => void next.set(from, [...(next.get(from) ?? []), to]);
  for (let y = -1; y <= height; y++) {
    for (let x = -1; x <= width; x++) {
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
      const has = (dx: number, dy: number): boolean => to.includes(at(rows, x + dx, y + dy) || " ");
      const straight = NEAR.filter(([dx, dy]) => has(dx, dy));
      const slant = SLANT.filter(([dx, dy]) => has(dx, dy) && !has(dx, 0) && !has(0, dy));
      const met = [...straight, ...slant];
      // what ends at the edge goes on beyond it
      const out = met.length === 1 ? NEAR.filter(([dx, dy]) => at(rows, x + dx, y + dy) === "" && has(-dx, -dy)) : [];
      const arms = [...met, ...out.map(([dx, dy]): Step => [2 * dx, 2 * dy])];
      const [one, other] = arms;
      // a line that turns bends through the cell, so that steps become a curve
      if (one && other && arms.length === 2 && !out.length && (one[0] + other[0] || one[1] + other[1])) {
        const [[ax, ay], [bx, by]] = [one, other];
        return `${corner(x, y)}m${5 + 5 * ax} ${5 + 5 * ay}q${-5 * ax} ${-5 * ay} ${5 * (bx - ax)} ${5 * (by - ay)}`;
      }
      return arms.length ? arms.map(([dx, dy]) => `${corner(x, y)}m5 5l${dx * 5} ${dy * 5}`).join("") : `${corner(x, y)}m2 5h6`;
    })
    .join("");
}

function ways(rows: readonly string[]): Stroke[] {
  return GROUND.ways.flatMap(({ signs, to, strokes }) => {
    // what crosses a river already lies in it
    const from = cells(rows, signs).filter(([x, y]) => at(rows, x, y) === signs[0] || !besideRiver(rows, x, y));
    return lined(joined(rows, from, to), strokes);
  });
}

/** Whether a way leads from west to east over a cell, rather than from north to south. */
function isAcross(rows: readonly string[], x: number, y: number): boolean {
  const share = (dx: number, dy: number): number =>
    ["=", "fb", ".hrwmc"].findIndex((signs) => signs.includes(at(rows, x + dx, y + dy) || "?"));
  const rank = (a: number, b: number): number => (a < 0 || b < 0 ? 9 : a + b);
  return rank(share(-1, 0), share(1, 0)) <= rank(share(0, -1), share(0, 1));
}

function crossings(rows: readonly string[]): Stroke[] {
  return GROUND.crossings.flatMap(({ sign, across, along, strokes }) => {
    const d = cells(rows, sign).map(([x, y]) => `${corner(x, y)}${isAcross(rows, x, y) ? across : along}`);
    return lined(d.join(""), strokes);
  });
}
