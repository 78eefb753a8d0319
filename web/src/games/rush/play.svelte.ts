import type { Choice } from "../../lib/protocol";
import type { TableView } from "../../lib/table.svelte";
import type { PlanAnswer } from "./plan";
import { askServer, Planner } from "./planner.svelte";
import { neighbour, sceneOf, type Ball, type Offer, type Player, type Scene } from "./scene";

/** What a tap on a hex or a player would do: its chance from 0 to 1 where dice are due, and a sentence. */
export interface Reach {
  odds: number | null;
  kind: string;
  label: string;
}

/** A way that a tap leads: a chip more, or a choice of the pending decision. */
type Way = Reach & ({ offer: Offer } | { choice: Choice });

const RUNS = ["strike", "run", "sprint", "enter"];

/** What a person has selected on the pitch and in the panels; all decisions go through here. */
export class Play {
  /** the hex under the cursor, a finger or the focus */
  pointed = $state<number | null>(null);
  private picked = $state<number | null>(null);
  /** the number of the formation that is looked at in the line-up */
  formation = $state<number | null>(null);

  scene: Scene | null = $derived.by(() => (this.table.shown ? sceneOf(this.table.shown) : null));
  seat = $derived.by(() => (this.table.shown?.seat ?? null) as 0 | 1 | null);
  phase = $derived.by(() => this.table.shown?.phase ?? "");
  legal: Choice[] = $derived.by(() => (this.table.mine ? (this.table.shown?.legal ?? []) : []));

  readonly planner: Planner;

  planning = $derived.by(() => this.planner.chips.length > 0 && this.planner.answer !== null);
  shown: Player[] = $derived.by(() => this.answer?.players ?? this.scene?.players ?? []);
  ballShown: Ball = $derived.by(() => this.answer?.ball ?? this.scene?.ball ?? { hex: null, carrier: null });

  private offers = $derived.by(() => (this.table.mine && !this.planner.running ? (this.answer ?? this.scene)?.offers ?? null : null));
  /** the players who may act now, by id; after the planned chips where there are any */
  actors: number[] = $derived.by(() => this.offers?.players.filter((player) => player.acts.length > 0).map((player) => player.id) ?? this.placeable);
  selected: number | null = $derived.by(() => {
    if (this.picked !== null && this.actors.includes(this.picked)) return this.picked;
    return this.actors.length === 1 ? (this.actors[0] ?? null) : null;
  });
  /** what the selected player may do */
  acts: Offer[] = $derived.by(() => this.offers?.players.find((player) => player.id === this.selected)?.acts ?? []);

  private hexes: Map<number, Way> = $derived.by(() => new Map([...this.decisions(), ...this.reached()]));
  private enemies: Map<number, Way> = $derived.by(() => new Map(this.aimed()));
  reach: Map<number, Reach> = $derived(this.hexes);
  targets: Map<number, Reach> = $derived(this.enemies);
  route: number[] = $derived.by(() => {
    const way = this.pointed === null ? undefined : this.hexes.get(this.pointed);
    return way && "offer" in way ? way.offer.path : (this.planner.chips.at(-1)?.offer.path ?? []);
  });
  /** the hexes that a standing enemy threatens */
  threatened: Set<number> = $derived(new Set(this.shown.filter((player) => player.seat !== this.seat).flatMap((player) => player.threat)));
  preview: { hex: number; player: number }[] = $derived.by(() => this.previewed());

  constructor(
    readonly table: TableView,
    ask: (table: string, ply: number, chips: string) => Promise<PlanAnswer> = askServer,
  ) {
    this.planner = new Planner(table, ask);
  }

  private answer: PlanAnswer | null = $derived.by(() => (this.planner.chips.length > 0 ? this.planner.answer : null));

  act(choice: Choice | undefined): void {
    if (!choice) return;
    this.clear();
    this.table.act(choice.action);
  }

  /** Drops the selection; the plan stays. */
  clear(): void {
    this.picked = null;
    this.formation = null;
  }

  pick(player: number | null): void {
    this.picked = player === this.selected ? null : player;
  }

  /** The choices of one kind. */
  all(kind: string): Choice[] {
    return this.legal.filter((choice) => choice.kind === kind);
  }

  player(id: number | null): Player | undefined {
    return id === null ? undefined : this.shown.find((player) => player.id === id);
  }

  at(hex: number): Player | undefined {
    return this.shown.find((player) => player.hex === hex);
  }

  /** Does what `hex` stands for, or says why not. */
  tap(hex: number): void {
    this.table.hurry();
    this.pointed = hex;
    const here = this.at(hex);
    const way = (here && this.enemies.get(here.id)) ?? this.hexes.get(hex);
    if (way && "choice" in way) return this.act(way.choice);
    if (way) return this.plan(way.offer);
    if (here && this.actors.includes(here.id)) this.pick(here.id);
  }

  /** Adds `offer` of the selected player to the plan. */
  plan(offer: Offer): void {
    if (this.selected !== null) this.planner.add({ actor: this.selected, offer, facing: null });
  }

  private get placeable(): number[] {
    return [...new Set(this.all("place").map((choice) => 8 * (this.seat ?? 0) + (choice.fields["player"] ?? 0)))];
  }

  private previewed(): { hex: number; player: number }[] {
    const scene = this.scene;
    if (!scene || this.formation === null || this.seat === null) return [];
    const hexes = scene.formations[this.formation]?.hexes.slice(0, scene.on_pitch[this.seat]) ?? [];
    return hexes.map((hex, slot) => ({ hex, player: 8 * (this.seat ?? 0) + slot }));
  }

  /** The choices of a pending decision, by the hex that stands for each. */
  private decisions(): [number, Way][] {
    return this.legal.flatMap((choice): [number, Way][] => {
      const hex = this.hexOf(choice);
      return hex === null ? [] : [[hex, { odds: null, kind: choice.kind, label: choice.text, choice }]];
    });
  }

  private hexOf(choice: Choice): number | null {
    const { hex, side, player } = choice.fields;
    if (choice.kind === "place") return player === (this.selected ?? -1) % 8 && hex !== undefined ? hex : null;
    const about = this.player(this.scene?.about ?? null);
    if (!["push", "sidestep", "face"].includes(choice.kind) || about?.hex == null || side === undefined) return null;
    return neighbour(about.hex, side);
  }

  /** The best act for each hex. */
  private reached(): [number, Way][] {
    const ranked = this.acts.filter((offer) => RUNS.includes(offer.kind)).sort((a, b) => RUNS.indexOf(b.kind) - RUNS.indexOf(a.kind));
    return ranked.map((offer) => [offer.hex, { odds: offer.odds, kind: offer.kind, label: offer.text, offer }]);
  }

  /** The best act for each player that it is aimed at. */
  private aimed(): [number, Way][] {
    const aimed = this.acts.filter((offer) => offer.target !== null).sort((a, b) => a.odds - b.odds);
    return aimed.map((offer) => [offer.target ?? -1, { odds: offer.odds, kind: offer.kind, label: offer.text, offer }]);
  }
}
