import { live } from "../../../lib/browser/live.svelte";
import { byMouse } from "../../../lib/browser/pointer";
import { api, sentence } from "../../../lib/server/api";
import { contactOf, speedOf, USUAL_SPEEDS } from "../aim";
import { Reel } from "../filmplay.svelte";
import { flicking } from "../flicking.svelte";
import { USUAL, type Film, type Pose } from "../scene";
import { faultOf, firstCrossed, swiped, type Gesture } from "../swipe";
import { turned, type Miss } from "./error";
import { goals, type Goal } from "./goals";
import { keep, kept } from "./kept";

// T1.3: the usual block, as it lies
const SIZE = { long: 37.5, wide: 12.5 };
const LIES: Pose = { x: 0, y: 0, angle: 0 };

/** Flicks that are done one after the other, and what they were to be. */
export class Session {
  /** the last ones, those of earlier days too */
  misses = $state.raw<readonly Miss[]>(kept());
  /** how many were done since the page was opened */
  done = $state(0);
  /** what became of the flick that is shown; null while the next one is due */
  shown = $state.raw<Miss | null>(null);
  failed = $state("");
  readonly reel = new Reel();
  goal: Goal = $derived(goals[this.done % goals.length] as Goal);

  /** Turns a swipe across the block, in mm from its middle, into the next flick at the mark. */
  async flick(gesture: Gesture, end: number): Promise<void> {
    if (this.shown) return;
    const made = swiped(gesture, end, firstCrossed(gesture, [{ pose: LIES, size: SIZE }]), flicking.pace, USUAL_SPEEDS);
    if (typeof made === "string") return void (this.failed = faultOf(made, byMouse()));
    const { goal } = this;
    const found = speedOf(made.speed, USUAL_SPEEDS);
    const miss = { degrees: turned(goal.direction, made.direction / 10), percent: 100 * (found / goal.speed - 1) };
    this.misses = keep([...this.misses, miss]);
    this.shown = miss;
    live.say(`${told(miss)}.`);
    await this.show({ direction: made.direction / 10, speed: found, contact: contactOf(0, SIZE, made.direction, made.spin, USUAL) });
  }

  /** Puts the block back, for the next mark. */
  next(): void {
    if (!this.shown) return;
    this.shown = null;
    this.done++;
    this.reel.show(null);
  }

  /** Forgets what was measured. */
  forget(): void {
    this.misses = keep([]);
  }

  private async show(push: { direction: number; speed: number; contact: number }): Promise<void> {
    try {
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
