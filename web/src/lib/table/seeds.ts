import { local } from "../browser/store";
import type { Snapshot } from "../server/protocol";

/** What this browser adds to the dice of a table, and the fingerprint of the server's secret that it had seen before. */
export interface KeptSeed {
  table: string;
  seat: number;
  seed: string;
  commitment: string;
  /** the server has taken it */
  given: boolean;
}

const KEY = "sandtable.seeds";
const MOST = 200;

/** The seeds of this browser at a table, one a seat. */
export function seedsAt(table: string): KeptSeed[] {
  return all().filter((kept) => kept.table === table);
}

/** The seed of a seat: the one it has, or a fresh one, which is kept. */
export function seedFor(table: string, seat: number, commitment: string): KeptSeed {
  const known = seedsAt(table).find((kept) => kept.seat === seat);
  if (known) return known;
  const made = { table, seat, seed: newSeed(), commitment, given: false };
  write([made, ...all()]);
  return made;
}

/** Keeps a seed that was sent with something else and taken. */
export function keepSeed(made: KeptSeed): void {
  write([made, ...all().filter((kept) => kept.table !== made.table || kept.seat !== made.seat)]);
}

/** Notes that the server has taken the seed of a seat. */
export function noteGiven(table: string, seat: number): void {
  write(all().map((kept) => (kept.table === table && kept.seat === seat ? { ...kept, given: true } : kept)));
}

/** 128 random bits in hexadecimal. */
export function newSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * How a server breaks its word about the dice, in one sentence; "" where it keeps it.
 *
 * `seen` is the fingerprint that the table showed at first, `kept` are the seeds of this browser.
 */
export function breach({ commitment, seeds }: Pick<Snapshot, "commitment" | "seeds">, seen: string, kept: readonly KeptSeed[]): string {
  if (commitment !== seen || kept.some((own) => own.commitment !== commitment))
    return "The fingerprint of the server's secret has changed: the server has swapped its secret.";
  const left = kept.find((own) => seeds[own.seat] !== own.seed && (own.given || typeof seeds[own.seat] === "string"));
  return left ? "Your browser added a seed to the dice, and the server is not using it." : "";
}

function all(): KeptSeed[] {
  const found = local.json(KEY);
  return Array.isArray(found) ? found.filter(isSeed) : [];
}

function write(seeds: KeptSeed[]): void {
  local.write(KEY, JSON.stringify(seeds.slice(0, MOST)));
}

function isSeed(value: unknown): value is KeptSeed {
  const kept = value as Partial<KeptSeed> | null;
  return (
    typeof kept === "object" &&
    kept !== null &&
    typeof kept.table === "string" &&
    typeof kept.seat === "number" &&
    typeof kept.seed === "string" &&
    typeof kept.commitment === "string" &&
    typeof kept.given === "boolean"
  );
}
