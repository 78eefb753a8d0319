import { save } from "./download";

/** The address at which a stranger sees the position after `ply` moves of a table; null: the newest. */
export function positionUrl(table: string, ply: number | null): string {
  return `${location.origin}/g/${encodeURIComponent(table)}${ply === null ? "" : `?ply=${ply}`}`;
}

/** The address that plays a match from the position after `from` moves to that after `to`. */
export function stretchUrl(table: string, from: number, to: number): string {
  return `${positionUrl(table, from)}&to=${to}`;
}

/**
 * Puts `text` on the clipboard; false where the browser lets no page do so. Pages on plain http have no clipboard of their own: there it is
 * copied from a field next to `near`, since in an open dialog nothing outside it can be selected.
 */
export async function copyText(text: string, near: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFrom(text, near);
  }
}

function copyFrom(text: string, near: Element): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden-text";
  near.after(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** What to say where `copyText` could not. */
export const BY_HAND = "Your browser blocked copying. The text is selected, so you can copy it yourself.";

/** Whether the device has a way of its own to send an address. */
export const canShare = typeof navigator !== "undefined" && typeof navigator.share === "function";

/** Opens the device's share dialog for a file, or saves the file if there is none; says which, and nothing if the person cancelled. */
export async function passOn(blob: Blob, name: string): Promise<string> {
  const file = new File([blob], name, { type: blob.type });
  if (typeof navigator.canShare !== "function" || !navigator.canShare({ files: [file] })) return saved(blob, name);
  try {
    await navigator.share({ files: [file] });
    return "Shared.";
  } catch (error) {
    // whoever cancels does not want the file; if making a clip took long, the browser may no longer allow sharing without a new click
    return error instanceof DOMException && error.name === "AbortError" ? "" : saved(blob, name);
  }
}

function saved(blob: Blob, name: string): string {
  save(blob, name);
  return `Saved as ${name} in your downloads.`;
}
