import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ClientMessage, ServerMessage } from "./protocol";
import { TableSocket, type LinkState } from "./socket";

interface Sent {
  type: ClientMessage["type"];
  id: string;
}

/** Connections of a page to a server that answers at once, unless they are `frozen`. */
class Wire {
  static OPEN = 1;
  static made: Wire[] = [];
  /** of those that are made from now on */
  static frozen = false;
  /** messages that the server has carried out, by their ids */
  static done: string[] = [];

  readyState = 0;
  frozen = Wire.frozen;
  said: Sent[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor() {
    Wire.made.push(this);
    if (!this.frozen) setTimeout(() => this.opens());
  }

  send(text: string): void {
    const message = JSON.parse(text) as Sent;
    this.said.push(message);
    if (!this.frozen) setTimeout(() => this.answer(message));
  }

  close(): void {
    this.readyState = 3;
  }

  hear(message: Partial<ServerMessage>): void {
    if (!this.frozen) this.onmessage?.({ data: JSON.stringify(message) });
  }

  private opens(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  private answer({ type, id }: Sent): void {
    if (type === "hello") return this.hear({ type: "snapshot" });
    if (type === "ping") return this.hear({ type: "pong" });
    if (!Wire.done.includes(id)) Wire.done.push(id);
    this.hear({ type: "accepted", id, seq: 1 });
  }
}

function storage(): Pick<Storage, "getItem" | "setItem"> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => void kept.set(key, text) };
}

const page = Object.assign(new EventTarget(), { hidden: false });
const target = new EventTarget();
let states: LinkState[] = [];
let socket: TableSocket;
const [shut, heard, reload] = [vi.fn(), vi.fn(), vi.fn()];

/** The page is loaded, again or for the first time. */
async function load(): Promise<void> {
  socket = new TableSocket({
    address: "",
    token: "t",
    since: () => 0,
    heard,
    changed: (state) => states.push(state),
    shut,
  });
  await vi.advanceTimersByTimeAsync(10);
}
const last = (): Wire => Wire.made.at(-1) as Wire;
const types = (wire: Wire): string[] => wire.said.map(({ type }) => type);

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { reload });
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  Object.assign(Wire, { made: [], frozen: false, done: [] });
  page.hidden = false;
  states = [];
  for (const spy of [shut, heard, reload]) spy.mockClear();
  await load();
  expect(states).toEqual(["open"]);
});
afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a move on a connection that has died arrives over a fresh one within ten seconds, once", async () => {
  last().frozen = true;
  socket.send({ type: "act", seq: 1, action: 7 });
  socket.send({ type: "undo", seq: 1 });
  await vi.advanceTimersByTimeAsync(9000);
  expect(Wire.made.length).toBe(2);
  expect(types(last())).toEqual(["hello", "act", "undo"]);
  expect([Wire.done.length, socket.waiting, states]).toEqual([2, 0, ["open", "lost", "open"]]);
});

test("a connection that lets the server's messages through and none of ours has died too", async () => {
  const dead = last();
  dead.send = (text) => void dead.said.push(JSON.parse(text) as Sent);
  const chatter = setInterval(() => dead.hear({ type: "presence" }), 1000);
  socket.send({ type: "act", seq: 1, action: 7 });
  await vi.advanceTimersByTimeAsync(9000);
  clearInterval(chatter);
  expect(Wire.done.length).toBe(1);
});

test("an idle connection is asked whether it is alive, and replaced where it does not answer", async () => {
  await vi.advanceTimersByTimeAsync(50_000);
  expect([Wire.made.length, types(last())]).toEqual([1, ["hello", "ping", "ping", "ping"]]);
  last().frozen = true;
  await vi.advanceTimersByTimeAsync(21_000);
  expect([Wire.made.length, states]).toEqual([2, ["open", "lost", "open"]]);
});

