import { api, boardUrl } from "../server/api";
import { upTo } from "../table/events";
import type { LiveTable } from "../table/table.svelte";
import type { Clip } from "./clip";

/** A clip of the moves from `from` to `to`, with a `note` of what it is; `done` receives how many positions are in it. */
export async function clipOf(table: LiveTable, from: number, to: number, note: string, done: (count: number) => void): Promise<Clip> {
  const [{ makeClip }, games] = await Promise.all([import("./clip"), api.games()]);
  const title = games.find(({ id }) => id === table.latest?.game)?.name ?? "";
  const lines = upTo(table.latestEvents, to);
  const scenes = Array.from({ length: to - from + 1 }, (_, n) => {
    const here = lines.filter(({ ply }) => ply === from + n);
    return {
      picture: `${boardUrl(table.id)}?ply=${from + n}`,
      text: here.map(({ text }) => text).join(" "),
      dice: here.flatMap(({ dice }) => dice),
    };
  });
  const players = (table.latest?.seats ?? []).map(({ name }, seat) => ({ name: name || "Open seat", mark: table.marks[seat] ?? null }));
  return makeClip(scenes, { title, players, note }, done);
}
