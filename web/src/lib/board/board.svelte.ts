import { arrowStep, away, nearest, type Cells, type Step } from "./cells";
import { hand, pointIn, unitsOf, type Grip, type Lens } from "./hand";
import { WHOLE, type Point } from "./lens";

// so far from the middle of a cell, in its widths, a finger still means it, where nothing can be done under the finger itself
const SNAP = 0.75;

/** Something that can be picked by itself, on a cell or next to the cells: where its middle is, and how far it reaches to each side. */
export interface Piece extends Point {
  id: number;
  reach: number;
}

/** What stands where on a board. */
export interface Field {
  cells: Cells;
  pieces?: readonly Piece[];
}

/** What can be chosen on a board, as data, and the callbacks for what was chosen; the board knows no rules. */
export interface Chooser {
  /** by cell: what can be done there now */
  readonly ways: Pick<ReadonlyMap<number, unknown>, "has" | "keys">;
  /** the cell at which a finger, a mouse or the keyboard is */
  pointed: number | null;
  /** a cell was chosen: tapped, or Enter pressed on it */
  press(cell: number): void;
  /** a piece was chosen */
  take?(piece: number): void;
  /** whether a piece can be dragged now */
  carries?(piece: number): boolean;
  /** a piece is being dragged from where it is */
  lift?(piece: number): void;
  /** a dragged piece was put down at a cell, or outside all of them; returns whether it goes there */
  drop?(piece: number, cell: number | null): boolean;
  /** what is chosen is to be dropped */
  clear(): void;
}

/** The cell that a tap at `point` means: the one there, or the nearest where something can be done if there nothing can. */
export function meant(cells: Cells, ways: Chooser["ways"], point: Point): number | null {
  const under = cells.at(point);
  if (under !== null && ways.has(under)) return under;
  const best = nearest(cells, ways.keys(), point);
  return best !== null && away(cells, best, point) < SNAP ? best : under;
}

/** The piece at `point`, the nearest of several. */
export function pieceAt(pieces: readonly Piece[], point: Point): Piece | null {
  const far = ({ x, y }: Piece): number => Math.max(Math.abs(x - point.x), Math.abs(y - point.y));
  const hit = pieces.filter((piece) => far(piece) <= piece.reach);
  return hit.reduce<Piece | null>((best, piece) => (best === null || far(piece) < far(best) ? piece : best), null);
}

/** Does what a key on a board means, unless it means nothing there. */
export function pressKey(
  event: KeyboardEvent,
  keys: { step?: ((step: Step) => void) | undefined; enter: () => void; escape: () => void },
): void {
  const step = arrowStep(event.key);
  if (step && keys.step) keys.step(step);
  else if (event.key === "Enter" || event.key === " ") keys.enter();
  else if (event.key === "Escape") keys.escape();
  else return;
  event.preventDefault();
}

/**
 * Fingers, mice and the keyboard on an svg. Its cells are elements with `data-tile`, its pieces that the keyboard can go to have
 * `data-off`, both with their numbers; the cells are in a group `data-cells`, whose units points are in; that one is in the group
 * `data-layer`, which is moved and enlarged.
 */
export class Board {
  /** the cell that the keyboard was on last; null before it is used */
  cursor = $state<number | null>(null);
  /** how many times larger the board is than as a whole */
  scale = $state(1);
  /** the piece that is dragged, and where it is held; what was put down stays there until `settle` */
  held = $state.raw<Held | null>(null);

  constructor(
    private chooser: Chooser,
    private field: () => Field,
  ) {}

