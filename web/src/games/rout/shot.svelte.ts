import { live } from "../../lib/browser/live.svelte";
import { percent } from "../../lib/rules/percent";
import { api, sentence } from "../../lib/server/api";
import type { Outcome } from "../../ui/shared/outcome";
import type { Aiming } from "./aiming.svelte";
import type { Deed, Track } from "./scene";

// after the last change of the aim, in ms
const PAUSE = 220;
// less is what is left of a sum of shares
const TINY = 1e-9;

/** What a flick may come to under the hand's error, as `shot.json` tells it; chances from 0 to 1. */
export interface Shot {
  deed: Deed;
  unit: number;
  hands: number;
  /** the block that is touched first, the likeliest first; null: nobody */
  touch: { block: number | null; chance: number }[];
  /** an unbroken enemy is hit */
  hit: number;
  /** so he is if no broken block of unknown side, touched before, is an enemy's */
  perhaps: number;
  /** by block: it is the one that is hit */
  breaks: { block: number; chance: number }[];
  /** others that leave the table */
  off: { block: number; chance: number }[];
  self_off: number;
  /** blocks that are routed */
  rout: { block: number; chance: number }[];
  /** what an attack comes to at best: each error of the hand counts once */
  comes: { rout: number; hit: number; perhaps: number };
  /** the flick as it is meant */
  path: { fps: number; frames: number; tracks: Track[] };
}

/** What the flick `action` of `table` in the position after `ply` actions may come to. */
export function askServer(table: string, ply: number, action: number): Promise<Shot> {
  return api.workedOut(table, "shot.json", { ply, action });
}

/** The odds of the flick that is aimed. They stay while those of the next aim are worked out. */
export class Odds {
  shot = $state.raw<Shot | null>(null);
  failed = $state("");
  /** true while `shot` is that of an earlier aim */
  waiting = $state(false);
  private asked = 0;

  constructor(private ask: typeof askServer) {}

  /** Asks for the odds of `aiming` in a moment; returns what stops that. */
  follow(table: string, ply: number, aiming: Aiming, action: number): () => void {
    this.waiting = true;
    const turn = ++this.asked;
    if (this.shot?.unit !== aiming.block || this.shot.deed !== aiming.deed) this.shot = null;
    const timer = setTimeout(() => void this.load(turn, table, ply, action), PAUSE);
    return () => clearTimeout(timer);
  }

  clear(): void {
    this.asked++;
    this.shot = null;
    this.failed = "";
    this.waiting = false;
  }

  private async load(turn: number, table: string, ply: number, action: number): Promise<void> {
    try {
      const shot = await this.ask(table, ply, action);
      if (turn !== this.asked) return;
      this.shot = shot;
      this.failed = "";
      live.say(spoken(shot));
    } catch (error) {
      if (turn !== this.asked) return;
      this.shot = null;
      this.failed = sentence(error);
    }
    this.waiting = false;
  }
}

function spoken(shot: Shot): string {
  const self = shot.self_off > 0 ? ` Leaves the table: ${percent(shot.self_off)}.` : "";
  const ways = outcomesOf(shot).map(({ text, chance }) => `${percent(chance)} ${text}`);
  return `${ways.join(", ")}.${self}`;
}

/** The ways that a flick may end, what it is for first. */
export function outcomesOf(shot: Shot): Outcome[] {
  const nobody = chanceOf(shot, null);
  const { rout, hit, perhaps } = shot.comes;
  const ways =
    shot.deed === "move"
      ? [
          { text: "slides free", chance: nobody, worth: 1 },
          { text: "bumps", chance: 1 - nobody, worth: 0 },
        ]
      : [
          { text: "routs", chance: rout, worth: 2 },
          { text: "breaks a unit", chance: hit, worth: 1 },
          { text: "may break a unit", chance: perhaps, worth: 0 },
          { text: "has no effect", chance: 1 - rout - hit - perhaps, worth: -1 },
        ];
  return ways.filter(({ chance }) => chance > TINY);
}

/** By block: the chance of what an attack is for, that it routs or breaks that one. A move is for nobody. */
export function aimsOf(shot: Shot): Map<number, number> {
  const found = new Map<number, number>();
  for (const { block, chance } of [...shot.breaks, ...shot.rout]) found.set(block, Math.min(1, Math.max(found.get(block) ?? 0, chance)));
  return new Map([...found].sort(([, a], [, b]) => b - a));
}

/** The chance that `block` is touched first; null for nobody. */
export function chanceOf(shot: Shot, block: number | null): number {
  return shot.touch.find((one) => one.block === block)?.chance ?? 0;
}
