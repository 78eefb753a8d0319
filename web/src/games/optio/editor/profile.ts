import { boundOf, type Bounds } from "../../../lib/forms/settings";
import { EDGE, GROUNDS } from "../ground";

/** What one cell of a ground is worth, and why. */
export interface Worth {
  weight: number;
  reason: string;
}

export const HALVES = ["own", "enemy"] as const;
export type Half = (typeof HALVES)[number];

/** An army: what each ground is worth in its own half of the battlefield and in the enemy's, by name (O4.5). */
export interface Profile {
  name: string;
  text: string;
  worth: Record<Half, ReadonlyMap<string, Worth>>;
}

export const NAMES: readonly string[] = [...GROUNDS, EDGE].map((ground) => ground.name);
const WEIGHT = /^ +([^:]+): *([+-]?\d(?:\.\d{1,2})?) *, *(.*\S)/;

/** The profile of a text; null where it is none, which only the server may judge. */
export function read(text: string, bounds: Bounds): Profile | null {
  const [least, most] = boundOf(bounds, "weight");
  const worth: Record<Half, Map<string, Worth>> = { own: new Map(), enemy: new Map() };
  const said: Record<string, string> = {};
  let half: Half | null = null;
  for (const line of text.split("\n").map((one) => one.trimEnd())) {
    if (line === "") continue;
    const found = WEIGHT.exec(line);
    const [, key = "", value = ""] = /^(name|text|own|enemy): *(.*)$/.exec(line) ?? [];
    if (found && half) {
      const [, ground = "", weight = "", reason = ""] = found;
      if (!NAMES.includes(ground) || worth[half].has(ground) || Number(weight) < least || Number(weight) > most) return null;
      worth[half].set(ground, { weight: Number(weight), reason });
    } else if (key === "" || key in said) {
      return null;
    } else {
      said[key] = value;
      half = HALVES.find((one) => one === key) ?? null;
    }
  }
  const { name, text: told, own, enemy } = said;
  return name && told && own === "" && enemy === "" ? { name, text: told, worth } : null;
}

/** The text of a profile. */
export function write({ name, text, worth }: Profile): string {
  const half = (one: Half): string[] => [
    `${one}:`,
    ...NAMES.flatMap((ground) => {
      const found = worth[one].get(ground);
      return found ? [`  ${ground}: ${found.weight}, ${found.reason}`] : [];
    }),
  ];
  return [`name: ${name}`, `text: ${text}`, ...half("own"), ...half("enemy"), ""].join("\n");
}

/** `profile` with what a ground is worth in a half: with a custom reason, or a generated one. */
export function weighed(profile: Profile, half: Half, ground: string, weight: number, reason: string): Profile {
  const made = new Map(profile.worth[half]);
  const usual = weight > 0 ? "they like it" : weight < 0 ? "they avoid it" : "no wish";
  made.set(ground, { weight, reason: reason.trim() || usual });
  return { ...profile, worth: { ...profile.worth, [half]: made } };
}
