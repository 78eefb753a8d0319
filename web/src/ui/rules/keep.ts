import { loadCover } from "../../games";
import { api, GAMES_URL, keptUrls } from "../../lib/server/api";

const WORKER = "/sheet-worker.js";

/** Whether this browser can keep a page here: only where the address is a secure one. */
export function canKeep(): boolean {
  return "serviceWorker" in navigator;
}

/** Has the browser keep the usual quick sheets, that of `game` under the settings in `query`, and their rules; whether it has. */
export async function keepSheets(game: string, query: string): Promise<boolean> {
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const games = (await api.games()).filter((game) => game.sheet).map((game) => game.id);
  // what the pages of sheets and rules are made of, all of which is loaded by now
  const covers = await Promise.all(games.map((game) => loadCover(game)));
  await import("../../pages/Rules.svelte");
  const parts = performance.getEntriesByType("resource").map((entry) => new URL(entry.name).pathname);
  const assets = [...new Set(parts)].filter((path) => path.startsWith("/assets/"));
  const usual = games.flatMap((one, index) => keptUrls(one, covers[index] === null));
  const data = query ? [...usual, ...keptUrls(game, false, query)] : usual;
  const answered = new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: kept }: MessageEvent<boolean>) => resolve(kept);
    active?.postMessage([GAMES_URL, ...data, ...assets], [port2]);
  });
  return answered;
}
