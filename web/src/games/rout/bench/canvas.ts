import type { Point, Seat, Table } from "../scene";
import { corners, onTable } from "../shape";
import { topOf, TRAY_DEPTH, trayDepth, trayMiddle, type Camera, type Pixel } from "./camera";
import { faceOf, SHARPEST, type Picture, type Piece, type Renderer, type Trail } from "./renderer";
import { bodyOf, painted, paintTable, paintTop, planks } from "./wood";

// oak in the light of the lamp
const LIT = "#9a7147";
const WALNUT = "#4a3020";
const ROOM = "#0d0b0a";
/** texels of a mm of the table, of a block */
const TABLE_SCALE = 1.6;
const TOP_SCALE = 6;
/** where a shadow falls to, in mm for each mm of height */
const SHADOW: Point = [0.55, -0.4];
const SEATS: readonly Seat[] = [0, 1];

/** Draws the bench flat, with what every browser has. */
export class CanvasRenderer implements Renderer {
  readonly name = "canvas";
  readonly canvas = document.createElement("canvas");
  private pen = this.canvas.getContext("2d", { alpha: false });
  private ratio = 1;
  private pictures = new Map<string, HTMLCanvasElement>();
  /** the bench without blocks, as it is looked at now */
  private room = document.createElement("canvas");
  private shown = "";

  resize(width: number, height: number): void {
    this.ratio = Math.min(SHARPEST, devicePixelRatio);
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.shown = "";
  }

  show(picture: Picture): void {
    const { pen } = this;
    if (!pen) return;
    this.prepareRoom(picture);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this.room, 0, 0);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    for (const trail of picture.trails) drawTrail(pen, picture.camera, trail);
    for (const piece of picture.pieces) if (piece.z > -1) drawShadow(pen, picture.camera, piece);
    const away = ({ x, y, z }: Piece): number =>
      picture.camera.depth(x, y, z) - Math.hypot(x - picture.camera.eye[0], y - picture.camera.eye[1]) * 1e-3;
    // what stands further from the middle is partly behind what stands nearer to it
    const order = [...picture.pieces].sort((a, b) => away(b) - away(a) || a.z - b.z);
    for (const piece of order) this.drawPiece(pen, picture.camera, piece);
  }

  dispose(): void {
    this.canvas.remove();
    this.pictures.clear();
  }

  private kept(key: string, width: number, height: number, paint: (pen: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const found = this.pictures.get(key) ?? painted(width, height, paint);
    this.pictures.set(key, found);
    return found;
  }

  /** Draws the room again if the view of it has changed. */
  private prepareRoom(picture: Picture): void {
    const { table, split, camera } = picture;
    const now = JSON.stringify([table, split, camera.eye, camera.scale, camera.middle]);
    if (now === this.shown) return;
    this.shown = now;
    this.room.width = this.canvas.width;
    this.room.height = this.canvas.height;
    const pen = this.room.getContext("2d", { alpha: false });
    pen?.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (pen) this.drawRoom(pen, picture);
  }

  private drawRoom(pen: CanvasRenderingContext2D, { table, camera, split }: Picture): void {
    pen.fillStyle = ROOM;
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    for (const seat of SEATS) this.drawTray(pen, camera, table, seat);
    const { west, north, width, height } = topOf(table);
    const top = this.kept(JSON.stringify([table, split]), width * TABLE_SCALE, height * TABLE_SCALE, (on) => {
      paintTable(on, table, split, TABLE_SCALE, LIT);
      lamp(on, on.canvas.width, on.canvas.height);
    });
    pen.save();
    flat(pen, camera, west, north, 1 / TABLE_SCALE, 0);
    pen.drawImage(top, 0, 0);
    pen.restore();
  }

  private drawTray(pen: CanvasRenderingContext2D, camera: Camera, table: Table, seat: Seat): void {
    const [width, deep] = [table.width, trayDepth(table)];
    const made = this.kept(`tray ${width} ${deep}`, width, deep, (on) => {
      planks(on, width, deep, WALNUT, 1);
      const shade = on.createLinearGradient(0, 0, 0, deep);
      [0, 0.2, 0.85, 1].forEach((at, n) => shade.addColorStop(at, ["#000c", "#0004", "#0003", "#0008"][n] as string));
      on.fillStyle = shade;
      on.fillRect(0, 0, width, deep);
    });
    const [x, y] = trayMiddle(table, seat);
    pen.save();
    flat(pen, camera, x - width / 2, y + deep / 2, 1, -TRAY_DEPTH);
    pen.drawImage(made, 0, 0);
    pen.restore();
  }

  private drawPiece(pen: CanvasRenderingContext2D, camera: Camera, piece: Piece): void {
    const { size, tall, z } = piece;
    const blank = Math.cos(piece.roll) < 0;
    const shown = faceOf(piece, blank);
    const body = bodyOf(shown.side);
    const at = (u: number, v: number, w: number): Pixel => rolled(camera, piece, u, v, w);
    const foot = [at(size.long, size.wide, 0), at(-size.long, size.wide, 0), at(-size.long, -size.wide, 0), at(size.long, -size.wide, 0)];
    const head = [
      at(size.long, size.wide, tall),
      at(-size.long, size.wide, tall),
      at(-size.long, -size.wide, tall),
      at(size.long, -size.wide, tall),
    ];
    const [top, below] = blank ? [foot, head] : [head, foot];
    pen.save();
    pen.globalAlpha = Math.min(1, Math.max(0, piece.light));
    below.forEach((_, n) =>
      face(pen, [below[n], below[(n + 1) % 4], top[(n + 1) % 4], top[n]] as Pixel[], body, shown.side === 1 ? 1.8 : 0.62),
    );
    const long = 2 * size.long * TOP_SCALE;
    const wide = 2 * size.wide * TOP_SCALE;
    const picture = this.kept(JSON.stringify([shown, long, wide]), long, wide, (on) => {
      paintTop(on, 2 * size.long, 2 * size.wide, shown, TOP_SCALE);
      bevel(on, long, wide);
    });
    // the picture's corners: left above, right above, left below
    const [a, b, c] = [top[1], top[0], top[2]] as [Pixel, Pixel, Pixel];
    pen.transform((b.x - a.x) / long, (b.y - a.y) / long, (c.x - a.x) / wide, (c.y - a.y) / wide, a.x, a.y);
    pen.drawImage(picture, 0, 0);
    pen.restore();
    if (z < 0) return;
    pen.strokeStyle = "#1a0f0699";
    pen.lineWidth = 0.7;
    outline(pen, top);
    pen.stroke();
  }
}

