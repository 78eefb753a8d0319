/** Offers `blob` to the person as a file called `name`. */
export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Offers what a server answered to the person, under the name that it gave the file. */
export async function keep(answer: Response): Promise<void> {
  save(await answer.blob(), fileName(answer.headers.get("Content-Disposition") ?? ""));
}

/** The file's name in a Content-Disposition header; "file" where there is none. */
export function fileName(header: string): string {
  const [, bytes] = /filename\*=UTF-8''([^;]+)/i.exec(header) ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(header) ?? [];
  return (bytes && decodeURIComponent(bytes)) || plain || "file";
}

/** Offers the board on the page, an svg element or a canvas marked `data-picture`, as a file called `name` and the ending of its kind. */
export function savePicture(name: string): void {
  const board = document.querySelector<SVGSVGElement | HTMLCanvasElement>("svg[data-picture], canvas[data-picture]");
  if (!board) return;
  if (board instanceof HTMLCanvasElement) return board.toBlob((picture) => picture && save(picture, `${name}.png`));
  const copy = board.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "Inter, sans-serif");
  for (const extra of copy.querySelectorAll("[data-screen-only]")) extra.remove();
  save(new Blob([copy.outerHTML], { type: "image/svg+xml" }), `${name}.svg`);
}
