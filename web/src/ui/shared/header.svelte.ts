import type { Snippet } from "svelte";

/** What the page that is open adds to the header. */
class Additions {
  /** extra menu entries; with them, the menu also holds everything else in the header */
  menu = $state.raw<Snippet | null>(null);
  /** what stands next to the menu on a phone held upright */
  line = $state.raw<Snippet | null>(null);

  /** Adds these parts; returns what removes them again. */
  add(menu: Snippet, line: Snippet): () => void {
    this.menu = menu;
    this.line = line;
    return () => {
      // the next page may have added its own by then
      if (this.menu === menu) this.menu = this.line = null;
    };
  }
}

export const header = new Additions();
