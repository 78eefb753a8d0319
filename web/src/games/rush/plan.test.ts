import { expect, test, vi } from "vitest";
import type { Choice, Event } from "../../lib/server/protocol";
import { offer, offers, player, position } from "./lesson-scene";
import { codeOf, Run, wentAsPlanned, type Chip, type Order, type Seen } from "./plan";
import { sceneOf, type Offer, type Player } from "./scene";

// what a person hears is set by the browser
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined }));

const [RUNNING, STEP, STOP, THROWING, AIM, DECLINE, SLAM, TACKLE] = [10, 11, 12, 13, 14, 15, 16, 17];
const KINDS: Record<number, string> = {
  [RUNNING]: "run",
  [STEP]: "step",
  [STOP]: "face",
  [THROWING]: "throw",
  [AIM]: "aim",
  [DECLINE]: "decline",
  [SLAM]: "slam",
  [TACKLE]: "tackle",
};
const [FROM, TO] = [97, 98];

const legal = (...actions: number[]): Choice[] =>
  actions.map((action) => ({ action, kind: KINDS[action] ?? "", fields: {}, text: "", odds: null }));
const line = (seq: number, kind: string, text = ""): Event => ({ seq, ply: seq, seat: -1, kind, text, dice: [], clause: "", beats: [] });
const run = (changes: Partial<Offer> = {}): Chip => ({
  actor: 3,
  facing: null,
  offer: { ...offer("run", TO, 1, 0, "run"), moves: [RUNNING, STEP, STOP], ...changes },
});
const strike: Chip = { actor: 3, facing: null, offer: { ...offer("strike", 109, 0.5, 0, "strike"), moves: [THROWING, AIM] } };
const slam: Chip = { actor: 0, facing: null, offer: { ...offer("slam", TO, 0.5, 0, "slam", { target: 11 }), moves: [SLAM, TACKLE] } };

interface Look {
  phase?: string;
  actions?: number[];
  mine?: boolean;
  over?: boolean;
  rush?: number;
  side?: number;
  players?: Player[];
  events?: Event[];
  earner?: number;
}

let ply = 0;

/** A position that comes next. */
function seen({
  phase = "rush",
  actions = [],
  mine = true,
  over = false,
  rush = 1,
  side = 0,
  players = [player(3, TO, 0)],
  events = [],
  earner = 3,
}: Look = {}): Seen {
  ply += 1;
  const scene = sceneOf(
    position(ply, phase, "", [], {
      players,
      offers: phase === "free" ? offers(earner) : null,
      rush: { number: rush, total: 14, sudden: false, side, tokens: 3, tokens_full: 5, cap: 2 },
    }),
  );
  return { ply, phase, mine, over, scene, legal: legal(...actions), events };
}

const begin = (...chips: Chip[]) => new Run(chips, 0, seen());
const sends = (action: number): Order => ({ kind: "send", action });
const WAITS: Order = { kind: "wait" };
const DONE: Order = { kind: "done", why: "" };

test("a chip is named as the table reads it", () => {
  const enter: Chip = { ...run(), offer: offer("enter", TO, 1, 0, "enter", { gate: 0 }) };
  const points: Chip = { ...strike, offer: { ...strike.offer, points: 4 } };
  expect([run(), slam, enter, points].map(codeOf)).toEqual(["run.3.98.", "slam.0.98.11", "enter.3.98.0", "strike.3.109.4"]);
  expect(codeOf({ ...run(), facing: 4 })).toBe("run.3.98..4");
});

test("the moves of a chip are sent one after the other, and nothing while the other side is at it", () => {
  const plan = begin(run());
  expect(plan.next(seen({ actions: [RUNNING, SLAM] }))).toEqual(sends(RUNNING));
  expect(plan.next(seen({ mine: false }))).toEqual(WAITS);
  expect(plan.next(seen({ phase: "move", actions: [STEP, STOP] }))).toEqual(sends(STEP));
  expect(plan.next(seen({ phase: "move", actions: [STOP] }))).toEqual(sends(STOP));
  expect(plan.next(seen({ actions: [RUNNING] }))).toEqual(DONE);
});

test("a position is answered once: what the table refuses ends the plan", () => {
  const plan = begin(run());
  const start = seen({ actions: [RUNNING] });
  plan.next(start);
  expect(plan.next(start)).toEqual({ kind: "done", why: "the position has changed." });
});

test("the facing that was chosen replaces the one of the chip", () => {
  const plan = begin({ ...run(), facing: 4 });
  plan.next(seen({ actions: [RUNNING] }));
  plan.next(seen({ phase: "move", actions: [STEP] }));
  const last = seen({ phase: "move", actions: [STOP] });
  last.legal = [...last.legal, { action: 99, kind: "face", fields: { side: 4 }, text: "", odds: null }];
  expect(plan.next(last)).toEqual(sends(99));
});

test("a facing that is not asked for is passed over", () => {
  const plan = begin(run({ picks: true }), strike);
  const carrier = [player(3, TO, 0, { ball: true })];
  plan.next(seen({ actions: [RUNNING] }));
  plan.next(seen({ phase: "move", actions: [STEP] }));
  // R5.5: two successes, a free action follows at once
  expect(plan.next(seen({ phase: "free", actions: [RUNNING, THROWING, DECLINE], players: carrier }))).toEqual(sends(THROWING));
  expect(plan.at).toBe(1);
});

