import { local } from "../browser/store";
import { query } from "../forms/drafts";
import { said, type Value } from "../forms/settings";
import { api } from "../server/api";
import type { Aimed, Asked, GameInfo, LabInfo, Measurement, NewMeasurement, SweptSetting } from "../server/protocol";

/** The kinds of measurements, in the order of how long they take. */
export const KINDS = {
  simulation: { name: "Simulation", text: "Who wins, how long a match is, what happens in it" },
  report: { name: "Report", text: "All that can be said: balance, luck, what to pick, what could be left out" },
  sweep: { name: "Sweep", text: "What a setting does, over several of its values" },
  comparison: { name: "Comparison", text: "What your settings change, against the game's own" },
  tuning: { name: "Tuning", text: "Settings under which figures are where you want them, and what they cost" },
} as const;

export type Kind = keyof typeof KINDS;

/** What a form for a measurement begins with. */
export interface Wanted {
  game: string;
  kind: Kind;
  levels: number[];
  pairs: number;
  seed: number;
  ranges: SweptSetting[];
  aims: Aimed[];
  candidates: number;
  confirm: number;
  search: boolean;
}

export const USUAL: Wanted = {
  game: "",
  kind: "report",
  levels: [2, 2],
  pairs: 200,
  seed: 1,
  ranges: [],
  aims: [],
  candidates: 32,
  confirm: 1000,
  search: false,
};
/** of a sweep, and of a tuning */
export const MOST_SWEPT = 2;
export const MOST_TUNED = 6;
export const MOST_AIMS = 6;

/** What figures are called that matches of every game have; a game's own counters are called by their names. */
const FIGURES: Record<string, string> = {
  score: "one player's score",
  seat_0: "score of the first seat",
  first: "score of who goes first",
  draws: "draws",
  limits: "decided by a limit",
  decisions: "decisions a match",
  plies: "actions and outcomes a match",
  branching: "actions a decision",
};

/** A figure as people read it. */
export function figureName(name: string): string {
  return FIGURES[name] ?? `${name.replaceAll("_", " ")}, a side`;
}

/** An aim as people read it. */
export function aimSaid({ figure, low, high }: Aimed, share: boolean): string {
  const unit = share ? " %" : "";
  const bounds = low === null ? `at most ${high}` : high === null ? `at least ${low}` : `${low} to ${high}`;
  return `${figureName(figure)} ${bounds}${unit}`;
}

/** Whether an aim says something that can be reached. */
export function isAim({ figure, low, high }: Aimed): boolean {
  return figure !== "" && (low !== null || high !== null) && (low === null || high === null || low < high);
}

const KEY = "sandtable.measurements";
const MOST = 200;

/** What was asked for from this browser, the newest first: with its key it can be stopped and deleted. */
export const own = {
  all(): Asked[] {
    const found = local.json(KEY);
    return Array.isArray(found) ? (found as Asked[]) : [];
  },

  add(asked: Asked): void {
    this.write([asked, ...this.all()].slice(0, MOST));
  },

  forget(id: string): void {
    this.write(this.all().filter((one) => one.id !== id));
  },

  keyOf(id: string): string | null {
    return this.all().find((one) => one.id === id)?.key ?? null;
  },

  write(all: Asked[]): void {
    local.write(KEY, JSON.stringify(all));
  },
};

/** Asks for a measurement and remembers its key; returns the address of its page. */
export async function measure(body: NewMeasurement): Promise<string> {
  const taken = await api.measure(body);
  own.add(taken);
  return `/measurements/${taken.id}`;
}

/** The measurements that this browser may see: all, or those that were asked for from it and are still there. */
export async function there(lab: LabInfo, known: readonly Measurement[] = []): Promise<Measurement[]> {
  if (lab.shared) return lab.measurements;
  const done = new Map(known.filter(ended).map((one) => [one.id, one]));
  const found = await Promise.all(own.all().map(async ({ id }) => done.get(id) ?? api.measurement(id).catch(() => null)));
  return found.filter((one) => one !== null);
}

/** Whether nothing more comes of it by itself. */
export function ended(one: Measurement): boolean {
  return one.state === "stopped" || one.state === "failed" || one.state === "done";
}

/** How a measurement stands, in words. */
export function standing(one: Measurement): string {
  if (one.state === "waiting") return "Waiting for its turn";
  if (one.state === "done") return "Done";
  if (one.state === "stopped") return "Stopped";
  if (one.state === "failed") return "Failed";
  const share = `${Math.floor(100 * one.share)} %`;
  return one.share > 0 ? `${share}, ${left(one.left)}` : "Getting ready";
}

