import { session } from "../../lib/browser/store";
import type { TableView } from "../../lib/table/table.svelte";
import { isPermutation, rankOf, shuffled, type Permutation } from "./permutation";
import { PLANS, type Plan } from "./plans";
import { sceneOf } from "./scene";

const STATS = 6;

interface Kept {
  pawns: [Permutation, Permutation];
  sealed: boolean;
}

/** The numbers that this person prepares for both pawns; sent one pawn after the other as soon as the table asks. */
export class Preparation {
  pawns = $state<[Permutation, Permutation]>([
    [6, 3, 1, 4, 2, 5],
    [2, 5, 6, 3, 4, 1],
  ]);
  sealed = $state(false);
  /** the numbers are dealt to this person, who has nothing to prepare */
  dealt = $state(false);
  private key: string;
  /** where the table stood when numbers were last sent: a refusal is not answered by trying again */
  private tried = -1;

  constructor(
    private table: TableView,
    first: Plan | undefined = PLANS[0],
  ) {
    this.key = `sandtable.setup.${table.shown?.table ?? ""}.${table.shown?.seat ?? ""}`;
    if (first) this.pawns = [[...first.pawns[0]], [...first.pawns[1]]];
    const kept = this.read();
    if (kept) Object.assign(this, kept);
  }

  set(pawn: number, numbers: Permutation): void {
    this.pawns = pawn === 0 ? [numbers, this.pawns[1]] : [this.pawns[0], numbers];
    this.keep();
  }

  usePlan(plan: Plan): void {
    this.pawns = [[...plan.pawns[0]], [...plan.pawns[1]]];
    this.keep();
  }

  surprise(): void {
    this.pawns = [shuffled(STATS, Math.random), shuffled(STATS, Math.random)];
    this.keep();
  }

  exchange(): void {
    this.pawns = [this.pawns[1], this.pawns[0]];
    this.keep();
  }

  /** Takes the numbers as they are, without showing them to be changed first. */
  deal(): void {
    this.dealt = true;
    this.seal(true);
  }

  seal(on: boolean): void {
    this.sealed = on;
    if (!on) this.dealt = false;
    this.keep();
    this.tried = -1;
    if (on) this.send();
  }

  /** Sends the next pawn's numbers if they are fixed and asked for. */
  send(): void {
    const { table } = this;
    const asked = table.shown && sceneOf(table.shown).allocating;
    if (!this.sealed || !asked || !table.mine || table.shown.seq === this.tried) return;
    this.tried = table.shown.seq;
    const { judging } = table;
    const all = this.pawns.map((numbers, pawn) => table.actions.pack("allocate", { pawn, allocation: rankOf(numbers) }));
    const [next, ...rest] = all.slice(asked.pawn);
    if (next !== undefined) table.act(next, rest);
    // they were judged, not sent
    if (judging) this.seal(false);
  }

  private keep(): void {
    session.write(this.key, JSON.stringify({ pawns: this.pawns, sealed: this.sealed }));
  }

  private read(): Kept | null {
    const kept = session.json(this.key) as Partial<Kept> | null;
    return kept?.pawns?.every((one) => isPermutation(one, STATS)) ? (kept as Kept) : null;
  }
}