test("a free action is declined where the plan goes on with somebody else", () => {
  const plan = begin(run(), slam);
  plan.next(seen({ actions: [RUNNING] }));
  plan.next(seen({ phase: "move", actions: [STEP] }));
  expect(plan.next(seen({ phase: "free", actions: [RUNNING, DECLINE] }))).toEqual(sends(DECLINE));
  expect(plan.next(seen({ actions: [SLAM] }))).toEqual(sends(SLAM));
});

test("a free action of another player is not used by a chip that could be done with it", () => {
  const plan = begin(run(), { ...run(), actor: 1 });
  plan.next(seen({ actions: [RUNNING] }));
  expect(plan.next(seen({ phase: "free", actions: [RUNNING, DECLINE] }))).toEqual(sends(DECLINE));
});

test("a plan stops at the first thing that fails, and says which", () => {
  const plan = begin(run(), strike);
  plan.next(seen({ actions: [RUNNING] }));
  const events = [
    line(5, "success", "dashes"),
    line(6, "failure", "Home 3 dashes: none. He falls. The rush is over."),
    line(7, "failure", "Armour fails."),
  ];
  expect(plan.next(seen({ actions: [RUNNING], players: [player(3, TO, 0, { prone: true })], events }))).toEqual({
    kind: "done",
    why: "Home 3 dashes: none. He falls.",
    line: 6,
  });
});

test("what failed before the chip began is not what stopped it", () => {
  const before = [line(2, "failure", "long ago")];
  const plan = new Run([run(), strike], 0, { ...seen(), events: before });
  plan.next(seen({ actions: [RUNNING], events: before }));
  const order = plan.next(seen({ actions: [], players: [player(3, FROM, 0)], events: before }));
  expect(order).toEqual({ kind: "done", why: "the position has changed." });
});

test("a plan that stops because no free action was earned says so", () => {
  const earning = (chip: Chip): Chip => ({ ...chip, earns: true });
  const why = "the free action for the next step was not earned.";
  const carrier = [player(3, TO, 0, { ball: true })];
  const picked = begin(earning(run({ picks: true })), strike);
  picked.next(seen({ actions: [RUNNING] }));
  expect(picked.next(seen({ players: carrier }))).toEqual({ kind: "done", why });
  // a throw that is only just caught ends the rush
  const passed = begin(earning(run({ picks: true })), strike);
  passed.next(seen({ actions: [RUNNING] }));
  expect(passed.next(seen({ rush: 2, side: 1, mine: false, players: carrier }))).toEqual({ kind: "done", why });
});

test("a plan ends with the rush, and names the failure if chips were left", () => {
  const events = [line(9, "failure", "The pick-up fails.")];
  const [whole, cut] = [begin(run()), begin(run(), strike)];
  for (const plan of [whole, cut]) plan.next(seen({ actions: [RUNNING] }));
  expect(whole.next(seen({ rush: 2, side: 1, mine: false, events }))).toEqual(DONE);
  expect(cut.next(seen({ rush: 2, side: 1, mine: false, events }))).toEqual({ kind: "done", why: "The pick-up fails.", line: 9 });
});

test("a match that is over ends it", () => {
  const plan = begin(strike);
  plan.next(seen({ actions: [THROWING] }));
  expect(plan.next(seen({ over: true, mine: false }))).toEqual(DONE);
});

test("what the plan does not decide is left to the person, and the plan goes on after it", () => {
  const plan = begin(slam, run());
  plan.next(seen({ actions: [SLAM] }));
  expect(plan.next(seen({ phase: "move", actions: [TACKLE] }))).toEqual(sends(TACKLE));
  expect(plan.next(seen({ phase: "push", actions: [77, 78] }))).toEqual(WAITS);
  expect(plan.next(seen({ phase: "follow", actions: [79, DECLINE] }))).toEqual(WAITS);
  expect(plan.next(seen({ actions: [RUNNING], events: [line(3, "roll"), line(4, "won")] }))).toEqual(sends(RUNNING));
});

test("what a chip was for", () => {
  const scene = (...players: Player[]) => sceneOf(position(0, "rush", "", [], { players }));
  const pass: Chip = { ...strike, offer: offer("pass", TO, 0.5, 0, "pass", { target: 4 }) };
  const steal: Chip = { ...slam, offer: { ...slam.offer, kind: "steal" } };
  const stand: Chip = { ...run(), offer: offer("stand", FROM, 0.5, 0, "stand") };
  const [there, fallen, carrying] = [player(3, TO, 0), player(3, TO, 0, { prone: true }), player(3, TO, 0, { ball: true })];
  const cases: [Chip, Player, string, boolean][] = [
    [run(), there, "", true],
    [run(), fallen, "", false],
    [run(), player(3, FROM, 0), "", false],
    [run({ picks: true }), there, "", false],
    [run({ picks: true }), carrying, "", true],
    [stand, fallen, "", false],
    [stand, there, "", true],
    [pass, carrying, "", false],
    [pass, player(4, FROM, 0, { ball: true }), "", true],
    [steal, player(0, TO, 0, { ball: true }), "won", true],
    [steal, player(0, TO, 0), "won", false],
    [slam, player(0, TO, 0), "won", true],
    [slam, player(0, TO, 0), "draw", false],
    [strike, there, "strike", true],
    [strike, there, "failure", false],
  ];
  for (const [chip, one, kind, fine] of cases)
    expect(wentAsPlanned(chip, scene(one), [line(1, kind)]), `${chip.offer.kind} ${kind}`).toBe(fine);
});
