const KEY = "sandtable.used";

/** What this person has done once, so that nobody needs to tell how; kept in this browser. */
class Used {
  private names = $state.raw<readonly string[]>(read());

  has(name: string): boolean {
    return this.names.includes(name);
  }

  add(name: string): void {
    if (this.has(name)) return;
    this.names = [...this.names, name];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.names));
    } catch {
      // said once more on the next visit
    }
  }
}

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export const used = new Used();
