import type { Choice } from "../../lib/protocol";
import type { TableView } from "../../lib/table.svelte";
import type { Turn } from "./layout";
import { lineUp, TEAM } from "./numbers";
import { offersOf } from "./offers";
import type { PlanAnswer } from "./plan";
import { askServer, Planner } from "./planner.svelte";
import { called, hexName, legs, neighbour, percent, sceneOf, type Ball, type Offer, type Player, type Scene } from "./scene";
import { CLAUSES } from "./wording";

/** What a tap on a hex or a player would do: its chance from 0 to 1 where dice are due, and a sentence. */
export interface Reach {
  odds: number | null;
  kind: string;
  label: string;
}

/** A way that a tap leads: a chip more, or a choice of the pending decision. */
type Way = Reach & ({ offer: Offer } | { choice: Choice });

const GOING = new Set(["run", "sprint", "enter"]);
const SIDEWAYS = new Set(["push", "sidestep", "face"]);
const NOWHERE: Ball = { hex: null, carrier: null };

/** What a person has selected on the pitch and in the panels; all decisions go through here. */
export class Play {
  /** the hex under the cursor, a finger or the focus */
  pointed = $state<number | null>(null);
  /** the number of the formation that is looked at in the line-up */
  formation = $state<number | null>(null);
  /** how the pitch stands on the screen */
  turn = $state<Turn>(0);
  private picked = $state<number | null>(null);

  readonly planner: Planner;

  scene: Scene | null = $derived.by(() => (this.table.shown ? sceneOf(this.table.shown) : null));
  seat = $derived.by(() => (this.table.shown?.seat ?? null) as 0 | 1 | null);
  phase = $derived.by(() => this.table.shown?.phase ?? "");
  /** what this person may choose now */
  legal: Choice[] = $derived.by(() => {
    const shown = this.table.mine ? this.table.shown : null;
    if (!shown) return [];
    return shown.many.length > 0 ? shown.many.map((action) => lineUp(action, hexName)) : shown.legal;
  });

  planning: boolean = $derived.by(() => this.answer !== null);
  shown: Player[] = $derived.by(() => this.answer?.players.map((player) => this.turned(player)) ?? this.scene?.players ?? []);
  ballShown: Ball = $derived.by(() => this.answer?.ball ?? this.scene?.ball ?? NOWHERE);

  /** the players who may act now, by id; after the planned chips where there are any */
  actors: number[] = $derived.by(() => this.offers?.players.map((player) => player.id) ?? this.placeable());
  selected: number | null = $derived.by(() => {
    if (this.picked !== null && this.actors.includes(this.picked)) return this.picked;
    return this.actors.length === 1 ? (this.actors[0] ?? null) : null;
  });
  /** what the selected player may do */
  acts: Offer[] = $derived.by(() => (this.offers && this.scene ? offersOf(this.offers, this.player(this.selected), this.scene.pitch) : []));

  /** the surest way of the selected player to each hex that he can go to, the surest hexes first */
  goings: Offer[] = $derived.by(() => surest(this.acts.filter((offer) => GOING.has(offer.kind))));
  /** what else he may do */
  deeds: Offer[] = $derived.by(() => this.acts.filter((offer) => !GOING.has(offer.kind)).sort((a, b) => b.odds - a.odds));

  reach: Map<number, Reach> = $derived.by(() => this.hexes);
  targets: Map<number, Reach> = $derived.by(() => this.aims);
  /** the ways over the pitch of the planned chips, and the one to the hex that is pointed at */
  routes: number[][] = $derived.by(() => {
    const offer = this.pointedOffer;
    const pointed = offer && this.selected !== null ? legs(this.shown, [{ actor: this.selected, offer }]) : [];
    return [...(this.answer ? legs(this.scene?.players ?? [], this.planner.chips) : []), ...pointed];
  });
  /** the hexes that a standing enemy threatens */
  threatened: Set<number> = $derived(new Set(this.shown.filter((player) => player.seat !== this.seat).flatMap((player) => player.threat)));
  preview: { hex: number; player: number }[] = $derived.by(() => this.previewed());

  /** what the plan leads to, while it is made and its beginning is what is looked at */
  private answer: PlanAnswer | null = $derived.by(() => {
    const { chips, running, answer, ply } = this.planner;
    return chips.length > 0 && !running && this.table.shown?.ply === ply ? answer : null;
  });
  private offers = $derived.by(() => (this.table.mine && !this.planner.running ? ((this.answer ?? this.scene)?.offers ?? null) : null));
  private hexes: Map<number, Way> = $derived.by(() => new Map([...this.decisions(), ...this.destinations()]));
  private aims: Map<number, Way> = $derived.by(() => new Map(this.aimed()));

