import { beforeEach, expect, test, vi } from "vitest";
import type { Hint } from "../../lib/server/protocol";
import type { LiveTable } from "../../lib/table/table.svelte";
import { Hinting } from "./hinting.svelte";

const asked: number[][] = [];
const SUGGESTION: Hint = { text: "About 60 in 100", choice: { action: 5, kind: "a", fields: {}, text: "go", odds: null }, line: [5] };
let answer: () => Promise<Hint> = () => Promise.resolve(SUGGESTION);

vi.mock("../../lib/server/api", () => ({
  api: {
    hint: (_: string, { actions }: { actions: number[] }) => {
      asked.push(actions);
      return answer();
    },
  },
  sentence: String,
}));
vi.mock("../../lib/browser/live.svelte", () => ({ live: { say: () => undefined, shout: () => undefined } }));

beforeEach(() => {
  asked.length = 0;
  answer = () => Promise.resolve(SUGGESTION);
});

/** Hints at a game that selects `taken` for the suggestion; `drops`: what is selected is judged as soon as there is something. */
function opened({ taken = [5], drops = false }: { taken?: number[]; drops?: boolean } = {}) {
  const table = { id: "t", own: null, latest: { ply: 3, seq: 4 }, judging: false, candidate: null } as unknown as LiveTable;
  const play: { chosen?: number[] } = {};
  let answers = 0;
  const hinting = new Hinting(
    table,
    play,
    ({ choice }) => choice.text,
    () => (answers += 1),
  );
  hinting.game = {
    default: (_, hint) => void (hint && (play.chosen = taken)),
    chosen: () => play.chosen,
    ...(drops ? { drop: () => delete play.chosen } : {}),
  };
  return { table, play, hinting, answers: () => answers };
}

test("a suggestion that is still selected is not judged: the next move is", async () => {
  // what the controls come nearest to may differ from the suggestion
  for (const taken of [[5], [6, 7]]) {
    const { table, play, hinting } = opened({ taken });
    await hinting.ask([]);
    expect([hinting.found?.name, play.chosen]).toEqual(["Go", taken]);
    hinting.judge();
    expect([asked.splice(0), table.judging]).toEqual([[[]], true]);
    hinting.clear();
    hinting.judge();
    expect([asked, table.judging]).toEqual([[], true]);
    play.chosen = [8];
    hinting.clear();
    hinting.judge();
    expect([asked.splice(0), table.judging]).toEqual([[[8]], false]);
  }
});

test("what was selected before a suggestion, which could not select anything, is judged", async () => {
  const { play, hinting } = opened({ taken: [9] });
  play.chosen = [9];
  await hinting.ask([]);
  hinting.judge();
  expect(asked).toEqual([[], [9]]);
});

test("a suggested plan is dropped before another one is judged as soon as it is made", async () => {
  const { table, play, hinting } = opened({ drops: true });
  await hinting.ask([]);
  hinting.judge();
  expect([table.judging, play.chosen, hinting.candidate]).toEqual([true, undefined, null]);
  play.chosen = [8];
  expect(hinting.candidate).toEqual([8]);
});

test("an answer for another position, or after the end, is not shown", async () => {
  const moved = opened();
  const first = moved.hinting.ask([]);
  moved.table.latest = { ...moved.table.latest, ply: 5 } as LiveTable["latest"];
  await first;
  expect([moved.hinting.found, moved.hinting.waiting, moved.answers()]).toEqual([null, false, 0]);
  answer = () => Promise.reject(new Error("gone"));
  const left = opened();
  const second = left.hinting.ask([]);
  left.hinting.end();
  await second;
  expect([left.hinting.failed, left.play.chosen]).toEqual(["", undefined]);
});
