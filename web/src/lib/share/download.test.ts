import { describe, expect, it } from "vitest";
import { fileName } from "./download";

describe("fileName", () => {
  it("prefers the name with all its letters", () => {
    expect(fileName(`attachment; filename="a-b.pdf"; filename*=UTF-8''a%20%C3%A4.pdf`)).toBe("a ä.pdf");
    expect(fileName('attachment; filename="a.pdf"')).toBe("a.pdf");
    expect(fileName("attachment")).toBe("file");
  });
});
