import { Actions } from "../../lib/table/actions";
import { courseOf, flickedSize, ghostOf, goneAfter, slipped, speedOf, USUAL_SPEEDS, type Flick } from "./aim";
import { MELEE, RANGE } from "./lesson-films";
import { DEEDS, KINDS, USUAL, type Block, type Film, type Kind, type Pose, type Scene, type Seat, type Tally } from "./scene";
import type { Shot } from "./shot.svelte";

const sized = (sizes: Record<string, number>) => Object.entries(sizes).map(([name, size]) => ({ name, size }));
/** The actions of the lesson, flicks and places as finely told as in a match. */
export const ACTIONS = new Actions([
  { name: "formation", fields: sized({ formation: 2 }) },
  { name: "rally", fields: sized({ rank: 24 }) },
  { name: "place", fields: sized({ kind: 3, x: 2001, y: 2001, angle: 180 }) },
  ...DEEDS.map((name) => ({ name, fields: sized({ by: 2, unit: 24, contact: 164, direction: 3600, speed: 191 }) })),
]);
/** The hand of the lesson: degrees, percent. */
export const HAND = { degrees: 1.5, percent: 8 };
/** m/s: enough to push the broken block of the lesson over the edge */
export const HARD = 1.5;
/** frames a second of a film */
const FPS = 60;
// the middles of equal parts of a normal error, in deviations
const ERRORS = [-1.65, -1.04, -0.67, -0.39, -0.13, 0.13, 0.39, 0.67, 1.04, 1.65];

function block(id: number, x: number, y: number, angle: number, side: Seat | null, kind: Kind | null): Block {
  return { id, x, y, angle, side, kind, broken: side === null };
}

const ARCHER = block(0, 700, 300, 90, 0, "archer");
const CAVALRY = block(1, 300, 350, 0, 0, "cavalry");
const PIKE = block(2, 745, 545, 20, 0, "pike");
const INK_ARCHER = block(3, 330, 800, 0, 1, "archer");
const INK_CAVALRY = block(4, 905, 650, 70, 1, "cavalry");
const INK_PIKE = block(5, 600, 860, 0, 1, "pike");
const INK_PIKE_AFTER = { ...INK_PIKE, id: 4 };

export const START: Block[] = [ARCHER, CAVALRY, PIKE, INK_ARCHER, INK_CAVALRY, INK_PIKE];
/** Ink's cavalry is broken. */
export const BROKEN: Block[] = [ARCHER, CAVALRY, PIKE, INK_ARCHER, INK_PIKE_AFTER, block(5, 949.67, 745.93, 117.77, null, null)];
/** Ink has broken the archer, and Ivory Ink's. */
export const TWO_BROKEN: Block[] = [
  { ...CAVALRY, id: 0 },
  { ...PIKE, id: 1, x: 928.54, y: 737.3, angle: 147.53 },
  { ...INK_PIKE, id: 2 },
  block(3, 716, 262, 64, null, null),
  block(4, 341, 836, 12, null, null),
];
export const RALLIED: Block[] = [
  { ...ARCHER, x: 716, y: 262, angle: 64 },
  CAVALRY,
  { ...PIKE, x: 928.54, y: 737.3, angle: 147.53 },
  { ...INK_PIKE, id: 3 },
  block(4, 341, 836, 12, null, null),
];

const none = { broke: null, routed: [], back: [], finger: false, meant: null, side: 0 as Seat };

/** The pike that is flicked first. */
export const ALONE: Block[] = [block(0, 500, 300, 0, 0, "pike")];

/** The flicks of the lesson, by the number of the position after them. */
export const FILMS: Record<number, Film> = {
  3: { ...none, ...RANGE, ply: 3, deed: "range", unit: 0, kind: "archer", blocks: START, range: true, first_touched: 4, broke: 4 },
  4: { ...none, ...MELEE, ply: 4, deed: "melee", unit: 2, kind: "pike", blocks: BROKEN, range: false, first_touched: 5, routed: [5] },
};

const tally = (broken: number[], routed: number[]): Tally => ({
  dealt: [1, 1, 1],
  broken,
  routed,
  unbroken: [0, 1, 2].map((n) => 1 - (broken[n] ?? 0) - (routed[n] ?? 0)),
});
const nothing = [0, 0, 0];

/** A position of the lesson; what it changes is that of the first turn. */
export function sceneWith(blocks: Block[], changes: Partial<Scene> = {}, lost: { broken?: number[]; routed?: number[] }[] = []): Scene {
  return {
    table: { ...USUAL, split: "straight" },
    sides: ["Ivory", "Ink"],
    halves: [
      [
        [0, 0],
        [1000, 0],
        [1000, 500],
        [0, 500],
      ],
      [
        [0, 500],
        [1000, 500],
        [1000, 1000],
        [0, 1000],
      ],
    ],
    blocks,
    tally: [tally(lost[0]?.broken ?? nothing, lost[0]?.routed ?? nothing), tally(lost[1]?.broken ?? nothing, lost[1]?.routed ?? nothing)],
    decks: [
      { deck: [1, 1, 1, 1], discard: [0, 0, 0, 0] },
      { deck: [1, 1, 1, 1], discard: [0, 0, 0, 0] },
    ],
    card: null,
    mover: 0,
    unit: null,
    flicks: "aimed",
    may: [],
    usable: [],
    ranks: blocks.filter((one) => one.broken).map((one) => one.id),
    waiting: null,
    placed: [3, 3],
    formations: [],
    apart: 1,
    faults: null,
    split_open: false,
    turn: 1,
    turn_cap: 200,
    game: 1,
    best_of: 1,
    wins: [0, 0],
    first: 0,
    hands: [HAND, HAND],
    speeds: USUAL_SPEEDS,
    film: null,
    ...changes,
  };
}

