import { Play as Base, type Way } from "../lib/table/play.svelte";
import type { TableView } from "../lib/table/table.svelte";
import { listed } from "./list";

/** So many choices are offered at once; the others are found by searching. */
export const MOST = 60;

/** What a person searches for among the actions of a game without a client of its own. */
export class Play extends Base<Record<string, unknown>> {
  search = $state("");

  picture = $derived(this.table.shown?.picture ?? null);
  text = $derived(this.table.shown?.text ?? "");
  list = $derived.by(() => listed(this.legal, this.search, MOST, this.titles));
  /** the kinds of which more may be done than is listed */
  free: readonly string[] = $derived(this.mine ? (this.table.shown?.free ?? []) : []);

  // nothing is done on the board: it is a picture
  override readonly ways: ReadonlyMap<number, Way> = new Map();

  /** `grids` gives, by kind of action, the number of columns for the values of its field; `titles` gives its heading */
  constructor(
    table: TableView,
    private grids: Readonly<Record<string, number>> = {},
    private titles: Readonly<Record<string, string>> = {},
  ) {
    super(table);
  }

  /** The columns on which the choices of a kind lie; null where they stand one after the other, as when some were searched for. */
  columns(kind: string): number | null {
    return this.search === "" && this.list.left === 0 ? (this.grids[kind] ?? null) : null;
  }

  /** Whether the game has its own title for a kind, which is then shown even if it is the only heading. */
  headed(kind: string): boolean {
    return kind in this.titles;
  }

  override clear(): void {
    this.search = "";
  }

  protected override explain(): void {
    this.table.tell(this.prompt);
  }
}
