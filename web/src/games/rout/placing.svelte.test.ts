import { expect, test } from "vitest";
import { ACTIONS } from "./lesson-scene";
import { Aiming } from "./aiming.svelte";
import { Placing } from "./placing.svelte";
import type { Block, Scene } from "./scene";

const block = (id: number, x: number, y: number, side: 0 | 1 = 1): Block => ({ id, x, y, angle: 0, side, kind: "pike", broken: false });
const tally = (dealt: number[]) => ({ dealt, unbroken: dealt, broken: [0, 0, 0], routed: [0, 0, 0] });
const made = (more: Partial<Scene> = {}) =>
  ({
    table: {
      width: 1000,
      height: 1000,
      edges: ["drop", "drop", "drop", "drop"],
      split: "straight",
      length: 75,
      breadth: 25,
      thickness: 15,
      range_length: 37.5,
      range_breadth: 25,
      flattest: 0.2588,
    },
    halves: [
      [
        [0, 0],
        [1000, 0],
        [1000, 500],
        [0, 500],
      ],
      [
        [0, 500],
        [1000, 500],
        [1000, 1000],
        [0, 1000],
      ],
    ],
    blocks: [],
    tally: [tally([1, 0, 2]), tally([1, 1, 1])],
    mover: 0,
    game: 0,
    waiting: [1, 0, 2],
    formations: [],
    apart: 1,
    faults: { outside: "outside (T1.5)", near: "too near (T1.5)" },
    usable: [],
    flicks: "either",
    may: [],
    speeds: { slowest: 0.2, pace: 0.02, count: 191 },
    ...more,
  }) as unknown as Scene;

function placed(scene: () => Scene, at: [number, number][]): Placing {
  const placing = new Placing(scene);
  at.forEach(([x, y], n) => {
    placing.selected = n;
    placing.move(x, y);
  });
  return placing;
}

test("every block that waits is a draft, and all must lie well before they are sent", () => {
  const placing = placed(
    () => made(),
    [
      [100, 100],
      [200, 100],
    ],
  );
  expect(placing.blocks.map(({ kind, placed }) => [kind, placed])).toEqual([
    ["archer", true],
    ["pike", true],
    ["pike", false],
  ]);
  expect([placing.complete, placing.actions(ACTIONS)]).toEqual([false, []]);
  placing.selected = 2;
  placing.move(300.4, 99.6);
  placing.turn(-10);
  expect(placing.complete).toBe(true);
  expect(placing.actions(ACTIONS).at(-1)).toBe(ACTIONS.pack("place", { kind: 2, x: 300, y: 100, angle: 170 }));
});

test("a block stays wholly on the table", () => {
  const placing = placed(
    () => made(),
    [
      [-50, 0],
      [5000, 100],
    ],
  );
  expect(placing.blocks.slice(0, 2).map(({ x, y }) => [x, y])).toEqual([
    [38, 13],
    [962, 100],
  ]);
});

test("a fault is a sentence: outside the half, too near", () => {
  const placing = placed(
    () => made({ blocks: [block(0, 500, 300)] }),
    [
      [100, 490],
      [500, 325],
      [500, 326],
    ],
  );
  expect(placing.fault(0)).toBe("outside (T1.5)");
  expect(placing.fault(1)).toBe("too near (T1.5)");
  placing.selected = 1;
  placing.lift();
  expect(placing.fault(1)).toBe("");
  expect(placing.fault(2)).toBe("");
});

test("an untouched formation is one action, a changed one an action for each block", () => {
  const formation = {
    name: "line",
    action: 3,
    blocks: [
      { kind: "pike" as const, x: 100, y: 300, angle: 0 },
      { kind: "pike" as const, x: 200, y: 300, angle: 0 },
      { kind: "archer" as const, x: 300, y: 300, angle: 0 },
    ],
  };
  const scene = made({ formations: [formation] });
  const placing = new Placing(() => scene);
  placing.take(formation);
  expect([placing.complete, placing.actions(ACTIONS)]).toEqual([true, [3]]);
  placing.selected = 0;
  placing.turn(5);
  expect(placing.actions(ACTIONS)).toHaveLength(3);
});