/** The lines that the learner may take. */
export const FORMATIONS = [
  {
    name: "line",
    action: ACTIONS.pack("formation", { formation: 0 }),
    blocks: lined([
      [500, 330, 0],
      [250, 330, 0],
      [750, 330, 0],
    ]),
  },
  {
    name: "wedge",
    action: ACTIONS.pack("formation", { formation: 1 }),
    blocks: lined([
      [500, 440, 90],
      [350, 300, 45],
      [650, 300, 135],
    ]),
  },
];

function lined(slots: [number, number, number][]): Scene["formations"][number]["blocks"] {
  return slots.map(([x, y, angle], n) => ({ x, y, angle, kind: KINDS[2 - n] ?? "pike" }));
}

/** The flick that `action` stands for; null where it is none. */
export function flickOf(action: number): Flick | null {
  const { kind, fields } = ACTIONS.unpack(action);
  const deed = DEEDS.find((one) => one === kind);
  const { unit, contact, direction, speed } = fields;
  return deed ? ({ deed, unit, contact, direction, speed } as Flick) : null;
}

/** The block that `flick` touches first if nothing errs; null for nobody. */
export function touched(scene: Scene, flick: Flick): { block: number | null; off: boolean } {
  const from = scene.blocks.find((one) => one.id === flick.unit);
  if (!from) return { block: null, off: false };
  const others = scene.blocks.filter((one) => one !== from);
  const ghost = ghostOf(from, flickedSize(scene.table, flick.deed), flick, others, scene.table, scene.speeds);
  return { block: ghost.touched, off: ghost.off };
}

/** The film of `flick`, which touches nothing, for the position after `ply`. */
export function slideOf(flick: Flick, scene: Scene, ply: number): Film {
  const { blocks, table, speeds } = scene;
  const from = blocks.find((one) => one.id === flick.unit) ?? blocks[0];
  if (!from) throw new Error("There is no block to flick.");
  const course = courseOf(from, flickedSize(table, flick.deed), flick, speeds);
  const poses = [0];
  for (let n = 1; (poses.at(-1) ?? 0) < course.length; n++) poses.push(goneAfter(course, n / FPS));
  const data = track(poses.map((gone) => course.at(gone)));
  const tracks = [{ block: from.id, first: 0, data }];
  const { direction, deed } = flick;
  const done = { ...none, deed, unit: from.id, kind: from.kind ?? "pike", range: false, first_touched: null, finger: true };
  return { ...done, ply, blocks, tracks, fps: FPS, frames: poses.length, events: [], direction: direction / 10, speed: course.speed };
}

/** Poses as a film has them: tenths of a mm and hundredths of a degree, each as the change since the one before. */
function track(poses: readonly Pose[]): string {
  const numbers = poses.map(({ x, y, angle }) => [10 * x, 10 * y, 100 * angle].map(Math.round));
  const steps = numbers.flatMap((now, n) => now.map((value, field) => value - (numbers[n - 1]?.[field] ?? 0)));
  const view = new DataView(new ArrayBuffer(2 * steps.length));
  steps.forEach((step, n) => view.setInt16(2 * n, step, true));
  return btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
}

/** What `flick` may come to under the hand's error, up to the first block that it touches. */
export function shotOf(scene: Scene, flick: Flick): Shot {
  const angle = scene.blocks.find((one) => one.id === flick.unit)?.angle ?? 0;
  const runs = ERRORS.map((error) => {
    const turn = Math.round(10 * HAND.degrees * error);
    return touched(scene, { ...flick, direction: slipped(flick.contact, angle, flick.direction, turn, scene.table) });
  });
  const share = (test: (run: { block: number | null; off: boolean }) => boolean): number => runs.filter(test).length / runs.length;
  const enemy = (id: number | null): boolean => scene.blocks.some((one) => one.id === id && one.side === 1 && !one.broken);
  const broken = (id: number): boolean => scene.blocks.some((one) => one.id === id && one.broken);
  const hard = speedOf(flick.speed, scene.speeds) >= HARD;
  const blocks = [...new Set(runs.map((run) => run.block))];
  const shares = (able: (id: number) => boolean): Shot["rout"] =>
    blocks.flatMap((id) => (id !== null && able(id) ? [{ block: id, chance: share((run) => run.block === id) }] : []));
  const total = (of: Shot["rout"]): number => of.reduce((sum, { chance }) => sum + chance, 0);
  const attack = flick.deed !== "move";
  const breaks = shares((id) => attack && enemy(id));
  const rout = shares((id) => attack && hard && broken(id));
  return {
    deed: flick.deed,
    unit: flick.unit,
    hands: runs.length,
    touch: blocks.map((id) => ({ block: id, chance: share((run) => run.block === id) })).sort((a, b) => b.chance - a.chance),
    hit: total(breaks),
    perhaps: 0,
    breaks,
    off: [],
    self_off: share((run) => run.off),
    rout,
    comes: { rout: total(rout), hit: total(breaks), perhaps: 0 },
    path: { fps: 60, frames: 0, tracks: [] },
  };
}
