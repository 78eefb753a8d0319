import { blockSize, flickedSize } from "../aim";
import type { FilmReel, Placed } from "../film";
import type { Draft } from "../placing.svelte";
import { KINDS, RANGE_BLOCK, type Block, type Point, type Pose, type Seat, type Table, type Tally } from "../scene";
import { TRAY_DEPTH, trayMiddle } from "./camera";
import type { Piece, Trail } from "./renderer";

// mm/s2
const GRAVITY = 9806;
/** radians a second of a block that tumbles */
const TUMBLE = 7;
/** seconds until a fallen block is in the dark */
const FALL = 0.45;
const DROP = 160;
const SAME = 0.3;
const SEATS: readonly Seat[] = [0, 1];

type Tallies = readonly [Tally, Tally];

/** The two ends of the line between the halves. */
export function splitOf({ split, width, height }: Table): [Point, Point] | null {
  if (split === null) return null;
  return split === "straight"
    ? [
        [0, height / 2],
        [width, height / 2],
      ]
    : [
        [0, 0],
        [width, height],
      ];
}

/** A block as it lies. */
export function pieceOf(block: Block, table: Table): Piece {
  const { id, x, y, angle, side, kind, broken } = block;
  return {
    key: `block ${id}`,
    x,
    y,
    angle,
    size: blockSize(table),
    tall: table.thickness,
    z: 0,
    roll: broken ? Math.PI : 0,
    side,
    kind,
    known: broken,
    light: 1,
  };
}

/** The blocks while one of them, or the range block of an archer, slides ahead of its film. */
export function slidePieces(blocks: readonly Block[], from: Block, drawn: Placed, table: Table): Piece[] {
  const range = { ...rangeOn(from, table), ...lies(drawn), side: from.side };
  if (drawn.id === RANGE_BLOCK) return [...blocks.map((block) => pieceOf(block, table)), range];
  return blocks.map((block) => ({ ...pieceOf(block, table), ...(block.id === drawn.id ? lies(drawn) : {}) }));
}

/** The range block on the archer that is to flick it. */
export function rangeOn(archer: Block, table: Table): Piece {
  return { ...pieceOf(archer, table), key: "range", size: flickedSize(table, "range"), z: table.thickness, kind: null };
}

/** The blocks that are still to be placed, where they are thought of or in the tray. */
export function draftPieces(drafts: readonly Draft[], table: Table, seat: Seat): Piece[] {
  return drafts.map((draft, n): Piece => {
    const lies = draft.placed
      ? { x: draft.x, y: draft.y, angle: draft.angle, z: 0 }
      : { ...slot(table, seat, n, drafts.length), z: -TRAY_DEPTH };
    return {
      ...lies,
      key: draft.key,
      size: blockSize(table),
      tall: table.thickness,
      roll: 0,
      side: seat,
      kind: draft.kind,
      known: false,
      light: 1,
    };
  });
}

/** Where number `n` of `count` blocks lies in the tray of `seat`, from its own left. */
export function slot(table: Table, seat: Seat, n: number, count: number): Pose {
  const [middle, y] = trayMiddle(table, seat);
  const apart = Math.min(table.breadth + 24, (table.width - 20) / count);
  return { x: middle + (seat === 0 ? 1 : -1) * (n - (count - 1) / 2) * apart, y, angle: 90 };
}

/** The routed blocks in the trays of those who took them; what `before` does not hold yet falls into them, from `part` 0 to 1. */
export function trophies(table: Table, now: Tallies, before: Tallies, part: number): Piece[] {
  return SEATS.flatMap((seat) => {
    const owner = seat === 0 ? 1 : 0;
    const taken = KINDS.flatMap((kind, n) =>
      Array.from({ length: now[owner].routed[n] ?? 0 }, (_, m) => ({ kind, m, fresh: m >= (before[owner].routed[n] ?? 0) })),
    );
    return taken.flatMap(({ kind, m, fresh }, n): Piece[] => {
      if (fresh && part <= 0) return [];
      const z = -TRAY_DEPTH + (fresh ? DROP * (1 - bounced(part)) : 0);
      return [
        {
          ...slot(table, seat, n, Math.max(8, taken.length)),
          key: `trophy ${owner} ${kind} ${m}`,
          z,
          size: blockSize(table),
          tall: table.thickness,
          roll: 0,
          side: owner,
          kind,
          known: false,
          light: 1,
        },
      ];
    });
  });
}

