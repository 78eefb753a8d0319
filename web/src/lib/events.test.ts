import { describe, expect, it } from "vitest";
import { groupEvents, mergeEvents, sinceOwnTurn, undone, upTo } from "./events";
import type { Event } from "./protocol";

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
  it("knows what led to a position, and neither what came later nor what was taken back", () => {
    const log = [line(1, 0), line(2, 0), line(3, 0, { ply: 1, kind: "undo" }), line(4, 0, { ply: 2 }), line(5, 0, { ply: 3 })];
    expect(upTo(log, 2).map((event) => event.seq)).toEqual([1, 4]);
    expect(upTo(log, 3).map((event) => event.seq)).toEqual([1, 4, 5]);
  });
});
