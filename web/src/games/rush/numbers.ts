import type { Choice } from "../../lib/protocol";

/** The most players of a team. */
export const TEAM = 8;
const FORMATIONS = 6;
const HEXES = 201;

/** A choice of the line-up from its number: of so many the table sends no more than that. */
export function lineUp(action: number, name: (hex: number) => string): Choice {
  if (action < FORMATIONS)
    return { action, kind: "formation", fields: { formation: action }, text: `line up in formation ${action + 1}`, odds: null };
  const player = Math.floor((action - FORMATIONS) / HEXES);
  const hex = (action - FORMATIONS) % HEXES;
  return { action, kind: "place", fields: { player, hex }, text: `place player ${player + 1} at ${name(hex)}`, odds: null };
}
