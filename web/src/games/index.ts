import type { Component } from "svelte";
import type { Play } from "../generic/play.svelte";
import { api } from "../lib/server/api";
import type { GameClient, GameLink, Lesson, Sides } from "./types";

// each folder beside this file is a game; its folder's name is the game's id
const clients = import.meta.glob<{ default: GameClient }>("./*/index.ts");
// what a game's folder shows beside the ledger of its companion
const ledgers = import.meta.glob<{ default: Component<{ play: Play }> }>("./*/Ledger.svelte");
// what the ledger of a game's companion looks like
const stages = import.meta.glob<{ default: Component<{ play: Play }> }>("./*/companion/Stage.svelte");
// what stands for a game's sides, with its companion too
const marks = import.meta.glob<{ default: Sides }>("./*/sides.ts");
const covers = import.meta.glob<{ default: Component }>("./*/Cover.svelte");
const lessons = import.meta.glob<{ default: Lesson }>("./*/Lesson.svelte");

// a page of a game's own stands at /<id>/<page>
const pages = import.meta.glob<{ default: Component }>("./*/pages/*.svelte");

const links = import.meta.glob<{ default: readonly GameLink[] }>("./*/links.ts", { eager: true });

/** Whether the game `id` has a client of its own, with a lesson. */
export function hasClient(id: string): boolean {
  return `./${id}/index.ts` in clients;
}

/** The client of the game `id`, or the one for any game; a rejected promise where the server has no such game. */
export async function loadGame(id: string): Promise<GameClient> {
  const load = clients[`./${id}/index.ts`];
  if (load) return (await load()).default;
  const game = (await api.games()).find((one) => one.id === id);
  if (!game) throw new Error("There is no game by that name here.");
  const { clientOf } = await import("../generic/client");
  const [sides, beside, stage] = await Promise.all([
    marks[`./${game.companion_of}/sides.ts`]?.(),
    ledgers[`./${game.companion_of}/Ledger.svelte`]?.(),
    stages[`./${game.companion_of}/companion/Stage.svelte`]?.(),
  ]);
  return clientOf(game, sides?.default, beside?.default, stage?.default);
}

/** The picture for the game's card; null where it has none. */
export async function loadCover(id: string): Promise<Component | null> {
  const load = covers[`./${id}/Cover.svelte`];
  return load ? (await load()).default : null;
}

/** The lesson of the game `id`; null where it has none. */
export async function loadLesson(id: string): Promise<Lesson | null> {
  const load = lessons[`./${id}/Lesson.svelte`];
  return load ? (await load()).default : null;
}

/** The further places of the game `id`. */
export function linksOf(id: string): readonly GameLink[] {
  return links[`./${id}/links.ts`]?.default ?? [];
}

/** The page `page` of the game `id`; null where it has none. */
export async function loadPage(id: string, page: string): Promise<Component | null> {
  const load = pages[`./${id}/pages/${page}.svelte`];
  return load ? (await load()).default : null;
}
