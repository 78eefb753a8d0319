import { expect, test, vi } from "vitest";
import { copyText, passOn, positionUrl } from "./share";

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

test("what became of a clip is said, and nothing once sharing was cancelled", async () => {
  const kept: string[] = [];
  vi.stubGlobal("URL", { createObjectURL: () => "blob:", revokeObjectURL: () => undefined });
  vi.stubGlobal("document", {
    createElement: () => ({
      download: "",
      click(): void {
        kept.push(this.download);
      },
    }),
  });
  const clip = new Blob(["film"], { type: "video/mp4" });
  vi.stubGlobal("navigator", {});
  expect(await passOn(clip, "a.mp4")).toBe("Saved as a.mp4 in your downloads.");
  const refusing = (name: string) => ({ canShare: () => true, share: () => Promise.reject(new DOMException("", name)) });
  vi.stubGlobal("navigator", refusing("NotAllowedError"));
  expect(await passOn(clip, "b.mp4")).toBe("Saved as b.mp4 in your downloads.");
  vi.stubGlobal("navigator", refusing("AbortError"));
  expect(await passOn(clip, "c.mp4")).toBe("");
  vi.stubGlobal("navigator", { canShare: () => true, share: async () => undefined });
  expect(await passOn(clip, "d.mp4")).toBe("Shared.");
  expect(kept).toEqual(["a.mp4", "b.mp4"]);
  vi.unstubAllGlobals();
});
