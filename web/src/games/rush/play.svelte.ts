import type { Turn } from "../../lib/board/hexes";
import type { Choice } from "../../lib/server/protocol";
import { Play as Base, type Way } from "../../lib/table/play.svelte";
import type { TableView } from "../../lib/table/table.svelte";
import { HEXES } from "./layout";
import { offersOf } from "./offers";
import type { PlanAnswer } from "./plan";
import { askServer, Planner } from "./planner.svelte";
import { called, legs, neighbour, percent, TEAM, type Ball, type Offer, type Player, type Scene } from "./scene";
import { said } from "./wording";

/** What a tap on a hex would do, its chance from 0 to 1 where dice are due, and the offer that it would plan. */
export interface Reach extends Way {
  odds: number | null;
  kind: string;
  offer: Offer | null;
}

/** A hex that a standing player of `seat` threatens: he looks over `side` into it. */
export interface Threat {
  hex: number;
  side: number;
  seat: number;
}

const GOING = new Set(["run", "sprint", "enter"]);
const SIDEWAYS = new Set(["push", "sidestep", "face"]);
const FIRST = 0;
const NOWHERE: Ball = { hex: null, carrier: null };

/** The player that a person has selected, and the plan. */
export class Play extends Base<Scene> {
  /** the formation that was chosen in the line-up; null while players are placed one by one */
  private wanted = $state<number | null>(FIRST);
  /** how the pitch stands on the screen */
  turn = $state<Turn>(0);
  /** the hexes that a step of the lesson is about */
  goals = $state.raw<readonly number[]>([]);
  /** who was picked, and in which rush: the next one begins without */
  private picked = $state.raw<[player: number, rush: number | undefined] | null>(null);

  /** a list of hexes by their names is open, so the pitch has these names too */
  listed = $state(false);

  readonly planner: Planner;

  /** the number of the formation that is looked at in the line-up: the first, unless something else was chosen */
  formation: number | null = $derived.by(() => (this.only("formation") ? this.wanted : null));

  planning: boolean = $derived.by(() => this.answer !== null);
  shown: Player[] = $derived.by(() => this.answer?.players.map((player) => this.turned(player)) ?? this.scene?.players ?? []);
  ballShown: Ball = $derived.by(() => this.answer?.ball ?? this.scene?.ball ?? NOWHERE);

  /** the players who may act now, by id; after the planned chips where there are any */
  actors: number[] = $derived.by(() => this.offers?.players.map((player) => player.id) ?? this.placeable());
  selected: number | null = $derived.by(() => {
    const [picked = -1, rush] = this.picked ?? [];
    if (this.actors.includes(picked) && rush === this.rush) return picked;
    return this.actors.length === 1 ? (this.actors[0] ?? null) : null;
  });
  /** what the selected player may do */
  acts: Offer[] = $derived.by(() =>
    this.offers && this.scene ? offersOf(this.offers, this.player(this.selected), this.scene.pitch, this.table.actions) : [],
  );

  /** the surest way of the selected player to each hex that he can go to, the surest hexes first */
  goings: Offer[] = $derived.by(() => surest(this.acts.filter((offer) => GOING.has(offer.kind))));
  /** what else he may do */
  deeds: Offer[] = $derived.by(() => this.acts.filter((offer) => !GOING.has(offer.kind)).sort((a, b) => b.odds - a.odds));

  /** by hex, and by player: what a tap there does */
  reach: Map<number, Reach> = $derived.by(() => new Map([...this.decisions(), ...this.destinations()]));
  targets: Map<number, Reach> = $derived.by(() => new Map(this.aimed()));
  override readonly ways: ReadonlyMap<number, Reach> = $derived.by(() => new Map([...this.players(), ...this.reach, ...this.aims()]));
  /** the ways over the pitch of the planned chips, and the one to the hex that is pointed at */
  routes: number[][] = $derived.by(() => {
    const offer = this.pointed === null ? null : this.ways.get(this.pointed)?.offer;
    const pointed = offer && this.selected !== null ? legs(this.shown, [{ actor: this.selected, offer }]) : [];
    return [...(this.answer ? legs(this.scene?.players ?? [], this.planner.chips) : []), ...pointed];
  });
  /** the hexes that a standing enemy threatens */
  threats: Threat[] = $derived(
    this.shown
      .filter((player) => player.seat !== this.seat)
      .flatMap(({ seat, hex: from, threat }) =>
        threat.map((hex) => ({ hex, side: HEXES.sides.find((side) => from !== null && neighbour(from, side) === hex) ?? 0, seat })),
      ),
  );
  threatened: Set<number> = $derived(new Set(this.threats.map(({ hex }) => hex)));
  preview: { hex: number; player: number }[] = $derived.by(() => this.previewed());

