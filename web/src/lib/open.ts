import { api } from "./api";
import { shortName } from "./names";
import { prefs } from "./prefs.svelte";
import type { NewTable, Seated, Terms } from "./protocol";
import { router } from "./router.svelte";
import { keepSeat } from "./seats";
import { start } from "./start.svelte";

/** Opens a table as soon as the server can, keeps the right to act there, and goes to it, with `query` in its address. */
export async function openTable(body: NewTable, query = ""): Promise<void> {
  await start.wait();
  enter(await api.open({ name: guestName(), ...body }), query);
}

/** Takes the free seat of an invitation, with what is proposed instead if there is something, and goes to the table. */
export async function joinTable(code: string, instead: Terms | null = null): Promise<void> {
  await start.wait();
  enter(await api.join(code, { name: guestName(), instead }));
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
