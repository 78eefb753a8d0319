/** One explanation: lines of text by name, and its `clause`. */
export type Entry = Readonly<Record<string, string>>;

/** The server's short explanations of a game under the settings in force, by `group.name`. */
export type Words = Readonly<Record<string, Entry>>;

/** `text` with each `{name}` replaced by its value. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** The entries of a group by their name in it. */
export function group(words: Words, name: string): [string, Entry][] {
  const before = `${name}.`;
  return Object.entries(words)
    .filter(([key]) => key.startsWith(before))
    .map(([key, entry]) => [key.slice(before.length), entry]);
}
