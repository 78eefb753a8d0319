import { BufferTarget, canEncodeVideo, CanvasSource, Mp4OutputFormat, Output } from "mediabunny";
import type { Still } from "./still";

const BITRATE = 1_500_000;

/** `stills` on `canvas` as an MP4 film; null where this browser cannot encode it. */
export async function video(canvas: HTMLCanvasElement, stills: readonly Still[]): Promise<Blob | null> {
  const { width, height } = canvas;
  if (!(await canEncodeVideo("avc", { width, height, bitrate: BITRATE }))) return null;
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new CanvasSource(canvas, { codec: "avc", bitrate: BITRATE });
  output.addVideoTrack(source);
  await output.start();
  let at = 0;
  for (const { draw, seconds } of stills) {
    await draw();
    await source.add(at, seconds);
    at += seconds;
  }
  await output.finalize();
  return target.buffer && new Blob([target.buffer], { type: "video/mp4" });
}
