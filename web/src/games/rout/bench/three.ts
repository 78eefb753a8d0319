import {
  BoxGeometry,
  CanvasTexture,
  Color,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  MeshStandardMaterial,
  PCFShadowMap,
  PlaneGeometry,
  Scene,
  SpotLight,
  SRGBColorSpace,
  Camera as Eye,
  Vector3,
  WebGLRenderer,
  type BufferGeometry,
  type Material,
  type Object3D,
} from "three";
import { prefs } from "../../../lib/browser/prefs.svelte";
import { KINDS, USUAL, type Seat, type Table } from "../scene";
import { Camera, topOf, TILTS, TRAY_DEPTH, trayDepth, trayMiddle } from "./camera";
import { Dust } from "./dust";
import { chamferedBox, ribbon } from "./meshes";
import { faceOf, SHARPEST, type Picture, type Piece, type Renderer, type Trail } from "./renderer";
import { bodyOf, painted, paintTable, paintTop, planks } from "./wood";

// oak under the lamp is brighter than oak by day, and ivory must not be burnt out by it
const OAK_LIT = "#9b7249";
const WALNUT = "#4a3020";
const ROOM = "#0d0b0a";
const WARM = "#fff0d8";
const NEAR = 300;
const FAR = 9000;
const TABLE_SCALE = 2;
const TOP_SCALE = 5;
const SLAB = 36;
/** steps in which a block goes into the dark */
const SHADES = 8;
const CHAMFER = 1.1;
/** milliseconds between two pictures of nothing but dust */
const UNHURRIED = 40;
/** frames that are measured, after as many that warm up */
const MEASURED = 3;
const SEATS: readonly Seat[] = [0, 1];

/** Draws the bench with WebGL. */
export class ThreeRenderer implements Renderer {
  readonly name = "three";
  readonly canvas: HTMLCanvasElement;
  private gl = new WebGLRenderer({ antialias: true, powerPreference: "low-power", preserveDrawingBuffer: true });
  private world = new Scene();
  private eye = new Eye();
  private bench = new Group();
  private trails = new Group();
  private lamp = new SpotLight(WARM, 3.25, 0, 0.7, 0.72, 0);
  private dust = new Dust();
  private floating = 0;
  private drawn = 0;
  private built = "";
  private pieces: readonly Piece[] = [];
  private meshes = new Map<string, Mesh<BufferGeometry, Material[]>>();
  private materials = new Map<string, Material>();
  private shapes = new Map<string, BufferGeometry>();

  constructor() {
    this.canvas = this.gl.domElement;
    this.gl.shadowMap.enabled = true;
    this.gl.shadowMap.type = PCFShadowMap;
    this.gl.shadowMap.autoUpdate = false;
    this.world.background = new Color(ROOM);
    this.eye.matrixAutoUpdate = false;
    this.eye.matrixWorldAutoUpdate = false;
    this.lamp.castShadow = true;
    this.lamp.shadow.mapSize.set(2048, 2048);
    this.lamp.shadow.radius = 3.5;
    this.lamp.shadow.bias = -0.0004;
    this.world.add(this.bench, this.trails, this.dust.points, this.lamp, this.lamp.target, new HemisphereLight("#c9b8a6", "#3a2a1c", 0.95));
  }

  resize(width: number, height: number): void {
    this.gl.setPixelRatio(Math.min(SHARPEST, devicePixelRatio));
    this.gl.setSize(width, height, false);
  }

  show(picture: Picture): void {
    this.build(picture);
    this.look(picture.camera);
    if (picture.pieces !== this.pieces) {
      this.place(picture.pieces);
      this.pieces = picture.pieces;
      this.gl.shadowMap.needsUpdate = true;
      this.stir();
    }
    this.draw(picture.trails);
    this.render(performance.now());
  }

  private render(now: number): boolean {
    const floats = this.dust.drift(now, this.gl.getPixelRatio());
    this.gl.render(this.world, this.eye);
    this.drawn = now;
    return floats;
  }

  /** Lets dust float for a while, where motion is wanted; the bench is drawn for it until it has settled. */
  private stir(): void {
    if (prefs.reduced) return;
    this.dust.stir(performance.now());
    if (this.floating === 0) this.floating = requestAnimationFrame((now) => this.float(now));
  }

  private float(now: number): void {
    this.floating = 0;
    const floats = now - this.drawn < UNHURRIED || this.render(now);
    if (floats && this.canvas.isConnected) this.floating = requestAnimationFrame((next) => this.float(next));
  }

