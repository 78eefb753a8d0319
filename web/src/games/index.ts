import type { Component } from "svelte";
import type { GameClient } from "./types";

// each folder beside this file is a game; its folder's name is the game's id
const clients = import.meta.glob<{ default: GameClient }>("./*/index.ts");
const covers = import.meta.glob<{ default: Component }>("./*/Cover.svelte");

/** The client of the game `id`; a rejected promise where this build has none. */
export async function loadGame(id: string): Promise<GameClient> {
  const load = clients[`./${id}/index.ts`];
  if (!load) throw new Error("This browser client cannot show that game yet.");
  return (await load()).default;
}

/** The picture for the game's card; null where it has none. */
export async function loadCover(id: string): Promise<Component | null> {
  const load = covers[`./${id}/Cover.svelte`];
  return load ? (await load()).default : null;
}
