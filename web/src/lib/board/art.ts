/** A stroke of a picture that a game's page and its paper share: a path, and colours by #rrggbb or by a name. */
export interface Stroke {
  d: string;
  fill?: string | undefined;
  stroke?: string | undefined;
  width?: number | undefined;
}

/** Of both seats. */
export type Pair = [string, string];
