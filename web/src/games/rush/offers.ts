import type { Actions } from "../../lib/table/actions";
import { hexName, neighbour, type Offer, type Offers, type Pitch, type Player, type Span } from "./scene";

const DIGITS = 36;
const MOVING = new Set(["step", "dash"]);

/** All that `player` is offered, his spans spread to one offer a hex. */
export function offersOf(offers: Offers, player: Player | undefined, pitch: Pitch, actions: Actions): Offer[] {
  const own = offers.players.find((one) => one.id === player?.id);
  if (!own || !player) return [];
  return [...own.acts, ...own.spans.flatMap((span) => spread(span, startOf(span, player, pitch), actions))];
}

function startOf(span: Span, player: Player, pitch: Pitch): number {
  // who comes on begins at the entry
  return (span.gate === null ? player.hex : pitch.gates[player.seat]?.[span.gate]) ?? 0;
}

function spread(span: Span, start: number, actions: Actions): Offer[] {
  const words = span.ways.split(" ");
  const base = actions.first("step");
  return span.hexes.map((hex, index) => {
    const moves = [...(words[index] ?? "")].map((digit) => base + parseInt(digit, DIGITS));
    const rest = { target: null, picks: false, points: 0, odds5: null, via: null, text: `${span.text} ${hexName(hex)}` };
    return {
      kind: span.kind,
      hex,
      gate: span.gate,
      odds: span.odds[index] ?? 0,
      path: walked(start, moves, actions),
      moves: [...span.first, ...moves],
      ...rest,
    };
  });
}

/** The hexes that `moves` lead over; a turn on the spot leads nowhere. */
function walked(start: number, moves: readonly number[], actions: Actions): number[] {
  let here = start;
  return moves.flatMap((move) => {
    const { kind, fields } = actions.unpack(move);
    return MOVING.has(kind) ? [(here = neighbour(here, fields["side"] ?? 0) ?? here)] : [];
  });
}
