import type { Hint } from "../../lib/server/protocol";
import type { Aim } from "./aim";
import type { Aiming } from "./aiming.svelte";
import type { Play } from "./play.svelte";

/** Shows the flick of a hint as a line and a strength, as it would be aimed or swiped, or chooses the block of a rally; returns its name. */
export default function suggest(play: Play, hint: Hint | null): string | undefined {
  play.stroke = null;
  if (!hint) return undefined;
  const { kind, fields } = hint.choice;
  const { unit, direction = 0, speed = 0, contact = 0, rank } = fields;
  if (rank !== undefined) play.rallied = play.rallies[rank] ?? null;
  const from = play.block(unit);
  const deed = play.scene?.may.find((one) => one === kind);
  if (!from || !deed || !play.scene) return undefined;
  play.aiming.deed = deed;
  play.aiming.choose(from.id);
  if (play.aims) take(play.aiming, { contact, direction, speed });
  else play.stroke = { from, direction, speed };
  const { slowest, pace, count } = play.scene.speeds;
  const power = Math.round((100 * (slowest + pace * speed)) / (slowest + pace * (count - 1)));
  return `${deed} with your ${from.kind ?? "block"}, along the line at ${power}\u00a0%`;
}

/** The flick as it is aimed. */
export function chosen(play: Play): readonly number[] | undefined {
  const { flickAction } = play;
  return flickAction === null ? undefined : [flickAction];
}

/** Aims the chosen block like this, as nearly as the controls can. */
function take(aiming: Aiming, { contact, direction, speed }: Aim): void {
  aiming.setDirection(direction);
  aiming.setSpeed(speed);
  // a push off the middle is the only way to another contact point
  const off = (spin: number): number => {
    aiming.setSpin(spin);
    return Math.abs(aiming.contact - contact);
  };
  const spins = Array.from({ length: 41 }, (_, n) => n - 20);
  aiming.setSpin(spins.reduce((best, spin) => (off(spin) < off(best) ? spin : best), 0));
}
