import type { Choice, Snapshot } from "../../lib/server/protocol";
import { lessonLine as line, lessonPosition, type Step } from "../../lib/table/lesson.svelte";
import { groundOf } from "./ground";
import { BLOCKS, cut, SEATS, shiftName, SIDE, type Battle, type Block, type Kind, type Scene, type Template } from "./scene";

const OWN: Kind[] = ["army", "scout", "dummy", "dummy", "dummy", "dummy"];
const A1 = 20;
const [C2, C3, C4] = [17, 12, 7];
const NORTH = 0;
const SOUTH = 2;

/** A map of 40 rows with some ellipses of ground: sign, middle, reach across and down; the first lies on top. */
function painted(...patches: [string, number, number, number, number][]): string[] {
  const sign = (x: number, y: number): string => patches.find(([, u, v, a, b]) => ((x - u) / a) ** 2 + ((y - v) / b) ** 2 < 1)?.[0] ?? ".";
  return Array.from({ length: SIDE }, (_, y) => Array.from({ length: SIDE }, (_, x) => sign(x, y)).join(""));
}

const ROWS = painted(
  ["w", 6, 8, 5, 4],
  ["H", 20, 9, 3, 2],
  ["h", 20, 9, 6, 4],
  ["w", 33, 15, 4, 5],
  ["h", 19, 32, 7, 2.6],
  ["c", 6, 28, 4, 3],
  ["r", 33, 31, 4, 3],
  ["L", 12, 26, 1.6, 2],
  ["m", 26, 20, 3, 1.6],
);

function block(seat: number, number: number, changes: Partial<Block> = {}): Block {
  const kind = seat === 0 ? (OWN[number] ?? null) : null;
  return {
    seat,
    number,
    name: `${SEATS[seat] ?? ""} ${number + 1}`,
    kind,
    revealed: false,
    place: "off",
    square: null,
    side: null,
    moved: false,
    scouted: false,
    ...changes,
  };
}

const on = (square: number, side: number, changes: Partial<Block> = {}): Partial<Block> => ({ place: "map", square, side, ...changes });
const gone: Partial<Block> = { place: "gone" };

/** All twelve blocks, those named with their changes, the others as `rest`. */
function blocks(navy: Record<number, Partial<Block>>, oxblood: Record<number, Partial<Block>>, rest: Partial<Block> = {}): Block[] {
  return [navy, oxblood].flatMap((named, seat) =>
    Array.from({ length: BLOCKS }, (_, number) => block(seat, number, named[number] ?? rest)),
  );
}

function position(phase: string, prompt: string, legal: Choice[], scene: Partial<Scene>): Snapshot {
  const profile = (id: string, name: string, text: string) => ({ id, name, text });
  const whole: Scene = {
    map: { name: "A lesson's map", class: "open", rows: ROWS },
    legend: [],
    blocks: blocks({}, {}),
    turn: 1,
    turn_seat: 0,
    reveal_after: 30,
    turns_left: null,
    showing: false,
    hidden: [null, null],
    asking: null,
    kudos: [6, 6],
    kudos_start: 6,
    distance: null,
    profiles: [profile("heavy_foot", "heavy foot", ""), profile("warband", "warband", "")],
    favour: {},
    settings: { target_by: "scouter", scout_later: false, show_army: true, result: "winner", score_from: "average" },
    wish: null,
    battle: null,
    account: null,
    ...scene,
  };
  return lessonPosition("optio", "Oxblood", phase, prompt, legal, whole);
}

function choice(action: number, kind: string, fields: Record<string, number> = {}, text = kind): Choice {
  return { action, kind, fields, text, odds: null };
}

const enters = [0, 1, 2, 3, 4, 5].flatMap((number) =>
  [0, 1, 2, 3, 4].map((column) => choice(10 * number + column, "enter", { block: number, column })),
);
const MET = { 0: on(C2, SOUTH), 1: on(C3, SOUTH), 4: on(A1, SOUTH) };
const THEIRS = { 1: on(1, NORTH), 3: on(C4, NORTH), 5: on(9, NORTH) };
const SCOUTING = { 0: on(C2, SOUTH), 1: on(C4, SOUTH, { moved: true }), 4: on(A1, SOUTH) };
const FOUND: Partial<Block> = { kind: "army", revealed: true };

