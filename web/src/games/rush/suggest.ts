import type { Hint } from "../../lib/server/protocol";
import type { Play } from "./play.svelte";
import type { Offer } from "./scene";

/** Puts the whole move of a hint into the plan, or else marks it; returns what the plan calls it. */
export default function suggest(play: Play, hint: Hint | null): string | undefined {
  play.table.marked = null;
  if (!hint) return undefined;
  const { choice, line } = hint;
  const about = choice.fields["player"];
  const actor = about === undefined ? undefined : play.shown.filter(({ seat }) => seat === play.seat)[about];
  if (actor && play.actors.includes(actor.id)) {
    if (play.selected !== actor.id) play.take(actor.id);
    const fits = (offer: Offer): boolean => line.every((action, at) => offer.moves[at] === action);
    const [offer] = play.acts.filter(fits).sort((a, b) => a.moves.length - b.moves.length);
    if (offer && !play.planning) {
      play.plan(offer);
      return `${actor.name}: ${offer.text}`;
    }
  }
  play.table.marked = play.hexOf(choice) ?? null;
  return undefined;
}

/** The first chip of the plan, as actions in a row; it is judged as soon as it is made. */
export function chosen(play: Play): readonly number[] | undefined {
  return play.planner.running ? undefined : play.planner.chips[0]?.offer.moves;
}

export const atOnce = true;
