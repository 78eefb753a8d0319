import { untrack } from "svelte";
import { Play as Base, type Way } from "../../lib/table/play.svelte";
import { Preparation } from "./setup.svelte";
import type { Entry } from "../../lib/rules/words";
import { kindAt, pawnAt, pawnOf, tileName, type Pawn, type Scene, type TileKind } from "./scene";

const DUELS = new Set(["attack", "tiebreak"]);
const STATS = new Set(["red", "blue", "injure", "train", "attack", "tiebreak"]);

/** The target and the stat that a person has selected. */
export class Play extends Base<Scene> {
  private pickedTarget = $state<number | null>(null);
  private pickedStat = $state<number | null>(null);
  /** the own pawn whose numbers a person wants to see */
  private wantedPawn = $state<number | null>(null);

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

  /** the tiles that would do nothing for the acting pawn */
  idle: ReadonlySet<number> = $derived.by(() => new Set(this.scene?.idle));

  moves = $derived(this.by("move", "tile"));
  chooses = $derived(this.by("choose", "pawn"));

  override readonly ways: ReadonlyMap<number, Way> = $derived.by(() => new Map([...this.pawnWays(), ...this.moveWays()]));

  override clear(): void {
    this.pickedStat = null;
    this.pickedTarget = null;
  }

  takeStat(stat: number): void {
    this.pickedStat = this.offered.some((choice) => choice.fields["stat"] === stat) ? stat : null;
  }

  takeTarget(pawn: number): void {
    this.pickedTarget = pawn;
  }

  /** The pawn whose part it is. */
  get acting(): Pawn | undefined {
    return this.scene?.acting == null ? undefined : this.scene.pawns[this.scene.acting];
  }

  /** The own pawn whose numbers are next to the board: the one that acts or is attacked, the one that was asked for, else the first. */
  get shownPawn(): Pawn | undefined {
    const own = this.scene?.pawns.filter((pawn) => pawn.seat === this.seat) ?? [];
    const attacked = this.scene?.pawns[this.scene.attack?.target ?? -1];
    return (
      own.find((pawn) => pawn === this.acting || pawn === attacked) ??
      own.find((pawn) => pawn.pawn === this.wantedPawn) ??
      own.find((pawn) => pawn.alive) ??
      own[0]
    );
  }

  /** Shows the numbers of this pawn while none of this person's pawns acts. */
  showPawn(pawn: Pawn | undefined): void {
    this.wantedPawn = pawn?.pawn ?? null;
  }

  /** Tiles that a person wants to see while deciding. */
  get watched(): Set<number> {
    if (!this.mine) return new Set();
    if (this.statChoices.length === 0) return new Set([...this.ways.keys(), ...(this.acting ? [this.acting.tile] : [])]);
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
    const parts = [`Tile ${tileName(scene, tile)}`, this.tile(kindAt(scene, tile))["name"] ?? ""];
    if (this.idle.has(tile)) parts.push(`no effect on ${this.acting?.name}`);
    if (pawn) parts.push(`${pawn.name}, ${pawn.health} health${pawn.held ? ", held" : ""}`);
    const says = this.ways.get(tile)?.says;
    if (says) parts.push(says);
    return parts.join(", ");
  }

  protected override explain(tile: number): void {
    const { scene } = this;
    if (!scene || this.phase === "allocate") return;
    if (this.phase === "move") this.table.askWhy("move", { tile });
    else if (pawnAt(scene, tile))
      this.table.tell(`You can't choose that pawn now. ${this.prompt}`, this.table.words[`phase.${this.phase}`]?.["clause"]);
  }

  private moveWays(): [number, Way][] {
    return [...this.moves].map(([tile, choice]) => [
      tile,
      { says: this.acting?.tile === tile ? "stay here" : "can move here", act: () => this.act(choice) },
    ]);
  }

  private pawnWays(): [number, Way][] {
    return (this.scene?.pawns ?? []).flatMap(({ alive, seat, pawn, tile }): [number, Way][] => {
      const choice = seat === this.seat ? this.chooses.get(pawn) : undefined;
      if (alive && choice) return [[tile, { says: "can act first", act: () => this.act(choice) }]];
      if (!alive || seat === this.seat || !this.targets.includes(pawn)) return [];
      return [[tile, { says: "can be attacked", act: () => this.takeTarget(pawn) }]];
    });
  }

  /** What a kind of tile is called and does. */
  tile(kind: TileKind): Entry {
    return this.table.words[`tile.${kind}`] ?? {};
  }

  /** This person's pawn with this number. */
  own(pawn: number): Pawn | undefined {
    return this.scene && this.seat !== null ? pawnOf(this.scene, this.seat, pawn) : undefined;
  }

  /** The enemy pawn with this number. */
  enemy(pawn: number): Pawn | undefined {
    return this.scene && this.seat !== null ? pawnOf(this.scene, 1 - this.seat, pawn) : undefined;
  }
}