test("the first formation lies there already, and a block that is moved or picked up leaves it", () => {
  const blocks = [
    { kind: "archer" as const, x: 300, y: 300, angle: 0 },
    { kind: "pike" as const, x: 100, y: 300, angle: 0 },
    { kind: "pike" as const, x: 200, y: 300, angle: 0 },
  ];
  const formations = [
    { name: "line", action: 3, blocks },
    { name: "wedge", action: 4, blocks: blocks.map((slot) => ({ ...slot, y: 400 })) },
  ];
  const offered = (): Placing => new Placing(() => made({ formations }));
  const placing = offered();
  expect([placing.formation, placing.complete, placing.actions(ACTIONS)]).toEqual([3, true, [3]]);
  placing.selected = 1;
  placing.turn(5);
  expect([placing.formation, placing.complete, placing.actions(ACTIONS).length]).toEqual([null, true, 3]);
  expect(placing.blocks.map(({ x, y, angle }) => [x, y, angle])).toEqual([
    [300, 300, 0],
    [100, 300, 5],
    [200, 300, 0],
  ]);
  const other = offered();
  other.selected = 0;
  other.lift();
  expect([other.formation, other.blocks.map(({ placed }) => placed)]).toEqual([null, [false, true, true]]);
  other.take(formations[1]!);
  expect([other.formation, other.actions(ACTIONS)]).toEqual([4, [4]]);
  // who has placed one already goes on by himself
  const begun = new Placing(() => made({ formations, waiting: [0, 0, 2], blocks: [block(0, 100, 100, 0)] }));
  expect([begun.formation, begun.blocks.map(({ placed }) => placed)]).toEqual([null, [false, false]]);
});

test("a draft that was sent is no draft any more, and the others stay as they were", () => {
  let scene = $state.raw(made());
  const placing = placed(
    () => scene,
    [
      [100, 100],
      [200, 100],
      [300, 100],
    ],
  );
  const places = placing.blocks.map(({ x }) => x);
  scene = made({ waiting: [0, 0, 1], blocks: [block(0, 100, 100, 0), block(1, 200, 100, 0)] });
  expect(placing.blocks.map(({ x }) => x)).toEqual(places.slice(2));
  expect(placing.complete).toBe(true);
});

test("a chosen block waits for a direction, and the aim stays until it is dropped", () => {
  const scene = made({ blocks: [block(0, 500, 100, 0), block(1, 500, 400), block(2, 100, 900)], usable: [0], may: ["move", "melee"] });
  const aiming = new Aiming(() => scene);
  expect(aiming.ready).toBe(false);
  aiming.choose(1);
  expect(aiming.block).toBeNull();
  aiming.choose(0);
  // straight ahead it would hit, and nobody has aimed it
  expect([aiming.block, aiming.chose, aiming.ready, aiming.ghost, aiming.flick]).toEqual([0, true, false, null, null]);
  aiming.setSpeed(70);
  expect(aiming.ready).toBe(false);
  aiming.setDirection(900);
  expect([aiming.direction, aiming.deed, aiming.ghost?.touched]).toEqual([900, "move", 1]);
  aiming.deed = "range";
  expect(aiming.deed).toBe("move");
  aiming.deed = "melee";
  aiming.turn(-1000);
  aiming.setSpeed(999);
  aiming.setSpin(-99);
  expect([aiming.deed, aiming.direction, aiming.speed, aiming.spin]).toEqual(["melee", 3500, 190, -20]);
  expect(aiming.flick).toEqual({ deed: "melee", unit: 0, contact: aiming.contact, direction: 3500, speed: 190 });
  aiming.clear();
  aiming.choose(0);
  expect([aiming.ready, aiming.flick]).toEqual([false, null]);
});
