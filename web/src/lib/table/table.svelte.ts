import { Actions } from "./actions";
import { api, sentence, socketAddress } from "../server/api";
import { cuesOf, goesOn, type Cue } from "./cues";
import type { Checked } from "./fairness";
import { mergeEvents, sinceOwnTurn, upTo } from "./events";
import { live } from "../browser/live.svelte";
import { calledAt, first } from "./people";
import { Presenter } from "./presenter";
import { prefs } from "../browser/prefs.svelte";
import type { Beat, Choice, Event, Offer, Presence, ServerMessage, Snapshot } from "../server/protocol";
import { noteSeat, seenOf, type OwnSeat } from "./seats";
import { breach, noteGiven, seedFor, seedsAt } from "./seeds";
import { TableSocket, type LinkState } from "../server/socket";
import { play, type Sound } from "../browser/sound";
import type { Words } from "../rules/words";

/** The mark of a side: its shape and colours. */
export interface Mark {
  shape: "disc" | "diamond" | "hexagon";
  fill: string;
  ink: string;
}

/** A short sentence for the person, with the clause that explains it. */
export interface Notice {
  text: string;
  clause: string;
}

/** What a game's components need of the table they are shown at. */
export interface TableView {
  /** the position on the screen */
  readonly shown: Snapshot | null;
  /** the lines that led to it: since the position before, in the past those of the last move alone */
  readonly fresh: readonly Event[];
  /** the log up to the position on the screen */
  readonly events: readonly Event[];
  /** what is to be seen now, before the next position is shown; null while a position stands */
  readonly cue: Cue | null;
  /** true while this person may act on what is shown */
  readonly mine: boolean;
  /** true while a message waits for its answer */
  readonly busy: boolean;
  /** the connection to the server */
  readonly link: LinkState;
  /** how the game numbers its actions */
  readonly actions: Actions;
  /** what the game says of itself under the settings of this table */
  readonly words: Words;
  /** the legal actions in what is shown; those sent as bare numbers have no odds, and a text only if `actions` has one */
  readonly legal: readonly Choice[];
  /** `rest`: what is sent after it as soon as the table asks for it, and judged with it */
  act(action: number, rest?: readonly number[]): void;
  /** what is chosen next is judged, not played */
  readonly judging?: boolean;
  /** the place of the move that a hint suggests */
  marked?: number | null;
  tell(text: string, clause?: string): void;
  rules(clause: string): void;
  /** sends an illegal action, so that the server says why it is illegal */
  askWhy(kind: string, fields: Readonly<Record<string, number>>): void;
  /** skips the animation: shows the newest position, or the past one requested, at once */
  hurry(): void;
  /** how often an animation was skipped; a game that plays films of its own ends them then */
  readonly cuts: number;
}

/** What an offer asks for, after "asks". */
export const WISHES: Record<Offer["kind"], string> = {
  undo: "to undo their last move",
  rematch: "for a rematch with sides swapped",
  again: "for a rematch with the same sides",
  instead: "to play with different settings",
};

const NO_SOCKETS =
  "The server answers, but its WebSocket connections don't open. A proxy in between probably blocks them. Please tell the " +
  "person who runs the server: its log says what to change.";

/** milliseconds that the board of an ended match has before its result is shown */
const LAST_LOOK = 1800;

const BEAT_SOUNDS: Record<Beat["kind"], Sound> = {
  way: "place",
  aim: "place",
  flight: "place",
  blow: "hit",
  fall: "tumble",
  turn: "place",
  frame: "place",
  call: "cheer",
};

function sound(cue: Cue | null): void {
  if (cue && cue.kind !== "film") play(cue.kind === "dice" ? "dice" : BEAT_SOUNDS[cue.beat.kind]);
}

