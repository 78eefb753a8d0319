import { percent } from "../lib/rules/percent";
import type { Choice } from "../lib/server/protocol";

/** The choices under one title, in their order, with the first of their kinds. */
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

/** The choices whose text has each word of `search`, by the titles of their kinds; at most `most` of them. */
export function listed(choices: readonly Choice[], search: string, most: number, titles: Readonly<Record<string, string>> = {}): Listed {
  const titleOf = ({ kind }: Choice): string => titles[kind] ?? titled(kind);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = choices.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  const shown = found.slice(0, most);
  const groups = [...new Set(shown.map(titleOf))].map((title) => {
    const under = shown.filter((choice) => titleOf(choice) === title);
    return { kind: under[0]?.kind ?? "", title, choices: under };
  });
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
