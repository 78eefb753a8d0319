import type { Component } from "svelte";
import type { TableView } from "../lib/table.svelte";

/** One side of a game: its name and the shape that stands for it in lists. */
export interface Side {
  name: string;
  shape: "disc" | "diamond";
  fill: string;
  ink: string;
}

/** What a game gives to the table page; `P` is the game's own state of selection and choice. */
export interface GameClient<P = unknown> {
  sides: readonly [Side, Side];
  /** true where a seat knows things that the other may not see on the same device */
  secret: boolean;
  /** what luck is counted in, for the luck panel */
  luckUnit: string;
  /** by the setting's name: a text of one's own to begin with, for the settings that take such */
  examples?: Record<string, string>;
  play(table: TableView): P;
  /** the board, or what stands in its place during setup; the page scrolls to what holds `data-look` when a decision is due */
  Stage: Component<{ play: P }>;
  /** what to decide now; on a low screen it gets more room where it holds an element with `data-tall` */
  Actions: Component<{ play: P }>;
  /** what this seat knows */
  Panel: Component<{ play: P }>;
  /** the guided lesson, with its own way to the end */
  Lesson: Component<{ done: () => void }>;
}
