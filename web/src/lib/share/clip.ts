import type { Mark } from "../table/table.svelte";
import type { Still } from "./still";

/** One position of a clip: the address of its picture, what led to it, and the dice that were thrown. */
export interface Scene {
  picture: string;
  text: string;
  dice: readonly number[];
}

/** What all pictures of a clip show: the game, who plays, and what the clip is about. */
interface Frame {
  title: string;
  players: readonly { name: string; mark: Mark | null }[];
  note: string;
}

export interface Clip {
  blob: Blob;
  /** the ending of the file's name */
  ending: "mp4" | "gif";
}

// portrait, as on phones; pixels, and seconds for which a position is shown, longer for the last
const [WIDTH, HEIGHT] = [720, 1280];
const MARGIN = 32;
const HEAD = 168;
const BOARD = 720;
const DIE = 64;
const LINE = 42;
const MOST_LINES = 5;
// a picture this much wider than high is turned; half the height of a capital letter, in its size
const [WIDE, CAPITAL] = [1.4, 0.36];
const SECONDS = 1.1;
const LAST = 2.5;
const [GROUND, PANEL, INK, MUTED, AMBER] = ["#14171c", "#1d222a", "#e9edf2", "#a7b2c0", "#f2b84b"];
const FONT = `"Inter Variable", sans-serif`;

/** A film of `scenes` in their `frame`; MP4 where the browser can make it, else GIF. `done` receives how many of them are in it. */
export async function makeClip(
  scenes: readonly Scene[],
  frame: Frame,
  done: (count: number) => void,
  form?: Clip["ending"],
): Promise<Clip> {
  if (scenes.length === 0) throw new Error("There is nothing to put in a clip.");
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("This browser can't make clips.");
  const stills = scenes.map((scene, n): Still => ({
    draw: () => draw(context, frame, scene).then(() => done(n + 1)),
    seconds: n === scenes.length - 1 ? LAST : SECONDS,
  }));
  const film = form === "gif" ? null : await (await import("./clip-mp4")).video(canvas, stills);
  if (film) return { blob: film, ending: "mp4" };
  return { blob: await (await import("./clip-gif")).animation(context, stills), ending: "gif" };
}

async function draw(context: CanvasRenderingContext2D, frame: Frame, { picture, text, dice }: Scene): Promise<void> {
  const image = await load(picture);
  context.fillStyle = GROUND;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  drawHead(context, frame);
  const fit = Math.min((WIDTH - MARGIN) / image.naturalWidth, BOARD / image.naturalHeight);
  const [width, height] = [fit * image.naturalWidth, fit * image.naturalHeight];
  context.drawImage(image, (WIDTH - width) / 2, HEAD + (BOARD - height) / 2, width, height);
  let top = HEAD + BOARD + 24;
  if (dice.length > 0) {
    drawDice(context, dice, top);
    top += DIE + 20;
  }
  write(context, text, { top, size: 30, weight: 600, colour: INK, most: MOST_LINES });
  if (frame.note) write(context, frame.note, { top: HEIGHT - 84, size: 23, weight: 600, colour: AMBER, most: 2 });
}

/** The game, and both sides below it. */
function drawHead(context: CanvasRenderingContext2D, { title, players }: Frame): void {
  context.fillStyle = PANEL;
  context.fillRect(0, 0, WIDTH, HEAD - 24);
  write(context, title, { top: 24, size: 28, weight: 800, colour: AMBER, most: 1 });
  const room = (WIDTH - 2 * MARGIN) / 2;
  context.font = `700 32px ${FONT}`;
  context.textBaseline = "middle";
  for (const [seat, { name, mark }] of players.slice(0, 2).entries()) {
    const left = seat === 0;
    const edge = left ? MARGIN : WIDTH - MARGIN;
    if (mark) drawMark(context, mark, left ? edge + 18 : edge - 18, 104);
    context.fillStyle = INK;
    context.textAlign = left ? "left" : "right";
    const inset = mark ? 48 : 0;
    context.fillText(shortened(context, name, room - inset - 40), left ? edge + inset : edge - inset, 104);
  }
  context.fillStyle = MUTED;
  context.textAlign = "center";
  context.font = `600 24px ${FONT}`;
  context.fillText("against", WIDTH / 2, 104);
  context.textBaseline = "alphabetic";
}

