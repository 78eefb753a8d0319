/** A still picture of a clip, which `draw` puts on the canvas, and for how many seconds it stands. */
export interface Still {
  draw: () => Promise<void>;
  seconds: number;
}
