import { local } from "../../../lib/browser/store";
import type { Wanted } from "./renderer";

const KEY = "sandtable.rout.renderer";

/** How this person wants the bench drawn. */
class Drawing {
  choice = $state<Wanted>(wanted());

  /** Another way from now on, also the next time. */
  choose(choice: Wanted): void {
    local.write(KEY, choice);
    this.choice = choice;
  }
}

export const drawing = new Drawing();

/** What this person chose, or this machine is known to need; a `?renderer=` in the address comes first. */
function wanted(): Wanted {
  const asked = new URLSearchParams(location.search).get("renderer");
  if (asked === "canvas" || asked === "three") return asked;
  const kept = local.read(KEY);
  return kept === "canvas" || kept === "three" ? kept : "auto";
}
