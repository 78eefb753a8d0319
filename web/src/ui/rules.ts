/** What stands where the rules would, of a game whose declaration names no rule text. */
export const NO_RULES = "This game comes without a rule text. What may be done is listed at the table.";