  dispose(): void {
    this.clear(this.bench);
    this.clear(this.trails);
    cancelAnimationFrame(this.floating);
    this.dust.dispose();
    for (const mesh of this.meshes.values()) mesh.removeFromParent();
    for (const shape of this.shapes.values()) shape.dispose();
    for (const material of this.materials.values()) this.drop(material);
    this.gl.dispose();
    this.gl.forceContextLoss();
    this.canvas.remove();
  }

  /** Milliseconds that this machine takes for a picture of a full bench. */
  frameTime(): number {
    const camera = new Camera(USUAL, TILTS.desk, 0);
    camera.fit(600, 600, { scale: 1, x: 0, y: 0 });
    const pieces = Array.from({ length: 24 }, (_, n): Piece => ({
      key: `try ${n}`,
      x: 90 + 150 * (n % 6),
      y: 200 + 200 * Math.floor(n / 6),
      angle: 15 * n,
      size: { long: 37.5, wide: 12.5 },
      tall: 15,
      z: 0,
      roll: 0,
      side: n % 2 === 0 ? 0 : 1,
      kind: KINDS[n % 3] ?? null,
      known: false,
      light: 1,
    }));
    this.resize(600, 600);
    const times = Array.from({ length: 2 * MEASURED }, () => {
      const start = performance.now();
      this.show({ table: USUAL, camera, split: null, pieces, trails: [] });
      // waits until the picture is done
      const gl = this.gl.getContext();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
      return performance.now() - start;
    });
    return Math.min(...times.slice(MEASURED));
  }

  private look(camera: Camera): void {
    const [right, up, ahead] = [camera.right, camera.up, camera.ahead].map((axis) => new Vector3(...axis)) as [Vector3, Vector3, Vector3];
    this.eye.matrixWorld.makeBasis(right, up, ahead.negate()).setPosition(...camera.eye);
    this.eye.matrixWorldInverse.copy(this.eye.matrixWorld).invert();
    const ratio = this.gl.getPixelRatio();
    const [width, height] = [this.canvas.width / ratio, this.canvas.height / ratio];
    const [x, y] = [(2 * camera.middle.x) / width - 1, 1 - (2 * camera.middle.y) / height];
    const deep = 1 / (NEAR - FAR);
    this.eye.projectionMatrix.set(
      (2 * camera.scale) / width,
      0,
      -x,
      0,
      0,
      (2 * camera.scale) / height,
      -y,
      0,
      0,
      0,
      (FAR + NEAR) * deep,
      2 * FAR * NEAR * deep,
      0,
      0,
      -1,
      0,
    );
    this.eye.projectionMatrixInverse.copy(this.eye.projectionMatrix).invert();
  }

  private build({ table, split }: Picture): void {
    const key = JSON.stringify([table, split]);
    if (key === this.built) return;
    this.built = key;
    this.clear(this.bench);
    const { west, north, width, height } = topOf(table);
    const [x, y] = [west + width / 2, north - height / 2];
    const top = painted(width * TABLE_SCALE, height * TABLE_SCALE, (pen) => paintTable(pen, table, split, TABLE_SCALE, OAK_LIT));
    this.slab(width, height, SLAB, [x, y, -SLAB / 2 - 0.2], "#6b4a2b");
    this.plane(width, height, [x, y, 0], top, 0.82);
    for (const seat of SEATS) this.tray(table, seat);
    const size = Math.max(width, height);
    this.dust.over(x, y, size);
    this.lamp.position.set(x - 0.42 * size, y + 0.36 * size, 1.75 * size);
    this.lamp.target.position.set(x, y, 0);
    this.lamp.shadow.camera.near = 0.8 * size;
    this.lamp.shadow.camera.far = 3 * size;
    this.lamp.target.updateMatrixWorld();
  }

  private tray(table: Table, seat: Seat): void {
    const wall = 5;
    const [x, y] = trayMiddle(table, seat);
    const [width, deep] = [table.width, trayDepth(table)];
    const floor = painted(width, deep, (pen) => planks(pen, width, deep, WALNUT, 1));
    this.plane(width, deep, [x, y, -TRAY_DEPTH], floor, 0.8);
    const z = -TRAY_DEPTH + 8;
    for (const way of [-1, 1]) {
      this.slab(width, wall, 16, [x, y + (way * (deep - wall)) / 2, z], WALNUT);
      this.slab(wall, deep, 16, [x + (way * (width - wall)) / 2, y, z], WALNUT);
    }
  }

  private plane(width: number, height: number, at: readonly [number, number, number], picture: HTMLCanvasElement, roughness: number): void {
    const mesh = new Mesh(new PlaneGeometry(width, height), new MeshStandardMaterial({ map: this.texture(picture), roughness }));
    mesh.position.set(...at);
    mesh.receiveShadow = true;
    this.bench.add(mesh);
  }

