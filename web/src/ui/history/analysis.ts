import type { CostlyDecision, SideFindings } from "../../lib/server/protocol";

/** A difference of chances to win, in signed percentage points. */
export function gained(share: number): string {
  const points = Math.round(100 * share);
  return points === 0 ? "0" : `${points > 0 ? "+" : "−"}${Math.abs(points)}`;
}

/** What a decision is marked as, and what it cost. */
export function marked({ mark, loss, error }: CostlyDecision): string {
  const cost = `−${digits(loss)} ± ${digits(error)}`;
  return mark === "" || mark === "good" ? cost : `${mark.charAt(0).toUpperCase()}${mark.slice(1)}, ${cost}`;
}

/** How many decisions a side made, what one cost on average if that is certain, and their marks. */
export function lost({ loss, loss_error: error, decisions, marks }: SideFindings): string {
  const named = ["blunder", "mistake", "inaccuracy"].map((mark) => counted(marks[mark] ?? 0, mark)).filter((one) => one !== "");
  if (decisions === 0) return "No decisions.";
  const each = decisions > 1 ? " each on average" : "";
  const cost = loss === null || error === null ? "" : ` cost ${digits(loss / decisions)} ± ${digits(error / decisions)}${each}`;
  return `${counted(decisions, "decision")}${cost}${named.length > 0 ? `: ${named.join(", ")}` : ""}.`;
}

function counted(number: number, word: string): string {
  if (number === 0) return "";
  if (number === 1) return `1 ${word}`;
  return `${number} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}

function digits(share: number): string {
  const points = 100 * share;
  return points < 9.95 ? points.toFixed(1) : points.toFixed(0);
}
