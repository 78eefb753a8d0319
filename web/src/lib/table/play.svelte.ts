import type { Choice } from "../server/protocol";
import { calledAt, first } from "./people";
import type { TableView } from "./table.svelte";

/** What a tap on a place does, and how that reads; without a sentence it goes without saying. */
export interface Way {
  says: string;
  act: () => void;
}

/**
 * What a person sees of a table and has chosen at it, on the board and in the panels; all decisions go through here. A game adds
 * what can be selected and what follows from that; `S` is its scene.
 */
export abstract class Play<S> {
  /** the place under the cursor, a finger or the focus */
  pointed = $state<number | null>(null);

  /** this person has turned the board round */
  flipped = $state(false);

  scene: S | null = $derived.by(() => (this.table.shown ? (this.table.shown.scene as S) : null));
  seat = $derived.by(() => (this.table.shown?.seat ?? null) as 0 | 1 | null);
  /** the side that stands at the bottom of the board: one's own, unless it was turned round */
  near: 0 | 1 = $derived.by(() => ((this.seat ?? 0) === (this.flipped ? 1 : 0) ? 0 : 1));
  phase = $derived.by(() => this.table.shown?.phase ?? "");
  prompt = $derived.by(() => this.table.shown?.prompt ?? "");
  /** what this person may choose now */
  legal: readonly Choice[] = $derived.by(() => (this.mine ? this.table.legal : []));

  constructor(readonly table: TableView) {}

  /** By place on the board: what can be done there now. */
  abstract readonly ways: ReadonlyMap<number, Way>;

  /** Drops what is selected. */
  abstract clear(): void;

  /** Says why nothing can be done at `place`. */
  protected abstract explain(place: number): void;

  /** This person may act. */
  get mine(): boolean {
    return this.table.mine;
  }

  /** What a sentence calls the person or computer opposite. */
  get opponent(): string {
    const { shown } = this.table;
    return calledAt(shown?.seats, shown?.seat === 0 ? 1 : 0, "your opponent");
  }

  /** What is said to somebody who has nothing to decide. */
  get waits(): string {
    const shown = this.table.shown;
    if (!shown || shown.seat === null) return "You are watching.";
    if (this.table.busy) return "Sent.";
    if (shown.to_move < 0) return shown.prompt;
    return shown.to_move === shown.seat ? "One moment…" : `${first(this.opponent)} is choosing.`;
  }

  /** Does what `place` stands for, or says why not. */
  press(place: number): void {
    if (this.skips()) return;
    this.pointed = place;
    const way = this.ways.get(place);
    if (way) way.act();
    else if (this.mine) this.explain(place);
  }

  /** Does what was chosen; the selection has served its turn, unless the choice is only judged. */
  act(choice: Choice | undefined): void {
    if (!choice || !this.mine) return;
    if (!this.table.judging) this.clear();
    this.table.act(choice.action);
  }

  /** Shows how it stands now. */
  hurry(): void {
    this.table.hurry();
  }

  /** Ends what is being shown; true where there was something: a tap that skips does nothing else. */
  protected skips(): boolean {
    const showing = this.table.cue !== null;
    this.hurry();
    return showing;
  }

  /** The choices of one kind. */
  all(kind: string): Choice[] {
    return this.legal.filter((choice) => choice.kind === kind);
  }

  /** The first choice of one kind. */
  only(kind: string): Choice | undefined {
    return this.legal.find((choice) => choice.kind === kind);
  }

  /** The choices of one kind by one of their fields. */
  by(kind: string, field: string): Map<number, Choice> {
    return new Map(this.all(kind).map((choice) => [choice.fields[field] ?? -1, choice]));
  }
}
