import type { Component } from "svelte";
import type { Choice, Event, Luck, Snapshot } from "../lib/server/protocol";
import type { Bounds } from "../lib/forms/settings";
import type { Sound } from "../lib/browser/sound";
import type { TableView } from "../lib/table/table.svelte";
import type { Words } from "../lib/rules/words";

/** One side of a game: its name and the shape that stands for it in lists. */
export interface Side {
  name: string;
  shape: "disc" | "diamond" | "hexagon";
  fill: string;
  ink: string;
}

/** Both sides of a game. The default export of `sides.ts` in a game's folder, for the game and its companion. */
export type Sides = readonly [Side, Side];

/** How a game speaks of what nobody decides, where it is not of dice. */
export interface ChanceWords {
  /** the heading of what chance did so far, and what its two bars are */
  heading: string;
  bars: string;
  /** a seat's sum of it in a sentence */
  told: (luck: Luck) => string;
  /** the heading of how it can be checked, and what follows from the table's secret: "every card" */
  fair: string;
  drawn: string;
}

/**
 * A link to a further place of a game, to a page of its own for instance. The default export of `links.ts` in a game's folder is a
 * list of these; they stand on the game's card, beside its rules and on the form for a new table.
 */
export interface GameLink {
  label: string;
  href: string;
  /** whether one draws boards, maps or teams there: the page of maps and boards has it too */
  draws?: boolean;
}

/**
 * Draws a custom text, a board or a team: `text` is what is there now; one that it cannot draw is left as it is, with a
 * sentence. `bounds` are the least and the most of the numbers in it, as the rules have them.
 */
export type TextEditor = Component<{ text: string; bounds: Bounds }, object, "text">;

/**
 * The guided lesson, with its own way to the end. The default export of `Lesson.svelte` in a game's folder. `words` are what the
 * server has it say, `rules` opens the rules at a clause.
 */
export type Lesson = Component<{ done: () => void; words: Words; rules: (clause: string) => void }>;

/** What a game gives to the table page; `P` is the game's own state of selection and choice. */
export interface GameClient<P = unknown> {
  sides: Sides;
  /** true where a seat knows things that the other may not see on the same device */
  secret: boolean;
  /** what luck is counted in, for the luck panel; none where nothing is rolled for */
  luckUnit?: string;
  /** the game's own words for chance; without them it is dice that roll */
  chance?: ChanceWords;
  /** by the setting's name: what draws a custom text, fetched when it is needed */
  editors?: Record<string, () => Promise<{ default: TextEditor }>>;
  /**
   * What is prepared for somebody who only wants to begin: a sentence that says so, what the button is called that leaves the
   * choice to him, and what takes it once a table asks; `take` returns whether it did.
   */
  ready?: { says: string; instead: string; take: (play: P) => boolean };
  /** what a match that is played at once is like for this person, after what this browser keeps of him; none if that is as usual */
  usual?: () => { says: string; settings: Record<string, number> } | null;
  /** what decides the game, on the card with which a match begins */
  Opening?: Component<{ words: Words }>;
  play(table: TableView): P;
  /** the board, or what stands in its place during setup; the page scrolls to what holds `data-look` when a decision is due */
  Stage: Component<{ play: P }>;
  /** a few lines that stay next to the board during a decision: what it depends on */
  Strip?: Component<{ play: P }>;
  /** describes the place on the board that is pointed at, or what was shown last */
  Caption?: Component<{ play: P }>;
  /** what a finished match leaves behind, below the board and its replay */
  Legacy?: Component<{ play: P }>;
  /** true where the board is much wider than high: what is known stands beneath the decision, and leaves it the room */
  wide?: boolean;
  /** what to decide now */
  Actions: Component<{ play: P }>;
  /** what this seat knows */
  Panel: Component<{ play: P }>;
  /** turns the board round; without it there is no button that does */
  flip?: (play: P) => void;
  /** keys of the game's own and what they do, for the help */
  keys?: readonly [string, string][];
  /** by the kind of an event: a sound other than that of a piece that is set down */
  sounds?: Record<string, Sound>;
  /** how long the film of what led to `snapshot` is, in ms, which `Stage` plays while it is the table's cue; `fresh` are the lines that led to it */
  lasts?: (snapshot: Snapshot, fresh: readonly Event[]) => number;
  /** a line of the log that occurs several times in a row, as one; without it, or if it returns the same line, "(3 times)" is appended */
  counts?: (text: string, times: number) => string;
  /** a line of the log as it is next to the board, where some of it would only be in the way; without it the whole line */
  brief?: (text: string) => string;
  /** how a seat is doing, next to its name: numbers, each with a short word such as "left" */
  score?: (snapshot: Snapshot, seat: number) => [number, string][];
  /** the name of the preset that is a short match, for somebody who only wants to try the game */
  short?: string;
  /** how a choice of `seat` reads in the moves list, where the table's own words do not fit the picture */
  says?: (choice: Choice, seat: number) => string;
  /** true where `Actions` lists all that may be done, so that no second list stands beside it */
  lists?: boolean;
  /** true of a companion at a real table, whose ledger two people keep together */
  ledger?: boolean;
  /** by the kind of an outcome: what the button says that draws it on this phone */
  titles?: Readonly<Record<string, string>>;
}
