import type { Event, Snapshot } from "./protocol";

type Show = (snapshot: Snapshot, fresh: readonly Event[]) => void;

interface Waiting {
  snapshot: Snapshot;
  fresh: readonly Event[];
}

const PAUSE = 650;
const DICE_PAUSE = 1000;
const MOST_WAITING = 14;

/** Milliseconds for which a position stays before the next one is shown. */
export function pauseAfter(fresh: readonly Event[], pace: number): number {
  if (fresh.length === 0) return 0;
  return pace * (fresh.some((event) => event.dice.length > 0) ? DICE_PAUSE : PAUSE);
}

/** Lets positions that arrive at once follow one another at a pace that can be followed. */
export class Presenter {
  private waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pace = 1;

  /** `lasts` gives the milliseconds for which what led to a position is shown at least. */
  constructor(
    private show: Show,
    private lasts: (snapshot: Snapshot, fresh: readonly Event[]) => number = () => 0,
  ) {}

  add(snapshot: Snapshot, fresh: readonly Event[], pace: number): void {
    this.pace = pace;
    this.waiting.push({ snapshot, fresh });
    const hidden = typeof document !== "undefined" && document.hidden;
    if (pace === 0 || hidden || this.waiting.length > MOST_WAITING) this.flush();
    else if (this.timer === undefined) this.next();
  }

  /** Shows the newest position now. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const last = this.waiting.at(-1);
    if (!last) return;
    const fresh = this.waiting.flatMap((one) => one.fresh);
    this.waiting = [];
    this.show(last.snapshot, fresh);
  }

  clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }

  private next = (): void => {
    this.timer = undefined;
    const first = this.waiting.shift();
    if (!first) return;
    this.show(first.snapshot, first.fresh);
    const pause = Math.max(pauseAfter(first.fresh, this.pace), this.lasts(first.snapshot, first.fresh));
    if (pause > 0) this.timer = setTimeout(this.next, pause);
    else this.next();
  };
}
