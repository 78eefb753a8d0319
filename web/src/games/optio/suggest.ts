import type { Hint } from "../../lib/server/protocol";
import type { Play } from "./play.svelte";
import { UNSHIFTED } from "./scene";

/** Marks and selects the move of a hint. */
export default function suggest(play: Play, hint: Hint | null): undefined {
  play.table.marked = null;
  if (!hint) return;
  const { action, kind, fields } = hint.choice;
  const { block, shift } = fields;
  const own = play.scene?.blocks.findIndex(({ seat, number }) => seat === play.seat && number === block) ?? -1;
  if (kind === "template" && shift !== undefined) play.aimAt(shift);
  if (play.movable.has(own)) play.select(own);
  for (const [square, choice] of play.targets) if (choice.action === action) play.table.marked = square;
  for (const [index, choice] of play.blocks) if (choice.action === action) play.table.marked = play.block(index)?.square ?? null;
}

/** The template where this person holds it; where it lies at first, nobody has chosen yet. */
export function chosen(play: Play): readonly number[] | undefined {
  if (play.aim === UNSHIFTED) return undefined;
  const held = play.all("template").find(({ fields }) => fields["shift"] === play.aim);
  return held && [held.action];
}
