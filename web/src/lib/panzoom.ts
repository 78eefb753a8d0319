import { shifted, spread, WHOLE, zoomed, type Point, type View } from "./lens";

const MOST = 4;
const SLACK = 6;

/**
 * Lets two fingers (or ctrl and the wheel) zoom the `[data-layer]` group of an svg, and one finger move it while it is
 * zoomed. A drag is no tap: the click after it is swallowed. A double tap with two quick taps on empty ground resets.
 */
export function panzoom(svg: SVGSVGElement): { destroy: () => void } {
  const fingers = new Map<number, Point>();
  let view = WHOLE;
  let moved = 0;

  const look = (next: View): void => {
    view = next;
    svg.querySelector("[data-layer]")?.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
    svg.style.touchAction = view.scale > 1 ? "none" : "pan-y";
  };

  const at = (event: { clientX: number; clientY: number }): Point => {
    const matrix = svg.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  };

  const down = (event: PointerEvent): void => {
    if (fingers.size === 0) moved = 0;
    fingers.set(event.pointerId, at(event));
  };

  const move = (event: PointerEvent): void => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    fingers.set(event.pointerId, now);
    const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    const size = svg.viewBox.baseVal;
    if (other) {
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      look(zoomed(view, middle, spread([before, other], [now, other]), size, MOST));
    } else if (view.scale > 1 && moved > SLACK) {
      look(shifted(view, now.x - before.x, now.y - before.y, size));
    }
  };

  const up = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };

  const click = (event: MouseEvent): void => {
    if (moved > 4 * SLACK && event.detail !== 0) event.stopImmediatePropagation();
    moved = 0;
  };

  const wheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && view.scale === 1) return;
    event.preventDefault();
    look(zoomed(view, at(event), event.deltaY < 0 ? 1.12 : 0.89, svg.viewBox.baseVal, MOST));
  };

  const reset = (): void => look(WHOLE);

  svg.addEventListener("pointerdown", down);
  svg.addEventListener("pointermove", move);
  addEventListener("pointerup", up);
  addEventListener("pointercancel", up);
  svg.addEventListener("click", click, true);
  svg.addEventListener("wheel", wheel, { passive: false });
  svg.addEventListener("dblclick", reset);
  return {
    destroy: () => {
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    },
  };
}
