import { expect, test } from "vitest";
import { begun, MOST, redone, stepped, undone } from "./history";

test("steps are undone and redone in their order", () => {
  const three = stepped(stepped(begun("a"), "b"), "c");
  expect(undone(three).now).toBe("b");
  expect(undone(undone(three)).now).toBe("a");
  expect(redone(undone(undone(three))).now).toBe("b");
  expect(redone(redone(undone(undone(three))))).toEqual(three);
});

test("a new step forgets what was undone", () => {
  const back = stepped(undone(stepped(begun("a"), "b")), "z");
  expect(back).toEqual({ past: ["a"], now: "z", future: [] });
  expect(redone(back)).toBe(back);
});

test("there is nothing before the first step, and the oldest steps are forgotten", () => {
  const first = begun(0);
  expect(undone(first)).toBe(first);
  let long = first;
  for (let n = 1; n <= MOST + 20; n++) long = stepped(long, n);
  expect(long.past).toHaveLength(MOST);
  expect(long.past[0]).toBe(20);
});
