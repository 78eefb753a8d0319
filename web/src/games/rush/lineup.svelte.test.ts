import { expect, test, vi } from "vitest";
import type { Choice } from "../../lib/server/protocol";
import type { TableView } from "../../lib/table/table.svelte";
import { choice, player, position } from "./lesson-scene";
import { Play } from "./play.svelte";

// what a person hears is set by the browser
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined }));

const [WEDGE, FLAT] = [
  [21, 22],
  [41, 42],
];
const ONE_BY_ONE = [choice(7, "place", { player: 0, hex: 60 }, ""), choice(8, "place", { player: 1, hex: 60 }, "")];
const FORMATIONS = [choice(1, "formation", { formation: 0 }, ""), choice(2, "formation", { formation: 1 }, "")];

function lineUp(legal: Choice[]): Play {
  const formations = [
    { name: "wedge", hexes: WEDGE },
    { name: "flat", hexes: FLAT },
  ];
  const shown = position(0, "line-up", "", legal, { players: [player(0, null, 0), player(1, null, 0)], on_pitch: [2, 2], formations });
  return new Play({ shown, legal, mine: true, busy: false, cue: null } as unknown as TableView);
}

const hexes = (play: Play): number[] => play.preview.map(({ hex }) => hex);

test("a team that lines up has its first formation chosen already, and another one with a tap", () => {
  const play = lineUp([...FORMATIONS, ...ONE_BY_ONE]);
  expect([play.formation, hexes(play)]).toEqual([0, WEDGE]);
  play.lookAt(1);
  expect([play.formation, hexes(play)]).toEqual([1, FLAT]);
  // tapped once more it stays chosen
  play.lookAt(1);
  expect(play.formation).toBe(1);
});

test("who places his players one by one has no formation on the pitch", () => {
  const play = lineUp([...FORMATIONS, ...ONE_BY_ONE]);
  play.take(1);
  expect([play.selected, play.formation, hexes(play)]).toEqual([1, null, []]);
  play.lookAt(0);
  expect([play.selected, play.formation]).toEqual([null, 0]);
  expect([lineUp(ONE_BY_ONE).formation, hexes(lineUp(ONE_BY_ONE))]).toEqual([null, []]);
});
