import type { Actions } from "../../lib/table/actions";
import { blockSize } from "./aim";
import { halfOf, KINDS, type Formation, type Kind, type Point, type Pose, type Scene } from "./scene";
import { corners, covers, depthIn, gapBetween, type Size } from "./shape";

const HAIR = 1e-6;
const FULL = 180;

/** One of the viewer's own blocks that is still to be placed, and where he thinks of it. */
export interface Draft extends Pose {
  kind: Kind;
  placed: boolean;
  /** what is remembered of it is kept by this name */
  key: string;
}

/** The viewer's own blocks while he places them: drafts, of which nothing is sent before he is done. */
export class Placing {
  blocks: Draft[] = $derived.by(() => KINDS.flatMap((kind, n) => this.still(kind, n)));
  /** index in `blocks` */
  selected = $state<number | null>(null);
  complete: boolean = $derived.by(() => this.blocks.length > 0 && this.blocks.every((block, n) => block.placed && this.fault(n) === ""));

  /** the action of the formation that the drafts are, untouched: the first one, before anybody laid anything */
  formation: number | null = $derived.by(() =>
    this.blocks.some(({ key }) => key in this.laid) ? this.taken : (this.first?.action ?? null),
  );

  private scene: Scene | null = $derived.by(() => this.read());
  private laid = $state<Record<string, Pose & { placed: boolean }>>({});
  private taken = $state<number | null>(null);
  /** lies there at first; not where blocks were placed for good already */
  private first: Formation | undefined = $derived.by(() => {
    const { scene } = this;
    if (!scene || scene.mover === null) return undefined;
    const { dealt } = scene.tally[scene.mover];
    return scene.waiting?.every((waiting, n) => waiting === dealt[n]) ? scene.formations[0] : undefined;
  });

  /** `read` gives the position while the viewer is to place; null at all other times. */
  constructor(private read: () => Scene | null) {}

  /** Puts the selected block at `x` and `y`, rounded to whole mm and kept wholly on the table. */
  move(x: number, y: number): void {
    const table = this.scene?.table;
    const draft = this.draft;
    if (!table || !draft) return;
    this.change({ ...inside(draft, [x, y], blockSize(table), [table.width, table.height]), placed: true });
  }

  /** Turns the selected block by whole degrees, anticlockwise. */
  turn(degrees: number): void {
    const draft = this.draft;
    if (!draft) return;
    this.change({ angle: ((Math.round(draft.angle + degrees) % FULL) + FULL) % FULL });
    if (draft.placed) this.move(draft.x, draft.y);
  }

  /** Takes the selected block back from the table. */
  lift(): void {
    this.change({ placed: false });
  }

  /** Why block `n` may not lie as it does, in a sentence; nothing where it may, or is not placed yet. */
  fault(n: number): string {
    const { blocks, scene } = this;
    const block = blocks[n];
    if (!scene || !block?.placed) return "";
    const size = blockSize(scene.table);
    if (corners(block, size).some((corner) => depthIn(halfOf(scene, scene.mover), corner) < -HAIR)) return scene.faults?.outside ?? "";
    const others = [...blocks.filter((other, m) => m !== n && other.placed), ...scene.blocks];
    return others.some((other) => gapBetween(block, size, other, size) < scene.apart - HAIR) ? (scene.faults?.near ?? "") : "";
  }

  /** Lays the blocks out as `formation` has them. */
  take(formation: Formation): void {
    this.selected = null;
    const left = [...formation.blocks];
    for (const draft of this.blocks) {
      const at = left.findIndex((slot) => slot.kind === draft.kind);
      const [slot] = at < 0 ? [] : left.splice(at, 1);
      if (slot) this.lay(draft, { ...slot, placed: true });
    }
    this.taken = formation.action;
  }

  /** The draft under `point`, the topmost first; a finger may miss it by `slack` mm. */
  under(point: Point, slack: number): number | null {
    const table = this.scene?.table;
    if (!table) return null;
    const size = blockSize(table);
    const away = (draft: Draft): number => Math.hypot(draft.x - point[0], draft.y - point[1]);
    const found = this.blocks.map((draft, n) => ({ draft, n })).filter(({ draft }) => draft.placed && covers(draft, size, point, slack));
    return found.sort((a, b) => away(a.draft) - away(b.draft))[0]?.n ?? null;
  }

  /** What to send, one after the other: a formation that nobody touched is a single action. */
  actions(numbered: Actions): number[] {
    if (!this.complete) return [];
    if (this.formation !== null && this.scene?.formations.some(({ action }) => action === this.formation)) return [this.formation];
    return this.blocks.map(({ kind, x, y, angle }) => numbered.pack("place", { kind: KINDS.indexOf(kind), x, y, angle }));
  }

  private get draft(): Draft | null {
    return this.selected === null ? null : (this.blocks[this.selected] ?? null);
  }

  private change(how: Partial<Draft>): void {
    const draft = this.draft;
    if (!draft) return;
    this.taken = null;
    this.lay(draft, how);
  }

  private lay(draft: Draft, how: Partial<Draft>): void {
    const { x, y, angle, placed } = { ...draft, ...how };
    this.laid[draft.key] = { x, y, angle, placed };
  }

  /** The drafts of a kind that are not placed for good: the first ones are sent first. */
  private still(kind: Kind, n: number): Draft[] {
    const { scene } = this;
    if (!scene || scene.mover === null) return [];
    const waiting = scene.waiting?.[n] ?? 0;
    const dealt = scene.tally[scene.mover].dealt[n] ?? waiting;
    const slots = (this.first?.blocks ?? []).filter((slot) => slot.kind === kind);
    return Array.from({ length: waiting }, (_, left) => {
      const key = `${scene.game} ${scene.mover} ${kind} ${dealt - waiting + left}`;
      const slot = slots[left];
      const lies = this.laid[key] ?? (slot ? { ...slot, placed: true } : { x: 0, y: 0, angle: 0, placed: false });
      return { ...lies, kind, key };
    });
  }
}

function inside(block: Pose, [x, y]: Point, size: Size, [width, height]: Point): { x: number; y: number } {
  const spread = corners({ x: 0, y: 0, angle: block.angle }, size);
  const [across, along] = [Math.max(...spread.map(([u]) => u)), Math.max(...spread.map(([, v]) => v))];
  const within = (at: number, half: number, length: number): number =>
    Math.min(Math.floor(length - half + HAIR), Math.max(Math.ceil(half - HAIR), Math.round(at)));
  return { x: within(x, across, width), y: within(y, along, height) };
}
