import type { Snapshot } from "../server/protocol";

const BASE = "Sandtable";

/** What is asked in a position; nothing once this person, who was asked, has answered. */
export function promptOf({ seat, to_move, prompt }: Snapshot, mine: boolean): string {
  return seat !== null && to_move === seat && !mine ? "" : prompt;
}

/** Shows in the title, and outside the page if that was allowed, that it is this person's turn. */
export function announceTurn(mine: boolean, prompt: string): () => void {
  document.title = mine ? `● Your turn · ${BASE}` : BASE;
  if (mine && document.hidden && mayNotify() === "granted") {
    const note = new Notification("Your turn", { body: prompt, tag: "sandtable-turn" });
    note.onclick = () => window.focus();
  }
  return () => (document.title = BASE);
}

/** Whether the browser shows notices of this site; `none` where it knows no such thing. */
export function mayNotify(): NotificationPermission | "none" {
  return typeof Notification === "undefined" ? "none" : Notification.permission;
}
