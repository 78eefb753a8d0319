import { describe, expect, it } from "vitest";
import { asOwn, drafts } from "./drafts";

describe("drafts", () => {
  it("keeps a text for each setting of each game, also where there is no store", () => {
    drafts.of("a", "board").keep("x\ny");
    expect(drafts.of("a", "board").read()).toBe("x\ny");
    expect(drafts.of("a", "map").read()).toBe("");
    expect(drafts.of("b", "board").read()).toBe("");
  });

  it("hands a text over to the form for a new table", () => {
    expect(drafts.handOver("a", "map", "1\n2")).toBe("/new/a?own=map");
    expect(drafts.of("a", "map").read()).toBe("1\n2");
  });
});

describe("asOwn", () => {
  it("keeps a text as it is, and takes a single line for a name", () => {
    expect(asOwn("a\nb\n")).toBe("a\nb\n");
    expect(asOwn("wood:7\n")).toBe("wood:7");
    expect(asOwn("  ")).toBe("\n");
  });
});
