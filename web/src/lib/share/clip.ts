import type { Still } from "./still";

/** One position of a clip: the address of its picture, and what led to it. */
export interface Scene {
  picture: string;
  text: string;
}

export interface Clip {
  blob: Blob;
  /** the ending of the file's name */
  ending: "mp4" | "gif";
}

// pixels, and seconds for which a position stands, the last one longer
const WIDTH = 720;
const CAPTION = 84;
const LINE = 30;
const SECONDS = 1.1;
const LAST = 2.5;
const [GROUND, INK] = ["#14171c", "#e9edf2"];

/** A film of `scenes`, which have pictures of one size; MP4 where the browser can make it, else GIF. `done` receives how many of them are in it. */
export async function makeClip(scenes: readonly Scene[], done: (count: number) => void, form?: Clip["ending"]): Promise<Clip> {
  const [first] = scenes;
  if (!first) throw new Error("There is nothing to put in a clip.");
  const image = await load(first.picture);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  // encoders want even numbers
  canvas.height = 2 * Math.round((CAPTION + (WIDTH * image.naturalHeight) / image.naturalWidth) / 2);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can't make clips.");
  const stills = scenes.map((scene, n): Still => ({
    draw: () => draw(context, scene).then(() => done(n + 1)),
    seconds: n === scenes.length - 1 ? LAST : SECONDS,
  }));
  const film = form === "gif" ? null : await (await import("./clip-mp4")).video(canvas, stills);
  if (film) return { blob: film, ending: "mp4" };
  return { blob: await (await import("./clip-gif")).animation(context, stills), ending: "gif" };
}

async function draw(context: CanvasRenderingContext2D, { picture, text }: Scene): Promise<void> {
  const image = await load(picture);
  const { width, height } = context.canvas;
  context.fillStyle = GROUND;
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height - CAPTION);
  context.fillStyle = INK;
  context.font = `600 22px "Inter Variable", sans-serif`;
  context.textAlign = "center";
  const lines = wrapped(text, (line) => context.measureText(line).width <= width - 32).slice(0, 2);
  const top = height - CAPTION / 2 - ((lines.length - 1) * LINE) / 2 + 8;
  for (const [n, line] of lines.entries()) context.fillText(line, width / 2, top + n * LINE);
}

/** `text` in lines that `fit`, cut between words. */
export function wrapped(text: string, fit: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && !fit(longer)) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
  } catch {
    throw new Error("A picture for the clip didn't load. Check your connection and try again.");
  }
  return image;
}