// one block may go where the way is free: a short list is enough for a lesson
const steps = [0, 1, 2, 3].map((side) => choice(100 + side, "step", { block: 1, side }));

function template(shift: number): Template {
  const place = { x: 12 + (shift % 3) - 1, y: 24 + Math.floor(shift / 3) - 1, width: 16, height: 8 };
  const signs = cut(ROWS, place.x, place.y, place.width, place.height);
  const counts: Record<string, number> = {};
  for (const sign of signs.join("")) counts[groundOf(sign).name] = (counts[groundOf(sign).name] ?? 0) + 1;
  const impassable = counts["lake"] ?? 0;
  const hill = (rows: string[]): number => rows.join("").split("h").length - 1;
  // the slope is good in the own half and bad in the enemy's
  const value = (hill(signs.slice(4)) - hill(signs.slice(0, 4)) - 6) / 60;
  return { shift, ...place, counts, impassable, edge: 0, name: shiftName(shift), legal: true, why: "", value };
}

function battle(): Battle {
  const templates = Array.from({ length: 9 }, (_, shift) => template(shift));
  const most = templates[4]?.impassable ?? 0;
  const why = "The template may not take in more impassable ground, or more of the area beyond the map, than it does unshifted.";
  const judged = templates.map((one) => (one.impassable > most ? { ...one, legal: false, why } : one));
  return { square: C2, side: NORTH, second: 1, first: 0, shift: null, templates: judged };
}

const armies = (enemy: number): Block[] => blocks({ 0: on(C2, SOUTH, FOUND) }, { 3: on(enemy, NORTH, FOUND) }, gone);
const BATTLE = battle();
const LEGAL = BATTLE.templates.filter((one) => one.legal).map((one) => choice(one.shift, "template", { shift: one.shift }));

export const FIELD = cut(ROWS, 12, 25, 16, 8);
export const VALUE = BATTLE.templates[7]?.value ?? 0;

export const LESSON: Step[] = [
  {
    name: "meet",
    position: position("move", "Move at least one of your blocks.", steps, { blocks: blocks(MET, THEIRS), turn: 4 }),
    wants: (made) => made.fields["side"] === NORTH,
    then: [line("Navy 2 moves to C4")],
  },
  {
    name: "scout",
    position: position(
      "scout",
      "Navy 2 meets enemy blocks. Will it scout?",
      [choice(200, "scout", { block: 1, target: 3 }), choice(201, "pass")],
      {
        blocks: blocks(SCOUTING, THEIRS),
        asking: 1,
        turn: 4,
      },
    ),
    wants: (made) => made.kind === "scout",
    then: [line("Oxblood 4 is the army")],
  },
  {
    name: "enter",
    position: position("move", "Move at least one of your blocks.", enters, {}),
    wants: (made) => made.fields["block"] === 1 && made.fields["column"] === 2,
    then: [line("Navy 2 enters at C1")],
  },
  {
    name: "approach",
    position: position(
      "approach",
      "March closer, or hand in a kudo to back away or stay.",
      [choice(300, "march", { side: 0 }), ...[1, 2, 3].map((side) => choice(300 + side, "retreat", { side })), choice(304, "stand")],
      { blocks: armies(C3), kudos: [6, 1], distance: 1, turn: 9 },
    ),
    wants: (made) => made.kind === "stand",
    then: [line("Oxblood marches into C2")],
  },
  {
    name: "template",
    position: position("template", "You were there first: place the template.", LEGAL, {
      blocks: armies(C2),
      kudos: [5, 1],
      battle: BATTLE,
      turn: 10,
    }),
    wants: (made) => made.fields["shift"] === 7,
    then: [line("Navy places the template")],
  },
  {
    name: "end",
    position: position("done", "", [], { blocks: armies(C2), kudos: [5, 1], battle: { ...BATTLE, shift: 7 }, turn: 10 }),
    wants: () => false,
    then: [],
  },
];