/** One seat's (or a spectator's) view of a running table. */
export class LiveTable implements TableView {
  latest = $state.raw<Snapshot | null>(null);
  current = $state.raw<Snapshot | null>(null);
  past = $state.raw<Snapshot | null>(null);
  private pondering = $state<number | null>(null);
  private news = $state.raw<readonly Event[]>([]);
  private log = $state.raw<Event[]>([]);
  private liveCue = $state.raw<Cue | null>(null);
  private pastCue = $state.raw<Cue | null>(null);
  link = $state<LinkState>("connecting");
  /** what keeps the connection from opening, where that is known */
  trouble = $state("");
  /** who is here now, whatever position is on the screen */
  presence = $state.raw<Omit<Presence, "type">>({ connected: [], watchers: 0 });
  busy = $state(false);
  notice = $state.raw<Notice | null>(null);
  rejected = $state("");
  clause = $state<string | null>(null);
  actions = $state.raw(new Actions([]));
  /** how the server breaks its word about the dice, in one sentence; "" where it keeps it */
  breach = $state("");
  /** what came of checking all dice here, once the match is over */
  checked = $state.raw<Checked | null>(null);
  words = $state.raw<Words>({});

  shown = $derived(this.past ?? this.current);
  cue = $derived(this.past ? this.pastCue : this.liveCue);
  // lines that the presentation has not reached yet stay out, and in the past all that comes later
  events = $derived(this.past ? upTo(this.log, this.past.ply) : this.log.filter((event) => event.seq <= (this.current?.seq ?? 0)));
  fresh = $derived.by(() => {
    const { past } = this;
    return past ? this.events.filter((event) => event.ply === past.ply) : this.news;
  });
  caughtUp = $derived(this.current !== null && this.current === this.latest);
  mine = $derived.by(() => {
    const now = this.current;
    if (!now || this.past || !this.caughtUp || this.busy || now.over) return false;
    return now.seat !== null && now.seat === now.to_move;
  });
  /** the seat whose computer thinks about what is on the screen: not while what led there is still being shown */
  thinking: number | null = $derived.by(() =>
    !this.past && this.caughtUp && this.current?.to_move === this.pondering ? this.pondering : null,
  );
  /** the outcomes of chance that this person may enter, or have drawn, now */
  due: readonly Choice[] = $derived.by(() => (this.past || !this.caughtUp || this.busy ? [] : (this.current?.due ?? [])));
  legal: readonly Choice[] = $derived.by(() => {
    const { legal = [], many = [] } = this.shown ?? {};
    return many.length > 0
      ? many.map((action) => ({ action, ...this.actions.unpack(action), text: this.actions.text(action), odds: null }))
      : legal;
  });
  /** the last blow has just been seen, and the board has a moment before its result */
  lingers = $state(false);
  /** the match has ended while this page was open */
  endedHere = $state(false);
  /** how often an analysis has come to new findings while this page was open */
  analyses = $state(0);
  /** the others' events are being shown, or a computer is to move: `skip` shows all of that at once */
  skippable = $derived.by(() => {
    const { latest, past } = this;
    if (!latest || past || prefs.pace === 0 || this.mine) return false;
    const plays = !latest.over && latest.seat !== null && latest.seats[latest.to_move]?.kind === "computer";
    return plays || this.cue !== null || !this.caughtUp || this.lingers;
  });
  /** the log up to the present */
  get latestEvents(): readonly Event[] {
    return this.log;
  }
  /** what the others did since this seat last acted */
  missed = $derived(this.latest?.seat == null ? [] : sinceOwnTurn(this.log, this.latest.seat));

  /** the marks of the game's sides */
  marks: readonly Mark[] = [];
  /** the game's own, by the kind of an event */
  sounds: Record<string, Sound> = {};
  /** the game's own: how long the film of what led to a position is, in ms; 0 where there is none */
  lasts: (snapshot: Snapshot, fresh: readonly Event[]) => number = () => 0;

  /** what this person chooses next is judged, not played */
  judging = $state(false);
  marked = $state<number | null>(null);
  /** the actions in a row that are to be judged */
  candidate = $state.raw<readonly number[] | null>(null);

