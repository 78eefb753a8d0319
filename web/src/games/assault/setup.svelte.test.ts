import { expect, test, vi } from "vitest";
import { Actions } from "../../lib/table/actions";
import type { TableView } from "../../lib/table/table.svelte";
import { rankOf } from "./permutation";
import { Preparation } from "./setup.svelte";

vi.mock("../../lib/browser/store", () => ({ session: { write: () => undefined, json: () => null } }));

const sized = (sizes: Record<string, number>) => Object.entries(sizes).map(([name, size]) => ({ name, size }));
const ACTIONS = new Actions([{ name: "allocate", fields: sized({ pawn: 2, allocation: 720 }) }]);

/** Confirms the numbers while those of `pawn` are asked for; what goes to the table. */
function confirmed(pawn: number, judging: boolean) {
  const sent: [number, readonly number[]][] = [];
  const act = (action: number, rest: readonly number[]) => void sent.push([action, rest]);
  const shown = { seq: 1, scene: { allocating: { pawn } } };
  const prepared = new Preparation({ shown, mine: true, judging, actions: ACTIONS, act } as unknown as TableView);
  prepared.seal(true);
  const numbers = prepared.pawns.map((one, at) => ACTIONS.pack("allocate", { pawn: at, allocation: rankOf(one) }));
  return { sent, numbers, sealed: prepared.sealed };
}

test("the numbers of both pawns are judged together, and can be changed after that", () => {
  const { sent, numbers, sealed } = confirmed(0, true);
  expect([sent, sealed]).toEqual([[[numbers[0], [numbers[1]]]], false]);
  expect(confirmed(1, false)).toMatchObject({ sent: [[numbers[1], []]], sealed: true });
});
