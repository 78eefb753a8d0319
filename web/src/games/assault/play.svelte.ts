import { untrack } from "svelte";
import { neighbourAction } from "../../lib/events";
import type { Choice } from "../../lib/protocol";
import type { TableView } from "../../lib/table.svelte";
import { Preparation } from "./setup.svelte";
import { CLAUSES, kindAt, pawnAt, pawnOf, sceneOf, tileName, TILES, type Pawn, type Scene } from "./scene";

const DUELS = new Set(["attack", "tiebreak"]);
const STATS = new Set(["red", "blue", "injure", "train", "attack", "tiebreak"]);

/** What a person has selected on the board and in the action bar; all decisions go through here. */
export class Play {
  /** the tile under the cursor, a finger or the focus, for the line below the board */
  pointed = $state<number | null>(null);
  private pickedTarget = $state<number | null>(null);
  private pickedStat = $state<number | null>(null);

  scene: Scene | null = $derived.by(() => (this.table.shown ? sceneOf(this.table.shown) : null));
  seat = $derived.by(() => this.table.shown?.seat ?? null);
  phase = $derived.by(() => this.table.shown?.phase ?? "");
  legal: Choice[] = $derived.by(() => (this.table.mine ? (this.table.shown?.legal ?? []) : []));
  statChoices = $derived(this.legal.filter((choice) => STATS.has(choice.kind)));
  duel = $derived(this.statChoices.some((choice) => DUELS.has(choice.kind)));

  /** the numbers of the enemy pawns among which the choice lies; empty where it is about one pawn */
  targets = $derived([...new Set(this.statChoices.flatMap((choice) => choice.fields["pawn"] ?? []))]);
  target = $derived(this.pickedTarget !== null && this.targets.includes(this.pickedTarget) ? this.pickedTarget : (this.targets[0] ?? null));
  offered = $derived(this.statChoices.filter((choice) => this.target === null || choice.fields["pawn"] === this.target));
  picked = $derived(this.offered.find((choice) => choice.fields["stat"] === this.pickedStat) ?? null);

  /** this seat's pawns still lack numbers */
  private unset = $derived.by(
    () =>
      this.phase === "allocate" &&
      this.seat !== null &&
      (this.scene?.pawns.some((pawn) => pawn.seat === this.seat && !pawn.allocated) ?? false),
  );
  /** the numbers in preparation, while they are to be given */
  prepared: Preparation | null = $derived(this.unset ? untrack(() => new Preparation(this.table)) : null);

  constructor(readonly table: TableView) {}

  moves = $derived(new Map(this.pick("move", "tile")));
  chooses = $derived(new Map(this.pick("choose", "pawn")));

  act(choice: Choice | undefined): void {
    if (!choice) return;
    this.clear();
    this.table.act(choice.action);
  }

  clear(): void {
    this.pickedStat = null;
    this.pickedTarget = null;
  }

  takeStat(stat: number): void {
    this.pickedStat = this.offered.some((choice) => choice.fields["stat"] === stat) ? stat : null;
  }

  takeTarget(pawn: number): void {
    this.pickedTarget = pawn;
  }

  only(kind: string): Choice | undefined {
    return this.legal.find((choice) => choice.kind === kind);
  }

  /** The pawn whose part it is. */
  get acting(): Pawn | undefined {
    return this.scene?.acting == null ? undefined : this.scene.pawns[this.scene.acting];
  }

  /** What pressing `tile` would do, as a sentence; empty where nothing. */
  promise(tile: number): string {
    const scene = this.scene;
    if (!scene) return "";
    if (this.moves.has(tile)) return this.acting?.tile === tile ? "stay here" : "can move here";
    const pawn = pawnAt(scene, tile);
    if (!pawn) return "";
    if (pawn.seat === this.seat && this.chooses.has(pawn.pawn)) return "can act first";
    if (pawn.seat !== this.seat && this.targets.includes(pawn.pawn)) return "can be chosen as target";
    return "";
  }

  /** Does what `tile` stands for, or says why not. */
  press(tile: number): void {
    const scene = this.scene;
    if (!scene) return;
    this.table.hurry();
    this.pointed = tile;
    const pawn = pawnAt(scene, tile);
    if (this.moves.has(tile)) return this.act(this.moves.get(tile));
    if (pawn && pawn.seat === this.seat && this.chooses.has(pawn.pawn)) return this.act(this.chooses.get(pawn.pawn));
    if (pawn && pawn.seat !== this.seat && this.targets.includes(pawn.pawn)) return this.takeTarget(pawn.pawn);
    this.explain(tile);
  }

  /** Tiles that can be pressed now, for snapping a finger to the nearest. */
  get active(): number[] {
    const scene = this.scene;
    if (!scene) return [];
    const all = scene.board.width * scene.board.height;
    return Array.from({ length: all }, (_, tile) => tile).filter((tile) => this.promise(tile) !== "");
  }

  /** Tiles that a person wants to see while deciding. */
  get watched(): Set<number> {
    if (!this.table.mine) return new Set();
    if (this.statChoices.length === 0) return new Set([...this.active, ...(this.acting ? [this.acting.tile] : [])]);
    const about = this.targets.map((pawn) => this.enemy(pawn));
    if (this.duel || about.length === 0) about.push(this.acting);
    const attacked = this.scene?.attack?.target;
    if (attacked !== undefined) about.push(this.scene?.pawns[attacked]);
    return new Set(about.flatMap((pawn) => pawn?.tile ?? []));
  }

  describe(tile: number): string {
    const scene = this.scene;
    if (!scene) return "";
    const pawn = pawnAt(scene, tile);
    const parts = [`Tile ${tileName(scene, tile)}`, TILES[kindAt(scene, tile)].name];
    if (pawn) parts.push(`${pawn.name}, ${pawn.health} health${pawn.held ? ", held" : ""}`);
    const promise = this.promise(tile);
    if (promise) parts.push(promise);
    return parts.join(", ");
  }

  private explain(tile: number): void {
    const scene = this.scene;
    const shown = this.table.shown;
    if (!scene || !shown || !this.table.mine) return;
    if (this.phase === "move") {
      const action = neighbourAction(this.legal, "move", "tile", tile);
      if (action !== null) return this.table.askWhy(action);
      return this.table.tell(`${tileName(scene, tile)} is not a legal destination now. ${shown.prompt}`, CLAUSES["move"]);
    }
    if (kindAt(scene, tile) === "." && !pawnAt(scene, tile)) return;
    if (this.phase !== "allocate" && pawnAt(scene, tile)) this.table.tell(`Not that pawn now. ${shown.prompt}`, CLAUSES[this.phase] ?? "");
  }

  private pick(kind: string, field: string): [number, Choice][] {
    return this.legal.filter((choice) => choice.kind === kind).map((choice) => [choice.fields[field] ?? -1, choice]);
  }

  /** The enemy pawn with this number. */
  enemy(pawn: number): Pawn | undefined {
    return this.scene && this.seat !== null ? pawnOf(this.scene, 1 - this.seat, pawn) : undefined;
  }
}