  private socket: TableSocket;
  private presenter: Presenter;
  /** the past that was asked for, a step forward with what led to it */
  private reader: Presenter;
  private pages = new Map<string, Snapshot>();
  /** how often the past was asked for: an answer that comes late is not shown */
  private looks = 0;
  /** the last time it was the present */
  private home = true;
  private asked: string | null = null;
  /** the event that must be seen before the next message may be sent */
  private awaited = 0;
  /** the message with this browser's seed, while it waits for its answer */
  private seeding: string | null = null;
  /** the server has not taken it, and said why */
  private unwanted = false;
  /** the fingerprint of the server's secret that was seen at first */
  private pledge: string | null = null;
  private checking = false;
  private lingering: ReturnType<typeof setTimeout> | undefined;
  /** the rest of the others' turn is not animated */
  cuts = $state(0);
  private skipping = false;

  constructor(
    readonly id: string,
    readonly own: OwnSeat | null,
  ) {
    const cues = (snapshot: Snapshot, fresh: readonly Event[], pace: number): Cue[] => this.cues(snapshot, fresh, pace);
    this.presenter = new Presenter(
      (snapshot, fresh) => this.show(snapshot, fresh),
      (cue) => {
        this.liveCue = cue;
        if (!this.past) sound(cue);
      },
      cues,
      (before, after) => {
        const [step, more] = [before.at(-1), after[0]];
        return after.length === 1 && step !== undefined && more !== undefined && goesOn(step, more);
      },
    );
    this.reader = new Presenter(
      (snapshot) => this.open(snapshot),
      (cue) => {
        this.pastCue = cue;
        sound(cue);
      },
      cues,
    );
    this.socket = new TableSocket({
      address: socketAddress(id),
      token: own?.token ?? null,
      since: () => this.latest?.seq ?? 0,
      heard: (message) => this.heard(message),
      changed: (state) => this.moved(state),
      shut: () => void this.explain(),
    });
    // made as the table was opened, it is sent with the first words
    const seed = seedsAt(id).find((kept) => kept.seat === own?.seat && !kept.given);
    if (seed) this.giveSeed(seed);
  }

  /** Checks every die of the finished match, once. */
  async check(): Promise<void> {
    const latest = this.latest;
    if (!latest?.over || !latest.commitment || this.checking) return;
    this.checking = true;
    try {
      const [{ check }, record] = await Promise.all([import("./fairness"), api.dice(this.id)]);
      const { table, game, settings } = latest;
      this.checked = check(record, { table, game, settings, commitment: this.pledge ?? "", seeds: seedsAt(this.id) });
      if (this.checked.fault) this.accuse(this.checked.fault);
    } catch {
      // it is tried again when it is asked for
      this.checking = false;
    }
  }

  private giveSeed({ seed, commitment }: { seed: string; commitment: string }): void {
    this.seeding = this.socket.send({ type: "seed", seq: 0, seed, commitment });
  }

  /** Gives this browser's seed where the table waits for it; true while it does, and nothing was shown before. */
  private holds(snapshot: Snapshot): boolean {
    const { own } = this;
    if (!own || snapshot.seeds[own.seat] !== null || snapshot.over || this.unwanted) return false;
    if (this.seeding === null) this.giveSeed(seedFor(this.id, own.seat, snapshot.commitment));
    return this.latest === null;
  }

  private accuse(fault: string): void {
    if (this.breach) return;
    this.breach = fault;
    live.shout(fault);
  }

  act(action: number, rest: readonly number[] = []): void {
    if (!this.mine || !this.latest) return;
    if (this.judging) return this.judge([action, ...rest]);
    this.notice = null;
    this.send({ type: "act", seq: this.latest.seq, action });
  }

  judge(actions: readonly number[]): void {
    this.judging = false;
    this.candidate = actions;
  }

  askWhy(kind: string, fields: Readonly<Record<string, number>>): void {
    if (!this.mine || !this.latest) return;
    this.send({ type: "act", seq: this.latest.seq, action: this.actions.pack(kind, fields) });
  }

  /** Has the outcome drawn that is waited for. */
  roll(): void {
    if (this.due.length > 0) this.send({ type: "roll", seq: this.latest?.seq ?? 0 });
  }

  /** Says which outcome a real die or card has shown. */
  enter(outcome: number): void {
    if (this.due.length > 0) this.send({ type: "enter", seq: this.latest?.seq ?? 0, action: outcome });
  }

  undo(): void {
    this.send({ type: "undo", seq: this.latest?.seq ?? 0 });
  }

