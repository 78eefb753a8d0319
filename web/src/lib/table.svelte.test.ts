import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Event, ServerMessage, Snapshot } from "./protocol";
import { LiveTable } from "./table.svelte";

let hear: (message: ServerMessage) => void = () => undefined;

vi.mock("./socket", () => ({
  TableSocket: class {
    waiting = 0;
    constructor({ heard }: { heard: typeof hear }) {
      hear = heard;
    }
    send = () => "1";
    close = () => undefined;
  },
}));
vi.mock("./api", () => ({ api: {}, sentence: String, socketAddress: () => "" }));
vi.mock("./live.svelte", () => ({ live: { say: () => undefined, shout: () => undefined } }));
vi.mock("./prefs.svelte", () => ({ prefs: { pace: 1 } }));
vi.mock("./sound", () => ({ play: () => undefined }));

beforeEach(() => void vi.useFakeTimers());
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
    seats: [],
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