function drawMark(context: CanvasRenderingContext2D, { shape, fill, ink }: Mark, x: number, y: number): void {
  const corners = { disc: 0, diamond: 4, hexagon: 6 }[shape];
  context.beginPath();
  if (corners === 0) context.arc(x, y, 16, 0, 2 * Math.PI);
  for (let n = 0; n < corners; n += 1) {
    const angle = (2 * Math.PI * n) / corners - Math.PI / 2;
    context.lineTo(x + 18 * Math.cos(angle), y + 18 * Math.sin(angle));
  }
  context.closePath();
  context.fillStyle = fill;
  context.fill();
  context.strokeStyle = ink;
  context.lineWidth = 3;
  context.stroke();
}

function drawDice(context: CanvasRenderingContext2D, dice: readonly number[], top: number): void {
  const step = Math.min(DIE + 14, (WIDTH - 2 * MARGIN) / dice.length);
  const size = Math.min(DIE, step - 4);
  const left = (WIDTH - step * dice.length) / 2;
  for (const [n, value] of dice.entries()) drawDie(context, value, left + n * step, top, size);
}

// by place in a grid of three by three
const SPOTS: Record<number, readonly number[]> = {
  1: [4],
  2: [0, 8],
  3: [0, 4, 8],
  4: [0, 2, 6, 8],
  5: [0, 2, 4, 6, 8],
  6: [0, 2, 3, 5, 6, 8],
};

function drawDie(context: CanvasRenderingContext2D, value: number, x: number, y: number, size: number): void {
  context.beginPath();
  context.roundRect(x, y, size, size, size / 5);
  context.fillStyle = "#fbf3df";
  context.fill();
  context.fillStyle = "#221a10";
  const spots = SPOTS[value];
  for (const spot of spots ?? []) {
    context.beginPath();
    context.arc(x + size * (0.26 + 0.24 * (spot % 3)), y + size * (0.26 + 0.24 * Math.floor(spot / 3)), size / 11, 0, 2 * Math.PI);
    context.fill();
  }
  if (spots) return;
  context.textAlign = "center";
  context.font = `800 ${size / 2}px ${FONT}`;
  context.fillText(String(value), x + size / 2, y + 0.68 * size);
}

interface Style {
  top: number;
  size: number;
  weight: number;
  colour: string;
  most: number;
}

/** Writes `text` in centred lines; what does not fit in `most` of them ends with an ellipsis. */
function write(context: CanvasRenderingContext2D, text: string, { top, size, weight, colour, most }: Style): void {
  context.font = `${weight} ${size}px ${FONT}`;
  context.fillStyle = colour;
  context.textAlign = "center";
  const lines = wrapped(text, (line) => context.measureText(line).width <= WIDTH - 2 * MARGIN);
  const shown = lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]}…`] : lines;
  for (const [n, line] of shown.entries()) context.fillText(line, WIDTH / 2, top + size + (n * (size * LINE)) / 30);
}

function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > room) letters.pop();
  return letters.length < [...text].length ? `${letters.join("")}…` : text;
}

/** `text` in lines that `fit`, cut between words. */
export function wrapped(text: string, fit: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && !fit(longer)) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}

async function load(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    image.src = `data:image/svg+xml,${encodeURIComponent(upright(await answer.text()))}`;
    await image.decode();
  } catch {
    throw new Error("A picture for the clip didn't load. Check your connection and try again.");
  }
  return image;
}

/** `svg` with its left side down if it is much wider than high, as on a phone; what is written on it stays upright. */
export function upright(svg: string): string {
  const [, width = 0, height = 0] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  if (width < WIDE * height) return svg;
  return svg
    .replace(/<text x="([\d.-]+)" y="([\d.-]+)" font-size="([\d.]+)"/g, (tag, x: string, y: string, size: string) => {
      const middle = Number(y) - CAPITAL * Number(size);
      return `${tag} transform="rotate(90 ${x} ${middle.toFixed(3)})"`;
    })
    .replace(/(<svg[^>]*)viewBox="[^"]*" width="([^"]*)" height="([^"]*)"/, `$1viewBox="0 0 ${height} ${width}" width="$3" height="$2"`)
    .replace(/(<svg[^>]*>)([^]*)<\/svg>/, `$1<g transform="translate(0 ${width}) rotate(-90)">$2</g></svg>`);
}
