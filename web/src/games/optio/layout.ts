/** Where blocks stand within a large square of 80 units: nine slots, three along each side and one in the middle. */
export const SLOT = 26;
export const BLOCK = 24;
const MIDDLE = 40;

type Slot = readonly [number, number];

const CENTRE: Slot = [0, 0];
const MIDDLES: readonly Slot[] = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
];

/**
 * The middles of blocks that came in by `sides` (null: not known), in the same order, from the square's north-west corner.
 * The first at a side stands at its middle, others towards the corner that leads to the emptier neighbour side; a fourth in the centre.
 */
export function placeBlocks(sides: readonly (number | null)[]): [number, number][] {
  const taken = new Set<string>();
  const placed = new Map<number, Slot>();
  // the middles of the sides are given away before their corners
  for (const round of [0, 1, 2, 3]) {
    const seen = [0, 0, 0, 0];
    sides.forEach((side, index) => {
      const order = side === null ? round : (seen[side] as number);
      if (side !== null) seen[side] = order + 1;
      if (order !== round || placed.has(index)) return;
      const slot = wanted(side, sides).find((one) => !taken.has(String(one))) ?? CENTRE;
      taken.add(String(slot));
      placed.set(index, slot);
    });
  }
  return sides.map((_, index) => {
    const [x, y] = placed.get(index) ?? CENTRE;
    return [MIDDLE + x * SLOT, MIDDLE + y * SLOT];
  });
}

function wanted(side: number | null, sides: readonly (number | null)[]): Slot[] {
  const corners: Slot[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ];
  if (side === null) return [CENTRE, ...MIDDLES, ...corners];
  const before = (side + 3) % 4;
  const after = (side + 1) % 4;
  const count = (one: number): number => sides.filter((other) => other === one).length;
  const near = [corners[side] as Slot, corners[after] as Slot];
  if (count(after) < count(before)) near.reverse();
  return [MIDDLES[side] as Slot, ...near, CENTRE];
}
