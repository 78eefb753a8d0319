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
  const near = { after: () => undefined } as unknown as Element;
  expect(await copyText("one", near)).toBe(true);
  // on plain http
  vi.stubGlobal("navigator", {});
  let allowed = true;
  const field = { value: "", select: () => undefined, remove: () => undefined };
  vi.stubGlobal("HTMLElement", class {});
  vi.stubGlobal("document", {
    createElement: () => field,
    execCommand: () => {
      if (allowed) written.push(field.value);
      return allowed;
    },
  });
  expect(await copyText("two", near)).toBe(true);
  allowed = false;
  expect(await copyText("three", near)).toBe(false);
  expect(written).toEqual(["one", "two"]);
  vi.unstubAllGlobals();
});
