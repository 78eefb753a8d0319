import type { Choice, Event } from "../../lib/server/protocol";
import type { Offer, Offers, Player, Scene } from "./scene";

/** One thing that a player is to do: what the page offers, who does it, and the facing at its end where the person chose one. */
export interface Chip {
  actor: number;
  offer: Offer;
  facing: number | null;
  /** whether it must earn the free action in which the next chip follows, once that is known */
  earns?: boolean;
}

/** A test that a chip needs: its dice, what each must show, and the chance of what the plan needs of it. */
export interface Try {
  name: string;
  dice: number;
  needed: number;
  odds: number;
}

/** What the table makes of a row of chips (`plan.json`): the position if all of it succeeds, and what could follow. */
export interface PlanAnswer {
  chips: (Offer & { running: number; tests: Try[]; earns?: boolean })[];
  rush_ends: boolean;
  tokens: number;
  players: Player[];
  ball: Scene["ball"];
  offers: Offers;
}

/** What a plan that is being played sees of the table. */
export interface Seen {
  ply: number;
  phase: string;
  mine: boolean;
  over: boolean;
  scene: Scene;
  legal: readonly Choice[];
  events: readonly Event[];
}

/** What to do now: send an action, wait for the table or the person, or leave the plan; `why` is empty where no chip is left, and `line` the line of the log it is in. */
export type Order = { kind: "send"; action: number } | { kind: "wait" } | { kind: "done"; why: string; line?: number };

const WAIT: Order = { kind: "wait" };
const DONE: Order = { kind: "done", why: "" };
const BETWEEN = new Set(["rush", "free"]);
// what is chosen after the dice is the person's, whatever the plan took for granted
const ASKED = new Set(["push", "follow", "sidestep"]);
const FAILED = new Set(["failure", "draw", "lost"]);
const NOT_AS_PLANNED = "the position has changed.";
const NOT_EARNED = "the free action for the next step was not earned.";

/** `chip` as the table reads it in `plan.json?chips=`. */
export function codeOf(chip: Chip): string {
  const { kind, hex, target, gate, points } = chip.offer;
  const code = [kind, chip.actor, hex, target ?? gate ?? (points || "")].join(".");
  return chip.facing === null ? code : `${code}.${chip.facing}`;
}

/** Plays a row of chips move by move; knows no more of the rules than what is legal. */
export class Run {
  private chip = 0;
  private move = 0;
  private since: number;
  private sentAt = -1;
  private readonly rush: number;

  constructor(
    readonly chips: readonly Chip[],
    private readonly seat: number,
    start: Seen,
  ) {
    this.rush = start.scene.rush.number;
    this.since = start.events.at(-1)?.seq ?? 0;
  }

  /** Which chip is being played, from 0. */
  get at(): number {
    return this.chip;
  }

  /** What to do in the position `seen`; to be asked once for each that comes. */
  next(seen: Seen): Order {
    // what the other side has done since may hide what came of the last chip
    if (seen.over || seen.scene.rush.number !== this.rush || seen.scene.rush.side !== this.seat) return this.last ? DONE : this.leave(seen);
    if (!seen.mine) return WAIT;
    // the table refused what was sent
    if (seen.ply === this.sentAt) return this.leave(seen);
    if (BETWEEN.has(seen.phase) && this.move > 0) {
      if (!wentAsPlanned(this.now, seen.scene, this.fresh(seen))) return this.last ? DONE : this.leave(seen);
      this.chip += 1;
      this.move = 0;
      this.since = seen.events.at(-1)?.seq ?? 0;
    }
    if (this.chip >= this.chips.length) return DONE;
    return this.order(seen);
  }

  private get now(): Chip {
    return this.chips[this.chip] as Chip;
  }

  private get last(): boolean {
    return this.chip >= this.chips.length - 1;
  }

  /** Whether what stops the plan now is that a free action was not earned. */
  private get earning(): boolean {
    return (this.move > 0 ? this.now : this.chips[this.chip - 1])?.earns === true;
  }

  private order(seen: Seen): Order {
    if (ASKED.has(seen.phase)) return WAIT;
    const facing = this.turned(seen.legal);
    if (facing !== undefined) return this.send(facing, this.now.offer.moves.length, seen);
    const rest = this.now.offer.moves.slice(this.move);
    // a choice that is not asked for, of a facing or a side, is passed over
    const skipped = rest.findIndex((action) => seen.legal.some((choice) => choice.action === action));
    const legal = this.move === 0 ? skipped === 0 : skipped >= 0;
    if (legal && this.fits(seen)) return this.send(rest[skipped] as number, this.move + skipped + 1, seen);
    const decline = seen.legal.find((choice) => choice.kind === "decline");
    // the plan goes on elsewhere
    if (seen.phase === "free" && this.move === 0 && decline) return this.send(decline.action, 0, seen);
    return BETWEEN.has(seen.phase) || seen.phase === "move" ? this.leave(seen) : WAIT;
  }

  /** A free action is only used by the chip of the player who earned it. */
  private fits(seen: Seen): boolean {
    const earned = seen.scene.offers?.players[0]?.id;
    return seen.phase !== "free" || this.move > 0 || earned === undefined || earned === this.now.actor;
  }

  /** The facing that the person chose, once nothing else is left to do. */
  private turned(legal: readonly Choice[]): number | undefined {
    const { facing, offer } = this.now;
    if (facing === null || this.move === 0 || this.move < offer.moves.length - 1) return undefined;
    return legal.find((choice) => choice.kind === "face" && choice.fields["side"] === facing)?.action;
  }

  private send(action: number, move: number, seen: Seen): Order {
    this.move = move;
    this.sentAt = seen.ply;
    return { kind: "send", action };
  }

  private fresh(seen: Seen): Event[] {
    return seen.events.filter((event) => event.seq > this.since);
  }

  private leave(seen: Seen): Order {
    const failed = this.fresh(seen).find((event) => FAILED.has(event.kind));
    if (failed) return { kind: "done", why: shortened(failed.text), line: failed.seq };
    return { kind: "done", why: this.earning ? NOT_EARNED : NOT_AS_PLANNED };
  }
}

/** The test and what it came to, without what followed from that. */
function shortened(text: string): string {
  return text
    .split(/(?<=\.) /)
    .slice(0, 2)
    .join(" ");
}

/** Whether `chip` has come to what it was for. */
export function wentAsPlanned(chip: Chip, scene: Scene, fresh: readonly Event[]): boolean {
  const { kind, hex, target, picks } = chip.offer;
  const actor = scene.players.find((player) => player.id === chip.actor);
  const carrier = scene.ball.carrier;
  switch (kind) {
    case "strike":
      return fresh.some((event) => event.kind === "strike");
    case "pass":
      return carrier === target;
    case "steal":
      return carrier === chip.actor;
    case "slam":
      return fresh.some((event) => event.kind === "won");
    case "stand":
      return actor?.prone === false;
    default:
      return actor?.hex === hex && !actor.prone && (!picks || carrier === chip.actor);
  }
}
