import { expect, test } from "vitest";
import { cellOf, listed, titled, told } from "./list";

const choice = (action: number, kind: string, text: string) => ({ action, kind, fields: {}, text, odds: null });
const CHOICES = [choice(0, "hide", "hide in the barn"), choice(1, "hide", "hide in the mill"), choice(2, "seek", "look in the Barn")];
const texts = (search: string, most = 10) => listed(CHOICES, search, most).groups.map((group) => group.choices.map(({ text }) => text));

test("choices stand by their kinds, in their order", () => {
  expect(listed(CHOICES, "", 10).groups.map(({ title }) => title)).toEqual(["Hide", "Seek"]);
  expect(texts("")).toEqual([["hide in the barn", "hide in the mill"], ["look in the Barn"]]);
});

test("kinds of one title share a list, and each other kind keeps its name", () => {
  const titles = { hide: "Where?", seek: "Where?" };
  expect(listed(CHOICES, "", 10, titles).groups).toEqual([{ kind: "hide", title: "Where?", choices: CHOICES }]);
  expect(listed(CHOICES, "", 10, { seek: "" }).groups.map(({ title }) => title)).toEqual(["Hide", ""]);
});

test("a search finds all its words in any order and letter case", () => {
  expect(texts("BARN in")).toEqual([["hide in the barn"], ["look in the Barn"]]);
  expect(texts("barn mill")).toEqual([]);
});

test("of very many the first are shown, and how many are left", () => {
  expect(listed(CHOICES, "", 2)).toMatchObject({ shown: 2, left: 1 });
  expect(texts("", 2)).toHaveLength(1);
});

test("names and figures are read as words", () => {
  expect(titled("red_roll")).toBe("Red roll");
  expect(told({ found: 1 / 3, lost_points: 2.25 })).toBe("found 33\u00a0% · lost points 2.3");
  expect(told(null)).toBe("");
});

test("the values of a field lie on a grid row by row, and keep their places where some are missing", () => {
  const cells = [0, 2, 3, 7].map((place) => cellOf({ fields: { place } }, 3));
  expect(cells).toEqual([
    { row: 1, column: 1 },
    { row: 1, column: 3 },
    { row: 2, column: 1 },
    { row: 3, column: 2 },
  ]);
});
