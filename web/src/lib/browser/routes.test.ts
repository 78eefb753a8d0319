import { describe, expect, it } from "vitest";
import { matchRoute } from "./routes";

describe("matchRoute", () => {
  it("finds each page with its parts", () => {
    expect(matchRoute("/")).toEqual({ page: "home", params: {} });
    expect(matchRoute("/new/assault")).toEqual({ page: "new", params: { game: "assault" } });
    expect(matchRoute("/j/abc")).toEqual({ page: "join", params: { code: "abc" } });
    expect(matchRoute("/g/t1/")).toEqual({ page: "table", params: { id: "t1" } });
    expect(matchRoute("/r")).toEqual({ page: "return", params: {} });
    expect(matchRoute("/r/a%20b")).toEqual({ page: "returnOld", params: { token: "a b" } });
    expect(matchRoute("/rules/assault").page).toBe("rules");
    expect(matchRoute("/sheet/rush")).toEqual({ page: "sheet", params: { game: "rush" } });
    expect(matchRoute("/learn/assault").page).toBe("learn");
    expect(matchRoute("/companion/assault")).toEqual({ page: "companion", params: { game: "assault" } });
    expect(matchRoute("/print").page).toBe("prints");
    expect(matchRoute("/print/rush")).toEqual({ page: "print", params: { game: "rush" } });
    expect(matchRoute("/boards").page).toBe("boards");
    expect(matchRoute("/settings").page).toBe("settings");
    expect(matchRoute("/lab").page).toBe("lab");
    expect(matchRoute("/lab/assault")).toEqual({ page: "report", params: { report: "assault" } });
  });

  it("takes any other two words for a page of a game's own", () => {
    expect(matchRoute("/chess/openings")).toEqual({ page: "game", params: { game: "chess", page: "openings" } });
    expect(matchRoute("/new/openings").page).toBe("new");
  });

  it("knows no other page", () => {
    for (const path of ["/g", "/g/a/b", "/nowhere", "/new"]) expect(matchRoute(path).page).toBe("missing");
  });

  it("survives a broken escape", () => {
    expect(matchRoute("/j/%E0%A4").params).toEqual({ code: "%E0%A4" });
  });
});
