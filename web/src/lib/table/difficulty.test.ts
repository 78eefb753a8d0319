import { beforeEach, expect, test } from "vitest";
import { local } from "../browser/store";
import { counted, difficulty, levelFor, levelName } from "./difficulty";

const names = ["Fidget", "Flicker", "Marksman", "Veteran"];
const game = { id: "rout", levels: names.map((name, level) => ({ level, name, text: "" })) };

beforeEach(() => local.write("sandtable.difficulty", "{}"));

test("the first match is against level 1, the next against the level that was played last", () => {
  expect(levelFor(game)?.name).toBe("Flicker");
  counted(game, "a", 2, "drawn");
  expect(levelFor(game)?.name).toBe("Marksman");
  // a game without that level
  expect(levelFor({ ...game, levels: game.levels.slice(0, 2) })?.name).toBe("Flicker");
});

test("a loss offers an easier level, two wins in a row a harder one", () => {
  expect(counted(game, "a", 2, "lost")).toMatchObject({ word: "Easier", level: { level: 1 } });
  expect(counted(game, "b", 1, "won")).toBeNull();
  // looking at the same table again counts nothing
  expect(counted(game, "b", 1, "won")).toBeNull();
  expect(counted(game, "c", 1, "won")).toMatchObject({ word: "Harder", level: { level: 2 } });
  expect(counted(game, "d", 3, "won")).toBeNull();
  expect(counted(game, "e", 3, "won")).toBeNull();
  expect(counted(game, "f", 0, "lost")).toBeNull();
});

test("an older match that is looked at again changes nothing", () => {
  counted(game, "a", 2, "won");
  counted(game, "b", 1, "lost");
  expect(counted(game, "a", 2, "won")).toBeNull();
  expect(levelFor(game)?.name).toBe("Flicker");
});

test("a draw ends a row of wins", () => {
  counted(game, "a", 1, "won");
  counted(game, "b", 1, "drawn");
  expect(counted(game, "c", 1, "won")).toBeNull();
});

test("levels have the same words in all games, next to their own names", () => {
  expect([0, 1, 2, 3, 4, 5].map(difficulty)).toEqual(["Random", "Easy", "Normal", "Hard", "Expert", ""]);
  expect(levelName({ level: 1, name: "Flicker" })).toBe("Easy (Flicker)");
  expect(levelName({ level: 0, name: "Random" })).toBe("Random");
});

test("what somebody else has stored there does no harm", () => {
  local.write("sandtable.difficulty", "[1]");
  expect(levelFor(game)?.level).toBe(1);
});
