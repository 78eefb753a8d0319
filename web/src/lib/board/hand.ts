import { shifted, spread, WHOLE, zoomed, type Point, type View } from "./lens";

const MOST = 4;
/** pixels that a finger, a mouse may go astray before it draws or moves the picture */
const SLACK = { touch: 9, mouse: 4 };
/** pixels after which a click is none, though nothing was drawn or moved */
const FAR = 24;

/** Where a finger was, and when in ms; what a slow frame bundles has each its own time. */
export interface Trace extends Point {
  time: number;
}

/** How a gesture ended: where the finger was on its way, and when it was lifted; not, where the gesture was broken off. */
export interface Ended {
  trace: readonly Trace[];
  time: number;
  lifted: boolean;
}

/** What a finger holds that draws something over the picture. */
export interface Grip {
  move(to: Point): void;
  drop?(end: Ended): void;
}

/** The unit of points and lengths of a picture. */
interface Units {
  at(event: { clientX: number; clientY: number }): Point;
  size(): { width: number; height: number };
}

/** What fingers and mice do on a picture. */
export interface Touch<N extends Element> {
  /** pixels, unless it is said otherwise */
  units?: (node: N) => Units;
  /** what is taken hold of at a point; null where the picture itself is */
  grab?(at: Point): Grip | null;
  /** a finger came and went in one place; pictures of elements listen to clicks instead */
  tap?(at: Point): void;
  point?(at: Point | null): void;
  /** the picture is to be looked at like this; without it, it is always seen whole */
  look?(view: View): void;
}

/** Points and lengths in the units of an svg. */
export function unitsOf(svg: SVGSVGElement): Units {
  return { at: (event) => pointIn(svg, event), size: () => svg.viewBox.baseVal };
}

/** Where `event` is, in the units of an element of an svg. */
export function pointIn(element: SVGGraphicsElement, { clientX, clientY }: { clientX: number; clientY: number }): Point {
  const point = new DOMPoint(clientX, clientY);
  const matrix = element.getScreenCTM();
  return matrix ? point.matrixTransform(matrix.inverse()) : point;
}

// a point of the DOM hands over nothing of itself
const pointOf = ({ x, y }: Point): Point => ({ x, y });

function pixelsOf(node: HTMLElement): Units {
  return {
    at: ({ clientX, clientY }) => {
      const box = node.getBoundingClientRect();
      return { x: clientX - box.left, y: clientY - box.top };
    },
    size: () => ({ width: node.clientWidth, height: node.clientHeight }),
  };
}

/**
 * Lets one finger draw, tap, and move the enlarged picture, and two fingers (or ctrl and the wheel) enlarge it; a double click where
 * nothing can be taken hold of shows the whole again. A click after a way is swallowed. To attach to the picture's element.
 */
export function hand<N extends HTMLElement | SVGSVGElement>(touch: Touch<N>): (node: N) => () => void {
  return (node) => {
    const units = touch.units?.(node) ?? pixelsOf(node as HTMLElement);
    const fingers = new Map<number, Point>();
    let view = WHOLE;
    let grip: Grip | null = null;
    let trace: Trace[] = [];
    let start: Point = { x: 0, y: 0 };
    /** 0: it is still a tap; 1: it draws or moves; 2: no click any more */
    let gone: 0 | 1 | 2 = 0;

    const look = (next: View): void => {
      if (!touch.look) return;
      view = next;
      node.style.touchAction = view.scale > 1 ? "none" : "pan-y";
      touch.look(view);
    };
    const release = (time: number, lifted: boolean): void => {
      if (gone > 0) grip?.drop?.({ trace, time, lifted });
      grip = null;
    };
    const traced = (event: PointerEvent): Trace[] => {
      const bundle = event.getCoalescedEvents?.() ?? [];
      return (bundle.length > 0 ? bundle : [event]).map((one) => ({ ...pointOf(units.at(one)), time: one.timeStamp }));
    };

    const down = (event: PointerEvent): void => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      fingers.set(event.pointerId, units.at(event));
      if (fingers.size > 1) {
        gone = 2;
        return release(event.timeStamp, false);
      }
      start = { x: event.clientX, y: event.clientY };
      gone = 0;
      grip = touch.grab?.(units.at(event)) ?? null;
      trace = traced(event);
    };

    const move = (event: PointerEvent): void => {
      const now = units.at(event);
      const before = fingers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse" && node.contains(event.target as Node)) touch.point?.(now);
        return;
      }
      fingers.set(event.pointerId, now);
      if (grip) trace.push(...traced(event));
      const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
      if (other) return pinch([before, other], [now, other]);
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (gone === 0 && far > (event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch)) gone = 1;
      if (far > FAR) gone = 2;
      if (gone > 0) drag(now, before);
    };

    const pinch = (before: readonly [Point, Point], now: readonly [Point, Point]): void => {
      if (!touch.look) return;
      const middle = { x: (now[0].x + now[1].x) / 2, y: (now[0].y + now[1].y) / 2 };
      look(zoomed(view, middle, spread(before, now), units.size(), MOST));
    };

    const drag = (now: Point, before: Point): void => {
      if (!grip && view.scale === 1) return;
      gone = 2;
      if (grip) grip.move(now);
      else look(shifted(view, now.x - before.x, now.y - before.y, units.size()));
    };

    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
      release(event.timeStamp, event.type === "pointerup");
      if (gone === 0 && event.type === "pointerup") touch.tap?.(units.at(event));
    };

    // a click without a place comes from assistive technology
    const click = (event: MouseEvent): void => {
      if (gone === 2 && event.detail !== 0) event.stopImmediatePropagation();
    };

    // a finger that draws does not scroll the page
    const hold = (event: TouchEvent): void => {
      const first = event.touches[0];
      if (first && (event.touches.length > 1 || (touch.tap && touch.grab?.(units.at(first))))) event.preventDefault();
    };
    // where taps are clicks, only its way is kept from scrolling: a touch that is refused brings no click
    const keep = (event: TouchEvent): void => {
      if (grip) event.preventDefault();
    };

    const wheel = (event: WheelEvent): void => {
      if (!touch.look || (!event.ctrlKey && view.scale === 1)) return;
      event.preventDefault();
      look(zoomed(view, units.at(event), event.deltaY < 0 ? 1.12 : 0.89, units.size(), MOST));
    };

    const leave = (): void => touch.point?.(null);
    const reset = (): void => look(WHOLE);
    const twice = (event: MouseEvent): void => void (touch.grab?.(units.at(event)) ?? reset());
    // lengths in pixels change with the size
    const whole = new ResizeObserver(() => !touch.units && reset());
    const listening = new AbortController();
    const { signal } = listening;

    look(WHOLE);
    whole.observe(node);
    const on = (type: string, listener: (event: never) => void, options: AddEventListenerOptions = {}): void =>
      node.addEventListener(type, listener as EventListener, { signal, ...options });
    on("pointerdown", down);
    on("touchstart", hold, { passive: false });
    on("touchmove", keep, { passive: false });
    on("click", click, { capture: true });
    on("wheel", wheel, { passive: false });
    on("pointerleave", leave);
    on("dblclick", twice);
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", up, { signal });
    addEventListener("pointercancel", up, { signal });
    return () => {
      whole.disconnect();
      listening.abort();
    };
  };
}
