/** Offers `blob` to the person as a file called `name`. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Offers the board on the page, an svg element marked `data-picture`, as a file. */
export function savePicture(name: string): void {
  const board = document.querySelector<SVGSVGElement>("svg[data-picture]");
  if (!board) return;
  const copy = board.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "Inter, sans-serif");
  for (const extra of copy.querySelectorAll("[data-screen-only]")) extra.remove();
  save(new Blob([copy.outerHTML], { type: "image/svg+xml" }), name);
}
