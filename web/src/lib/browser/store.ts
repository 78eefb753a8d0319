/** Texts that a browser stores for this site; where it refuses, because its store is blocked or full, they last as long as the page. */
class Texts {
  private here = new Map<string, string>();

  constructor(private store: () => Storage) {}

  read(key: string): string | null {
    const own = this.here.get(key);
    if (own !== undefined) return own;
    try {
      return this.store().getItem(key);
    } catch {
      return null;
    }
  }

  /** What is stored as JSON; null where that is nothing, or no JSON. */
  json(key: string): unknown {
    try {
      return JSON.parse(this.read(key) ?? "null");
    } catch {
      return null;
    }
  }

  /** Stores a text; false where it lasts only as long as the page. */
  write(key: string, text: string): boolean {
    try {
      this.store().setItem(key, text);
      this.here.delete(key);
      return true;
    } catch {
      this.here.set(key, text);
      return false;
    }
  }

  /** Whether what was last written under this key outlives the page. */
  keeps(key: string): boolean {
    return !this.here.has(key);
  }
}

export const local = new Texts(() => localStorage);
/** of this window, until it is closed */
export const session = new Texts(() => sessionStorage);
