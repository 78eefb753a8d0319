import { contactOf, flickedSize, ghostOf, MOST_SPIN, quantised, type Flick, type Ghost } from "./aim";
import type { Block, Deed, Scene } from "./scene";

// 1 m/s: a fifth of a metre, less than most attacks take
const BEGIN = 40;
const UP = 900;

/** How a flick is aimed. It stays as it is when the finger lifts; nothing is done until `flick` is sent. */
export class Aiming {
  /** the id of the chosen block, while it may be flicked */
  block: number | null = $derived.by(() => (this.chosen !== null && this.usable.includes(this.chosen) ? this.chosen : null));
  /** tenths of a degree, anticlockwise from the right */
  direction = $state(UP);
  /** index from 0 */
  speed = $state(BEGIN);
  /** contact points off the middle: above 0 the block turns anticlockwise */
  spin = $state(0);
  /** somebody has given it a direction: the start hits nobody by itself */
  directed = $state(false);
  contact: number = $derived.by(() => {
    const { piece, scene } = this;
    return piece && scene ? contactOf(piece.angle, flickedSize(scene.table, this.deed), this.direction, this.spin, scene.table) : 0;
  });
  /** a block is chosen that may be flicked */
  chose: boolean = $derived.by(() => this.block !== null && (this.scene?.may.length ?? 0) > 0);
  /** it is aimed */
  ready: boolean = $derived.by(() => this.chose && this.directed && this.aims());
  /** what the flick would come to if nothing erred */
  ghost: Ghost | null = $derived.by(() => {
    const { piece, scene } = this;
    if (!piece || !scene || !this.ready) return null;
    // T3.5: the range block comes from the archer's top and leaves him alone
    const others = scene.blocks.filter((other) => other.id !== piece.id);
    return ghostOf(piece, flickedSize(scene.table, this.deed), this, others, scene.table, scene.speeds);
  });

  private chosen = $state<number | null>(null);
  private wanted = $state<Deed>("move");
  private scene: Scene | null = $derived.by(() => this.read());
  private usable: number[] = $derived.by(() => this.scene?.usable ?? []);

  /** `read` gives the position that is aimed in; null where there is none, or another one decides. `aims`: not by the finger. */
  constructor(
    private read: () => Scene | null,
    private aims: () => boolean = () => true,
  ) {}

  /** The chosen block. */
  get piece(): Block | null {
    return this.scene?.blocks.find((block) => block.id === this.block) ?? null;
  }

  /** Chooses a block that may be flicked, still to be aimed; the one that is chosen already keeps its aim. */
  choose(block: number): void {
    if (block === this.block || !this.usable.includes(block)) return;
    this.chosen = block;
    this.spin = 0;
    this.speed = BEGIN;
    this.directed = false;
    this.direction = this.scene?.mover === 1 ? 3 * UP : UP;
  }

  /** What is done with the block: what was set, where that is allowed, else the first that is. */
  get deed(): Deed {
    const may = this.scene?.may ?? [];
    return may.includes(this.wanted) ? this.wanted : (may[0] ?? "move");
  }

  set deed(deed: Deed) {
    this.wanted = deed;
  }

  turn(tenths: number): void {
    this.setDirection(this.direction + tenths);
  }

  setDirection(tenths: number): void {
    this.direction = quantised(tenths);
    this.directed = true;
  }

  setSpeed(index: number): void {
    this.speed = Math.round(Math.min((this.scene?.speeds.count ?? 191) - 1, Math.max(0, index)));
  }

  setSpin(n: number): void {
    this.spin = Math.round(Math.min(MOST_SPIN, Math.max(-MOST_SPIN, n)));
  }

  clear(): void {
    this.chosen = null;
    this.spin = 0;
  }

  /** The flick as it is aimed; null where none is. */
  get flick(): Flick | null {
    const { block, deed, contact, direction, speed } = this;
    return block !== null && this.ready ? { deed, unit: block, contact, direction, speed } : null;
  }
}
