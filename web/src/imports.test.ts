import { expect, test } from "vitest";

const sources = import.meta.glob<string>(["./**/*.{ts,svelte}", "!./**/*.test.ts"], { query: "?raw", import: "default", eager: true });
const NAMED = /\b(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** The files that `file` imports, types and what is loaded later among them. */
function imported(file: string): string[] {
  return [...(sources[file] ?? "").matchAll(NAMED)].flatMap(([, name = ""]) => {
    const { pathname } = new URL(name, `file:///${file}`);
    return [pathname, `${pathname}.ts`, `${pathname}/index.ts`].map((path) => `.${path}`).filter((path) => path in sources);
  });
}

/** One circle of imports in each group of files that need each other, as a row that ends where it began. */
function circles(): string[][] {
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, row: readonly string[]): void => {
    if (row.includes(file)) found.push([...row.slice(row.indexOf(file)), file]);
    if (done.has(file) || row.includes(file)) return;
    for (const next of imported(file)) visit(next, [...row, file]);
    done.add(file);
  };
  for (const file of Object.keys(sources)) visit(file, []);
  return found;
}

test("imports are found", () => {
  expect(imported("./games/optio/Board.svelte")).toContain("./lib/browser/sight.ts");
  expect(imported("./App.svelte")).toContain("./games/index.ts");
  expect(imported("./games/rout/bench/opening.ts")).toContain("./games/rout/bench/three.ts");
});

test("what a browser may refuse is asked for in one place each", () => {
  const users = (what: RegExp): string[] => Object.keys(sources).filter((file) => what.test(sources[file] ?? ""));
  expect(users(/\b(?:local|session)Storage\b/)).toEqual(["./lib/browser/store.ts"]);
  expect(users(/\bclipboard\b|execCommand/)).toEqual(["./lib/share/share.ts"]);
});

test("no file needs itself in a circle", () => {
  expect(circles()).toEqual([]);
});
