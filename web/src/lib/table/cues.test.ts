import { describe, expect, it } from "vitest";
import { cuesOf } from "./cues";
import type { Beat, Event } from "../server/protocol";

const beat = (kind: Beat["kind"], ...cells: number[]): Beat => ({ kind, cells, text: "" });
const line = (seat: number, dice: number[], beats: Beat[]): Event => ({
  seq: 1,
  ply: 1,
  seat,
  kind: "",
  text: "",
  dice,
  clause: "",
  beats,
});

describe("cuesOf", () => {
  const lines = [line(1, [], [beat("way", 3, 4, 5), beat("aim", 5, 6)]), line(-1, [2, 6], [beat("blow", 6), beat("fall", 6)])];

  it("has dice before what they lead to, all in the order of the lines", () => {
    const kinds = cuesOf(lines, 0, 1).map((cue) => (cue.kind === "beat" ? cue.beat.kind : cue.kind));
    expect(kinds).toEqual(["way", "aim", "dice", "blow", "fall"]);
  });

  it("leaves out one's own way and aim, and keeps what comes of them", () => {
    const kinds = cuesOf(lines, 1, 1).map((cue) => (cue.kind === "beat" ? cue.beat.kind : cue.kind));
    expect(kinds).toEqual(["dice", "blow", "fall"]);
  });

  it("shows the steps of one piece in a row as one way, and nothing else so", () => {
    const step = (from: number, to: number, seat = 1): Event => line(seat, [], [beat("way", from, to)]);
    const ways = (events: Event[], seat: number | null = 0): unknown[] =>
      cuesOf(events, seat, 1).map((cue) => (cue.kind === "beat" ? cue.beat.cells : cue.kind));
    expect(ways([step(1, 2), step(2, 3), step(3, 4), step(9, 3)])).toEqual([
      [1, 2, 3, 4],
      [9, 3],
    ]);
    expect(ways([step(1, 2), step(2, 3, 0)], null)).toHaveLength(2);
    expect(ways([step(1, 2), line(1, [4], [beat("way", 2, 3)])])).toHaveLength(3);
    expect(ways([step(1, 2), line(1, [], [beat("way", 2, 3), beat("blow", 3)])])).toHaveLength(3);
    expect(ways([step(1, 2), line(1, [], []), step(2, 3)])).toHaveLength(2);
    expect(ways([step(1, 2), step(2, 3)], 1)).toEqual([]);
  });

  it("takes longer for longer ways, up to a bound, and all of it by the pace", () => {
    const ms = (cells: number, pace: number): number => {
      const way = beat("way", ...Array.from({ length: cells }, (_, n) => n));
      return cuesOf([line(1, [], [way])], null, pace)[0]?.ms ?? 0;
    };
    expect(ms(6, 1)).toBeGreaterThan(ms(3, 1));
    expect(ms(90, 1)).toBe(ms(60, 1));
    expect(ms(6, 2)).toBe(2 * ms(6, 1));
  });
});
