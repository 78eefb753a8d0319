import { expect, test } from "vitest";
import type { Bounds } from "../../../lib/forms/settings";
import { added, changed, exchanged, read, removed, write, type Roster } from "./roster";

const STATISTIC = [2, 6];
const BOUNDS: Bounds = { move: [1, 9], strength: STATISTIC, speed: STATISTIC, skill: STATISTIC, armour: STATISTIC, players: [1, 8] };
const TEXT = `name = "Crew"
team = ["Tall One", "Fox", "Fox"] # a remark
[player."Tall One"]
role = "guard"
move = 4
strength = 3
speed = 5
skill = 5
armour = 3
[player.Fox]
role = "striker"
move = 6
strength = 5
speed = 3
skill = 4
armour = 5
`;
const crew = (): Roster => {
  const found = read(TEXT, BOUNDS);
  if (!found) throw new Error("a roster that cannot be read");
  return found;
};

test("a roster is read and written", () => {
  expect(crew().team).toEqual([0, 1, 1]);
  expect(read(write(crew()), BOUNDS)).toEqual(crew());
});

test.each(["", "name = ", TEXT.replace("move = 4", "move = 40"), TEXT.replace("guard", "keeper"), TEXT.replace('"Fox", "Fox"', '"Owl"')])(
  "what is no roster is left to the server",
  (text) => {
    expect(read(text, BOUNDS)).toBeNull();
  },
);

test("what fits is the server's to say", () => {
  expect(read(TEXT, { ...BOUNDS, players: [1, 2] })).toBeNull();
  expect(read(TEXT.replace("move = 4", "move = 12"), { ...BOUNDS, move: [1, 12] })?.kinds[0]?.move).toBe(12);
});

test("players follow their kind when it is renamed or goes", () => {
  const renamed = changed(crew(), 1, { ...(crew().kinds[1] as Roster["kinds"][number]), name: "Vixen" });
  expect(write(renamed)).toContain('"Tall One", "Vixen", "Vixen"');
  expect(changed(crew(), 1, { ...(crew().kinds[1] as Roster["kinds"][number]), name: "Tall One" })).toEqual(crew());
  expect(removed(crew(), 0)).toMatchObject({ team: [0, 0, 0], kinds: [{ name: "Fox" }] });
  expect(added(crew()).kinds.map((one) => one.name)).toEqual(["Tall One", "Fox", "Player 3"]);
  expect(exchanged(crew(), 0, 2).team).toEqual([1, 1, 0]);
});
