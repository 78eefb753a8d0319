import type { Words } from "../rules/words";
import { ownBuild } from "./build";
import type {
  Asked,
  DiceRecord,
  GameInfo,
  Hint,
  HintAsked,
  Invite,
  Join,
  Kept,
  KitOrder,
  KitPreview,
  LabInfo,
  MatchAnalysis,
  Measurement,
  NewMeasurement,
  NewTable,
  Played,
  QuickSheet,
  ReportInfo,
  Returned,
  Rulebook,
  SeatAsked,
  Seated,
  SeatNow,
  Snapshot,
  Status,
  Turning,
  VariantAsked,
  VariantInfo,
} from "./protocol";

const ROOT = "/api/v1";

/** How long an answer may take, in ms, before the connection counts as dead. */
export const PATIENCE = 30_000;
/** For files and whole documents: a large one over a slow connection takes as long as it takes, and the browser shows that it comes. */
const FOREVER = Infinity;

const SILENT = "The server isn't responding. Check your connection and try again.";
const LATE = `The server hasn't responded for ${PATIENCE / 1000} seconds. Check your connection and try again.`;
const BROKEN = "Something went wrong while loading. Check your connection and reload.";

/** A request that failed; `message` is a sentence for the person, `status` 0 means that nobody answered. */
export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export const api = {
  status: () => get<Status>("/status"),
  games: () => once("games", () => get<GameInfo[]>("/games")),
  // what explains a game, under the settings in `query`
  rules: (game: string, query = "") => explained<Rulebook>("rules", game, query),
  words: (game: string, query = "") => explained<Words>("words", game, query),
  sheet: (game: string, query = "") => explained<QuickSheet>("sheets", game, query),
  /** The text of a board, map or team that comes with the game, to begin one's own with. */
  source: async (game: string, setting: string, value: string): Promise<string> =>
    (await ask(`/games/${part(game)}/settings/${part(setting)}/${part(value)}`, {})).text(),
  played: (game: string) => get<Played>(`/games/${part(game)}/played`),
  reports: () => once("reports", () => get<ReportInfo[]>("/reports")),
  /** The page of a report, as HTML. */
  report: async (name: string): Promise<string> => (await ask(`/reports/${part(name)}`, {}, FOREVER)).text(),
  lab: () => get<LabInfo>("/measurements"),
  measure: (body: NewMeasurement) => post<Asked>("/measurements", body),
  measurement: (id: string) => get<Measurement>(`/measurements/${part(id)}`),
  /** The page of what came of a measurement so far, as HTML. */
  measured: async (id: string): Promise<string> => (await ask(`/measurements/${part(id)}/page`, {}, FOREVER)).text(),
  /** The data of what came of a measurement. */
  measuredData: <T>(id: string): Promise<T> => get<T>(`/measurements/${part(id)}/data`),
  /** Stops a measurement, lets it go on, or deletes it, by its key. */
  change: async (id: string, how: "stop" | "go-on" | "delete", key: string | null): Promise<Measurement> => {
    const [method, path] = how === "delete" ? ["DELETE", ""] : ["POST", `/${how}`];
    return (await ask(`/measurements/${part(id)}${path}`, { method, headers: bearer(key) })).json() as Promise<Measurement>;
  },
  open: (body: NewTable) => post<Seated>("/tables", body),
  variant: (body: VariantAsked) => post<VariantInfo>("/variants", body),
  invite: (code: string) => get<Invite>(`/invites/${part(code)}`),
  join: (code: string, body: Join) => post<Seated>(`/invites/${part(code)}`, body),
  /** How the matches at these seats are, in their order. */
  seatsNow: (seats: SeatAsked[]) => post<SeatNow[]>("/seats", { seats }),
  comeBack: (token: string) => post<Returned>("/return", { token }),
  at: (table: string, ply: number, token: string | null, seat: string | null) =>
    get<Snapshot>(`/tables/${part(table)}/at/${ply}${seat === null ? "" : `?seat=${part(seat)}`}`, token),
  /** Asks how good it is to play actions in a row, or what to play if there are none. */
  hint: async (table: string, body: HintAsked, token: string | null): Promise<Hint> => {
    const asked = asJson(body);
    return (
      await ask(`/tables/${part(table)}/hint`, { ...asked, headers: { ...asked.headers, ...bearer(token) } })
    ).json() as Promise<Hint>;
  },
  dice: (table: string) => get<DiceRecord>(`/tables/${part(table)}/dice`),
  turning: (table: string, token: string | null) => get<Turning>(`/tables/${part(table)}/turning`, token),
  analysis: (table: string, token: string | null) => get<MatchAnalysis>(`/tables/${part(table)}/analysis`, token),
  /** Has a finished match analysed, or its analysis made more precise. */
  analyse: (table: string, token: string | null) => change<MatchAnalysis>(`/tables/${part(table)}/analysis`, token),
  stopAnalysis: (table: string, token: string | null) => change<MatchAnalysis>(`/tables/${part(table)}/analysis/stop`, token),
  kept: (table: string, token: string | null) => get<Kept>(`/tables/${part(table)}/kept`, token),
  exported: async (table: string, token: string | null): Promise<Blob> =>
    (await ask(`/tables/${part(table)}/export`, { headers: bearer(token) }, FOREVER)).blob(),
  /** What the game works out of a table's position, as one of `Snapshot.exports` that is JSON. */
  workedOut: async <T>(table: string, name: string, options: Record<string, string | number>): Promise<T> =>
    (await ask(exportUrl(table, name, options).slice(ROOT.length), {})).json() as Promise<T>,
  /** What the game makes of `body`, as an answer to read with `json()` or `text()`; else an `ApiError` with the game's sentence. */
  service: (game: string, name: string, body: Record<string, unknown> = {}, signal: AbortSignal | null = null): Promise<Response> =>
    ask(`/games/${part(game)}/services/${part(name)}`, { ...asJson(body), signal }),
  /** The same for a file, as an answer to `keep`. */
  file: (game: string, name: string, body: Record<string, unknown>): Promise<Response> =>
    ask(`/games/${part(game)}/services/${part(name)}`, asJson(body), FOREVER),
  /** The kit of a game to print, as an answer to `keep`. */
  kit: (game: string, order: KitOrder): Promise<Response> => ask(`/games/${part(game)}/kit`, asJson(order), FOREVER),
  kitTestSheet: (game: string, order: KitOrder): Promise<Response> => ask(`/games/${part(game)}/kit/test-sheet`, asJson(order), FOREVER),
  kitPreview: async (game: string, order: KitOrder): Promise<KitPreview> =>
    (await (await ask(`/games/${part(game)}/kit/preview`, asJson(order))).json()) as KitPreview,
};

