import { backoff, newId, Outbox, type Numbered } from "./outbox";
import type { ServerMessage } from "./protocol";

const TURNED_AWAY = 1500;
const UNANSWERED = 8000;

export type LinkState = "connecting" | "open" | "lost" | "rejected" | "closed";

type Unsent = Numbered extends infer M ? (M extends Numbered ? Omit<M, "id"> : never) : never;

export interface SocketOptions {
  address: string;
  token: string | null;
  since: () => number;
  heard: (message: ServerMessage) => void;
  changed: (state: LinkState) => void;
}

/** One seat's connection to a table: comes back by itself and sends again what was not answered. */
export class TableSocket {
  private socket: WebSocket | null = null;
  private outbox = new Outbox();
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: LinkState = "connecting";

  constructor(private options: SocketOptions) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.drop);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Sends `message` under a new id, now or as soon as there is a connection; returns the id. */
  send(message: Unsent): string {
    const numbered = { ...message, id: newId() };
    this.outbox.put(numbered);
    this.write(numbered);
    setTimeout(() => this.remind(numbered), UNANSWERED);
    return numbered.id;
  }

  get waiting(): number {
    return this.outbox.size;
  }

  close(): void {
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.drop);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.timer);
    this.move("closed");
    this.socket?.close();
  }

  private connect = (): void => {
    clearTimeout(this.timer);
    const socket = new WebSocket(this.options.address);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (event) => this.received(socket, String(event.data));
    socket.onclose = () => this.lost(socket);
  };

  private opened(socket: WebSocket): void {
    if (socket !== this.socket) return;
    socket.send(JSON.stringify({ type: "hello", token: this.options.token, since: this.options.since() }));
    this.again(socket);
  }

  private again(socket: WebSocket): void {
    if (socket !== this.socket || socket.readyState !== WebSocket.OPEN) return;
    for (const message of this.outbox.unanswered()) socket.send(JSON.stringify(message));
  }

  private received(socket: WebSocket, text: string): void {
    if (socket !== this.socket || this.state === "closed") return;
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "accepted" || message.type === "refused") this.outbox.settle(message.id);
    // a message that was turned away unread has no id
    if (message.type === "refused" && message.id === "" && this.outbox.size > 0) setTimeout(() => this.again(socket), TURNED_AWAY);
    if (message.type === "rejected") this.move("rejected");
    if (message.type === "snapshot") {
      this.attempt = 0;
      this.move("open");
    }
    this.options.heard(message);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket || this.state === "closed" || this.state === "rejected") return;
    this.move("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(this.connect, backoff(this.attempt++, Math.random()));
  }

  /** Asks again for an answer that does not come; the id keeps it from being carried out twice. */
  private remind(message: Numbered): void {
    if (!this.outbox.unanswered().includes(message) || this.state === "closed" || this.state === "rejected") return;
    this.write(message);
    setTimeout(() => this.remind(message), UNANSWERED);
  }

  private write(message: Numbered): void {
    if (this.state === "open" && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private hurry = (): void => {
    if (this.state !== "lost" || document.hidden) return;
    this.attempt = 0;
    this.connect();
  };

  private drop = (): void => {
    this.socket?.close();
    if (this.socket) this.lost(this.socket);
  };

  private move(state: LinkState): void {
    if (this.state === state) return;
    this.state = state;
    this.options.changed(state);
  }
}