/** So many seconds that are left, as people say it. */
export function left(seconds: number): string {
  if (seconds < 0) return "time left not known yet";
  if (seconds < 55) return `about ${Math.max(5, 5 * Math.ceil(seconds / 5))} seconds left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return minutes === 1 ? "about a minute left" : `about ${minutes} minutes left`;
  return `about ${Math.round(minutes / 60)} hours left`;
}

/** What is measured: the changed settings, what a sweep goes over, or what a tuning aims at. */
export function subject(one: Measurement, game: GameInfo | undefined): string {
  const settings = game?.settings ?? [];
  const words = (name: string): string => settings.find((setting) => setting.name === name)?.text || name;
  const value = (name: string, given: Value): string => {
    const setting = settings.find((each) => each.name === name);
    return setting ? said(setting, given) : String(given);
  };
  const swept = one.ranges.map((range) => `${words(range.name)}: ${range.values.map((given) => value(range.name, given)).join(", ")}`);
  const changed = Object.entries(one.settings)
    .filter(([name, given]) => settings.find((setting) => setting.name === name)?.default !== given)
    .map(([name, given]) => `${words(name)}: ${value(name, given)}`);
  const aims = one.aims.map((aim) => aimSaid(aim, game?.figures.find((each) => each.name === aim.figure)?.share ?? false));
  const settled = [...aims, ...swept, ...changed].join(" · ") || "The game's own settings";
  return one.search_picks ? `${settled} · better picks searched` : settled;
}

/** The address of the form that begins with all that was asked for; its settings are read from it by `opening`. */
export function like(one: Measurement, game: GameInfo | undefined): string {
  const { kind, pairs, seed, levels, ranges } = one;
  const said = { game: one.game, kind, levels: levels.join(","), pairs: `${pairs}`, seed: `${seed}` };
  const swept = ranges.length > 0 ? { ranges: JSON.stringify(ranges.map(({ name, values }) => [name, values])) } : {};
  const { aims, candidates, confirm } = one;
  const tuned = kind === "tuning" ? { aims: JSON.stringify(aims), candidates: `${candidates}`, confirm: `${confirm}` } : {};
  const search: Record<string, string> = one.search_picks ? { search: "1" } : {};
  return `/measure?${query(one.game, one.settings, game?.settings ?? [], { ...said, ...swept, ...tuned, ...search })}`;
}

/** What the address of a form asks for; what it does not say, or says wrong, is as usual. */
export function asked(query: URLSearchParams): Wanted {
  const levels = (query.get("levels") ?? "").split(",").map(Number);
  return {
    game: query.get("game") ?? USUAL.game,
    kind: (Object.keys(KINDS) as Kind[]).find((one) => one === query.get("kind")) ?? USUAL.kind,
    levels: levels.length === 2 && levels.every((one) => Number.isInteger(one) && one >= 0) ? levels : USUAL.levels,
    pairs: count(query.get("pairs"), USUAL.pairs),
    seed: count(query.get("seed"), USUAL.seed),
    ranges: listIn(query.get("ranges"), MOST_TUNED, rangeOf),
    aims: listIn(query.get("aims"), MOST_AIMS, aimOf),
    candidates: count(query.get("candidates"), USUAL.candidates),
    confirm: count(query.get("confirm"), USUAL.confirm),
    search: query.get("search") === "1",
  };
}

function count(text: string | null, usual: number): number {
  const found = Number(text ?? NaN);
  return Number.isSafeInteger(found) && found >= 0 ? found : usual;
}

function listIn<T>(text: string | null, most: number, of: (one: unknown) => T[]): T[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(found) ? found.slice(0, most).flatMap(of) : [];
  } catch {
    return [];
  }
}

function rangeOf(one: unknown): SweptSetting[] {
  if (!Array.isArray(one)) return [];
  const [name, values] = one as unknown[];
  const plain = (value: unknown): value is Value => ["number", "string", "boolean"].includes(typeof value);
  return typeof name === "string" && Array.isArray(values) && values.every(plain) ? [{ name, values }] : [];
}

function aimOf(one: unknown): Aimed[] {
  if (typeof one !== "object" || one === null) return [];
  const { figure, low = null, high = null } = one as Record<string, unknown>;
  const bound = (value: unknown): value is number | null => value === null || typeof value === "number";
  return typeof figure === "string" && bound(low) && bound(high) ? [{ figure, low, high }] : [];
}

/** The values that a person typed for a sweep of a setting: 6..14, 6..14:2, or several with commas between; null where they are none. */
export function valuesOf(text: string): number[] | null {
  const span = /^\s*(-?\d{1,9})\s*(?:\.\.|–|-|to)\s*(-?\d{1,9})(?:\s*:\s*(\d{1,9}))?\s*$/.exec(text);
  if (!span) {
    const parts = text.split(",").map((part) => part.trim());
    return parts.every((part) => /^-?\d{1,9}$/.test(part)) ? parts.map(Number) : null;
  }
  const [low, high, step] = [Number(span[1]), Number(span[2]), Number(span[3] ?? 1)];
  if (low > high || step < 1 || (high - low) / step > 60) return null;
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, n) => low + n * step);
}
