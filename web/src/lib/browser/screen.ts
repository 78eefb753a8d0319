import { getContext, setContext } from "svelte";
import { MediaQuery } from "svelte/reactivity";

/** A phone or a tablet held upright: a table's board is above the decision, and each has its own part of the screen. */
export const upright = new MediaQuery("(min-width: 20rem) and (max-width: 51.99rem) and (min-height: 34rem)");

/** A desk with room for three columns: what is prepared has a column of its own next to the board. */
export const desk = new MediaQuery("(min-width: 80rem) and (min-height: 34rem)");

const ROOM = Symbol("room of a board");

/** Sets the height of this table's board in pixels; null for no limit. Call it while a component is set up. */
export function setBoardRoom(high: () => number | null): void {
  setContext(ROOM, high);
}

/** The height of the board here in pixels; null for no limit, as in a lesson. */
export function boardRoom(): () => number | null {
  return getContext<(() => number | null) | undefined>(ROOM) ?? (() => null);
}
