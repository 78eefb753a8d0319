import { shortName } from "../browser/names";
import { prefs } from "../browser/prefs.svelte";
import { router } from "../browser/router.svelte";
import { api } from "../server/api";
import type { NewTable, Seated, Terms } from "../server/protocol";
import { start } from "../server/start.svelte";
import { keepSeat } from "./seats";
import { keepSeed, newSeed, seedFor } from "./seeds";

/** Opens a table as soon as the server can, keeps the right to act there, and goes to it, with `query` in its address. */
export async function openTable(body: NewTable, query = ""): Promise<void> {
  await start.wait();
  const seated = await api.open({ name: guestName(), ...body, seeds: true });
  // on one device the seat that is sat in first gives the seed for both
  const [seat] = seated.seats;
  if (seated.commitment && seat !== undefined && seated.seats.length === 1) seedFor(seated.table, seat, seated.commitment);
  enter(seated, query);
}

/**
 * Takes the free seat of an invitation, with what is proposed instead if there is something, and goes to the table.
 *
 * `commitment` is what the invitation said of the server's secret: only then this browser makes its seed.
 */
export async function joinTable(code: string, commitment: string, instead: Terms | null = null): Promise<void> {
  await start.wait();
  const seed = commitment ? { seed: newSeed(), commitment } : null;
  const seated = await api.join(code, { name: guestName(), instead, seed });
  const [seat] = seated.seats;
  if (seed && seat !== undefined) keepSeed({ ...seed, table: seated.table, seat, given: true });
  enter(seated);
}

/** Keeps every seat of `seated` in this browser and goes to its table. */
export function enter(seated: Seated, query = ""): void {
  for (const [index, seat] of seated.seats.entries()) {
    const token = seated.tokens[index];
    if (token) keepSeat({ table: seated.table, game: seated.game, seat, token, invite: seated.invite, state: "turn" });
  }
  router.go(`/g/${seated.table}${query}`);
}

/** The name that others see. */
export function guestName(): string {
  return shortName(prefs.name) || "Guest";
}
