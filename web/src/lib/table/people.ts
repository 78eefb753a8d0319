import type { SeatInfo } from "../server/protocol";

/** What a sentence calls the person or computer at `seat`; `otherwise` where they have given no name. */
export function calledAt(seats: readonly SeatInfo[] | undefined, seat: number, otherwise: string): string {
  return seats?.[seat]?.called || otherwise;
}

/** A name as the first word of a sentence. */
export function first(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
