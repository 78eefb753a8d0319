/** Whether a key that was pressed anywhere means something on the page: not in a field, and not with what the browser listens to. */
export function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !(target as Element).matches("input, select, textarea, [role=slider]") && !ctrlKey && !metaKey && !altKey;
}
