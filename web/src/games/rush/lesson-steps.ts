import type { Choice } from "../../lib/server/protocol";
import { lessonLine as line, type Step } from "../../lib/table/lesson.svelte";
import { choice, hexAt, offer, offers, player, position, ways } from "./lesson-scene";
import { codeOf, type PlanAnswer } from "./plan";
import { hexName, wayOf, type Odds, type Offer, type Player, type Scene } from "./scene";

/** A step with the plans that it takes, by their codes (`codeOf`), and what would come of each. */
export interface RushStep extends Step {
  plans: Record<string, PlanAnswer>;
}

const [EAST, WEST, SOUTH_EAST, NORTH_WEST] = [0, 3, 5, 2];
const BALL = hexAt(0, 0);
const BONUS = hexAt(5, 0);
const STRIKE = hexAt(9, 0);
const STRUCK = hexAt(2, 0);
const PUSHED = hexAt(2.5, 1);
const FROM = hexAt(1.5, -1);
const [GUARD, STRIKER, ORC, GOBLIN] = [0, 3, 9, 11];
const PICK_UP = 15 / 16;

const HOME = [
  player(GUARD, hexAt(-1.5, -1), EAST),
  player(1, hexAt(-2, 2), EAST),
  player(2, hexAt(-4, 0), EAST),
  player(STRIKER, hexAt(-3, 0), EAST),
  player(4, hexAt(-4, -4), EAST),
];
const VISITOR = [
  player(8, hexAt(7, -2), WEST),
  player(ORC, hexAt(6, 2), WEST),
  player(10, hexAt(4, -4), WEST),
  player(GOBLIN, STRUCK, WEST),
  player(12, hexAt(4, 4), WEST),
];
const START = [...HOME, ...VISITOR];

const PICKED = changed(START, player(STRIKER, BALL, EAST, { ball: true, acted: 1 }));
const SLAMMED = changed(PICKED, player(GUARD, FROM, SOUTH_EAST, { acted: 1 }));
const FALLEN = changed(SLAMMED, player(GOBLIN, PUSHED, NORTH_WEST, { prone: true }));
const RUN = changed(FALLEN, player(STRIKER, BONUS, EAST, { ball: true, acted: 2 }));
const SCORED = changed(RUN, player(STRIKER, BONUS, EAST, { acted: 2 }));
const THEIRS = changed(SCORED, player(ORC, hexAt(2.5, -1), WEST), player(GUARD, FROM, EAST));

// R4.2, exactly: 4 dice at 4+ against 2 at 3+; 4 dice at 3+ against 3 and 2 at 4+
const SLAM: Odds = { double: 0.4375, win: 0.1111, draw: 0.2847, lose: 0, lose_double: 0.1667 };
const SLAMBACK: Odds = { double: 0.5309, win: 0.1728, draw: 0.1991, lose: 0.037, lose_double: 0.0602 };
const DODGE: Odds = { double: 0.7407, win: 0.0988, draw: 0.1265, lose: 0, lose_double: 0.034 };

const [TO_BALL, TO_GOBLIN, TO_BONUS, AT_STRIKE] = [20, 21, 22, 23];
const toBall = offer("run", BALL, PICK_UP, TO_BALL, `run to ${hexName(BALL)} and pick up the ball`, {
  picks: true,
  path: [hexAt(-2, 0), hexAt(-1, 0), BALL],
});
const toGoblin = offer("slam", FROM, SLAM.double + SLAM.win, TO_GOBLIN, "slam Visitor 4", {
  target: GOBLIN,
  odds5: SLAM,
  path: [hexAt(-0.5, -1), hexAt(0.5, -1), FROM],
});
const toBonus = offer("run", BONUS, 1, TO_BONUS, `run to ${hexName(BONUS)}`, { path: [1, 2, 3, 4, 5].map((x) => hexAt(x, 0)) });
const atStrike = offer("strike", STRIKE, 0.75, AT_STRIKE, "strike for 4 points", { points: 4, via: BONUS });

function changed(players: readonly Player[], ...others: Player[]): Player[] {
  return players.map((one) => others.find((other) => other.id === one.id) ?? one);
}

/** The runs of `actor` over free hexes, and `special` in place of the one to the same hex; none but that one is taken. */
function runs(players: readonly Player[], actor: number, special: Offer): Offer[] {
  const taken = new Set(players.flatMap((one) => one.hex ?? []));
  const from = players.find((one) => one.id === actor)?.hex ?? 0;
  const all = [...ways(from, taken, 5)].filter(([hex]) => hex !== special.hex);
  return [special, ...all.map(([hex, path]) => offer("run", hex, 1, 0, `run to ${hexName(hex)}`, { path }))];
}

function rushing(ply: number, players: Player[], tokens: number, offered: Scene["offers"], legal: Choice[]): Step["position"] {
  const ball = players.find((one) => one.ball)?.id ?? null;
  const rush = { number: 1, total: 6, sudden: false, side: 0, tokens, tokens_full: 5, cap: 2 };
  return position(ply, "rush", "Your rush.", legal, {
    players,
    offers: offered,
    rush,
    ball: { hex: ball === null ? BALL : null, carrier: ball },
  });
}

