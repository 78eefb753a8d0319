import { encode } from "modern-gif";
import type { Still } from "./still";

// flat pictures need no more, and each colour makes the file larger
const COLOURS = 128;

/** `stills` on the canvas of `context` as an animated GIF. */
export async function animation(context: CanvasRenderingContext2D, stills: readonly Still[]): Promise<Blob> {
  const { width, height } = context.canvas;
  const frames = [];
  for (const { draw, seconds } of stills) {
    await draw();
    frames.push({ data: context.getImageData(0, 0, width, height).data, delay: 1000 * seconds });
  }
  return new Blob([await encode({ width, height, frames, maxColors: COLOURS })], { type: "image/gif" });
}
