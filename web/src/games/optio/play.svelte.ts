import { neighbourAction } from "../../lib/events";
import { live } from "../../lib/live.svelte";
import type { Choice } from "../../lib/protocol";
import type { TableView } from "../../lib/table.svelte";
import { squareName, SQUARES } from "./ground";
import {
  across,
  BLOCKS,
  blocksAt,
  CLAUSES,
  describeBlock,
  describeSquare,
  favour,
  homeSquare,
  sceneOf,
  shiftBy,
  shiftName,
  UNSHIFTED,
  type Block,
  type Scene,
  type Template,
} from "./scene";

const ALL = Array.from({ length: SQUARES * SQUARES }, (_, square) => square);
const MOVES = new Set(["enter", "step"]);

/** What a person has selected on the map and in the action bar; all decisions go through here. */
export class Play {
  /** the square under the cursor, a finger or the focus, for the line below the map */
  pointed = $state<number | null>(null);
  private picked = $state<number | null>(null);
  private held = $state(UNSHIFTED);

  scene: Scene | null = $derived.by(() => (this.table.shown ? sceneOf(this.table.shown) : null));
  seat = $derived.by(() => this.table.shown?.seat ?? null);
  phase = $derived.by(() => this.table.shown?.phase ?? "");
  legal: Choice[] = $derived.by(() => (this.table.mine ? (this.table.shown?.legal ?? []) : []));

  /** the own blocks that may move or scout now, 0 to 11 */
  movable: Set<number> = $derived.by(() => {
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

  constructor(readonly table: TableView) {}

  act(choice: Choice | undefined): void {
    if (!choice) return;
    this.clear();
    this.table.act(choice.action);
  }

  clear(): void {
    this.picked = null;
    this.held = UNSHIFTED;
  }

  choose(block: number): void {
    this.picked = this.chosen === block ? null : block;
  }

  /** The choices of one kind. */
  all(kind: string): Choice[] {
    return this.legal.filter((choice) => choice.kind === kind);
  }

  only(kind: string): Choice | undefined {
    return this.legal.find((choice) => choice.kind === kind);
  }

  block(index: number | null): Block | undefined {
    return index === null ? undefined : this.scene?.blocks[index];
  }

  /** How many own blocks have moved in this turn. */
  get moved(): number {
    return this.scene?.blocks.filter((block) => block.seat === this.seat && block.moved).length ?? 0;
  }

  /** The square of the own army, where it stands on the map. */
  get armySquare(): number | null {
    return this.scene?.blocks.find((block) => block.seat === this.seat && block.kind === "army")?.square ?? null;
  }

  template(shift: number): Template | undefined {
    return this.scene?.battle?.templates[shift];
  }

  /** What pressing `square` would do, as a sentence; empty where nothing. */
  promise(square: number): string {
    const leading = this.targets.get(square);
    if (leading) return { march: "closer, free", retreat: "away, costs a kudo" }[leading.kind] ?? "can move here";
    const here = this.scene ? blocksAt(this.scene, square) : [];
    if (here.some((index) => this.blocks.has(index))) return this.phase === "show" ? "can be shown" : "can be scouted";
    return here.some((index) => this.movable.has(index)) ? "can be chosen to move" : "";
  }

  /** Does what `square` stands for, or says why not; `hit` is the block under the finger. */
  press(square: number, hit: number | null = null): void {
    const scene = this.scene;
    if (!scene) return;
    this.table.hurry();
    this.pointed = square;
    const here = blocksAt(scene, square);
    const asked = hit !== null && this.blocks.has(hit) ? hit : here.find((index) => this.blocks.has(index));
    if (asked !== undefined) return this.act(this.blocks.get(asked));
    if (hit !== null && this.movable.has(hit)) return this.choose(hit);
    if (this.targets.has(square)) return this.act(this.targets.get(square));
    const ready = here.filter((index) => this.movable.has(index));
    if (ready.length > 0) return this.next(ready);
    this.explain(square);
  }

  /** Squares that can be pressed now, for snapping a finger to the nearest. */
  get active(): number[] {
    return ALL.filter((square) => this.promise(square) !== "");
  }

  /** Squares that a person wants to see while deciding. */
  get watched(): Set<number> {
    if (!this.table.mine) return new Set();
    const asking = this.block(this.scene?.asking ?? null)?.square;
    return new Set([...this.active, ...(asking == null ? [] : [asking])]);
  }

  describe(square: number): string {
    if (!this.scene) return "";
    const promise = this.promise(square);
    return describeSquare(this.scene, square, this.seat) + (promise ? `; ${promise}` : "");
  }

  describeOff(index: number): string {
    const block = this.block(index);
    if (!block) return "";
    return `${describeBlock(block, this.seat)}, off the map${this.movable.has(index) ? "; can be chosen to enter" : ""}`;
  }

  /** Moves the template by cells, or says why it may not lie there. */
  shift(east: number, south: number): void {
    this.aimAt(shiftBy(this.aim, east, south));
  }

  /** Holds the template at one of its nine places, or says why not. */
  aimAt(shift: number): void {
    const place = this.template(shift);
    if (!place || !this.table.mine) return;
    if (!place.legal) return this.table.tell(place.why, "O4.4");
    this.held = shift;
    live.say(`Template ${shiftName(shift)}${place.value === null ? "" : `, ${favour(place.value, this.scene?.settings.score_from)}`}.`);
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
    const to = across(from, choice.fields["side"]);
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
    this.picked = after ?? (this.chosen !== null && ready.includes(this.chosen) ? null : (ready[0] ?? null));
  }

  private explain(square: number): void {
    const shown = this.table.shown;
    if (!shown || !this.scene || !this.table.mine) return;
    const chosen = this.block(this.chosen);
    if (this.phase === "move" && chosen) return this.explainMove(chosen, square);
    if (this.phase === "approach" && this.armySquare !== null)
      return this.ask(
        "march",
        [0, 1, 2, 3].find((side) => across(this.armySquare ?? -1, side) === square),
      );
    const own = blocksAt(this.scene, square)
      .map((index) => this.block(index))
      .find((block) => block?.seat === this.seat);
    if (own?.moved) return this.table.tell(`${own.name} has moved in this turn already.`, "O2.1");
    if (blocksAt(this.scene, square).length > 0) this.table.tell(shown.prompt, CLAUSES[this.phase] ?? "");
  }

  private explainMove(chosen: Block, square: number): void {
    if (chosen.place === "off") {
      const column = square % SQUARES;
      if (homeSquare(chosen.seat, column) === square) return this.ask("enter", column);
      return this.table.tell(`${chosen.name} enters over your own edge, row ${chosen.seat === 0 ? 1 : SQUARES}.`, "O2.2");
    }
    const side = [0, 1, 2, 3].find((one) => across(chosen.square ?? -1, one) === square);
    if (side !== undefined) return this.ask("step", side);
    this.table.tell(`${chosen.name} moves one large square, not diagonally: ${squareName(square)} is too far.`, "O2.3");
  }

  /** Has the server say why an action like the legal ones is refused. */
  private ask(kind: string, value: number | undefined): void {
    const number = this.block(this.chosen)?.number;
    const alike = this.legal.filter((choice) => choice.kind === kind && (number === undefined || choice.fields["block"] === number));
    const action = value === undefined ? null : neighbourAction(alike, kind, kind === "enter" ? "column" : "side", value);
    if (action !== null) return this.table.askWhy(action);
    this.table.tell(`Not there now. ${this.table.shown?.prompt ?? ""}`, kind === "march" ? "O3.1" : "O2.4");
  }
}
