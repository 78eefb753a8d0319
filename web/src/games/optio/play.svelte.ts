import { untrack } from "svelte";
import { live } from "../../lib/browser/live.svelte";
import type { Choice } from "../../lib/server/protocol";
import { Play as Base, type Way } from "../../lib/table/play.svelte";
import type { TableView } from "../../lib/table/table.svelte";
import { LARGE } from "./ground";
import {
  BLOCKS,
  blocksAt,
  describeBlock,
  describeSquare,
  favour,
  homeSquare,
  shiftBy,
  shiftName,
  SIDES,
  UNSHIFTED,
  type Block,
  type Scene,
  type Template,
} from "./scene";

const MOVES = new Set(["enter", "step"]);
const LEADING: Record<string, string> = { march: "closer, free", retreat: "away, costs a kudo" };

/** The block that a person has selected, and where the template is held. */
export class Play extends Base<Scene> {
  private picked = $state<number | null>(null);
  private held = $state(UNSHIFTED);
  /** the turn ends once the server knows that the block that is asked doesn't scout */
  private ending = $state(false);
  /** the map is shaded by whom its ground favours */
  shaded = $state(false);

  /** the own blocks that may move or scout now, 0 to 11; while one is asked whether it scouts, those that have not moved yet */
  movable: Set<number> = $derived.by(() => {
    if (this.only("pass")) return this.unmoved;
    const own = this.phase === "move" ? this.legal.filter((choice) => choice.fields["block"] !== undefined) : [];
    return new Set(own.map((choice) => this.ownBlock(choice.fields["block"] ?? 0)));
  });
  /** the block that is chosen to move */
  chosen = $derived(this.picked !== null && this.movable.has(this.picked) ? this.picked : null);
  /** by square: what leads there */
  targets: Map<number, Choice> = $derived.by(() => new Map(this.legal.flatMap((choice) => this.leadsTo(choice))));
  /** by block, 0 to 11: the choices that are about it, in the phases that ask for a block */
  blocks: Map<number, Choice> = $derived.by(() => new Map(this.legal.flatMap((choice) => this.isAbout(choice))));
  /** the template where it is held, before it is placed */
  aim = $derived(this.template(this.held)?.legal ? this.held : UNSHIFTED);

  override readonly ways: ReadonlyMap<number, Way> = $derived.by(() => {
    const found = LARGE.numbers.map((square) => [square, this.wayAt(square)] as const);
    return new Map(found.filter((one): one is [number, Way] => one[1] !== null));
  });

  constructor(table: TableView) {
    super(table);
    $effect(() => {
      if (this.ending && this.mine) untrack(() => this.finish());
    });
  }

  override clear(): void {
    this.picked = null;
    this.held = UNSHIFTED;
  }

  choose(block: number): void {
    this.pick(this.chosen === block ? null : block);
  }

  /** Ends the turn; a block that is asked whether it scouts doesn't. */
  end(): void {
    const pass = this.only("pass");
    this.ending = pass !== undefined;
    this.act(pass ?? this.only("end"));
  }

  private finish(): void {
    this.ending = false;
    this.act(this.only("end"));
  }

  /** Selects a block; nothing is played. */
  select(block: number | null): void {
    this.picked = block;
  }

  /** Chooses a block; another one that is asked whether it scouts doesn't, unless the next choice is only judged. */
  private pick(block: number | null): void {
    if (!this.table.judging) this.act(this.only("pass"));
    this.select(block);
  }

  block(index: number | null): Block | undefined {
    return index === null ? undefined : this.scene?.blocks[index];
  }

  /** How many own blocks have moved in this turn. */
  get moved(): number {
    return this.scene?.blocks.filter((block) => block.seat === this.seat && block.moved).length ?? 0;
  }

  private get unmoved(): Set<number> {
    const blocks = this.scene?.blocks ?? [];
    return new Set(blocks.flatMap(({ seat, moved, place }, index) => (seat === this.seat && !moved && place !== "gone" ? [index] : [])));
  }

  /** The square of the own army, where it stands on the map. */
  get armySquare(): number | null {
    return this.scene?.blocks.find((block) => block.seat === this.seat && block.kind === "army")?.square ?? null;
  }

  template(shift: number): Template | undefined {
    return this.scene?.battle?.templates[shift];
  }

  /** Does what a block that is hit stands for. */
  take(block: number): void {
    if (this.skips()) return;
    const choice = this.blocks.get(block);
    if (choice) this.act(choice);
    else if (this.movable.has(block)) this.choose(block);
  }

  /** Whether a block can be dragged to another square now. */
  carries(block: number): boolean {
    return this.movable.has(block) && this.table.cue === null;
  }

  /** Takes a block up, so that the squares where it may go are framed. */
  lift(block: number): void {
    this.pick(block);
  }

  /** Moves a block to where it was put down, or says why not; where it stands already it stays chosen. */
  drop(block: number, square: number | null): boolean {
    // until the server has answered it is not known where the block may go
    if (this.table.busy) return false;
    const leading = square === null ? undefined : this.targets.get(square);
    if (leading) this.act(leading);
    else if (square === null) this.clear();
    else if (square !== this.block(block)?.square) this.explain(square);
    return leading !== undefined;
  }

