import type { Choice } from "../../lib/server/protocol";
import type { Outcome } from "../../ui/shared/outcome";
import type { Chip } from "./plan";
import { called, hexName, wayOf, type Deed, type Duel, type Odds, type Player } from "./scene";

/** A choice of `seat` in words, also one of so many that the table sends them without: those of the line-up. */
export function said({ kind, text, fields }: Choice, seat: number): string {
  if (fields["side"] !== undefined) return `${kind} ${wayOf(fields["side"], seat)}`;
  return text || `place player ${(fields["player"] ?? 0) + 1} at ${hexName(fields["hex"] ?? 0)}`;
}

/** What is asked in the phases that come up in an action; `name` is the player that it is about. */
export const QUESTIONS: Record<string, (name: string) => string> = {
  push: (name) => `Push ${name} which way?`,
  follow: (name) => `Does ${name} follow into the vacated hex?`,
  sidestep: (name) => `Where does ${name} sidestep to?`,
  face: (name) => `Which way does ${name} face?`,
};

const VERBS: Record<string, string> = {
  run: "Run",
  sprint: "Sprint",
  slam: "Slam",
  steal: "Steal from",
  pass: "Throw to",
  strike: "Strike",
  stand: "Stand up",
  enter: "Come on",
};

/** A chip in as few words as will do: "Slam Visitor 2", "Run, pick up"; the pitch shows where. */
export function chipText(chip: Chip, target: Player | undefined): string {
  const { kind, picks } = chip.offer;
  return `${VERBS[kind] ?? kind}${target ? ` ${called(target)}` : ""}${picks ? ", pick up" : ""}`;
}

/** The same with its player and its hex. */
export function chipSentence(chip: Chip, actor: Player | undefined, target: Player | undefined): string {
  return `${actor ? called(actor) : ""}: ${chipText(chip, target)}, ${hexName(chip.offer.hex)}`;
}

const ORDER = ["double", "win", "draw", "lose", "lose_double"] as const;
const LOST: Record<Duel["kind"], [string, string]> = { slam: ["knocked down", "pushed back"], steal: ["ball taken", "ball knocked loose"] };
const WON: Record<"slamback" | "dodge", [string, string]> = {
  slamback: ["attacker pushed back", "attacker knocked down"],
  dodge: ["gets away", "gets away and sidesteps"],
};

/** The outcomes of a contest for its target, best first. */
export function forTarget(odds: Odds, kind: Duel["kind"], reply: "slamback" | "dodge"): Outcome[] {
  const texts = [...LOST[kind], "draw", ...WON[reply]];
  return ORDER.map((name, index) => ({ text: texts[index] ?? "", chance: odds[name], worth: index - 2 })).reverse();
}

/** The outcomes of a contest for its attacker, best first; the target replies as is best for him. */
export function forAttacker(odds: Odds, kind: Duel["kind"]): Outcome[] {
  const texts =
    kind === "slam"
      ? ["knocks down", "pushes back", "draw", "fails", "fails badly"]
      : ["takes the ball", "knocks it loose", "draw", "fails", "fails badly"];
  return ORDER.map((name, index) => ({ text: texts[index] ?? "", chance: odds[name], worth: 2 - index }));
}

const DOING: Record<string, string> = {
  run: "runs",
  sprint: "sprints",
  slam: "goes for a slam",
  steal: "goes for a steal",
  throw: "is about to throw",
  stand: "stands up",
};

/** What a player in action is at, as a sentence. */
export function doing(deed: Deed, actor: Player | undefined): string {
  if (!actor) return "";
  const left = deed.points > 0 ? `, ${deed.points} ${deed.points === 1 ? "hex" : "hexes"} left` : "";
  return `${called(actor)} ${DOING[deed.doing] ?? "acts"}${left}.`;
}

/** How a player is, and where if that is not on the pitch: "has the ball", "out for 2 turns". */
export function standing(player: Player): string {
  if (player.where === "bench") return "on the bench";
  if (player.where === "out") return `out for ${player.out} ${player.out === 1 ? "turn" : "turns"}`;
  const marks = [player.prone ? "prone" : "", player.ball ? "has the ball" : "", player.acted > 0 ? `acted ${player.acted}×` : ""];
  return marks.filter((mark) => mark).join(", ") || "on the pitch";
}
