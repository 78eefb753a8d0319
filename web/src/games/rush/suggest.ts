import type { Hint } from "../../lib/server/protocol";
import type { Play } from "./play.svelte";
import type { Offer } from "./scene";

const MOVING = new Set(["step", "dash"]);

/** Puts the whole move of a hint into the plan, or else marks it; returns what the plan calls it. */
export default function suggest(play: Play, hint: Hint | null): string | undefined {
  play.table.marked = null;
  if (!hint) return undefined;
  const { choice, line } = hint;
  const about = choice.fields["player"];
  const actor = about === undefined ? undefined : play.shown.filter(({ seat }) => seat === play.seat)[about];
  if (actor && play.actors.includes(actor.id)) {
    if (play.selected !== actor.id) play.take(actor.id);
    const offer = offered(play, line);
    if (offer && !play.planning) {
      play.plan(offer);
      return `${actor.name}: ${offer.text}`;
    }
  }
  play.table.marked = play.hexOf(choice) ?? null;
  return undefined;
}

/** What leads where `line` leads: exactly so if possible, or else by the surest way. */
function offered({ acts, table }: Play, line: readonly number[]): Offer | undefined {
  const along = acts.filter(({ moves }) => line.every((action, at) => moves[at] === action));
  const same = along.find(({ moves }) => moves.length === line.length);
  if (same) return same;
  const steps = line.filter((action) => MOVING.has(table.actions.unpack(action).kind)).length;
  const [longer] = along;
  return longer && acts.find(({ kind, hex }) => kind === longer.kind && hex === longer.path[steps - 1]);
}

/** The first chip of the plan, as actions in a row; it is judged as soon as it is made. */
export function chosen(play: Play): readonly number[] | undefined {
  return play.planner.running ? undefined : play.planner.chips[0]?.offer.moves;
}

/** Drops the plan. */
export function drop({ planner }: Play): void {
  planner.clear();
}
