import { api, ApiError, sentence } from "../../../lib/api";
import type { Rows } from "./plan";

/** What the server says of a map (O1.2). */
export interface Survey {
  name: string;
  class: string;
  rows: Rows;
  /** shares of the cells; what a class aims at, null where it aims at nothing */
  densities: Record<string, { share: number; aim: number | null }>;
  /** the open share of each large square */
  squares: number[];
  notes: string[];
}

export const GAME = "optio";
/** Every large square keeps as much open ground. */
export const LEAST_OPEN = 0.4;
const PAUSE = 450;
const LONGER = 1500;

/** What the server finds in `text`; an `ApiError` with its sentence where that is no map. */
export async function survey(text: string, signal: AbortSignal | null = null): Promise<Survey> {
  return (await api.service(GAME, "check", { text }, signal)).json() as Promise<Survey>;
}

/** Has the map looked over whenever it has been left alone for a moment. */
export class Checker {
  found = $state.raw<Survey | null>(null);
  failed = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked: AbortController | null = null;

  /** Looks at `text` after a pause; what was asked before is forgotten. */
  look(text: string, pause: number = PAUSE): void {
    this.stop();
    this.timer = setTimeout(() => void this.ask(text), pause);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.asked?.abort();
  }

  private async ask(text: string): Promise<void> {
    const asked = new AbortController();
    this.asked = asked;
    try {
      this.found = await survey(text, asked.signal);
      this.failed = "";
    } catch (error) {
      if (asked.signal.aborted) return;
      // too many at a time, or nobody there: it is asked again
      if (error instanceof ApiError && [0, 429, 503].includes(error.status)) this.look(text, LONGER);
      this.failed = sentence(error);
    }
  }
}
