import { api, sentence } from "../../../lib/api";
import { live } from "../../../lib/live.svelte";
import { contactOf } from "../aim";
import { Reel } from "../filmplay.svelte";
import type { Film } from "../scene";
import { turned, type Miss } from "./error";
import type { Fling } from "./gesture";
import { FLICKS, goals, type Goal } from "./goals";

// T1.3: the usual block and table
const SIZE = { long: 37.5, wide: 12.5 };
// T3.1
const [SLOWEST, FASTEST] = [0.2, 4];

/** Flicks that were done one after the other, and what they were to be. */
export class Session {
  misses = $state.raw<readonly Miss[]>([]);
  failed = $state("");
  readonly reel = new Reel();
  goal: Goal | null = $derived(goals[this.misses.length] ?? null);

  /** Takes a gesture for the flick at the mark that is due; `scale` are pixels of the page in a metre of the table. */
  async flick({ direction, speed }: Fling, scale: number): Promise<void> {
    const { goal } = this;
    if (!goal) return;
    const found = Math.min(FASTEST, Math.max(SLOWEST, speed / scale));
    const miss = { degrees: turned(goal.direction, direction), percent: 100 * (found / goal.speed - 1) };
    this.misses = [...this.misses, miss];
    live.say(`Flick ${this.misses.length} of ${FLICKS}: ${told(miss)}.`);
    await this.show(direction, found);
  }

  begin(): void {
    this.misses = [];
    this.reel.show(null);
  }

  private async show(direction: number, speed: number): Promise<void> {
    const tenths = Math.round(10 * direction) % 3600;
    const push = { direction: tenths / 10, speed: Math.round(100 * speed) / 100, contact: contactOf(0, SIZE, tenths, 0) };
    try {
      this.reel.show(null);
      this.reel.follow((await (await api.service("rout", "practice.json", push)).json()) as Film);
      this.failed = "";
    } catch (error) {
      this.failed = sentence(error);
    }
  }
}

/** A miss as people read it. */
export function told({ degrees, percent }: Miss): string {
  const side = degrees >= 0 ? "left" : "right";
  return `${Math.abs(degrees).toFixed(1)}° to the ${side}, ${Math.abs(percent).toFixed(0)} % too ${percent >= 0 ? "fast" : "slow"}`;
}
