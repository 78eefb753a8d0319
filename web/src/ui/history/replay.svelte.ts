import { untrack } from "svelte";
import { prefs } from "../../lib/browser/prefs.svelte";
import { router } from "../../lib/browser/router.svelte";
import type { LiveTable } from "../../lib/table/table.svelte";

/** The number of moves that `text` of an address names; NaN if it names none. */
function plyOf(text: string | null): number {
  return /^\d{1,9}$/.test(text ?? "") ? Number(text) : NaN;
}

/**
 * What a table's page shows while you look back: the moment and the seat that its address asks for, and the replay, which goes on from
 * move to move. Everything goes through the address, so a link to it shows the same. To be made while a component is set up.
 */
export class Replay {
  /** whether the replay goes on by itself */
  running = $state(false);
  /** the position of the address has arrived: nothing later is seen before it */
  arrived = $state(false);
  /** the moves played at the moment that was asked for, whose position arrives a little later; null: the present */
  readonly asked: number | null = $derived.by(() => {
    const ply = plyOf(router.query.get("ply"));
    return ply < (this.table.latest?.last_ply ?? Infinity) ? ply : null;
  });
  /** the seat through whose eyes a finished match is seen; null: everyone */
  readonly seat = $derived(router.query.get("seat"));
  /** where the replay stops */
  #end = Infinity;
  /** the next moment to arrive is to be brought into view, wherever on the page it was asked for */
  #sought: boolean;

  /** `onmoment` is called when a moment that was asked for by its address, its line or its button is shown. */
  constructor(
    private readonly table: LiveTable,
    onmoment: () => void,
  ) {
    this.#sought = untrack(() => this.asked) !== null;
    this.arrived = !this.#sought;

    $effect(() => this.#goOn());

    $effect(() => {
      if (this.asked === null || table.past || table.notice) this.arrived = true;
    });

    $effect(() => {
      if (!table.past || !this.arrived || !this.#sought) return;
      this.#sought = false;
      untrack(onmoment);
    });

    $effect(() => this.#look());

    $effect(() => this.#playStretch());
  }

  /** Shows the position after `ply` moves. */
  goTo(ply: number): void {
    // asked for once more, it need not be seen to its end
    if (this.asked === ply) this.table.hurry();
    const { latest } = this.table;
    router.setQuery("ply", latest && ply >= latest.last_ply ? null : String(ply));
  }

  /** Goes `by` moves from the moment that was asked for. */
  step(by: number): void {
    const { latest } = this.table;
    if (latest) this.goTo(Math.max(latest.first_ply, Math.min(latest.last_ply, (this.asked ?? latest.last_ply) + by)));
  }

  /** Goes to a moment and brings it into view. */
  seek(ply: number): void {
    this.#sought = true;
    this.goTo(ply);
  }

  /** Plays the replay from the position after `ply` moves, to that after `last`. */
  play(ply: number, last = Infinity): void {
    this.#end = last;
    this.goTo(ply);
    this.running = true;
  }

  /** Plays the replay from there and brings it into view. */
  playInView(ply: number): void {
    this.#sought = true;
    this.play(ply);
  }

  /** Stops the replay, or goes on with it: from the start of the match if the present is shown. */
  toggle(): void {
    this.#end = Infinity;
    if (this.running || this.asked !== null) this.running = !this.running;
    else if (this.table.latest) this.play(this.table.latest.first_ply);
  }

  /** Goes on by one move once a position has been shown for a while. */
  #goOn(): (() => void) | void {
    const { asked, table } = this;
    const ply = table.shown?.ply;
    if (asked === null || (ply === asked && asked >= this.#end)) this.running = false;
    if (!this.running || asked === null || ply !== asked) return;
    const timer = setTimeout(() => this.goTo(asked + 1), 700 * Math.max(0.3, prefs.pace));
    return () => clearTimeout(timer);
  }

  /** Has the table show what the address asks for; a moment before the first one that is kept is dropped from the address. */
  #look(): void {
    const { asked, table } = this;
    const { latest } = table;
    const seat = latest?.over ? this.seat : null;
    const wanted = asked ?? (seat !== null ? (latest?.last_ply ?? null) : null);
    const closed = asked !== null && latest !== null && asked < latest.first_ply;
    if (!latest) return;
    untrack(() => {
      void table.look(wanted, seat).then(() => {
        // the refusal has been shown: back to the present
        if (closed && this.asked === asked) router.setQuery("ply", null);
      });
    });
  }

  /** Plays the stretch of an address once. */
  #playStretch(): void {
    const to = router.query.get("to");
    if (!this.table.latest || !this.arrived || to === null) return;
    const [first, last] = [plyOf(router.query.get("ply")), plyOf(to)];
    untrack(() => {
      router.setQuery("to", null);
      if (first < last) this.play(first, last);
    });
  }
}
