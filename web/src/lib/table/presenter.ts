import type { Event, Snapshot } from "../server/protocol";
import type { Cue } from "./cues";

type Show = (snapshot: Snapshot, fresh: readonly Event[]) => void;

interface Waiting {
  snapshot: Snapshot;
  fresh: readonly Event[];
}

const PAUSE = 650;
// what was seen already needs less
const SHORT = 300;
// while more lines wait than these, each is seen the shorter, so that a long turn is followed and not waited for
const CALM = 6;
// a table sends fewer lines at once to a page that looks at it: this one was away
const AWAY = 14;

/** Milliseconds for which a position stays before what follows it begins; `seen` says that cues led to it. */
export function pauseAfter(fresh: readonly Event[], pace: number, seen = false): number {
  return fresh.length === 0 ? 0 : pace * (seen ? SHORT : PAUSE);
}

/** The part of its time for which a line is seen, by the number that wait. */
export function haste(lines: number): number {
  return Math.min(1, CALM / lines);
}

/**
 * Shows positions that arrive together one after another at a readable pace, each after the events that led to it.
 * None is skipped, except steps on one piece's path, or if a person hurries or turned pauses off, or the page is hidden or was away.
 */
export class Presenter {
  private waiting: Waiting[] = [];
  /** what is still to be seen before the first that waits; null until it is its turn */
  private left: Cue[] | null = null;
  /** the first that waits had cues */
  private seen = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pace = 1;
  /** of the first that waits, once it is its turn */
  private hasty = 1;

  /**
   * `cue` is called with each cue as it begins and with null when the last one has ended; `cues` returns those of a position. Two
   * positions are shown as one if `joins` says so, given the lines that led to them.
   */
  constructor(
    private show: Show,
    private cue: (cue: Cue | null) => void = () => undefined,
    private cues: (snapshot: Snapshot, fresh: readonly Event[], pace: number) => Cue[] = () => [],
    private joins: (before: readonly Event[], after: readonly Event[]) => boolean = () => false,
  ) {}

  add(snapshot: Snapshot, fresh: readonly Event[], pace: number): void {
    this.pace = pace;
    this.waiting.push({ snapshot, fresh });
    const hidden = typeof document !== "undefined" && document.hidden;
    if (pace === 0 || hidden || fresh.length > AWAY) this.flush();
    else if (this.timer === undefined) this.next();
  }

  /** Shows the newest position now. */
  flush(): void {
    const last = this.waiting.at(-1);
    const fresh = this.waiting.flatMap((one) => one.fresh);
    this.clear();
    if (last) this.show(last.snapshot, fresh);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
    if (this.left) this.cue(null);
    this.left = null;
  }

  /** Merges the first waiting positions as far as they belong together. */
  private join(): void {
    for (;;) {
      const [first, second] = this.waiting;
      if (!first || !second || !this.joins(first.fresh, second.fresh)) return;
      this.waiting.splice(0, 2, { snapshot: second.snapshot, fresh: [...first.fresh, ...second.fresh] });
    }
  }

  private next = (): void => {
    this.timer = undefined;
    if (!this.left) this.join();
    const first = this.waiting[0];
    if (!first) return;
    if (!this.left) {
      this.hasty = this.pace * haste(this.waiting.reduce((lines, { fresh }) => lines + fresh.length, 0));
      this.left = this.cues(first.snapshot, first.fresh, this.hasty);
    }
    const cue = this.left.shift();
    if (cue) {
      this.seen = true;
      this.cue(cue);
      this.timer = setTimeout(this.next, cue.ms);
      return;
    }
    this.left = null;
    this.waiting.shift();
    this.cue(null);
    this.show(first.snapshot, first.fresh);
    const pause = pauseAfter(first.fresh, this.hasty, this.seen);
    this.seen = false;
    if (pause > 0) this.timer = setTimeout(this.next, pause);
    else this.next();
  };
}
