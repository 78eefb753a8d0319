import type { Choice } from "../../lib/server/protocol";
import { lessonLine as line, lessonPosition, type Step } from "../../lib/table/lesson.svelte";
import { speedOf, type Flick } from "./aim";
import { ACTIONS, ALONE, BROKEN, FILMS, FORMATIONS, HARD, RALLIED, sceneWith, slideOf, START, touched, TWO_BROKEN } from "./lesson-scene";
import type { Block, Deed, Film, Scene } from "./scene";
import { powerOf } from "./wording";

/** A step that may be left by a flick. */
export interface RoutStep extends Step {
  /** what is wrong with the flick; nothing where it is right */
  judge?: (flick: Flick) => string;
  /** the film of the flick, where the position after it has none */
  film?: (flick: Flick) => Film;
}

const [ARCHER, PIKE, ENEMY, FALLEN, OWN] = [0, 2, 4, 5, 3];

function position(ply: number, phase: string, prompt: string, scene: Scene, legal: Choice[] = []): Step["position"] {
  const made = lessonPosition("rout", "Ink", phase, prompt, legal, { ...scene, film: FILMS[ply] ?? null });
  return { ...made, ply, last_ply: ply, seq: ply };
}

const choice = (action: number, kind: string, fields: Record<string, number>, text: string, odds: Choice["odds"] = null): Choice => ({
  action,
  kind,
  fields,
  text,
  odds,
});

function turn(blocks: Block[], card: "archer" | "pike", unit: number, may: Deed[], lost: Parameters<typeof sceneWith>[2] = []): Scene {
  return sceneWith(blocks, { card, usable: [unit], may }, lost);
}

const FLICKING = sceneWith(ALONE, { card: "pike", usable: [0], may: ["move"], flicks: "either", turn: 0 });
const SHOOTING = turn(START, "archer", ARCHER, ["move", "range"]);
const CHARGING = turn(BROKEN, "pike", PIKE, ["melee"], [{}, { broken: [0, 1, 0] }]);
const odds = { own: 0.5, archer: 1, cavalry: 0, pike: 0 };

function flickIt(flick: Flick): string {
  return touched(FLICKING, flick).off ? "That went over the edge. Flick it more gently." : "";
}

function shoot(flick: Flick): string {
  if (flick.deed !== "range") return "That would only move the archer. Choose Range first.";
  return touched(SHOOTING, flick).block === ENEMY
    ? ""
    : "That misses. Draw a line from your archer to Ink's cavalry until the outline touches it.";
}

function charge(flick: Flick): string {
  if (touched(CHARGING, flick).block !== FALLEN) return "That misses. Aim at the broken block by the edge.";
  const { speeds } = CHARGING;
  const speed = speedOf(flick.speed, speeds);
  return speed >= HARD ? "" : `${powerOf(speed, speeds)} % will not push it off. Set the power to ${powerOf(HARD, speeds)} % or more.`;
}

const refused = (): boolean => false;

export const LESSON: RoutStep[] = [
  {
    name: "flick",
    position: position(0, "turn", "Flick your pike.", FLICKING),
    wants: refused,
    judge: flickIt,
    film: (flick) => slideOf(flick, FLICKING, 1),
    then: [line("Ivory flicks its pike")],
  },
  {
    name: "line-up",
    position: position(
      1,
      "place",
      "Place your blocks.",
      sceneWith([], { waiting: [1, 1, 1], formations: FORMATIONS, placed: [0, 0], turn: 0 }),
      FORMATIONS.map(({ name, action }, formation) => choice(action, "formation", { formation }, `line up as ${name}`)),
    ),
    wants: (made) => made.kind === "formation",
    then: [line("Both sides have placed their blocks. A card is revealed: archer")],
  },
  {
    name: "shoot",
    position: position(2, "turn", "Choose an archer.", SHOOTING),
    wants: refused,
    judge: shoot,
    then: [line("Ivory's archer shoots: it breaks Ink's cavalry")],
  },
  {
    name: "rout",
    position: position(3, "turn", "Choose a pike.", CHARGING),
    wants: refused,
    judge: charge,
    then: [line("Ivory's pike charges: it routs Ink's cavalry")],
  },
  {
    name: "rally",
    position: position(
      4,
      "rally",
      "Rally a broken block.",
      sceneWith(TWO_BROKEN, { card: "rally", turn: 6 }, [{ broken: [1, 0, 0] }, { broken: [1, 0, 0], routed: [0, 1, 0] }]),
      [0, 1].map((rank) => choice(ACTIONS.pack("rally", { rank }), "rally", { rank }, `rally broken block ${rank + 1}`, odds)),
    ),
    wants: (made) => made.fields["rank"] === TWO_BROKEN.filter((block) => block.broken).findIndex((block) => block.id === OWN),
    then: [line("Ivory turns a broken block face up: it is Ivory's archer")],
  },
  {
    name: "end",
    position: position(5, "over", "", sceneWith(RALLIED, { turn: 6 }, [{}, { broken: [1, 0, 0], routed: [0, 1, 0] }])),
    wants: refused,
    then: [],
  },
];
