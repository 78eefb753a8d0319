import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SeatAsked, SeatNow } from "../server/protocol";
import { allSeats, keepSeat } from "./seats";
import { watchSeats } from "./seatwatch";

const now = (state: SeatNow["state"], more: Partial<SeatNow> = {}): SeatNow => ({
  state,
  game: "g",
  opponent: "Bob",
  text: "Choose.",
  since: 5,
  rematch: null,
  swapped: false,
  ...more,
});

let answer: (seats: SeatAsked[]) => SeatNow[] | Promise<SeatNow[]> = () => [];
const asked: string[][] = [];
vi.mock("../server/api", () => ({
  api: {
    seatsNow: async (seats: SeatAsked[]) => {
      asked.push(seats.map(({ table }) => table));
      return answer(seats);
    },
  },
}));

const page = Object.assign(new EventTarget(), { hidden: false });
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  page.hidden = false;
  asked.length = 0;
  answer = (seats) => seats.map(() => now("waiting"));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function sit(count: number): void {
  for (let n = 0; n < count; n++) keepSeat({ table: `t${n}`, game: "g", seat: 0, token: `k${n}` });
}

test.each([1, 3, 12, 64])("%i tables are asked about in one request every twenty seconds or so", async (count) => {
  sit(count);
  const told = vi.fn();
  stop = watchSeats(told);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked.length).toBeLessThanOrEqual(2);
  expect(new Set(asked[0])).toEqual(new Set(Array.from({ length: count }, (_, n) => `t${n}`)));
  expect(told).toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(9);
});

test("seventy running tables are all kept and asked about, in two requests; finished ones make room and are not asked about", async () => {
  sit(70);
  for (let n = 0; n < 5; n++) keepSeat({ table: `over${n}`, game: "g", seat: 0, token: `o${n}`, state: "over" });
  expect(allSeats().length).toBe(70);
  stop = watchSeats(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.map((tables) => tables.length)).toEqual([64, 6]);
});

test("a page that is out of sight asks nothing, and one that comes back asks at once", async () => {
  sit(2);
  stop = watchSeats(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(asked.length).toBe(1);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("focus"));
  window.dispatchEvent(new Event("pageshow"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked.length).toBe(2);
});

test("what is answered is kept: a failure and what the server has not read yet change nothing", async () => {
  sit(4);
  answer = () => [now("turn"), now("over", { text: "Ann wins." }), now("unread", { text: "" }), now("gone", { opponent: "", text: "" })];
  const tables = (): unknown => allSeats().map(({ table, state, line, opponent }) => [table, state, line, opponent]);
  stop = watchSeats(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const known = [
    ["t3", "turn", "Choose.", "Bob"],
    ["t2", "over", "Ann wins.", "Bob"],
    ["t1", "waiting", "", ""],
    ["t0", "gone", "", ""],
  ];
  expect(tables()).toEqual(known);
  answer = () => Promise.reject(new Error("no"));
  // what was not read is asked about again soon
  await vi.advanceTimersByTimeAsync(2000);
  expect([asked.length, tables()]).toEqual([2, known]);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(asked.length).toBe(3);
});

test("a seat follows its match to the table that both play at instead", async () => {
  sit(1);
  answer = (seats) => seats.map(({ table }) => (table === "t0" ? now("waiting", { rematch: "next", swapped: true }) : now("turn")));
  stop = watchSeats(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(allSeats().map(({ table, seat, token }) => [table, seat, token])).toEqual([["next", 1, "k0"]]);
});