/** The games that are played here; a companion keeps the books of a match at a real table. */
export function played(games: readonly GameInfo[]): GameInfo[] {
  return games.filter((one) => one.companion_of === "");
}

/** The address of the file `name` of a table's position, one of `Snapshot.exports`; `options` are the game's own, and `ply`. */
export function exportUrl(table: string, name: string, options: Record<string, string | number> = {}): string {
  const query = new URLSearchParams(Object.entries(options).map(([key, value]) => [key, String(value)])).toString();
  return `${ROOT}/tables/${part(table)}/exports/${part(name)}${query ? `?${query}` : ""}`;
}

/** The address of a picture of the board of `game` at the start, with the usual settings or with one that comes with the game. */
export function pictureUrl(game: string, setting = "", value = ""): string {
  return `${ROOT}/games/${part(game)}/picture${setting ? `?${part(setting)}=${part(value)}` : ""}`;
}

/** The addresses of what is kept of `game` for a place without a network; its sheet and rules are those of the settings in `query`. */
export function keptUrls(game: string, pictured: boolean, query = ""): string[] {
  const asked = ["sheets", "rules"].map((what) => `${ROOT}/${what}/${part(game)}${query && `?${query}`}`);
  return [...asked, ...(pictured ? [pictureUrl(game)] : [])];
}

/** The address of the list of all games. */
export const GAMES_URL = `${ROOT}/games`;

/** The address of a picture of a table's newest position, as a spectator sees it. */
export function boardUrl(table: string): string {
  return `${ROOT}/tables/${part(table)}/picture`;
}

/** The address of a report's own page. */
export function reportUrl(name: string): string {
  return `${ROOT}/reports/${part(name)}`;
}

/** The address of what came of a measurement: its page, or its data. */
export function measuredUrl(id: string, what: "page" | "data" | "table"): string {
  return `${ROOT}/measurements/${part(id)}/${what}`;
}

/** The address of a table's socket. */
export function socketAddress(table: string): string {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const build = ownBuild();
  return `${scheme}://${location.host}${ROOT}/tables/${part(table)}/socket${build ? `?build=${build}` : ""}`;
}

/** What to tell a person about `error`: our own sentences, and one for whatever the browser throws, whose words are for programmers. */
export function sentence(error: unknown): string {
  // an answer began to come, and stopped
  if (isLate(error)) return LATE;
  const ours = error instanceof Error && (error instanceof ApiError || error.constructor === Error);
  return ours ? error.message : BROKEN;
}

/** Whether what `sentence` said is about the connection, so that the same may go well in a moment. */
export function passes(said: string): boolean {
  return [SILENT, LATE, BROKEN].includes(said);
}

function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

const kept = new Map<string, Promise<unknown>>();

function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const known = kept.get(key) as Promise<T> | undefined;
  if (known) return known;
  const answer = load();
  kept.set(key, answer);
  answer.catch(() => kept.delete(key));
  return answer;
}

function explained<T>(what: string, game: string, query: string): Promise<T> {
  const path = `/${what}/${part(game)}${query && `?${query}`}`;
  return once(path, () => get<T>(path));
}

function part(text: string): string {
  return encodeURIComponent(text);
}

function bearer(token: string | null): Record<string, string> {
  return token ? { Authorization: `Bearer ${token}` } : {};
}

async function get<T>(path: string, token: string | null = null): Promise<T> {
  return (await ask(path, { headers: bearer(token) })).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await ask(path, asJson(body))).json() as Promise<T>;
}

/** Asks for a change that needs no body. */
async function change<T>(path: string, token: string | null): Promise<T> {
  return (await ask(path, { method: "POST", headers: bearer(token) })).json() as Promise<T>;
}

function asJson(body: unknown): RequestInit {
  return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
}

async function ask(path: string, init: RequestInit, patience = PATIENCE): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(ROOT + path, { ...init, signal: within(init.signal ?? null, patience) });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new ApiError(isLate(error) ? LATE : SILENT, 0);
  }
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => ({}))) as { error?: unknown };
  const said = typeof body.error === "string" ? body.error : `The server reported error ${answer.status}.`;
  throw new ApiError(said, answer.status);
}

/** Aborts when `signal` does, and with a TimeoutError once `patience` is over. */
function within(signal: AbortSignal | null, patience: number): AbortSignal | null {
  if (patience === FOREVER || signal?.aborted) return signal;
  const late = AbortSignal.timeout(patience);
  if (!signal) return late;
  const either = new AbortController();
  for (const one of [signal, late]) one.addEventListener("abort", () => either.abort(one.reason));
  return either.signal;
}
