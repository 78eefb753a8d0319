/** How a picture is looked at: a point of it is at `scale` times its place, plus `x` and `y`. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** The whole picture. */
export const WHOLE: View = { scale: 1, x: 0, y: 0 };

/** `view` moved by `x` and `y`, as far as the picture of `size` still fills its frame. */
export function shifted(view: View, x: number, y: number, size: Size): View {
  return held({ ...view, x: view.x + x, y: view.y + y }, size);
}

/** `view` enlarged by `factor`, at most to `most` and at least to the whole, with the point at `middle` in its place. */
export function zoomed(view: View, middle: Point, factor: number, size: Size, most: number): View {
  const scale = Math.min(most, Math.max(1, view.scale * factor));
  const at = (from: number, centre: number): number => centre - ((centre - from) * scale) / view.scale;
  return held({ scale, x: at(view.x, middle.x), y: at(view.y, middle.y) }, size);
}

/** By how much two fingers spread that moved from `before` to `now`, in any unit. */
export function spread(before: readonly [Point, Point], now: readonly [Point, Point]): number {
  const apart = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y);
  // from one place to another there is no factor
  return apart(before) > 0 ? apart(now) / apart(before) : 1;
}

function held(view: View, size: Size): View {
  const within = (at: number, length: number): number => Math.min(0, Math.max(length * (1 - view.scale), at));
  return { scale: view.scale, x: within(view.x, size.width), y: within(view.y, size.height) };
}
