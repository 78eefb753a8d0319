import { expect, it } from "vitest";
import { asDefender } from "./odds";

it("turns the attacker's odds round for the defender", () => {
  const odds = { higher: 0.5, tied: 0.3, lower: 0.2, dealt: 2, taken: 1, knocks_out: 0.1, knocked_out: 0.2, best: 3.5, worst: -5.5 };
  expect(asDefender(odds)).toEqual({
    higher: 0.2,
    tied: 0.3,
    lower: 0.5,
    dealt: 1,
    taken: 2,
    knocks_out: 0.2,
    knocked_out: 0.1,
    best: 5.5,
    worst: -3.5,
  });
});
