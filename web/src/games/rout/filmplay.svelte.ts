import { prefs } from "../../lib/browser/prefs.svelte";
import { play as sound, tremble } from "../../lib/browser/sound";
import { FilmReel, highlight, knocks, type Placed } from "./film";
import type { Block, Film, FilmEvent } from "./scene";

export const SLOW = 0.25;
/** frames after a film in which what breaks turns over, and what was put back or taken comes down */
const SETTLING = 36;
// N s: a blow of a hard flick, which is as loud as it gets
const HARD = 0.04;
/** how long a phone vibrates at the hardest blow, in ms */
const TREMBLE = 30;

/** Whether what mattered in a film is seen once more: not by who wants it quick. */
export function repeats(): boolean {
  return prefs.pace >= 1;
}

/** How long a film plays in ms, including its slow replay; 0 with reduced motion, which shows only its end. */
export function lasting(film: Film): number {
  if (prefs.reduced) return 0;
  const again = repeats() ? highlight(film) : null;
  return (1000 * (film.frames + SETTLING + (again ? (again.to - again.from) / SLOW : 0))) / film.fps;
}

/** Plays films of flicks, one after the other. */
export class Reel {
  /** what is shown: the film that plays, or the last one; null before the first */
  reel = $state.raw<FilmReel | null>(null);
  frame = $state(0);
  playing = $state(false);
  /** 1, or `SLOW` */
  speed = $state(1);
  film: Film | null = $derived.by(() => this.reel?.film ?? null);
  /** the end is on the screen, or there is nothing to show */
  done: boolean = $derived.by(() => this.reel === null || (!this.playing && this.frame >= this.last));
  /** the last frame */
  last: number = $derived.by(() => this.rest + (this.settles ? SETTLING : 0));
  /** how much of what follows the film has been shown, from 0 to 1 */
  settled: number = $derived.by(() => (this.settles ? Math.min(1, Math.max(0, (this.frame - this.rest) / SETTLING)) : 0));

  /** the frame in which all is at rest */
  private rest: number = $derived.by(() => Math.max(0, (this.reel?.length ?? 1) - 1));
  private settles: boolean = $derived.by(
    () => this.film !== null && (this.film.broke !== null || this.film.routed.length + this.film.back.length > 0),
  );

  /** what mattered is seen once more, slowly, before anything follows from it */
  repeating = $state(false);
  private repeats = false;
  private waiting: { film: Film; repeats: boolean }[] = [];
  private before = 0;
  private timer = 0;

  /** Shows the end of `film`, or nothing at all. */
  show(film: Film | null): void {
    this.pause();
    this.waiting = [];
    this.load(film);
    this.frame = this.last;
  }

  /**
   * Plays `film` from its start, after what plays now; if it `repeats`, with what mattered once more in slow motion. A block that was
   * `drawn` on its way already goes on from there.
   */
  follow(film: Film, repeats = false, drawn: Placed | null = null): void {
    if (this.playing) {
      this.waiting.push({ film, repeats });
      return;
    }
    this.load(film);
    if (drawn && this.reel) this.frame = this.reel.join(drawn);
    this.repeats = repeats;
    this.play();
  }

  /** Goes on, or starts over at the end. */
  play(): void {
    if (!this.reel || this.playing) return;
    if (this.frame >= this.last) this.frame = 0;
    this.playing = true;
    this.before = performance.now();
    this.timer = requestAnimationFrame(this.tick);
  }

  pause(): void {
    cancelAnimationFrame(this.timer);
    this.playing = this.repeating = false;
  }

  /** Stops at `frame`. */
  seek(frame: number): void {
    this.pause();
    this.frame = Math.min(this.last, Math.max(0, frame));
  }

  /** Shows the end of the newest film at once. */
  skip(): void {
    this.pause();
    const newest = this.waiting.pop();
    this.waiting = [];
    if (newest) this.load(newest.film);
    this.frame = this.last;
  }

  /** The blocks after the film, where another one follows it. */
  get next(): readonly Block[] | null {
    return this.waiting[0]?.film.blocks ?? null;
  }

  private load(film: Film | null): void {
    this.reel = film ? new FilmReel(film) : null;
    this.frame = 0;
    this.repeats = false;
  }

  private tick = (now: number): void => {
    const { reel } = this;
    if (!reel) return this.pause();
    const passed = ((now - this.before) / 1000) * reel.film.fps * (this.repeating ? SLOW : this.speed);
    this.before = now;
    const from = this.frame;
    this.frame = Math.min(this.last, from + Math.max(0, passed));
    this.repeat(reel.film);
    knocks(reel.film.events, from, this.frame).forEach(({ kind, blow }) => {
      const loud = loudness(kind, blow);
      sound(kind === "touch" ? "clack" : kind === "fall" ? "tumble" : "place", loud);
      tremble(TREMBLE * loud);
    });
    if (this.frame < this.last) this.timer = requestAnimationFrame(this.tick);
    else this.ended();
  };

  /** Goes back once to what mattered when all is at rest, and on from there when it was seen. */
  private repeat(film: Film): void {
    const again = highlight(film);
    if (!again) return;
    if (this.repeating && this.frame >= again.to) {
      this.frame = this.rest;
      this.repeating = false;
    } else if (this.repeats && this.frame >= this.rest) {
      this.frame = again.from;
      this.repeats = false;
      this.repeating = true;
    }
  }

  private ended(): void {
    this.playing = false;
    const next = this.waiting.shift();
    if (next) this.follow(next.film, next.repeats);
  }
}

function loudness(kind: FilmEvent["kind"], blow: number): number {
  return kind === "touch" ? Math.min(1, 0.15 + blow / HARD) : 0.6;
}