test.each(["visibilitychange", "pageshow", "focus", "online"])(
  "a page that comes back by %s finds out within three seconds",
  async (name) => {
    const back = (): void => void (name === "visibilitychange" ? page : target).dispatchEvent(new Event(name));
    page.hidden = true;
    last().frozen = true;
    page.hidden = false;
    back();
    back();
    await vi.advanceTimersByTimeAsync(3100);
    expect([Wire.made.length, states]).toEqual([2, ["open", "lost", "open"]]);
    expect(types(Wire.made[0] as Wire).filter((type) => type === "ping").length).toBe(2);
  },
);

test("a page that was asleep hears what has come meanwhile before it gives its connection up", async () => {
  socket.send({ type: "act", seq: 1, action: 7 });
  // its timers run late, and the answer is read after them
  vi.setSystemTime(Date.now() + 3_600_000);
  const slow = last();
  slow.frozen = true;
  await vi.advanceTimersByTimeAsync(5500);
  slow.frozen = false;
  slow.hear({ type: "accepted", id: slow.said[1]?.id ?? "", seq: 1 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([Wire.made.length, socket.waiting]).toEqual([1, 0]);
});

test("a page in the background asks once a minute", async () => {
  page.hidden = true;
  await vi.advanceTimersByTimeAsync(15_000 + 600_000);
  expect(Wire.made.length).toBe(1);
  expect(types(last()).filter((type) => type === "ping").length).toBeLessThanOrEqual(12);
});

test("where nothing gets through, each connection is given twice as long as the one before, up to a limit", async () => {
  Wire.frozen = true;
  last().frozen = true;
  socket.send({ type: "resign", seq: 1 });
  await vi.advanceTimersByTimeAsync(120_000);
  // 5 seconds, then 20, 40, 40
  expect(Wire.made.length).toBe(5);
  Wire.frozen = false;
  await vi.advanceTimersByTimeAsync(41_000);
  expect([Wire.done.length, states.at(-1)]).toEqual([1, "open"]);
});

test("a connection that was refused or closed stays so", async () => {
  last().hear({ type: "rejected", reason: "no" });
  target.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(100_000);
  expect([Wire.made.length, states.at(-1)]).toEqual([1, "rejected"]);
});

test("connections that end before they are open are reported from the second on", async () => {
  Wire.frozen = true;
  last().onclose?.();
  for (let n = 0; n < 2; n++) {
    await vi.advanceTimersByTimeAsync(1500);
    expect(shut).toHaveBeenCalledTimes(n);
    last().onclose?.();
  }
  expect(shut).toHaveBeenCalledTimes(2);
});

test("a page of another build draws nothing more, and reloads itself once all that it sent is answered", async () => {
  const wire = last();
  wire.send = (text) => void wire.said.push(JSON.parse(text) as Sent);
  const id = socket.send({ type: "act", seq: 1, action: 7 });
  heard.mockClear();
  for (const message of [{ type: "outdated", build: "b" }, { type: "snapshot" }] as const) wire.hear(message);
  expect(reload).not.toHaveBeenCalled();
  wire.hear({ type: "accepted", id, seq: 1 });
  expect([heard.mock.calls, reload.mock.calls]).toEqual([[], [[]]]);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(Wire.made.length).toBe(1);
});

test("a page reloads itself once for each build, and not where it cannot remember that", async () => {
  for (const [build, times] of [
    ["b", 1],
    ["b", 1],
    ["c", 2],
    ["b", 2],
  ] as const) {
    last().hear({ type: "outdated", build });
    expect(reload).toHaveBeenCalledTimes(times);
    socket.close();
    await load();
  }
  heard.mockClear();
  last().hear({ type: "outdated", build: "c" });
  last().hear({ type: "snapshot" });
  expect(heard).toHaveBeenCalledWith({ type: "snapshot" });
  vi.stubGlobal("sessionStorage", undefined);
  last().hear({ type: "outdated", build: "d" });
  expect(reload).toHaveBeenCalledTimes(2);
});
