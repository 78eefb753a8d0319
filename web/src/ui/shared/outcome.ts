/** One of the ways that a risk may end. */
export interface Outcome {
  text: string;
  chance: number;
  /** from 2, best for the reader, to -2; each only once */
  worth: number;
}
