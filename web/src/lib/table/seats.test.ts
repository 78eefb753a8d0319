import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Snapshot } from "../server/protocol";
import {
  ago,
  allSeats,
  comeBack,
  followTable,
  keepSeat,
  leaveTable,
  leftFor,
  leftSeats,
  orderTables,
  seatsAt,
  seenOf,
  type OwnSeat,
} from "./seats";

const own = (table: string, more: Partial<OwnSeat> = {}): OwnSeat => ({
  table,
  game: "g",
  seat: 0,
  token: "t",
  invite: null,
  state: "waiting",
  line: "",
  opponent: "",
  since: 0,
  at: 0,
  ...more,
});

describe("orderTables", () => {
  it("puts the own turn first, finished tables last, the latest first in between", () => {
    const ordered = orderTables([
      own("over", { state: "over", at: 9 }),
      own("old", { at: 1 }),
      own("new", { at: 2 }),
      own("turn", { state: "turn" }),
    ]);
    expect(ordered.map((one) => one.table)).toEqual(["turn", "new", "old", "over"]);
  });

  it("lists a hot seat once, as the seat whose turn it is", () => {
    const ordered = orderTables([own("a"), own("a", { seat: 1, state: "turn" })]);
    expect(ordered.map((one) => one.seat)).toEqual([1]);
  });
});

describe("seenOf", () => {
  const seats = (kind: string): unknown => [
    { name: "Ann", kind: "person" },
    { name: "Friend", kind },
  ];
  const seen = (kind: string, more: Partial<Snapshot> = {}): unknown => {
    const snapshot = {
      seats: seats(kind),
      seat: 0,
      to_move: 0,
      over: false,
      finish: false,
      prompt: "Choose.",
      result: "",
      changed: 5,
      ...more,
    };
    return seenOf(snapshot as unknown as Snapshot);
  };

  it("tells whose turn it is against whom, and who waits for somebody to sit down", () => {
    expect(seen("person")).toEqual({ state: "turn", line: "Choose.", opponent: "Friend", since: 5 });
    expect(seen("empty")).toEqual({ state: "waiting", line: "Nobody has joined yet.", opponent: "", since: 5 });
  });

  it("waits for this person where a match is to be finished", () => {
    expect(seen("person", { to_move: -2, finish: true })).toMatchObject({ state: "turn", line: "Choose." });
    expect(seen("person", { to_move: -2 })).toMatchObject({ state: "waiting" });
  });
});

describe("ago", () => {
  it("says in words how long ago something was, and nothing of what is not known", () => {
    const now = 1_000_000_000_000;
    const back = (ms: number): string => ago(now - ms, now);
    expect(ago(0, now)).toBe("");
    // a clock may go before the server's
    expect([back(-5000), back(59_000)]).toEqual(["just now", "just now"]);
    expect([back(60_000), back(59 * 60_000), back(3_600_000)]).toEqual(["1 minute ago", "59 minutes ago", "1 hour ago"]);
    expect(back(49 * 3_600_000)).toBe("2 days ago");
  });
});

describe("the seats of this browser", () => {
  const kept = new Map<string, string>();
  const snapshot = (over: boolean): Snapshot => ({ table: "a", game: "g", rematch: "b", swapped: over, over }) as unknown as Snapshot;

  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
    });
    keepSeat({ table: "a", game: "g", seat: 1, token: "t" });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("keeps the finished match, whose rematch is played with sides swapped", () => {
    followTable(snapshot(true));
    expect(allSeats().map((one) => [one.table, one.seat, one.token])).toEqual([
      ["b", 0, "t"],
      ["a", 1, "t"],
    ]);
    expect(leftFor(snapshot(true))).toBeNull();
  });

  it("gives a table that was left back, for a day", () => {
    leaveTable("a");
    expect([allSeats(), leftSeats()]).toMatchObject([[], [{ table: "a" }]]);
    vi.useFakeTimers({ now: Date.now() + 86_400_001 });
    expect(leftSeats()).toEqual([]);
    vi.useRealTimers();
    comeBack();
    expect([allSeats(), leftSeats()]).toMatchObject([[{ table: "a", seat: 1, token: "t" }], []]);
  });

  it("has the seat at every table that was taken off the list, and gives the last one back first", () => {
    keepSeat({ table: "b", game: "g", seat: 0, token: "u" });
    leaveTable("a");
    leaveTable("b");
    expect([allSeats(), leftSeats().map(({ table }) => table)]).toEqual([[], ["b"]]);
    expect([seatsAt("a"), seatsAt("b")]).toMatchObject([[{ token: "t", seat: 1 }], [{ token: "u" }]]);
    comeBack();
    comeBack();
    expect([allSeats().map(({ table }) => table), leftSeats()]).toEqual([["a", "b"], []]);
  });

  it("reads what was kept before there was more to say than whose turn it is", () => {
    const former = [
      { table: "x", game: "g", seat: 0, token: "k", turn: true, over: false },
      { table: "y", game: "g", seat: 0, token: "k", turn: false, over: true },
    ];
    kept.set("sandtable.seats", JSON.stringify(former));
    expect(allSeats().map(({ state }) => state)).toEqual(["turn", "over"]);
  });

  it("drops the oldest finished matches for new ones, and a running one never", () => {
    for (let n = 0; n < 59; n++) keepSeat({ table: `over${n}`, game: "g", seat: 0, token: "k", state: "over", at: n });
    expect(allSeats().length).toBe(60);
    keepSeat({ table: "new", game: "g", seat: 0, token: "k" });
    const tables = allSeats().map(({ table }) => table);
    expect([tables.length, tables.includes("a"), tables.includes("over0"), tables.includes("over1")]).toEqual([60, true, false, true]);
  });

  it("forgets the table at which nobody plays", () => {
    followTable(snapshot(false));
    expect(allSeats().map((one) => [one.table, one.seat, one.token])).toEqual([["b", 1, "t"]]);
    expect(leftFor(snapshot(false))).toBe("b");
  });
});
