import { api, sentence } from "./api";

const PAUSE = 1000;

/** Whether tables can be opened, what the server says while they cannot, and where its documentation is. */
class Start {
  open = $state(true);
  message = $state("");
  /** the address of the documentation; "" if the host has set none */
  docs = $state("");
  private waiting: Promise<void> | null = null;

  /** Fulfilled as soon as tables can be opened. */
  wait(): Promise<void> {
    this.waiting ??= this.poll().finally(() => (this.waiting = null));
    return this.waiting;
  }

  private async poll(): Promise<void> {
    for (;;) {
      try {
        const said = await api.status();
        this.message = said.message;
        this.docs = said.docs;
        this.open = said.open;
        if (said.open) return;
      } catch (error) {
        this.open = false;
        this.message = sentence(error);
      }
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
}

export const start = new Start();
void start.wait();
