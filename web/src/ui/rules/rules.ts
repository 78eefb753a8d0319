/** Words that are read in a minute. */
const READ = 230;

/** How many minutes it takes to read a number of words; the last minute may be a part of one. */
export const minutes = (words: number): string => {
  const count = Math.max(1, Math.ceil(words / READ));
  return `${count} ${count === 1 ? "minute" : "minutes"}`;
};

/** What stands where the rules would, of a game whose declaration names no rule text. */
export const NO_RULES = "This game has no written rules. The table lists all legal actions.";
