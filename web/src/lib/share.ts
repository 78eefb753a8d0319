/** The address at which a stranger sees the position after `ply` moves of a table; null: the newest. */
export function positionUrl(table: string, ply: number | null): string {
  return `${location.origin}/g/${encodeURIComponent(table)}${ply === null ? "" : `?ply=${ply}`}`;
}

/** The address that plays a match from the position after `from` moves to that after `to`. */
export function stretchUrl(table: string, from: number, to: number): string {
  return `${positionUrl(table, from)}&to=${to}`;
}

/** Puts `text` on the clipboard; `field` holds it for browsers that let nobody else do so. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select();
    return field !== undefined && document.execCommand("copy");
  }
}

/** Whether the device has a way of its own to send an address. */
export const canShare = typeof navigator !== "undefined" && typeof navigator.share === "function";
