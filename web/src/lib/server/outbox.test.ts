import { describe, expect, it } from "vitest";
import { backoff, newId, Outbox } from "./outbox";

const act = (id: string) => ({ type: "act" as const, id, seq: 3, action: 7 });

describe("Outbox", () => {
  it("keeps what is not answered, in order, under its first id", () => {
    const outbox = new Outbox();
    outbox.put(act("a"));
    outbox.put(act("b"));
    outbox.put(act("a"));
    expect(outbox.unanswered().map((message) => message.id)).toEqual(["a", "b"]);
  });

  it("drops an answered message once", () => {
    const outbox = new Outbox();
    outbox.put(act("a"));
    outbox.put(act("b"));
    expect(outbox.settle("a")).toBe(true);
    expect(outbox.settle("a")).toBe(false);
    expect(outbox.size).toBe(1);
    outbox.clear();
    expect(outbox.size).toBe(0);
  });
});

describe("backoff", () => {
  it("doubles up to a limit, spread by chance", () => {
    expect(backoff(0, 0.5)).toBe(400);
    expect(backoff(2, 0.5)).toBe(1600);
    expect(backoff(40, 0.5)).toBe(10_000);
    expect(backoff(1, 0)).toBeLessThan(backoff(1, 0.99));
  });
});

describe("newId", () => {
  it("fits the server's pattern and does not repeat", () => {
    const ids = Array.from({ length: 50 }, newId);
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{1,36}$/);
  });
});
