import { socketAddress } from "./api";
import type { ServerMessage } from "./protocol";
import { followTable, leftFor, seenOf, type OwnSeat, type Seen } from "./seats";

const PATIENCE = 6000;

/** Asks once how `own` table stands; `told` gets null if it cannot be known. Returns a way to stop. */
export function peek(own: OwnSeat, told: (seen: Seen | null) => void): () => void {
  const socket = new WebSocket(socketAddress(own.table));
  const timer = setTimeout(() => socket.close(), PATIENCE);
  let open = true;
  socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: own.token, since: 0 }));
  socket.onmessage = (event) => {
    const message = JSON.parse(String(event.data)) as ServerMessage;
    if (message.type === "snapshot" && open) {
      // another match is played instead: its table is the one to come back to
      if (leftFor(message)) followTable(message);
      told(leftFor(message) ? null : seenOf(message));
      stop();
    } else if (message.type === "rejected") {
      told(null);
      stop();
    }
  };
  function stop(): void {
    open = false;
    clearTimeout(timer);
    socket.onopen = null;
    socket.onmessage = null;
    if (socket.readyState === WebSocket.OPEN) socket.close();
    else socket.onopen = () => socket.close();
  }
  return stop;
}
