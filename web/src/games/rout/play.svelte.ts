import { untrack } from "svelte";
import { prefs } from "../../lib/browser/prefs.svelte";
import { percent } from "../../lib/rules/percent";
import type { Choice } from "../../lib/server/protocol";
import { Play as Base, type Way } from "../../lib/table/play.svelte";
import type { TableView } from "../../lib/table/table.svelte";
import { byMouse } from "../../lib/browser/pointer";
import { play as sound, tremble } from "../../lib/browser/sound";
import { actionOf, blockSize, contactOf, FINGER, flickedSize, sideMiddle, speedIndex, type Flick } from "./aim";
import { Aiming } from "./aiming.svelte";
import { Reel } from "./filmplay.svelte";
import { flicking } from "./flicking.svelte";
import { Placing } from "./placing.svelte";
import type { Block, Deed, Formation, Scene } from "./scene";
import { aimsOf, askServer, Odds } from "./shot.svelte";
import { Slide } from "./slide.svelte";
import type { Played, Stroke } from "./stage";
import { faultOf, firstCrossed, swiped, type Fault, type Gesture } from "./swipe";
import { called, lettersOf } from "./wording";

// twice friction times gravity, in mm: what a block slides for a speed squared
const BRAKE = 0.0049;
// m/s that are left at the target
const BLOW = 0.5;
/** how long a phone vibrates as a flick leaves the finger, in ms; and the volume of the sound */
const [SNAP, SOFTLY] = [12, 0.25];
/** no letters stand on the blocks while they are swiped */
const NONE: ReadonlyMap<number, string> = new Map();

/** What a person has aimed, placed and chosen at the bench. Make it while a component is set up. */
export class Play extends Base<Scene> implements Played {
  /** this person decides in the position on the screen, or just has */
  due: boolean = $derived.by(() => {
    const now = this.table.shown;
    return now !== null && !now.over && now.seat !== null && now.seat === now.to_move && now.ply === now.last_ply;
  });

  readonly reel = new Reel();
  /** whether a flick is aimed; else it comes from the finger (T3.0) */
  aims: boolean = $derived.by(() => this.scene?.flicks === "aimed" || (this.scene?.flicks === "either" && flicking.aims));
  readonly aiming = new Aiming(
    () => (this.due && this.reel.done && this.phase === "turn" ? this.scene : null),
    () => this.aims,
  );
  readonly placing = new Placing(() => (this.due && this.phase === "place" ? this.scene : null));
  readonly odds: Odds;
  readonly slide = new Slide();
  swipes: boolean = $derived.by(() => this.mine && this.phase === "turn" && !this.aims && this.usable.length > 0);
  stroke = $state.raw<Stroke | null>(null);
  /** the blocks that may be flicked now, by id */
  usable: number[] = $derived.by(() => (this.mine && this.phase === "turn" ? (this.scene?.usable ?? []) : []));
  /** the formation that is looked at while placing */
  preview = $state.raw<Formation | null>(null);
  chances: ReadonlyMap<number, string> = $derived.by(() => this.wanted());
  /** the broken blocks that may be rallied now, by id */
  rallies: number[] = $derived.by(() => (this.mine && this.phase === "rally" ? (this.scene?.ranks ?? []) : []));
  /** the broken block that is thought of for a rally */
  rallied = $state<number | null>(null);
  letters: ReadonlyMap<number, string> = $derived.by(() => (this.scene ? lettersOf(this.scene.blocks, this.near) : new Map()));
  lettered: readonly number[] = $derived.by(() => {
    const shown = this.phase === "turn" && this.mine && this.aims ? [...this.letters.keys()] : this.rallies;
    return shown.filter((id) => this.letters.has(id));
  });
  /** by block: what it can be chosen for */
  override readonly ways: ReadonlyMap<number, Way> = $derived.by(() => {
    const flicks = this.usable.map((id): [number, Way] => [id, { says: "", act: () => this.aiming.choose(id) }]);
    const rallies = this.rallies.map((id): [number, Way] => [id, { says: "", act: () => (this.rallied = id) }]);
    return new Map([...flicks, ...rallies]);
  });

