import { live } from "../../lib/browser/live.svelte";
import { api, sentence } from "../../lib/server/api";
import { newId } from "../../lib/server/outbox";
import type { Hint, Snapshot } from "../../lib/server/protocol";
import type { LiveTable } from "../../lib/table/table.svelte";

/** How a game shows hints: `suggest.ts` in its folder. */
export interface Suggest {
  /** Shows a move and selects it as far as possible; null: no more. Returns its name if the person has to carry it out. */
  default: (play: unknown, hint: Hint | null) => string | undefined;
  /** What is selected and not sent yet, as actions in a row. */
  chosen?: (play: unknown) => readonly number[] | undefined;
  /** Drops what is selected: here it is judged as soon as there is something. */
  drop?: (play: unknown) => void;
}

/** What a person asks about one position, and the answer. */
export class Hinting {
  game = $state.raw<Suggest | undefined>();
  waiting = $state(false);
  failed = $state("");
  found = $state.raw<{ hint: Hint; judged: boolean; name: string; playable: boolean } | null>(null);
  /** what suggestions have selected: no choice of this person */
  private suggested = new Set<string>();
  private ended = false;

  /** `named`: a move in the words of the game. `shown`: an answer has come. */
  constructor(
    private table: LiveTable,
    private play: unknown,
    private named: (hint: Hint) => string,
    private shown: () => void,
  ) {}

  /** What was chosen to be judged, as actions in a row. */
  get candidate(): readonly number[] | null {
    const { table, game } = this;
    return table.candidate ?? (table.judging && game?.drop ? (game.chosen?.(this.play) ?? null) : null);
  }

  clear(): void {
    this.found = null;
    this.failed = "";
    this.table.judging = false;
    this.table.candidate = null;
    this.game?.default(this.play, null);
  }

  /** No answer is shown any more. */
  end(): void {
    this.ended = true;
    this.clear();
  }

  async ask(actions: readonly number[]): Promise<void> {
    const { ply, seq } = this.table.latest as Snapshot;
    this.clear();
    this.waiting = true;
    live.say("Thinking.");
    try {
      const { id, own } = this.table;
      const hint = await api.hint(id, { id: newId(), seq, actions: [...actions] }, own?.token ?? null);
      if (!this.ended && this.table.latest?.ply === ply) this.show(hint, actions.length > 0);
    } catch (error) {
      if (this.ended) return;
      this.failed = sentence(error);
      live.shout(this.failed);
    }
    this.waiting = false;
  }

  /** Asks about the move that this person has selected, or else about the next one they choose. */
  judge(): void {
    const actions = this.selected;
    if (actions && !this.suggested.has(String(actions))) return void this.ask(actions);
    this.clear();
    this.game?.drop?.(this.play);
    this.table.judging = true;
    live.say("Choose a move. It is judged before it is played.");
  }

  private get selected(): readonly number[] | undefined {
    return this.game?.chosen?.(this.play);
  }

  private show(hint: Hint, judged: boolean): void {
    const before = String(this.selected);
    const own = judged ? undefined : this.game?.default(this.play, hint);
    const after = String(this.selected);
    if (!judged) this.suggested.add(String(hint.line));
    if (after !== before) this.suggested.add(after);
    const text = own ?? this.named(hint);
    const name = text.charAt(0).toUpperCase() + text.slice(1);
    this.found = { hint, judged, name, playable: own === undefined && hint.line.length === 1 };
    live.say(`${name}. ${hint.text}`);
    this.shown();
  }
}
