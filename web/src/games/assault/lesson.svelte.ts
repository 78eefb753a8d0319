import { live } from "../../lib/live.svelte";
import type { Event, Snapshot } from "../../lib/protocol";
import { play } from "../../lib/sound";
import type { TableView } from "../../lib/table.svelte";
import { LESSON, type Step } from "./lesson-steps";

/** A table without a server: five positions, each left by doing what it asks for. */
export class LessonTable implements TableView {
  step = $state(0);
  said = $state("");
  fresh = $state.raw<readonly Event[]>([]);
  shown: Snapshot = $derived(LESSON[this.step]?.position ?? (LESSON[0] as Step).position);
  now: Step = $derived(LESSON[this.step] ?? (LESSON[0] as Step));
  readonly busy = false;
  readonly mine = true;

  constructor(private openRules: (clause: string) => void) {}

  act(action: number): void {
    const choice = this.shown.legal.find((one) => one.action === action);
    if (choice && this.now.wants(choice)) this.advance();
    else this.tell(this.now.hint);
  }

  advance(): void {
    this.fresh = this.now.then;
    this.said = this.now.praise;
    live.say(`${this.now.then.map((event) => event.text).join(" ")} ${this.now.praise}`);
    play(this.fresh.some((event) => event.dice.length > 0) ? "dice" : "place");
    this.step += 1;
  }

  tell(text: string): void {
    this.said = text;
    live.say(text);
    play("refuse");
  }

  askWhy(): void {
    this.tell("Too far, or not by a way of single steps. The framed tiles are in reach. " + this.now.hint);
  }

  rules(clause: string): void {
    this.openRules(clause);
  }

  hurry(): void {
    // every position of a lesson is shown at once
  }
}
