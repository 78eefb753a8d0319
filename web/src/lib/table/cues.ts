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

/** The cues of `fresh` in order, as the person in `seat` sees them, with times multiplied by `pace`; consecutive steps of a piece are one path. */
export function cuesOf(fresh: readonly Event[], seat: number | null, pace: number): Cue[] {
  return joined(fresh).flatMap((event): Cue[] => {
    const own = seat !== null && event.seat === seat;
    const beats = event.beats.filter(({ kind }) => !own || !OWN.includes(kind));
    const dice: Cue[] = event.dice.length > 0 ? [{ kind: "dice", dice: event.dice, ms: pace * DICE }] : [];
    return [...dice, ...beats.map((beat): Cue => ({ kind: "beat", beat, ms: pace * lengthOf(beat) }))];
  });
}

/** The lines, with consecutive steps of a piece as one. */
function joined(lines: readonly Event[]): Event[] {
  const made: Event[] = [];
  for (const line of lines) {
    const last = made.at(-1);
    const [way, more] = [last?.beats[0], line.beats[0]];
    if (last && way && more && goesOn(last, line))
      made.splice(-1, 1, { ...line, beats: [{ ...more, cells: [...way.cells, ...more.cells.slice(1)] }] });
    else made.push(line);
  }
  return made;
}

/** Whether `next` is a further step of the piece that moves in `line`, and neither shows anything else. */
export function goesOn(line: Event, next: Event): boolean {
  const [step, more] = [onlyStep(line), onlyStep(next)];
  return step !== null && more !== null && line.seat === next.seat && step.cells.at(-1) === more.cells[0] && more.cells.length > 1;
}

function onlyStep({ dice, beats }: Event): Beat | null {
  const [beat] = beats;
  return beat && beats.length === 1 && dice.length === 0 && beat.kind === "way" && beat.text === "" ? beat : null;
}

function lengthOf({ kind, cells }: Beat): number {
  const further = kind === "way" || kind === "flight" ? Math.max(0, cells.length - 2) : 0;
  return LENGTHS[kind] + Math.min(LONGEST, CELL * further);
}
