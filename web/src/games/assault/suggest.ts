import type { Hint } from "../../lib/server/protocol";
import type { Play } from "./play.svelte";

/** Marks and selects the move of a hint. */
export default function suggest(play: Play, hint: Hint | null): undefined {
  const { kind, fields = {} } = hint?.choice ?? {};
  const { tile, pawn, stat } = fields;
  const about = pawn === undefined ? undefined : kind === "choose" ? play.own(pawn) : play.enemy(pawn);
  play.table.marked = tile ?? about?.tile ?? null;
  if (stat === undefined) return;
  if (pawn !== undefined) play.takeTarget(pawn);
  play.takeStat(stat);
}

/** The stat that is picked. */
export function chosen(play: Play): readonly number[] | undefined {
  return play.picked ? [play.picked.action] : undefined;
}
