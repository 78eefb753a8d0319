import { expect, test } from "vitest";
import type { Bounds } from "../../../lib/forms/settings";
import { read, weighed, write } from "./profile";

const BOUNDS: Bounds = { weight: [-3, 3] };
const TEXT =
  "name: my army\ntext: They like hills.\n\nown:\n  open: 1.5, room\n  steep hill: -2, too steep\nenemy:\n  beyond the map: 0, nothing\n";

test("a profile is read and written", () => {
  const found = read(TEXT, BOUNDS);
  expect(found?.worth.own.get("steep hill")).toEqual({ weight: -2, reason: "too steep" });
  expect(found && read(write(found), BOUNDS)).toEqual(found);
});

test.each(["", TEXT.replace("open", "glass"), TEXT.replace("1.5", "9"), TEXT.replace("name:", "nome:"), TEXT.replace("enemy:\n", "")])(
  "what is no profile is left to the server",
  (text) => {
    expect(read(text, BOUNDS)).toBeNull();
  },
);

test("a weight has a reason, its own or one that says how it is", () => {
  const found = read(TEXT, BOUNDS);
  if (!found) throw new Error("a profile that cannot be read");
  expect(write(weighed(found, "enemy", "wood", -1, ""))).toContain("  wood: -1, they avoid it");
  expect(write(weighed(found, "own", "open", 2, "level ground"))).toContain("  open: 2, level ground");
});