  private slab(width: number, height: number, tall: number, at: readonly [number, number, number], color: string): void {
    const mesh = new Mesh(new BoxGeometry(width, height, tall), new MeshStandardMaterial({ color, roughness: 0.7 }));
    mesh.position.set(...at);
    mesh.castShadow = mesh.receiveShadow = true;
    this.bench.add(mesh);
  }

  private texture(picture: HTMLCanvasElement): CanvasTexture {
    const made = new CanvasTexture(picture);
    made.colorSpace = SRGBColorSpace;
    made.anisotropy = this.gl.capabilities.getMaxAnisotropy();
    return made;
  }

  private place(pieces: readonly Piece[]): void {
    const here = new Set(pieces.map(({ key }) => key));
    for (const [key, mesh] of this.meshes) {
      if (here.has(key)) continue;
      mesh.removeFromParent();
      this.meshes.delete(key);
    }
    for (const piece of pieces) {
      const mesh = this.meshOf(piece);
      mesh.position.set(piece.x, piece.y, piece.z + piece.tall / 2);
      mesh.rotation.set(piece.roll, 0, (piece.angle * Math.PI) / 180, "ZYX");
      mesh.material = this.coats(piece);
    }
  }

  private meshOf(piece: Piece): Mesh<BufferGeometry, Material[]> {
    const { long, wide } = piece.size;
    const name = `${long} ${wide} ${piece.tall}`;
    const shape = this.shapes.get(name) ?? chamferedBox(long, wide, piece.tall / 2, CHAMFER);
    this.shapes.set(name, shape);
    const found = this.meshes.get(piece.key);
    if (found?.geometry === shape) return found;
    found?.removeFromParent();
    const mesh = new Mesh(shape, this.coats(piece));
    mesh.castShadow = mesh.receiveShadow = true;
    this.world.add(mesh);
    this.meshes.set(piece.key, mesh);
    return mesh;
  }

  /** Top, sides and bottom of a piece. */
  private coats(piece: Piece): Material[] {
    const shade = Math.round(Math.min(1, Math.max(0, piece.light)) * SHADES) / SHADES;
    const blank = Math.cos(piece.roll) < 0;
    return [this.top(piece, false, shade), this.sides(blank ? null : piece.side, shade), this.top(piece, true, shade)];
  }

  private top(piece: Piece, blank: boolean, shade: number): Material {
    const shown = faceOf(piece, blank);
    const [long, wide] = [2 * piece.size.long, 2 * piece.size.wide];
    return this.kept(JSON.stringify([shown, long, wide, shade]), () => {
      const picture = painted(long * TOP_SCALE, wide * TOP_SCALE, (pen) => paintTop(pen, long, wide, shown, TOP_SCALE));
      // without gloss, which would wash the ink out
      return new MeshLambertMaterial({ map: this.texture(picture), color: new Color().setScalar(shade) });
    });
  }

  private sides(side: Seat | null, shade: number): Material {
    return this.kept(
      `sides ${side} ${shade}`,
      () => new MeshStandardMaterial({ color: new Color(bodyOf(side)).multiplyScalar(shade), roughness: 0.75 }),
    );
  }

  private kept(key: string, make: () => Material): Material {
    const found = this.materials.get(key) ?? make();
    this.materials.set(key, found);
    return found;
  }

  private draw(trails: readonly Trail[]): void {
    this.clear(this.trails);
    for (const { points, side, strength } of trails) {
      if (points.length < 2) continue;
      for (const [color, width, z, part] of [
        ["#1b0d04", 7, 0.4, 0.5],
        [side === 1 ? "#8fa9ff" : "#ffe9bd", 3.4, 0.8, 1],
      ] as const) {
        const coat = new MeshBasicMaterial({ color, transparent: true, opacity: strength * part, depthWrite: false });
        const mesh = new Mesh(ribbon(points, width, z), coat);
        mesh.renderOrder = z;
        this.trails.add(mesh);
      }
    }
  }

  private clear(group: Group): void {
    for (const child of [...group.children]) {
      group.remove(child);
      this.forget(child);
    }
  }

  private forget(object: Object3D): void {
    if (!(object instanceof Mesh)) return;
    (object.geometry as BufferGeometry).dispose();
    this.drop(object.material as Material);
  }

  private drop(material: Material): void {
    if (material instanceof MeshStandardMaterial || material instanceof MeshLambertMaterial) material.map?.dispose();
    material.dispose();
  }
}