/** How far down something is that falls and bounces once, from 0 to 1. */
function bounced(part: number): number {
  const fall = part / 0.6;
  if (fall < 1) return fall ** 2;
  const hop = (part - 0.8) / 0.2;
  return 0.93 + 0.07 * Math.min(1, hop ** 2);
}

/** What is on the table in a frame of a film; what has left it tumbles into the dark. */
export function filmPieces(reel: FilmReel, frame: number, table: Table): Piece[] {
  const blocks = new Map(reel.film.blocks.map((block) => [block.id, block]));
  return reel.at(frame).flatMap((placed): Piece[] => {
    if (placed.id === RANGE_BLOCK) return [rangePiece(reel, placed, frame, table)].filter(({ light }) => light > 0);
    const block = blocks.get(placed.id);
    return block ? [fallen(reel, { ...pieceOf(block, table), ...lies(placed) }, placed.id, frame)].filter(({ light }) => light > 0) : [];
  });
}

function rangePiece(reel: FilmReel, placed: Placed, frame: number, table: Table): Piece {
  const piece: Piece = {
    ...lies(placed),
    key: "range",
    size: flickedSize(table, "range"),
    tall: table.thickness,
    roll: 0,
    side: reel.film.side,
    kind: null,
    known: false,
    light: 1,
  };
  return fallen(reel, piece, RANGE_BLOCK, frame);
}

const lies = ({ x, y, angle, z }: Placed): Pose & { z: number } => ({ x, y, angle, z });

function fallen(reel: FilmReel, piece: Piece, id: number, frame: number): Piece {
  const exit = reel.exit(id);
  if (!exit || frame <= exit.frame) return piece;
  const passed = (frame - exit.frame) / reel.film.fps;
  return {
    ...piece,
    x: exit.x + exit.vx * passed * 0.8,
    y: exit.y + exit.vy * passed * 0.8,
    z: -0.5 * GRAVITY * passed ** 2 * 0.7,
    roll: piece.roll + TUMBLE * passed,
    light: Math.max(0, 1 - passed / FALL),
  };
}

/** The table after a film: the block that breaks turns over, and those that were put back come down, from `part` 0 to 1. */
export function settling(reel: FilmReel, after: readonly Block[], table: Table, part: number): Piece[] {
  const ends = reel.at(reel.length - 1);
  const broke = ends.find(({ id }) => id === reel.film.broke);
  const gone = new Set([...reel.film.back, ...reel.film.routed]);
  const whole = reel.film.blocks.find(({ id }) => id === reel.film.broke);
  const near = (a: Pose, b: Pose): boolean => Math.hypot(a.x - b.x, a.y - b.y) < SAME;
  return after.map((block) => {
    const piece = pieceOf(block, table);
    if (broke && whole && block.broken && !gone.has(broke.id) && near(block, broke)) {
      const turn = part * part * (3 - 2 * part);
      return { ...piece, side: whole.side, kind: whole.kind, known: false, roll: Math.PI * turn, z: 24 * Math.sin(Math.PI * turn) };
    }
    const stayed = ends.some((end) => !gone.has(end.id) && near(end, block));
    return stayed ? piece : { ...piece, z: 60 * (1 - bounced(part)), light: Math.min(1, 3 * part) };
  });
}

/** The ways that were gone up to `frame`; once all is `told`, that of a block that broke no longer says whose it is (T2.5). */
export function trailsOf(reel: FilmReel, frame: number, strength: number, told = false): Trail[] {
  const sides = new Map<number, Seat | null>(reel.film.blocks.map(({ id, side }) => [id, told && id === reel.film.broke ? null : side]));
  return reel.movers.map((id) => ({
    points: reel.trail(id, frame),
    side: id === RANGE_BLOCK ? reel.film.side : (sides.get(id) ?? null),
    strength,
  }));
}
