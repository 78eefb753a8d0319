import { local } from "../browser/store";
import type { GameInfo, LevelInfo } from "../server/protocol";

const KEY = "sandtable.difficulty";
/** a stranger's first match can be won */
const FIRST = 1;
const WINS = 2;
/** a finished table that is opened again is not counted again */
const REMEMBERED = 100;
const WORDS = ["Random", "Easy", "Normal", "Hard", "Expert"] as const;

/** At one game: the level of the last match, wins in a row at it, and the latest tables that were counted. */
interface Standing {
  level: number;
  wins: number;
  tables: string[];
}

export type Ending = "won" | "lost" | "drawn";

/** A level to play next, and the word on its button. */
export interface Step {
  word: "Easier" | "Harder";
  level: LevelInfo;
}

type Levels = Pick<GameInfo, "id" | "levels">;

/** What all games call a level of the computer; "" for a level beyond those that have a word. */
export function difficulty(level: number): string {
  return WORDS[level] ?? "";
}

/** A level as people choose it: "Easy (Flicker)". */
export function levelName({ level, name }: Pick<LevelInfo, "level" | "name">): string {
  const word = difficulty(level);
  return word && word !== name ? `${word} (${name})` : name;
}

/** The level to begin with: the one that was played against last, before the first match the easiest that plays to win. */
export function levelFor(game: Levels): LevelInfo | undefined {
  const last = standings()[game.id]?.level ?? FIRST;
  return game.levels.find((one) => one.level === last) ?? game.levels.find((one) => one.level === FIRST) ?? game.levels.at(-1);
}

/** Counts a match against the computer, once for each table, and says what to offer: easier after a loss, harder after two wins. */
export function counted(game: Levels, table: string, level: number, ending: Ending): Step | null {
  const all = standings();
  const before = all[game.id];
  const tables = before?.tables ?? [];
  if (!tables.includes(table)) {
    const wins = ending === "won" ? (before?.level === level ? before.wins : 0) + 1 : 0;
    all[game.id] = { level, wins, tables: [...tables, table].slice(-REMEMBERED) };
    local.write(KEY, JSON.stringify(all));
  }
  if (ending === "lost") return step(game, "Easier", level - 1);
  return ending === "won" && (all[game.id]?.wins ?? 0) >= WINS ? step(game, "Harder", level + 1) : null;
}

function step({ levels }: Levels, word: Step["word"], wanted: number): Step | null {
  const level = levels.find((one) => one.level === wanted);
  return level ? { word, level } : null;
}

function standings(): Record<string, Standing> {
  const found = local.json(KEY);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, Standing>) : {};
}
