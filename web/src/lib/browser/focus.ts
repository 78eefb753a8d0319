const CONTROLS = "button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

/**
 * Keeps the keyboard at what comes next: where the control that it was on is gone or out of use, it goes to the decision's main
 * button, else to its first control, else to the board, else it waits at the decision. A finger or a mouse is left alone. To attach
 * to the element that holds the board and the decision, which are marked with `data-board` and `data-decision`; `data-due` on the
 * decision changes when another one is due. What has `data-next` comes before all else, and a cell with `data-way="no"` is left when
 * a decision is due in which nothing can be done there.
 */
export function keepFocus(room: HTMLElement): () => void {
  let last: Element | null = null;
  let keyboard = false;
  const listening = new AbortController();
  const on = (type: string, listener: (event: Event) => void): void =>
    document.addEventListener(type, listener, { capture: true, signal: listening.signal });
  on("keydown", () => (keyboard = true));
  on("pointerdown", () => (keyboard = false));
  on("focusin", (event) => (last = room.contains(event.target as Node) ? (event.target as Element) : null));

  const check = (changes: readonly MutationRecord[]): void => {
    const at = document.activeElement;
    const decision = room.querySelector<HTMLElement>("[data-decision]");
    if (!keyboard || !last || !decision || document.querySelector("dialog[open]")) return;
    const due = changes.some((change) => change.attributeName === "data-due");
    const lost = at === null || at === document.body || at.matches(":disabled") || (due && at.matches("[data-way='no']"));
    if (lost || at === decision) next(room, decision)?.focus();
  };
  const changes = new MutationObserver(check);
  changes.observe(room, { childList: true, subtree: true, attributeFilter: ["disabled", "data-tile", "data-due"] });
  return () => {
    listening.abort();
    changes.disconnect();
  };
}

/** What the keyboard is to be at; null where it waits there already. */
function next(room: HTMLElement, decision: HTMLElement): HTMLElement | null {
  const seen = (all: Iterable<HTMLElement>): HTMLElement | undefined =>
    [...all].find((one) => one.checkVisibility() && !one.closest("[data-aside]"));
  const found =
    seen(room.querySelectorAll<HTMLElement>("[data-next]")) ??
    seen(decision.querySelectorAll<HTMLElement>(".primary:not(:disabled)")) ??
    seen(decision.querySelectorAll<HTMLElement>(CONTROLS)) ??
    seen(room.querySelectorAll<HTMLElement>("[data-board] [tabindex='0']")) ??
    decision;
  return found === document.activeElement ? null : found;
}
