import { describe, expect, it } from "vitest";
import { orderTables, type OwnSeat } from "./seats";

const own = (table: string, more: Partial<OwnSeat> = {}): OwnSeat => ({
  table,
  game: "g",
  seat: 0,
  token: "t",
  invite: null,
  turn: false,
  over: false,
  line: "",
  at: 0,
  ...more,
});

describe("orderTables", () => {
  it("puts the own turn first, finished tables last, the latest first in between", () => {
    const ordered = orderTables([
      own("over", { over: true, at: 9 }),
      own("old", { at: 1 }),
      own("new", { at: 2 }),
      own("turn", { turn: true }),
    ]);
    expect(ordered.map((one) => one.table)).toEqual(["turn", "new", "old", "over"]);
  });

  it("lists a hot seat once, as the seat whose turn it is", () => {
    const ordered = orderTables([own("a"), own("a", { seat: 1, turn: true })]);
    expect(ordered.map((one) => one.seat)).toEqual([1]);
  });
});
