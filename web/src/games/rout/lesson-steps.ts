import type { Choice } from "../../lib/server/protocol";
import { lessonLine as line, lessonPosition, type Step } from "../../lib/table/lesson.svelte";
import { speedOf, type Flick } from "./aim";
import { ACTIONS, BROKEN, FILMS, FORMATIONS, HARD, RALLIED, sceneWith, START, touched, TWO_BROKEN } from "./lesson-scene";
import type { Block, Deed, Scene } from "./scene";

/** A step that may be left by a flick; `judge` says what is wrong with it, nothing where it is right. */
export interface RoutStep extends Step {
  judge?: (flick: Flick) => string;
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

const SHOOTING = turn(START, "archer", ARCHER, ["move", "range"]);
const CHARGING = turn(BROKEN, "pike", PIKE, ["melee"], [{}, { broken: [0, 1, 0] }]);
const odds = { own: 0.5, archer: 1, cavalry: 0, pike: 0 };

function shoot(flick: Flick): string {
  if (flick.deed !== "range") return "That would only move the archer. Tap Range first.";
  return touched(SHOOTING, flick).block === ENEMY
    ? ""
    : "That misses. Draw from your archer to Ink's cavalry until the outline touches it.";
}

function charge(flick: Flick): string {
  if (touched(CHARGING, flick).block !== FALLEN) return "That misses. Aim at the broken block near the edge.";
  const speed = speedOf(flick.speed, CHARGING.speeds);
  return speed >= HARD ? "" : `${speed.toFixed(2)} m/s won't push it off. Set the power to ${HARD} or more.`;
}

const refused = (): boolean => false;

export const LESSON: RoutStep[] = [
  {
    name: "line-up",
    position: position(
      0,
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
    position: position(1, "turn", "Choose an archer.", SHOOTING),
    wants: refused,
    judge: shoot,
    then: [line("Ivory's archer shoots: it breaks Ink's cavalry")],
  },
  {
    name: "rout",
    position: position(2, "turn", "Choose a pike.", CHARGING),
    wants: refused,
    judge: charge,
    then: [line("Ivory's pike charges: it routs Ink's cavalry")],
  },
  {
    name: "rally",
    position: position(
      3,
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
    position: position(4, "over", "", sceneWith(RALLIED, { turn: 6 }, [{}, { broken: [1, 0, 0], routed: [0, 1, 0] }])),
    wants: refused,
    then: [],
  },
];