  /** Squares that a person wants to see while deciding. */
  get watched(): Set<number> {
    if (!this.mine) return new Set();
    const asking = this.block(this.scene?.asking ?? null)?.square;
    if (this.phase === "scout") return new Set(asking == null ? [] : [asking]);
    // in the approach only the armies are left
    const armies = this.phase === "approach" ? (this.scene?.blocks.flatMap((block) => block.square ?? []) ?? []) : [];
    return new Set([...this.ways.keys(), ...armies, ...(asking == null ? [] : [asking])]);
  }

  describe(square: number): string {
    if (!this.scene) return "";
    const says = this.ways.get(square)?.says;
    return describeSquare(this.scene, square, this.seat) + (says ? `; ${says}` : "");
  }

  describeOff(index: number): string {
    const block = this.block(index);
    if (!block) return "";
    return `${describeBlock(block, this.seat)}, off the map${this.movable.has(index) ? "; can enter" : ""}`;
  }

  /** Moves the template by cells, or says why it may not lie there. */
  shift(east: number, south: number): void {
    this.aimAt(shiftBy(this.aim, east, south));
  }

  /** Holds the template at one of its nine places, or says why not. */
  aimAt(shift: number): void {
    const place = this.template(shift);
    if (!place || !this.mine) return;
    if (!place.legal) return this.refuse("template", place.why);
    this.held = shift;
    live.say(`Template ${shiftName(shift)}${place.value === null ? "" : `, ${favour(this.table.words, place.value)}`}.`);
  }

  place(): void {
    this.act(this.all("template").find((choice) => choice.fields["shift"] === this.aim));
  }

  private ownBlock(number: number): number {
    return BLOCKS * (this.seat ?? 0) + number;
  }

  private leadsTo(choice: Choice): [number, Choice][] {
    const from = this.phase === "approach" ? this.armySquare : (this.block(this.chosen)?.square ?? null);
    if (MOVES.has(choice.kind) && this.ownBlock(choice.fields["block"] ?? 0) !== this.chosen) return [];
    if (choice.kind === "enter") return [[homeSquare(this.seat ?? 0, choice.fields["column"] ?? 0), choice]];
    if (from === null || choice.fields["side"] === undefined) return [];
    const to = LARGE.across(from, choice.fields["side"]);
    return to === null ? [] : [[to, choice]];
  }

  private isAbout(choice: Choice): [number, Choice][] {
    if (choice.kind === "show") return [[this.ownBlock(choice.fields["block"] ?? 0), choice]];
    const target = choice.fields["target"];
    const due = this.phase === "scout" || this.ownBlock(choice.fields["block"] ?? 0) === this.chosen;
    if (choice.kind !== "scout" || target === undefined || target >= BLOCKS || !due) return [];
    return [[BLOCKS * (1 - (this.seat ?? 0)) + target, choice]];
  }

  /** Chooses the block after the chosen one among those of a square. */
  private next(ready: number[]): void {
    const after = ready[ready.indexOf(this.chosen ?? -1) + 1];
    this.pick(after ?? (this.chosen !== null && ready.includes(this.chosen) ? null : (ready[0] ?? null)));
  }

  private wayAt(square: number): Way | null {
    const leading = this.targets.get(square);
    if (leading) return { says: LEADING[leading.kind] ?? "can move here", act: () => this.act(leading) };
    const here = this.scene ? blocksAt(this.scene, square) : [];
    const asked = here.find((index) => this.blocks.has(index));
    if (asked !== undefined)
      return { says: this.phase === "show" ? "can be shown" : "can be scouted", act: () => this.act(this.blocks.get(asked)) };
    const ready = here.filter((index) => this.movable.has(index));
    return ready.length > 0 ? { says: "can move", act: () => this.next(ready) } : null;
  }

  protected override explain(square: number): void {
    if (!this.scene) return;
    const chosen = this.block(this.chosen);
    if (this.phase === "move" && chosen) return this.explainMove(chosen, square);
    const here = blocksAt(this.scene, square).map((index) => this.block(index));
    const own = here.find((block) => block?.seat === this.seat);
    const clause = this.table.words[`phase.${this.phase}`]?.["clause"] ?? "";
    if (this.phase === "approach") this.explainMarch(square, clause);
    else if (own?.moved) this.refuse("moved", own.name);
    else if (here.length > 0) this.table.tell(this.prompt, clause);
  }

  /** Says why something cannot be done: what it is about, and the rule. */
  private refuse(name: string, about: string): void {
    const { text = "", clause = "" } = this.table.words[`refused.${name}`] ?? {};
    this.table.tell(`${about} ${text}`.trim(), clause);
  }

  private explainMarch(square: number, clause: string): void {
    const side = this.armySquare === null ? undefined : sideTo(this.armySquare, square);
    if (side !== undefined) this.table.askWhy("march", { side });
    else this.table.tell(`You can't choose that now. ${this.prompt}`, clause);
  }

  private explainMove(chosen: Block, square: number): void {
    if (chosen.place === "off") {
      const column = LARGE.column(square);
      if (homeSquare(chosen.seat, column) === square) return this.table.askWhy("enter", { block: chosen.number, column });
      return this.refuse("enter", chosen.name);
    }
    const side = sideTo(chosen.square ?? -1, square);
    if (side !== undefined) return this.table.askWhy("step", { block: chosen.number, side });
    this.refuse("far", chosen.name);
  }
}

/** The side of `square` beyond which `other` lies; undefined where they do not touch. */
function sideTo(square: number, other: number): number | undefined {
  return SIDES.map((_, side) => side).find((side) => LARGE.across(square, side) === other);
}
