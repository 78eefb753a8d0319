import type { TableView } from "../../lib/table/table.svelte";
import type { Aiming } from "./aiming.svelte";
import type { Reel } from "./filmplay.svelte";
import type { Placing } from "./placing.svelte";
import type { Slide } from "./slide.svelte";
import type { Gesture } from "./swipe";
import type { Block, Formation, Pose, Scene, Seat } from "./scene";

/** What a swipe would do if the finger lifted now. */
export interface Stroke {
  from: Pose;
  /** tenths of a degree */
  direction: number;
  /** the index of the speed */
  speed: number;
}

/** What the board needs of the game's `Play`. */
export interface Played {
  table: TableView;
  scene: Scene | null;
  seat: Seat | null;
  phase: string;
  aiming: Aiming;
  placing: Placing;
  /** the board loads it with the films that come, and plays them */
  reel: Reel;
  /** the formation that is looked at while placing */
  preview: Formation | null;
  /** chances that the flick breaks or routs a block, where they were asked for */
  chances: ReadonlyMap<number, string>;
  /** a block was tapped, or Enter pressed on it: choose it, rally it, or say why that may not be */
  press(block: number): void;
  /** Enter on the aim: flick as it is aimed */
  flick(): void;
  aimAt(target: Block): void;
  /** a flick is aimed here; else it is the finger's own (T3.0) */
  aims: boolean;
  /** a flick may be swiped anywhere on the bench now */
  swipes: boolean;
  /** the swipe in progress; null if there is none, or if it has not crossed a block yet */
  stroke: Stroke | null;
  /** called while a finger is moving; null if the gesture was cancelled */
  swiping(gesture: Gesture | null): void;
  /** a finger let go at the time `end` */
  swipe(gesture: Gesture, end: number): void;
  /** the slide of the last finger flick, until the server's path arrives */
  slide: Slide;
  /** by block: its letter, if several blocks have the same name */
  letters: ReadonlyMap<number, string>;
  /** the blocks that have to be told apart now, by id */
  lettered: readonly number[];
  /** drops what is chosen */
  clear(): void;
  /** shows how it stands now */
  hurry(): void;
  /** the broken block that is thought of for a rally */
  rallied: number | null;
}
