import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { HEAVY, LIMITS, excesses } from "./budget.js";

const chunk = (name, kilobytes, more = {}) => ({
  type: "chunk",
  name,
  // random hex packs to half its length
  code: randomBytes(kilobytes * 1000).toString("hex"),
  imports: [],
  isEntry: false,
  isDynamicEntry: false,
  ...more,
});

test("parts within their budget are accepted", () => {
  const bundle = {
    "app.js": chunk("app", 40, { isEntry: true, imports: ["shared.js"] }),
    "shared.js": chunk("shared", 10),
    "board.js": chunk("board", 30, { isDynamicEntry: true, imports: ["shared.js"] }),
  };
  expect(excesses(bundle)).toEqual([]);
});

test("what the first page imports counts against it", () => {
  const bundle = {
    "app.js": chunk("app", LIMITS.app - 10, { isEntry: true, imports: ["shared.js"] }),
    "shared.js": chunk("shared", 20),
  };
  expect(excesses(bundle)).toEqual([expect.stringMatching(/^first page weighs .* kB gzipped, 60 kB are allowed$/)]);
});

test("a late part counts only what it adds", () => {
  const bundle = {
    "app.js": chunk("app", 1, { isEntry: true }),
    "board.js": chunk("board", 30, { isDynamicEntry: true, imports: ["drawing.js"] }),
    "drawing.js": chunk("drawing", 20),
  };
  expect(excesses(bundle)).toEqual([expect.stringMatching(/^board weighs /)]);
});

test("a part of a part does not count what is there already, unless somebody else loads it without that", () => {
  const bundle = (more = {}) => ({
    "app.js": chunk("app", 1, { isEntry: true, ...more }),
    "board.js": chunk("board", 30, { isDynamicEntry: true, dynamicImports: ["solid.js"] }),
    "solid.js": chunk("solid", 20, { isDynamicEntry: true, imports: ["board.js"] }),
  });
  expect(excesses(bundle())).toEqual([]);
  expect(excesses(bundle({ dynamicImports: ["solid.js"] }))).toEqual([expect.stringMatching(/^solid weighs /)]);
});

test("a part that is known to be heavy has a limit of its own", () => {
  const bundle = (kilobytes) => ({
    "app.js": chunk("app", 1, { isEntry: true }),
    "three.js": chunk("three", kilobytes, { isDynamicEntry: true }),
  });
  expect(excesses(bundle(HEAVY.three - 30))).toEqual([]);
  expect(excesses(bundle(HEAVY.three + 30))).toEqual([expect.stringMatching(/^three weighs .* 140 kB are allowed$/)]);
});