  /** what the plan leads to, while it is made and its beginning is what is looked at */
  private answer: PlanAnswer | null = $derived.by(() => {
    const { chips, running, answer, ply } = this.planner;
    return chips.length > 0 && !running && this.table.shown?.ply === ply ? answer : null;
  });
  private offers = $derived.by(() => (this.mine && !this.planner.running ? ((this.answer ?? this.scene)?.offers ?? null) : null));

  constructor(table: TableView, ask: (table: string, ply: number, chips: string) => Promise<PlanAnswer> = askServer) {
    super(table);
    this.planner = new Planner(table, ask);
  }

  /** Drops the selection; the plan stays. */
  override clear(): void {
    this.picked = null;
    this.wanted = FIRST;
  }

  take(player: number): void {
    this.picked = player === this.selected ? null : [player, this.rush];
    this.wanted = null;
    this.planner.stopped = "";
  }

  /** Chooses a formation to look at. */
  lookAt(formation: number): void {
    this.picked = null;
    this.wanted = formation;
  }

  player(id: number | null | undefined): Player | undefined {
    return id == null ? undefined : this.shown.find((player) => player.id === id);
  }

  at(hex: number): Player | undefined {
    return this.shown.find((player) => player.hex === hex);
  }

  /** Adds `offer` of the selected player to the plan. */
  plan(offer: Offer): void {
    if (this.selected === null) return;
    const actor = this.selected;
    this.planner.add({ actor, offer, facing: null });
    this.picked = [actor, this.rush];
  }

  private get rush(): number | undefined {
    return this.scene?.rush.number;
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
  private decisions(): [number, Reach][] {
    return this.legal.flatMap((choice): [number, Reach][] => {
      const hex = this.hexOf(choice);
      return hex == null
        ? []
        : [[hex, { odds: null, kind: choice.kind, says: said(choice, this.seat ?? 0), offer: null, act: () => this.act(choice) }]];
    });
  }

  hexOf(choice: Choice): number | null | undefined {
    const { hex, side, player } = choice.fields;
    if (choice.kind === "place") return this.selected !== null && player === this.selected % TEAM ? hex : null;
    // where a player goes who moves, his offers say
    if (!SIDEWAYS.has(choice.kind) || this.phase === "move") return null;
    const about = this.player(this.scene?.about)?.hex;
    return about == null || side === undefined ? null : neighbour(about, side);
  }

  private destinations(): [number, Reach][] {
    // a tap on a strike hex is a strike where one can be, by the way that is worth the most
    const strikes = this.deeds.filter((offer) => offer.kind === "strike").sort((a, b) => a.odds * a.points - b.odds * b.points);
    return [...this.goings, ...strikes].map((offer) => [offer.hex, this.way(offer)]);
  }

  /** The surest act for each player that it is aimed at. */
  private aimed(): [number, Reach][] {
    const aimed = this.deeds.filter((offer) => offer.target !== null).reverse();
    return aimed.map((offer) => [offer.target ?? -1, this.way(offer)]);
  }

  private way(offer: Offer): Reach {
    const says = `${offer.text}, ${percent(offer.odds)}`;
    return { odds: offer.odds, kind: offer.kind, says, offer, act: () => this.plan(offer) };
  }

  /** The same by the hexes that these players stand on. */
  private aims(): [number, Reach][] {
    return this.shown.flatMap(({ id, hex }): [number, Reach][] => {
      const way = this.targets.get(id);
      return hex !== null && way ? [[hex, way]] : [];
    });
  }

  /** The players on the pitch who can be chosen, by hex. */
  private players(): [number, Reach][] {
    const able = this.shown.filter(({ id, hex }) => hex !== null && this.actors.includes(id));
    return able.map(({ id, hex }) => [hex ?? -1, { odds: null, kind: "pick", says: "", offer: null, act: () => this.take(id) }]);
  }

  protected override explain(hex: number): void {
    if (this.planner.running) return;
    const here = this.at(hex);
    const chosen = this.player(this.selected);
    const { clause = "", refused = "" } = this.table.words[`phase.${this.phase}`] ?? {};
    if (this.actors.length === 0) {
      if (this.reach.size > 0) this.table.tell(`You can't choose that. ${this.prompt}`, clause);
    } else if (here && here.seat === this.seat) {
      const acted = here.acted >= (this.scene?.rush.cap ?? 0) ? this.table.words["refused.acted"] : undefined;
      this.table.tell(acted?.["refused"] ?? `${called(here)} can't do anything now.`, acted?.["clause"] ?? clause);
    } else if (!chosen && this.phase === "line-up") this.table.tell(refused, clause);
    else if (chosen && here)
      this.table.tell(`${called(chosen)} can't target ${called(here)} now.`, this.table.words["refused.attack"]?.["clause"]);
    else if (chosen)
      this.table.tell(
        `${called(chosen)} ${this.phase === "line-up" ? "can't be placed there" : "can't reach that hex"}. Choose a shaded one.`,
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
