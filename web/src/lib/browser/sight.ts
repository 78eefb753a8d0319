const MARGIN = 8;

/** How far to scroll so that what lies from `top` to `bottom` stands between the window's upper edge and `floor`; its top comes first. */
export function wayIntoSight(top: number, bottom: number, floor: number): number {
  if (top < MARGIN) return top - MARGIN;
  if (bottom > floor - MARGIN) return Math.min(bottom - floor + MARGIN, top - MARGIN);
  return 0;
}

/** Scrolls the page, if need be, so that all `elements` are above `floor`; measured in pixels of the window. */
export function bringIntoSight(elements: Iterable<Element>, floor: number, smooth: boolean): void {
  scroll(window, elements, 0, floor, smooth);
}

/** Scrolls `pane`, if need be, so that all `elements` in it are in sight. */
export function bringIntoPane(pane: Element, elements: Iterable<Element>, smooth: boolean): void {
  scroll(pane, elements, pane.getBoundingClientRect().top, pane.clientHeight, smooth);
}

function scroll(pane: Window | Element, elements: Iterable<Element>, start: number, floor: number, smooth: boolean): void {
  const boxes = [...elements].map((element) => element.getBoundingClientRect());
  if (boxes.length === 0) return;
  const top = Math.min(...boxes.map((box) => box.top)) - start;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) - start;
  const by = wayIntoSight(top, bottom, floor);
  if (Math.abs(by) >= 1) pane.scrollBy({ top: by, behavior: smooth ? "smooth" : "auto" });
}
