import { api, sentence } from "./api";

const PAUSE = 1000;

/** Whether the server is ready for play, and what it says while it is not. */
class Start {
  ready = $state(true);
  message = $state("");
  private waiting: Promise<void> | null = null;

  /** Fulfilled as soon as the server is ready. */
  wait(): Promise<void> {
    this.waiting ??= this.poll().finally(() => (this.waiting = null));
    return this.waiting;
  }

  private async poll(): Promise<void> {
    for (;;) {
      try {
        const said = await api.status();
        this.message = said.message;
        this.ready = said.ready;
        if (said.ready) return;
      } catch (error) {
        this.ready = false;
        this.message = sentence(error);
      }
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
}

export const start = new Start();
void start.wait();