  constructor(
    readonly table: TableView,
    ask: (table: string, ply: number, chips: string) => Promise<PlanAnswer> = askServer,
  ) {
    this.planner = new Planner(table, ask);
  }

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
    this.formation = null;
  }

  /** The choices of one kind. */
  all(kind: string): Choice[] {
    return this.legal.filter((choice) => choice.kind === kind);
  }

  only(kind: string): Choice | undefined {
    return this.legal.find((choice) => choice.kind === kind);
  }

  player(id: number | null | undefined): Player | undefined {
    return id == null ? undefined : this.shown.find((player) => player.id === id);
  }

  at(hex: number): Player | undefined {
    return this.shown.find((player) => player.hex === hex);
  }

  /** Does what `hex` stands for, or says why not. */
  tap(hex: number): void {
    this.table.hurry();
    this.pointed = hex;
    const here = this.at(hex);
    const way = (here && this.aims.get(here.id)) ?? this.hexes.get(hex);
    if (way && "choice" in way) this.act(way.choice);
    else if (way) this.plan(way.offer);
    else if (here && this.actors.includes(here.id)) this.pick(here.id);
    else this.explain(hex, here);
  }

  /** Adds `offer` of the selected player to the plan. */
  plan(offer: Offer): void {
    if (this.selected === null) return;
    const actor = this.selected;
    this.planner.add({ actor, offer, facing: null });
    this.picked = actor;
  }

  /** The offer that a tap on the hex that is pointed at would plan. */
  private get pointedOffer(): Offer | undefined {
    if (this.pointed === null) return undefined;
    const here = this.at(this.pointed);
    const way = (here && this.aims.get(here.id)) ?? this.hexes.get(this.pointed);
    return way && "offer" in way ? way.offer : undefined;
  }

  /** `player` as he faces after his last chip. */
  private turned(player: Player): Player {
    const last = this.planner.chips[this.planner.lastOf(player.id)];
    return last?.facing == null ? player : { ...player, facing: last.facing };
  }

  private placeable(): number[] {
    return [...new Set(this.all("place").map((choice) => TEAM * (this.seat ?? 0) + (choice.fields["player"] ?? 0)))];
  }

  private previewed(): { hex: number; player: number }[] {
    const { scene, seat } = this;
    if (!scene || this.formation === null || seat === null) return [];
    const hexes = scene.formations[this.formation]?.hexes.slice(0, scene.on_pitch[seat]) ?? [];
    return hexes.map((hex, slot) => ({ hex, player: TEAM * seat + slot }));
  }

  /** The choices of a pending decision, by the hex that stands for each. */
  private decisions(): [number, Way][] {
    return this.legal.flatMap((choice): [number, Way][] => {
      const hex = this.hexOf(choice);
      return hex == null ? [] : [[hex, { odds: null, kind: choice.kind, label: choice.text, choice }]];
    });
  }

  private hexOf(choice: Choice): number | null | undefined {
    const { hex, side, player } = choice.fields;
    if (choice.kind === "place") return this.selected !== null && player === this.selected % TEAM ? hex : null;
    // where a player goes who moves, his offers say
    if (!SIDEWAYS.has(choice.kind) || this.phase === "move") return null;
    const about = this.player(this.scene?.about)?.hex;
    return about == null || side === undefined ? null : neighbour(about, side);
  }

  private destinations(): [number, Way][] {
    // a tap on a strike hex is a strike where one can be, by the way that is worth the most
    const strikes = this.deeds.filter((offer) => offer.kind === "strike").sort((a, b) => a.odds * a.points - b.odds * b.points);
    return [...this.goings, ...strikes].map((offer) => [offer.hex, this.way(offer)]);
  }

  /** The surest act for each player that it is aimed at. */
  private aimed(): [number, Way][] {
    const aimed = this.deeds.filter((offer) => offer.target !== null).reverse();
    return aimed.map((offer) => [offer.target ?? -1, this.way(offer)]);
  }

  private way(offer: Offer): Way {
    return { odds: offer.odds, kind: offer.kind, label: `${offer.text}, ${percent(offer.odds)}`, offer };
  }

  private explain(hex: number, here: Player | undefined): void {
    if (!this.table.mine || this.planner.running) return;
    const chosen = this.player(this.selected);
    const clause = CLAUSES[this.phase] ?? "";
    if (this.actors.length === 0) {
      if (this.hexes.size > 0) this.table.tell(`Not there. ${this.table.shown?.prompt ?? ""}`, clause);
    } else if (here && here.seat === this.seat) this.table.tell(`${called(here)} cannot do anything now.`, clause);
    else if (!chosen && this.phase === "line-up") this.table.tell("Choose the player who is to stand there, or take a formation.", clause);
    else if (chosen && here) this.table.tell(`${called(chosen)} cannot get at ${called(here)} now.`, "R6.1");
    else if (chosen)
      this.table.tell(
        `${called(chosen)} ${this.phase === "line-up" ? "cannot stand on" : "does not get to"} ${hexName(hex)}. The shaded hexes are open.`,
        clause,
      );
  }
}

/** The offers with the best chance for each hex, the surest first; among equals those that come first. */
function surest(offers: readonly Offer[]): Offer[] {
  const ranked = [...offers].sort((a, b) => b.odds - a.odds);
  const hexes = new Set<number>();
  return ranked.filter(({ hex }) => !hexes.has(hex) && hexes.add(hex));
}
