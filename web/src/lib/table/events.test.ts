import { describe, expect, it } from "vitest";
import { groupEvents, mergeEvents, runsOf, sinceOwnTurn, told, undone, upTo } from "./events";
import type { Event } from "../server/protocol";

const line = (seq: number, seat: number, more: Partial<Event> = {}): Event => ({
  seq,
  ply: seq,
  seat,
  kind: "move",
  text: "",
  dice: [],
  clause: "",
  beats: [],
  ...more,
});

describe("mergeEvents", () => {
  it("keeps one line for each number, in order", () => {
    const merged = mergeEvents([line(1, 0), line(3, 0)], [line(2, 1), line(3, 1)]);
    expect(merged.map((event) => [event.seq, event.seat])).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
  });
});

describe("groupEvents", () => {
  it("cuts where the seat changes and keeps outcomes with what they follow", () => {
    const groups = groupEvents([line(1, -1), line(2, 0), line(3, -1), line(4, 1), line(5, -1), line(6, 0)]);
    expect(groups.map((group) => [group.seat, group.events.length])).toEqual([
      [-1, 1],
      [0, 2],
      [1, 2],
      [0, 1],
    ]);
  });
});

describe("runsOf", () => {
  const lengths = (events: Event[], gone?: Set<number>) =>
    runsOf(events, gone).map(({ first, last, times }) => [first.seq, last.seq, times]);
  const same = [1, 2, 3].map((seq) => line(seq, 0, { text: "waits" }));

  it("gathers neighbours that read the same", () => {
    expect(lengths([...same, line(4, 0, { text: "goes" }), line(5, 0, { text: "waits" })])).toEqual([
      [1, 3, 3],
      [4, 4, 1],
      [5, 5, 1],
    ]);
  });

  it("keeps apart what another side did, what is more than a way, and what was undone", () => {
    expect(lengths([line(1, 0, { text: "waits" }), line(2, 1, { text: "waits" })])).toHaveLength(2);
    expect(lengths([line(1, 0, { dice: [4] }), line(2, 0, { dice: [4] })])).toHaveLength(2);
    const step: Partial<Event> = { text: "moves forward", beats: [{ kind: "way", cells: [1, 2], text: "" }] };
    expect(lengths([line(1, 0, step), line(2, 0, step)])).toEqual([[1, 2, 2]]);
    expect(lengths([line(1, 0, { beats: [{ kind: "blow", cells: [1], text: "" }] }), line(2, 0)])).toHaveLength(2);
    expect(lengths(same, new Set([2, 3]))).toEqual([
      [1, 1, 1],
      [2, 3, 2],
    ]);
  });

  it("is in the game's words, or else says how often", () => {
    const [run] = runsOf(same);
    expect(run && told(run)).toBe("waits (3 times)");
    expect(run && told(run, (text, times) => `${text} for ${times}`)).toBe("waits for 3");
    expect(run && told(run, (text) => text)).toBe("waits (3 times)");
    expect(told({ first: line(1, 0, { text: "waits" }), last: line(1, 0), times: 1 }, () => "")).toBe("waits");
  });
});

describe("sinceOwnTurn", () => {
  it("leaves out what followed from the own action", () => {
    const events = [line(1, 0), line(2, -1), line(3, 1), line(4, -1)];
    expect(sinceOwnTurn(events, 0).map((event) => event.seq)).toEqual([3, 4]);
    expect(sinceOwnTurn(events, 1)).toEqual([]);
  });

  it("leaves out what the match began with", () => {
    expect(sinceOwnTurn([line(1, -1), line(2, -1)], 0)).toEqual([]);
    expect(sinceOwnTurn([line(1, -1), line(2, 1)], 0).map((event) => event.seq)).toEqual([2]);
  });
});

describe("undone", () => {
  it("marks the lines that lie after the position that was gone back to", () => {
    const events = [line(1, 0), line(2, 0), line(3, 0), line(4, 0, { kind: "undo", ply: 1 }), line(5, 0, { ply: 2 })];
    expect([...undone(events)]).toEqual([2, 3]);
  });
});

describe("upTo", () => {
  it("knows what led to a position, and neither what came later nor what was undone", () => {
    const log = [line(1, 0), line(2, 0), line(3, 0, { ply: 1, kind: "undo" }), line(4, 0, { ply: 2 }), line(5, 0, { ply: 3 })];
    expect(upTo(log, 2).map((event) => event.seq)).toEqual([1, 4]);
    expect(upTo(log, 3).map((event) => event.seq)).toEqual([1, 4, 5]);
  });
});
