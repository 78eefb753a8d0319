import { describe, expect, it } from "vitest";
import type { CostlyDecision, SideFindings } from "../../lib/server/protocol";
import { gained, lost, marked } from "./analysis";

const DECISION: CostlyDecision = { ply: 4, seat: 1, text: "pass", best_text: "hit", loss: 0.1234, error: 0.0161, mark: "mistake", why: "" };
const SIDE: SideFindings = {
  verdict: "",
  luck: 0,
  skill: 0,
  loss: 0.05,
  loss_error: 0.0121,
  decisions: 12,
  marks: { inaccuracy: 2, blunder: 1 },
};

describe("the figures of an analysis", () => {
  it("are signed percentage points", () => {
    expect([0.194, -0.19, 0.004, -0.001].map(gained)).toEqual(["+19", "−19", "0", "0"]);
  });

  it("name a mark only where a decision has one that blames it", () => {
    expect(marked(DECISION)).toBe("Mistake, −12 ± 1.6");
    expect(marked({ ...DECISION, mark: "", loss: 0.0123 })).toBe("−1.2 ± 1.6");
  });

  it("count what the decisions of a side cost", () => {
    expect(lost(SIDE)).toBe("12 decisions cost 0.4 ± 0.1 each on average: 1 blunder, 2 inaccuracies.");
    expect(lost({ ...SIDE, decisions: 1, marks: {} })).toBe("1 decision cost 5.0 ± 1.2.");
    const unsure = { ...SIDE, loss: null, loss_error: null };
    expect(lost(unsure)).toBe("12 decisions: 1 blunder, 2 inaccuracies.");
    expect(lost({ ...unsure, marks: {} })).toBe("12 decisions.");
    expect(lost({ ...unsure, decisions: 0, marks: {} })).toBe("No decisions.");
  });
});
