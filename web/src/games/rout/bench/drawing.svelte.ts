import { prefer, wanted, type Wanted } from "./renderer";

/** How this person wants the bench drawn. */
class Drawing {
  choice = $state<Wanted>(wanted());

  /** Another way from now on, also the next time. */
  choose(choice: Wanted): void {
    prefer(choice);
    this.choice = choice;
  }
}

export const drawing = new Drawing();
