import { api } from "../server/api";
import type { Words } from "./words";

/** The short explanations of `game` with its usual settings, for a place that belongs to no table; empty until they have come. */
export function usualWords(game: string): { readonly words: Words } {
  let words = $state.raw<Words>({});
  api.words(game).then(
    (found) => (words = found),
    // the place does without
    () => undefined,
  );
  return {
    get words() {
      return words;
    },
  };
}
