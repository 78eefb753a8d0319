/** What a flick is to do. */
export interface Goal {
  /** degrees anticlockwise from the right */
  direction: number;
  /** m/s */
  speed: number;
  /** how far a block slides at that speed, in mm */
  length: number;
}

const COUNT = 20;
// T1.3: twice friction times gravity
const BRAKE = 2 * 0.25 * 9.80665;
const GOLDEN = 0.6180339887;

/** The marks, spread over all directions ahead and over speeds, in no order to be guessed. */
export const goals: readonly Goal[] = Array.from({ length: COUNT }, (_, n) => {
  const direction = Math.round(40 + 100 * ((n * GOLDEN + 0.45) % 1));
  const length = Math.round(140 + 280 * ((n * GOLDEN * GOLDEN + 0.7) % 1));
  return { direction, length, speed: Math.sqrt((BRAKE * length) / 1000) };
});
