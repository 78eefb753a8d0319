import { describe, expect, it } from "vitest";
import { matches } from "./fairness";

describe("matches", () => {
  it("checks the fingerprint of a secret in hexadecimal", async () => {
    // SHA-256 of the three bytes "abc"
    const print = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    expect(await matches("616263", print)).toBe(true);
    expect(await matches("abc", print)).toBe(true);
    expect(await matches("616264", print)).toBe(false);
  });
});
