import { shortName } from "./names";
import { local } from "./store";

export type Theme = "auto" | "light" | "dark";
type Speed = "slow" | "normal" | "fast" | "instant";
/** The speeds that a person can choose, as options of a form. */
export const SPEEDS: { value: Speed; name: string; text: string }[] = [
  { value: "slow", name: "Slow", text: "" },
  { value: "normal", name: "Normal", text: "" },
  { value: "fast", name: "Fast", text: "" },
  { value: "instant", name: "Instant", text: "" },
];
export type Motion = "auto" | "full" | "reduced";

const KEY = "sandtable.prefs";
const PACE: Record<Speed, number> = { slow: 1.7, normal: 1, fast: 0.45, instant: 0 };

interface Kept {
  theme: Theme;
  speed: Speed;
  motion: Motion;
  sound: boolean;
  name: string;
}

const DEFAULTS: Kept = { theme: "auto", speed: "normal", motion: "auto", sound: true, name: "" };

/** What this person likes, kept in this browser. */
class Prefs {
  theme = $state<Theme>("auto");
  speed = $state<Speed>("normal");
  motion = $state<Motion>("auto");
  sound = $state(true);
  /** what this person is called at tables; empty until he has said so */
  name = $state("");
  private light = $state(false);
  private still = $state(false);

  constructor() {
    Object.assign(this, { ...DEFAULTS, ...read() });
    this.watch("(prefers-color-scheme: light)", (on) => (this.light = on));
    this.watch("(prefers-reduced-motion: reduce)", (on) => (this.still = on));
  }

  get shade(): "light" | "dark" {
    if (this.theme !== "auto") return this.theme;
    return this.light ? "light" : "dark";
  }

  get reduced(): boolean {
    return this.motion === "auto" ? this.still : this.motion === "reduced";
  }

  /** The factor on every pause of the presentation; 0 means none. */
  get pace(): number {
    return PACE[this.speed];
  }

  save(): void {
    this.name = shortName(this.name);
    const { theme, speed, motion, sound, name } = this;
    local.write(KEY, JSON.stringify({ theme, speed, motion, sound, name }));
  }

  private watch(query: string, set: (on: boolean) => void): void {
    const media = matchMedia(query);
    set(media.matches);
    media.addEventListener("change", (event) => set(event.matches));
  }
}

function read(): Partial<Kept> {
  return local.json(KEY) ?? {};
}

export const prefs = new Prefs();
