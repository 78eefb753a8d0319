import { describe, expect, test } from "vitest";
import { LONGEST_NAME, shortName } from "./names";

const FAMILY = "👩\u200d👩\u200d👧\u200d👦";

describe("a name", () => {
  test("is cut between characters as a reader counts them", () => {
    expect(shortName("x".repeat(30))).toBe("x".repeat(LONGEST_NAME));
    expect(shortName(FAMILY.repeat(30))).toBe(FAMILY.repeat(LONGEST_NAME));
    expect(shortName("e\u0301".repeat(30))).toBe("e\u0301".repeat(LONGEST_NAME));
  });

  test("keeps what joins its parts and loses blanks around it", () => {
    expect(shortName(` ${FAMILY} می\u200cخواهم `)).toBe(`${FAMILY} می\u200cخواهم`);
    expect(shortName("  ")).toBe("");
  });
});
