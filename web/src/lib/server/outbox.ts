import type { Act, Answer, Consent, Enter, Finish, Rematch, Resign, Roll, Seed, Undo } from "./protocol";

export type Numbered = Seed | Act | Roll | Enter | Undo | Resign | Finish | Rematch | Answer | Consent;

/** Messages that the server has not answered yet, in the order in which they were given. */
export class Outbox {
  private waiting: Numbered[] = [];

  /** Adds a message; the same id twice is kept once. */
  put(message: Numbered): void {
    if (!this.waiting.some((other) => other.id === message.id)) this.waiting.push(message);
  }

  /** Drops the message that was answered; true if it was waiting. */
  settle(id: string): boolean {
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((message) => message.id !== id);
    return this.waiting.length < before;
  }

  /** What to send again after a lost connection, oldest first, each with its first id. */
  unanswered(): readonly Numbered[] {
    return this.waiting;
  }

  get size(): number {
    return this.waiting.length;
  }

  clear(): void {
    this.waiting = [];
  }
}

/** Milliseconds to wait before the n-th new attempt; `chance` in [0, 1) spreads the attempts. */
export function backoff(attempt: number, chance: number): number {
  const step = Math.min(10_000, 400 * 2 ** Math.min(attempt, 6));
  return Math.round(step * (0.75 + chance / 2));
}

/** A new message id of 20 letters and digits. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
