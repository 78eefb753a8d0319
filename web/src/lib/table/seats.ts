import { local } from "../browser/store";
import type { SeatNow, Snapshot } from "../server/protocol";

/** A seat of this browser: its right to act at a table, and what the table was like when it was last heard of. */
export interface OwnSeat {
  table: string;
  game: string;
  seat: number;
  token: string;
  invite: string | null;
  state: State;
  line: string;
  /** who sits opposite */
  opponent: string;
  /** when the match last went on, in ms; 0 where that is not known */
  since: number;
  /** when this browser was last at the table, in ms */
  at: number;
}

/** How a match is for a seat: see `SeatNow`. */
export type State = Exclude<SeatNow["state"], "unread">;

/** What is remembered of a table between two visits. */
export type Seen = Pick<OwnSeat, "state" | "line" | "opponent" | "since">;

export function seenOf(snapshot: Snapshot): Seen {
  const opposite = snapshot.seats[snapshot.seat === 0 ? 1 : 0];
  const alone = opposite?.kind === "empty" && !snapshot.over;
  const turn = (snapshot.to_move === snapshot.seat || snapshot.finish) && !alone;
  const state = snapshot.over ? "over" : turn ? "turn" : "waiting";
  return {
    state,
    line: { over: snapshot.result, turn: snapshot.prompt, waiting: alone ? "Nobody has joined yet." : "" }[state],
    opponent: alone ? "" : (opposite?.name ?? ""),
    since: snapshot.changed,
  };
}

