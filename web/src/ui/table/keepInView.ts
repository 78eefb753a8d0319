import { prefs } from "../../lib/browser/prefs.svelte";
import { upright } from "../../lib/browser/screen";
import { bringIntoPane, bringIntoSight } from "../../lib/browser/sight";

/** What is due at a table: a decision, by the number of the event that led to it, the result, or nothing. */
export type Due = `decision ${number}` | "result" | "";

/**
 * Scrolls a table's page so that what matters on the board, or the result, is in view. On a phone held upright, where the board has a place
 * of its own, that is the top of the page; a board that is higher than its place is scrolled in its `data-pane`. It asks nothing of the
 * game: parts of the board are marked with `data-look` (what a decision or a result is about), `data-mark` (what the last move did),
 * `data-beat` (what is happening) and `data-picture` (the whole board).
 */
export class KeepInView {
  readonly #sideways = matchMedia("(orientation: landscape) and (max-height: 33.99rem) and (max-width: 79.99rem)");
  #board: HTMLElement | null = null;
  #decision: HTMLElement | null = null;
  #resigned = false;

  constructor(private readonly due: () => Due) {}

  /** Attach this to the board. If the subject of a decision changes, for example when a player is chosen, it is brought into view again. */
  readonly board = (at: HTMLElement): (() => void) => {
    this.#board = at;
    const looks = new MutationObserver(() => this.due() && this.showDue());
    looks.observe(at, { subtree: true, attributeFilter: ["data-look"] });
    return () => {
      looks.disconnect();
      this.#board = null;
    };
  };

  /** Attach this to the decision or the result. */
  readonly decision = (at: HTMLElement): (() => void) => {
    this.#decision = at;
    return () => (this.#decision = null);
  };

  /** Shows the panel from its top, because something else is due. */
  begin(): void {
    this.#decision?.scrollTo(0, 0);
  }

  /** To call when the player resigns, which is done further down the page: the result is then scrolled to from anywhere. */
  resigned(): void {
    this.#resigned = true;
  }

  /** Shows what the decision or result that is due is about. */
  showDue(): void {
    const result = this.due() === "result" ? this.#decision : null;
    if (result && this.#resigned) this.#lead(result);
    // held sideways the screen has room for the board and nothing above it
    else if (result) this.#keep(result.querySelectorAll("[data-look]"));
    else if (this.#sideways.matches && this.#board) this.#keep([this.#board]);
    else this.follow("[data-look]");
  }

  /** Brings what the last move did into view; the whole board in a replay, or if the move left no mark. */
  showMoment(replaying: boolean): void {
    if (!this.#board) return;
    const marks = replaying ? [] : [...this.#board.querySelectorAll("[data-mark]")];
    this.#bring(marks.length > 0 ? marks : this.#board.querySelectorAll("[data-picture]"));
  }

  /** Keeps `parts` of the board in view. */
  follow(parts: string): void {
    if (this.#board) this.#keep(this.#board.querySelectorAll(parts));
  }

  /** Takes the player and the keyboard to the result, once. */
  #lead(result: HTMLElement): void {
    this.#resigned = false;
    result.focus({ preventScroll: true });
    if (upright.current) this.#goUp();
    else bringIntoSight([result], innerHeight, !prefs.reduced);
  }

  /** Leaves the page alone while the player reads further down. */
  #keep(about: Iterable<Element>): void {
    if (!this.#board) return;
    const board = this.#board.getBoundingClientRect();
    if (board.bottom >= 0 && board.top <= innerHeight) this.#bring(about);
  }

  #bring(about: Iterable<Element>): void {
    if (!this.#board || !this.#decision) return;
    if (!upright.current || this.#board.querySelector("[data-free]")) {
      const covers = getComputedStyle(this.#decision).position === "sticky";
      return bringIntoSight(about, covers ? this.#decision.getBoundingClientRect().top : innerHeight, !prefs.reduced);
    }
    this.#goUp();
    const pane = this.#board.querySelector("[data-pane]");
    if (pane)
      bringIntoPane(
        pane,
        [...about].filter((one) => pane.contains(one)),
        !prefs.reduced,
      );
  }

  #goUp(): void {
    scrollTo({ top: 0, behavior: prefs.reduced ? "auto" : "smooth" });
  }
}
