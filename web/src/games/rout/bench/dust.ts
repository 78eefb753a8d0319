import { AdditiveBlending, BufferAttribute, BufferGeometry, CanvasTexture, Points, PointsMaterial } from "three";
import { painted } from "./wood";

const MOTES = 56;
const WARM = "#ffdca8";
// how bright the brightest is, and how large all are, in pixels of the page
const [BRIGHT, PIXELS] = [0.5, 4];
// of the size of the table: how high the light of the lamp is seen in the air
const [LOW, HIGH] = [0.03, 0.45];
// seconds that dust floats after it was stirred, and in which it comes and goes
const [FLOATS, FADES] = [14, 2.5];
// mm a second
const SINKS = 5;
// irrational, so that no two motes go alike
const SPREAD = [0.6180339887, 0.7548776662, 0.5698402909, 0.8191725134] as const;

const part = (value: number): number => value - Math.floor(value);

/** How visible dust is, by the seconds since it was first stirred and the seconds that it will still float. */
export function seen(ago: number, left: number): number {
  return Math.max(0, Math.min(1, ago / FADES, left / FADES));
}

/** Dust in the light of the lamp: one set of points, which a blow stirs and which is gone when it has settled. */
export class Dust {
  readonly points: Points<BufferGeometry, PointsMaterial>;
  private at = new BufferAttribute(new Float32Array(3 * MOTES), 3);
  private light = new BufferAttribute(new Float32Array(3 * MOTES), 3);
  private size = 0;
  private since = -Infinity;
  private until = -Infinity;

  constructor() {
    const soft = painted(32, 32, (pen) => {
      const glow = pen.createRadialGradient(16, 16, 0, 16, 16, 16);
      glow.addColorStop(0, "#fff");
      glow.addColorStop(0.35, "#fff8");
      glow.addColorStop(1, "#fff0");
      pen.fillStyle = glow;
      pen.fillRect(0, 0, 32, 32);
    });
    const coat = new PointsMaterial({
      color: WARM,
      map: new CanvasTexture(soft),
      sizeAttenuation: false,
      vertexColors: true,
      transparent: true,
      depthWrite: false,
      blending: AdditiveBlending,
    });
    const air = new BufferGeometry().setAttribute("position", this.at).setAttribute("color", this.light);
    this.points = new Points(air, coat);
    this.points.frustumCulled = false;
    this.points.visible = false;
  }

  /** Fills the air over a table of this size around this middle. */
  over(x: number, y: number, size: number): void {
    this.points.position.set(x, y, 0);
    this.size = size;
  }

  /** Stirs the dust at this moment, in milliseconds. */
  stir(now: number): void {
    if (now > this.until) this.since = now;
    this.until = now + 1000 * FLOATS;
  }

  /** Puts all motes where they are at this moment; false when they have settled. */
  drift(now: number, ratio: number): boolean {
    const share = seen((now - this.since) / 1000, (this.until - now) / 1000);
    this.points.visible = share > 0;
    if (!this.points.visible) return now < this.until;
    const [seconds, height] = [now / 1000, (HIGH - LOW) * this.size];
    this.points.material.size = PIXELS * ratio;
    for (let n = 0; n < MOTES; n++) {
      const [u, v, w, own] = SPREAD.map((step) => part((n + 1) * step)) as [number, number, number, number];
      const phase = 6.28 * own;
      const sunk = part(w - (SINKS * (0.4 + own) * seconds) / height);
      const x = u - 0.5 + 0.02 * Math.sin(0.23 * seconds + phase) + 0.01 * Math.sin(0.61 * seconds + 2 * phase);
      const y = v - 0.5 + 0.02 * Math.cos(0.19 * seconds + phase);
      this.at.setXYZ(n, this.size * x, this.size * y, LOW * this.size + height * sunk);
      // brightest in the middle of the light, and nothing where one ends its way and begins it again
      const cone = Math.max(0, 1 - 3.2 * ((x + 0.08) ** 2 + (y - 0.08) ** 2));
      const lit =
        share * BRIGHT * cone * Math.sin(Math.PI * sunk) * (0.35 + 0.65 * part(7 * own)) * (0.8 + 0.2 * Math.sin(0.9 * seconds + phase));
      this.light.setXYZ(n, lit, lit, lit);
    }
    this.at.needsUpdate = this.light.needsUpdate = true;
    return true;
  }

  dispose(): void {
    this.points.geometry.dispose();
    this.points.material.map?.dispose();
    this.points.material.dispose();
  }
}