  resign(): void {
    this.send({ type: "resign", seq: this.latest?.seq ?? 0 });
  }

  /** Confirms the end of a companion's match: nothing can be corrected after it. */
  finish(): void {
    this.send({ type: "finish", seq: this.latest?.seq ?? 0 });
  }

  /** Lets the finished match count in the lab, or not any more. */
  consent(agree: boolean): void {
    this.send({ type: "consent", seq: this.latest?.seq ?? 0, agree });
  }

  rematch(swap: boolean): void {
    this.send({ type: "rematch", seq: this.latest?.seq ?? 0, swap });
  }

  answer(accept: boolean): void {
    this.send({ type: "answer", seq: this.latest?.seq ?? 0, accept });
  }

  tell(text: string, clause = ""): void {
    this.notice = { text, clause };
    live.say(text);
    play("refuse");
  }

  rules(clause: string): void {
    this.clause = clause;
  }

  hurry(): void {
    this.cuts += 1;
    this.reader.flush();
    this.presenter.flush();
    this.endLinger();
  }

  private linger(): void {
    this.endedHere = true;
    if (prefs.pace === 0) return;
    this.lingers = true;
    this.lingering = setTimeout(() => this.endLinger(), prefs.pace * LAST_LOOK);
  }

  private endLinger(): void {
    clearTimeout(this.lingering);
    this.lingers = false;
  }

  /** Shows the others' actions without animation until it is this person's turn. */
  skip(): void {
    this.skipping = this.latest?.seat != null && this.latest.to_move !== this.latest.seat;
    this.hurry();
  }

  /** Shows the position after `ply` actions as `seat` may see it; null: the present. A step forward is seen as it was made. */
  async look(ply: number | null, seat: string | null): Promise<void> {
    const latest = this.latest;
    if (!latest) return;
    const look = (this.looks += 1);
    this.reader.clear();
    const before = this.past?.ply;
    this.home = ply === null || (ply >= latest.last_ply && seat === null);
    if (ply === null || this.home) {
      if (before === latest.last_ply - 1 && this.caughtUp) this.turn(latest);
      else this.past = null;
      return;
    }
    const key = `${ply} ${seat ?? ""} ${latest.over} ${latest.first_ply}`;
    try {
      // what may be looked at no longer is asked for again, so that the server says why not
      const known = ply < latest.first_ply ? undefined : this.pages.get(key);
      const found = known ?? (await api.at(this.id, ply, this.own?.token ?? null, seat));
      this.pages.set(key, found);
      if (look !== this.looks) return;
      if (before === found.ply - 1) this.turn(found);
      else this.open(found);
    } catch (error) {
      if (look !== this.looks) return;
      // a position that was open a moment ago is not kept on the screen
      if (ply < latest.first_ply) this.past = null;
      this.tell(sentence(error));
    }
  }

  /** Shows a position that follows the one on the screen, after what led to it. */
  private turn(snapshot: Snapshot): void {
    const lines = upTo(this.log, snapshot.ply).filter((event) => event.ply === snapshot.ply);
    this.reader.add(snapshot, lines, prefs.pace);
  }

  private open(snapshot: Snapshot): void {
    this.past = this.home ? null : snapshot;
    live.say(this.fresh.map((event) => event.text).join(" ") || `Move ${snapshot.ply}`);
  }

  close(): void {
    this.presenter.clear();
    this.reader.clear();
    this.endLinger();
    this.socket.close();
  }

  private send(message: Parameters<TableSocket["send"]>[0]): void {
    this.busy = true;
    this.asked = this.socket.send(message);
  }

  private heard(message: ServerMessage): void {
    switch (message.type) {
      case "snapshot":
        return this.received(message);
      case "accepted":
        return this.settled(message.id, message.seq);
      case "refused":
        this.settled(message.id, 0);
        return this.tell(message.reason, message.clause);
      case "presence":
        this.presence = message;
        return;
      case "thinking":
        this.pondering = message.on ? message.seat : null;
        return;
      case "rejected":
        this.rejected = message.reason;
        live.shout(message.reason);
    }
  }