function answer(chips: [Offer, number][], players: Player[], tokens: number, more: Partial<PlanAnswer> = {}): PlanAnswer {
  const ball = { hex: null, carrier: players.find((one) => one.ball)?.id ?? null };
  return {
    chips: chips.map(([one, running]) => ({ ...one, running, tests: [] })),
    rush_ends: false,
    tokens,
    players,
    ball,
    offers: { players: [] },
    ...more,
  };
}

const code = (actor: number, one: Offer) => codeOf({ actor, offer: one, facing: null });
const only = (action: number) => (made: Choice) => made.action === action;

/** The hexes to which the plans of a step lead. */
export function goalsOf(step: RushStep): number[] {
  const chips = Object.keys(step.plans).flatMap((plan) => plan.split(","));
  return [...new Set(chips.map((chip) => Number(chip.split(".")[2])))];
}

const WON = SLAM.double + SLAM.win;

export const LESSON: RushStep[] = [
  {
    name: "slam",
    position: rushing(0, PICKED, 4, offers(GUARD, toGoblin), [choice(TO_GOBLIN, "slam", { player: 0 }, "slam with player 1")]),
    wants: only(TO_GOBLIN),
    then: [line("Home 1 slams Visitor 4", [4, 6, 2, 5]), line("Visitor 4 dodges", [3, 1])],
    plans: { [code(GUARD, toGoblin)]: answer([[toGoblin, WON]], SLAMMED, 3) },
  },
  {
    name: "push",
    position: position(
      1,
      "push",
      "Push which way?",
      [4, 5, 0].map((side) => choice(30 + side, "push", { side }, `push ${wayOf(side, 0)}`)),
      { players: SLAMMED, about: GOBLIN, rush: { number: 1, total: 6, sudden: false, side: 0, tokens: 3, tokens_full: 5, cap: 2 } },
    ),
    wants: (made) => made.fields["side"] === SOUTH_EAST,
    then: [line("Visitor 4 is knocked down; his armour holds", [5, 4, 2])],
    plans: {},
  },
  {
    name: "plan",
    position: rushing(2, FALLEN, 3, offers(STRIKER, ...runs(FALLEN, STRIKER, toBonus)), [
      choice(TO_BONUS, "run", { player: 3 }, "run with player 4"),
    ]),
    wants: only(TO_BONUS),
    then: [line("Home 4 runs to the bonus hex")],
    plans: {
      [code(STRIKER, toBonus)]: answer([[toBonus, 1]], RUN, 2, { offers: offers(STRIKER, atStrike) }),
      [`${code(STRIKER, toBonus)},${code(STRIKER, atStrike)}`]: answer(
        [
          [toBonus, 1],
          [atStrike, 0.75],
        ],
        SCORED,
        1,
        { rush_ends: true },
      ),
    },
  },
  {
    name: "strike",
    position: rushing(3, RUN, 2, offers(STRIKER, atStrike), [choice(AT_STRIKE, "throw", { player: 3 }, "throw with player 4")]),
    wants: only(AT_STRIKE),
    then: [line("Home 4 strikes for 4 points", [6, 2])],
    plans: { [code(STRIKER, atStrike)]: answer([[atStrike, 0.75]], SCORED, 1, { rush_ends: true }) },
  },
  {
    name: "reply",
    position: position(4, "reply", "Slamback or Dodge?", [choice(40, "slamback", {}, "slamback"), choice(41, "dodge", {}, "dodge")], {
      players: THEIRS,
      lead: 4,
      about: GUARD,
      rush: { number: 2, total: 6, sudden: false, side: 1, tokens: 4, tokens_full: 5, cap: 2 },
      duel: { attacker: ORC, target: GUARD, kind: "slam", slamback: SLAMBACK, dodge: DODGE },
    }),
    wants: only(40),
    then: [line("Visitor 2 slams", [3, 2, 1, 5]), line("Home 1 hits back", [4, 2, 6])],
    plans: {},
  },
  {
    name: "line-up",
    position: position(
      5,
      "line-up",
      "Line up your team.",
      [choice(0, "formation", { formation: 0 }, "line up as balanced"), choice(1, "formation", { formation: 1 }, "line up as wall")],
      {
        players: HOME.map((one) => player(one.id, null, EAST)),
        formations: [
          { name: "balanced", hexes: HOME.map((one) => one.hex ?? 0) },
          { name: "wall", hexes: [-4, -2, 0, 2, 4].map((row) => hexAt(-1, row)) },
        ],
      },
    ),
    wants: (made) => made.kind === "formation",
    then: [line("The ball rolls to the middle", [3])],
    plans: {},
  },
  {
    name: "ball",
    position: rushing(6, START, 5, offers(STRIKER, ...runs(START, STRIKER, toBall)), [
      choice(TO_BALL, "run", { player: 3 }, "run with player 4"),
    ]),
    wants: only(TO_BALL),
    then: [line("Home 4 picks up the ball", [1, 5, 2, 3])],
    plans: { [code(STRIKER, toBall)]: answer([[toBall, PICK_UP]], PICKED, 4) },
  },
  {
    name: "end",
    position: position(7, "rush", "", [], {
      players: PICKED,
      ball: { hex: null, carrier: STRIKER },
      rush: { number: 1, total: 6, sudden: false, side: 0, tokens: 4, tokens_full: 5, cap: 2 },
    }),
    wants: () => false,
    then: [],
    plans: {},
  },
];
