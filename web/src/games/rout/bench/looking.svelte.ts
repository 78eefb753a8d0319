import { shifted, WHOLE, type View } from "../../../lib/board/lens";
import { prefs } from "../../../lib/browser/prefs.svelte";
import type { Pixel } from "./camera";

/** ms in which the bench comes nearer by itself */
const EASE = 240;

/** The view of the bench, which a person sets or the page zooms by itself. */
export class Looking {
  view = $state.raw<View>(WHOLE);
  private timer = 0;

  /** Sets the view at once, as for a hand that moves it. */
  set(view: View): void {
    cancelAnimationFrame(this.timer);
    this.view = view;
  }

  /** Moves to the view smoothly, or at once with reduced motion. */
  to(view: View): void {
    cancelAnimationFrame(this.timer);
    const from = this.view;
    if (prefs.reduced || same(from, view)) return this.set(view);
    const begun = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - begun) / EASE));
      const eased = part * part * (3 - 2 * part);
      const mix = (of: keyof View): number => from[of] + (view[of] - from[of]) * eased;
      this.view = { scale: mix("scale"), x: mix("x"), y: mix("y") };
      if (part < 1) this.timer = requestAnimationFrame(step);
    };
    this.timer = requestAnimationFrame(step);
  }
}

/** The view of a picture of `size` that is enlarged by up to `most` and keeps all `points` of the whole picture `margin` pixels from its edge. */
export function closeUp(points: readonly Pixel[], size: { width: number; height: number }, most: number, margin: number): View {
  const [low, high] = [Math.min, Math.max].map((end) => ({ x: end(...points.map(({ x }) => x)), y: end(...points.map(({ y }) => y)) })) as [
    Pixel,
    Pixel,
  ];
  const fits = (length: number, taken: number): number => (length - 2 * margin) / Math.max(1, taken);
  const scale = Math.max(1, Math.min(most, fits(size.width, high.x - low.x), fits(size.height, high.y - low.y)));
  const at = (length: number, a: number, b: number): number => length / 2 - (scale * (a + b)) / 2;
  return shifted({ scale, x: at(size.width, low.x, high.x), y: at(size.height, low.y, high.y) }, 0, 0, size);
}

const same = (a: View, b: View): boolean => a.scale === b.scale && a.x === b.x && a.y === b.y;
