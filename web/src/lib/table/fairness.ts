import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { DiceRecord, DiceStep } from "../server/protocol";
import type { KeptSeed } from "./seeds";

/** The first version of draws in which dice depend on settings, names and seeds. */
const BOUND = 3;
/** Sums of chances differ by their last bits. */
const ROUNDING = 1e-9;

/** What a page knows of a match without the record that is checked. */
export interface Known {
  table: string;
  game: string;
  settings: Readonly<Record<string, number | string | boolean>>;
  /** the fingerprint of the secret that was seen at first */
  commitment: string;
  /** the seeds of this browser */
  seeds: readonly KeptSeed[];
}

/** What came of a check of all dice; `fault` is a sentence, "" where none was found. */
export interface Checked {
  fault: string;
  /** results that follow from the secret, their chances as the server tells them */
  followed: number;
  /** results that only the rules can draw again */
  unlisted: number;
}

/** Whether every die of a finished match follows from its secret and the seeds, in the way that `sandtable.match` describes. */
export function check(record: DiceRecord, known: Known): Checked {
  const drawn = record.steps.filter((step) => step.kind === "outcome" && step.seat < 0);
  const followed = drawn.filter((step) => step.high >= 0).length;
  return { fault: faultOf(record, known, drawn.length), followed, unlisted: drawn.length - followed };
}

function faultOf(record: DiceRecord, known: Known, drawn: number): string {
  let secret: Uint8Array;
  try {
    secret = hexToBytes(record.secret);
  } catch {
    return "The secret is damaged.";
  }
  if (bytesToHex(sha256(secret)) !== known.commitment)
    return "The secret does not match the fingerprint that was published before the match.";
  if (record.draws >= BOUND) {
    const fault = unbound(record, known, drawn);
    if (fault) return fault;
  }
  const number = numbers(record, secret);
  const chains = [record.draws >= BOUND ? chained("", record.bound) : ""];
  for (const step of record.steps) {
    const chain = chains.at(-1) ?? "";
    if (step.kind === "outcome" && step.high >= 0) {
      const fell = number(step, chain);
      if (fell < step.low - ROUNDING || fell >= step.high + ROUNDING)
        return `The result of entry ${step.seq} does not follow from the secret and the seeds.`;
    }
    if (step.kind === "undo") chains.length = step.keep + 1;
    else if (step.kind === "action" || step.kind === "outcome") chains.push(chained(chain, `${step.seat} ${step.action}`));
  }
  const end = basis(record, chains.at(-1) ?? "");
  return record.draws >= BOUND && end !== record.chain ? "The match log does not match its final digest." : "";
}

/** What is wrong with what all dice depend on; "" where nothing is. */
function unbound(record: DiceRecord, known: Known, drawn: number): string {
  let bound: { game?: unknown; table?: unknown; settings?: Record<string, unknown> };
  try {
    bound = JSON.parse(record.bound) as typeof bound;
  } catch {
    return "The data that the dice depend on is damaged.";
  }
  const { settings = {} } = bound;
  const same = Object.entries(known.settings).every(([name, value]) => !(name in settings) || settings[name] === value);
  if (bound.game !== known.game || bound.table !== known.table || record.table !== known.table || !same)
    return "The dice were computed for a different game, table or settings.";
  if (drawn > 0 && known.seeds.some((own) => record.seeds[own.seat] !== own.seed))
    return "Your browser added a seed to the dice, and the server did not use it.";
  return "";
}

/** Gives the number in [0, 1) that the result of an entry follows from. */
function numbers(record: DiceRecord, secret: Uint8Array): (step: DiceStep, chain: string) => number {
  return (step, chain) => {
    const hangs = record.draws >= BOUND ? basis(record, chain) : record.draws === 1 ? step.seq : chain;
    const mac = new DataView(hmac(sha256, secret, utf8ToBytes(`${record.table}:${hangs}`)).buffer);
    return (mac.getUint32(0) * 2 ** 21 + (mac.getUint32(4) >>> 11)) / 2 ** 53;
  };
}

function basis(record: DiceRecord, chain: string): string {
  return chained(chained(record.names.join(" "), record.seeds.join(" ")), chain);
}

function chained(before: string, entry: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${before} ${entry}`)));
}
