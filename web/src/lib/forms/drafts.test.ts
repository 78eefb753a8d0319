import { describe, expect, it } from "vitest";
import { asOwn, counter, drafts, form, opening } from "./drafts";
import type { Invite, SettingInfo } from "../server/protocol";

describe("drafts", () => {
  it("keeps a text for each setting of each game, also where there is no store", () => {
    drafts.of("a", "board").keep("x\ny");
    expect(drafts.of("a", "board").read()).toBe("x\ny");
    expect(drafts.of("a", "map").read()).toBe("");
    expect(drafts.of("b", "board").read()).toBe("");
  });

  it("hands a text over to the form for a new table", () => {
    expect(drafts.handOver("c", "map", "1\n2")).toBe("/new/c?own=map");
    expect(drafts.of("c", "map").read()).toBe("1\n2");
  });
});

describe("asOwn", () => {
  it("keeps a text as it is, and takes a single line for a name", () => {
    expect(asOwn("a\nb\n")).toBe("a\nb\n");
    expect(asOwn("wood:7\n")).toBe("wood:7");
    expect(asOwn("  ")).toBe("\n");
  });
});

describe("a field that begins with a custom text", () => {
  const field = (name: string, sourced: boolean): SettingInfo =>
    ({ name, kind: "choice", own: true, default: "usual", sourced }) as unknown as SettingInfo;
  const begin = (setting: SettingInfo): unknown => opening("d", setting, new URLSearchParams({ own: setting.name }));

  it("takes the text that was handed over", () => {
    drafts.of("d", "map").keep("1\n2");
    expect(begin(field("map", false))).toBe("1\n2");
    expect(opening("d", field("map", false), new URLSearchParams())).toBe("usual");
  });

  it("is empty without one only where it fetches a text to begin with", () => {
    expect(begin(field("fetched", true))).toBe("\n");
    expect(begin(field("written", false))).toBe("usual");
  });
});

describe("a form that begins with settings", () => {
  it("names only those that are not as usual", () => {
    const known = [
      { name: "kudos", own: false, default: 6 },
      { name: "turns", own: false, default: 30 },
    ] as unknown as SettingInfo[];
    expect(form("optio", { kudos: 4, turns: 30 }, known)).toBe("/new/optio?kudos=4");
  });
});

describe("an invitation that is answered with another", () => {
  it("begins with the settings of the first, custom texts too", () => {
    const setting = { kind: "choice", low: null, high: null, choices: [], text: "", clause: "", words: {} } as const;
    const known = [
      { ...setting, name: "map", own: true, default: "crossways" },
      { ...setting, name: "best_of", own: false, default: "1" },
      { ...setting, name: "kudos", own: false, default: "yes" },
    ] as unknown as SettingInfo[];
    const invite = {
      game: "optio",
      host: "Ann & Bo",
      settings: { map: "1\n2", best_of: "3", kudos: "yes" },
      take_back: "any",
      commitment: "ab12",
    } as unknown as Invite;
    expect(counter("k3y", invite, known)).toBe("/new/optio?invite=k3y&to=Ann+%26+Bo&take_back=any&commitment=ab12&own=map&best_of=3");
    expect(drafts.of("optio", "map").read()).toBe("1\n2");
  });
});
