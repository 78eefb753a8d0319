import { untrack } from "svelte";
import { percent } from "../../lib/percent";
import type { Choice } from "../../lib/protocol";
import type { TableView } from "../../lib/table.svelte";
import { speedIndex } from "./aim";
import { Aiming } from "./aiming.svelte";
import { Reel } from "./filmplay.svelte";
import { Placing } from "./placing.svelte";
import { sceneOf, type Block, type Formation, type Scene, type Seat } from "./scene";
import { askServer, Odds } from "./shot.svelte";
import type { Played } from "./stage";
import { called } from "./wording";

// twice friction times gravity, in mm: what a block slides for a speed squared
const BRAKE = 0.0049;
// m/s that are left at the target
const BLOW = 0.5;

/** What a person has aimed, placed and chosen at the bench; all decisions go through here. Make it while a component is set up. */
export class Play implements Played {
  scene: Scene | null = $derived.by(() => (this.table.shown ? sceneOf(this.table.shown) : null));
  seat = $derived.by(() => (this.table.shown?.seat ?? null) as Seat | null);
  phase = $derived.by(() => this.table.shown?.phase ?? "");
  /** this person decides in the position on the screen, or just has */
  due: boolean = $derived.by(() => {
    const now = this.table.shown;
    return now !== null && !now.over && now.seat !== null && now.seat === now.to_move && now.ply === now.last_ply;
  });
  /** this person may act, and has seen the last flick to its end */
  mine: boolean = $derived.by(() => this.table.mine && this.reel.done && this.queue.length === 0);
  /** the choices that are buttons */
  legal: Choice[] = $derived.by(() => (this.mine ? (this.table.shown?.legal ?? []) : []));

  readonly reel = new Reel();
  readonly aiming = new Aiming(() => (this.due && this.reel.done && this.phase === "turn" ? this.scene : null));
  readonly placing = new Placing(() => (this.due && this.phase === "place" ? this.scene : null));
  readonly odds: Odds;
  /** the blocks that may be flicked now, by id */
  usable: number[] = $derived.by(() => (this.mine && this.phase === "turn" ? (this.scene?.usable ?? []) : []));
  /** the formation that is looked at while placing */
  preview = $state.raw<Formation | null>(null);
  chances: ReadonlyMap<number, string> = $derived.by(() => this.touches());
  /** the broken blocks that may be rallied now, by id */
  rallies: number[] = $derived.by(() => (this.mine && this.phase === "rally" ? (this.scene?.ranks ?? []) : []));
  /** the broken block that is thought of for a rally */
  rallied = $state<number | null>(null);

  /** places that are still to be sent */
  private queue = $state.raw<readonly number[]>([]);
  private sentAt = -1;

  constructor(
    readonly table: TableView,
    ask: typeof askServer = askServer,
  ) {
    this.odds = new Odds(ask);
    $effect(() => this.sendNext());
    $effect(() => this.prepare());
    $effect(() => this.weigh());
  }

  /** The action of the flick as it is aimed; null where none is. */
  get flickAction(): number | null {
    const { scene, aiming } = this;
    return scene && aiming.ready && aiming.block !== null ? aiming.action(scene.numbers, aiming.block) : null;
  }

  flick(): void {
    const action = this.flickAction;
    if (action !== null && this.mine) this.table.act(action);
  }

  /** Places all blocks as they are laid out. */
  confirm(): void {
    if (!this.mine || !this.placing.complete) return;
    this.sentAt = -1;
    this.queue = this.placing.actions();
  }

  act(choice: Choice | undefined): void {
    if (!choice || !this.mine) return;
    this.rallied = null;
    this.table.act(choice.action);
  }

  only(kind: string): Choice | undefined {
    return this.legal.find((choice) => choice.kind === kind);
  }

  block(id: number | null | undefined): Block | undefined {
    return id == null ? undefined : this.scene?.blocks.find((block) => block.id === id);
  }

  /** The rally of the block that is thought of. */
  get rally(): Choice | undefined {
    const rank = this.rallied === null ? -1 : this.rallies.indexOf(this.rallied);
    return this.legal.find((choice) => choice.kind === "rally" && choice.fields["rank"] === rank);
  }

  /** Chooses the block `id` on the table for what is due, or says why not. */
  press(id: number): void {
    this.hurry();
    if (this.rallies.includes(id)) this.rallied = id;
    else if (this.usable.includes(id)) this.aiming.choose(id);
    else if (this.mine) this.explain(id);
  }

  /** Aims at the middle of `target`, hard enough to get there with some force. */
  aimAt(target: Block): void {
    const { scene, aiming } = this;
    const from = aiming.piece;
    if (!scene || !from) return;
    const [dx, dy] = [target.x - from.x, target.y - from.y];
    aiming.setSpin(0);
    aiming.setDirection((1800 / Math.PI) * Math.atan2(dy, dx));
    aiming.setSpeed(speedIndex(BLOW + Math.sqrt(Math.hypot(dx, dy) * BRAKE), scene.numbers));
  }

  /** Shows how it stands now: the end of what plays. */
  hurry(): void {
    this.table.hurry();
    if (!this.reel.done) this.reel.skip();
  }

  /** Drops what is chosen. */
  clear(): void {
    this.aiming.clear();
    this.placing.selected = null;
    this.rallied = null;
  }

  private sendNext(): void {
    if (!this.table.mine || this.queue.length === 0) return;
    untrack(() => {
      const ply = this.table.shown?.ply ?? -1;
      const [action, ...rest] = this.queue;
      // what was sent last was refused: the table has said why
      if (this.phase !== "place" || ply === this.sentAt || action === undefined) return void (this.queue = []);
      this.sentAt = ply;
      this.queue = rest;
      this.table.act(action);
    });
  }

  /** What a card is for comes first: an attack, by the one unit that there is. */
  private prepare(): void {
    if (!this.mine || this.phase !== "turn") return;
    const [only, ...others] = this.usable;
    const attack = this.scene?.may.find((deed) => deed !== "move");
    untrack(() => {
      if (attack) this.aiming.deed = attack;
      if (only !== undefined && others.length === 0) this.aiming.choose(only);
    });
  }

  private weigh(): (() => void) | undefined {
    const now = this.table.shown;
    const action = this.mine ? this.flickAction : null;
    if (!now || action === null) return void untrack(() => this.odds.clear());
    return untrack(() => this.odds.follow(now.table, now.ply, this.aiming, action));
  }

  /** The chance to touch each block first. */
  private touches(): Map<number, string> {
    const touch = this.odds.shot?.touch ?? [];
    return new Map(touch.flatMap(({ block, chance }) => (block === null ? [] : [[block, percent(chance)]])));
  }

  private explain(id: number): void {
    const { scene } = this;
    const block = this.block(id);
    if (!scene || !block) return;
    if (this.phase === "rally") this.table.tell("Only a broken block can be rallied.", "T2.4");
    else if (this.phase !== "turn") return;
    else if (block.broken) this.table.tell("A broken unit cannot act.", "T2.2");
    else if (block.side !== scene.mover) this.table.tell(`That is ${called(block)}: aim at it by drawing from your own block.`, "T3.1");
    else if (scene.unit !== null) this.table.tell("Another unit is in action already.", "T2.2");
    else this.table.tell(`The card is for your ${scene.card ?? ""} units.`, "T2.2");
  }
}
