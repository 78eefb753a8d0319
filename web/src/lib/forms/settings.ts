import type { GameInfo, SettingInfo } from "../server/protocol";

/** The least and the most of the numbers in a custom text, by name. */
export type Bounds = SettingInfo["bounds"];

export function boundOf(bounds: Bounds, name: string): readonly [low: number, high: number] {
  const [low = 0, high = 0] = bounds[name] ?? [];
  return [low, high];
}

export type Value = number | string | boolean;

/** What players may undo, in words. */
export const BACK = {
  none: "off",
  free: "until a roll, a reveal or the opponent's move",
  any: "always; undoing after a reveal makes it a practice match",
};

/** `value` of a setting as people read it. */
export function said(setting: SettingInfo, value: Value | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value ?? "");
  if (text.includes("\n")) return "custom";
  return setting.words[text] ?? text.replaceAll("_", " ");
}

/** The values that differ from the defaults, by setting. */
export function changed(settings: readonly SettingInfo[], values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    settings.flatMap(({ name, default: usual }) => {
      const value = values[name] ?? usual;
      return value === usual ? [] : [[name, value]];
    }),
  );
}

/** Changed settings as a query string, for the address of the rules, a sheet or a lesson. */
export function queryOf(settings: readonly SettingInfo[], values: Record<string, Value>): string {
  const own = new Set(settings.map((one) => one.name));
  const known = Object.entries(changed(settings, values)).filter(([name]) => own.has(name));
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
}

/** The part of a query string that sets settings of `game`; the rest belongs to the page. */
export function settingsIn(game: GameInfo, asked: URLSearchParams): string {
  const own = new Set(game.settings.map((one) => one.name));
  return new URLSearchParams([...asked].filter(([name]) => own.has(name))).toString();
}

/** The address of a page that explains a game; `query` holds the changed settings, `hash` a clause. */
export function explaining(page: "rules" | "sheet" | "learn" | "print" | "new", game: string, query: string, hash = ""): string {
  return `/${page}/${encodeURIComponent(game)}${query && `?${query}`}${hash && `#${hash}`}`;
}

/** The values of all settings under the preset `name`: its own, and defaults for the rest. */
export function presetValues(game: GameInfo, name: string): Record<string, Value> {
  const preset = game.presets.find((one) => one.name === name);
  return { ...Object.fromEntries(game.settings.map((one) => [one.name, one.default])), ...preset?.settings };
}

/** The preset whose values these are: "" where all is as usual, null where the values are somebody's own. */
export function presetOf(game: GameInfo, values: Record<string, Value>): string | null {
  const names = ["", ...game.presets.map((one) => one.name)];
  const same = (name: string): boolean => Object.entries(presetValues(game, name)).every(([key, value]) => values[key] === value);
  return names.find(same) ?? null;
}
