import type { SheetAsk, SheetFact, SheetQuestion } from "../server/protocol";

/** One line of an answer; `figure` is null where nothing is counted. */
export interface Told extends SheetFact {
  figure: number | null;
}

/** How many different things can be said to `ask`. */
function count(ask: SheetAsk): number {
  return ask.many ? 2 ** ask.options.length : ask.options.length;
}

/** What is said to the asks of `question` before anybody has said anything. */
export function usual(question: SheetQuestion): number[] {
  return question.asks.map((ask) => ask.usual);
}

/** The lines of the answer when `said` is said to the asks of `question`, in their order. */
export function answerTo(question: SheetQuestion, said: readonly number[]): Told[] {
  const number = question.asks.reduce((sum, ask, index) => sum * count(ask) + (said[index] ?? ask.usual), 0);
  const figures = [...(question.figures[question.figures_of[number] ?? 0] ?? [])];
  const lines = question.lines[question.lines_of[number] ?? 0] ?? [];
  return lines.flatMap((line) => {
    const fact = question.facts[line];
    return fact ? [{ ...fact, figure: fact.kind ? (figures.shift() ?? null) : null }] : [];
  });
}

/** A figure as the sheet shows it: a chance to a tenth of a percent, which reads 0 or 100 only where that is so; a mean to a hundredth. */
export function shown(figure: number, kind: SheetFact["kind"]): string {
  if (kind === "mean") return figure.toFixed(2);
  if (figure <= 0 || figure >= 1) return `${figure <= 0 ? 0 : 100} %`;
  return `${Math.min(99.9, Math.max(0.1, 100 * figure)).toFixed(1)} %`;
}

/** One act of a chain: what is hoped for, and its chance. */
export interface Link {
  title: string;
  text: string;
  chance: number;
}

/** The chances that all goes well up to each link of a chain. */
export function running(chain: readonly Link[]): number[] {
  let product = 1;
  return chain.map((link) => (product *= link.chance));
}