  /** places that are still to be sent */
  private queue = $state.raw<readonly number[]>([]);
  private sentAt = -1;
  /** the position whose flick is aimed */
  private aimedAt = -1;

  constructor(table: TableView, ask: typeof askServer = askServer) {
    super(table);
    this.odds = new Odds(ask);
    $effect(() => this.sendNext());
    $effect(() => this.prepare());
    $effect(() => this.weigh());
    $effect(() => this.watch());
  }

  /** This person may act, and has seen the last flick to its end. */
  override get mine(): boolean {
    return this.table.mine && this.reel.done && this.queue.length === 0;
  }

  /** The action of the flick as it is aimed; null where none is. */
  get flickAction(): number | null {
    const { flick } = this.aiming;
    return flick && actionOf(flick, this.table.actions);
  }

  flick(): void {
    const action = this.flickAction;
    if (action !== null && this.mine) this.table.act(action);
  }

  /** Aims from now on, or flicks with the finger, where the table takes both. */
  takeAim(aims: boolean): void {
    if (aims && this.scene?.flicks === "finger") this.refuse("swipe", "", byMouse() ? "drag" : "swipe");
    if (this.scene?.flicks !== "either" || flicking.aims === aims) return;
    flicking.aims = aims;
    flicking.save();
  }

  /** Draws what the finger would flick if it were lifted now. */
  swiping(gesture: Gesture | null): void {
    const end = gesture?.samples.at(-1)?.time ?? 0;
    const flick = gesture && this.swipes ? this.flickOf(gesture, end) : null;
    const from = flick && typeof flick !== "string" ? this.block(flick.unit) : undefined;
    if (!from || !flick || typeof flick === "string" || !this.scene) return void (this.stroke = null);
    this.stroke = { from, direction: flick.direction, speed: flick.speed };
  }

  /** Sends the flick that a finger made, or says why the gesture is not a flick. The first slide is drawn at once. */
  swipe(gesture: Gesture, end: number): void {
    const { scene } = this;
    const ply = this.table.shown?.ply;
    this.stroke = null;
    if (!scene || ply === undefined || !this.swipes) return;
    if (gesture.two && !scene.may.includes("move")) return this.refuse("two");
    const flick = this.flickOf(gesture, end);
    if (typeof flick === "string") {
      // a tap somewhere else on the bench
      if (flick === "tap" && !firstCrossed(gesture, this.targets)) return;
      return this.table.tell(faultOf(flick, byMouse()), this.table.words["refused.swipe"]?.["clause"]);
    }
    const action = actionOf(flick, this.table.actions, FINGER);
    if (this.table.judging) return this.table.act(action);
    if (!prefs.reduced) this.slide.start(flick, scene, ply);
    sound("clack", SOFTLY);
    tremble(SNAP);
    this.table.act(action);
  }

  /** Places all blocks as they are laid out. */
  confirm(): void {
    if (!this.mine || !this.placing.complete) return;
    this.sentAt = -1;
    this.queue = this.placing.actions(this.table.actions);
  }

  block(id: number | null | undefined): Block | undefined {
    return id == null ? undefined : this.scene?.blocks.find((block) => block.id === id);
  }

  /** The rally of the block that is thought of. */
  get rally(): Choice | undefined {
    return this.rallied === null ? undefined : this.by("rally", "rank").get(this.rallies.indexOf(this.rallied));
  }

  /** Aims at the middle of `target`, hard enough to get there with some force. */
  aimAt(target: Block): void {
    const { scene, aiming } = this;
    const from = aiming.piece;
    if (!scene || !from) return;
    const [dx, dy] = [target.x - from.x, target.y - from.y];
    aiming.setSpin(0);
    aiming.setDirection((1800 / Math.PI) * Math.atan2(dy, dx));
    aiming.setSpeed(speedIndex(BLOW + Math.sqrt(Math.hypot(dx, dy) * BRAKE), scene.speeds));
  }

