import { expect, test, vi } from "vitest";
import { Actions } from "../../lib/table/actions";
import { hexAt, offer, player, position } from "./lesson-scene";
import { offersOf } from "./offers";
import { sceneOf, type Offers, type Span } from "./scene";

// what a person hears is set by the browser
vi.mock("../../lib/browser/sound", () => ({ play: () => undefined }));

const { pitch } = sceneOf(position(0, "rush", "", [], {}));
const side = [{ name: "side", size: 6 }];
const hand = [{ name: "hand", size: 2 }];
const ACTIONS = new Actions([
  { name: "other", fields: [{ name: "it", size: 1000 }] },
  { name: "step", fields: side },
  { name: "dash", fields: side },
  { name: "turn", fields: hand },
  { name: "wheel", fields: hand },
  { name: "face", fields: side },
]);
const BASE = 1000;
const span = (changes: Partial<Span>): Span => ({
  kind: "run",
  gate: null,
  first: [7],
  hexes: [],
  odds: [],
  ways: "",
  text: "Run to",
  ...changes,
});
const offered = (...spans: Span[]): Offers => ({ players: [{ id: 3, acts: [offer("stand", 5, 1, 1, "Stand up")], spans }] });

test("a span is an offer for each of its hexes, with the way and the actions", () => {
  const [start, to, far] = [hexAt(-3, 0), hexAt(-2, 0), hexAt(-1.5, -1)];
  // a step east, a facing east; a step east, a Dash north-east, a facing north-east
  const [stand, near, next] = offersOf(
    offered(span({ hexes: [to, far], odds: [1, 0.5], ways: "0g 07h" })),
    player(3, start, 0),
    pitch,
    ACTIONS,
  );
  expect(stand?.kind).toBe("stand");
  expect(near).toMatchObject({ kind: "run", hex: to, odds: 1, path: [to], moves: [7, BASE, BASE + 16], text: "Run to F9" });
  expect(next).toMatchObject({ hex: far, odds: 0.5, path: [to, far], moves: [7, BASE, BASE + 7, BASE + 17] });
});

test("who comes on begins at his entry", () => {
  const entry = pitch.gates[0][1];
  const [, own] = offersOf(
    offered(span({ kind: "enter", gate: 1, hexes: [entry + 1], odds: [1], ways: "0" })),
    player(3, null, 0),
    pitch,
    ACTIONS,
  );
  expect(own?.path).toEqual([entry + 1]);
});

test("nobody else's offers are taken for one's own", () => {
  expect(offersOf(offered(), player(4, 3, 0), pitch, ACTIONS)).toEqual([]);
  expect(offersOf(offered(), undefined, pitch, ACTIONS)).toEqual([]);
});
