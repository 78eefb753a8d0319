import type { Event } from "../server/protocol";

/** Lines of the log of one seat in a row. */
export interface EventGroup {
  seat: number;
  events: Event[];
}

/** `known` with the lines of `fresh` added; one line for each number, ascending. */
export function mergeEvents(known: readonly Event[], fresh: readonly Event[]): Event[] {
  if (fresh.length === 0) return known as Event[];
  const bySeq = new Map(known.map((event) => [event.seq, event]));
  for (const event of fresh) bySeq.set(event.seq, event);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** Neighbouring lines that read the same, as one line. */
export interface Run {
  first: Event;
  last: Event;
  times: number;
}

/** The seat to which each line belongs: an outcome (seat -1) goes with what was done before it. */
export function owners(events: readonly Event[]): number[] {
  let last = -1;
  return events.map((event) => (last = event.seat >= 0 ? event.seat : last));
}

/** The log cut wherever the owner of the lines changes. */
export function groupEvents(events: readonly Event[]): EventGroup[] {
  const groups: EventGroup[] = [];
  const owner = owners(events);
  for (const [index, event] of events.entries()) {
    const seat = owner[index] ?? -1;
    const last = groups.at(-1);
    if (last?.seat === seat) last.events.push(event);
    else groups.push({ seat, events: [event] });
  }
  return groups;
}

/** `events` with equal neighbours as one; lines with dice or with more to be seen than a way stay apart, as do those in `gone` from the others. */
export function runsOf(events: readonly Event[], gone: ReadonlySet<number> = new Set()): Run[] {
  const runs: Run[] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run && readsAs(run.last, event) && gone.has(run.last.seq) === gone.has(event.seq)) {
      run.last = event;
      run.times += 1;
    } else runs.push({ first: event, last: event, times: 1 });
  }
  return runs;
}

function readsAs(one: Event, other: Event): boolean {
  const seen = [one, other].some(({ dice, beats }) => dice.length > 0 || beats.some(({ kind }) => kind !== "way"));
  return !seen && one.seat === other.seat && one.text === other.text;
}

/** What a run says; `counts` is how the game counts what its lines tell. */
export function told({ first, times }: Run, counts?: (text: string, times: number) => string): string {
  if (times === 1) return first.text;
  const counted = counts?.(first.text, times) ?? first.text;
  return counted === first.text ? `${first.text} (${times} times)` : counted;
}

/** What the others did since `seat` last did anything itself; not what was drawn before anybody did anything. */
export function sinceOwnTurn(events: readonly Event[], seat: number): Event[] {
  const owner = owners(events);
  const last = owner.lastIndexOf(seat);
  return events.filter((_, index) => index > last && owner[index] !== -1);
}

/** The lines that led to the position after `ply` moves, without what was taken back. */
export function upTo(events: readonly Event[], ply: number): Event[] {
  const gone = undone(events);
  return events.filter((event) => event.ply <= ply && event.kind !== "undo" && !gone.has(event.seq));
}

/** The numbers of those lines that a later taking-back has undone. */
export function undone(events: readonly Event[]): Set<number> {
  const gone = new Set<number>();
  for (const [index, event] of events.entries()) {
    if (event.kind !== "undo") continue;
    for (const earlier of events.slice(0, index)) if (earlier.ply > event.ply) gone.add(earlier.seq);
  }
  return gone;
}
