/** The colours of the blocks: navy and oxblood, apart in lightness as well. */
export const COLOURS = ["#182b60", "#a03236"] as const;
/** The template and what is chosen. */
export const AMBER = "#f2b84b";
