import { hexName, neighbour, SIDES, type Offer, type Offers, type Pitch, type Player, type Span } from "./scene";

// digits of a way: steps and Dashes to each side come first, then what moves nobody
const DIGITS = 36;
const MOVING = 2 * SIDES;

/** All that `player` is offered, his spans spread to one offer a hex. */
export function offersOf(offers: Offers, player: Player | undefined, pitch: Pitch): Offer[] {
  const own = offers.players.find((one) => one.id === player?.id);
  if (!own || !player) return [];
  return [...own.acts, ...own.spans.flatMap((span) => spread(span, startOf(span, player, pitch), offers.base))];
}

function startOf(span: Span, player: Player, pitch: Pitch): number {
  // who comes on begins at the entry
  return (span.gate === null ? player.hex : pitch.gates[player.seat]?.[span.gate]) ?? 0;
}

function spread(span: Span, start: number, base: number): Offer[] {
  const words = span.ways.split(" ");
  return span.hexes.map((hex, index) => {
    const digits = [...(words[index] ?? "")].map((digit) => parseInt(digit, DIGITS));
    const rest = { target: null, picks: false, points: 0, odds5: null, via: null, text: `${span.text} ${hexName(hex)}` };
    return {
      kind: span.kind,
      hex,
      gate: span.gate,
      odds: span.odds[index] ?? 0,
      path: walked(start, digits),
      moves: [...span.first, ...digits.map((digit) => base + digit)],
      ...rest,
    };
  });
}

function walked(start: number, digits: readonly number[]): number[] {
  let here = start;
  return digits.filter((digit) => digit < MOVING).map((digit) => (here = neighbour(here, digit % SIDES) ?? here));
}
