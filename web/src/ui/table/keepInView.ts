import { prefs } from "../../lib/browser/prefs.svelte";
import { bringIntoSight } from "../../lib/browser/sight";

/** What is due at a table: a decision, by the number of the event that led to it, the result, or nothing. */
export type Due = `decision ${number}` | "result" | "";

/**
 * Scrolls a table's page so that what matters on the board, or the result, is in view and not covered by the decision, which on a phone
 * lies over the foot of the page. It asks nothing of the game: parts of the board are marked with `data-look` (what a decision or a result
 * is about), `data-mark` (what the last move did), `data-beat` (what is happening) and `data-picture` (the whole board).
 */
export class KeepInView {
  readonly #sideways = matchMedia("(orientation: landscape) and (max-height: 33.99rem) and (max-width: 79.99rem)");
  readonly #upright = matchMedia("(min-width: 44rem) and (max-width: 51.99rem) and (min-height: 56rem)");
  #board: HTMLElement | null = null;
  #decision: HTMLElement | null = null;
  #resigned = false;

  constructor(private readonly due: () => Due) {}

  /** To attach to the board. */
  readonly board = (at: HTMLElement): (() => void) => {
    this.#board = at;
    return () => (this.#board = null);
  };

  /** To attach to the decision or result. If it grows, for example when odds appear, what it is about is brought into view again. */
  readonly decision = (at: HTMLElement): (() => void) => {
    this.#decision = at;
    let high = at.offsetHeight;
    const sizes = new ResizeObserver(() => {
      if (at.offsetHeight > high && this.due()) this.showDue();
      high = at.offsetHeight;
    });
    sizes.observe(at);
    return () => {
      sizes.disconnect();
      this.#decision = null;
    };
  };

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
    // a tablet has room for the board as a whole
    else this.follow(this.#upright.matches ? "[data-look], [data-picture]" : "[data-look]");
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
    bringIntoSight([result], innerHeight, !prefs.reduced);
  }

  /** Leaves the page alone while the player reads further down. */
  #keep(about: Iterable<Element>): void {
    if (!this.#board) return;
    const board = this.#board.getBoundingClientRect();
    if (board.bottom >= 0 && board.top <= innerHeight) this.#bring(about);
  }

  #bring(about: Iterable<Element>): void {
    if (!this.#decision) return;
    const covers = getComputedStyle(this.#decision).position === "sticky";
    bringIntoSight(about, covers ? this.#decision.getBoundingClientRect().top : innerHeight, !prefs.reduced);
  }
}
