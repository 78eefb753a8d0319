import { local } from "../../lib/browser/store";
import { PACES, type Pace } from "./swipe";

const KEY = "sandtable.rout.flick";

/** How this person flicks where a table takes both, and how fast the finger's way is on the table; kept in this browser. */
class Flicking {
  aims = $state(false);
  pace = $state<Pace>("usual");

  constructor() {
    Object.assign(this, kept());
  }

  save(): void {
    local.write(KEY, JSON.stringify({ aims: this.aims, pace: this.pace }));
  }
}

export const flicking = new Flicking();

function kept(): Partial<Pick<Flicking, "aims" | "pace">> {
  const { aims, pace } = (local.json(KEY) ?? {}) as { aims?: unknown; pace?: unknown };
  return { aims: aims === true, pace: typeof pace === "string" && pace in PACES ? (pace as Pace) : "usual" };
}
