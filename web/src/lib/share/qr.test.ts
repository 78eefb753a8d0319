import { expect, test } from "vitest";
import { codeOf } from "./qr";

const darkAt = (path: string): Set<string> => new Set([...path.matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`));

test("a code has its three finders and a quiet zone, and follows from the address alone", () => {
  const { size, path } = codeOf("https://example.org/j/ABCDEFGH");
  // version 2 or 3: 25 or 29 modules
  expect([33, 37]).toContain(size);
  const dark = darkAt(path);
  const last = size - 4 - 7;
  for (const [x, y] of [
    [4, 4],
    [last, 4],
    [4, last],
  ] as const)
    for (let n = 0; n < 7; n++) expect([`${x + n} ${y}`, `${x} ${y + n}`].every((at) => dark.has(at))).toBe(true);
  const all = [...dark].flatMap((at) => at.split(" ").map(Number));
  expect([Math.min(...all), Math.max(...all)]).toEqual([4, size - 5]);
  expect(codeOf("https://example.org/j/ABCDEFGH").path).toBe(path);
  expect(codeOf("https://example.org/j/ABCDEFGX").path).not.toBe(path);
});
