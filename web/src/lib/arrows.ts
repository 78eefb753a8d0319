const STEPS: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The step of an arrow key: columns to the right, rows down; undefined for another key. */
export function arrowStep(key: string): readonly [number, number] | undefined {
  return STEPS[key];
}

/** The place that an arrow key leads to on a board of places that are numbered row by row, never over its edge. */
export function arrowTo(key: string, from: number, width: number, height: number): number | undefined {
  const step = arrowStep(key);
  if (!step) return undefined;
  const x = Math.min(width - 1, Math.max(0, (from % width) + step[0]));
  const y = Math.min(height - 1, Math.max(0, Math.floor(from / width) + step[1]));
  return y * width + x;
}
