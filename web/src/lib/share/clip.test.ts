import { expect, test } from "vitest";
import { upright, wrapped } from "./clip";

test("a caption is cut between words, and a word that is too long stands alone", () => {
  const fit = (line: string): boolean => line.length <= 12;
  expect(wrapped("Navy 2 attacks  Rust 1", fit)).toEqual(["Navy 2", "attacks Rust", "1"]);
  expect(wrapped("an extraordinarily long one", fit)).toEqual(["an", "extraordinarily", "long one"]);
  expect(wrapped("", fit)).toEqual([]);
});

test("a wide picture is turned with its left side down, and its letters stay upright", () => {
  const svg = (size: string, measure: string) =>
    `<svg viewBox="0 0 ${size}" ${measure}><path d="M0 0"/><text x="3" y="2.5" font-size="1" fill="#fff">J3</text></svg>`;
  const wide = svg("20 10", 'width="480" height="240"');
  expect(upright(wide)).toBe(
    '<svg viewBox="0 0 10 20" width="240" height="480"><g transform="translate(0 20) rotate(-90)"><path d="M0 0"/>' +
      '<text x="3" y="2.5" font-size="1" transform="rotate(90 3 2.140)" fill="#fff">J3</text></g></svg>',
  );
  const square = svg("10 10", 'width="480" height="480"');
  expect(upright(square)).toBe(square);
});