  /** To attach to the svg. */
  readonly attach = (svg: SVGSVGElement): (() => void) => {
    const lens: Lens = {
      view: WHOLE,
      set: (view) => {
        lens.view = view;
        this.scale = view.scale;
        // an enlarged board is dragged, and does not scroll the page
        svg.style.touchAction = view.scale > 1 ? "none" : "pan-y";
        svg.querySelector("[data-layer]")?.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.scale})`);
      },
    };
    const zoom = hand<SVGSVGElement>({
      units: unitsOf,
      grab: (at) => this.grab(svg, at),
      lens,
    })(svg);
    const listening = new AbortController();
    const on = <K extends keyof SVGElementEventMap>(type: K, listener: (event: SVGElementEventMap[K]) => void): void =>
      svg.addEventListener(type, listener, { signal: listening.signal });
    on("click", (event) => this.click(svg, event));
    on("keydown", (event) => this.key(svg, event));
    on("focusin", (event) => this.focus(named(event).cell));
    on("pointerover", (event) => (this.chooser.pointed = named(event).cell ?? null));
    on("pointerleave", () => (this.chooser.pointed = null));
    // a finger stays at the cell that it tapped until it touches something else
    addEventListener("pointerdown", () => (this.chooser.pointed = null), { signal: listening.signal });
    return () => {
      listening.abort();
      zoom();
    };
  };

  /** From now on the piece that was put down is shown where it is in the position. */
  settle(): void {
    if (this.held?.down) this.held = null;
  }

  private grab(svg: SVGSVGElement, at: Point): Grip | null {
    const { cells, pieces = [] } = this.field();
    const piece = pieceAt(pieces, inCells(svg, at));
    if (!piece || !this.chooser.carries?.(piece.id)) return null;
    const { id } = piece;
    return {
      move: (to) => {
        if (this.held?.id !== id) this.chooser.lift?.(id);
        const { x, y } = inCells(svg, to);
        this.held = { id, x, y, down: false };
      },
      drop: ({ lifted }) => {
        const { held } = this;
        this.held = null;
        if (!held || !lifted) return;
        const cell = meant(cells, this.chooser.ways, held);
        const goes = this.chooser.drop?.(id, cell) ?? false;
        if (goes && cell !== null) this.held = { id, ...cells.middle(cell), down: true };
      },
    };
  }

  private click(svg: SVGSVGElement, event: MouseEvent): void {
    // a click without a place comes from assistive technology and means the element itself
    if (event.detail === 0) return this.use(named(event));
    const { cells, pieces = [] } = this.field();
    const point = pointIn(layerOf(svg), event);
    const piece = pieceAt(pieces, point);
    if (!piece) return this.use({ cell: meant(cells, this.chooser.ways, point) ?? undefined });
    this.focus(cells.at(point) ?? undefined);
    this.chooser.take?.(piece.id);
  }

  private use({ cell, piece }: Named): void {
    if (piece !== undefined) return this.chooser.take?.(piece);
    if (cell === undefined) return;
    this.cursor = cell;
    this.chooser.press(cell);
  }

  private key(svg: SVGSVGElement, event: KeyboardEvent): void {
    const at = named(event);
    const { cell } = at;
    if (cell === undefined && at.piece === undefined) return;
    const go = (next: number): void => svg.querySelector<SVGElement>(`[data-tile="${next}"]`)?.focus();
    pressKey(event, {
      step: cell === undefined ? undefined : (step) => go(this.field().cells.step(cell, step)),
      enter: () => this.use(at),
      escape: () => this.chooser.clear(),
    });
  }

  private focus(cell: number | undefined): void {
    if (cell === undefined) return;
    this.cursor = cell;
    this.chooser.pointed = cell;
  }
}

/** A dragged piece in the cells' units; `down` once it was put down. */
interface Held extends Point {
  id: number;
  down: boolean;
}

interface Named {
  cell?: number | undefined;
  piece?: number | undefined;
}

function layerOf(svg: SVGSVGElement): SVGGraphicsElement {
  return svg.querySelector<SVGGraphicsElement>("[data-cells]") ?? svg;
}

/** A point of the svg in the cells' units. */
function inCells(svg: SVGSVGElement, { x, y }: Point): Point {
  const [outer, inner] = [svg.getScreenCTM(), layerOf(svg).getScreenCTM()];
  return outer && inner ? new DOMPoint(x, y).matrixTransform(inner.inverse().multiply(outer)) : { x, y };
}

/** The cell or the piece whose element an event came from. */
function named({ target }: Event): Named {
  const { dataset } = (target as Element).closest<SVGElement>("[data-tile], [data-off]") ?? {};
  const number = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));
  return { cell: number(dataset?.["tile"]), piece: number(dataset?.["off"]) };
}
