// the most characters of a name, as a reader counts them; the server judges the rest
export const LONGEST_NAME = 24;

/** A name without blanks around it, cut where it is too long: never within a joined emoji or between a letter and its accents. */
export function shortName(name: string): string {
  const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name.trim());
  return [...segments]
    .slice(0, LONGEST_NAME)
    .map((one) => one.segment)
    .join("");
}
