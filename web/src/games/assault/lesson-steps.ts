import { letter } from "../../lib/board/cells";
import type { Choice, Snapshot } from "../../lib/server/protocol";
import { lessonLine as line, lessonPosition, type Step } from "../../lib/table/lesson.svelte";
import ODDS from "./lesson-odds.json";
import type { Known, Pawn, Scene } from "./scene";

const STATS = ["Strength", "Stealth", "Honor", "Agility", "Bloodlust", "Discipline"];
const ROWS = ["S.....S", ".......", "..M.R..", "..B.B..", "..R.M..", ".......", "S.....S"];
const WIDTH = 7;
const MEDITATION = 4 * WIDTH + 4;
const OWN: [number[], number[]] = [
  [6, 3, 1, 4, 2, 5],
  [2, 5, 6, 3, 4, 1],
];

const even = (values: number[]): Known => ({ values, chance: values.map(() => 1 / values.length), changed: false });
const unknown = (): Known[] => STATS.map(() => even([1, 2, 3, 4, 5, 6]));

function pawn(seat: number, number: number, tile: number, changes: Partial<Pawn> = {}): Pawn {
  return {
    seat,
    pawn: number,
    name: `${seat === 0 ? "Navy" : "Rust"} ${number + 1}`,
    tile,
    x: tile % WIDTH,
    y: Math.floor(tile / WIDTH),
    alive: true,
    health: 12,
    held: false,
    stats: seat === 0 ? (OWN[number] ?? null) : null,
    allocated: true,
    known: seat === 1 ? unknown() : null,
    modifier: "none",
    barred_tile: "none",
    barred_stats: [],
    ...changes,
  };
}

function position(phase: string, prompt: string, legal: Choice[], scene: Partial<Scene>): Snapshot {
  const whole: Scene = {
    board: { width: WIDTH, height: ROWS.length, tiles: ROWS },
    pawns: [],
    round: 1,
    round_cap: 100,
    turn_seat: 0,
    acting: null,
    idle: [],
    roll: 0,
    die: 0,
    attack: null,
    stats: STATS,
    barred_why: "opened last turn",
    change: "",
    allocating: null,
    ...scene,
  };
  return lessonPosition("assault", "Rust", phase, prompt, legal, whole);
}

function choice(action: number, kind: string, fields: Record<string, number>, text: string, odds: Choice["odds"] = null): Choice {
  return { action, kind, fields, text, odds };
}

const AFTER: Known[] = STATS.map((_, index) => (index === 0 ? even([1, 2, 3, 4, 5]) : (unknown()[index] ?? even([1]))));

const MET = [pawn(0, 0, 5 * WIDTH + 2), pawn(0, 1, 6 * WIDTH + 6), pawn(1, 0, 4 * WIDTH + 2), pawn(1, 1, 0)];
const FLED = pawn(1, 0, 3 * WIDTH + 4, { health: 8, known: AFTER });
const START = [pawn(0, 0, 5 * WIDTH + 2, { barred_stats: [0] }), pawn(0, 1, 6 * WIDTH + 6), FLED, pawn(1, 1, 0)];
const MOVED = [pawn(0, 0, MEDITATION, { barred_stats: [0] }), ...START.slice(1)];
const RESTED = [pawn(0, 0, MEDITATION, { health: 15, barred_tile: "meditation", barred_stats: [0] }), ...START.slice(1)];

// two or three steps from where the pawn stands, around the other pieces
const REACH = [
  [2, 5],
  [1, 5],
  [3, 5],
  [4, 5],
  [5, 5],
  [0, 5],
  [2, 4],
  [1, 4],
  [3, 4],
  [4, 4],
  [2, 3],
  [1, 3],
  [3, 3],
  [2, 2],
  [2, 6],
  [1, 6],
  [3, 6],
  [4, 6],
  [0, 4],
  [0, 6],
] as const;

/** The engine's figures for this attack, a stat each; a test of the engine keeps them so. */
function duel(stat: number): Choice {
  return choice(10 + stat, "attack", { pawn: 0, stat }, `attack Rust 1 with ${STATS[stat] ?? ""}`, ODDS[stat]);
}

export const LESSON: Step[] = [
  {
    name: "attack",
    position: position("attack", "Attack Rust 1?", [...[0, 1, 2, 3, 4, 5].map(duel), choice(20, "hold", {}, "no attack")], {
      pawns: MET,
      acting: 0,
      roll: 3,
    }),
    wants: (made) => made.kind === "attack" && made.fields["stat"] === 0,
    then: [line("Strength is higher: Rust 1 loses 4", [4]), line("Rust 1 moves away to E4")],
  },
  {
    name: "choose",
    position: position(
      "choose",
      "Which pawn acts first?",
      [choice(0, "choose", { pawn: 0 }, "Navy 1 first"), choice(1, "choose", { pawn: 1 }, "Navy 2 first")],
      { pawns: START },
    ),
    wants: (made) => made.fields["pawn"] === 0,
    then: [line("Navy 1 rolls 3", [3])],
  },
  {
    name: "move",
    position: position(
      "move",
      "Where does Navy 1 go?",
      REACH.map(([x, y]) => choice(100 + y * WIDTH + x, "move", { tile: y * WIDTH + x }, `move to ${letter(x)}${WIDTH - y}`)),
      { pawns: START, acting: 0, roll: 3 },
    ),
    wants: (made) => made.fields["tile"] === MEDITATION,
    then: [],
  },
  {
    name: "use",
    position: position("tile", "Use the Meditation?", [choice(2, "use", {}, "use Meditation"), choice(3, "decline", {}, "decline")], {
      pawns: MOVED,
      acting: 0,
      roll: 3,
    }),
    wants: (made) => made.kind === "use",
    then: [line("Navy 1 rests: 9 / 3 = 3 health", [4, 5])],
  },
  {
    name: "read",
    position: position("done", "", [], { pawns: RESTED }),
    wants: () => false,
    then: [],
  },
];
