import type { Choice, Snapshot } from "../../lib/server/protocol";
import { lessonPosition } from "../../lib/table/lesson.svelte";
import { neighbour, HEXES, SIDES } from "./layout";
import type { Offer, Offers, Pitch, Player, Role, Scene, Zone } from "./scene";

/** The hex at `x` hex widths and `row` rows from the middle of the pitch, as the rules count them (R1.1). */
export function hexAt(x: number, row: number): number {
  return HEXES.cell(2 * x, row) ?? -1;
}

const around = (hex: number): number[] => Array.from({ length: SIDES }, (_, side) => neighbour(hex, side) ?? hex);

// R1.3: a flower of seven hexes, the strike hex at one end, the bonus hex at the other
function zone(half: 1 | -1, x: number, row: number, points: [number, number], name: string): Zone {
  const [middle, strike, bonus] = [x, x + 2, x - 2].map((at) => hexAt(half * at, row)) as [number, number, number];
  return { hexes: [middle, ...around(middle), strike, bonus], strike, bonus, points, scorer: half === 1 ? 0 : 1, name };
}

const HALVES = [
  [-1, "Home"],
  [1, "Visitor"],
] as const;

const PITCH: Pitch = {
  rows: Array.from({ length: 11 }, (_, row) => 21 - Math.abs(row - 5)),
  zones: HALVES.flatMap(([half, name]) => [
    zone(half, 7, 0, [3, 4], `${name}'s end zone`),
    zone(half, 5.5, -3, [1, 2], `${name}'s north zone`),
    zone(half, 5.5, 3, [1, 2], `${name}'s south zone`),
  ]),
  launch: [-4, -2, 0, 2, 4].map((row) => hexAt(0, row)),
  gates: [
    [hexAt(-7.5, -5), hexAt(-7.5, 5)],
    [hexAt(7.5, -5), hexAt(7.5, 5)],
  ],
};

const TEAMS: readonly (readonly [Role, string, number, number])[][] = [
  [
    ["guard", "Human Guard", 4, 4],
    ["jack", "Human Jack", 4, 4],
    ["jack", "Human Jack", 4, 4],
    ["striker", "Human Striker", 4, 4],
    ["striker", "Human Striker", 4, 4],
  ],
  [
    ["guard", "Orc", 3, 4],
    ["guard", "Orc", 3, 4],
    ["jack", "Goblin", 5, 3],
    ["jack", "Goblin", 5, 3],
    ["jack", "Goblin", 5, 3],
  ],
];

/** A player of the lesson; his facing is his hex side. */
export function player(id: number, hex: number | null, facing: number, changes: Partial<Player> = {}): Player {
  const seat = id < 8 ? 0 : 1;
  const [role, name, strength, speed] = TEAMS[seat]?.[id % 8] ?? ["jack", "", 4, 4];
  const threat =
    hex === null || changes.prone ? [] : [facing - 1, facing, facing + 1].flatMap((side) => neighbour(hex, (side + SIDES) % SIDES) ?? []);
  const numbers = { move: 5, strength, speed, skill: 4, armour: 4 };
  const stance = {
    hex,
    where: hex === null ? ("bench" as const) : ("pitch" as const),
    facing,
    prone: false,
    out: 0,
    acted: 0,
    ball: false,
    threat,
    tests: [],
  };
  return { id, seat, number: (id % 8) + 1, name, role, letter: role.charAt(0).toUpperCase(), ...numbers, ...stance, ...changes };
}

/** A position of the lesson, `ply` actions from its beginning. */
export function position(ply: number, phase: string, prompt: string, legal: Choice[], scene: Partial<Scene>): Snapshot {
  const carrier = scene.players?.find((one) => one.ball)?.id ?? null;
  const whole: Scene = {
    pitch: PITCH,
    players: [],
    tests: [],
    ball: { hex: null, carrier },
    rush: { number: 1, total: 6, sudden: false, side: 0, tokens: 5, tokens_full: 5, cap: 2 },
    lead: 0,
    limit: 7,
    on_pitch: [5, 5],
    deed: null,
    held: null,
    about: null,
    test: null,
    formations: [],
    rosters: ["Humans", "Greenskins"],
    duel: null,
    offers: null,
    ...scene,
  };
  return { ...lessonPosition("rush", "Visitor", phase, prompt, legal, whole), ply, last_ply: ply };
}

/** A choice of the table. */
export function choice(action: number, kind: string, fields: Record<string, number>, text: string): Choice {
  return { action, kind, fields, text, odds: null };
}

/** An act that is done with the one action `move`. */
export function offer(kind: Offer["kind"], hex: number, odds: number, move: number, text: string, changes: Partial<Offer> = {}): Offer {
  return {
    kind,
    hex,
    target: null,
    gate: null,
    odds,
    picks: false,
    points: 0,
    odds5: null,
    via: null,
    path: [],
    moves: [move],
    text,
    ...changes,
  };
}

/** What one player is offered. */
export function offers(id: number, ...acts: Offer[]): Offers {
  return { players: [{ id, acts, spans: [] }] };
}

/** The free hexes within `most` steps of `from`, with the way to each. */
export function ways(from: number, taken: ReadonlySet<number>, most: number): Map<number, number[]> {
  const found = new Map<number, number[]>([[from, []]]);
  // a map grows while it is gone through: the nearest hexes first
  for (const [hex, way] of found) {
    if (way.length === most) continue;
    for (const next of around(hex)) if (!taken.has(next) && !found.has(next)) found.set(next, [...way, next]);
  }
  found.delete(from);
  return found;
}
