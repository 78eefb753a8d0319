const MOST = 4;
const SLACK = 6;

interface Point {
  x: number;
  y: number;
}

/**
 * Lets two fingers (or ctrl and the wheel) zoom the `[data-layer]` group of an svg, and one finger move it while it is
 * zoomed. A drag is no tap: the click after it is swallowed. A double tap with two quick taps on empty ground resets.
 */
export function panzoom(svg: SVGSVGElement): { destroy: () => void } {
  const fingers = new Map<number, Point>();
  let scale = 1;
  let x = 0;
  let y = 0;
  let moved = 0;

  const draw = (): void => {
    const box = svg.viewBox.baseVal;
    x = Math.min(0, Math.max(box.width * (1 - scale), x));
    y = Math.min(0, Math.max(box.height * (1 - scale), y));
    svg.querySelector("[data-layer]")?.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    svg.style.touchAction = scale > 1 ? "none" : "pan-y";
  };

  const at = (event: { clientX: number; clientY: number }): Point => {
    const matrix = svg.getScreenCTM();
    const point = new DOMPoint(event.clientX, event.clientY);
    return matrix ? point.matrixTransform(matrix.inverse()) : point;
  };

  const zoomAt = (middle: Point, factor: number): void => {
    const next = Math.min(MOST, Math.max(1, scale * factor));
    x = middle.x - ((middle.x - x) * next) / scale;
    y = middle.y - ((middle.y - y) * next) / scale;
    scale = next;
    draw();
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
    if (other) {
      const ratio = Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      zoomAt({ x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 }, ratio);
    } else if (scale > 1 && moved > SLACK) {
      x += now.x - before.x;
      y += now.y - before.y;
      draw();
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
    if (!event.ctrlKey && scale === 1) return;
    event.preventDefault();
    zoomAt(at(event), event.deltaY < 0 ? 1.12 : 0.89);
  };

  const reset = (): void => {
    scale = 1;
    x = 0;
    y = 0;
    draw();
  };

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
