import type { GameInfo, SettingInfo } from "../server/protocol";

/** The least and the most of the numbers in a custom text, by name. */
export type Bounds = SettingInfo["bounds"];

export function boundOf(bounds: Bounds, name: string): readonly [low: number, high: number] {
  const [low = 0, high = 0] = bounds[name] ?? [];
  return [low, high];
}

export type Value = number | string | boolean;

/** What may be taken back, in words. */
export const BACK = {
  none: "nothing is taken back",
  free: "a slip, until chance, a secret or the other side has spoken",
  any: "anything, and then the match is for practice",
};

/** `value` of a setting as people read it. */
export function said(setting: SettingInfo, value: Value | undefined): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value ?? "");
  if (text.includes("\n")) return "custom";
  return setting.words[text] ?? text.replaceAll("_", " ");
}

/** The values that are not as usual, by the names of their settings. */
export function changed(settings: readonly SettingInfo[], values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    settings.flatMap(({ name, default: usual }) => {
      const value = values[name] ?? usual;
      return value === usual ? [] : [[name, value]];
    }),
  );
}

/** Settings that are not as usual as they stand in an address: of the rules, a sheet or a lesson. */
export function queryOf(settings: readonly SettingInfo[], values: Record<string, Value>): string {
  const own = new Set(settings.map((one) => one.name));
  const known = Object.entries(changed(settings, values)).filter(([name]) => own.has(name));
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
}

/** The settings of `game` that an address asks for, as they stand in one; whatever else is in it belongs to the page. */
export function settingsIn(game: GameInfo, asked: URLSearchParams): string {
  const own = new Set(game.settings.map((one) => one.name));
  return new URLSearchParams([...asked].filter(([name]) => own.has(name))).toString();
}

/** The address of a page that explains a game, `hash` a clause; `query` has the settings that are not as usual. */
export function explaining(page: "rules" | "sheet" | "learn" | "print" | "new", game: string, query: string, hash = ""): string {
  return `/${page}/${encodeURIComponent(game)}${query && `?${query}`}${hash && `#${hash}`}`;
}

/** What a choice of short names leads to: the values of all settings, as usual but for those of the preset `name`. */
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
