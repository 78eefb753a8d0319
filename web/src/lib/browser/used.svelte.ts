import { local } from "./store";

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
    local.write(KEY, JSON.stringify(this.names));
  }
}

function read(): string[] {
  const kept = local.json(KEY);
  return Array.isArray(kept) ? kept.filter((name) => typeof name === "string") : [];
}

export const used = new Used();
