import { api } from "../server/api";
import { allSeats, noteNews, orderTables } from "./seats";

/** ms between two questions, a little more or less: pages that were opened together do not ask together for ever */
const EVERY = 20_000;
/** ms after which a page that comes back asks again, and after which is asked again about what the server had not read yet */
const SOON = 2000;
/** seats in one question, at most */
const MOST = 64;

/**
 * Asks the server how the matches of this browser are, all in one request, while the page is in sight and whenever it comes back;
 * `told` is called after each answer. Returns a way to stop.
 */
export function watchSeats(told: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let last = -Infinity;
  let stopped = false;

  async function ask(): Promise<void> {
    clearTimeout(timer);
    const seats = orderTables(allSeats()).filter((own) => own.state !== "over");
    if (asking || stopped || document.hidden || seats.length === 0) return;
    asking = true;
    last = performance.now();
    let unread = false;
    try {
      for (let first = 0; first < seats.length; first += MOST) {
        const asked = seats.slice(first, first + MOST);
        const news = await api.seatsNow(asked.map(({ table, token }) => ({ table, token })));
        if (stopped) return;
        unread ||= news.some(({ state }) => state === "unread");
        noteNews(asked, news);
        told();
      }
    } catch {
      // the list stays as it is, and is asked for again
    }
    asking = false;
    if (!stopped) timer = setTimeout(() => void ask(), unread ? SOON : EVERY * (0.75 + Math.random() / 2));
  }

  function back(): void {
    if (performance.now() - last > SOON) void ask();
  }

  /** Another window of this browser has sat down, or left. */
  function stored(): void {
    told();
    back();
  }

  const EVENTS = [
    [document, "visibilitychange", back],
    [window, "pageshow", back],
    [window, "focus", back],
    [window, "online", back],
    [window, "storage", stored],
  ] as const;
  for (const [on, name, heard] of EVENTS) on.addEventListener(name, heard);
  void ask();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const [on, name, heard] of EVENTS) on.removeEventListener(name, heard);
  };
}
