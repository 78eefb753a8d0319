import { live } from "../browser/live.svelte";
import { play } from "../browser/sound";
import type { Words } from "../rules/words";
import type { Choice, Event, Snapshot } from "../server/protocol";
import { Actions } from "./actions";
import type { Cue } from "./cues";
import type { TableView } from "./table.svelte";

/** One thing to do: the position, and what it wants. What is said before and after is the server's, by the step's `name`. */
export interface Step {
  name: string;
  position: Snapshot;
  wants: (choice: Choice) => boolean;
  then: Event[];
}

/** A position for a lesson: the learner sits in seat 0 and is to move, against somebody called `enemy`. */
export function lessonPosition(game: string, enemy: string, phase: string, prompt: string, legal: Choice[], scene: object): Snapshot {
  const person = { kind: "person" as const, connected: true, level: null, called: "" };
  return {
    type: "snapshot",
    table: "lesson",
    game,
    seq: 0,
    ply: 0,
    last_ply: 0,
    first_ply: 0,
    first_seq: 0,
    seat: 0,
    changed: 0,
    to_move: 0,
    phase,
    over: false,
    score: [0, 0],
    result: "",
    prompt,
    seats: [
      { ...person, name: "You" },
      { ...person, name: enemy },
    ],
    scene,
    picture: null,
    text: "",
    actions: [],
    legal,
    many: [],
    free: [],
    due: [],
    events: [],
    undo: "no",
    take_back: "none",
    finish: false,
    own: "",
    secretly: false,
    practice: false,
    void: false,
    offer: null,
    luck: [],
    watchers: 0,
    settings: {},
    words: {},
    exports: [],
    advice: "",
    commitment: "",
    seeds: [],
    secret: null,
    rematch: null,
    counts: false,
    swapped: false,
    invite: null,
    hints: null,
    version: "",
    notice: "",
    archived: "",
  };
}

/** A line of a lesson's log. */
export function lessonLine(text: string, dice: number[] = []): Event {
  return { seq: dice.length + text.length, ply: 0, seat: 0, kind: "", text, dice, clause: "", beats: [] };
}

/** A table without a server: positions, each left by doing what it asks for. */
export class LessonTable implements TableView {
  step = $state(0);
  said = $state("");
  fresh = $state.raw<readonly Event[]>([]);
  now: Step = $derived.by(() => (this.steps[this.step] ?? this.steps[0]) as Step);
  shown: Snapshot = $derived(this.now.position);
  legal: readonly Choice[] = $derived(this.shown.legal);
  readonly events: readonly Event[] = [];
  readonly link = "open";
  /** what is seen before the next step */
  cue = $state.raw<Cue | null>(null);
  readonly busy = false;
  mine: boolean = $derived.by(() => this.cue === null);

  /** `actions` numbers those that no list can hold. */
  constructor(
    private steps: readonly Step[],
    readonly words: Words,
    readonly rules: (clause: string) => void,
    readonly actions = new Actions([]),
  ) {}

  get title(): string {
    return this.line("title");
  }

  get text(): string {
    return this.line("text");
  }

  get hint(): string {
    return this.line("hint");
  }

  /** A line of what is said of this step. */
  protected line(name: string): string {
    return this.words[`lesson.${this.now.name}`]?.[name] ?? "";
  }

  act(action: number): void {
    const choice = this.legal.find((one) => one.action === action);
    if (choice && this.now.wants(choice)) this.advance();
    else this.tell(this.hint);
  }

  advance(): void {
    this.fresh = this.now.then;
    this.said = this.words[`lesson.${this.now.name}-done`]?.["text"] ?? "";
    live.say(`${this.fresh.map(({ text }) => text).join(" ")} ${this.said}`);
    play(this.fresh.some(({ dice }) => dice.length > 0) ? "dice" : "place");
    this.step += 1;
  }

  tell(text: string): void {
    this.said = text;
    live.say(text);
    play("refuse");
  }

  askWhy(): void {
    this.tell(`${this.line("refused") || "That's not allowed here."} ${this.hint}`);
  }

  readonly cuts = 0;

  hurry(): void {
    // every position of a lesson is shown at once
  }
}
