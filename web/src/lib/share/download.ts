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

type Picture = SVGSVGElement | HTMLCanvasElement | HTMLImageElement;

/**
 * Offers the board on the page as a file called `name` and the ending of its kind. It is marked `data-picture`: an svg element, a canvas,
 * or an image whose address is the text of an SVG file.
 */
export function savePicture(name: string): void {
  const board = document.querySelector<Picture>("svg[data-picture], canvas[data-picture], img[data-picture]");
  if (!board) return;
  if (board instanceof HTMLImageElement) return saveSvg(decodeURIComponent(board.src.slice(board.src.indexOf(",") + 1)), name);
  if (board instanceof HTMLCanvasElement) return board.toBlob((picture) => picture && save(picture, `${name}.png`));
  const copy = board.cloneNode(true) as SVGSVGElement;
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "Inter, sans-serif");
  for (const extra of copy.querySelectorAll("[data-screen-only]")) extra.remove();
  saveSvg(copy.outerHTML, name);
}

function saveSvg(text: string, name: string): void {
  save(new Blob([text], { type: "image/svg+xml" }), `${name}.svg`);
}
