import { shifted, spread, WHOLE, zoomed, type View } from "../../../lib/lens";
import type { Pixel } from "./camera";

const MOST = 4;
/** pixels that a finger, a mouse may go astray in a tap */
const SLACK = { touch: 9, mouse: 4 };

/** What a finger holds that draws something over the bench. */
export interface Grip {
  move(to: Pixel): void;
  drop?(): void;
}

/** What fingers and mice do on the bench, in pixels of its picture. */
export interface Touch {
  /** what is taken hold of at a pixel; null where the picture itself is */
  grab(at: Pixel): Grip | null;
  tap(at: Pixel): void;
  point(at: Pixel | null): void;
  /** the picture is to be looked at like this */
  look(view: View): void;
}

/** Lets one finger draw, tap, and move the enlarged picture, and two fingers (or ctrl and the wheel) enlarge it. */
export function hand(node: HTMLElement, touch: Touch): { destroy: () => void } {
  const fingers = new Map<number, Pixel>();
  let view = WHOLE;
  let grip: Grip | null = null;
  let start: Pixel = { x: 0, y: 0 };
  let moved = false;

  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixel => {
    const box = node.getBoundingClientRect();
    return { x: clientX - box.left, y: clientY - box.top };
  };
  const look = (next: View): void => {
    view = next;
    node.style.touchAction = view.scale > 1 ? "none" : "pan-y";
    touch.look(view);
  };
  const size = (): { width: number; height: number } => ({ width: node.clientWidth, height: node.clientHeight });
  const release = (): void => {
    if (moved) grip?.drop?.();
    grip = null;
  };

  const down = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const here = at(event);
    fingers.set(event.pointerId, here);
    if (fingers.size > 1) {
      moved = true;
      return release();
    }
    start = here;
    moved = false;
    grip = touch.grab(here);
  };

  const move = (event: PointerEvent): void => {
    const now = at(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse" && node.contains(event.target as Node)) touch.point(now);
      return;
    }
    fingers.set(event.pointerId, now);
    const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      return look(zoomed(view, middle, spread([before, other], [now, other]), size(), MOST));
    }
    moved ||= Math.hypot(now.x - start.x, now.y - start.y) > (event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch);
    if (!moved) return;
    if (grip) grip.move(now);
    else if (view.scale > 1) look(shifted(view, now.x - before.x, now.y - before.y, size()));
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    release();
    if (!moved && event.type === "pointerup") touch.tap(at(event));
  };

  // a finger that draws does not scroll the page
  const hold = (event: TouchEvent): void => {
    const first = event.touches[0];
    if (first && (event.touches.length > 1 || touch.grab(at(first)))) event.preventDefault();
  };

  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && view.scale === 1) return;
    event.preventDefault();
    look(zoomed(view, at(event), event.deltaY < 0 ? 1.12 : 0.89, size(), MOST));
  };

  const leave = (): void => touch.point(null);
  const reset = (): void => look(WHOLE);
  const twice = (event: MouseEvent): void => void (touch.grab(at(event)) ?? reset());
  const whole = new ResizeObserver(reset);

  look(WHOLE);
  whole.observe(node);
  node.addEventListener("pointerdown", down);
  addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  node.addEventListener("touchstart", hold, { passive: false });
  node.addEventListener("wheel", wheel, { passive: false });
  node.addEventListener("pointerleave", leave);
  node.addEventListener("dblclick", twice);
  return {
    destroy: () => {
      whole.disconnect();
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    },
  };
}
