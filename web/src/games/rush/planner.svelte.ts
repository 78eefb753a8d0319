import { untrack } from "svelte";
import { api, sentence } from "../../lib/server/api";
import { drafts } from "../../lib/forms/drafts";
import { live } from "../../lib/browser/live.svelte";
import type { TableView } from "../../lib/table/table.svelte";
import { codeOf, Run, type Chip, type PlanAnswer, type Seen, type Try } from "./plan";
import { percent, sceneOf, type Scene } from "./scene";

/** The plan `chips` of the table after `ply` actions, as the server works it out. */
export function askServer(table: string, ply: number, chips: string): Promise<PlanAnswer> {
  return api.workedOut(table, "plan.json", { ply, chips });
}

/** Plans that are being played, by table and seat: on one device the page changes seats while the other side replies. */
const underWay = new Map<string, Run>();

/** A plan as this window keeps it over a reload: `made` is the position that it was made for. */
interface Kept {
  made: string;
  chips: readonly Chip[];
}

/** What tells a position from others of the same table. */
function madeFor(ply: number, { players, ball, rush }: Scene): string {
  return JSON.stringify([ply, players.map(({ id, hex, facing, prone, acted }) => [id, hex, facing, prone, acted]), ball, rush]);
}

/** A row of chips that is made, worked out and played. */
export class Planner {
  chips = $state.raw<readonly Chip[]>([]);
  answer = $state.raw<PlanAnswer | null>(null);
  /** why the last plan was left; empty: it was not */
  stopped = $state("");
  /** the number of the line of the log that says why, if there is one */
  private line = $state(0);
  /** true while the plan that is played waits for the person's choice */
  asking = $state(false);
  /** true while the table works the plan out */
  waiting = $state(false);
  private run = $state.raw<Run | null>(null);
  /** how often the table was asked, so that only the newest answer counts */
  private asked = 0;
  /** the position that the chips begin from, or that the last plan was left in */
  ply = -1;
  /** what was kept of an earlier visit has been looked for */
  private recalled = false;

  running = $derived(this.run !== null);
  /** the chip that is being played; -1: none is */
  at = $state(-1);
  /** of each chip: its chance and the running product, as far as they are known */
  chances: { odds: number; running: number; tests: Try[]; earns?: boolean }[] = $derived(this.answer?.chips ?? []);

  constructor(
    private table: TableView,
    private ask: (table: string, ply: number, chips: string) => Promise<PlanAnswer>,
  ) {}

  add(chip: Chip): void {
    if (this.running || !this.table.mine) return;
    this.stopped = "";
    this.ply = this.table.shown?.ply ?? -1;
    void this.set([...this.chips, chip]);
  }

  undo(): void {
    if (!this.running) void this.set(this.chips.slice(0, -1));
  }

  clear(): void {
    if (!this.running) void this.set([]);
  }

  /** Turns the player of chip `index` to `facing` at its end. */
  face(index: number, facing: number): void {
    void this.set(this.chips.map((chip, at) => (at === index ? { ...chip, facing } : chip)));
  }

  /** The index of the last chip of `actor`; -1: he has none. */
  lastOf(actor: number): number {
    return this.chips.map((chip) => chip.actor).lastIndexOf(actor);
  }

  /** Plays the plan from the first chip. */
  roll(): void {
    const seen = this.seen();
    const seat = this.table.shown?.seat;
    if (!seen || seat == null || this.chips.length === 0 || this.running) return;
    const chips = this.chips.map((chip, n) => ({ ...chip, earns: this.chances[n]?.earns ?? false }));
    this.run = new Run(chips, seat, seen);
    underWay.set(this.key, this.run);
    this.draft.keep("");
    this.follow();
  }

  stop(): void {
    this.leave("You stopped the plan.");
  }

  /** Goes on with the plan in the position on the screen; drops chips that begin from another. */
  follow(): void {
    const seen = this.seen();
    if (!seen) return;
    untrack(() => {
      this.takeUp();
      if (!this.run) this.recall(seen);
      if (this.run) this.goOn(this.run, seen);
      else this.outdated(seen);
    });
  }

  /** Why the last plan was left, except what the newest line of the log says anyway. */
  get notice(): string {
    return this.stopped && this.table.events.at(-1)?.seq === this.line ? "Plan stopped." : this.stopped;
  }

  private get key(): string {
    return `${this.table.shown?.table ?? ""} ${this.table.shown?.seat ?? ""}`;
  }

  /** Goes on with a plan that this seat has begun. */
  private takeUp(): void {
    const run = underWay.get(this.key);
    if (this.run || !run) return;
    this.run = run;
    this.chips = run.chips;
  }

  /** Takes up the plan that was being made when the page was left, where it was made for this position. */
  private recall(seen: Seen): void {
    if (this.recalled || !seen.mine) return;
    this.recalled = true;
    const kept = this.kept();
    if (!kept || kept.made !== madeFor(seen.ply, seen.scene) || this.chips.length > 0) return;
    this.ply = seen.ply;
    void this.set(kept.chips);
  }

  private get draft(): ReturnType<typeof drafts.of> {
    return drafts.of("rush", `plan ${this.key}`);
  }

  private kept(): Kept | null {
    try {
      return JSON.parse(this.draft.read()) as Kept;
    } catch {
      return null;
    }
  }

  private keep(): void {
    const seen = this.seen();
    if (seen) this.draft.keep(this.chips.length === 0 ? "" : JSON.stringify({ made: madeFor(seen.ply, seen.scene), chips: this.chips }));
  }

  private goOn(run: Run, seen: Seen): void {
    const order = run.next(seen);
    this.at = run.at;
    this.asking = order.kind === "wait" && seen.mine;
    if (order.kind === "send") this.table.act(order.action);
    else if (order.kind === "done") this.leave(order.why && `Plan stopped: ${order.why}`, order.line);
  }

  private outdated(seen: Seen): void {
    if (seen.ply === this.ply) return;
    if (seen.mine) this.stopped = "";
    if (this.chips.length > 0) void this.set([]);
  }

  private leave(why: string, line = 0): void {
    this.run = null;
    this.ply = this.table.shown?.ply ?? -1;
    underWay.delete(this.key);
    this.at = -1;
    this.stopped = why;
    this.line = line;
    if (why) live.say(why);
    void this.set([]);
  }

  private worked(answer: PlanAnswer): void {
    this.answer = answer;
    const last = answer.chips.at(-1);
    if (last) live.say(`${last.text}, ${percent(last.odds)}; together ${percent(last.running)}.`);
  }

  private seen(): Seen | null {
    const { shown, mine, events } = this.table;
    if (!shown) return null;
    return { ply: shown.ply, phase: shown.phase, mine, over: shown.over, scene: sceneOf(shown), legal: shown.legal, events };
  }

  private async set(chips: readonly Chip[]): Promise<void> {
    const before = this.chips;
    const asked = ++this.asked;
    this.chips = chips;
    this.keep();
    this.waiting = chips.length > 0;
    if (chips.length === 0) {
      this.answer = null;
      return;
    }
    try {
      const answer = await this.ask(this.table.shown?.table ?? "", this.ply, chips.map(codeOf).join(","));
      if (this.asked === asked) this.worked(answer);
    } catch (error) {
      if (this.asked !== asked) return;
      this.chips = before;
      this.keep();
      this.table.tell(sentence(error));
    }
    if (this.asked === asked) this.waiting = false;
  }
}
