import { describe, expect, test, vi } from "vitest";
import { api } from "../server/api";
import { aimSaid, asked, isAim, left, like, own, standing, subject, there, valuesOf } from "./measurements";
import type { GameInfo, LabInfo, Measurement } from "../server/protocol";

const ONE: Measurement = {
  id: "a",
  kind: "sweep",
  game: "guess",
  name: "",
  levels: [1, 1],
  pairs: 20,
  seed: 1,
  settings: { turns: 6, other: true },
  aims: [],
  candidates: 0,
  confirm: 0,
  search_picks: false,
  ranges: [{ name: "turns", values: [4, 6] }],
  created: 1,
  state: "running",
  sentence: "",
  share: 0.257,
  left: 100,
  matches: 10,
  measured: 0,
  figures: [],
  page: false,
  data: false,
};

describe("how a measurement stands", () => {
  test("is said with what is left", () => {
    expect(standing(ONE)).toBe("25 %, about 2 minutes left");
    expect(standing({ ...ONE, share: 0 })).toBe("Getting ready");
    expect(standing({ ...ONE, state: "stopped" })).toBe("Stopped");
    expect([-1, 1, 31, 60, 7200].map(left)).toEqual([
      "time left not known yet",
      "about 5 seconds left",
      "about 35 seconds left",
      "about a minute left",
      "about 2 hours left",
    ]);
  });

  test("is of what differs from the game's own", () => {
    expect(subject(ONE, undefined)).toBe("turns: 4, 6 · turns: 6 · other: true");
    expect(subject({ ...ONE, ranges: [], settings: {} }, undefined)).toBe("The game's own settings");
  });
});

test("values of a sweep are typed as a range or one by one", () => {
  expect(valuesOf("6..8")).toEqual([6, 7, 8]);
  expect(valuesOf(" 6 to 12 : 3")).toEqual([6, 9, 12]);
  expect(valuesOf("-2..-1")).toEqual([-2, -1]);
  expect(valuesOf("4, 9")).toEqual([4, 9]);
  for (const wrong of ["", "a", "9..6", "1..9:0", "1..1000", "1,,2"]) expect(valuesOf(wrong)).toBeNull();
});

describe("another like it", () => {
  const game = { settings: [{ name: "turns", own: false, default: 4 }] } as unknown as GameInfo;

  test("begins with all that was asked for", () => {
    const address = new URL(like({ ...ONE, seed: 7, levels: [1, 3] }, game), "http://here");
    expect(asked(address.searchParams)).toMatchObject({
      game: "guess",
      kind: "sweep",
      levels: [1, 3],
      pairs: 20,
      seed: 7,
      ranges: ONE.ranges,
    });
    expect(address.searchParams.get("turns")).toBe("6");
    expect(address.searchParams.has("other")).toBe(false);
  });

  test("is as usual where an address says nothing, or nonsense", () => {
    const usual = asked(new URLSearchParams());
    expect(usual).toMatchObject({ kind: "report", levels: [2, 2], ranges: [] });
    expect(asked(new URLSearchParams("kind=x&levels=1&pairs=-3&seed=a&ranges=[[1,[2]],[%22a%22,[{}]]]"))).toEqual(usual);
    expect(asked(new URLSearchParams("ranges={"))).toEqual(usual);
  });
});

test("a search for better picks goes through the address of the form, and is said", () => {
  const made: Measurement = { ...ONE, kind: "report", ranges: [], settings: {}, search_picks: true };
  expect(asked(new URLSearchParams(like(made, undefined).split("?")[1])).search).toBe(true);
  expect(asked(new URLSearchParams(like(ONE, undefined).split("?")[1])).search).toBe(false);
  expect(subject(made, undefined)).toBe("The game's own settings · better picks searched");
});

test("a tuning goes through the address of the form, and its aims are said", () => {
  const aims = [
    { figure: "first", low: 48, high: 52 },
    { figure: "blocks_lost", low: null, high: 3 },
  ];
  const made: Measurement = { ...ONE, kind: "tuning", aims, candidates: 12, confirm: 300 };
  expect(asked(new URLSearchParams(like(made, undefined).split("?")[1]))).toMatchObject({
    kind: "tuning",
    aims,
    candidates: 12,
    confirm: 300,
  });
  expect(aims.map((aim) => aimSaid(aim, aim.figure === "first"))).toEqual([
    "score of who goes first 48 to 52 %",
    "blocks lost, a side at most 3",
  ]);
  expect([...aims, { figure: "draws", low: 5, high: 5 }, { figure: "draws", low: null, high: null }].map(isAim)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test("only measurements that have not ended are asked for again", async () => {
  const found: Measurement[] = [ONE, { ...ONE, id: "b", state: "done" }];
  const ask = vi.spyOn(api, "measurement").mockImplementation(async (id) => found.find((one) => one.id === id) as Measurement);
  const mine = vi.spyOn(own, "all").mockReturnValue(found.map(({ id }) => ({ id, key: "k" })));
  const lab = { shared: false } as LabInfo;
  const first = await there(lab);
  expect(await there(lab, first)).toEqual(found);
  expect(ask.mock.calls).toEqual([["a"], ["b"], ["a"]]);
  ask.mockRestore();
  mine.mockRestore();
});
