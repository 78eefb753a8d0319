import { afterEach, describe, expect, it, vi } from "vitest";
import { api, ApiError, exportUrl, passes, PATIENCE, sentence } from "./api";

afterEach(() => vi.unstubAllGlobals());

describe("exportUrl", () => {
  it("names the table, the file and the options", () => {
    expect(exportUrl("t1", "board.pdf")).toBe("/api/v1/tables/t1/exports/board.pdf");
    expect(exportUrl("t1", "a b", { ply: 3, sheet: "A4" })).toBe("/api/v1/tables/t1/exports/a%20b?ply=3&sheet=A4");
  });
});

describe("service", () => {
  it("sends a JSON object and gives the answer back", async () => {
    const asked = vi.fn(async () => new Response("made"));
    vi.stubGlobal("fetch", asked);
    expect(await (await api.service("g", "map", { seed: 3 })).text()).toBe("made");
    const [path, init] = asked.mock.calls[0] as unknown as [string, RequestInit];
    expect([path, init.method, init.body]).toEqual(["/api/v1/games/g/services/map", "POST", '{"seed":3}']);
  });

  it("says why not in the game's sentence", async () => {
    vi.stubGlobal("fetch", async () => new Response('{"error":"line 3, column 2: no."}', { status: 400 }));
    await expect(api.service("g", "map")).rejects.toEqual(new ApiError("line 3, column 2: no.", 400));
  });
});

describe("a connection that is dead", () => {
  /** Never answers; ends as a browser ends what is aborted. */
  const dead = (_path: string, { signal }: RequestInit): Promise<Response> =>
    new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason as Error)));

  afterEach(() => vi.restoreAllMocks());

  function late(): AbortController {
    const clock = new AbortController();
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      expect(ms).toBe(PATIENCE);
      return clock.signal;
    });
    vi.stubGlobal("fetch", dead);
    return clock;
  }

  it("is explained in a sentence after the timeout, and may be tried again", async () => {
    const clock = late();
    const asked = api.service("g", "map");
    clock.abort(new DOMException("", "TimeoutError"));
    const said = sentence(await asked.catch((error: unknown) => error));
    expect(said).toBe("The server hasn't responded for 30 seconds. Check your connection and try again.");
    expect([passes(said), passes("The seat is taken.")]).toEqual([true, false]);
  });

  it("is no matter where the page itself has stopped asking", async () => {
    late();
    const page = new AbortController();
    const asked = api.service("g", "map", {}, page.signal);
    page.abort();
    await expect(asked).rejects.toHaveProperty("name", "AbortError");
  });

  it("is waited for where a file comes, which may be large", async () => {
    const bound = vi.spyOn(AbortSignal, "timeout");
    vi.stubGlobal("fetch", async () => new Response("file"));
    expect(await (await api.file("g", "export", {})).text()).toBe("file");
    expect(bound).not.toHaveBeenCalled();
  });

  it("is explained too when an answer stops half way", () => {
    expect(sentence(new DOMException("", "TimeoutError"))).toMatch(/^The server hasn't responded/);
  });
});

describe("sentence", () => {
  it("says our own sentences, and never what the browser says to programmers", () => {
    expect(sentence(new ApiError("The seat is taken.", 409))).toBe("The seat is taken.");
    expect(sentence(new Error("That wasn't a flick."))).toBe("That wasn't a flick.");
    for (const raw of [new TypeError("Failed to fetch"), new SyntaxError("Unexpected token < in JSON"), "boom", null]) {
      expect(sentence(raw)).toMatch(/^Something went wrong while loading\./);
    }
  });
});
