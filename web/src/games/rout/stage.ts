import type { TableView } from "../../lib/table/table.svelte";
import type { Aiming } from "./aiming.svelte";
import type { Reel } from "./filmplay.svelte";
import type { Placing } from "./placing.svelte";
import type { Sample } from "./swipe";
import type { Block, Formation, Scene, Seat } from "./scene";

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
  /** a finger swiped a block and let go at the time `end`; `pixels` for a mm there */
  swipe(block: number, samples: readonly Sample[], end: number, pixels: number): void;
  /** drops what is chosen */
  clear(): void;
  /** shows how it stands now */
  hurry(): void;
  /** the broken block that is thought of for a rally */
  rallied: number | null;
}
