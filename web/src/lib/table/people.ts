import type { SeatInfo } from "../server/protocol";

/** What a sentence calls the person or computer at `seat`; `otherwise` where they have given no name. */
export function calledAt(seats: readonly SeatInfo[] | undefined, seat: number, otherwise: string): string {
  return seats?.[seat]?.called || otherwise;
}

/** What `calledAt` says as the first words of a sentence: a person's own name stays as that person writes it. */
export function first(name: string): string {
  return name.replace(/^t(?=he computer$)|^y(?=our opponent$)/, (letter) => letter.toUpperCase());
}
