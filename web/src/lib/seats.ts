import type { Snapshot } from "./protocol";

/** The tables of this browser and its right to act there, kept in localStorage. */
export interface OwnSeat {
  table: string;
  game: string;
  seat: number;
  token: string;
  invite: string | null;
  /** what was last seen of the table, for the list on the first page */
  turn: boolean;
  over: boolean;
  line: string;
  /** who sits opposite */
  opponent: string;
  /** when the match last went on, in ms; 0 where that is not known */
  since: number;
  at: number;
}

/** What is remembered of a table between two visits. */
export type Seen = Pick<OwnSeat, "turn" | "over" | "line" | "opponent" | "since">;

export function seenOf(snapshot: Snapshot): Seen {
  const opposite = snapshot.seats[snapshot.seat === 0 ? 1 : 0];
  const alone = opposite?.kind === "empty" && !snapshot.over;
  return {
    turn: snapshot.to_move === snapshot.seat && !snapshot.over && !alone,
    over: snapshot.over,
    line: snapshot.over ? snapshot.result : alone ? "Nobody sits opposite yet." : snapshot.prompt,
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
  turn: false,
  over: false,
  line: "",
  opponent: "",
  since: 0,
};

const KEY = "sandtable.seats";
const LEFT = "sandtable.left";
const MOST = 60;

export function allSeats(): OwnSeat[] {
  return kept(KEY);
}

function kept(key: string): OwnSeat[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(found) ? found.filter(isSeat).map((own) => ({ ...UNSEEN, ...own })) : [];
  } catch {
    return [];
  }
}

export function seatsAt(table: string): OwnSeat[] {
  return allSeats()
    .filter((own) => own.table === table)
    .sort((a, b) => a.seat - b.seat);
}

export function keepSeat(own: Pick<OwnSeat, "table" | "game" | "seat" | "token"> & Partial<OwnSeat>): void {
  const fresh: OwnSeat = { ...UNSEEN, at: Date.now(), ...own };
  write([fresh, ...allSeats().filter((old) => old.table !== own.table || old.seat !== own.seat)]);
}

/** Remembers what a table looked like when it was last seen. */
export function noteSeat(table: string, seat: number, seen: Seen): void {
  write(allSeats().map((own) => (own.table === table && own.seat === seat ? { ...own, ...seen, at: Date.now() } : own)));
}

/** The table at which is played instead of this one; null where this one is played, or was. */
export function leftFor({ rematch, over }: Snapshot): string | null {
  return over ? null : rematch;
}

/** Takes the seats of a table to the one that follows it, where the same tokens hold them; one that nobody plays at is forgotten. */
export function followTable(snapshot: Snapshot): void {
  const { table, game, rematch, swapped } = snapshot;
  if (rematch === null) return;
  for (const { seat, token } of seatsAt(table)) keepSeat({ table: rematch, game, seat: swapped ? 1 - seat : seat, token, turn: true });
  if (leftFor(snapshot)) forgetTable(table);
}

export function forgetTable(table: string): void {
  write(allSeats().filter((own) => own.table !== table));
}

/** Forgets a table, but for the way back to the one that was left last. */
export function leaveTable(table: string): void {
  write(
    seatsAt(table).map((own) => ({ ...own, at: Date.now() })),
    LEFT,
  );
  forgetTable(table);
}

/** The seats at the table that was left last, for a day; none once somebody has come back. */
export function leftSeats(): OwnSeat[] {
  return kept(LEFT).filter((own) => Date.now() - own.at < DAY);
}

/** Undoes `leaveTable`. */
export function comeBack(): void {
  for (const own of leftSeats()) keepSeat(own);
  write([], LEFT);
}

/** One entry a table: own turn first, then running, then finished; the latest first. */
export function orderTables(seats: OwnSeat[]): OwnSeat[] {
  const byTable = new Map<string, OwnSeat>();
  for (const own of seats) {
    const other = byTable.get(own.table);
    if (!other || rank(own) < rank(other)) byTable.set(own.table, own);
  }
  return [...byTable.values()].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

function rank(own: OwnSeat): number {
  if (own.over) return 2;
  return own.turn ? 0 : 1;
}

function write(seats: OwnSeat[], key = KEY): void {
  try {
    localStorage.setItem(key, JSON.stringify(seats.slice(0, MOST)));
  } catch {
    // a full or forbidden store: the return link still leads back
  }
}

function isSeat(value: unknown): value is OwnSeat {
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
