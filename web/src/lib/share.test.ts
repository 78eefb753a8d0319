import { expect, test, vi } from "vitest";
import { copyText, positionUrl } from "./share";

test("the address of a position holds neither seat nor token, and that of the newest holds no number", () => {
  vi.stubGlobal("location", { origin: "https://play.example" });
  expect(positionUrl("abc", 7)).toBe("https://play.example/g/abc?ply=7");
  expect(positionUrl("abc", 0)).toBe("https://play.example/g/abc?ply=0");
  expect(positionUrl("a/b", null)).toBe("https://play.example/g/a%2Fb");
  vi.unstubAllGlobals();
});

test("what cannot be copied is said", async () => {
  const written: string[] = [];
  vi.stubGlobal("navigator", { clipboard: { writeText: async (text: string) => void written.push(text) } });
  expect(await copyText("one")).toBe(true);
  vi.stubGlobal("navigator", {});
  expect(await copyText("two")).toBe(false);
  expect(written).toEqual(["one"]);
  vi.unstubAllGlobals();
});