  private settled(id: string, seq: number): void {
    if (id === this.seeding) {
      this.seeding = null;
      if (seq > 0 && this.own) noteGiven(this.id, this.own.seat);
      this.unwanted = seq === 0;
      return;
    }
    if (this.asked !== id && this.socket.waiting > 0) return;
    this.awaited = seq;
    this.freeWhenSeen();
  }

  private freeWhenSeen(): void {
    if (this.socket.waiting === 0 && (this.latest?.seq ?? 0) >= this.awaited) this.busy = false;
  }

  private received(snapshot: Snapshot): void {
    this.pledge ??= snapshot.commitment;
    const fault = breach(snapshot, this.pledge, seedsAt(this.id));
    if (fault) this.accuse(fault);
    const before = this.latest;
    if (before && snapshot.last_ply < before.last_ply) this.pages.clear();
    const known = before?.seq ?? 0;
    const fresh = before ? snapshot.events.filter((event) => event.seq > known) : [];
    if (snapshot.actions.length > 0) this.actions = new Actions(snapshot.actions);
    if (Object.keys(snapshot.words).length > 0) this.words = snapshot.words;
    this.log = mergeEvents(this.log, snapshot.events).filter((event) => event.seq > snapshot.first_seq);
    // the next one follows at once, with the first dice, and earlier events are not sent again
    if (this.holds(snapshot)) return;
    this.latest = snapshot;
    this.presence = { connected: snapshot.seats.map((seat) => seat.connected), watchers: snapshot.watchers };
    this.freeWhenSeen();
    if (this.own) noteSeat(this.id, this.own.seat, seenOf(snapshot));
    if (snapshot.over) this.skipping = false;
    this.presenter.add(snapshot, fresh, this.skipping ? 0 : prefs.pace);
    if (snapshot.to_move === snapshot.seat) this.skipping = false;
  }

  private cues(snapshot: Snapshot, fresh: readonly Event[], pace: number): Cue[] {
    const ms = this.lasts(snapshot, fresh);
    const film: Cue[] = ms > 0 ? [{ kind: "film", snapshot, ms }] : [];
    return [...film, ...cuesOf(fresh, snapshot.seat, pace)];
  }

  private show(snapshot: Snapshot, fresh: readonly Event[]): void {
    const before = this.current;
    this.current = snapshot;
    // somebody coming or going changes nothing of what was just done
    if (fresh.length > 0 || snapshot.seq !== before?.seq) this.news = fresh;
    const lines = fresh.map((event) => event.text).join(" ");
    if (lines) live.say(lines);
    // what had cues has been heard
    if (fresh.some((event) => event.dice.length + event.beats.length === 0)) play("place");
    for (const sound of new Set(fresh.map((event) => this.sounds[event.kind]))) if (sound) play(sound);
    if (snapshot.over && !before?.over && before) {
      this.linger();
      live.shout(snapshot.result);
      const won = snapshot.seat === null || (snapshot.score[snapshot.seat] ?? 0) > 0;
      play(won ? "cheer" : "hit");
    }
    const turn = snapshot.seat !== null && snapshot.to_move === snapshot.seat;
    if (turn && snapshot === this.latest && before && before.to_move !== snapshot.to_move) {
      live.shout(`Your turn. ${snapshot.prompt}`);
      play("turn");
    }
    if (snapshot.finish && before && !before.finish) live.shout(snapshot.prompt);
    if (snapshot.offer && snapshot.offer.seat !== snapshot.seat && !before?.offer) {
      const who = first(calledAt(snapshot.seats, snapshot.offer.seat, "your opponent"));
      live.shout(`${who} asks ${WISHES[snapshot.offer.kind]}. Accept or decline.`);
    }
  }

  /** Where the server answers other questions, it is not the network that is missing. */
  private async explain(): Promise<void> {
    try {
      await api.status();
      if (this.link === "lost") this.trouble = NO_SOCKETS;
    } catch {
      this.trouble = "";
    }
  }

  private moved(state: LinkState): void {
    if (state === "open") this.trouble = "";
    if (state === "lost" && this.link !== "lost") live.shout("Connection lost. Reconnecting.");
    if (state === "open" && this.link === "lost") live.shout("Reconnected.");
    this.link = state;
  }
}
