import { expect, test } from "vitest";
import { countedTogether } from "./wording";

test("blocks that are placed out of sight one after the other are counted together", () => {
  expect(countedTogether("Ink places 1 block out of sight.", 7)).toBe("Ink places 7 blocks out of sight.");
  expect(countedTogether("Ink lines up again out of sight.", 2)).toBe("Ink lines up again out of sight.");
});
