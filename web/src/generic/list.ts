import { percent } from "../lib/rules/percent";
import type { Choice } from "../lib/server/protocol";

/** The choices of one kind, in their order. */
export interface Group {
  kind: string;
  title: string;
  choices: readonly Choice[];
}

/** What is shown of a list, and how much of what was found is left out. */
export interface Listed {
  groups: readonly Group[];
  shown: number;
  left: number;
}

/** The choices in whose text each word of `search` stands, by kind; at most `most` of them. */
export function listed(choices: readonly Choice[], search: string, most: number): Listed {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = choices.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const shown = found.slice(0, most);
  const kinds = [...new Set(shown.map(({ kind }) => kind))];
  const groups = kinds.map((kind) => ({ kind, title: titled(kind), choices: shown.filter((choice) => choice.kind === kind) }));
  return { groups, shown: shown.length, left: found.length - shown.length };
}

/** Where a choice with one field lies on a grid, row by row; both from 1, as style sheets count. */
export function cellOf({ fields }: Pick<Choice, "fields">, columns: number): { row: number; column: number } {
  const [value = 0] = Object.values(fields);
  return { row: 1 + Math.floor(value / columns), column: 1 + (value % columns) };
}

/** The name of a kind or a field as a heading. */
export function titled(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A game's figures for an action, in words; chances in per cent. */
export function told(odds: Readonly<Record<string, number>> | null): string {
  return Object.entries(odds ?? {})
    .map(([name, value]) => `${name.replaceAll("_", " ")} ${value >= 0 && value <= 1 ? percent(value) : value.toFixed(1)}`)
    .join(" · ");
}
