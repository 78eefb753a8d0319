/** Whether a person points with a mouse here, not with a finger. */
export function byMouse(): boolean {
  return matchMedia("(hover: hover) and (pointer: fine)").matches;
}
