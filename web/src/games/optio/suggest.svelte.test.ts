import { expect, test, vi } from "vitest";
import type { Choice } from "../../lib/server/protocol";
import { Actions } from "../../lib/table/actions";
import type { TableView } from "../../lib/table/table.svelte";
import { LESSON } from "./lesson-steps";
import { Play } from "./play.svelte";
import { UNSHIFTED } from "./scene";
import suggest, { chosen } from "./suggest";

vi.mock("../../lib/browser/live.svelte", () => ({ live: { say: () => undefined } }));
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined }));

/** The lesson's step `name`, and the actions that are sent from it. */
function at(name: string, judging = false) {
  const shown = LESSON.find((step) => step.name === name)!.position;
  const sent: number[] = [];
  const table = { shown, legal: shown.legal, mine: true, busy: false, cue: null, judging, words: {}, actions: new Actions([]) };
  const play = new Play({ ...table, act: (action: number) => void sent.push(action) } as unknown as TableView);
  return { play, sent, shown };
}
const hint = (choice: Choice) => ({ text: "", choice, line: [choice.action] });

test("a template is this person's choice only once they have moved it", () => {
  const { play, shown } = at("template");
  expect([play.aim, chosen(play)]).toEqual([UNSHIFTED, undefined]);
  const other = shown.legal.find(({ fields }) => fields["shift"] !== UNSHIFTED)!;
  play.aimAt(other.fields["shift"] ?? -1);
  expect(chosen(play)).toEqual([other.action]);
});

test("to take another block is to pass, but not while the next choice is judged", () => {
  const { play, sent } = at("scout");
  const other = [...play.movable][0]!;
  play.lift(other);
  expect(sent).toEqual([201]);
  const judged = at("scout", true);
  judged.play.lift(other);
  expect([judged.sent, judged.play.chosen]).toEqual([[], other]);
});

test("a suggestion selects a block and sends nothing", () => {
  const { play, sent } = at("scout");
  suggest(play, hint({ action: 9, kind: "step", fields: { block: [...play.movable][0]!, side: 0 }, text: "", odds: null }));
  expect([sent, play.chosen]).toEqual([[], [...play.movable][0]]);
});
