import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, ServerMessage, Snapshot } from "../server/protocol";
import type { OwnSeat } from "./seats";
import { LiveTable } from "./table.svelte";

let hear: (message: ServerMessage) => void = () => undefined;
let sent: { type: string; seed?: string; commitment?: string }[] = [];

vi.mock("../server/socket", () => ({
  TableSocket: class {
    waiting = 0;
    constructor({ heard }: { heard: typeof hear }) {
      hear = heard;
    }
    send = (message: (typeof sent)[number]) => `${sent.push(message)}`;
    close = () => undefined;
  },
}));
vi.mock("../server/api", () => ({ api: {}, sentence: String, socketAddress: () => "" }));
vi.mock("../browser/live.svelte", () => ({ live: { say: () => undefined, shout: () => undefined } }));
vi.mock("../browser/prefs.svelte", () => ({ prefs: { pace: 1 } }));
vi.mock("../browser/sound", () => ({ play: () => undefined }));

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const blow: Event = {
  seq: 2,
  ply: 2,
  seat: 0,
  kind: "attack",
  text: "Navy hits.",
  dice: [],
  clause: "",
  beats: [{ kind: "blow", cells: [1], text: "2" }],
};
const position = (seq: number, to_move: number, events: Event[]): ServerMessage =>
  ({
    type: "snapshot",
    seq,
    ply: seq,
    last_ply: seq,
    first_ply: 0,
    first_seq: 0,
    seat: 0,
    to_move,
    over: false,
    events,
    actions: [],
    words: {},
    seats: [],
    seeds: [],
    watchers: 0,
  }) as unknown as Snapshot;

test("the computer thinks only after one's own blow has been seen", () => {
  const table = new LiveTable("t", null);
  hear(position(1, 0, []));
  expect(table.mine).toBe(true);
  hear({ type: "thinking", seat: 1, on: true });
  expect(table.thinking).toBeNull();
  hear(position(2, 1, [blow]));
  expect([table.cue?.kind, table.thinking]).toEqual(["beat", null]);
  vi.advanceTimersByTime(2000);
  expect([table.cue, table.thinking]).toEqual([null, 1]);
  hear({ type: "thinking", seat: 1, on: false });
  expect(table.thinking).toBeNull();
  table.close();
});

test("a tap skips what the computer does until one is to move, and the next turn is seen again", () => {
  const table = new LiveTable("t", null);
  const computer = [{ kind: "person" }, { kind: "computer" }];
  const at = (seq: number, to_move: number): ServerMessage =>
    ({ ...position(seq, to_move, [{ ...blow, seq, ply: seq, seat: 1 }]), seats: computer }) as unknown as Snapshot;
  hear({ ...position(1, 0, []), seats: computer } as unknown as Snapshot);
  expect(table.skippable).toBe(false);
  hear(at(2, 1));
  expect([table.skippable, table.cue?.kind]).toEqual([true, "beat"]);
  table.skip();
  expect([table.shown?.seq, table.cue, table.skippable]).toEqual([2, null, true]);
  hear(at(3, 1));
  hear(at(4, 0));
  expect([table.shown?.seq, table.mine, table.skippable]).toEqual([4, true, false]);
  hear(at(5, 1));
  expect([table.shown?.seq, table.cue?.kind]).toEqual([4, "beat"]);
  table.close();
});

test("the last blow is seen, and has the board to itself for a moment, before the result comes", () => {
  const table = new LiveTable("t", null);
  hear(position(1, 0, []));
  hear({ ...position(2, -2, [blow]), over: true, score: [1, -1] } as unknown as Snapshot);
  let [blown, left] = [0, 0];
  // the blow itself, and then the board as it has become
  for (; table.cue !== null; blown += 50) vi.advanceTimersByTime(50);
  expect(table.lingers).toBe(true);
  for (; table.lingers; left += 50) vi.advanceTimersByTime(50);
  expect(blown).toBeGreaterThanOrEqual(500);
  expect(left).toBe(1800);
  table.close();
});

const PLEDGE = "ab".repeat(32);
const own = (table: string): OwnSeat => ({ table, game: "g", seat: 0, token: "x" }) as OwnSeat;
const awaiting = (seq: number, seeds: (string | null)[], commitment = PLEDGE): Snapshot =>
  ({ ...position(seq, -1, []), seeds, commitment }) as unknown as Snapshot;

test("a table that waits for this browser's seed is shown once it has it, with the first dice", () => {
  const table = new LiveTable("t1", own("t1"));
  hear({ ...awaiting(1, [null, ""]), events: [{ ...blow, seq: 1 }] });
  expect(table.latest).toBeNull();
  expect(sent).toMatchObject([{ type: "seed", commitment: PLEDGE }]);
  hear(awaiting(0, [null, ""]));
  expect(sent.length).toBe(1);
  hear({ type: "accepted", id: "1", seq: 1 });
  hear(awaiting(2, [sent[0]?.seed ?? "", ""]));
  expect([table.latest?.seq, table.breach]).toEqual([2, ""]);
  // earlier events are not lost
  expect(table.events.map((event) => event.seq)).toEqual([1]);
  table.close();
  // the seed is this browser's: asked again elsewhere at this table it gives the same
  const again = new LiveTable("t1", own("t1"));
  hear(awaiting(0, [null, ""]));
  expect(sent[1]?.seed).toBe(sent[0]?.seed);
  again.close();
});

test("a server that does not take the seed is shown, and not asked again", () => {
  const table = new LiveTable("t2", own("t2"));
  hear(awaiting(0, [null, ""]));
  hear({ type: "refused", id: "1", code: "illegal", reason: "It is too late.", clause: "" });
  hear(awaiting(0, [null, ""]));
  expect([table.latest?.seq, sent.length, table.notice?.text]).toEqual([0, 1, "It is too late."]);
  table.close();
});

test("a server that exchanges its secret or leaves out the seed is accused", () => {
  const table = new LiveTable("t3", own("t3"));
  hear(awaiting(0, [null, ""]));
  hear({ type: "accepted", id: "1", seq: 1 });
  hear(awaiting(2, ["", ""]));
  expect(table.breach).toMatch("the server is not using it");
  table.close();
  const spectator = new LiveTable("t4", null);
  hear(awaiting(0, ["", ""]));
  expect([sent.length, spectator.breach]).toEqual([1, ""]);
  hear(awaiting(1, ["", ""], "cd".repeat(32)));
  expect(spectator.breach).toMatch("the server has swapped its secret");
  spectator.close();
});

test("what is chosen to be judged is not sent, with what would be sent after it", () => {
  const table = new LiveTable("t", null);
  hear(position(1, 0, []));
  table.judging = true;
  table.act(5, [6, 7]);
  expect([sent, table.candidate, table.judging]).toEqual([[], [5, 6, 7], false]);
  table.act(5, [6, 7]);
  expect(sent).toMatchObject([{ type: "act", action: 5 }]);
  table.close();
});
