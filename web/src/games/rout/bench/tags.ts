import type { Pixel } from "./camera";

/** The size of a tag, in pixels. */
export const TAG = { wide: 48, high: 22 };

/** Those of `places`, the weightiest first, at which a tag covers none of the tags before it. */
export function uncovered<T extends Pixel>(places: readonly T[]): T[] {
  const shown: T[] = [];
  for (const place of places) {
    if (shown.every(({ x, y }) => Math.abs(x - place.x) >= TAG.wide || Math.abs(y - place.y) >= TAG.high)) shown.push(place);
  }
  return shown;
}