/** Lays a picture of the bench with its upper left corner at `x` and `y`, `unit` mm to a texel, as it is seen from above. */
function flat(pen: CanvasRenderingContext2D, camera: Camera, x: number, y: number, unit: number, z: number): void {
  const [o, right, down] = [camera.project(x, y, z), camera.project(x + unit, y, z), camera.project(x, y - unit, z)];
  pen.transform(right.x - o.x, right.y - o.y, down.x - o.x, down.y - o.y, o.x, o.y);
}

/** A point of a block that is turned about its long side. */
function rolled(camera: Camera, piece: Piece, u: number, v: number, w: number): Pixel {
  const [c, s] = [Math.cos(piece.roll), Math.sin(piece.roll)];
  const up = w - piece.tall / 2;
  const [x, y] = onTable(piece, u, v * c - up * s);
  return camera.project(x, y, piece.z + piece.tall / 2 + v * s + up * c);
}

function outline(pen: CanvasRenderingContext2D, points: readonly Pixel[]): void {
  pen.beginPath();
  points.forEach(({ x, y }, n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}

/** A side of a block, in the light of its top times `light`. */
function face(pen: CanvasRenderingContext2D, points: readonly Pixel[], colour: string, light: number): void {
  outline(pen, points);
  pen.fillStyle = colour;
  pen.fill();
  pen.fillStyle = light > 1 ? `rgb(255 255 255 / ${(light - 1) / 6})` : `rgb(40 20 0 / ${1 - light})`;
  pen.fill();
}

function drawShadow(pen: CanvasRenderingContext2D, camera: Camera, piece: Piece): void {
  // a core and a soft edge
  for (const [grow, alpha] of [
    [2.5, 0.16],
    [0.8, 0.2],
    [-0.5, 0.22],
  ] as const) {
    const high = piece.z + piece.tall * 0.75;
    const size = { long: piece.size.long + grow, wide: piece.size.wide + grow };
    const foot = corners(piece, size).map(([x, y]) => camera.project(x + SHADOW[0] * piece.z, y + SHADOW[1] * piece.z));
    const head = corners(piece, size).map(([x, y]) => camera.project(x + SHADOW[0] * high, y + SHADOW[1] * high));
    pen.fillStyle = `rgb(12 5 0 / ${alpha * piece.light})`;
    pen.beginPath();
    foot.forEach((_, n) => {
      const next = (n + 1) % 4;
      [foot[n], foot[next], head[next], head[n]].forEach((at, m) =>
        m === 0 ? pen.moveTo(at?.x ?? 0, at?.y ?? 0) : pen.lineTo(at?.x ?? 0, at?.y ?? 0),
      );
      pen.closePath();
    });
    head.forEach(({ x, y }, n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.closePath();
    pen.fill("nonzero");
  }
}

function drawTrail(pen: CanvasRenderingContext2D, camera: Camera, { points, side, strength }: Trail): void {
  if (points.length < 2) return;
  const seen = points.map(([x, y]) => camera.project(x, y));
  pen.lineCap = pen.lineJoin = "round";
  for (const [colour, width] of [
    ["#1b0d04", 4.5],
    [side === 1 ? "#8fa9ff" : "#ffe9bd", 2.2],
  ] as const) {
    pen.globalAlpha = strength * (width > 3 ? 0.5 : 1);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    seen.forEach(({ x, y }, n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.stroke();
  }
  pen.globalAlpha = 1;
}

/** The light of one warm lamp above the middle. */
function lamp(pen: CanvasRenderingContext2D, width: number, height: number): void {
  const light = pen.createRadialGradient(width * 0.46, height * 0.42, 0, width * 0.5, height * 0.5, Math.hypot(width, height) * 0.56);
  light.addColorStop(0, "#ffca7a1f");
  light.addColorStop(0.5, "#ffca7a00");
  light.addColorStop(1, "#1004002e");
  pen.fillStyle = light;
  pen.fillRect(0, 0, width, height);
}

function bevel(pen: CanvasRenderingContext2D, long: number, wide: number): void {
  pen.strokeStyle = "#ffffff5c";
  pen.lineWidth = TOP_SCALE * 0.9;
  pen.strokeRect(0, 0, long, wide);
}
