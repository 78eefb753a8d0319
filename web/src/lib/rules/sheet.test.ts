import { describe, expect, it } from "vitest";
import type { SheetQuestion } from "../server/protocol";
import { answerTo, running, shown, usual } from "./sheet";

const fact = (text: string, kind: "" | "chance" | "mean" = "") => ({ text, clause: "R1", kind });

const question: SheetQuestion = {
  id: "dash",
  title: "Dash",
  asks: [
    { label: "Role", options: ["Jack", "Striker"], usual: 1, many: false },
    { label: "Numbers", options: ["1", "2"], usual: 3, many: true },
  ],
  facts: [fact("roll"), fact("made", "chance"), fact("hexes", "mean")],
  lines: [[0, 1], [1, 2], [0]],
  figures: [[0.5], [0.25, 3.5], []],
  lines_of: [0, 0, 0, 2, 0, 0, 1, 1],
  figures_of: [0, 0, 0, 2, 0, 0, 1, 1],
};

describe("a quick sheet", () => {
  it("finds the answer to what is said, the last ask changing fastest", () => {
    expect(answerTo(question, [0, 3])).toEqual([{ ...fact("roll"), figure: null }]);
    expect(answerTo(question, [1, 2]).map((told) => [told.text, told.figure])).toEqual([
      ["made", 0.25],
      ["hexes", 3.5],
    ]);
    expect(usual(question)).toEqual([1, 3]);
  });

  it("rounds no chance to what is certain", () => {
    expect([0, 0.0001, 0.125, 0.41666, 0.99999, 1].map((chance) => shown(chance, "chance"))).toEqual([
      "0 %",
      "0.1 %",
      "12.5 %",
      "41.7 %",
      "99.9 %",
      "100 %",
    ]);
    expect(shown(3.5, "mean")).toBe("3.50");
  });

  it("multiplies the chances of a chain", () => {
    const link = (chance: number) => ({ title: "", text: "", chance });
    expect(running([link(0.5), link(0.5), link(0.25)])).toEqual([0.5, 0.25, 0.0625]);
  });
});
