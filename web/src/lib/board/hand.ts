import { shifted, spread, WHOLE, zoomed, type Point, type View } from "./lens";

/** How far a picture is enlarged at most. */
export const MOST = 4;
/** pixels that a finger, a mouse may go astray before it draws or moves the picture */
const SLACK = { touch: 9, mouse: 4 };
/** pixels after which a click is none, though nothing was drawn or moved */
const FAR = 24;
/** by how many pixels the distance between two fingers must change to count as a pinch; until then they move side by side */
const PINCH = 14;

/** Where a finger was, and when in ms; what a slow frame bundles has each its own time. */
export interface Trace extends Point {
  time: number;
}

/** How a gesture ended: where the finger was on its way, and when it was lifted; not, where the gesture was broken off. */
interface Ended {
  trace: readonly Trace[];
  time: number;
  lifted: boolean;
}

/** What a finger holds that draws something over the picture. */
export interface Grip {
  /** `trace`: where it was up to now */
  move(to: Point, trace: readonly Trace[]): void;
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
  /** what two fingers that move side by side take hold of, given their midpoint; a pinch lets go of it */
  pair?(at: Point): Grip | null;
  /** a finger came and went in one place; pictures of elements listen to clicks instead */
  tap?(at: Point): void;
  point?(at: Point | null): void;
  /** how the picture is seen; without it the whole picture is always shown */
  lens?: Lens;
}

/** Holds the current view of a picture, and changes it. */
export interface Lens {
  view: View;
  set(view: View): void;
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
 * Lets one finger draw, tap, and move the enlarged picture, and two fingers (or ctrl and the wheel) enlarge and move it; with Shift a
 * mouse moves it from anywhere. A double click where nothing can be taken hold of shows the whole picture again. A click that ends a
 * drag is swallowed. Attach it to the picture's element.
 */
export function hand<N extends HTMLElement | SVGSVGElement>(touch: Touch<N>): (node: N) => () => void {
  return (node) => {
    const units = touch.units?.(node) ?? pixelsOf(node as HTMLElement);
    const fingers = new Map<number, Point>();
    const view = (): View => touch.lens?.view ?? WHOLE;
    let grip: Grip | null = null;
    let trace: Trace[] = [];
    let start: Point = { x: 0, y: 0 };
    /** 0: it is still a tap; 1: it draws or moves; 2: no click any more */
    let gone: 0 | 1 | 2 = 0;
    /** the distance between two fingers when the second came down; null unless they hold something together */
    let apart: number | null = null;
    /** two fingers held something, so what the last one does before it is lifted is ignored */
    let spent = false;

    const release = (time: number, lifted: boolean): void => {
      if (gone > 0) grip?.drop?.({ trace, time, lifted });
      grip = apart = null;
    };
    const both = (): [Point, Point] => [...fingers.values()].slice(0, 2) as [Point, Point];
    const between = ([a, b]: readonly [Point, Point]): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
    const distance = ([a, b]: readonly [Point, Point]): number => Math.hypot(a.x - b.x, a.y - b.y);
    const traced = (event: PointerEvent): Trace[] => {
      const bundle = event.getCoalescedEvents?.() ?? [];
      return (bundle.length > 0 ? bundle : [event]).map((one) => ({ ...pointOf(units.at(one)), time: one.timeStamp }));
    };

    const down = (event: PointerEvent): void => {
      if (event.pointerType === "mouse" && event.button !== 0) return;
      fingers.set(event.pointerId, units.at(event));
      if (fingers.size > 1) return join(event);
      start = { x: event.clientX, y: event.clientY };
      gone = 0;
      spent = false;
      grip = event.shiftKey && view().scale > 1 ? null : (touch.grab?.(units.at(event)) ?? null);
      trace = traced(event);
    };

    /** Handles a second finger: the first one lets go of what it held, and both may take hold of something together. */
    const join = (event: PointerEvent): void => {
      gone = 2;
      release(event.timeStamp, false);
      if (fingers.size > 2) return;
      const at = between(both());
      grip = touch.pair?.(at) ?? null;
      apart = grip ? distance(both()) : null;
      trace = [{ ...at, time: event.timeStamp }];
    };

    const move = (event: PointerEvent): void => {
      const now = units.at(event);
      const before = fingers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === "mouse" && node.contains(event.target as Node)) touch.point?.(now);
        return;
      }
      fingers.set(event.pointerId, now);
      const other = [...fingers.entries()].find(([id]) => id !== event.pointerId)?.[1];
      if (other && grip && apart !== null) return abreast(event, grip, apart);
      if (grip) trace.push(...traced(event));
      if (other) return pinch([before, other], [now, other]);
      const far = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (gone === 0 && far > (event.pointerType === "mouse" ? SLACK.mouse : SLACK.touch)) gone = 1;
      if (far > FAR) gone = 2;
      if (gone > 0) drag(now, before);
    };

    const abreast = (event: PointerEvent, held: Grip, began: number): void => {
      if (Math.abs(distance(both()) - began) > PINCH) return release(event.timeStamp, false);
      const at = between(both());
      trace.push({ ...at, time: event.timeStamp });
      held.move(at, trace);
    };

    const pinch = (before: readonly [Point, Point], now: readonly [Point, Point]): void => {
      const [from, to] = [between(before), between(now)];
      const moved = shifted(view(), to.x - from.x, to.y - from.y, units.size());
      touch.lens?.set(zoomed(moved, to, spread(before, now), units.size(), MOST));
    };

    const drag = (now: Point, before: Point): void => {
      if (spent || (!grip && view().scale === 1)) return;
      gone = 2;
      if (grip) grip.move(now, trace);
      else touch.lens?.set(shifted(view(), now.x - before.x, now.y - before.y, units.size()));
    };

    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId)) return;
      if (apart !== null) {
        spent = true;
        release(event.timeStamp, event.type === "pointerup");
      }
      if (fingers.size > 0) return;
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
    // if taps are clicks, only moves are kept from scrolling: after `preventDefault` on the touch itself there would be no click
    const keep = (event: TouchEvent): void => {
      if (grip) event.preventDefault();
    };

    const wheel = (event: WheelEvent): void => {
      if (!touch.lens || (!event.ctrlKey && view().scale === 1)) return;
      event.preventDefault();
      touch.lens.set(zoomed(view(), units.at(event), event.deltaY < 0 ? 1.12 : 0.89, units.size(), MOST));
    };

    const leave = (): void => touch.point?.(null);
    const twice = (event: MouseEvent): void => void (touch.grab?.(units.at(event)) ?? touch.lens?.set(WHOLE));
    const listening = new AbortController();
    const { signal } = listening;

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
    return () => listening.abort();
  };
}