const DAY = 86_400_000;
const UNITS = [
  ["day", DAY],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** How long ago `time` was, in words; "" where it is not known. */
export function ago(time: number, now: number): string {
  if (!time) return "";
  const [unit, size] = UNITS.find(([, length]) => now - time >= length) ?? ["minute", Infinity];
  if (size === Infinity) return "just now";
  return new Intl.RelativeTimeFormat("en").format(-Math.floor((now - time) / size), unit);
}

const UNSEEN: Omit<OwnSeat, "table" | "game" | "seat" | "token" | "at"> = {
  invite: null,
  state: "waiting",
  line: "",
  opponent: "",
  since: 0,
};

const KEY = "sandtable.seats";
const LEFT = "sandtable.left";
/** seats that are kept; those of running matches are kept in any case */
const MOST = 60;
const RANKS: Record<State, number> = { turn: 0, waiting: 1, closed: 2, over: 2, gone: 2 };

export function allSeats(): OwnSeat[] {
  return kept(KEY);
}

function kept(key: string): OwnSeat[] {
  const found = local.json(key);
  return Array.isArray(found) ? found.filter(isSeat).map((own) => ({ ...UNSEEN, ...own, state: stateOf(own) })) : [];
}

/** The seats of this browser at a table, also at one that was taken off the list. */
export function seatsAt(table: string): OwnSeat[] {
  const at = (own: OwnSeat): boolean => own.table === table;
  const listed = allSeats().filter(at);
  return (listed.length > 0 ? listed : kept(LEFT).filter(at)).sort((a, b) => a.seat - b.seat);
}

export function keepSeat(own: Pick<OwnSeat, "table" | "game" | "seat" | "token"> & Partial<OwnSeat>): void {
  const fresh: OwnSeat = { ...UNSEEN, at: Date.now(), ...own };
  write([fresh, ...allSeats().filter((old) => old.table !== own.table || old.seat !== own.seat)]);
}

/** Remembers what a table looks like to this browser, which is there. */
export function noteSeat(table: string, seat: number, seen: Seen): void {
  write(allSeats().map((own) => (own.table === table && own.seat === seat ? { ...own, ...seen, at: Date.now() } : own)));
}

/** Remembers what the server answers about seats, `news[k]` about `asked[k]`. */
export function noteNews(asked: readonly OwnSeat[], news: readonly SeatNow[]): void {
  const heard = new Map(asked.map((own, n) => [`${own.table} ${own.seat}`, news[n]]));
  write(allSeats().map((own) => told(own, heard.get(`${own.table} ${own.seat}`))));
  for (const [n, { table, game }] of asked.entries()) {
    const { rematch = null, swapped = false } = news[n] ?? {};
    if (rematch) followTable({ table, game, rematch, swapped, over: false });
  }
}

function told(own: OwnSeat, now: SeatNow | undefined): OwnSeat {
  if (!now || now.state === "unread") return own;
  if (now.state === "gone") return { ...own, state: "gone", line: "" };
  return { ...own, state: now.state, line: now.text, opponent: now.opponent, since: now.since || own.since };
}

/** Whether this browser keeps the seats when the page is closed; false where its store is blocked or full. */
export function seatsLast(): boolean {
  return local.keeps(KEY);
}

/** The table at which is played instead of this one; null where this one is played, or was. */
export function leftFor({ rematch, over }: Pick<Snapshot, "rematch" | "over">): string | null {
  return over ? null : rematch;
}

/** Takes the seats of a table to the one that follows it, where the same tokens hold them; one that nobody plays at is forgotten. */
export function followTable(snapshot: Pick<Snapshot, "table" | "game" | "rematch" | "swapped" | "over">): void {
  const { table, game, rematch, swapped } = snapshot;
  if (rematch === null) return;
  for (const { seat, token } of seatsAt(table)) keepSeat({ table: rematch, game, seat: swapped ? 1 - seat : seat, token, state: "turn" });
  if (leftFor(snapshot)) forgetTable(table);
}

export function forgetTable(table: string): void {
  write(allSeats().filter((own) => own.table !== table));
}

/** Takes a table off the list; the seats there are still known if it is opened again. */
export function leaveTable(table: string): void {
  const leaving = seatsAt(table).map((own) => ({ ...own, at: Date.now() }));
  write([...leaving, ...kept(LEFT).filter((own) => own.table !== table)], LEFT);
  forgetTable(table);
}

/** The seats at the table that was left last, for a day; none once somebody has come back. */
export function leftSeats(): OwnSeat[] {
  const [last, ...before] = kept(LEFT);
  return last && Date.now() - last.at < DAY ? [last, ...before.filter((own) => own.table === last.table)] : [];
}

/** Undoes `leaveTable`. */
export function comeBack(): void {
  const back = leftSeats();
  for (const own of back) keepSeat(own);
  write(
    kept(LEFT).filter((own) => own.table !== back[0]?.table),
    LEFT,
  );
}

/** One entry a table: own turn first, then running, then ended; in each the latest first. */
export function orderTables(seats: OwnSeat[]): OwnSeat[] {
  const byTable = new Map<string, OwnSeat>();
  for (const own of seats) {
    const other = byTable.get(own.table);
    if (!other || RANKS[own.state] < RANKS[other.state]) byTable.set(own.table, own);
  }
  return [...byTable.values()].sort((a, b) => RANKS[a.state] - RANKS[b.state] || latest(b) - latest(a));
}

function latest(own: OwnSeat): number {
  return Math.max(own.at, own.since);
}

function write(seats: OwnSeat[], key = KEY): void {
  // of those that ended the oldest make room
  const ended = seats.filter((own) => own.state === "over" || own.state === "gone").sort((a, b) => latest(b) - latest(a));
  const dropped = new Set(ended.slice(Math.max(0, ended.length - Math.max(0, seats.length - MOST))));
  local.write(key, JSON.stringify(seats.filter((own) => !dropped.has(own))));
}

/** A seat as earlier versions kept it: they knew whose turn it was and whether the match had ended. */
type Former = Omit<OwnSeat, "state"> & { state?: State; turn?: boolean; over?: boolean };

function stateOf({ state, turn, over }: Former): State {
  if (state) return state;
  if (over) return "over";
  return turn ? "turn" : "waiting";
}

function isSeat(value: unknown): value is Former {
  const own = value as Partial<OwnSeat> | null;
  return (
    typeof own === "object" &&
    own !== null &&
    typeof own.table === "string" &&
    typeof own.game === "string" &&
    typeof own.seat === "number" &&
    typeof own.token === "string"
  );
}
