import { api, ApiError, sentence } from "../../../lib/server/api";
import type { Template } from "../scene";
import type { Rows } from "./plan";

/** What the server says of a map (O1.2). */
export interface Survey {
  name: string;
  class: string;
  rows: Rows;
  /** shares of the cells; what a class aims at, null where it aims at nothing */
  densities: Record<string, { share: number; aim: number | null }>;
  /** the open share of each large square, and the least that each must keep */
  squares: number[];
  least_open: number;
  notes: string[];
}

/** One of the nine places of the template over a battle (O4.2 to O4.4); `why` it may not lie there, or "". */
export type Place = Omit<Template, "legal" | "value">;

export const GAME = "optio";
const PAUSE = 450;
const LONGER = 1500;

/** What the server finds in `text`; an `ApiError` with its sentence where that is no map. */
export async function survey(text: string, signal: AbortSignal | null = null): Promise<Survey> {
  return (await api.service(GAME, "check", { text }, signal)).json() as Promise<Survey>;
}

/** The places of the template for a battle in `square`, entered over `side`. */
export async function places(map: string, square: number, side: number, signal: AbortSignal): Promise<Place[]> {
  return (await api.service(GAME, "templates", { map, square, side }, signal)).json() as Promise<Place[]>;
}

/** Asks the server about what is drawn whenever it has been left alone for a moment. */
export class Checker<T> {
  /** the newest answer */
  found = $state.raw<T | null>(null);
  failed = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: AbortController | null = null;

  /** Asks after a pause; what was asked before is forgotten. */
  look(ask: (signal: AbortSignal) => Promise<T>, pause: number = PAUSE): void {
    this.stop();
    this.timer = setTimeout(() => void this.ask(ask), pause);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  private async ask(ask: (signal: AbortSignal) => Promise<T>): Promise<void> {
    const asked = new AbortController();
    this.asked = asked;
    try {
      const found = await ask(asked.signal);
      // a later question may have come while this answer was read
      if (asked.signal.aborted) return;
      this.found = found;
      this.failed = "";
    } catch (error) {
      if (asked.signal.aborted) return;
      // too many at a time, or nobody there: ask again
      if (error instanceof ApiError && [0, 429, 503].includes(error.status)) this.look(ask, LONGER);
      this.failed = sentence(error);
    }
  }
}
