/** One of the ways that a risk may end. */
export interface Outcome {
  text: string;
  chance: number;
  /** from 2, best for whom it is told, to -2; each only once */
  worth: number;
}
