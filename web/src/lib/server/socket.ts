import { mayReloadFor } from "./build";
import { backoff, newId, Outbox, type Numbered } from "./outbox";
import type { ServerMessage } from "./protocol";

const TURNED_AWAY = 1500;
/** ms for an answer, before the connection counts as dead: to what is sent, to a page that comes back, to a new connection */
const [PATIENCE, RETURNED, CONNECTING, MOST] = [5000, 3000, 10_000, 40_000];
/** ms between an answer and the next ping; browsers run the timers of a page in the background about once a minute */
const [BEAT, BACKGROUND] = [15_000, 60_000];
/** ms by which a timer is late if the page was asleep */
const ASLEEP = 1000;
/** what tells the page to look whether its connection has survived */
const RETURNS = ["online", "pageshow", "focus"];

export type LinkState = "connecting" | "open" | "lost" | "rejected" | "closed";

type Unsent = Numbered extends infer M ? (M extends Numbered ? Omit<M, "id"> : never) : never;

export interface SocketOptions {
  address: string;
  token: string | null;
  since: () => number;
  heard: (message: ServerMessage) => void;
  changed: (state: LinkState) => void;
  /** called where one connection after another has ended before it was open */
  shut: () => void;
}

/**
 * One seat's connection to a table. It comes back by itself and sends again what was not answered; the id of a message keeps it from
 * being carried out twice. A connection that does not answer in time is replaced, since a dead one may look open for minutes.
 */
export class TableSocket {
  private socket: WebSocket | null = null;
  private outbox = new Outbox();
  private attempt = 0;
  /** by how much longer an answer is waited for: twice as long after each connection that did not answer */
  private slack = 1;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined;
  /** when the answer that is waited for is due; 0 while none is */
  private due = 0;
  private state: LinkState = "connecting";
  /** connections that have ended since one was open */
  private unopened = 0;
  /** the server delivers another build of the client: nothing is shown any more, and the page reloads itself */
  private outdated = false;

  constructor(private options: SocketOptions) {
    for (const name of RETURNS) addEventListener(name, this.check);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.check);
    this.connect();
  }

  /** Sends `message` under a new id, now or as soon as there is a connection; returns the id. */
  send(message: Unsent): string {
    const numbered = { ...message, id: newId() };
    this.outbox.put(numbered);
    if (this.state === "open" && this.socket) this.write(this.socket, numbered);
    return numbered.id;
  }

  get waiting(): number {
    return this.outbox.size;
  }

  close(): void {
    for (const name of RETURNS) removeEventListener(name, this.check);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.check);
    this.move("closed");
    this.abandon();
  }

  private connect = (): void => {
    this.abandon();
    const socket = new WebSocket(this.options.address);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.received(socket, String(event.data));
    socket.onclose = () => this.lost();
    this.expect(Math.min(MOST, CONNECTING * this.slack));
  };

  /** Abandons the connection and ignores whatever still arrives on it. */
  private abandon(): void {
    for (const timer of [this.retry, this.beat, this.deadline]) clearTimeout(timer);
    this.due = 0;
    const last = this.socket;
    this.socket = null;
    if (!last) return;
    last.onopen = last.onmessage = last.onclose = null;
    last.close();
  }

  private opened(socket: WebSocket): void {
    this.unopened = 0;
    socket.send(JSON.stringify({ type: "hello", token: this.options.token, since: this.options.since(), seeds: true }));
    this.again(socket);
  }

  private again(socket: WebSocket): void {
    if (socket === this.socket) for (const message of this.outbox.unanswered()) this.write(socket, message);
  }

  private write(socket: WebSocket, message: Numbered | { type: "ping" }): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify(message));
    this.expect(Math.min(MOST, PATIENCE * this.slack));
  }

  private received(socket: WebSocket, text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "accepted" || message.type === "refused") this.outbox.settle(message.id);
    // a message that was turned away unread has no id
    if (message.type === "refused" && message.id === "" && this.outbox.size > 0) setTimeout(() => this.again(socket), TURNED_AWAY);
    if (message.type === "outdated") this.outdated ||= mayReloadFor(message.build);
    if (message.type === "rejected") {
      this.move("rejected");
      this.abandon();
    }
    if (message.type === "snapshot" && this.state !== "open") {
      this.attempt = 0;
      this.move("open");
      this.answered();
    }
    if (message.type === "pong" || message.type === "accepted" || message.type === "refused") {
      this.slack = 1;
      this.answered();
    }
    if (this.outdated && message.type !== "rejected") this.leave();
    else if (message.type !== "pong") this.options.heard(message);
  }

  /** Reloads the page as soon as all that was sent is answered. */
  private leave(): void {
    if (this.outbox.size > 0) return;
    this.close();
    location.reload();
  }

  /** The connection is alive: it is asked again after a while, or at once where more is waited for. */
  private answered(): void {
    clearTimeout(this.deadline);
    this.due = 0;
    if (this.outbox.size > 0) this.expect(Math.min(MOST, PATIENCE * this.slack));
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.ping(), document.hidden ? BACKGROUND : BEAT);
  }

  private ping(): void {
    if (this.state === "open" && this.socket) this.write(this.socket, { type: "ping" });
  }

  /** Replaces the connection unless it has answered within `ms`, or earlier where that is due already. */
  private expect(ms: number): void {
    const due = Date.now() + ms;
    if (this.due > 0 && this.due <= due) return;
    clearTimeout(this.deadline);
    this.due = due;
    this.deadline = setTimeout(this.overdue, ms);
  }

  private overdue = (): void => {
    const late = Date.now() - this.due;
    this.due = 0;
    // a page that was asleep has not heard yet what has come meanwhile
    if (late > ASLEEP) return this.expect(RETURNED);
    this.slack *= 2;
    this.move("lost");
    this.connect();
  };

  private lost(): void {
    this.abandon();
    if (this.state === "closed" || this.state === "rejected") return;
    this.move("lost");
    this.unopened += 1;
    if (this.unopened > 1) this.options.shut();
    this.retry = setTimeout(this.connect, backoff(this.attempt++, Math.random()));
  }

  /** The page comes back: a connection that was lost is tried at once, and one that seems open has to answer soon. */
  private check = (): void => {
    if (document.hidden || this.state === "closed" || this.state === "rejected") return;
    if (this.state === "open") {
      this.ping();
      this.expect(RETURNED);
    } else if (!this.socket) {
      this.attempt = 0;
      this.connect();
    }
  };

  private drop = (): void => {
    if (this.socket) this.lost();
  };

  private move(state: LinkState): void {
    if (this.state === state) return;
    this.state = state;
    this.options.changed(state);
  }
}
