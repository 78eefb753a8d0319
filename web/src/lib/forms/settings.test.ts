import { describe, expect, it } from "vitest";
import type { GameInfo, SettingInfo } from "../server/protocol";
import { presetOf, presetValues, said, settingsIn } from "./settings";

const setting = (name: string, fallback: number | string | boolean, words: Record<string, string> = {}): SettingInfo => ({
  name,
  kind: typeof fallback === "number" ? "integer" : "choice",
  default: fallback,
  text: name,
  clause: "A1",
  low: 0,
  high: 9,
  choices: [],
  own: false,
  words,
  form: "",
  pictured: false,
  sourced: false,
  bounds: {},
});

const GAME = {
  settings: [setting("tokens", 0, { "0": "as usual" }), setting("first", "roll"), setting("map", "three_fords")],
  presets: [{ name: "Short", text: "", settings: { tokens: 3 } }],
} as unknown as GameInfo;

describe("settings for people", () => {
  it("are read in words", () => {
    const [tokens, , map] = GAME.settings;
    expect(tokens && [said(tokens, 0), said(tokens, 4)]).toEqual(["as usual", "4"]);
    expect(map && [said(map, "three_fords"), said(map, "a\nb"), said(map, true)]).toEqual(["three fords", "custom", "yes"]);
  });

  it("are told apart from what else is in an address", () => {
    expect(settingsIn(GAME, new URLSearchParams("?utm_source=chat&tokens=3&renderer=canvas&first=1"))).toBe("tokens=3&first=1");
    expect(settingsIn(GAME, new URLSearchParams("?q=odds"))).toBe("");
  });

  it("go together in presets, which are known again", () => {
    expect(presetValues(GAME, "Short")).toEqual({ tokens: 3, first: "roll", map: "three_fords" });
    expect(presetOf(GAME, presetValues(GAME, "Short"))).toBe("Short");
    expect(presetOf(GAME, presetValues(GAME, ""))).toBe("");
    expect(presetOf(GAME, { ...presetValues(GAME, "Short"), first: "0" })).toBeNull();
  });
});
