import type { Beat, Event, Snapshot } from "../server/protocol";

/** What is to be seen before a position is shown, for `ms`: dice that fall, a beat on the board, or the game's own film. */
export type Cue = { ms: number } & (
  { kind: "dice"; dice: readonly number[] } | { kind: "beat"; beat: Beat } | { kind: "film"; snapshot: Snapshot }
);

const DICE = 700;
const LENGTHS: Record<Beat["kind"], number> = { way: 280, aim: 500, flight: 550, blow: 600, fall: 400, turn: 550, frame: 700, call: 1100 };
/** more for each further cell of a way, and at most */
const CELL = 80;
const LONGEST = 700;
// what one has just done oneself needs no showing; what comes of it does
const OWN: readonly Beat["kind"][] = ["way", "aim"];

/** The cues of `fresh` in their order, for who sits in `seat`, at a pace that multiplies all times. */
export function cuesOf(fresh: readonly Event[], seat: number | null, pace: number): Cue[] {
  return fresh.flatMap((event): Cue[] => {
    const own = seat !== null && event.seat === seat;
    const beats = event.beats.filter(({ kind }) => !own || !OWN.includes(kind));
    const dice: Cue[] = event.dice.length > 0 ? [{ kind: "dice", dice: event.dice, ms: pace * DICE }] : [];
    return [...dice, ...beats.map((beat): Cue => ({ kind: "beat", beat, ms: pace * lengthOf(beat) }))];
  });
}

function lengthOf({ kind, cells }: Beat): number {
  const further = kind === "way" || kind === "flight" ? Math.max(0, cells.length - 2) : 0;
  return LENGTHS[kind] + Math.min(LONGEST, CELL * further);
}