  /** Shows how it stands now: the end of what plays. */
  override hurry(): void {
    super.hurry();
    if (!this.reel.done) this.reel.skip();
  }

  override get waits(): string {
    const filming = !this.table.busy && this.seat !== null && !this.reel.done;
    return filming ? "Watch the flick, or continue." : super.waits;
  }

  override clear(): void {
    this.aiming.clear();
    this.placing.selected = null;
    this.rallied = null;
  }

  private get targets(): { pose: Block; size: ReturnType<typeof blockSize> }[] {
    const { scene } = this;
    return scene ? this.usable.flatMap((id) => this.block(id) ?? []).map((pose) => ({ pose, size: blockSize(scene.table) })) : [];
  }

  /** The flick of a finger that is lifted at the time `end`; two fingers push the middle of a side (T3.0). */
  private flickOf(gesture: Gesture, end: number): Flick | Fault {
    const { table, speeds } = this.scene as Scene;
    const pose = firstCrossed(gesture, this.targets)?.pose;
    const deed: Deed = gesture.two ? "move" : this.aiming.deed;
    const size = flickedSize(table, deed);
    const made = swiped(gesture, end, pose ? { pose, size } : null, flicking.pace, speeds);
    if (typeof made === "string") return made;
    const { angle, id } = pose as Block;
    const contact = contactOf(angle, size, made.direction, gesture.two ? 0 : made.spin, table);
    return { deed, unit: id, contact: gesture.two ? sideMiddle(contact) : contact, direction: made.direction, speed: made.speed };
  }

  /** Ends the slide of a flick in another position, and takes back one that was refused or has not reached the server. */
  private watch(): void {
    const { mine, link, shown } = this.table;
    if (this.slide.from === null) return;
    untrack(() => {
      const { ply } = this.slide;
      if (ply === null) return;
      if (shown?.ply !== ply) return void this.slide.take();
      if (link !== "lost" && !mine) return;
      this.slide.undo();
      if (link === "lost") this.table.tell("The connection is lost. Your flick is sent as soon as it is back.");
    });
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
      this.table.act(action, rest);
    });
  }

  /** What a card is for comes first: an attack, by the one unit that there is. */
  private prepare(): void {
    if (!this.mine || this.phase !== "turn") return;
    const [only, ...others] = this.usable;
    const attack = this.scene?.may.find((deed) => deed !== "move");
    const ply = this.table.shown?.ply ?? -1;
    untrack(() => {
      // the aim of the flick before would be a start that does the work
      if (ply !== this.aimedAt) this.aiming.clear();
      this.aimedAt = ply;
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

  /** The chance of what the flick is for, by block. */
  private wanted(): Map<number, string> {
    const { shot } = this.odds;
    return new Map([...(shot ? aimsOf(shot) : [])].map(([block, chance]) => [block, percent(chance)]));
  }

  protected override explain(id: number): void {
    const { scene } = this;
    const block = this.block(id);
    if (!scene || !block) return;
    if (this.phase === "rally") this.refuse("rally");
    else if (this.phase !== "turn") return;
    else if (block.broken) this.refuse("broken");
    else if (block.side !== scene.mover)
      this.refuse("theirs", `That is ${called(block, this.aims ? this.letters : NONE)}:`, this.aims ? "aim" : byMouse() ? "drag" : "swipe");
    else this.refuse(scene.unit !== null ? "acting" : "card");
  }

  /** Says why something cannot be done. */
  private refuse(name: string, about = "", line = "text"): void {
    const entry = this.table.words[`refused.${name}`];
    this.table.tell(`${about} ${entry?.[line] ?? ""}`.trim(), entry?.["clause"]);
  }
}
