import type { Hexes, Turn } from "../../lib/board/hexes";
import type { Point } from "../../lib/board/lens";
import { EDGE, HALF_HEIGHT, HALF_WIDTH, isHigh, TRACK, WIDE } from "./layout";
import type { Player } from "./scene";

/** A place in the track of those who are off the pitch: 24 pixels on the smallest phone. */
export const SPOT = 37;

// between what stands below the last player and the frame
const END = 4;

/** A box of the track beside the pitch: `turns` that its players still miss, 0 for the bench. */
export interface Box {
  seat: number;
  turns: number;
  x: number;
  y: number;
  width: number;
  height: number;
  players: { id: number; at: Point }[];
}

/** The boxes of `seat`'s players who are off the pitch: the bench at the own end, then one box for each turn still to miss. */
export function dugout(players: readonly Player[], seat: number, pitch: Hexes): Box[] {
  const off = players.filter((player) => player.seat === seat && player.hex === null);
  const most = Math.max(3, ...off.map((player) => player.out));
  const held = Array.from({ length: most + 1 }, (_, turns) =>
    off.filter((player) => (player.where === "bench" ? 0 : player.out) === turns),
  );
  const rooms = held.map((here, turns) => labelRoom(turns, pitch.turn) + SPOT * Math.max(turns === 0 ? 1 : 0.4, here.length) + END);
  const whole = rooms.reduce((sum, room) => sum + room, 0);
  // much is off the pitch: closer together
  const scale = Math.min(1, (HALF_WIDTH - EDGE - WIDE / 4) / whole);
  let from = HALF_WIDTH - EDGE;
  return rooms.map((room, turns) => {
    const length = scale * room;
    from -= length;
    return boxAt(seat, turns, from, length, held[turns] ?? [], pitch);
  });
}

function labelRoom(turns: number, turn: Turn): number {
  return isHigh(turn) ? 15 : turns === 0 ? 38 : 15;
}

function boxAt(seat: number, turns: number, from: number, length: number, here: readonly Player[], pitch: Hexes): Box {
  const { turn } = pitch;
  const high = isHigh(turn);
  const away = seat === 0 ? -1 : 1;
  const ends = [
    { x: away * from, y: HALF_HEIGHT },
    { x: away * (from + length), y: HALF_HEIGHT + TRACK },
  ].map((point) => pitch.turned(point));
  const x = Math.min(...ends.map((end) => end.x));
  const y = Math.min(...ends.map((end) => end.y));
  const label = labelRoom(turns, turn);
  const step = (length - label - END) / Math.max(1, here.length);
  const players = here.map((player, n) => {
    const along = label + (n + 0.5) * step;
    return { id: player.id, at: high ? { x: x + TRACK / 2, y: y + along } : { x: x + along, y: y + TRACK / 2 } };
  });
  return { seat, turns, x, y, width: high ? TRACK : length, height: high ? length : TRACK, players };
}
