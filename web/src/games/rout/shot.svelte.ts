import { exportUrl, sentence } from "../../lib/api";
import { live } from "../../lib/live.svelte";
import { percent } from "../../lib/percent";
import type { Aiming } from "./aiming.svelte";
import type { Deed, Track } from "./scene";

// after the last change of the aim, in ms
const PAUSE = 220;

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
  /** others that leave the table */
  off: { block: number; chance: number }[];
  self_off: number;
  /** broken blocks that are touched and leave */
  rout: { block: number; chance: number }[];
  /** the flick as it is meant */
  path: { fps: number; frames: number; tracks: Track[] };
}

/** What the flick `action` of `table` in the position after `ply` actions may come to. */
export async function askServer(table: string, ply: number, action: number): Promise<Shot> {
  const answer = await fetch(exportUrl(table, "shot.json", { ply, action }));
  const body = (await answer.json()) as Shot | { error?: string };
  if (answer.ok) return body as Shot;
  throw new Error((body as { error?: string }).error ?? "The odds could not be worked out. Try again.");
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
  return shot.deed === "move" ? `Touches nobody: ${percent(chanceOf(shot, null))}.${self}` : `Hits: ${percent(shot.hit)}.${self}`;
}

/** The chance that `block` is touched first; null for nobody. */
export function chanceOf(shot: Shot, block: number | null): number {
  return shot.touch.find((one) => one.block === block)?.chance ?? 0;
}
